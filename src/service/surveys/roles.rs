//! TABLE. The roles that every team has. The specification gives only their names.

use crate::service::store::sql::{Sql, SqlError, values};
use crate::spec::resources::roles::Privilege::{self, *};
use crate::spec::resources::workgroups::{RoleName, SharePermissions};
use crate::wire::dates::Timestamp;
use crate::wire::text::hex;
use sha2::{Digest as _, Sha256};

/// A role: name, description, privileges.
type RoleRow = (RoleName, &'static str, [Privilege; 3]);

/// Every role. The privileges are our choice.
#[rustfmt::skip]
const ROLES: [RoleRow; 5] = [
    (RoleName::FullAccess, "Designs surveys, collects responses and analyzes them.",
        [DesignFullAccess, CollectFullAccess, AnalyzeFullAccess]),
    (RoleName::Editor, "Designs surveys.", [DesignFullAccess, CollectReadOnly, AnalyzeReadOnly]),
    (RoleName::Collector, "Collects responses.", [DesignReadOnly, CollectFullAccess, AnalyzeReadOnly]),
    (RoleName::Analyzer, "Analyzes responses.", [DesignReadOnly, CollectReadOnly, AnalyzeFullAccess]),
    (RoleName::Viewer, "Sees surveys and their responses.", [DesignReadOnly, CollectReadOnly, AnalyzeReadOnly]),
];

/// The actions that a privilege permits on a shared survey and on its collectors. `collector.delete` is for a collector
/// without responses: deleting one that has any also needs `AnalyzeFullAccess`. Our choice.
#[rustfmt::skip]
const ACTIONS: &[(Privilege, &[&str], &[&str])] = &[
    (DesignReadOnly,    &["survey.view"],                                               &[]),
    (DesignFullAccess,  &["survey.view", "survey.edit", "survey.translate"],            &[]),
    (CollectReadOnly,   &[],                                                            &["collector.view"]),
    (CollectFullAccess, &[],                                                            &["collector.view", "collector.create", "collector.edit", "collector.delete"]),
    (AnalyzeReadOnly,   &["responses.view"],                                            &[]),
    (AnalyzeFullAccess, &["responses.view", "responses.edit", "responses.export"],      &[]),
];

/// The id of a predefined role: the same in every team.
pub fn role_id(role: RoleName) -> String {
    derive_id("role", role.as_str())
}

/// An id derived from a name, for resources that have no row to store an id in.
pub fn derive_id(kind: &str, name: &str) -> String {
    let hash = Sha256::digest(format!("canvass {kind} {name}"));
    hex(hash.get(..16).unwrap_or_default())
}

/// Writes the predefined roles into a team that lacks them.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn seed_roles(now: Timestamp, sql: &dyn Sql) -> Result<(), SqlError> {
    for (role, description, privileges) in ROLES {
        let privileges = serde_json::Value::from_iter(privileges.map(Privilege::as_str)).to_string();
        sql.run(
            "INSERT INTO roles (id, name, description, privileges, is_enabled, created, modified)
             VALUES (?, ?, ?, ?, 1, ?, ?)
             ON CONFLICT (id) DO NOTHING",
            values![role_id(role), role.as_str(), description, privileges, now, now],
        )?;
    }
    Ok(())
}

/// The actions that privileges permit.
pub fn permitted_actions(privileges: &[String]) -> SharePermissions {
    let rows = ACTIONS.iter().filter(|(privilege, ..)| privileges.iter().any(|name| name == privilege.as_str()));
    let mut permissions = SharePermissions { survey: Vec::new(), collector: Vec::new() };
    for (_, survey, collector) in rows {
        permissions.survey.extend(survey.iter().map(|action| (*action).to_owned()));
        permissions.collector.extend(collector.iter().map(|action| (*action).to_owned()));
    }
    permissions
}

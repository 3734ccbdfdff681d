//! TABLE. Workgroups of the demo world, their members and their shares.

use super::day_start;
use super::people::{DemoPerson, DemoTeam, DemoTeamKind, HARBOUR, NORTHWIND};
use super::surveys::SURVEYS;
use crate::service::store::sql::{Sql, SqlError, values};
use crate::service::surveys::roles;
use crate::spec::resources::groups::MembershipStatus::{self, Active, Pending};
use crate::spec::resources::roles::Privilege;
use crate::spec::resources::workgroups::{ResourceType, RoleName};

/// A workgroup.
#[derive(Debug)]
pub struct Workgroup {
    /// Id of the team.
    pub home: &'static str,
    /// Name, from which the id is derived.
    pub name: &'static str,
    /// Description.
    pub description: &'static str,
    /// Whether the whole team can see it.
    pub is_visible: bool,
    /// Extra data, as JSON.
    metadata: &'static str,
    /// The role of its members.
    role: RoleName,
    /// Day of creation.
    made: i64,
    /// Keys of its members, each with the membership status. The first one owns it.
    members: &'static [(&'static str, MembershipStatus)],
    /// Numbers of the shared surveys.
    surveys: &'static [u64],
}

/// Every workgroup.
#[rustfmt::skip]
pub const WORKGROUPS: &[Workgroup] = &[
    Workgroup { home: NORTHWIND, name: "Customer voice", description: "Everything that customers tell us.", is_visible: true,
        metadata: r#"{"colour":"teal","budget":1200}"#, role: RoleName::FullAccess, made: -85,
        members: &[("owner", Active), ("regular", Active), ("admin", Pending)], surveys: &[1, 2] },
    Workgroup { home: NORTHWIND, name: "People team", description: "", is_visible: false,
        metadata: "{}", role: RoleName::Analyzer, made: -58,
        members: &[("admin", Active), ("owner", Active)], surveys: &[3] },
    Workgroup { home: NORTHWIND, name: "Küche & Gäste", description: "Produktforschung", is_visible: true,
        metadata: "{}", role: RoleName::Viewer, made: -28,
        members: &[("regular", Active), ("owner", Active)], surveys: &[5] },
    Workgroup { home: HARBOUR, name: "Pilots", description: "", is_visible: true,
        metadata: "{}", role: RoleName::FullAccess, made: -48,
        members: &[("other_team", Active)], surveys: &[8] },
];

impl Workgroup {
    /// Id of the workgroup.
    pub fn id(&self) -> String {
        roles::derive_id("workgroup", &format!("{} {}", self.home, self.name))
    }
}

/// Writes the roles of a team actor, and the workgroups if it is a team. One role is the team's own and cannot be
/// assigned any more.
pub fn seed_workgroups(home: &DemoTeam, sql: &dyn Sql) -> Result<(), SqlError> {
    let made = day_start(home.made);
    roles::seed_roles(made, sql)?;
    let (name, description) = ("Translator", "Sees the design alone. Cannot be assigned any more.");
    let privileges = serde_json::json!([Privilege::DesignReadOnly.as_str()]).to_string();
    sql.run(
        "INSERT INTO roles (id, name, description, privileges, is_enabled, created, modified)
         VALUES (?, ?, ?, ?, 0, ?, ?)",
        values![roles::derive_id("role", name), name, description, privileges, made, made],
    )?;
    if home.kind == DemoTeamKind::Account {
        return Ok(());
    }
    WORKGROUPS
        .iter()
        .filter(|workgroup| workgroup.home == home.id)
        .try_for_each(|workgroup| write_workgroup(workgroup, sql))
}

fn write_workgroup(workgroup: &Workgroup, sql: &dyn Sql) -> Result<(), SqlError> {
    let (id, made) = (workgroup.id(), day_start(workgroup.made).saturating_add(36_000_000));
    sql.run(
        "INSERT INTO workgroups (id, name, description, is_visible, metadata, default_role_id, created, modified)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        values![
            id.as_str(),
            workgroup.name,
            workgroup.description,
            workgroup.is_visible,
            workgroup.metadata,
            roles::role_id(workgroup.role),
            made,
            made,
        ],
    )?;
    for (index, (key, status)) in workgroup.members.iter().enumerate() {
        let Some(person) = DemoPerson::find_by_key(key) else { continue };
        sql.run(
            "INSERT INTO workgroup_members (workgroup_id, user_id, is_owner, status, created, modified)
             VALUES (?, ?, ?, ?, ?, ?)",
            values![id.as_str(), person.user_id, index == 0, status.as_str(), made, made],
        )?;
    }
    for survey in SURVEYS.iter().filter(|survey| workgroup.surveys.contains(&survey.number)) {
        let Some(owner) = DemoPerson::find_by_key(survey.owner) else { continue };
        sql.run(
            "INSERT INTO shares (id, workgroup_id, owner_user_id, resource_type, resource_id, created)
             VALUES (?, ?, ?, ?, ?, ?)",
            values![
                roles::derive_id("share", &format!("{id} {}", survey.number)),
                id.as_str(),
                owner.user_id,
                ResourceType::Survey.as_str(),
                survey.id(),
                made,
            ],
        )?;
    }
    Ok(())
}

//! TABLE. Roles: the permissions of a member of a workgroup.

use crate::spec::types::{Date, Id};

choices! {
    /// A permission of a role: an area and an access to it.
    Privilege {
        DesignReadOnly "design.read_only", DesignFullAccess "design.full_access",
        CollectReadOnly "collect.read_only", CollectFullAccess "collect.full_access",
        AnalyzeReadOnly "analyze.read_only", AnalyzeFullAccess "analyze.full_access",
    }
}

resources! {
    /// A role that can be assigned to a member of a workgroup.
    Role {
        /// Id of the role.
        id: Id,
        /// Name of the role. The service's roles have fixed names; a team may define others.
        name: String,
        /// Description; empty if there is none.
        description: String,
        /// The role's permissions, as dotted names of an area and an access, such as `design.full_access`.
        privileges: Vec<String>,
        /// Whether the role is defined by the service, and not by the team.
        is_system_role: bool,
        /// Whether the role can be assigned.
        is_enabled: bool,
        /// When the role was created, without offset.
        created_at: Date,
        /// When the role was last changed, without offset.
        updated_at: Date,
    }
}

//! TABLE. Organizations: the settings of a team for its workgroups.

use crate::spec::types::{Date, Id};

resources! {
    /// The settings of a team for its workgroups.
    Organization {
        /// Id of the organization: that of the team.
        id: Id,
        /// Role of members without an assigned role.
        default_role_id: Id,
        /// Whether every member may create workgroups, or only the admins.
        users_can_create_workgroups: bool,
        /// When the settings were last changed, without offset.
        updated_at: Date,
    }
}

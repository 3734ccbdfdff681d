//! Organizations: the settings of the caller's team for its workgroups.

use crate::service::actor::call_context::CallContext;
use crate::service::api::dispatch::Handle;
use crate::service::store::sql::values;
use crate::service::surveys::roles;
use crate::spec::endpoints::organizations::ListOrganizations;
use crate::spec::resources::organizations::Organization;
use crate::spec::resources::workgroups::RoleName;
use crate::spec::types::List;
use crate::wire::error::ApiError;

impl Handle for ListOrganizations {
    /// The settings are the same for every team, our choice: each member may create workgroups, with full access.
    fn handle_request(self, context: &CallContext) -> Result<List<Organization>, ApiError> {
        let slice = context.page_range(&self.query.0);
        let rows = context.sql.run(
            "SELECT id, created
             FROM team
             WHERE is_team = 1
             LIMIT ? OFFSET ?",
            values![slice.limit(), slice.offset()],
        )?;
        let data = rows.iter().map(|row| Organization {
            id: row.text("id").into(),
            default_role_id: roles::role_id(RoleName::FullAccess).into(),
            users_can_create_workgroups: true,
            updated_at: row.timestamp("created").iso_without_offset(),
        });
        Ok(context.list_envelope::<ListOrganizations, _>(slice, data.collect(), u64::from(context.account.has_team)))
    }
}

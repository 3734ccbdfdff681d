//! Roles of the service and of the team.

use crate::service::actor::call_context::CallContext;
use crate::service::api::dispatch::Handle;
use crate::service::store::sql::{first_row, values};
use crate::service::surveys::roles;
use crate::spec::endpoints::roles::ListRoles;
use crate::spec::resources::roles::Role;
use crate::spec::resources::workgroups::RoleName;
use crate::spec::types::List;
use crate::wire::error::ApiError;

impl Handle for ListRoles {
    /// Lists the roles in the order of creation. Without a team there are no members to assign one to, so the list is
    /// empty.
    fn handle_request(self, context: &CallContext) -> Result<List<Role>, ApiError> {
        let slice = context.page_range(&self.query.0);
        let team = context.account.has_team;
        let total = first_row(context.sql, "SELECT COUNT(*) AS total FROM roles WHERE ?", values![team])?;
        let rows = context.sql.run(
            "SELECT id, name, description, privileges, is_enabled, created, modified
             FROM roles
             WHERE ?
             ORDER BY rowid
             LIMIT ? OFFSET ?",
            values![team, slice.limit(), slice.offset()],
        )?;
        let data = rows.iter().map(|row| Role {
            id: row.text("id").into(),
            description: row.text("description"),
            privileges: row.decode_json("privileges").unwrap_or_default(),
            is_system_role: RoleName::parse(&row.text("name"))
                .is_some_and(|name| roles::role_id(name) == row.text("id")),
            is_enabled: row.boolean("is_enabled"),
            created_at: row.timestamp("created").iso_without_offset(),
            updated_at: row.timestamp("modified").iso_without_offset(),
            name: row.text("name"),
        });
        Ok(context.list_envelope::<ListRoles, _>(slice, data.collect(), total.map_or(0, |row| row.count("total"))))
    }
}

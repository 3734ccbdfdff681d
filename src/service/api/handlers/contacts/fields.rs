//! Contact fields: the six custom fields of contacts, with each user's labels.

use crate::service::actor::call_context::CallContext;
use crate::service::api::dispatch::Handle;
use crate::service::api::handlers::text_limits::check_name;
use crate::service::store::sql::{SqlError, values};
use crate::spec::endpoints::contacts::{GetContactField, ListContactFields, UpdateContactField};
use crate::spec::errors::Error;
use crate::spec::resources::contacts::{CUSTOM_FIELDS, ContactField};
use crate::spec::types::{Id, List};
use crate::wire::error::ApiError;

impl Handle for ListContactFields {
    fn handle_request(self, context: &CallContext) -> Result<List<ContactField>, ApiError> {
        let slice = context.page_range(&self.query.0);
        let index = |number: i64| usize::try_from(number).unwrap_or(usize::MAX);
        let total = u64::try_from(CUSTOM_FIELDS.len()).unwrap_or(u64::MAX);
        let fields =
            contact_fields(context)?.into_iter().skip(index(slice.offset())).take(index(slice.limit())).collect();
        Ok(context.list_envelope::<ListContactFields, _>(slice, fields, total))
    }
}

impl Handle for GetContactField {
    fn handle_request(self, context: &CallContext) -> Result<ContactField, ApiError> {
        contact_field(context, &self.contact_field_id)
    }
}

impl Handle for UpdateContactField {
    fn handle_request(self, context: &CallContext) -> Result<ContactField, ApiError> {
        contact_field(context, &self.contact_field_id)?;
        check_name("label", &self.body.label)?;
        context.sql.run(
            "INSERT INTO contact_fields (user_id, field, label)
             VALUES (?, ?, ?)
             ON CONFLICT (user_id, field) DO UPDATE SET label = excluded.label",
            values![context.account.user_id.as_str(), self.contact_field_id.as_str(), self.body.label],
        )?;
        contact_field(context, &self.contact_field_id)
    }
}

fn contact_field(context: &CallContext, id: &Id) -> Result<ContactField, ApiError> {
    contact_fields(context)?.into_iter().find(|field| field.id == *id).ok_or(Error::NotFound.into())
}

/// All six fields, with the user's labels or the default ones.
fn contact_fields(context: &CallContext) -> Result<Vec<ContactField>, SqlError> {
    let rows = context.sql.run(
        "SELECT field, label
         FROM contact_fields
         WHERE user_id = ?",
        values![context.account.user_id.as_str()],
    )?;
    let label = |id: &str| {
        let own = rows.iter().find(|row| row.text("field") == id);
        own.map_or_else(|| format!("Custom {id}"), |row| row.text("label"))
    };
    Ok(CUSTOM_FIELDS
        .iter()
        .map(|id| ContactField {
            id: Id::from(*id),
            label: label(id),
            href: context.operation_url::<GetContactField>(&[id]),
        })
        .collect())
}

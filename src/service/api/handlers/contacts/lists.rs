//! Contact lists: create, rename, copy, merge, delete. A contact can be in several.

use crate::service::actor::call_context::CallContext;
use crate::service::api::dispatch::Handle;
use crate::service::api::handlers::text_limits::{check_name, copy_name};
use crate::service::store::backlog::Kind;
use crate::service::store::ids::{self, IdKind};
use crate::service::store::sql::{Row, SqlError, first_row, values};
use crate::spec::endpoints::contacts::{
    CopyContactList, CreateContactList, DeleteContactList, GetContactList, ListContactLists, MergeContactList,
    ReplaceContactList, UpdateContactList,
};
use crate::spec::errors::Error;
use crate::spec::resources::contacts::{ContactList, DEFAULT_LIST_NAME};
use crate::spec::types::{Id, List};
use crate::wire::error::ApiError;
use serde_json::json;

impl Handle for ListContactLists {
    fn handle_request(self, context: &CallContext) -> Result<List<ContactList>, ApiError> {
        let slice = context.page_range(&self.query.0);
        let user = context.account.user_id.as_str();
        let total =
            first_row(context.sql, "SELECT COUNT(*) AS total FROM contact_lists WHERE user_id = ?", values![user])?;
        let rows = context.sql.run(
            "SELECT id, name
             FROM contact_lists
             WHERE user_id = ?
             ORDER BY id
             LIMIT ? OFFSET ?",
            values![user, slice.limit(), slice.offset()],
        )?;
        let data = rows.iter().map(|row| list_from_row(context, row)).collect();
        Ok(context.list_envelope::<ListContactLists, _>(slice, data, total.map_or(0, |row| row.count("total"))))
    }
}

impl Handle for CreateContactList {
    fn handle_request(self, context: &CallContext) -> Result<ContactList, ApiError> {
        let name = checked_name(self.body.name)?.unwrap_or(DEFAULT_LIST_NAME.to_owned());
        let id = insert_list(context, &name)?;
        Ok(list_from_row(context, &load_list(context, &id)?))
    }
}

impl Handle for GetContactList {
    fn handle_request(self, context: &CallContext) -> Result<ContactList, ApiError> {
        Ok(list_from_row(context, &load_list(context, &self.contact_list_id)?))
    }
}

impl Handle for UpdateContactList {
    fn handle_request(self, context: &CallContext) -> Result<ContactList, ApiError> {
        rename_list(context, &self.contact_list_id, checked_name(self.body.name)?)
    }
}

impl Handle for ReplaceContactList {
    fn handle_request(self, context: &CallContext) -> Result<ContactList, ApiError> {
        let name = checked_name(self.body.name)?.unwrap_or(DEFAULT_LIST_NAME.to_owned());
        rename_list(context, &self.contact_list_id, Some(name))
    }
}

impl Handle for DeleteContactList {
    fn handle_request(self, context: &CallContext) -> Result<ContactList, ApiError> {
        let id = self.contact_list_id.as_str();
        let row = load_list(context, &self.contact_list_id)?;
        context.sql.run("DELETE FROM contact_lists WHERE id = ?", values![id])?;
        context.add_to_backlog(vec![(Kind::NoMembers, id.to_owned(), String::new())])?;
        Ok(list_from_row(context, &row))
    }
}

impl Handle for CopyContactList {
    fn handle_request(self, context: &CallContext) -> Result<ContactList, ApiError> {
        let row = load_list(context, &self.contact_list_id)?;
        let id = insert_list(context, &copy_name(&row.text("name")))?;
        add_contacts(context, &id, &self.contact_list_id)?;
        Ok(list_from_row(context, &load_list(context, &id)?))
    }
}

impl Handle for MergeContactList {
    fn handle_request(self, context: &CallContext) -> Result<ContactList, ApiError> {
        let row = load_list(context, &self.contact_list_id)?;
        load_list(context, &self.body.list_id)
            .map_err(|error| error.name_missing("`list_id` must be a contact list of the user."))?;
        add_contacts(context, &self.contact_list_id, &self.body.list_id)?;
        Ok(list_from_row(context, &row))
    }
}

/// A contact list of the caller.
///
/// # Errors
///
/// [`Error::NotFound`], if the caller has no such list.
pub fn load_list(context: &CallContext, id: &Id) -> Result<Row, ApiError> {
    let row = first_row(
        context.sql,
        "SELECT id, name FROM contact_lists WHERE id = ? AND user_id = ?",
        values![id.as_str(), context.account.user_id.as_str()],
    )?;
    row.ok_or(Error::NotFound.into())
}

fn insert_list(context: &CallContext, name: &str) -> Result<Id, SqlError> {
    let id = ids::next_id(context.sql, IdKind::ContactList)?;
    context.sql.run(
        "INSERT INTO contact_lists (id, user_id, name)
         VALUES (?, ?, ?)",
        values![id.as_str(), context.account.user_id.as_str(), name],
    )?;
    Ok(id.into())
}

fn rename_list(context: &CallContext, id: &Id, name: Option<String>) -> Result<ContactList, ApiError> {
    load_list(context, id)?;
    context.sql.run("UPDATE contact_lists SET name = COALESCE(?, name) WHERE id = ?", values![name, id.as_str()])?;
    Ok(list_from_row(context, &load_list(context, id)?))
}

fn add_contacts(context: &CallContext, to: &Id, from: &Id) -> Result<(), SqlError> {
    context.add_to_backlog(vec![(Kind::MembersOf, to.0.clone(), json!([from.as_str(), ""]).to_string())])
}

fn checked_name(name: Option<String>) -> Result<Option<String>, ApiError> {
    name.as_deref().map_or(Ok(()), |name| check_name("name", name))?;
    Ok(name)
}

fn list_from_row(context: &CallContext, row: &Row) -> ContactList {
    let id = row.text("id");
    ContactList { name: row.text("name"), href: context.operation_url::<GetContactList>(&[&id]), id: id.into() }
}

//! Contacts, with and without their lists. Each belongs to one user.

mod bulk;
pub mod contact_input;
mod fields;
pub mod lists;
pub mod store;

use crate::service::actor::call_context::CallContext;
use crate::service::actor::chunked_work::ChunkedWork;
use crate::service::api::body_items;
use crate::service::api::dispatch::Handle;
use crate::service::store::filter::Filter;
use crate::service::store::sql::{Row, SqlError, values};
use crate::spec::endpoints::contacts::{
    BulkContacts, BulkContactsOfList, ContactFilter, ContactSort, ContactStatus, CreateContact, CreateContactInList,
    CreateContacts, CreateContactsInList, DeleteContact, GetContact, ListContacts, ListContactsOfList, ReplaceContact,
    UpdateContact,
};
use crate::spec::endpoints::query::{Paging, SortOrder};
use crate::spec::errors::Error;
use crate::spec::resources::contacts::{Contact, ContactNew, ContactRef, ContactsAdded};
use crate::spec::types::{Id, List};
use crate::wire::error::ApiError;
use crate::wire::page_links::PageRange;
use bulk::ContactImport;
use contact_input::ContactInput;
use std::borrow::Cow;
use store::ContactMatch;

impl Handle for ListContacts {
    fn handle_request(self, context: &CallContext) -> Result<List<ContactRef>, ApiError> {
        let (paging, filter) = self.query;
        let (rows, total, slice) = list_page(context, None, &paging, &filter)?;
        let data = rows.iter().map(|row| contact_ref(context, row)).collect();
        Ok(context.list_envelope::<ListContacts, _>(slice, data, total))
    }
}

impl Handle for BulkContacts {
    fn handle_request(self, context: &CallContext) -> Result<List<Contact>, ApiError> {
        let (paging, filter) = self.query;
        let (rows, total, slice) = list_page(context, None, &paging, &filter)?;
        let data = rows.iter().map(|row| contact_from_row(context, row)).collect();
        Ok(context.list_envelope::<BulkContacts, _>(slice, data, total))
    }
}

impl Handle for ListContactsOfList {
    fn handle_request(self, context: &CallContext) -> Result<List<ContactRef>, ApiError> {
        let (paging, filter) = self.query;
        let (rows, total, slice) = list_page(context, Some(&self.contact_list_id), &paging, &filter)?;
        let data = rows.iter().map(|row| contact_ref(context, row)).collect();
        Ok(context.list_envelope::<ListContactsOfList, _>(slice, data, total))
    }
}

impl Handle for BulkContactsOfList {
    fn handle_request(self, context: &CallContext) -> Result<List<Contact>, ApiError> {
        let (paging, filter) = self.query;
        let (rows, total, slice) = list_page(context, Some(&self.contact_list_id), &paging, &filter)?;
        let data = rows.iter().map(|row| contact_from_row(context, row)).collect();
        Ok(context.list_envelope::<BulkContactsOfList, _>(slice, data, total))
    }
}

impl Handle for CreateContact {
    fn handle_request(self, context: &CallContext) -> Result<Contact, ApiError> {
        create_contact(context, &self.body, None)
    }
}

impl Handle for CreateContactInList {
    fn handle_request(self, context: &CallContext) -> Result<Contact, ApiError> {
        lists::load_list(context, &self.contact_list_id)?;
        create_contact(context, &self.body, Some(&self.contact_list_id))
    }
}

impl Handle for CreateContacts {
    fn resume_request(context: &CallContext) -> Option<Result<ContactsAdded, ApiError>> {
        ContactImport::resume_pending(context)
    }

    fn eager_body<'a>(body: &'a [u8], chunked_work: &ChunkedWork) -> Cow<'a, [u8]> {
        body_items::body_without_items(body, "contacts", chunked_work)
    }

    fn handle_request(self, context: &CallContext) -> Result<ContactsAdded, ApiError> {
        ContactImport::from_body(context, &self.body, None).run_chunk(context)
    }
}

impl Handle for CreateContactsInList {
    fn resume_request(context: &CallContext) -> Option<Result<ContactsAdded, ApiError>> {
        ContactImport::resume_pending(context)
    }

    fn eager_body<'a>(body: &'a [u8], chunked_work: &ChunkedWork) -> Cow<'a, [u8]> {
        body_items::body_without_items(body, "contacts", chunked_work)
    }

    fn handle_request(self, context: &CallContext) -> Result<ContactsAdded, ApiError> {
        ContactImport::from_body(context, &self.body, Some(self.contact_list_id)).run_chunk(context)
    }
}

impl Handle for GetContact {
    fn handle_request(self, context: &CallContext) -> Result<Contact, ApiError> {
        Ok(contact_from_row(context, &store::load_contact(context, self.contact_id.as_str())?))
    }
}

impl Handle for UpdateContact {
    fn handle_request(self, context: &CallContext) -> Result<Contact, ApiError> {
        let id = self.contact_id.as_str();
        let row = store::load_contact(context, id)?;
        store::update_contact(context, &row, &ContactInput::from_patch(&self.body)?)?;
        Ok(contact_from_row(context, &store::load_contact(context, id)?))
    }
}

impl Handle for ReplaceContact {
    fn handle_request(self, context: &CallContext) -> Result<Contact, ApiError> {
        let id = self.contact_id.as_str();
        let row = store::load_contact(context, id)?;
        store::update_contact(context, &row, &ContactInput::from_new(&self.body)?.fill_missing())?;
        Ok(contact_from_row(context, &store::load_contact(context, id)?))
    }
}

impl Handle for DeleteContact {
    fn handle_request(self, context: &CallContext) -> Result<Contact, ApiError> {
        let id = self.contact_id.as_str();
        let row = store::load_contact(context, id)?;
        context.sql.run("DELETE FROM contact_list_members WHERE contact_id = ?", values![id])?;
        context.sql.run("DELETE FROM contacts WHERE id = ?", values![id])?;
        Ok(contact_from_row(context, &row))
    }
}

/// The contacts of a page, of the user or of a list, and the total number.
///
/// Only the contacts of a user have an index in each order. A page of a list is found in this index if the list has so
/// many of them that this reads fewer rows than sorting the list.
fn list_page(
    context: &CallContext,
    list: Option<&Id>,
    paging: &Paging,
    query: &ContactFilter,
) -> Result<(Vec<Row>, u64, PageRange), ApiError> {
    let status = query.status.unwrap_or(ContactStatus::Active).as_str();
    let of_user = Filter::new("user_id = ? AND status = ?", values![context.account.user_id.as_str(), status]);
    let slice = context.page_range(paging);
    let (table, mut filter, all) = match list {
        Some(list) => {
            lists::load_list(context, list)?;
            let all = count_contacts(context, "contacts", &of_user)?;
            (OF_LIST, Filter::new("listed.list_id = ? AND status = ?", values![list.as_str(), status]), all)
        }
        None => ("contacts", of_user, 0),
    };
    let searched = sort_column(query.search_by.unwrap_or(ContactSort::Email));
    filter.and_contains(searched, query.search.as_deref());
    let order = sort_column(query.sort_by.unwrap_or(ContactSort::Email));
    let direction = query.sort_order.unwrap_or(SortOrder::Ascending).as_str();
    let total = count_contacts(context, table, &filter)?;
    let reach = slice.offset().saturating_add(slice.limit()).unsigned_abs();
    let mut table = table;
    if list.is_some() && reach.saturating_mul(all) < total.saturating_mul(total) {
        table = IN_ORDER;
        filter.and("user_id = ?", values![context.account.user_id.as_str()].iter().cloned());
    }
    let rows = context.sql.run(
        &format!(
            "SELECT {}
             FROM {table}
             WHERE {}
             ORDER BY {order} {direction}, id {direction}
             LIMIT ? OFFSET ?",
            store::COLUMNS,
            filter.where_clause()
        ),
        &filter.bind_values(values![slice.limit(), slice.offset()]),
    )?;
    Ok((rows, total, slice))
}

/// The contacts of a list, from the list.
const OF_LIST: &str = "contact_list_members AS listed CROSS JOIN contacts ON contacts.id = listed.contact_id";

/// The contacts of a list, from all contacts of the user.
const IN_ORDER: &str = "contacts CROSS JOIN contact_list_members AS listed ON listed.contact_id = contacts.id";

/// The number of contacts, which all pages of a list have in common.
fn count_contacts(context: &CallContext, table: &str, filter: &Filter) -> Result<u64, SqlError> {
    let count = format!("SELECT COUNT(*) AS total FROM {table} WHERE {}", filter.where_clause());
    let rows = context.sql.run_cached(&count, &filter.bind_values(&[]))?;
    Ok(rows.first().map_or(0, |row| row.count("total")))
}

const fn sort_column(field: ContactSort) -> &'static str {
    match field {
        ContactSort::Email => "email",
        ContactSort::FirstName => "first_name",
        ContactSort::LastName => "last_name",
        ContactSort::Custom1 => "custom_1",
        ContactSort::Custom2 => "custom_2",
        ContactSort::Custom3 => "custom_3",
        ContactSort::Custom4 => "custom_4",
        ContactSort::Custom5 => "custom_5",
        ContactSort::Custom6 => "custom_6",
    }
}

/// Creates a contact. A contact that the user has already joins the list and is updated from the request. The same
/// address twice in one list, or without a list, is a conflict: our choice.
fn create_contact(context: &CallContext, body: &ContactNew, list: Option<&Id>) -> Result<Contact, ApiError> {
    let person = ContactInput::from_new(body)?;
    let id = match store::find_match(context, &person, list)? {
        ContactMatch::Missing => {
            store::count_created(context, 1)?;
            store::insert_contact(context, &person)?
        }
        ContactMatch::Unlisted(row) => {
            store::update_contact(context, &row, &person)?;
            row.text("id")
        }
        ContactMatch::Listed => {
            return Err(ApiError::with_detail(
                Error::AlreadyExists,
                "A contact with this `email` or `phone_number` exists already.",
            ));
        }
    };
    store::add_to_list(context, list, &id)?;
    Ok(contact_from_row(context, &store::load_contact(context, &id)?))
}

fn non_empty(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}

fn contact_ref(context: &CallContext, row: &Row) -> ContactRef {
    let id = row.text("id");
    ContactRef {
        first_name: row.text("first_name"),
        last_name: row.text("last_name"),
        email: non_empty(row.text("email")),
        phone_number: non_empty(row.text("phone_number")),
        href: context.operation_url::<GetContact>(&[&id]),
        id: id.into(),
    }
}

fn contact_from_row(context: &CallContext, row: &Row) -> Contact {
    let ContactRef { id, first_name, last_name, email, phone_number, href } = contact_ref(context, row);
    let custom_fields = Some(store::stored_custom_fields(row));
    Contact { id, first_name, last_name, email, phone_number, custom_fields, href }
}

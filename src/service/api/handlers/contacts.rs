//! Contacts: people whom a user can write to, with and without their lists. Each belongs to one user.

mod bulk;
mod fields;
pub mod lists;
pub mod store;

use crate::service::actor::context::Context;
use crate::service::actor::pieces::Pieces;
use crate::service::api::dispatch::Handle;
use crate::service::api::items;
use crate::service::store::filter::Filter;
use crate::service::store::sql::{Row, first, values};
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
use crate::wire::links::Slice;
use bulk::Adding;
use std::borrow::Cow;
use store::{Known, Person};

impl Handle for ListContacts {
    fn handle(self, context: &Context) -> Result<List<ContactRef>, ApiError> {
        let (paging, filter) = self.query;
        let (rows, total, slice) = page(context, None, &paging, &filter)?;
        let data = rows.iter().map(|row| contact_ref(context, row)).collect();
        Ok(context.envelope::<ListContacts, _>(slice, data, total))
    }
}

impl Handle for BulkContacts {
    fn handle(self, context: &Context) -> Result<List<Contact>, ApiError> {
        let (paging, filter) = self.query;
        let (rows, total, slice) = page(context, None, &paging, &filter)?;
        let data = rows.iter().map(|row| contact(context, row)).collect();
        Ok(context.envelope::<BulkContacts, _>(slice, data, total))
    }
}

impl Handle for ListContactsOfList {
    fn handle(self, context: &Context) -> Result<List<ContactRef>, ApiError> {
        let (paging, filter) = self.query;
        let (rows, total, slice) = page(context, Some(&self.contact_list_id), &paging, &filter)?;
        let data = rows.iter().map(|row| contact_ref(context, row)).collect();
        Ok(context.envelope::<ListContactsOfList, _>(slice, data, total))
    }
}

impl Handle for BulkContactsOfList {
    fn handle(self, context: &Context) -> Result<List<Contact>, ApiError> {
        let (paging, filter) = self.query;
        let (rows, total, slice) = page(context, Some(&self.contact_list_id), &paging, &filter)?;
        let data = rows.iter().map(|row| contact(context, row)).collect();
        Ok(context.envelope::<BulkContactsOfList, _>(slice, data, total))
    }
}

impl Handle for CreateContact {
    fn handle(self, context: &Context) -> Result<Contact, ApiError> {
        create(context, &self.body, None)
    }
}

impl Handle for CreateContactInList {
    fn handle(self, context: &Context) -> Result<Contact, ApiError> {
        lists::load(context, &self.contact_list_id)?;
        create(context, &self.body, Some(&self.contact_list_id))
    }
}

impl Handle for CreateContacts {
    fn go_on(context: &Context) -> Option<Result<ContactsAdded, ApiError>> {
        Adding::begun(context)
    }

    fn at_once<'a>(body: &'a [u8], pieces: &Pieces) -> Cow<'a, [u8]> {
        items::at_once(body, "contacts", pieces)
    }

    fn handle(self, context: &Context) -> Result<ContactsAdded, ApiError> {
        Adding::of(context, &self.body, None).go_on(context)
    }
}

impl Handle for CreateContactsInList {
    fn go_on(context: &Context) -> Option<Result<ContactsAdded, ApiError>> {
        Adding::begun(context)
    }

    fn at_once<'a>(body: &'a [u8], pieces: &Pieces) -> Cow<'a, [u8]> {
        items::at_once(body, "contacts", pieces)
    }

    fn handle(self, context: &Context) -> Result<ContactsAdded, ApiError> {
        Adding::of(context, &self.body, Some(self.contact_list_id)).go_on(context)
    }
}

impl Handle for GetContact {
    fn handle(self, context: &Context) -> Result<Contact, ApiError> {
        Ok(contact(context, &store::load(context, self.contact_id.as_str())?))
    }
}

impl Handle for UpdateContact {
    fn handle(self, context: &Context) -> Result<Contact, ApiError> {
        let id = self.contact_id.as_str();
        let row = store::load(context, id)?;
        store::change(context, &row, &Person::of_patch(&self.body)?)?;
        Ok(contact(context, &store::load(context, id)?))
    }
}

impl Handle for ReplaceContact {
    fn handle(self, context: &Context) -> Result<Contact, ApiError> {
        let id = self.contact_id.as_str();
        let row = store::load(context, id)?;
        store::change(context, &row, &Person::of(&self.body)?.complete())?;
        Ok(contact(context, &store::load(context, id)?))
    }
}

impl Handle for DeleteContact {
    fn handle(self, context: &Context) -> Result<Contact, ApiError> {
        let id = self.contact_id.as_str();
        let row = store::load(context, id)?;
        context.sql.run("DELETE FROM contact_list_members WHERE contact_id = ?", values![id])?;
        context.sql.run("DELETE FROM contacts WHERE id = ?", values![id])?;
        Ok(contact(context, &row))
    }
}

/// The contacts of a page, of the user's own or of those in a list, and the number of all.
fn page(
    context: &Context,
    list: Option<&Id>,
    paging: &Paging,
    query: &ContactFilter,
) -> Result<(Vec<Row>, u64, Slice), ApiError> {
    let status = query.status.unwrap_or(ContactStatus::Active).as_str();
    // The list comes first, so that reading one costs what it holds, and not what the user has.
    let (table, mut filter) = match list {
        Some(list) => {
            lists::load(context, list)?;
            let table = "contact_list_members AS listed CROSS JOIN contacts ON contacts.id = listed.contact_id";
            (table, Filter::new("listed.list_id = ? AND status = ?", values![list.as_str(), status]))
        }
        None => {
            let user = context.account.user_id.as_str();
            ("contacts", Filter::new("user_id = ? AND status = ?", values![user, status]))
        }
    };
    let searched = column(query.search_by.unwrap_or(ContactSort::Email));
    filter.and_contains(searched, query.search.as_deref());
    let order = column(query.sort_by.unwrap_or(ContactSort::Email));
    let direction = query.sort_order.unwrap_or(SortOrder::Ascending).as_str();
    let slice = context.slice(paging);
    let total = first(
        context.sql,
        &format!("SELECT COUNT(*) AS total FROM {table} WHERE {}", filter.sql()),
        &filter.values(&[]),
    )?;
    let rows = context.sql.run(
        &format!(
            "SELECT {}
             FROM {table}
             WHERE {}
             ORDER BY {order} {direction}, id {direction}
             LIMIT ? OFFSET ?",
            store::COLUMNS,
            filter.sql()
        ),
        &filter.values(values![slice.limit(), slice.offset()]),
    )?;
    Ok((rows, total.map_or(0, |row| row.count("total")), slice))
}

const fn column(field: ContactSort) -> &'static str {
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

/// One more contact. Somebody whom the user has already can join a list, and takes over what the request says;
/// the same address twice in one list, or in none, is a conflict: our choice.
fn create(context: &Context, body: &ContactNew, list: Option<&Id>) -> Result<Contact, ApiError> {
    let person = Person::of(body)?;
    let id = match store::known(context, &person, list)? {
        Known::Nobody => {
            store::count(context, 1)?;
            store::insert(context, &person)?
        }
        Known::Unlisted(row) => {
            store::change(context, &row, &person)?;
            row.text("id")
        }
        Known::Here => {
            return Err(ApiError::with(
                Error::AlreadyExists,
                "There is a contact with this `email` or `phone_number`.",
            ));
        }
    };
    store::enlist(context, list, &id)?;
    Ok(contact(context, &store::load(context, &id)?))
}

fn given(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}

fn contact_ref(context: &Context, row: &Row) -> ContactRef {
    let id = row.text("id");
    ContactRef {
        first_name: row.text("first_name"),
        last_name: row.text("last_name"),
        email: given(row.text("email")),
        phone_number: given(row.text("phone_number")),
        href: context.href::<GetContact>(&[&id]),
        id: id.into(),
    }
}

fn contact(context: &Context, row: &Row) -> Contact {
    let ContactRef { id, first_name, last_name, email, phone_number, href } = contact_ref(context, row);
    let custom_fields = Some(store::custom_fields_of(row));
    Contact { id, first_name, last_name, email, phone_number, custom_fields, href }
}

//! Stored contacts: lookup, matching by address, and changes.

use super::contact_input::{ContactInput, no_address_error};
use crate::service::actor::call_context::CallContext;
use crate::service::store::filter::json_list;
use crate::service::store::ids::{self, IdKind};
use crate::service::store::sql::{Row, SqlError, Value, first_row, values};
use crate::spec::endpoints::contacts::ContactStatus;
use crate::spec::errors::Error;
use crate::spec::resources::contacts::CUSTOM_FIELDS;
use crate::spec::types::Id;
use crate::wire::dates::DAY;
use crate::wire::error::ApiError;
use crate::wire::order;
use litemap::LiteMap;
use std::collections::BTreeMap;

/// Every column of a contact that the API returns.
pub const COLUMNS: &str = "contacts.id, first_name, last_name, email, phone_number,
    custom_1, custom_2, custom_3, custom_4, custom_5, custom_6, status";

/// The result of looking for a contact with the same address.
pub enum ContactMatch {
    /// There is none.
    Missing,
    /// There is one, outside the list.
    Unlisted(Row),
    /// There is one, in the list; or there is one and no list.
    Listed,
}

/// The custom fields of a contact that are not empty.
pub fn stored_custom_fields(row: &Row) -> BTreeMap<String, String> {
    let fields = CUSTOM_FIELDS.iter().map(|field| ((*field).to_owned(), row.text(&format!("custom_{field}"))));
    order::collect_map(fields.filter(|(_, text)| !text.is_empty()))
}

/// A contact of the caller.
///
/// # Errors
///
/// [`Error::NotFound`], if the caller has no such contact.
pub fn load_contact(context: &CallContext, id: &str) -> Result<Row, ApiError> {
    let row = first_row(
        context.sql,
        &format!("SELECT {COLUMNS} FROM contacts WHERE id = ? AND user_id = ?"),
        values![id, context.account.user_id.as_str()],
    )?;
    row.ok_or(Error::NotFound.into())
}

/// The caller's contact with an e-mail address, or with a phone number if the address is empty.
///
/// # Errors
///
/// When the statement fails.
fn find_by_address(context: &CallContext, email: &str, phone_number: &str) -> Result<Option<Row>, SqlError> {
    let (condition, address) = if email.is_empty() {
        ("email = '' AND phone_number = ?", phone_number)
    } else {
        ("email <> '' AND email = ?", email)
    };
    first_row(
        context.sql,
        &format!("SELECT {COLUMNS} FROM contacts WHERE user_id = ? AND {condition}"),
        values![context.account.user_id.as_str(), address],
    )
}

/// The caller's contacts with these e-mail addresses or, in the column `phone_number`, with these phone numbers, by the
/// address in lower case. Of several with a phone number, one without an e-mail address is found.
///
/// # Errors
///
/// When the statement fails.
pub fn find_by_addresses<'a>(
    context: &CallContext,
    column: &str,
    addresses: impl Iterator<Item = &'a str>,
) -> Result<LiteMap<String, Row>, SqlError> {
    let rows = context.sql.run(
        &format!(
            "SELECT {COLUMNS}
             FROM json_each(?) AS wanted
             CROSS JOIN contacts ON contacts.id = (
                 SELECT own.id
                 FROM contacts AS own
                 WHERE own.user_id = ? AND own.{column} = wanted.value AND own.{column} <> ''
                 ORDER BY own.email <> '', own.id
                 LIMIT 1)"
        ),
        values![json_list(addresses), context.account.user_id.as_str()],
    )?;
    Ok(order::collect_list_map(rows.into_iter().map(|row| (row.text(column).to_ascii_lowercase(), row))))
}

/// Whether the caller has a contact with the same address, in the list or outside it.
///
/// # Errors
///
/// When a statement fails.
pub fn find_match(context: &CallContext, person: &ContactInput, list: Option<&Id>) -> Result<ContactMatch, SqlError> {
    let (email, number) = (person.email.as_deref().unwrap_or_default(), person.phone_number.as_deref());
    let Some(row) = find_by_address(context, email, number.unwrap_or_default())? else {
        return Ok(ContactMatch::Missing);
    };
    let Some(list) = list else { return Ok(ContactMatch::Listed) };
    let listed = first_row(
        context.sql,
        "SELECT contact_id FROM contact_list_members WHERE list_id = ? AND contact_id = ?",
        values![list.as_str(), row.text("id")],
    )?;
    Ok(if listed.is_some() { ContactMatch::Listed } else { ContactMatch::Unlisted(row) })
}

/// Counts the contacts that the caller creates today.
///
/// # Errors
///
/// [`Error::ResourceLimit`], if they are more than the plan allows.
pub fn count_created(context: &CallContext, created: i64) -> Result<(), ApiError> {
    let row = first_row(
        context.sql,
        "INSERT INTO contact_days (user_id, day, created)
         VALUES (?, ?, ?)
         ON CONFLICT (user_id, day) DO UPDATE SET created = created + excluded.created
         RETURNING created",
        values![context.account.user_id.as_str(), context.now().floor(DAY), created],
    )?;
    let limit = context.account.plan.row().contacts_a_day;
    if row.is_some_and(|row| row.count("created") > u64::from(limit)) {
        return Err(ApiError::with_detail(
            Error::ResourceLimit,
            format!("The plan allows {limit} new contacts a day."),
        ));
    }
    Ok(())
}

/// Inserts a contact. Returns its id.
///
/// # Errors
///
/// An internal error, if a statement fails.
pub fn insert_contact(context: &CallContext, person: &ContactInput) -> Result<String, ApiError> {
    let id = ids::next_id(context.sql, IdKind::Contact)?;
    let ContactInput { first_name, last_name, email, phone_number, custom } = person.clone().fill_missing();
    let known = [Value::from(id.as_str()), context.account.user_id.as_str().into()];
    let input = [first_name, last_name, email.clone(), phone_number.clone()].into_iter().chain(custom).map(Value::from);
    let status = address_status(context, &email.unwrap_or_default(), &phone_number.unwrap_or_default())?;
    let values: Vec<Value> = known.into_iter().chain(input).chain([status, context.now().into()]).collect();
    context.sql.run(
        "INSERT INTO contacts (id, user_id, first_name, last_name, email, phone_number,
                               custom_1, custom_2, custom_3, custom_4, custom_5, custom_6, status, created)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        &values,
    )?;
    Ok(id)
}

/// Changes the fields that the request has.
///
/// # Errors
///
/// [`Error::BadBody`], if no address is left; [`Error::AlreadyExists`], if another contact has the address.
pub fn update_contact(context: &CallContext, row: &Row, person: &ContactInput) -> Result<(), ApiError> {
    let id = row.text("id");
    let email = person.email.clone().unwrap_or_else(|| row.text("email"));
    let phone_number = person.phone_number.clone().unwrap_or_else(|| row.text("phone_number"));
    if email.is_empty() && phone_number.is_empty() {
        return Err(no_address_error());
    }
    if find_by_address(context, &email, &phone_number)?.is_some_and(|other| other.text("id") != id) {
        return Err(ApiError::with_detail(Error::AlreadyExists, "Another contact has this `email` or `phone_number`."));
    }
    let status = address_status(context, &email, &phone_number)?;
    let names = [&person.first_name, &person.last_name].map(|name| Value::from(name.clone()));
    let custom = person.custom.clone().map(Value::from);
    let values: Vec<Value> =
        names.into_iter().chain([email.into(), phone_number.into()]).chain(custom).chain([status, id.into()]).collect();
    context.sql.run(
        "UPDATE contacts
         SET first_name = COALESCE(?, first_name),
             last_name = COALESCE(?, last_name),
             email = ?,
             phone_number = ?,
             custom_1 = COALESCE(?, custom_1),
             custom_2 = COALESCE(?, custom_2),
             custom_3 = COALESCE(?, custom_3),
             custom_4 = COALESCE(?, custom_4),
             custom_5 = COALESCE(?, custom_5),
             custom_6 = COALESCE(?, custom_6),
             status = ?
         WHERE id = ?",
        &values,
    )?;
    Ok(())
}

/// Adds a contact to a list. Does nothing without a list, or if the contact is in it.
///
/// # Errors
///
/// When the statement fails.
pub fn add_to_list(context: &CallContext, list: Option<&Id>, id: &str) -> Result<(), SqlError> {
    if let Some(list) = list {
        context.sql.run(
            "INSERT OR IGNORE INTO contact_list_members (list_id, contact_id)
             VALUES (?, ?)",
            values![list.as_str(), id],
        )?;
    }
    Ok(())
}

/// The status of an address: active, unless mail to it bounced or its owner has opted out.
fn address_status(context: &CallContext, email: &str, phone_number: &str) -> Result<Value, SqlError> {
    let address = if email.is_empty() { phone_number } else { email };
    let row = first_row(context.sql, "SELECT status FROM suppressions WHERE address = ?", values![address])?;
    Ok(row.map_or(ContactStatus::Active.as_str().into(), |row| row.text("status").into()))
}

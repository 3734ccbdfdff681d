//! How a contact is stored: what makes it valid, who it is the same as, and what of it changes.

use crate::service::actor::context::Context;
use crate::service::store::ids::{self, IdKind};
use crate::service::store::sql::{Row, SqlError, Value, first_row, values};
use crate::service::surveys::formats::{is_email, is_phone_number};
use crate::spec::endpoints::contacts::ContactStatus;
use crate::spec::errors::Error;
use crate::spec::resources::contacts::{CUSTOM_FIELDS, ContactNew, ContactPatch};
use crate::spec::types::Id;
use crate::wire::dates::DAY;
use crate::wire::error::ApiError;
use crate::wire::order;
use std::collections::BTreeMap;

/// Everything of a contact.
pub const COLUMNS: &str = "contacts.id, first_name, last_name, email, phone_number,
    custom_1, custom_2, custom_3, custom_4, custom_5, custom_6, status";

/// Custom fields `1` to `6`; none where nothing is said.
pub type CustomFields = [Option<String>; 6];

/// What a request says about a contact; none where it says nothing.
#[derive(Debug, Clone, Default)]
pub struct ContactInput {
    /// First name.
    pub first_name: Option<String>,
    /// Last name.
    pub last_name: Option<String>,
    /// Email address.
    pub email: Option<String>,
    /// Phone number.
    pub phone_number: Option<String>,
    /// Custom fields.
    pub custom: CustomFields,
}

/// Whether the user has the person already.
pub enum ContactMatch {
    /// No.
    Missing,
    /// Yes, but the list does not hold them.
    Unlisted(Row),
    /// Yes, in the list if there is one.
    Listed,
}

impl ContactInput {
    /// What creates a contact, or replaces one.
    pub fn from_new(body: &ContactNew) -> Result<ContactInput, ApiError> {
        ContactInput::with_custom_fields(body, custom_fields(body.custom_fields.as_ref())?)
    }

    /// The same with custom fields that are known to be right.
    pub fn with_custom_fields(body: &ContactNew, custom: CustomFields) -> Result<ContactInput, ApiError> {
        let (email, phone_number) =
            (check_email(body.email.as_ref())?, check_phone_number(body.phone_number.as_ref())?);
        if email.as_deref().unwrap_or_default().is_empty() && phone_number.as_deref().unwrap_or_default().is_empty() {
            return Err(no_address_error());
        }
        let (first_name, last_name) = (Some(body.first_name.clone()), Some(body.last_name.clone()));
        Ok(ContactInput { first_name, last_name, email, phone_number, custom })
    }

    /// What changes a contact.
    pub fn from_patch(body: &ContactPatch) -> Result<ContactInput, ApiError> {
        Ok(ContactInput {
            first_name: body.first_name.clone(),
            last_name: body.last_name.clone(),
            email: check_email(body.email.as_ref())?,
            phone_number: check_phone_number(body.phone_number.as_ref())?,
            custom: custom_fields(body.custom_fields.as_ref())?,
        })
    }

    /// The same, with nothing where the request says nothing: what is left out is lost.
    pub fn fill_missing(self) -> ContactInput {
        let filled = |text: Option<String>| Some(text.unwrap_or_default());
        ContactInput {
            first_name: filled(self.first_name),
            last_name: filled(self.last_name),
            email: filled(self.email),
            phone_number: filled(self.phone_number),
            custom: self.custom.map(filled),
        }
    }
}

/// Custom fields by their numbers; 1002 if there is no such field.
pub fn custom_fields(fields: Option<&BTreeMap<String, String>>) -> Result<CustomFields, ApiError> {
    let mut custom = CustomFields::default();
    for (name, text) in fields.into_iter().flatten() {
        let place = CUSTOM_FIELDS.iter().position(|field| field == name);
        let place = place.and_then(|place| custom.get_mut(place));
        let place = place
            .ok_or(ApiError::with_detail(Error::BadBody, "The keys of `custom_fields` must be \"1\" to \"6\"."))?;
        *place = Some(text.clone());
    }
    Ok(custom)
}

/// The custom fields of a contact that hold something.
pub fn stored_custom_fields(row: &Row) -> BTreeMap<String, String> {
    let fields = CUSTOM_FIELDS.iter().map(|field| ((*field).to_owned(), row.text(&format!("custom_{field}"))));
    order::collect_map(fields.filter(|(_, text)| !text.is_empty()))
}

/// What stands where a contact's address should be; the name if nothing does.
pub fn address_or_name(body: &ContactNew) -> String {
    let address = [&body.email, &body.phone_number].into_iter().flatten().find(|text| !text.is_empty());
    address.cloned().unwrap_or_else(|| format!("{} {}", body.first_name, body.last_name))
}

fn check_email(text: Option<&String>) -> Result<Option<String>, ApiError> {
    let text = text.map(|text| text.trim().to_owned());
    if text.as_ref().is_some_and(|text| !text.is_empty() && !is_email(text)) {
        return Err(ApiError::with_detail(Error::BadBody, "`email` must be an email address."));
    }
    Ok(text)
}

fn check_phone_number(text: Option<&String>) -> Result<Option<String>, ApiError> {
    let text = text.map(|text| text.trim().to_owned());
    if text.as_ref().is_some_and(|text| !text.is_empty() && !is_phone_number(text)) {
        return Err(ApiError::with_detail(Error::BadBody, "`phone_number` must be a number such as +12175550142."));
    }
    Ok(text)
}

fn no_address_error() -> ApiError {
    ApiError::with_detail(Error::BadBody, "`email` or `phone_number` must be given.")
}

/// A contact of the user.
pub fn load_contact(context: &Context, id: &str) -> Result<Row, ApiError> {
    let row = first_row(
        context.sql,
        &format!("SELECT {COLUMNS} FROM contacts WHERE id = ? AND user_id = ?"),
        values![id, context.account.user_id.as_str()],
    )?;
    row.ok_or(Error::NotFound.into())
}

/// The user's contact with an email address, or without one and with a phone number.
pub fn find_by_address(context: &Context, email: &str, phone_number: &str) -> Result<Option<Row>, SqlError> {
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

/// A contact of the user with a phone number, whether or not they have an email address too.
pub fn find_by_phone_number(context: &Context, phone_number: &str) -> Result<Option<Row>, SqlError> {
    first_row(
        context.sql,
        &format!(
            "SELECT {COLUMNS}
             FROM contacts
             WHERE phone_number = ? AND user_id = ?
             ORDER BY email <> '', id
             LIMIT 1"
        ),
        values![phone_number, context.account.user_id.as_str()],
    )
}

/// Whether the user has the person already, and the list too.
pub fn find_match(context: &Context, person: &ContactInput, list: Option<&Id>) -> Result<ContactMatch, SqlError> {
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

/// Counts the contacts that the user makes today; 1062 if they are too many.
pub fn count_created(context: &Context, made: i64) -> Result<(), ApiError> {
    let row = first_row(
        context.sql,
        "INSERT INTO contact_days (user_id, day, created)
         VALUES (?, ?, ?)
         ON CONFLICT (user_id, day) DO UPDATE SET created = created + excluded.created
         RETURNING created",
        values![context.account.user_id.as_str(), context.now.floor(DAY), made],
    )?;
    let most = context.account.plan.row().contacts_a_day;
    if row.is_some_and(|row| row.count("created") > u64::from(most)) {
        return Err(ApiError::with_detail(Error::ResourceLimit, format!("The plan allows {most} new contacts a day.")));
    }
    Ok(())
}

/// A new contact. Its id.
pub fn insert_contact(context: &Context, person: &ContactInput) -> Result<String, ApiError> {
    let id = ids::next_id(context.sql, IdKind::Contact)?;
    let ContactInput { first_name, last_name, email, phone_number, custom } = person.clone().fill_missing();
    let known = [Value::from(id.as_str()), context.account.user_id.as_str().into()];
    let said = [first_name, last_name, email.clone(), phone_number.clone()].into_iter().chain(custom).map(Value::from);
    let status = address_status(context, &email.unwrap_or_default(), &phone_number.unwrap_or_default())?;
    let values: Vec<Value> = known.into_iter().chain(said).chain([status, context.now.into()]).collect();
    context.sql.run(
        "INSERT INTO contacts (id, user_id, first_name, last_name, email, phone_number,
                               custom_1, custom_2, custom_3, custom_4, custom_5, custom_6, status, created)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        &values,
    )?;
    Ok(id)
}

/// Changes what the request speaks of; 1026 if somebody else has the address.
pub fn update_contact(context: &Context, row: &Row, person: &ContactInput) -> Result<(), ApiError> {
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

/// Replaces all custom fields of a contact.
pub fn set_custom_fields(context: &Context, id: &str, custom: &[String; 6]) -> Result<(), SqlError> {
    let values: Vec<Value> = custom.iter().map(String::as_str).chain([id]).map(Value::from).collect();
    context.sql.run(
        "UPDATE contacts
         SET custom_1 = ?, custom_2 = ?, custom_3 = ?, custom_4 = ?, custom_5 = ?, custom_6 = ?
         WHERE id = ?",
        &values,
    )?;
    Ok(())
}

/// Puts a contact into a list, if there is one and it is not in it.
pub fn add_to_list(context: &Context, list: Option<&Id>, id: &str) -> Result<(), SqlError> {
    if let Some(list) = list {
        context.sql.run(
            "INSERT OR IGNORE INTO contact_list_members (list_id, contact_id)
             VALUES (?, ?)",
            values![list.as_str(), id],
        )?;
    }
    Ok(())
}

/// What is known of an address: that it refused, or nothing.
fn address_status(context: &Context, email: &str, phone_number: &str) -> Result<Value, SqlError> {
    let address = if email.is_empty() { phone_number } else { email };
    let row = first_row(context.sql, "SELECT status FROM suppressions WHERE address = ?", values![address])?;
    Ok(row.map_or(ContactStatus::Active.as_str().into(), |row| row.text("status").into()))
}

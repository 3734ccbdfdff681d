//! The sources of recipients: people described in the request, contacts, and contact lists.

use crate::service::actor::call_context::CallContext;
use crate::service::api::handlers::contacts::{contact_input, store};
use crate::service::api::handlers::text_limits::check_length;
use crate::service::store::backlog::{self, Kind, Part};
use crate::service::store::filter::json_list;
use crate::service::store::sql::{Row, SqlError, values};
use crate::service::surveys::formats::{is_phone_number, stored_address};
use crate::spec::errors::Error;
use crate::spec::limits::{EXTRA_FIELDS_CHARS_MAX, TITLE_CHARS_MAX};
use crate::spec::resources::collectors::CollectorType;
use crate::spec::resources::recipients::RecipientPerson;
use crate::spec::types::Id;
use crate::wire::error::ApiError;
use crate::wire::order;
use litemap::LiteMap;
use std::collections::BTreeMap;

/// A person with an address, who may become a recipient.
#[derive(Debug, Clone)]
pub struct RecipientCandidate {
    /// E-mail address or phone number, depending on the collector's type.
    pub address: String,
    /// Id of the contact, if the person is one.
    pub contact_id: Option<String>,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Custom fields.
    pub custom_fields: BTreeMap<String, String>,
    /// Further fields of the app.
    pub extra_fields: BTreeMap<String, String>,
}

/// A candidate, or the id or address that leads to none.
pub type CandidateResult = Result<RecipientCandidate, String>;

/// The field of a person that a collector of this type writes to.
pub fn address_field(kind: CollectorType) -> &'static str {
    if kind == CollectorType::Sms { "phone_number" } else { "email" }
}

/// The address of a described person.
///
/// # Errors
///
/// [`Error::BadBody`], if there is no valid one, for an unknown custom field, or for a text that is too long.
pub fn check_person(kind: CollectorType, person: &RecipientPerson) -> Result<String, ApiError> {
    contact_input::custom_fields(person.custom_fields.as_ref())?;
    contact_input::check_names(person.first_name.as_deref(), person.last_name.as_deref())?;
    check_extra_fields(person.extra_fields.as_ref())?;
    let given = if kind == CollectorType::Sms { &person.phone_number } else { &person.email };
    address_for(kind, given.as_deref().unwrap_or_default()).ok_or_else(|| {
        let detail = format!("`contact_id` or a valid `{}` is required.", address_field(kind));
        ApiError::with_detail(Error::BadBody, detail)
    })
}

/// The candidates for described people. Missing fields are taken from the contact with the address. But if any person
/// of the request has custom fields (`custom`), those of the others are cleared, in the stored contact too: a quirk of
/// the API that its users know. Also returns what the backlog writes to these contacts.
///
/// A person whose fields cannot be used is reported as one whose address is invalid.
///
/// # Errors
///
/// When the statement fails.
pub fn candidates_from_people(
    context: &CallContext,
    kind: CollectorType,
    people: Vec<RecipientPerson>,
    custom: bool,
) -> Result<(Vec<CandidateResult>, Vec<Part>), SqlError> {
    let addresses: Vec<Option<String>> = people.iter().map(|person| check_person(kind, person).ok()).collect();
    let known = store::find_by_addresses(context, address_field(kind), addresses.iter().flatten().map(String::as_str))?;
    let mut changes = LiteMap::new_vec();
    let mut candidates = Vec::with_capacity(people.len());
    for (person, address) in people.into_iter().zip(addresses) {
        let Some(address) = address else {
            candidates.push(Err(given_address(&person)));
            continue;
        };
        let stored = known.get(&address.to_ascii_lowercase());
        let contact_id = stored.map(|row| row.text("id"));
        if let Some(id) = contact_id.clone().filter(|_| custom) {
            let fields = contact_input::custom_fields(person.custom_fields.as_ref()).unwrap_or_default();
            let fields = fields.map(|text| text.or(Some(String::new())));
            // Of several people with the address, the last one counts.
            changes.insert(id.clone(), [Some(id)].into_iter().chain(fields).collect());
        }
        let stored_text = |column: &str| stored.map(|row| row.text(column)).unwrap_or_default();
        candidates.push(Ok(RecipientCandidate {
            contact_id,
            first_name: person.first_name.unwrap_or_else(|| stored_text("first_name")),
            last_name: person.last_name.unwrap_or_else(|| stored_text("last_name")),
            custom_fields: match person.custom_fields {
                Some(fields) => fields,
                None if custom => BTreeMap::new(),
                None => stored.map(store::stored_custom_fields).unwrap_or_default(),
            },
            extra_fields: person.extra_fields.unwrap_or_default(),
            address,
        }));
    }
    Ok((candidates, backlog::parts(Kind::CustomFields, "", changes.into_iter().map(|(_, row)| row))))
}

/// The address of a person as it was sent, which identifies an invalid one in the response.
fn given_address(person: &RecipientPerson) -> String {
    let given = [&person.email, &person.phone_number].into_iter().flatten().find(|text| !text.is_empty());
    given.cloned().unwrap_or_default()
}

/// Checks the lengths of extra fields.
///
/// # Errors
///
/// [`Error::BadBody`], if one is too long, or if all together are.
pub fn check_extra_fields(fields: Option<&BTreeMap<String, String>>) -> Result<(), ApiError> {
    let mut all = String::new();
    for text in fields.into_iter().flatten().flat_map(|(name, text)| [name, text]) {
        check_length("extra_fields", text, TITLE_CHARS_MAX)?;
        all.push_str(text);
    }
    check_length("extra_fields", &all, EXTRA_FIELDS_CHARS_MAX)
}

/// The candidate for a contact; `None` if it lacks the address that the collector writes to.
pub fn candidate_from_contact(kind: CollectorType, row: &Row) -> Option<RecipientCandidate> {
    address_for(kind, &row.text(address_field(kind))).map(|address| RecipientCandidate {
        address,
        contact_id: Some(row.text("id")),
        first_name: row.text("first_name"),
        last_name: row.text("last_name"),
        custom_fields: store::stored_custom_fields(row),
        extra_fields: BTreeMap::new(),
    })
}

/// The address in a text as it is stored, if a collector of this type writes to such addresses.
fn address_for(kind: CollectorType, text: &str) -> Option<String> {
    match kind {
        CollectorType::Sms => Some(text.trim()).filter(|number| is_phone_number(number)).map(str::to_owned),
        _ => stored_address(text),
    }
}

/// The candidates for contacts of the caller, in the order of the ids.
///
/// # Errors
///
/// When the statement fails.
pub fn candidates_from_ids(
    context: &CallContext,
    kind: CollectorType,
    ids: &[Id],
) -> Result<Vec<CandidateResult>, SqlError> {
    let rows = context.sql.run(
        &format!(
            "SELECT {}
             FROM contacts
             WHERE id IN (SELECT value FROM json_each(?)) AND user_id = ?",
            store::COLUMNS
        ),
        values![json_list(ids.iter().map(Id::as_str)), context.account.user_id.as_str()],
    )?;
    let rows = order::collect_list_map(rows.into_iter().map(|row| (row.text("id"), row)));
    let candidate = |id: &Id| rows.get(id.as_str()).and_then(|row| candidate_from_contact(kind, row));
    Ok(ids.iter().map(|id| candidate(id).ok_or_else(|| id.0.clone())).collect())
}

/// The next contacts of a list, after the one with the id `last`.
///
/// # Errors
///
/// When the statement fails.
pub fn contacts_of_list(context: &CallContext, list: &Id, last: &str, most: usize) -> Result<Vec<Row>, SqlError> {
    context.sql.run(
        &format!(
            "SELECT {}
             FROM contact_list_members AS listed
             CROSS JOIN contacts ON contacts.id = listed.contact_id
             WHERE listed.list_id = ? AND listed.contact_id > ?
             ORDER BY listed.contact_id
             LIMIT ?",
            store::COLUMNS
        ),
        values![list.as_str(), last, i64::try_from(most).unwrap_or(i64::MAX)],
    )
}

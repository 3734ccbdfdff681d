//! The sources of recipients: people described in the request, contacts, and contact lists.

use crate::service::actor::context::Context;
use crate::service::api::handlers::contacts::{contact_input, lists, store};
use crate::service::api::handlers::text_limits::check_length;
use crate::service::store::filter::json_list;
use crate::service::store::sql::{Row, SqlError, values};
use crate::service::surveys::formats::{is_email, is_phone_number};
use crate::spec::errors::Error;
use crate::spec::limits::{NAMED_PEOPLE_MAX, TITLE_CHARS_MAX};
use crate::spec::resources::collectors::CollectorType;
use crate::spec::resources::recipients::{RecipientPerson, RecipientsNew};
use crate::spec::types::Id;
use crate::wire::error::ApiError;
use crate::wire::order;
use std::collections::{BTreeMap, BTreeSet};

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

/// Contacts that are read at once, so that memory stays bounded however many a request names.
const CONTACTS_PER_READ: usize = 1000;

/// The people that a request names, in its order.
#[derive(Default)]
pub struct NamedPeople {
    /// The first of each address.
    pub candidates: Vec<RecipientCandidate>,
    /// The addresses of the others.
    pub duplicates: Vec<String>,
    /// The ids and addresses that lead to no candidate.
    pub invalids: Vec<String>,
    /// The addresses of the candidates, in lower case.
    addresses: BTreeSet<String>,
    /// How many were named, each as often as it was.
    count: usize,
}

impl NamedPeople {
    fn add(&mut self, named: Result<RecipientCandidate, String>) -> Result<(), ApiError> {
        self.count = self.count.saturating_add(1);
        if self.count > NAMED_PEOPLE_MAX {
            let detail = format!("A request can name at most {NAMED_PEOPLE_MAX} people, those on its lists included.");
            return Err(ApiError::with_detail(Error::TooManyRecipients, detail));
        }
        match named {
            Err(invalid) => self.invalids.push(invalid),
            Ok(candidate) if !self.addresses.insert(candidate.address.to_lowercase()) => {
                self.duplicates.push(candidate.address);
            }
            Ok(candidate) => self.candidates.push(candidate),
        }
        Ok(())
    }

    fn add_contacts(&mut self, context: &Context, kind: CollectorType, ids: &[Id]) -> Result<(), ApiError> {
        for ids in ids.chunks(CONTACTS_PER_READ) {
            let rows = contacts_by_ids(context, ids)?;
            let rows = order::collect_list_map(rows.into_iter().map(|row| (row.text("id"), row)));
            for id in ids {
                let candidate = rows.get(id.as_str()).and_then(|row| candidate_from_contact(kind, row));
                self.add(candidate.ok_or_else(|| id.0.clone()))?;
            }
        }
        Ok(())
    }

    /// Adds the contacts of lists. A list that is named again adds nothing.
    fn add_lists(&mut self, context: &Context, kind: CollectorType, ids: &[Id]) -> Result<(), ApiError> {
        let mut known = BTreeSet::new();
        for list in ids.iter().filter(|list| known.insert(list.0.clone())) {
            if lists::load_list(context, list).is_err() {
                self.invalids.push(list.0.clone());
                continue;
            }
            let mut last = String::new();
            loop {
                let rows = contacts_of_list(context, list, &last)?;
                for row in &rows {
                    last = row.text("id");
                    self.add(candidate_from_contact(kind, row).ok_or_else(|| last.clone()))?;
                }
                if rows.len() < CONTACTS_PER_READ {
                    break;
                }
            }
        }
        Ok(())
    }
}

/// The people that a request names.
///
/// # Errors
///
/// [`Error::TooManyRecipients`], if it names too many; an internal error, if a statement fails.
pub fn collect_people(context: &Context, kind: CollectorType, body: &RecipientsNew) -> Result<NamedPeople, ApiError> {
    let mut named = NamedPeople::default();
    let people = body.contacts.as_deref().unwrap_or_default();
    let custom = people.iter().any(|person| person.custom_fields.is_some());
    for person in people {
        // A person whose fields cannot be used is reported as one whose address is invalid.
        let candidate = match candidate_from_person(context, kind, person, custom) {
            Err(error) if error.error == Error::BadBody => Err(given_address(person)),
            candidate => candidate?,
        };
        named.add(candidate)?;
    }
    named.add_contacts(context, kind, body.contact_ids.as_deref().unwrap_or_default())?;
    named.add_lists(context, kind, body.contact_list_ids.as_deref().unwrap_or_default())?;
    Ok(named)
}

/// The candidate for a described person, or the text of an invalid address. Missing fields are taken from the contact
/// with the address. But if any person of the request has custom fields (`custom`), those of the others are cleared, in
/// the stored contact too: a quirk of the API that its users know.
///
/// # Errors
///
/// [`Error::BadBody`] for an unknown custom field or a text that is too long; an internal error, if a statement fails.
pub fn candidate_from_person(
    context: &Context,
    kind: CollectorType,
    person: &RecipientPerson,
    custom: bool,
) -> Result<Result<RecipientCandidate, String>, ApiError> {
    let custom_fields = contact_input::custom_fields(person.custom_fields.as_ref())?;
    contact_input::check_names(person.first_name.as_deref(), person.last_name.as_deref())?;
    check_extra_fields(person.extra_fields.as_ref())?;
    let given = if kind == CollectorType::Sms { &person.phone_number } else { &person.email };
    let address = given.as_deref().unwrap_or_default().trim().to_owned();
    if !is_address_for(kind, &address) {
        return Ok(Err(given_address(person)));
    }
    let stored = if kind == CollectorType::Sms {
        store::find_by_phone_number(context, &address)?
    } else {
        store::find_by_address(context, &address, "")?
    };
    if let Some(row) = stored.as_ref().filter(|_| custom) {
        store::set_custom_fields(context, &row.text("id"), &custom_fields.map(Option::unwrap_or_default))?;
    }
    let stored_text = |column: &str| stored.as_ref().map(|row| row.text(column)).unwrap_or_default();
    Ok(Ok(RecipientCandidate {
        contact_id: stored.as_ref().map(|row| row.text("id")),
        first_name: person.first_name.clone().unwrap_or_else(|| stored_text("first_name")),
        last_name: person.last_name.clone().unwrap_or_else(|| stored_text("last_name")),
        custom_fields: match &person.custom_fields {
            Some(fields) => fields.clone(),
            None if custom => BTreeMap::new(),
            None => stored.as_ref().map(store::stored_custom_fields).unwrap_or_default(),
        },
        extra_fields: person.extra_fields.clone().unwrap_or_default(),
        address,
    }))
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
/// [`Error::BadBody`], if one is too long.
pub fn check_extra_fields(fields: Option<&BTreeMap<String, String>>) -> Result<(), ApiError> {
    let mut texts = fields.into_iter().flatten().flat_map(|(name, text)| [name, text]);
    texts.try_for_each(|text| check_length("extra_fields", text, TITLE_CHARS_MAX))
}

/// The candidate for a contact; `None` if it lacks the address that the collector writes to.
pub fn candidate_from_contact(kind: CollectorType, row: &Row) -> Option<RecipientCandidate> {
    let address = row.text(if kind == CollectorType::Sms { "phone_number" } else { "email" });
    is_address_for(kind, &address).then(|| RecipientCandidate {
        address,
        contact_id: Some(row.text("id")),
        first_name: row.text("first_name"),
        last_name: row.text("last_name"),
        custom_fields: store::stored_custom_fields(row),
        extra_fields: BTreeMap::new(),
    })
}

fn is_address_for(kind: CollectorType, address: &str) -> bool {
    if kind == CollectorType::Sms { is_phone_number(address) } else { is_email(address) }
}

fn contacts_by_ids(context: &Context, ids: &[Id]) -> Result<Vec<Row>, SqlError> {
    context.sql.run(
        &format!(
            "SELECT {}
             FROM contacts
             WHERE id IN (SELECT value FROM json_each(?)) AND user_id = ?",
            store::COLUMNS
        ),
        values![json_list(ids.iter().map(Id::as_str)), context.account.user_id.as_str()],
    )
}

/// The next contacts of a list, after the one with the id `last`.
fn contacts_of_list(context: &Context, list: &Id, last: &str) -> Result<Vec<Row>, SqlError> {
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
        values![list.as_str(), last, CONTACTS_PER_READ as i64],
    )
}

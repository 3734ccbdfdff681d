//! Bulk creation of contacts: decoded in portions, checked in order, and written all or none.

use super::contact_input::{self, ContactInput, CustomFields};
use super::store;
use super::{lists, non_empty};
use crate::service::actor::call_context::CallContext;
use crate::service::actor::chunked_work::{CHUNK_QUESTION_BYTES, CHUNK_RESPONSE_BYTES};
use crate::service::api::body_items::BodyItems;
use crate::service::store::backlog::{Kind, parts};
use crate::service::store::filter::json_list;
use crate::service::store::ids;
use crate::service::store::sql::{Row, SqlError, values};
use crate::spec::endpoints::contacts::GetContact;
use crate::spec::errors::Error;
use crate::spec::limits::CONTACTS_BULK_MAX;
use crate::spec::resources::contacts::{ContactNew, ContactRef, ContactsAdded, ContactsNew};
use crate::spec::types::Id;
use crate::wire::dates::Timestamp;
use crate::wire::error::ApiError;
use crate::wire::order;
use std::collections::BTreeMap;

/// A bulk creation in progress.
pub struct ContactImport {
    list: Option<Id>,
    items: BodyItems,
    update: bool,
    /// The decoded items: contacts, or the address or name of an invalid one.
    read: Vec<Result<ContactInput, String>>,
}

/// A contact that the user has or is about to have.
struct KnownContact {
    id: String,
    first_name: String,
    last_name: String,
    email: String,
    phone_number: String,
    /// Custom fields to write; `None` leaves a field as it is.
    custom: CustomFields,
    listed: bool,
    /// Whether it is inserted or changed; `None` if neither.
    writes: Option<Kind>,
}

impl ContactImport {
    /// Continues the creation in progress, if there is one.
    pub fn resume_pending(context: &CallContext) -> Option<Result<ContactsAdded, ApiError>> {
        let pending = context.chunked_work.take_state(|_: &ContactImport| true)?;
        Some(pending.run_chunk(context))
    }

    /// A new creation. With a list, the contacts also become members of it.
    pub fn from_body(context: &CallContext, body: &ContactsNew, list: Option<Id>) -> Box<ContactImport> {
        let items = context.chunked_work.take_state(|_: &BodyItems| true).map(|items| *items).unwrap_or_default();
        Box::new(ContactImport { list, items, update: body.update_existing.unwrap_or(false), read: Vec::new() })
    }

    /// Decodes the next portion; after the last one, writes everything. A contact that the user has already joins the
    /// list unchanged, unless the request asks for updates.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`] for the list, [`Error::ResourceLimit`] for too many contacts, and errors of an item. Between
    /// two portions, an internal error that is never sent.
    pub fn run_chunk(mut self: Box<Self>, context: &CallContext) -> Result<ContactsAdded, ApiError> {
        if let Some(list) = &self.list {
            lists::load_list(context, list)?;
        }
        if self.items.item_count() > usize::try_from(CONTACTS_BULK_MAX).unwrap_or(usize::MAX) {
            let detail = format!("`contacts` has too many items: at most {CONTACTS_BULK_MAX} are allowed.");
            return Err(ApiError::with_detail(Error::ResourceLimit, detail));
        }
        let mut spent = 0_usize;
        while let Some((new, bytes)) = self.items.next_item::<ContactNew>()? {
            self.read.push(ContactInput::from_new(&new).map_err(|_| contact_input::address_or_name(&new)));
            spent = spent.saturating_add(bytes);
            if spent >= CHUNK_RESPONSE_BYTES {
                return Err(context.chunked_work.pause_with(self));
            }
        }
        match spent > CHUNK_QUESTION_BYTES {
            true => Err(context.chunked_work.pause_with(self)),
            false => self.write_contacts(context),
        }
    }

    fn write_contacts(self, context: &CallContext) -> Result<ContactsAdded, ApiError> {
        let (mut contacts, mut indexes) = self.load_known(context)?;
        let list = self.list.as_ref().map(Id::as_str);
        let people = self.read.iter().flatten();
        let unknown = order::collect_set(people.map(contact_key).filter(|address| !indexes.contains_key(address)));
        store::count_created(context, i64::try_from(unknown.len()).unwrap_or(i64::MAX))?;
        let mut new_ids = ids::next_ids(context.sql, ids::IdKind::Contact, unknown.len())?;
        let mut added = ContactsAdded { succeeded: Vec::new(), invalids: Vec::new(), existing: Vec::new() };
        let mut members = Vec::new();
        for read in self.read {
            let person = match read {
                Ok(person) => person,
                Err(text) => {
                    added.invalids.push(text);
                    continue;
                }
            };
            let address = contact_key(&person);
            let index = indexes.get(&address).copied().unwrap_or(contacts.len());
            let is_new = index == contacts.len();
            if is_new {
                indexes.insert(address, index);
                contacts.push(KnownContact::new(new_ids.next().unwrap_or_default()));
            }
            let Some(contact) = contacts.get_mut(index) else { continue };
            let existed = !is_new && !self.update && (list.is_none() || contact.listed);
            if is_new || self.update {
                contact.merge_input(person);
            }
            if list.is_some() && !contact.listed {
                contact.listed = true;
                members.push(vec![Some(contact.id.clone())]);
            }
            let contact = contact.to_ref(context);
            if existed { added.existing.push(contact) } else { added.succeeded.push(contact) }
        }
        let rows = |kind: Kind| {
            let written = contacts.iter().filter(move |contact| contact.writes == Some(kind));
            written.map(|contact| contact.to_row(context.now()))
        };
        let user = context.account.user_id.as_str();
        let mut noted = parts(Kind::Contacts, user, rows(Kind::Contacts));
        noted.extend(parts(Kind::Changes, user, rows(Kind::Changes)));
        noted.extend(parts(Kind::Members, list.unwrap_or_default(), members));
        context.add_to_backlog(noted)?;
        Ok(added)
    }

    /// The contacts of the request that the user has already, and the index of each by its key.
    fn load_known(&self, context: &CallContext) -> Result<(Vec<KnownContact>, BTreeMap<String, usize>), SqlError> {
        let (mut contacts, mut indexes) = (Vec::new(), BTreeMap::new());
        let wanted = order::collect_set(self.read.iter().flatten().map(contact_key));
        for (has_email, condition) in
            [(true, "email <> '' AND email = wanted.value"), (false, "email = '' AND phone_number = wanted.value")]
        {
            let wanted = wanted.iter().filter(|address| address.contains('@') == has_email);
            let rows = context.sql.run(
                &format!(
                    "SELECT contacts.id, first_name, last_name, email, phone_number,
                            EXISTS (SELECT 1
                                    FROM contact_list_members
                                    WHERE list_id = ? AND contact_id = contacts.id) AS listed
                     FROM json_each(?) AS wanted
                     CROSS JOIN contacts
                     WHERE user_id = ? AND {condition}"
                ),
                values![
                    self.list.as_ref().map(Id::as_str),
                    json_list(wanted.map(String::as_str)),
                    context.account.user_id.as_str()
                ],
            )?;
            for row in &rows {
                let contact = KnownContact::from_row(row);
                indexes.insert(known_by(&contact.email, &contact.phone_number), contacts.len());
                contacts.push(contact);
            }
        }
        Ok((contacts, indexes))
    }
}

/// The key by which contacts are compared.
fn contact_key(person: &ContactInput) -> String {
    let text = |field: &Option<String>| field.clone().unwrap_or_default();
    known_by(&text(&person.email), &text(&person.phone_number))
}

/// The e-mail address in lower case, or without one the phone number, which contains no `@`.
fn known_by(email: &str, phone_number: &str) -> String {
    if email.is_empty() { phone_number.to_owned() } else { email.to_ascii_lowercase() }
}

impl KnownContact {
    fn new(id: String) -> KnownContact {
        let text = String::new;
        KnownContact {
            id,
            first_name: text(),
            last_name: text(),
            email: text(),
            phone_number: text(),
            custom: CustomFields::default().map(|_| Some(text())),
            listed: false,
            writes: Some(Kind::Contacts),
        }
    }

    fn from_row(row: &Row) -> KnownContact {
        KnownContact {
            id: row.text("id"),
            first_name: row.text("first_name"),
            last_name: row.text("last_name"),
            email: row.text("email"),
            phone_number: row.text("phone_number"),
            custom: CustomFields::default(),
            listed: row.boolean("listed"),
            writes: None,
        }
    }

    /// Takes the fields that the request has.
    fn merge_input(&mut self, person: ContactInput) {
        for (own, new) in [
            (&mut self.first_name, person.first_name),
            (&mut self.last_name, person.last_name),
            (&mut self.email, person.email),
            (&mut self.phone_number, person.phone_number),
        ] {
            *own = new.unwrap_or(std::mem::take(own));
        }
        for (own, new) in self.custom.iter_mut().zip(person.custom) {
            *own = new.or(own.take());
        }
        self.writes = self.writes.or(Some(Kind::Changes));
    }

    /// The row for the backlog.
    fn to_row(&self, now: Timestamp) -> Vec<Option<String>> {
        let KnownContact { id, first_name, last_name, email, phone_number, custom, .. } = self;
        let address = if email.is_empty() { phone_number } else { email };
        let fields = [id, first_name, last_name, email, phone_number].into_iter().cloned().map(Some);
        let known = [address.clone(), now.0.to_string()].into_iter().map(Some);
        fields.chain(custom.iter().cloned()).chain(known).collect()
    }

    fn to_ref(&self, context: &CallContext) -> ContactRef {
        ContactRef {
            first_name: self.first_name.clone(),
            last_name: self.last_name.clone(),
            email: non_empty(self.email.clone()),
            phone_number: non_empty(self.phone_number.clone()),
            href: context.operation_url::<GetContact>(&[&self.id]),
            id: self.id.as_str().into(),
        }
    }
}

//! Bulk addition of recipients: people are named, looked up and checked in chunks, and written all or none.

use super::add;
use super::recipient_sources::{self, CandidateResult, RecipientCandidate};
use crate::service::actor::call_context::CallContext;
use crate::service::actor::chunked_work::{CHUNK_QUESTION_BYTES, CHUNK_RESPONSE_BYTES};
use crate::service::api::body_items::BodyItems;
use crate::service::api::handlers::collectors::{collector_type, load_writable};
use crate::service::api::handlers::contacts::lists;
use crate::service::store::backlog::Part;
use crate::service::store::filter::json_list;
use crate::service::store::sql::{Row, SqlError, values};
use crate::spec::endpoints::contacts::ContactStatus;
use crate::spec::endpoints::recipients::{BulkRecipients, GetRecipient};
use crate::spec::errors::Error;
use crate::spec::limits::NAMED_PEOPLE_MAX;
use crate::spec::resources::collectors::CollectorType;
use crate::spec::resources::recipients::{RecipientAdded, RecipientPerson, RecipientsAdded};
use crate::spec::types::Id;
use crate::wire::error::ApiError;
use crate::wire::payload;
use std::collections::{BTreeSet, VecDeque};

/// People that one chunk looks up or checks.
const CHUNK_PEOPLE: usize = 500;

/// A bulk addition in progress.
pub struct RecipientImport {
    collector_id: Id,
    message_id: Id,
    /// The described people that are not decoded yet, and those that are.
    items: BodyItems,
    people: VecDeque<RecipientPerson>,
    /// Whether any of them has custom fields.
    custom: bool,
    contact_ids: VecDeque<Id>,
    contact_list_ids: VecDeque<Id>,
    /// The last contact that was named of the first list.
    last_contact: String,
    /// How many were named, each as often as it was.
    named: usize,
    /// The addresses of the candidates, in lower case.
    addresses: BTreeSet<String>,
    /// The first of each address.
    candidates: Vec<RecipientCandidate>,
    /// The recipients that the message had when the first candidate was checked.
    present: (usize, String),
    /// Candidates that are checked, and those of them that are new.
    checked: usize,
    added: usize,
    /// The JSON text of what was added.
    succeeded: Vec<u8>,
    /// The rest of the response.
    report: RecipientsAdded,
    /// What the backlog writes: to contacts, and as recipients.
    changes: Vec<Part>,
    additions: Vec<Part>,
}

impl RecipientImport {
    /// Continues the addition in progress, if there is one.
    pub fn resume_pending(context: &CallContext) -> Option<Result<RecipientsAdded, ApiError>> {
        let pending = context.chunked_work.take_state(|_: &RecipientImport| true)?;
        Some(pending.run_chunk(context))
    }

    /// A new addition. A list that is named again adds nothing.
    pub fn from_request(context: &CallContext, request: BulkRecipients) -> Box<RecipientImport> {
        let items = context.chunked_work.take_state(|_: &BodyItems| true).map(|items| *items).unwrap_or_default();
        let mut known = BTreeSet::new();
        let lists = request.body.contact_list_ids.unwrap_or_default().into_iter();
        Box::new(RecipientImport {
            collector_id: request.collector_id,
            message_id: request.message_id,
            items,
            people: VecDeque::new(),
            custom: false,
            contact_ids: request.body.contact_ids.unwrap_or_default().into(),
            contact_list_ids: lists.filter(|list| known.insert(list.0.clone())).collect(),
            last_contact: String::new(),
            named: 0,
            addresses: BTreeSet::new(),
            candidates: Vec::new(),
            present: (0, String::new()),
            checked: 0,
            added: 0,
            succeeded: Vec::new(),
            report: RecipientsAdded {
                succeeded: Vec::new(),
                invalids: Vec::new(),
                existing: Vec::new(),
                bounced: Vec::new(),
                opted_out: Vec::new(),
                duplicate: Vec::new(),
            },
            changes: Vec::new(),
            additions: Vec::new(),
        })
    }

    /// Does the next chunk; after the last one, writes everything.
    ///
    /// # Errors
    ///
    /// Errors of the collector or the message, [`Error::TooManyRecipients`] or [`Error::ResourceLimit`]. Between two
    /// chunks, and after the last, an internal error that is never sent.
    pub fn run_chunk(mut self: Box<Self>, context: &CallContext) -> Result<RecipientsAdded, ApiError> {
        let (parent, _) = load_writable(context, &self.collector_id)?;
        add::check_addable(context, &self.collector_id, &self.message_id)?;
        let kind = collector_type(&parent)?;
        let mut spent = 0_usize;
        while let Some((person, bytes)) = self.items.next_item::<RecipientPerson>()? {
            self.custom |= person.custom_fields.is_some();
            self.people.push_back(person);
            spent = spent.saturating_add(bytes);
            if spent >= CHUNK_RESPONSE_BYTES {
                return Err(context.chunked_work.pause_with(self));
            }
        }
        if spent > CHUNK_QUESTION_BYTES {
            return Err(context.chunked_work.pause_with(self));
        }
        let mut left = CHUNK_PEOPLE;
        while left > 0 {
            let done = match self.name_some(context, kind, left)? {
                0 => self.check_some(context, kind, left)?,
                named => named,
            };
            if done == 0 {
                return Err(self.write_recipients(context)?);
            }
            left = left.saturating_sub(done);
        }
        // The ids that the chunk has taken stay taken.
        Err(context.chunked_work.pause_keeping_writes(self))
    }

    /// Takes some of the people that the request names, and returns how many; 0 after the last.
    fn name_some(&mut self, context: &CallContext, kind: CollectorType, most: usize) -> Result<usize, ApiError> {
        if !self.people.is_empty() {
            let people: Vec<RecipientPerson> = self.people.drain(..most.min(self.people.len())).collect();
            let (candidates, changes) = recipient_sources::candidates_from_people(context, kind, people, self.custom)?;
            self.changes.extend(changes);
            return self.add_candidates(candidates);
        }
        if !self.contact_ids.is_empty() {
            let ids: Vec<Id> = self.contact_ids.drain(..most.min(self.contact_ids.len())).collect();
            return self.add_candidates(recipient_sources::candidates_from_ids(context, kind, &ids)?);
        }
        let Some(list) = self.contact_list_ids.pop_front() else { return Ok(0) };
        let last = std::mem::take(&mut self.last_contact);
        if lists::load_list(context, &list).is_err() {
            self.report.invalids.push(list.0);
            return Ok(1);
        }
        let rows = recipient_sources::contacts_of_list(context, &list, &last, most)?;
        if rows.len() == most {
            self.last_contact = rows.last().map(|row| row.text("id")).unwrap_or_default();
            self.contact_list_ids.push_front(list);
        }
        let candidate = |row: &Row| recipient_sources::candidate_from_contact(kind, row).ok_or_else(|| row.text("id"));
        // A list without contacts counts too, because it takes a statement.
        self.add_candidates(rows.iter().map(candidate).collect()).map(|count| count.max(1))
    }

    fn add_candidates(&mut self, candidates: Vec<CandidateResult>) -> Result<usize, ApiError> {
        let count = candidates.len();
        self.named = self.named.saturating_add(count);
        if self.named > NAMED_PEOPLE_MAX {
            let detail = format!("A request can name at most {NAMED_PEOPLE_MAX} people, those on its lists included.");
            return Err(ApiError::with_detail(Error::TooManyRecipients, detail));
        }
        for candidate in candidates {
            match candidate {
                Err(invalid) => self.report.invalids.push(invalid),
                Ok(candidate) if !self.addresses.insert(candidate.address.to_ascii_lowercase()) => {
                    self.report.duplicate.push(candidate.address);
                }
                Ok(candidate) => self.candidates.push(candidate),
            }
        }
        Ok(count)
    }

    /// Decides on some candidates, and returns how many; 0 after the last.
    fn check_some(&mut self, context: &CallContext, kind: CollectorType, most: usize) -> Result<usize, ApiError> {
        let message_id = self.message_id.as_str();
        if self.checked == 0 {
            self.present = add::present_recipients(context, message_id)?;
        }
        let Some(candidates) = self.candidates.get(self.checked..).and_then(|rest| rest.chunks(most).next()) else {
            return Ok(0);
        };
        let mut added = Vec::new();
        for (candidate, row) in candidates.iter().zip(load_eligibility(context, message_id, candidates)?) {
            let list = match ContactStatus::parse(&row.text("refusal")) {
                Some(ContactStatus::Optout) => &mut self.report.opted_out,
                Some(ContactStatus::Bounced) => &mut self.report.bounced,
                Some(ContactStatus::Active) | None if row.boolean("there") => &mut self.report.existing,
                Some(ContactStatus::Active) | None => {
                    added.push(candidate);
                    continue;
                }
            };
            list.push(candidate.address.clone());
        }
        self.added = self.added.saturating_add(added.len());
        add::check_room(self.present.0.saturating_add(self.added))?;
        let (ids, parts) = add::candidate_parts(context, message_id, &added)?;
        self.additions.extend(parts);
        for (candidate, id) in added.into_iter().zip(ids) {
            let address = Some(candidate.address.clone());
            let (email, phone_number) = if kind == CollectorType::Sms { (None, address) } else { (address, None) };
            let href = context.operation_url::<GetRecipient>(&[self.collector_id.as_str(), &id]);
            if !self.succeeded.is_empty() {
                self.succeeded.push(b',');
            }
            let added = RecipientAdded { id: id.into(), email, phone_number, href };
            self.succeeded.extend(payload::to_json(&added));
        }
        self.checked = self.checked.saturating_add(candidates.len());
        Ok(candidates.len())
    }

    /// Writes everything and ends with the response. If another request has added or deleted recipients meanwhile, the
    /// candidates are checked again first.
    fn write_recipients(mut self: Box<Self>, context: &CallContext) -> Result<ApiError, ApiError> {
        let message_id = self.message_id.as_str();
        if add::present_recipients(context, message_id)? != self.present {
            (self.checked, self.added) = (0, 0);
            self.succeeded.clear();
            self.additions.clear();
            for list in [&mut self.report.opted_out, &mut self.report.bounced, &mut self.report.existing] {
                list.clear();
            }
            return Ok(context.chunked_work.pause_with(self));
        }
        add::check_count(context, message_id, self.present.0.saturating_add(self.added))?;
        self.changes.append(&mut self.additions);
        context.add_to_backlog(self.changes)?;
        let body = payload::fill_list(&payload::to_json(&self.report), "succeeded", &self.succeeded);
        Ok(context.chunked_work.finish_with_body(body))
    }
}

/// Whether the address of each candidate is suppressed, and whether it is a recipient of the message already.
fn load_eligibility(
    context: &CallContext,
    message_id: &str,
    candidates: &[RecipientCandidate],
) -> Result<Vec<Row>, SqlError> {
    context.sql.run(
        "SELECT (SELECT status FROM suppressions WHERE suppressions.address = value) AS refusal,
                EXISTS (SELECT 1 FROM recipients WHERE message_id = ? AND recipients.address = value) AS there
         FROM json_each(?)
         ORDER BY key",
        values![message_id, json_list(candidates.iter().map(|candidate| candidate.address.as_str()))],
    )
}

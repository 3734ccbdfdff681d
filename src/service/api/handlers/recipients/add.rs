//! How recipients are added: one with a choice of what to do about doubles, many with a report on each.

use super::recipient_sources::{self, RecipientCandidate};
use crate::service::actor::context::Context;
use crate::service::api::handlers::collectors::collector_type;
use crate::service::api::handlers::contacts::store;
use crate::service::api::handlers::messages;
use crate::service::store::filter::json_list;
use crate::service::store::ids::{self, IdKind};
use crate::service::store::sql::{Row, SqlError, first_row, values};
use crate::spec::endpoints::contacts::ContactStatus;
use crate::spec::endpoints::recipients::GetRecipient;
use crate::spec::errors::Error;
use crate::spec::limits::RECIPIENTS_MAX;
use crate::spec::resources::collectors::CollectorType;
use crate::spec::resources::recipients::{
    Duplicates, RecipientAdded, RecipientNew, RecipientPerson, RecipientsAdded, RecipientsNew,
};
use crate::spec::types::Id;
use crate::wire::error::ApiError;
use crate::wire::payload;
use std::collections::BTreeSet;

/// A message that was not sent and has recipients of its own. Reminders and thank-yous find theirs among those of the
/// collector.
pub fn check_addable(context: &Context, collector_id: &Id, message_id: &Id) -> Result<(), ApiError> {
    let row = messages::load_unsent(context, collector_id, message_id)?;
    if messages::message_type(&row)?.audiences().is_empty() {
        return Ok(());
    }
    Err(ApiError::with_detail(Error::Conflict, "It goes to recipients of the collector, by their `recipient_status`."))
}

/// Adds somebody. The id.
pub fn add_one(context: &Context, parent: &Row, message_id: &str, body: &RecipientNew) -> Result<String, ApiError> {
    let newcomer = build_candidate(context, collector_type(parent)?, body)?;
    let address = newcomer.address.as_str();
    let there = match body.duplicates.unwrap_or(Duplicates::Add) {
        Duplicates::Add => None,
        Duplicates::AddIfNotInMessage => first_row(
            context.sql,
            "SELECT id FROM recipients WHERE message_id = ? AND address = ? LIMIT 1",
            values![message_id, address],
        )?,
        Duplicates::AddIfNotInCollector => first_row(
            context.sql,
            "SELECT id FROM recipients WHERE collector_id = ? AND address = ? LIMIT 1",
            values![parent.text("id"), address],
        )?,
    };
    if there.is_some() {
        return Err(ApiError::with_detail(Error::AlreadyExists, "The address has the message already."));
    }
    let refusal = first_row(context.sql, "SELECT status FROM suppressions WHERE address = ?", values![address])?;
    match refusal.and_then(|row| ContactStatus::parse(&row.text("status"))) {
        Some(ContactStatus::Optout) => Err(ApiError::with_detail(Error::Conflict, "The address wants no messages.")),
        Some(ContactStatus::Bounced) => {
            Err(ApiError::with_detail(Error::Conflict, "The address has refused messages."))
        }
        Some(ContactStatus::Active) | None => {
            let ids = insert_recipients(context, parent, message_id, &[newcomer])?;
            ids.into_iter().next().ok_or(Error::Internal.into())
        }
    }
}

fn build_candidate(
    context: &Context,
    kind: CollectorType,
    body: &RecipientNew,
) -> Result<RecipientCandidate, ApiError> {
    let field = if kind == CollectorType::Sms { "phone_number" } else { "email" };
    if let Some(id) = &body.contact_id {
        let row = store::load_contact(context, id.as_str())
            .map_err(|_| ApiError::with_detail(Error::NotFound, "`contact_id` must be a contact of the user."))?;
        let detail = format!("The contact that `contact_id` names has no {field}.");
        let mut newcomer = recipient_sources::candidate_from_contact(kind, &row)
            .ok_or(ApiError::with_detail(Error::BadBody, detail))?;
        store::custom_fields(body.custom_fields.as_ref())?;
        newcomer.custom_fields = body.custom_fields.clone().unwrap_or(newcomer.custom_fields);
        newcomer.extra_fields = body.extra_fields.clone().unwrap_or_default();
        newcomer.first_name = body.first_name.clone().unwrap_or(newcomer.first_name);
        newcomer.last_name = body.last_name.clone().unwrap_or(newcomer.last_name);
        return Ok(newcomer);
    }
    let person: RecipientPerson = payload::from_value(payload::to_value(body)).ok_or(Error::Internal)?;
    recipient_sources::candidate_from_person(context, kind, &person, false)?
        .map_err(|_| ApiError::with_detail(Error::BadBody, format!("`contact_id` or a right `{field}` must be given.")))
}

/// Adds many, and says of each what became of them.
pub fn add_many(
    context: &Context,
    parent: &Row,
    message_id: &str,
    body: &RecipientsNew,
) -> Result<RecipientsAdded, ApiError> {
    let kind = collector_type(parent)?;
    let (found, invalids) = recipient_sources::collect_candidates(context, kind, body)?;
    let mut report = RecipientsAdded {
        succeeded: Vec::new(),
        invalids,
        existing: Vec::new(),
        bounced: Vec::new(),
        opted_out: Vec::new(),
        duplicate: Vec::new(),
    };
    let mut seen = BTreeSet::new();
    let mut fresh = Vec::new();
    for (newcomer, standing) in check_eligibility(context, message_id, found)? {
        let report = match standing {
            _ if !seen.insert(newcomer.address.to_lowercase()) => &mut report.duplicate,
            Eligibility::OptedOut => &mut report.opted_out,
            Eligibility::Bounced => &mut report.bounced,
            Eligibility::Duplicate => &mut report.existing,
            Eligibility::New => {
                fresh.push(newcomer);
                continue;
            }
        };
        report.push(newcomer.address);
    }
    let ids = insert_recipients(context, parent, message_id, &fresh)?;
    let collector_id = parent.text("id");
    report.succeeded = fresh
        .into_iter()
        .zip(ids)
        .map(|(newcomer, id)| {
            let address = Some(newcomer.address);
            let (email, phone_number) = if kind == CollectorType::Sms { (None, address) } else { (address, None) };
            let href = context.operation_url::<GetRecipient>(&[&collector_id, &id]);
            RecipientAdded { id: id.into(), email, phone_number, href }
        })
        .collect();
    Ok(report)
}

/// What stands against adding somebody.
enum Eligibility {
    New,
    Duplicate,
    OptedOut,
    Bounced,
}

fn check_eligibility(
    context: &Context,
    message_id: &str,
    found: Vec<RecipientCandidate>,
) -> Result<Vec<(RecipientCandidate, Eligibility)>, SqlError> {
    let rows = context.sql.run(
        "SELECT (SELECT status FROM suppressions WHERE suppressions.address = value) AS refusal,
                EXISTS (SELECT 1 FROM recipients WHERE message_id = ? AND recipients.address = value) AS there
         FROM json_each(?)
         ORDER BY key",
        values![message_id, json_list(found.iter().map(|newcomer| newcomer.address.as_str()))],
    )?;
    let standing = rows.iter().map(|row| match ContactStatus::parse(&row.text("refusal")) {
        Some(ContactStatus::Optout) => Eligibility::OptedOut,
        Some(ContactStatus::Bounced) => Eligibility::Bounced,
        Some(ContactStatus::Active) | None if row.boolean("there") => Eligibility::Duplicate,
        Some(ContactStatus::Active) | None => Eligibility::New,
    });
    Ok(found.into_iter().zip(standing).collect())
}

/// Writes recipients down; 1056 if the message has too many then, 1062 if it waits for a day that has. Their ids.
fn insert_recipients(
    context: &Context,
    parent: &Row,
    message_id: &str,
    fresh: &[RecipientCandidate],
) -> Result<Vec<String>, ApiError> {
    let there =
        first_row(context.sql, "SELECT COUNT(*) AS total FROM recipients WHERE message_id = ?", values![message_id])?;
    let there = there.map_or(0, |row| row.count("total"));
    if there.saturating_add(u64::try_from(fresh.len()).unwrap_or(u64::MAX)) > u64::from(RECIPIENTS_MAX) {
        return Err(ApiError::with_detail(Error::TooManyRecipients, format!("It may have {RECIPIENTS_MAX}.")));
    }
    let ids: Vec<String> = ids::next_ids(context.sql, IdKind::Recipient, fresh.len())?.collect();
    for (newcomer, id) in fresh.iter().zip(&ids) {
        context.sql.run(
            "INSERT INTO recipients (id, collector_id, message_id, address, contact_id, first_name, last_name,
                                     custom_fields, extra_fields, created)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            values![
                id.as_str(),
                parent.text("id"),
                message_id,
                newcomer.address.as_str(),
                newcomer.contact_id.clone(),
                newcomer.first_name.as_str(),
                newcomer.last_name.as_str(),
                payload::to_value(&newcomer.custom_fields).to_string(),
                payload::to_value(&newcomer.extra_fields).to_string(),
                context.now,
            ],
        )?;
        context.sql.run(
            "INSERT INTO message_recipients (message_id, recipient_id, status)
             VALUES (?, ?, 'not_sent')",
            values![message_id, id.as_str()],
        )?;
    }
    messages::daily_limit::recount_recipients(context, message_id)?;
    Ok(ids)
}

//! Adding recipients: one, with a policy for duplicates, or many, with a report about each.

use super::recipient_sources::{self, NamedPeople, RecipientCandidate};
use crate::service::actor::context::Context;
use crate::service::api::handlers::collectors::collector_type;
use crate::service::api::handlers::contacts::{contact_input, store};
use crate::service::api::handlers::messages;
use crate::service::store::filter::json_list;
use crate::service::store::sql::{Row, SqlError, first_row, values};
use crate::service::surveys::recipients;
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

/// Checks that the message is not sent yet and has its own recipients. Reminders and thank-yous go to recipients of the
/// collector instead.
///
/// # Errors
///
/// Errors of the message; [`Error::Conflict`] for a reminder or a thank-you.
pub fn check_addable(context: &Context, collector_id: &Id, message_id: &Id) -> Result<(), ApiError> {
    let row = messages::load_unsent(context, collector_id, message_id)?;
    if messages::message_type(&row)?.audiences().is_empty() {
        return Ok(());
    }
    let detail = "Reminders and thank-yous go to recipients of the collector, by their `recipient_status`.";
    Err(ApiError::with_detail(Error::Conflict, detail))
}

/// Adds one recipient. Returns the id.
///
/// # Errors
///
/// An error of the input; [`Error::AlreadyExists`] by the duplicate policy; [`Error::Conflict`], if the address bounced
/// or opted out; [`Error::TooManyRecipients`] or [`Error::ResourceLimit`].
pub fn add_one(context: &Context, parent: &Row, message_id: &str, body: &RecipientNew) -> Result<String, ApiError> {
    let candidate = build_candidate(context, collector_type(parent)?, body)?;
    let address = candidate.address.as_str();
    let existing = match body.duplicates.unwrap_or(Duplicates::Add) {
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
    if existing.is_some() {
        return Err(ApiError::with_detail(Error::AlreadyExists, "A recipient with this address exists already."));
    }
    let suppression = first_row(context.sql, "SELECT status FROM suppressions WHERE address = ?", values![address])?;
    match suppression.and_then(|row| ContactStatus::parse(&row.text("status"))) {
        Some(ContactStatus::Optout) => {
            Err(ApiError::with_detail(Error::Conflict, "The owner of the address has opted out of messages."))
        }
        Some(ContactStatus::Bounced) => {
            Err(ApiError::with_detail(Error::Conflict, "An earlier message to the address bounced."))
        }
        Some(ContactStatus::Active) | None => {
            let ids = insert_recipients(context, parent, message_id, &[candidate])?;
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
            .map_err(|error| error.name_missing("`contact_id` must be a contact of the user."))?;
        let detail = format!("The contact of `contact_id` has no {field}.");
        let mut candidate = recipient_sources::candidate_from_contact(kind, &row)
            .ok_or(ApiError::with_detail(Error::BadBody, detail))?;
        contact_input::custom_fields(body.custom_fields.as_ref())?;
        contact_input::check_names(body.first_name.as_deref(), body.last_name.as_deref())?;
        recipient_sources::check_extra_fields(body.extra_fields.as_ref())?;
        candidate.custom_fields = body.custom_fields.clone().unwrap_or(candidate.custom_fields);
        candidate.extra_fields = body.extra_fields.clone().unwrap_or_default();
        candidate.first_name = body.first_name.clone().unwrap_or(candidate.first_name);
        candidate.last_name = body.last_name.clone().unwrap_or(candidate.last_name);
        return Ok(candidate);
    }
    let person: RecipientPerson = payload::from_value(payload::to_value(body)).ok_or(Error::Internal)?;
    recipient_sources::candidate_from_person(context, kind, &person, false)?
        .map_err(|_| ApiError::with_detail(Error::BadBody, format!("`contact_id` or a valid `{field}` is required.")))
}

/// Adds many recipients and reports what happened to each.
///
/// # Errors
///
/// An error of the input; [`Error::TooManyRecipients`] or [`Error::ResourceLimit`].
pub fn add_many(
    context: &Context,
    parent: &Row,
    message_id: &str,
    body: &RecipientsNew,
) -> Result<RecipientsAdded, ApiError> {
    let kind = collector_type(parent)?;
    let NamedPeople { candidates, duplicates, invalids, .. } = recipient_sources::collect_people(context, kind, body)?;
    let mut report = RecipientsAdded {
        succeeded: Vec::new(),
        invalids,
        existing: Vec::new(),
        bounced: Vec::new(),
        opted_out: Vec::new(),
        duplicate: duplicates,
    };
    let mut added = Vec::new();
    for (candidate, eligibility) in check_eligibility(context, message_id, candidates)? {
        let report = match eligibility {
            Eligibility::OptedOut => &mut report.opted_out,
            Eligibility::Bounced => &mut report.bounced,
            Eligibility::Existing => &mut report.existing,
            Eligibility::New => {
                added.push(candidate);
                continue;
            }
        };
        report.push(candidate.address);
    }
    let ids = insert_recipients(context, parent, message_id, &added)?;
    let collector_id = parent.text("id");
    report.succeeded = added
        .into_iter()
        .zip(ids)
        .map(|(candidate, id)| {
            let address = Some(candidate.address);
            let (email, phone_number) = if kind == CollectorType::Sms { (None, address) } else { (address, None) };
            let href = context.operation_url::<GetRecipient>(&[&collector_id, &id]);
            RecipientAdded { id: id.into(), email, phone_number, href }
        })
        .collect();
    Ok(report)
}

/// Whether a candidate can be added.
enum Eligibility {
    New,
    Existing,
    OptedOut,
    Bounced,
}

fn check_eligibility(
    context: &Context,
    message_id: &str,
    candidates: Vec<RecipientCandidate>,
) -> Result<Vec<(RecipientCandidate, Eligibility)>, SqlError> {
    let rows = context.sql.run(
        "SELECT (SELECT status FROM suppressions WHERE suppressions.address = value) AS refusal,
                EXISTS (SELECT 1 FROM recipients WHERE message_id = ? AND recipients.address = value) AS there
         FROM json_each(?)
         ORDER BY key",
        values![message_id, json_list(candidates.iter().map(|candidate| candidate.address.as_str()))],
    )?;
    let eligibilities = rows.iter().map(|row| match ContactStatus::parse(&row.text("refusal")) {
        Some(ContactStatus::Optout) => Eligibility::OptedOut,
        Some(ContactStatus::Bounced) => Eligibility::Bounced,
        Some(ContactStatus::Active) | None if row.boolean("there") => Eligibility::Existing,
        Some(ContactStatus::Active) | None => Eligibility::New,
    });
    Ok(candidates.into_iter().zip(eligibilities).collect())
}

/// Inserts recipients. Refused with 1056 if the message then has too many, with 1062 if its day then has. Returns the
/// ids.
fn insert_recipients(
    context: &Context,
    parent: &Row,
    message_id: &str,
    candidates: &[RecipientCandidate],
) -> Result<Vec<String>, ApiError> {
    let present =
        first_row(context.sql, "SELECT COUNT(*) AS total FROM recipients WHERE message_id = ?", values![message_id])?;
    let present = present.map_or(0, |row| row.count("total"));
    if present.saturating_add(u64::try_from(candidates.len()).unwrap_or(u64::MAX)) > u64::from(RECIPIENTS_MAX) {
        let detail = format!("A message can have at most {RECIPIENTS_MAX} recipients.");
        return Err(ApiError::with_detail(Error::TooManyRecipients, detail));
    }
    let rows = candidates.iter().map(|candidate| {
        let [address, first_name, last_name] =
            [&candidate.address, &candidate.first_name, &candidate.last_name].map(|text| Some(text.clone()));
        let [custom_fields, extra_fields] = [&candidate.custom_fields, &candidate.extra_fields]
            .map(|fields| Some(payload::to_value(fields).to_string()));
        vec![address, candidate.contact_id.clone(), first_name, last_name, custom_fields, extra_fields]
    });
    let ids = recipients::insert_recipients(context.effects(), &parent.text("id"), message_id, rows.collect())?;
    messages::daily_limit::recount_recipients(context, message_id)?;
    Ok(ids)
}

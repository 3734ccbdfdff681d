//! Adding one recipient, with a policy for duplicates, and the checks that bulk additions share.

use super::recipient_sources::{self, RecipientCandidate};
use crate::service::actor::call_context::CallContext;
use crate::service::api::handlers::collectors::collector_type;
use crate::service::api::handlers::contacts::{contact_input, store};
use crate::service::api::handlers::messages;
use crate::service::store::backlog::Part;
use crate::service::store::sql::{Row, SqlError, first_row, values};
use crate::service::surveys::recipients;
use crate::spec::endpoints::contacts::ContactStatus;
use crate::spec::errors::Error;
use crate::spec::limits::RECIPIENTS_MAX;
use crate::spec::resources::collectors::CollectorType;
use crate::spec::resources::recipients::{Duplicates, RecipientNew, RecipientPerson};
use crate::spec::types::Id;
use crate::wire::error::ApiError;
use crate::wire::payload;

/// Checks that the message is not sent yet and has its own recipients. Reminders and thank-yous go to recipients of the
/// collector instead.
///
/// # Errors
///
/// Errors of the message; [`Error::Conflict`] for a reminder or a thank-you.
pub fn check_addable(context: &CallContext, collector_id: &Id, message_id: &Id) -> Result<(), ApiError> {
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
pub fn add_one(context: &CallContext, parent: &Row, message_id: &str, body: &RecipientNew) -> Result<String, ApiError> {
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
            let (present, _) = present_recipients(context, message_id)?;
            check_count(context, message_id, present.saturating_add(1))?;
            let (ids, parts) = candidate_parts(context, message_id, &[&candidate])?;
            context.add_to_backlog(parts)?;
            ids.into_iter().next().ok_or(Error::Internal.into())
        }
    }
}

fn build_candidate(
    context: &CallContext,
    kind: CollectorType,
    body: &RecipientNew,
) -> Result<RecipientCandidate, ApiError> {
    if let Some(id) = &body.contact_id {
        let row = store::load_contact(context, id.as_str())
            .map_err(|error| error.name_missing("`contact_id` must be a contact of the user."))?;
        let detail = format!("The contact of `contact_id` has no {}.", recipient_sources::address_field(kind));
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
    recipient_sources::check_person(kind, &person)?;
    let (candidates, _) = recipient_sources::candidates_from_people(context, kind, vec![person], false)?;
    candidates.into_iter().flatten().next().ok_or(Error::Internal.into())
}

/// Checks that a message may have so many recipients, in all and on its day.
///
/// # Errors
///
/// [`Error::TooManyRecipients`] or [`Error::ResourceLimit`].
pub fn check_count(context: &CallContext, message_id: &str, recipients: usize) -> Result<(), ApiError> {
    check_room(recipients)?;
    messages::daily_limit::recount_recipients(context, message_id, recipients)
}

/// Checks that a message may have so many recipients in all.
///
/// # Errors
///
/// [`Error::TooManyRecipients`].
pub fn check_room(recipients: usize) -> Result<(), ApiError> {
    if u32::try_from(recipients).is_ok_and(|count| count <= RECIPIENTS_MAX) {
        return Ok(());
    }
    let detail = format!("A message can have at most {RECIPIENTS_MAX} recipients.");
    Err(ApiError::with_detail(Error::TooManyRecipients, detail))
}

/// The present recipients of a message: their number, and the id of the newest.
///
/// # Errors
///
/// When the statement fails.
pub fn present_recipients(context: &CallContext, message_id: &str) -> Result<(usize, String), SqlError> {
    let row = first_row(
        context.sql,
        "SELECT COUNT(*) AS total, MAX(id) AS newest FROM recipients WHERE message_id = ?",
        values![message_id],
    )?;
    Ok(row
        .map(|row| (usize::try_from(row.count("total")).unwrap_or(usize::MAX), row.text("newest")))
        .unwrap_or_default())
}

/// What the backlog adds as recipients, and their ids.
///
/// # Errors
///
/// When the statement fails.
pub fn candidate_parts(
    context: &CallContext,
    message_id: &str,
    candidates: &[&RecipientCandidate],
) -> Result<(Vec<String>, Vec<Part>), SqlError> {
    let rows = candidates.iter().map(|candidate| {
        let [address, first_name, last_name] =
            [&candidate.address, &candidate.first_name, &candidate.last_name].map(|text| Some(text.clone()));
        let [custom_fields, extra_fields] = [&candidate.custom_fields, &candidate.extra_fields]
            .map(|fields| Some(payload::to_value(fields).to_string()));
        vec![address, candidate.contact_id.clone(), first_name, last_name, custom_fields, extra_fields]
    });
    recipients::recipient_parts(context.effects(), message_id, rows.collect())
}

//! Copies of messages: the content, and on request the recipients.

use super::load_message;
use crate::service::actor::call_context::CallContext;
use crate::service::api::handlers::collectors::load_collector as collector;
use crate::service::store::backlog::Kind;
use crate::service::store::ids::{self, IdKind};
use crate::service::store::sql::{Row, first_row, values};
use crate::service::surveys::access::require_privilege;
use crate::spec::errors::Error;
use crate::spec::resources::messages::MessageNew;
use crate::spec::resources::roles::Privilege;
use crate::wire::error::ApiError;
use serde_json::json;

/// Whether a request asks for a copy.
pub fn wants_copy(body: &MessageNew) -> bool {
    body.from_collector_id.is_some() || body.from_message_id.is_some()
}

/// Refuses what the original decides.
///
/// # Errors
///
/// [`Error::BadBody`], if the request has a member that is copied.
fn check_members(body: &MessageNew) -> Result<(), ApiError> {
    let given = [
        ("recipient_status", body.recipient_status.is_some()),
        ("subject", body.subject.is_some()),
        ("body_text", body.body_text.is_some()),
        ("body_html", body.body_html.is_some()),
        ("body", body.body.is_some()),
        ("is_branding_enabled", body.is_branding_enabled.is_some()),
        ("embed_first_question", body.embed_first_question.is_some()),
    ];
    match given.iter().find(|(_, is_given)| *is_given) {
        None => Ok(()),
        Some((name, _)) => Err(ApiError::with_detail(
            Error::BadBody,
            format!("`{name}` is that of the original. Leave it out, and change the copy afterwards."),
        )),
    }
}

/// The message to copy, of any collector that the caller sees. Copying its recipients needs the privilege to invite
/// them.
///
/// # Errors
///
/// [`Error::BadBody`], if one of the two ids is missing, or a member that is copied is given; [`Error::NotFound`], if
/// one of the ids is unknown.
pub fn load_original(context: &CallContext, body: &MessageNew) -> Result<Row, ApiError> {
    let missing = |field: &str| ApiError::with_detail(Error::BadBody, format!("`{field}` is required for a copy."));
    let unknown = |error: ApiError, field: &str| error.name_missing(format!("`{field}` names nothing that exists."));
    let collector_id = body.from_collector_id.as_ref().ok_or_else(|| missing("from_collector_id"))?;
    let message_id = body.from_message_id.as_ref().ok_or_else(|| missing("from_message_id"))?;
    check_members(body)?;
    let from = collector(context, collector_id).map_err(|error| unknown(error, "from_collector_id"))?;
    let original =
        load_message(context, collector_id, message_id).map_err(|error| unknown(error, "from_message_id"))?;
    if body.include_recipients == Some(true) {
        require_privilege(context, &from.text("survey_id").into(), Privilege::CollectFullAccess)?;
    }
    match body.r#type {
        Some(kind) if kind.as_str() != original.text("type") => Err(ApiError::with_detail(
            Error::BadBody,
            format!("`type` must be that of the original, `{}`.", original.text("type")),
        )),
        _ => Ok(original),
    }
}

/// Copies the recipients of the original, except those whose address bounced or opted out.
///
/// # Errors
///
/// An internal error, if a statement fails.
pub fn copy_recipients(context: &CallContext, original: &Row, message_id: &str) -> Result<(), ApiError> {
    let id = original.text("id");
    let count =
        first_row(context.sql, "SELECT COUNT(*) AS total FROM recipients WHERE message_id = ?", values![id.as_str()])?;
    let taken = ids::last_id(context.sql, IdKind::Recipient)?;
    // Each chunk of the copy has a hundred ids, though not all are used.
    let chunks = count.map_or(0, |row| row.count("total")).div_ceil(100);
    let _ = ids::next_ids(context.sql, IdKind::Recipient, usize::try_from(chunks).unwrap_or(0).saturating_mul(100))?;
    let rows = json!([id, "", taken, context.now().0]).to_string();
    Ok(context.add_to_backlog(vec![(Kind::RecipientsOf, message_id.to_owned(), rows)])?)
}

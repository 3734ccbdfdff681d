//! A message made of another one: what it says, and its recipients if they are asked for.

use super::load_message;
use crate::service::actor::context::Context;
use crate::service::api::handlers::collectors::load_collector as collector;
use crate::service::store::ids::{self, IdKind};
use crate::service::store::sql::{Row, values};
use crate::spec::errors::Error;
use crate::spec::resources::messages::MessageNew;
use crate::wire::error::ApiError;

/// Whether a request wants a copy.
pub fn wants_copy(body: &MessageNew) -> bool {
    body.from_collector_id.is_some() || body.from_message_id.is_some()
}

/// The message to copy: of any collector that the caller sees.
pub fn load_original(context: &Context, body: &MessageNew) -> Result<Row, ApiError> {
    let missing = |field: &str| ApiError::with_detail(Error::BadBody, format!("`{field}` must be given for a copy."));
    let unknown =
        |field: &str| ApiError::with_detail(Error::NotFound, format!("`{field}` names nothing that there is."));
    let collector_id = body.from_collector_id.as_ref().ok_or_else(|| missing("from_collector_id"))?;
    let message_id = body.from_message_id.as_ref().ok_or_else(|| missing("from_message_id"))?;
    collector(context, collector_id).map_err(|_| unknown("from_collector_id"))?;
    load_message(context, collector_id, message_id).map_err(|_| unknown("from_message_id"))
}

/// The recipients of the original become recipients of the copy, those apart who may not be written to any more.
pub fn copy_recipients(
    context: &Context,
    original: &Row,
    collector_id: &str,
    message_id: &str,
) -> Result<(), ApiError> {
    let rows = context.sql.run(
        "SELECT id
         FROM recipients
         WHERE message_id = ?
           AND NOT EXISTS (SELECT 1 FROM suppressions WHERE suppressions.address = recipients.address)
         ORDER BY id",
        values![original.text("id")],
    )?;
    let ids = ids::next_ids(context.sql, IdKind::Recipient, rows.len())?;
    for (row, id) in rows.iter().zip(ids) {
        context.sql.run(
            "INSERT INTO recipients (id, collector_id, message_id, address, contact_id, first_name, last_name,
                                     custom_fields, extra_fields, created)
             SELECT ?, ?, ?, address, contact_id, first_name, last_name, custom_fields, extra_fields, ?
             FROM recipients
             WHERE id = ?",
            values![id.as_str(), collector_id, message_id, context.now, row.text("id")],
        )?;
        context.sql.run(
            "INSERT INTO message_recipients (message_id, recipient_id, status)
             VALUES (?, ?, 'not_sent')",
            values![message_id, id],
        )?;
    }
    Ok(())
}

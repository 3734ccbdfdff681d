//! The daily limit of recipients per user, counted when a message is sent or scheduled.

use crate::service::actor::call_context::CallContext;
use crate::service::store::sql::{first_row, values};
use crate::spec::errors::Error;
use crate::spec::plans::Plan;
use crate::wire::dates::{DAY, Timestamp};
use crate::wire::error::ApiError;

/// Stores the number of a message's recipients for the day on which the caller sends it.
///
/// # Errors
///
/// [`Error::ResourceLimit`], if the user's messages of that day have more recipients than the plan allows.
pub fn count_recipients(context: &CallContext, id: &str, due: Timestamp, recipients: usize) -> Result<(), ApiError> {
    count_for(context, (&context.account.user_id, context.account.plan), id, due, recipients)
}

fn count_for(
    context: &CallContext,
    (user, plan): (&str, Plan),
    id: &str,
    due: Timestamp,
    recipients: usize,
) -> Result<(), ApiError> {
    let recipients = i64::try_from(recipients).unwrap_or(i64::MAX);
    let day = due.floor(DAY);
    context.sql.run(
        "INSERT INTO message_sends (message_id, user_id, at, recipients)
         VALUES (?, ?, ?, ?)
         ON CONFLICT (message_id) DO UPDATE SET user_id = excluded.user_id, at = excluded.at,
                                                recipients = excluded.recipients",
        values![id, user, due, recipients],
    )?;
    let row = first_row(
        context.sql,
        "SELECT TOTAL(recipients) AS total
         FROM message_sends
         WHERE user_id = ? AND at >= ? AND at < ?",
        values![user, day, day.saturating_add(DAY)],
    )?;
    let limit = plan.row().recipients_a_day;
    if row.is_some_and(|row| row.count("total") > u64::from(limit)) {
        let of_sender = if user == context.account.user_id { "" } else { " of the user who sends the message" };
        let detail = format!("The plan{of_sender} allows messages to {limit} recipients a day.");
        return Err(ApiError::with_detail(Error::ResourceLimit, detail));
    }
    Ok(())
}

/// Counts a scheduled message again, which has so many recipients now, for the user who sends it: others may add to it.
///
/// # Errors
///
/// [`Error::ResourceLimit`], as for [`count_recipients`].
pub fn recount_recipients(context: &CallContext, id: &str, recipients: usize) -> Result<(), ApiError> {
    let row = first_row(
        context.sql,
        "SELECT at, user_id, plan
         FROM message_sends
         JOIN users ON users.id = user_id
         WHERE message_id = ?",
        values![id],
    )?;
    let Some(row) = row else { return Ok(()) };
    let plan = Plan::parse(&row.text("plan")).ok_or(Error::Internal)?;
    count_for(context, (&row.text("user_id"), plan), id, row.timestamp("at"), recipients)
}

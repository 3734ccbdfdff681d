//! How many recipients a user writes to on a day: counted when a message is sent or waits for its date.

use crate::service::actor::context::Context;
use crate::service::store::sql::{first_row, values};
use crate::spec::errors::Error;
use crate::wire::dates::{DAY, Timestamp};
use crate::wire::error::ApiError;

/// Notes how many recipients the message has on the day on which it is sent; 1062 if they are too many for one day.
pub fn count_recipients(context: &Context, id: &str, due: Timestamp, recipients: usize) -> Result<(), ApiError> {
    let user = context.account.user_id.as_str();
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
    let most = context.account.plan.row().recipients_a_day;
    if row.is_some_and(|row| row.count("total") > u64::from(most)) {
        let detail = format!("The plan allows messages to {most} recipients a day.");
        return Err(ApiError::with_detail(Error::ResourceLimit, detail));
    }
    Ok(())
}

/// A message that waits for its date counts for its day with all the recipients that it has by now.
pub fn recount_recipients(context: &Context, id: &str) -> Result<(), ApiError> {
    let row = first_row(
        context.sql,
        "SELECT at, (SELECT COUNT(*)
                     FROM message_recipients
                     WHERE message_recipients.message_id = message_sends.message_id) AS recipients
         FROM message_sends
         WHERE message_id = ?",
        values![id],
    )?;
    let Some(row) = row else { return Ok(()) };
    count_recipients(context, id, row.timestamp("at"), usize::try_from(row.count("recipients")).unwrap_or(usize::MAX))
}

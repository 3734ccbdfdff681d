//! Clearing a collector: its responses are deleted some at a time.
//!
//! The call that clears deletes some, commits that and pauses, until none is left. If it ends early, a job deletes the
//! rest; a collector that was to be deleted then stays, closed, with the responses that have arrived meanwhile and the
//! messages that are left.

use super::{persist, response_events};
use crate::service::actor::call_context::CallContext;
use crate::service::store::effects::Effects;
use crate::service::store::ids::{self, IdKind};
use crate::service::store::job_queue::{self, CHECK_DELAY, JobKind};
use crate::service::store::sql::{Row, SqlError, values};
use crate::wire::error::ApiError;

/// Higher than any id, and still an integer that the platform can represent.
const HIGHEST: i64 = 9_007_199_254_740_991;

/// Rows of recipients and of respondents' progress that one chunk changes.
const RESPONDENTS: i64 = 200;

/// A call that clears a collector.
pub struct Clearing {
    /// The collector before the first chunk.
    pub collector: Row,
    /// The last response that is deleted.
    last_id: i64,
}

/// Deletes the responses that a collector has now. Those that arrive meanwhile stay, drafts do not. Respondents can
/// start again, including anonymous ones. Returns the collector as it was before.
///
/// # Errors
///
/// Fails if a statement fails, and for a pause.
pub fn clear_responses(context: &CallContext, collector: Row) -> Result<Row, ApiError> {
    Ok(run_chunk(context, collector)?.collector)
}

fn run_chunk(context: &CallContext, collector: Row) -> Result<Box<Clearing>, ApiError> {
    let clearing = match context.chunked_work.take_state(|_: &Clearing| true) {
        Some(clearing) => clearing,
        None => Box::new(Clearing { collector, last_id: ids::last_id(context.sql, IdKind::Response)? }),
    };
    let subject = format!("{} {}", clearing.collector.text("id"), clearing.last_id);
    if clear_some(context.effects(), &subject)? {
        job_queue::complete(context.effects(), JobKind::ClearResponses, &subject)?;
        return Ok(clearing);
    }
    let due = context.now().saturating_add(CHECK_DELAY);
    job_queue::schedule(context.effects(), JobKind::ClearResponses, &subject, due)?;
    Err(context.chunked_work.pause_keeping_writes(clearing))
}

/// Deletes every response of a collector that is deleted next: those that it has now, and then the few that have
/// arrived meanwhile. Returns the state to pause with if the collector is not deleted in this chunk.
///
/// # Errors
///
/// Fails if a statement fails, and for a pause.
pub fn delete_responses(context: &CallContext, collector: Row) -> Result<Box<Clearing>, ApiError> {
    let clearing = run_chunk(context, collector)?;
    let subject = format!("{} {HIGHEST}", clearing.collector.text("id"));
    while !clear_some(context.effects(), &subject)? {}
    Ok(clearing)
}

/// Deletes some of the responses that a job's subject names: the id of the collector, and that of the last response.
/// Returns whether none is left.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn clear_some(effects: Effects, subject: &str) -> Result<bool, SqlError> {
    let (collector_id, last_id) = subject.split_once(' ').unwrap_or((subject, ""));
    let condition = "collector_id = ? AND CAST(id AS INTEGER) <= CAST(? AS INTEGER)";
    let (rows, is_last) = persist::delete_chunk(effects, condition, values![collector_id, last_id])?;
    if let Some(survey_id) = rows.first().map(|row| row.text("survey_id")) {
        let count = i64::try_from(rows.len()).unwrap_or(0);
        persist::adjust_counts(effects, &survey_id, collector_id, count.saturating_neg())?;
        // Those of other respondents would count as the same ones.
        effects.sql.run("DELETE FROM choice_counts WHERE survey_id = ?", values![survey_id.as_str()])?;
        let owner = response_events::survey_owner(effects, &survey_id)?;
        response_events::emit_deleted(effects, &rows, owner.as_deref())?;
    }
    Ok(is_last && forget_without_response(effects, collector_id)?)
}

/// Deletes some of what is stored of respondents without a response: that anonymous ones have finished, and drafts,
/// also those that have arrived meanwhile. Returns whether nothing of it is left. What belongs to a response was
/// deleted with it.
fn forget_without_response(effects: Effects, collector_id: &str) -> Result<bool, SqlError> {
    let statuses = effects.sql.run(
        "UPDATE recipients
         SET response_status = NULL
         WHERE rowid IN (
             SELECT rowid
             FROM recipients
             WHERE collector_id = ? AND response_status IS NOT NULL
             LIMIT ?)
         RETURNING 1 AS changed",
        values![collector_id, RESPONDENTS],
    )?;
    let progress = effects.sql.run(
        "DELETE FROM respondent_progress
         WHERE rowid IN (
             SELECT rowid
             FROM respondent_progress
             WHERE survey_id = (SELECT survey_id FROM collectors WHERE id = ?)
               AND collector_id = ?
               AND response_id IS NULL
             LIMIT ?)
         RETURNING 1 AS gone",
        values![collector_id, collector_id, RESPONDENTS],
    )?;
    let some = usize::try_from(RESPONDENTS).unwrap_or(usize::MAX);
    Ok(statuses.len() < some && progress.len() < some)
}

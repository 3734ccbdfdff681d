//! Clearing a collector: its responses are deleted some at a time.
//!
//! The call that clears deletes some, commits that and pauses, until none is left. If it ends early, a job deletes the
//! rest; a collector that was to be deleted then stays, without the responses that it had.

use super::{persist, response_events};
use crate::service::actor::context::Context;
use crate::service::store::effects::Effects;
use crate::service::store::ids::{self, IdKind};
use crate::service::store::job_queue::{self, CHECK_DELAY, JobKind};
use crate::service::store::sql::{Row, SqlError, values};
use crate::wire::error::ApiError;

/// Higher than any id, and still an integer that the platform can represent.
const HIGHEST: i64 = 9_007_199_254_740_991;

/// Rows of recipients and of respondents' progress that one piece changes.
const RESPONDENTS: i64 = 200;

/// Ends the subject of a job that has not forgotten the anonymous respondents yet.
const FORGETS_FIRST: &str = " all";

/// A call that clears a collector.
struct Clearing {
    /// The collector before the first piece.
    collector: Row,
    /// What is left, as the subject of the job.
    subject: String,
}

/// Deletes the responses that a collector has now. Those that arrive meanwhile stay. Respondents can start again,
/// including anonymous ones.
///
/// # Errors
///
/// Fails if a statement fails, and for a pause.
pub fn clear_responses(context: &Context, collector: Row) -> Result<Row, ApiError> {
    let clearing = match context.chunked_work.take_state(|_: &Clearing| true) {
        Some(clearing) => *clearing,
        None => {
            let last_id = ids::last_id(context.sql, IdKind::Response)?;
            let subject = format!("{} {last_id}{FORGETS_FIRST}", collector.text("id"));
            Clearing { collector, subject }
        }
    };
    let effects = context.effects();
    let left = clear_some(effects, &clearing.subject)?;
    job_queue::complete(effects, JobKind::ClearResponses, &clearing.subject)?;
    let Some(subject) = left else { return Ok(clearing.collector) };
    job_queue::schedule(effects, JobKind::ClearResponses, &subject, effects.now.saturating_add(CHECK_DELAY))?;
    Err(context.chunked_work.pause_keeping_writes(Box::new(Clearing { subject, ..clearing })))
}

/// Deletes every response of a collector that is deleted next, those that arrive meanwhile in the last piece. Returns the
/// collector as it was before.
///
/// # Errors
///
/// Fails if a statement fails, and for a pause.
pub fn delete_responses(context: &Context, collector: Row) -> Result<Row, ApiError> {
    let collector = clear_responses(context, collector)?;
    let mut left = Some(format!("{} {HIGHEST}{FORGETS_FIRST}", collector.text("id")));
    while let Some(subject) = left {
        left = clear_some(context.effects(), &subject)?;
    }
    Ok(collector)
}

/// Deletes some of the responses that a job's subject names: the id of the collector, and that of the last response.
/// Anonymous respondents are forgotten first, so that one who finishes meanwhile is remembered with the response. Returns
/// the subject of what is left.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn clear_some(effects: Effects, subject: &str) -> Result<Option<String>, SqlError> {
    let rest = subject.strip_suffix(FORGETS_FIRST);
    let (collector_id, last_id) = rest.unwrap_or(subject).split_once(' ').unwrap_or((subject, ""));
    if rest.is_some() && !forget_anonymous(effects, collector_id)? {
        return Ok(Some(subject.to_owned()));
    }
    let condition = "collector_id = ? AND CAST(id AS INTEGER) <= CAST(? AS INTEGER)";
    let (rows, is_last) = persist::delete_piece(effects, condition, values![collector_id, last_id])?;
    if let Some(survey_id) = rows.first().map(|row| row.text("survey_id")) {
        let count = i64::try_from(rows.len()).unwrap_or(0);
        persist::adjust_counts(effects, &survey_id, collector_id, count.saturating_neg())?;
        let owner = response_events::survey_owner(effects, &survey_id)?;
        response_events::emit_deleted(effects, &rows, owner.as_deref())?;
    }
    Ok((!is_last).then(|| rest.unwrap_or(subject).to_owned()))
}

/// Deletes some of what says that anonymous respondents have finished. Returns whether nothing of it is left. What
/// belongs to a response was deleted with it.
fn forget_anonymous(effects: Effects, collector_id: &str) -> Result<bool, SqlError> {
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
               AND +response_id IS NULL
             LIMIT ?)
         RETURNING 1 AS gone",
        values![collector_id, collector_id, RESPONDENTS],
    )?;
    let some = usize::try_from(RESPONDENTS).unwrap_or(usize::MAX);
    Ok(statuses.len() < some && progress.len() < some)
}

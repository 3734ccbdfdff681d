//! How often the options of a survey were chosen. Some questions are sorted by it.
//!
//! Counting reads the answers of many responses. So it is done at most once an hour, and only when a page with such a
//! question is opened. Only the newest responses count. All of this is our choice.

use super::pages::status_pages::RespondError;
use super::{RespondContext, internal_error};
use crate::service::store::sql::{first_row, values};
use crate::service::surveys::answers::as_option;
use crate::spec::limits::TALLIED_RESPONSES_MAX;
use crate::spec::resources::questions::{Question, SortingType};
use crate::spec::resources::responses::{CollectionMode, ResponseStatus};
use crate::wire::dates::MINUTE;
use crate::wire::order;
use litemap::LiteMap;
use std::collections::BTreeMap;

/// How long a count is valid.
const COUNTS_LIFETIME: i64 = 60 * MINUTE;

/// How often each choice and each row was chosen, by its id.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChoiceCounts(BTreeMap<String, u64>);

impl ChoiceCounts {
    /// The counts of a survey, if one of the questions is sorted by them; otherwise empty.
    ///
    /// # Errors
    ///
    /// When a statement fails.
    pub fn load<'a>(
        context: RespondContext,
        survey_id: &str,
        mut questions: impl Iterator<Item = &'a Question>,
    ) -> Result<ChoiceCounts, RespondError> {
        if !questions.any(is_sorted) {
            return Ok(ChoiceCounts::default());
        }
        let row = first_row(
            context.sql,
            "SELECT counts
             FROM choice_counts
             WHERE survey_id = ? AND counted > ?",
            values![survey_id, context.now.saturating_add(COUNTS_LIFETIME.saturating_neg())],
        );
        match row.map_err(internal_error)? {
            Some(row) => Ok(ChoiceCounts(serde_json::from_value(row.json("counts")).unwrap_or_default())),
            None => ChoiceCounts::count_and_store(context, survey_id),
        }
    }

    fn count_and_store(context: RespondContext, survey_id: &str) -> Result<ChoiceCounts, RespondError> {
        let mut times: BTreeMap<String, u64> = BTreeMap::new();
        for ((row, choice), count) in count_choices(context, survey_id)? {
            for id in [row, choice].into_iter().filter(|id| !id.is_empty()) {
                let times_chosen = times.entry(id).or_default();
                *times_chosen = times_chosen.saturating_add(count);
            }
        }
        let written = context.sql.run(
            "INSERT INTO choice_counts (survey_id, counts, counted)
             VALUES (?, ?, ?)
             ON CONFLICT (survey_id) DO UPDATE SET counts = excluded.counts, counted = excluded.counted",
            values![survey_id, serde_json::to_string(&times).map_err(|_| RespondError::InternalError)?, context.now],
        );
        written.map_err(internal_error)?;
        Ok(ChoiceCounts(times))
    }

    /// How often an option was chosen.
    pub fn times_picked(&self, id: &str) -> u64 {
        self.0.get(id).copied().unwrap_or(0)
    }
}

fn is_sorted(question: &Question) -> bool {
    let sorting = as_option(&question.sorting).map(|sorting| sorting.r#type);
    matches!(sorting, Some(SortingType::ResponsesAscending | SortingType::ResponsesDescending))
}

/// How often each choice was chosen, by row and choice, in those of the newest responses that are complete and no
/// previews. Others among the newest are not replaced by older ones, so that the number of responses read is bounded.
///
/// # Errors
///
/// When the statement fails.
pub fn count_choices(context: RespondContext, survey_id: &str) -> Result<LiteMap<(String, String), u64>, RespondError> {
    let counted = context.sql.run(
        "SELECT answer.value ->> '$.row_id' AS row_id, answer.value ->> '$.choice_id' AS choice_id, COUNT(*) AS picked
         FROM (
           SELECT pages, status, mode
           FROM responses
           WHERE survey_id = ?
           ORDER BY created DESC, id DESC
           LIMIT ?
         ) AS youngest, json_each(youngest.pages) AS page, json_each(page.value, '$.questions') AS question,
           json_each(question.value, '$.answers') AS answer
         WHERE youngest.status = ? AND youngest.mode <> ?
         GROUP BY 1, 2",
        values![
            survey_id,
            i64::from(TALLIED_RESPONSES_MAX),
            ResponseStatus::Completed.as_str(),
            CollectionMode::SurveyPreview.as_str(),
        ],
    );
    let counted = counted.map_err(internal_error)?;
    Ok(order::collect_list_map(
        counted.iter().map(|row| ((row.text("row_id"), row.text("choice_id")), row.count("picked"))),
    ))
}

//! How often the options of a survey were picked, by which some questions are sorted.
//!
//! To count takes a look into every response. So it is done at most once an hour, and only by who opens a page with
//! such a question: our choice, as is that the youngest responses alone count.

use super::pages::ending::Refusal;
use super::{Visit, broken};
use crate::service::store::sql::{first, values};
use crate::service::surveys::answers::given;
use crate::spec::limits::TALLIED_RESPONSES_MAX;
use crate::spec::resources::questions::{Question, SortingType};
use crate::spec::resources::responses::{CollectionMode, ResponseStatus};
use crate::wire::dates::MINUTE;
use crate::wire::order;
use std::collections::BTreeMap;

/// How long a count is good for.
const LIFETIME: i64 = 60 * MINUTE;

/// How often each choice and each row was picked, by its id.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Picked(BTreeMap<String, u64>);

impl Picked {
    /// What is known of a survey, if one of the questions is sorted by it.
    pub fn load<'a>(
        visit: Visit,
        survey_id: &str,
        mut questions: impl Iterator<Item = &'a Question>,
    ) -> Result<Picked, Refusal> {
        if !questions.any(is_sorted) {
            return Ok(Picked::default());
        }
        let row = first(
            visit.sql,
            "SELECT times
             FROM picked
             WHERE survey_id = ? AND counted > ?",
            values![survey_id, visit.now.plus(LIFETIME.saturating_neg())],
        );
        match row.map_err(broken)? {
            Some(row) => Ok(Picked(serde_json::from_value(row.json("times")).unwrap_or_default())),
            None => Picked::counted(visit, survey_id),
        }
    }

    fn counted(visit: Visit, survey_id: &str) -> Result<Picked, Refusal> {
        let mut times: BTreeMap<String, u64> = BTreeMap::new();
        for ((row, choice), count) in count(visit, survey_id)? {
            for id in [row, choice].into_iter().filter(|id| !id.is_empty()) {
                let known = times.entry(id).or_default();
                *known = known.saturating_add(count);
            }
        }
        let written = visit.sql.run(
            "INSERT INTO picked (survey_id, times, counted)
             VALUES (?, ?, ?)
             ON CONFLICT (survey_id) DO UPDATE SET times = excluded.times, counted = excluded.counted",
            values![survey_id, serde_json::to_string(&times).map_err(|_| Refusal::Broken)?, visit.now],
        );
        written.map_err(broken)?;
        Ok(Picked(times))
    }

    /// How often an option was picked.
    pub fn times(&self, id: &str) -> u64 {
        self.0.get(id).copied().unwrap_or(0)
    }
}

fn is_sorted(question: &Question) -> bool {
    let sorting = given(&question.sorting).map(|sorting| sorting.r#type);
    matches!(sorting, Some(SortingType::ResponsesAscending | SortingType::ResponsesDescending))
}

/// How often each choice was picked, by row and choice, in the youngest complete responses that are no previews.
pub fn count(visit: Visit, survey_id: &str) -> Result<BTreeMap<(String, String), u64>, Refusal> {
    let counted = visit.sql.run(
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
    let counted = counted.map_err(broken)?;
    Ok(order::map(counted.iter().map(|row| ((row.text("row_id"), row.text("choice_id")), row.count("picked")))))
}

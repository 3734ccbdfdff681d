//! How often the options of a survey were chosen: some questions are sorted by it, and the last page may show it.
//!
//! Counting reads the answers of many responses. So it is done in chunks, its result is used for a while, and only the
//! newest responses count. All of this is our choice.
//!
//! Who sees the results twice must not learn what one person has answered in between. So results of a few responses are
//! not shown, and those that may have been shown are replaced only when a few more responses count, or a few fewer. Of
//! a survey with more responses than are read, always as many count: its results are replaced each time they are
//! counted. When the owner clears a collector, they are counted again.

use super::pages::status_pages::{ChoiceTally, RespondError};
use super::{RespondContext, internal_error};
use crate::service::store::filter::Filter;
use crate::service::store::sql::{first_row, values};
use crate::service::surveys::answers::{Design, answer_parts, as_option, choices_of, other_option, rows_of};
use crate::service::surveys::rollups::{ResponseRange, ResponseStream};
use crate::spec::limits::TALLIED_RESPONSES_MAX;
use crate::spec::questions::Parts;
use crate::spec::resources::questions::{Question, SortingType};
use crate::spec::resources::responses::{Answer, ResponseStatus};
use crate::wire::dates::MINUTE;
use std::collections::BTreeMap;

/// How long the order of options is valid.
const ORDER_LIFETIME: i64 = 60 * MINUTE;

/// How long results are valid that are shown.
const RESULTS_LIFETIME: i64 = MINUTE;

/// The results of no more responses are counted for every respondent, to show those of a few more as soon as there are.
const FRESH_RESPONSES_MAX: u64 = 100;

/// Results of fewer responses, or with fewer further ones, are those of single persons.
const RESPONSES_MIN: u64 = 5;

/// In place of an id: the number of responses that count.
const RESPONSES: &str = "responses";

/// How often each choice, each "other" option and each row was chosen, by its id, and each choice of a row, by the ids
/// of both.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChoiceCounts(BTreeMap<String, u64>);

impl ChoiceCounts {
    /// How often an option was chosen.
    pub fn times_picked(&self, id: &str) -> u64 {
        self.0.get(id).copied().unwrap_or(0)
    }

    /// How often a choice was chosen in a row; in a question without rows, the row is empty.
    pub fn times_picked_in(&self, row: &str, choice: &str) -> u64 {
        if row.is_empty() { self.times_picked(choice) } else { self.times_picked(&cell_key(row, choice)) }
    }

    /// Whether so few responses count that the counts are not shown.
    pub fn is_of_few(&self) -> bool {
        self.times_picked(RESPONSES) < RESPONSES_MIN
    }

    /// Whether these counts, which may have been shown, are shown again in place of newer ones.
    fn are_kept(&self, newer: &ChoiceCounts) -> bool {
        let (before, now) = (self.times_picked(RESPONSES), newer.times_picked(RESPONSES));
        !self.is_of_few() && !newer.is_of_few() && before.abs_diff(now) < RESPONSES_MIN
    }

    fn count(&mut self, key: String) {
        let times_chosen = self.0.entry(key).or_default();
        *times_chosen = times_chosen.saturating_add(1);
    }

    fn add_answer(&mut self, answer: &Answer) {
        let cell = answer.row_id.as_ref().zip(answer.choice_id.as_ref());
        let cell = cell.map(|(row, choice)| cell_key(row.as_str(), choice.as_str()));
        let ids = [&answer.row_id, &answer.choice_id, &answer.other_id].into_iter().flatten().map(|id| id.0.clone());
        ids.chain(cell).for_each(|key| self.count(key));
    }
}

fn cell_key(row: &str, choice: &str) -> String {
    [row, " ", choice].concat()
}

/// The counts of a survey, while they are looked up or counted.
pub struct ChoiceCounting {
    survey_id: String,
    /// How long a stored count is valid.
    lifetime: i64,
    /// The progress in the responses; `None` before the first and after the last one.
    stream: Option<ResponseStream>,
    counts: ChoiceCounts,
    is_done: bool,
}

/// Counts as they are stored.
#[derive(Default)]
struct StoredCounts {
    counts: ChoiceCounts,
    /// Whether they are used without a look at the responses.
    is_valid: bool,
    /// Whether the survey has no more responses than are read.
    are_all: bool,
}

impl ChoiceCounting {
    /// For the order of options; done at once if none of the questions is sorted by counts.
    pub fn for_order<'a>(survey_id: &str, mut questions: impl Iterator<Item = &'a Question>) -> ChoiceCounting {
        ChoiceCounting { is_done: !questions.any(is_sorted), ..ChoiceCounting::begin(survey_id, ORDER_LIFETIME) }
    }

    /// For the results of a survey.
    ///
    /// # Errors
    ///
    /// When the statement fails.
    pub fn for_results(context: RespondContext, survey_id: &str) -> Result<ChoiceCounting, RespondError> {
        let row = first_row(context.sql, "SELECT response_count FROM surveys WHERE id = ?", values![survey_id]);
        let responses = row.map_err(internal_error)?.map_or(0, |row| row.count("response_count"));
        let lifetime = if responses > FRESH_RESPONSES_MAX { RESULTS_LIFETIME } else { 0 };
        Ok(ChoiceCounting::begin(survey_id, lifetime))
    }

    fn begin(survey_id: &str, lifetime: i64) -> ChoiceCounting {
        ChoiceCounting {
            survey_id: survey_id.to_owned(),
            lifetime,
            stream: None,
            counts: ChoiceCounts::default(),
            is_done: false,
        }
    }

    /// The counts, once they are complete.
    pub const fn counts(&self) -> &ChoiceCounts {
        &self.counts
    }

    /// Looks the counts up or counts some responses. Returns whether the counts were complete before.
    ///
    /// # Errors
    ///
    /// When a statement fails.
    pub fn run_chunk(&mut self, context: RespondContext) -> Result<bool, RespondError> {
        if self.is_done {
            return Ok(true);
        }
        // Another respondent may have finished counting meanwhile.
        let stored = self.find_stored(context)?;
        if stored.is_valid {
            (self.counts, self.is_done) = (stored.counts, true);
            return Ok(true);
        }
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => newest_responses(context, &self.survey_id)?,
        };
        let mut filter = Filter::new("survey_id = ?", values![self.survey_id.as_str()]);
        filter.and("status = ?", [ResponseStatus::Completed.as_str().into()]);
        let counts = &mut self.counts;
        let is_last = stream.read_batch(context.sql, &self.survey_id, &filter, &mut |_, pages| {
            counts.count(RESPONSES.to_owned());
            let answers = pages.iter().flat_map(|page| &page.questions).flat_map(|question| &question.answers);
            answers.for_each(|answer| counts.add_answer(answer));
        });
        if is_last.map_err(internal_error)? {
            if stored.are_all && stored.counts.are_kept(&self.counts) {
                self.counts.clone_from(&stored.counts);
            }
            // A view stores nothing that is stored.
            if self.lifetime > 0 || self.counts != stored.counts {
                self.store(context)?;
            }
            self.is_done = true;
        } else {
            self.stream = Some(stream);
        }
        Ok(false)
    }

    /// The stored counts; none if there are none.
    fn find_stored(&self, context: RespondContext) -> Result<StoredCounts, RespondError> {
        let row = first_row(
            context.sql,
            "SELECT counts, counted, response_count <= ? AS are_all
             FROM choice_counts
             JOIN surveys ON surveys.id = survey_id
             WHERE survey_id = ?",
            values![i64::from(TALLIED_RESPONSES_MAX), self.survey_id.as_str()],
        );
        let Some(row) = row.map_err(internal_error)? else { return Ok(StoredCounts::default()) };
        let counts = ChoiceCounts(serde_json::from_value(row.json("counts")).unwrap_or_default());
        let age = context.now.0.saturating_sub(row.timestamp("counted").0);
        Ok(StoredCounts { counts, is_valid: (0..self.lifetime).contains(&age), are_all: row.boolean("are_all") })
    }

    fn store(&self, context: RespondContext) -> Result<(), RespondError> {
        let counts = serde_json::to_string(&self.counts.0).map_err(|_| RespondError::InternalError)?;
        let written = context.sql.run(
            "INSERT INTO choice_counts (survey_id, counts, counted)
             VALUES (?, ?, ?)
             ON CONFLICT (survey_id) DO UPDATE SET counts = excluded.counts, counted = excluded.counted",
            values![self.survey_id.as_str(), counts, context.now],
        );
        written.map(drop).map_err(internal_error)
    }
}

/// The questions of which the last page shows how often each choice was chosen.
pub fn outline_tallies(design: &Design) -> Vec<ChoiceTally> {
    let tally = |heading: String, row: &str, question: &Question| ChoiceTally {
        heading,
        row: row.to_owned(),
        choices: choices_of(question)
            .iter()
            .filter(|choice| choice.visible)
            .map(|choice| {
                let weight = choice.weight.as_ref().map(ToString::to_string);
                let label = Some(choice.text.clone()).filter(|text| !text.is_empty()).or(weight);
                (choice.id.0.clone(), label.unwrap_or_else(|| choice.position.get().to_string()))
            })
            .collect(),
    };
    let mut tallies = Vec::new();
    for question in design.questions().filter(|question| question.visible) {
        // Respondents saw different headings; the first with a text is that of all.
        let mut headings = question.headings.iter().map(|heading| heading.heading.as_str());
        let heading = headings.find(|heading| !heading.is_empty()).unwrap_or_default().to_owned();
        match answer_parts(question) {
            Parts::Choice => {
                let mut tally = tally(heading, "", question);
                let other = other_option(question).filter(|other| other.is_choice());
                tally.choices.extend(other.map(|other| (other.id.0.clone(), other.text.clone())));
                tallies.push(tally);
            }
            Parts::RowChoice => {
                for row in rows_of(question).iter().filter(|row| row.visible) {
                    let heading =
                        if row.text.is_empty() { heading.clone() } else { format!("{heading} – {}", row.text) };
                    tallies.push(tally(heading, row.id.as_str(), question));
                }
            }
            _ => {}
        }
    }
    tallies
}

fn is_sorted(question: &Question) -> bool {
    let sorting = as_option(&question.sorting).map(|sorting| sorting.r#type);
    matches!(sorting, Some(SortingType::ResponsesAscending | SortingType::ResponsesDescending))
}

/// The newest responses, of which those that are complete and no previews are counted. Others among the newest are not
/// replaced by older ones, so that the number of responses read is bounded.
fn newest_responses(context: RespondContext, survey_id: &str) -> Result<ResponseStream, RespondError> {
    let older = first_row(
        context.sql,
        "SELECT created, id
         FROM responses
         WHERE survey_id = ?
         ORDER BY created DESC, id DESC
         LIMIT 1 OFFSET ?",
        values![survey_id, i64::from(TALLIED_RESPONSES_MAX)],
    );
    Ok(older.map_err(internal_error)?.map_or_else(
        || ResponseStream::from_range(ResponseRange::ALL),
        |row| ResponseStream::after_response(row.timestamp("created"), row.text("id")),
    ))
}

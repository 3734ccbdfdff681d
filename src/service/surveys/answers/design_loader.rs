//! Loads a design from the database in chunks, some questions at a time.

use super::design::{Design, DesignPage, SurveyTexts};
use super::design_source::DesignSource;
use crate::service::actor::chunked_work::{CHUNK_CELLS, QUESTION_COST_CELLS};
use crate::service::store::sql::{Row, Sql, SqlError, first_row, values};
use crate::service::store::table_set::TableSet;
use crate::service::surveys::design::representation::{page_rows, parse_question};
use crate::spec::resources::surveys::QuizOptions;
use crate::wire::dates::Timestamp;
use crate::wire::order;
use crate::wire::payload;
use serde_json::Value;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Questions whose sizes are read in advance.
const LOOKAHEAD: i64 = 200;

/// How often loading starts again because the survey was changed in between. After that, a mix of both states is
/// accepted, so that frequent changes cannot prevent loading.
const RETRIES_MAX: u8 = 3;

/// What a cell takes in memory, about.
const CELL_BYTES: usize = 300;

/// The position of a question in its survey.
#[derive(Default)]
pub struct QuestionPosition {
    page_id: String,
    position: i64,
    /// Whether it is known to be the last one.
    is_last: bool,
}

/// A design that is being loaded.
pub struct DesignLoader {
    design: Design,
    /// The index of each page.
    page_indexes: BTreeMap<String, usize>,
    /// The position of the last question that was read.
    after: QuestionPosition,
    modified: Timestamp,
    retries: u8,
    /// Whether a chunk has read questions before.
    resumed: bool,
    /// Whether the pages with their questions were in the object cache.
    was_cached: bool,
    /// The number of the last write before loading began.
    since: u64,
    /// The cells read so far. The descriptions of pages count too, because they may be large.
    cells: i64,
}

/// The tables of pages and questions.
pub fn design_tables() -> TableSet {
    TableSet::of_statement("pages questions")
}

fn cache_key(survey_id: &str) -> String {
    format!("design {survey_id}")
}

impl Design {
    /// Loads the design of a survey, in chunks; `None` if there is no such survey.
    ///
    /// # Errors
    ///
    /// Fails until all chunks are loaded: the work is paused.
    pub fn load(source: DesignSource<'_>, survey_id: &str) -> Result<Option<Design>, SqlError> {
        let DesignSource { chunked_work, .. } = source;
        let stored = chunked_work.take_state(|loader: &DesignLoader| loader.design.survey_id == survey_id);
        let stored = match stored {
            Some(stored) => Some(stored),
            None => DesignLoader::start_load(source, survey_id)?.map(Box::new),
        };
        let Some(mut loader) = stored else { return Ok(None) };
        match loader.run_chunk(source)? {
            None => Ok(None),
            Some(true) => Ok(Some(loader.design)),
            Some(false) => {
                let _ = chunked_work.pause_with(loader);
                Err(SqlError::paused())
            }
        }
    }
}

impl DesignLoader {
    /// Starts loading; `None` if there is no such survey.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails.
    fn start_load(source: DesignSource<'_>, survey_id: &str) -> Result<Option<DesignLoader>, SqlError> {
        let statement = "SELECT id, title, language, body, modified FROM surveys WHERE id = ?";
        let rows = source.sql.run_cached(statement, values![survey_id])?;
        rows.first().map(|survey| DesignLoader::of_survey(source, survey)).transpose()
    }

    /// Starts loading the design of a survey whose row was just read: its id, title, language, settings and last
    /// change.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails.
    pub fn of_survey(source: DesignSource<'_>, survey: &Row) -> Result<DesignLoader, SqlError> {
        let DesignSource { memory, chunked_work, sql } = source;
        let (since, survey_id) = (memory.table_versions.last_write(), survey.text("id"));
        let body = survey.json("body");
        let cached =
            memory.object_cache.borrow_mut().find(&cache_key(&survey_id), &memory.table_versions, chunked_work);
        let was_cached = cached.is_some();
        let pages: Rc<Vec<DesignPage>> = match cached {
            Some(pages) => pages,
            None => Rc::new(page_rows(sql, &survey_id)?.iter().map(DesignPage::from_row).collect()),
        };
        let described: usize = pages.iter().map(|page| page.description.len()).sum();
        let quiz = body.get("quiz_options").cloned().and_then(payload::from_value::<QuizOptions>);
        let variables = body.get("custom_variables").and_then(Value::as_object);
        Ok(DesignLoader {
            page_indexes: order::collect_map(pages.iter().enumerate().map(|(index, page)| (page.id.0.clone(), index))),
            design: Design {
                survey_id,
                pages,
                quiz: quiz.filter(|quiz| quiz.is_quiz_mode),
                variables: variables.map(|names| names.keys().cloned().collect()).unwrap_or_default(),
                survey: SurveyTexts { title: survey.text("title"), language: survey.text("language"), body },
            },
            after: QuestionPosition::default(),
            modified: survey.timestamp("modified"),
            retries: RETRIES_MAX,
            resumed: false,
            was_cached,
            since,
            cells: i64::try_from(described.div_ceil(CELL_BYTES)).unwrap_or(i64::MAX),
        })
    }

    /// Loads the next chunk. Returns whether the design is complete, or `None` if the survey was deleted. If the survey
    /// was changed, loading starts again.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails.
    pub fn run_chunk(&mut self, source: DesignSource<'_>) -> Result<Option<bool>, SqlError> {
        let DesignSource { memory, sql, .. } = source;
        if self.resumed && self.is_stale(sql)? {
            // The questions read so far may belong to a design that no longer exists.
            let tries = self.retries.saturating_sub(1);
            let Some(restarted) = DesignLoader::start_load(source, &self.design.survey_id)? else { return Ok(None) };
            *self = DesignLoader { retries: tries, ..restarted };
        }
        if self.was_cached {
            return Ok(Some(true));
        }
        let is_complete = self.read_questions(sql)?;
        if is_complete {
            let (key, pages) = (cache_key(&self.design.survey_id), Rc::clone(&self.design.pages));
            let bytes = usize::try_from(self.cells).unwrap_or(usize::MAX).saturating_mul(CELL_BYTES);
            memory.object_cache.borrow_mut().insert(key, pages, (design_tables(), self.since), bytes);
        }
        Ok(Some(is_complete))
    }

    /// The design, and when the survey had last been changed.
    pub fn design(self) -> (Design, Timestamp) {
        (self.design, self.modified)
    }

    /// Whether the survey was changed since loading began.
    fn is_stale(&self, sql: &dyn Sql) -> Result<bool, SqlError> {
        let row = first_row(sql, "SELECT modified FROM surveys WHERE id = ?", values![self.design.survey_id.as_str()])?;
        Ok(self.retries > 0 && row.is_none_or(|row| row.timestamp("modified") != self.modified))
    }

    /// Reads some questions. Returns whether there are no more.
    fn read_questions(&mut self, sql: &dyn Sql) -> Result<bool, SqlError> {
        let Some(rows) = next_questions(sql, &self.design.survey_id, &mut self.after)? else { return Ok(true) };
        for row in &rows {
            let index = self.page_indexes.get(&row.text("page_id"));
            // No one else has the pages yet.
            let page = index.and_then(|index| Rc::make_mut(&mut self.design.pages).get_mut(*index));
            self.cells = self.cells.saturating_add(row.integer("cells")).saturating_add(QUESTION_COST_CELLS);
            let question = parse_question(row.json("body"), &row.text("id"), row.count("position"));
            if let Some((page, question)) = page.zip(question) {
                page.questions.push(question);
            }
        }
        // What the design is read for is work too. After a large design it begins in a chunk of its own.
        let is_small = !std::mem::replace(&mut self.resumed, true);
        Ok(is_small && !has_more_questions(sql, &self.design.survey_id, &self.after)?)
    }
}

/// The next questions of a survey after a position, in the order of page ids: as many as one chunk may read, at least
/// one. Advances the position. `None` if there are no more.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn next_questions(
    sql: &dyn Sql,
    survey_id: &str,
    after: &mut QuestionPosition,
) -> Result<Option<Vec<Row>>, SqlError> {
    questions_up_to(sql, survey_id, after, CHUNK_CELLS)
}

/// Like [`next_questions`], with a number of cells that the questions may have.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn questions_up_to(
    sql: &dyn Sql,
    survey_id: &str,
    after: &mut QuestionPosition,
    cells_max: i64,
) -> Result<Option<Vec<Row>>, SqlError> {
    // Only the sizes are read first, so that no body is read that this chunk does not use.
    let ahead = sql.run(
        "SELECT page_id, position, cells
         FROM questions
         WHERE survey_id = ? AND (page_id, position) > (?, ?)
         ORDER BY page_id, position
         LIMIT ?",
        values![survey_id, after.page_id.as_str(), after.position, LOOKAHEAD],
    )?;
    let mut cells = 0_i64;
    let fits = |row: &&Row| {
        // A question without a stored cost may have any size.
        let cost = if row.optional_text("cells").is_some() { row.integer("cells") } else { cells_max };
        let cost = cost.saturating_add(QUESTION_COST_CELLS);
        let fits = cells == 0 || cells.saturating_add(cost) <= cells_max;
        cells = cells.saturating_add(cost);
        fits
    };
    let fitting = ahead.iter().take_while(fits).count();
    let Some(last) = fitting.checked_sub(1).and_then(|at| ahead.get(at)) else { return Ok(None) };
    let to = QuestionPosition {
        page_id: last.text("page_id"),
        position: last.integer("position"),
        is_last: fitting == ahead.len() && fitting < usize::try_from(LOOKAHEAD).unwrap_or(0),
    };
    let rows = sql.run(
        "SELECT id, page_id, position, CAST(body AS BLOB) AS body, cells, visible_cells
         FROM questions
         WHERE survey_id = ? AND (page_id, position) > (?, ?) AND (page_id, position) <= (?, ?)
         ORDER BY page_id, position",
        values![survey_id, after.page_id.as_str(), after.position, to.page_id.as_str(), to.position],
    )?;
    *after = to;
    Ok(Some(rows))
}

/// Whether a survey has questions after a position.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn has_more_questions(sql: &dyn Sql, survey_id: &str, after: &QuestionPosition) -> Result<bool, SqlError> {
    if after.is_last {
        return Ok(false);
    }
    let row = first_row(
        sql,
        "SELECT position
         FROM questions
         WHERE survey_id = ? AND (page_id, position) > (?, ?)
         LIMIT 1",
        values![survey_id, after.page_id.as_str(), after.position],
    )?;
    Ok(row.is_some())
}

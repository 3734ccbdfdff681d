//! A design as it is read from the database, in pieces: some questions at a time.

use super::design::{Design, DesignPage, question};
use crate::service::actor::pieces::{CELLS, Pieces, QUESTION};
use crate::service::store::sql::{Row, Sql, SqlError, first, values};
use crate::spec::resources::surveys::QuizOptions;
use crate::wire::dates::Moment;
use crate::wire::payload;
use serde_json::Value;
use std::collections::BTreeMap;

/// Questions that are looked at together.
const AHEAD: i64 = 200;

/// How often a design is read anew that was changed while it was being read.
const TRIES: u8 = 3;

/// Where a question stands: its page, and its place there.
pub type Place = (String, i64);

/// A design that is being read.
pub struct Loading {
    design: Design,
    /// The place of each page.
    places: BTreeMap<String, usize>,
    /// The last question that was read.
    after: Place,
    modified: Moment,
    tries: u8,
}

impl Design {
    /// The design of a survey; none if there is no such survey. It is read in pieces: until it is there, the visit ends.
    pub fn load(pieces: &Pieces, sql: &dyn Sql, survey_id: &str) -> Result<Option<Design>, SqlError> {
        let begun = pieces.kept(|loading: &Loading| loading.design.survey_id == survey_id);
        let begun = match begun {
            Some(begun) => Some(begun),
            None => Loading::begin(sql, survey_id)?.map(Box::new),
        };
        let Some(mut loading) = begun else { return Ok(None) };
        match loading.go_on(sql)? {
            None => Ok(None),
            Some(true) => Ok(Some(loading.design)),
            Some(false) => {
                let _ = pieces.pause(loading);
                Err(SqlError("the design is not there yet".to_owned()))
            }
        }
    }
}

impl Loading {
    /// Begins to read the design of a survey; none if there is no such survey.
    pub fn begin(sql: &dyn Sql, survey_id: &str) -> Result<Option<Loading>, SqlError> {
        let survey = first(sql, "SELECT body, modified FROM surveys WHERE id = ?", values![survey_id])?;
        let Some(survey) = survey else { return Ok(None) };
        let body = survey.json("body");
        let pages = sql.run(
            "SELECT id, title, description
             FROM pages
             WHERE survey_id = ?
             ORDER BY position",
            values![survey_id],
        )?;
        let pages: Vec<DesignPage> = pages
            .iter()
            .map(|page| DesignPage {
                id: page.text("id").into(),
                title: page.text("title"),
                description: page.text("description"),
                questions: Vec::new(),
            })
            .collect();
        let quiz = body.get("quiz_options").cloned().and_then(payload::read::<QuizOptions>);
        let variables = body.get("custom_variables").and_then(Value::as_object);
        Ok(Some(Loading {
            places: pages.iter().enumerate().map(|(place, page)| (page.id.0.clone(), place)).collect(),
            design: Design {
                survey_id: survey_id.to_owned(),
                pages,
                quiz: quiz.filter(|quiz| quiz.is_quiz_mode),
                variables: variables.map(|names| names.keys().cloned().collect()).unwrap_or_default(),
            },
            after: (String::new(), 0),
            modified: survey.moment("modified"),
            tries: TRIES,
        }))
    }

    /// The next piece of work: whether the design is there, none if the survey is gone. If it was changed, it is read anew.
    pub fn go_on(&mut self, sql: &dyn Sql) -> Result<Option<bool>, SqlError> {
        if self.changed(sql)? {
            let tries = self.tries.saturating_sub(1);
            let Some(again) = Loading::begin(sql, &self.design.survey_id)? else { return Ok(None) };
            *self = Loading { tries, ..again };
        }
        self.read(sql).map(Some)
    }

    /// The design, once it is there, and when the survey had last been changed.
    pub fn design(self) -> (Design, Moment) {
        (self.design, self.modified)
    }

    /// Whether the survey was changed since.
    fn changed(&self, sql: &dyn Sql) -> Result<bool, SqlError> {
        let row = first(sql, "SELECT modified FROM surveys WHERE id = ?", values![self.design.survey_id.as_str()])?;
        Ok(self.tries > 0 && row.is_none_or(|row| row.moment("modified") != self.modified))
    }

    /// Reads some questions. True if there are no more.
    fn read(&mut self, sql: &dyn Sql) -> Result<bool, SqlError> {
        let Some(rows) = some(sql, &self.design.survey_id, &mut self.after)? else { return Ok(true) };
        for row in &rows {
            let place = self.places.get(&row.text("page_id"));
            let page = place.and_then(|place| self.design.pages.get_mut(*place));
            let read = question(row.json("body"), &row.text("id"), row.count("position"));
            if let Some((page, read)) = page.zip(read) {
                page.questions.push(read);
            }
        }
        Ok(!is_more(sql, &self.design.survey_id, &self.after)?)
    }
}

/// Some of a survey's questions behind a place, in the order of their pages' ids: as many as one piece of work takes,
/// one at least. The place moves on. None if there are no more.
pub fn some(sql: &dyn Sql, survey_id: &str, after: &mut Place) -> Result<Option<Vec<Row>>, SqlError> {
    let ahead = sql.run(
        "SELECT page_id, position, cells
         FROM questions
         WHERE survey_id = ? AND (page_id, position) > (?, ?)
         ORDER BY page_id, position
         LIMIT ?",
        values![survey_id, after.0.as_str(), after.1, AHEAD],
    )?;
    let mut cells = 0_i64;
    let fits = |row: &&Row| {
        // What was not measured may be of any size.
        let own = if row.optional_text("cells").is_some() { row.integer("cells") } else { CELLS };
        let own = own.saturating_add(QUESTION);
        let fits = cells == 0 || cells.saturating_add(own) <= CELLS;
        cells = cells.saturating_add(own);
        fits
    };
    let Some(last) = ahead.iter().take_while(fits).last() else { return Ok(None) };
    let to = (last.text("page_id"), last.integer("position"));
    let rows = sql.run(
        "SELECT id, page_id, position, body, cells, shown
         FROM questions
         WHERE survey_id = ? AND (page_id, position) > (?, ?) AND (page_id, position) <= (?, ?)
         ORDER BY page_id, position",
        values![survey_id, after.0.as_str(), after.1, to.0.as_str(), to.1],
    )?;
    *after = to;
    Ok(Some(rows))
}

/// Whether a survey has questions behind a place.
pub fn is_more(sql: &dyn Sql, survey_id: &str, after: &Place) -> Result<bool, SqlError> {
    let row = first(
        sql,
        "SELECT position
         FROM questions
         WHERE survey_id = ? AND (page_id, position) > (?, ?)
         LIMIT 1",
        values![survey_id, after.0.as_str(), after.1],
    )?;
    Ok(row.is_some())
}

//! A page of a survey that is being written: some of its questions at a time, of a large one some of its rows.

use super::order::Seed;
use super::pages::{Asked, Complaint, around, lines, section};
use super::picked::Picked;
use crate::service::actor::pieces::{CELLS, Pieces, QUESTION};
use crate::service::html::{Html, SLOT, split};
use crate::service::surveys::rollups::size;
use crate::service::surveys::words::Tongue;
use crate::spec::resources::questions::Question;
use crate::wire::form::Form;
use crate::wire::http::Response;
use std::collections::VecDeque;

/// A question that is still to be written.
pub struct Part {
    /// The question.
    pub question: Question,
    /// Its number in the survey; none if it takes no answer.
    pub number: Option<usize>,
    /// What was wrong with the answer.
    pub complaints: Vec<Complaint>,
}

/// A page that is being written.
pub struct Paper {
    /// The page with a slot in place of its questions.
    pub page: Response,
    /// What is still to be written.
    pub parts: VecDeque<Part>,
    /// What stands in the fields.
    pub fields: Form,
    /// What the order of options follows from.
    pub seed: Seed,
    /// How often options were picked.
    pub picked: Picked,
    /// Language of the words around the questions.
    pub tongue: Tongue,
    /// The questions that are written.
    pub html: String,
    /// The rows of the first part that are written.
    pub rows: usize,
}

impl Paper {
    /// Writes a piece. The page once all is written; until then nobody sees what is returned.
    pub fn page(mut self: Box<Paper>, pieces: &Pieces) -> Response {
        let number = |number: i64| usize::try_from(number).unwrap_or(usize::MAX);
        let (most, each) = (number(CELLS), number(QUESTION));
        let mut left = most;
        while left > 0
            && let Some(part) = self.parts.pop_front()
        {
            let cells = size(&part.question);
            if cells <= most {
                let html = section(&self.asked(&part), &self.fields);
                self.html.push_str(&html.fragment());
                left = left.saturating_sub(cells.saturating_add(each));
            } else {
                left = 0;
                self.some_rows(part, cells);
            }
        }
        if !self.parts.is_empty() {
            let page = self.page.status;
            let _ = pieces.pause(self);
            return Response::empty(page);
        }
        let Paper { mut page, html, .. } = *self;
        let slot = page.body.windows(SLOT.len()).position(|window| window == SLOT.as_bytes());
        if let Some(at) = slot {
            page.body.splice(at..at.saturating_add(SLOT.len()), html.into_bytes());
        }
        page
    }

    /// Writes some rows of a large question, and puts it back if there are more.
    fn some_rows(&mut self, part: Part, cells: usize) {
        let mut asked = self.asked(&part);
        let every = asked.rows.len().max(1);
        let each = cells.checked_div(every).unwrap_or(cells).max(1);
        let some = usize::try_from(CELLS).unwrap_or(usize::MAX).checked_div(each).unwrap_or(1).max(1);
        let Some((before, behind)) = around(&asked, &self.fields).and_then(split) else {
            self.html.push_str(&section(&asked, &self.fields).fragment());
            return;
        };
        let to = self.rows.saturating_add(some);
        asked.rows = asked.rows.into_iter().take(to).skip(self.rows).collect();
        let rows: String = lines(&asked, &self.fields).into_iter().map(Html::fragment).collect();
        if self.rows == 0 {
            self.html.push_str(&before);
        }
        self.html.push_str(&rows);
        if to < every {
            self.rows = to;
            self.parts.push_front(part);
        } else {
            self.html.push_str(&behind);
            self.rows = 0;
        }
    }

    fn asked<'a>(&self, part: &'a Part) -> Asked<'a> {
        let asked = self.seed.asked(&part.question, &self.picked, self.tongue);
        Asked { number: part.number, complaints: part.complaints.clone(), ..asked }
    }
}

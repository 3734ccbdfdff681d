//! A page of a survey that is being written: some of its questions at a time, of a large one some of its rows.

use super::choice_counts::ChoiceCounts;
use super::pages::{FieldError, QuestionView, render_outline, render_question, render_rows};
use super::randomization::ShuffleSeed;
use crate::service::actor::chunked_work::{CHUNK_CELLS, ChunkedWork, QUESTION_COST_CELLS};
use crate::service::html::{Html, SLOT, split_at_slot};
use crate::service::surveys::messages::Locale;
use crate::service::surveys::rollups::result_size;
use crate::spec::resources::questions::Question;
use crate::wire::form::Form;
use crate::wire::http::Response;
use std::collections::VecDeque;

/// A question that is still to be written.
pub struct PendingQuestion {
    /// The question.
    pub question: Question,
    /// Its number in the survey; none if it takes no answer.
    pub number: Option<usize>,
    /// What was wrong with the answer.
    pub errors: Vec<FieldError>,
}

/// A page that is being written.
pub struct PageRender {
    /// The page with a slot in place of its questions.
    pub skeleton: Response,
    /// What is still to be written.
    pub pending: VecDeque<PendingQuestion>,
    /// What stands in the fields.
    pub fields: Form,
    /// What the order of options follows from.
    pub seed: ShuffleSeed,
    /// How often options were picked.
    pub choice_counts: ChoiceCounts,
    /// Language of the words around the questions.
    pub locale: Locale,
    /// The questions that are written.
    pub html: String,
    /// The rows of the first part that are written.
    pub rows: usize,
}

impl PageRender {
    /// Writes a piece. The page once all is written; until then nobody sees what is returned.
    pub fn render_piece(mut self: Box<PageRender>, pieces: &ChunkedWork) -> Response {
        let number = |number: i64| usize::try_from(number).unwrap_or(usize::MAX);
        let (most, each) = (number(CHUNK_CELLS), number(QUESTION_COST_CELLS));
        let mut left = most;
        while left > 0
            && let Some(part) = self.pending.pop_front()
        {
            let cells = result_size(&part.question);
            if cells <= most {
                let html = render_question(&self.build_question(&part), &self.fields);
                self.html.push_str(&html.into_fragment());
                left = left.saturating_sub(cells.saturating_add(each));
            } else {
                left = 0;
                self.render_rows(part, cells);
            }
        }
        if !self.pending.is_empty() {
            let page = self.skeleton.status;
            let _ = pieces.pause_with(self);
            return Response::empty(page);
        }
        let PageRender { skeleton: mut page, html, .. } = *self;
        let slot = page.body.windows(SLOT.len()).position(|window| window == SLOT.as_bytes());
        if let Some(at) = slot {
            page.body.splice(at..at.saturating_add(SLOT.len()), html.into_bytes());
        }
        page
    }

    /// Writes some rows of a large question, and puts it back if there are more.
    fn render_rows(&mut self, part: PendingQuestion, cells: usize) {
        let mut asked = self.build_question(&part);
        let every = asked.rows.len().max(1);
        let each = cells.checked_div(every).unwrap_or(cells).max(1);
        let some = usize::try_from(CHUNK_CELLS).unwrap_or(usize::MAX).checked_div(each).unwrap_or(1).max(1);
        let Some((before, behind)) = render_outline(&asked, &self.fields).and_then(split_at_slot) else {
            self.html.push_str(&render_question(&asked, &self.fields).into_fragment());
            return;
        };
        let to = self.rows.saturating_add(some);
        asked.rows = asked.rows.into_iter().take(to).skip(self.rows).collect();
        let rows: String = render_rows(&asked, &self.fields).into_iter().map(Html::into_fragment).collect();
        if self.rows == 0 {
            self.html.push_str(&before);
        }
        self.html.push_str(&rows);
        if to < every {
            self.rows = to;
            self.pending.push_front(part);
        } else {
            self.html.push_str(&behind);
            self.rows = 0;
        }
    }

    fn build_question<'a>(&self, part: &'a PendingQuestion) -> QuestionView<'a> {
        let asked = self.seed.build_question(&part.question, &self.choice_counts, self.locale);
        QuestionView { number: part.number, errors: part.errors.clone(), ..asked }
    }
}

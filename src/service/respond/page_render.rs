//! Rendering a survey page in chunks: some questions at a time, and some rows of a large question.

use super::RespondContext;
use super::choice_counts::ChoiceCounting;
use super::pages::status_pages::RespondError;
use super::pages::{FieldError, PageTexts, QuestionView, render_outline, render_question, render_rows};
use crate::service::actor::chunked_work::{CHUNK_CELLS, QUESTION_COST_CELLS};
use crate::service::html::{SLOT, split_at_slot};
use crate::service::surveys::rollups::result_size;
use crate::service::surveys::shuffle_seed::ShuffleSeed;
use crate::spec::resources::questions::Question;
use crate::wire::form::Form;
use crate::wire::http::Response;
use std::any::Any;
use std::collections::VecDeque;

/// A question that is not rendered yet.
pub struct PendingQuestion {
    /// The question.
    pub question: Question,
    /// Its number in the survey; `None` if it takes no answer.
    pub number: Option<usize>,
    /// The errors of its answer.
    pub errors: Vec<FieldError>,
}

/// A page in progress.
pub struct PageRender {
    /// The page with a placeholder for its questions.
    pub skeleton: Response,
    /// The questions that are not rendered yet.
    pub pending: VecDeque<PendingQuestion>,
    /// The values of the form fields.
    pub fields: Form,
    /// Seed of the order of options.
    pub seed: ShuffleSeed,
    /// How often options were chosen.
    pub counting: ChoiceCounting,
    /// The service's own texts.
    pub texts: PageTexts,
    /// The rendered questions.
    pub html: String,
    /// Number of rendered rows of the first pending question.
    pub rows: usize,
}

impl PageRender {
    /// Renders a chunk. Returns the page after the last one; before that, a placeholder that is never sent.
    ///
    /// # Errors
    ///
    /// An internal error, if a statement fails.
    pub fn render_chunk(mut self: Box<PageRender>, context: RespondContext) -> Result<Response, RespondError> {
        if !self.counting.run_chunk(context)? {
            return Ok(pause_with(context, self));
        }
        let number = |number: i64| usize::try_from(number).unwrap_or(usize::MAX);
        let (max_cells, question_cost) = (number(CHUNK_CELLS), number(QUESTION_COST_CELLS));
        let mut cells_left = max_cells;
        while cells_left > 0
            && let Some(part) = self.pending.pop_front()
        {
            let cells = result_size(&part.question);
            if cells <= max_cells {
                let html = render_question(&self.build_question(&part), &self.fields);
                self.html.push_str(&html.into_string());
                cells_left = cells_left.saturating_sub(cells.saturating_add(question_cost));
            } else {
                cells_left = 0;
                self.render_rows(part, cells);
            }
        }
        if !self.pending.is_empty() {
            return Ok(pause_with(context, self));
        }
        Ok(fill_slot(self.skeleton, self.html))
    }

    /// Renders some rows of a large question, and puts it back if it has more.
    fn render_rows(&mut self, part: PendingQuestion, cells: usize) {
        let mut view = self.build_question(&part);
        let row_count = view.rows.len().max(1);
        let cells_per_row = cells.checked_div(row_count).unwrap_or(cells).max(1);
        let rows_per_chunk =
            usize::try_from(CHUNK_CELLS).unwrap_or(usize::MAX).checked_div(cells_per_row).unwrap_or(1).max(1);
        let Some((outline_start, outline_end)) = render_outline(&view, &self.fields).and_then(split_at_slot) else {
            self.html.push_str(&render_question(&view, &self.fields).into_string());
            return;
        };
        let row_end = self.rows.saturating_add(rows_per_chunk);
        view.rows = view.rows.into_iter().take(row_end).skip(self.rows).collect();
        let rows = render_rows(&view, &self.fields).into_string();
        if self.rows == 0 {
            self.html.push_str(&outline_start);
        }
        self.html.push_str(&rows);
        if row_end < row_count {
            self.rows = row_end;
            self.pending.push_front(part);
        } else {
            self.html.push_str(&outline_end);
            self.rows = 0;
        }
    }

    fn build_question<'a>(&self, part: &'a PendingQuestion) -> QuestionView<'a> {
        let view = self.seed.build_question(&part.question, self.counting.counts(), self.texts);
        QuestionView { number: part.number, errors: part.errors.clone(), ..view }
    }
}

/// Pauses with the state of a page. Returns a placeholder that is never sent.
pub fn pause_with(context: RespondContext, state: Box<dyn Any>) -> Response {
    let _ = context.chunked_work.pause_with(state);
    Response::empty(200)
}

/// The page with this content in the place of its placeholder.
pub fn fill_slot(mut page: Response, content: String) -> Response {
    let slot = page.body.windows(SLOT.len()).position(|window| window == SLOT.as_bytes());
    if let Some(at) = slot {
        page.body.splice(at..at.saturating_add(SLOT.len()), content.into_bytes());
    }
    page
}

//! Which answers of a response a request selects.

use crate::service::actor::call_context::CallContext;
use crate::service::store::sql::{SqlError, values};
use crate::spec::endpoints::responses::AnswerSelection;
use crate::spec::resources::responses::ResponsePage;
use crate::spec::types::Id;
use crate::wire::order;
use litemap::LiteMap;
use std::rc::Rc;

/// The page of each question of a survey; empty unless pages are selected.
pub type QuestionPages = Rc<LiteMap<String, String>>;

/// Reads the page of each question, if a request selects pages. A request that is answered in chunks reads it once, and
/// keeps it with the state of its work.
///
/// # Errors
///
/// Fails if the statement fails.
pub fn load_question_pages(
    context: &CallContext,
    survey_id: &str,
    selection: &AnswerSelection,
) -> Result<QuestionPages, SqlError> {
    if selection.page_ids.is_none() {
        return Ok(Rc::new(LiteMap::new_vec()));
    }
    let sql = "SELECT id, page_id FROM questions WHERE survey_id = ? ORDER BY id";
    let rows = context.sql.run(sql, values![survey_id])?;
    Ok(Rc::new(order::collect_list_map(rows.iter().map(|row| (row.text("id"), row.text("page_id"))))))
}

/// Selects answers by question and by page. A question is on the page where the design has it now, and if the design
/// has it no more, on the page where it was when the response was stored.
pub struct AnswerFilter<'a> {
    selection: &'a AnswerSelection,
    page_of: QuestionPages,
}

impl AnswerFilter<'_> {
    /// The filter of a request.
    pub fn new<'a>(selection: &'a AnswerSelection, page_of: &QuestionPages) -> AnswerFilter<'a> {
        AnswerFilter { selection, page_of: Rc::clone(page_of) }
    }

    /// Whether a page is selected.
    pub fn has_page(&self, page: &str) -> bool {
        self.selection.page_ids.as_ref().is_none_or(|ids| ids.0.iter().any(|id| id.as_str() == page))
    }

    /// Whether a question that is stored on this page is selected.
    pub fn has_question(&self, stored_page: &Id, question: &Id) -> bool {
        let page = self.page_of.get(question.as_str()).map_or(stored_page.as_str(), String::as_str);
        self.has_page(page) && self.selection.question_ids.as_ref().is_none_or(|ids| ids.0.contains(question))
    }

    /// The selected pages, and those that have selected questions, each with these questions.
    pub fn select_answers(&self, mut pages: Vec<ResponsePage>) -> Vec<ResponsePage> {
        for page in &mut pages {
            let id = &page.id;
            page.questions.retain(|question| self.has_question(id, &question.id));
        }
        pages.retain(|page| !page.questions.is_empty() || self.has_page(page.id.as_str()));
        pages
    }
}

//! TABLE. Pages of a survey. Left out by the specification.

use super::query::Paging;
use crate::spec::resources::pages::{Page, PageNew, PageRef};
use crate::spec::types::List;

macro_rules! pages {
    ($then:ident) => { $then! {
        /// Lists the pages of a survey in order.
        GET "/v3/surveys/{survey_id}/pages" ListPages(survey_id) as "surveys.pages.list"
            query(Paging) needs(SurveysRead) -> 200 List<PageRef>;
        /// Adds an empty page to a survey. The status 201 is our choice.
        POST "/v3/surveys/{survey_id}/pages" CreatePage(survey_id) as "surveys.pages.create"
            body(PageNew) needs(SurveysWrite) -> 201 Page;
        /// Returns a page without its questions.
        GET "/v3/surveys/{survey_id}/pages/{page_id}" GetPage(survey_id, page_id) as "surveys.pages.get"
            needs(SurveysRead) -> 200 Page;
        /// Changes the given fields of a page.
        PATCH "/v3/surveys/{survey_id}/pages/{page_id}" UpdatePage(survey_id, page_id) as "surveys.pages.update"
            body(PageNew) needs(SurveysWrite) -> 200 Page;
        /// Replaces the fields of a page; its questions remain, which is our choice.
        PUT "/v3/surveys/{survey_id}/pages/{page_id}" ReplacePage(survey_id, page_id) as "surveys.pages.replace"
            body(PageNew) needs(SurveysWrite) -> 200 Page;
        /// Deletes a page with its questions; the only page of a survey cannot be deleted. In a survey with responses
        /// the questions remain as not visible on the previous page. All this, and that the deleted resource is
        /// returned, is our choice.
        DELETE "/v3/surveys/{survey_id}/pages/{page_id}" DeletePage(survey_id, page_id) as "surveys.pages.delete"
            needs(SurveysWrite) -> 200 Page;
    } };
}
pages!(endpoints);

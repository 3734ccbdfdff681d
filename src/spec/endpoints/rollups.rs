//! TABLE. Rollups and trends: counts of answers, in total and over time. Heading "Scopes".

use super::query::Paging;
use super::responses::{CollectorSelection, ResponseFilter};
use crate::spec::resources::rollups::{Rollup, Trend, TrendBy};
use crate::spec::types::{Integer, List};

queries! {
    /// Periods and range of a trend. That first and last are numbers of responses, counted from 1, is our choice.
    TrendRange {
        /// Length of the periods; `month` if not given, which is our choice.
        trend_by: Option<TrendBy>,
        /// The first response to count.
        first_respondent: Option<Integer>,
        /// The last response to count.
        last_respondent: Option<Integer>,
        /// The same under the misspelt name of the documentation; `last_respondent` takes precedence.
        last_respondnet: Option<Integer>,
    }
}

macro_rules! rollups {
    ($then:ident) => { $then! {
        /// Counts the answers to every question of a survey.
        GET "/v3/surveys/{survey_id}/rollups" ListSurveyRollups(survey_id) as "surveys.rollups"
            query(Paging, ResponseFilter, CollectorSelection) needs(ResponsesReadDetail) -> 200 List<Rollup>;
        /// Counts the answers to every question of a page.
        GET "/v3/surveys/{survey_id}/pages/{page_id}/rollups" ListPageRollups(survey_id, page_id)
            as "surveys.pages.rollups"
            query(Paging, ResponseFilter, CollectorSelection) needs(ResponsesReadDetail) -> 200 List<Rollup>;
        /// Counts the answers to a question.
        GET "/v3/surveys/{survey_id}/pages/{page_id}/questions/{question_id}/rollups"
            ListQuestionRollups(survey_id, page_id, question_id)
            as "surveys.pages.questions.rollups"
            query(Paging, ResponseFilter, CollectorSelection) needs(ResponsesReadDetail) -> 200 List<Rollup>;
        /// Counts the answers to every question of a survey over time.
        GET "/v3/surveys/{survey_id}/trends" ListSurveyTrends(survey_id) as "surveys.trends"
            query(Paging, ResponseFilter, CollectorSelection, TrendRange) needs(ResponsesReadDetail) -> 200 List<Trend>;
        /// Counts the answers to every question of a page over time.
        GET "/v3/surveys/{survey_id}/pages/{page_id}/trends" ListPageTrends(survey_id, page_id)
            as "surveys.pages.trends"
            query(Paging, ResponseFilter, CollectorSelection, TrendRange) needs(ResponsesReadDetail) -> 200 List<Trend>;
        /// Counts the answers to a question over time.
        GET "/v3/surveys/{survey_id}/pages/{page_id}/questions/{question_id}/trends"
            ListQuestionTrends(survey_id, page_id, question_id)
            as "surveys.pages.questions.trends"
            query(Paging, ResponseFilter, CollectorSelection, TrendRange) needs(ResponsesReadDetail) -> 200 List<Trend>;
    } };
}
rollups!(endpoints);

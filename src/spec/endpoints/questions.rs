//! TABLE. Questions of a page. Left out by the specification.

use super::query::Paging;
use crate::spec::resources::questions::{Question, QuestionNew, QuestionRef};
use crate::spec::types::List;

macro_rules! questions {
    ($then:ident) => { $then! {
        /// Lists the questions of a page in order. The items have few fields; the survey's design has all.
        GET "/v3/surveys/{survey_id}/pages/{page_id}/questions" ListQuestions(survey_id, page_id)
            as "surveys.pages.questions.list"
            query(Paging) needs(SurveysRead) -> 200 List<QuestionRef>;
        /// Adds a question to a page. The status 201 is our choice.
        POST "/v3/surveys/{survey_id}/pages/{page_id}/questions" CreateQuestion(survey_id, page_id)
            as "surveys.pages.questions.create"
            body(QuestionNew) needs(SurveysWrite) -> 201 Question;
        /// Returns a question.
        GET "/v3/surveys/{survey_id}/pages/{page_id}/questions/{question_id}"
            GetQuestion(survey_id, page_id, question_id) as "surveys.pages.questions.get"
            needs(SurveysRead) -> 200 Question;
        /// Changes the given fields of a question.
        PATCH "/v3/surveys/{survey_id}/pages/{page_id}/questions/{question_id}"
            UpdateQuestion(survey_id, page_id, question_id) as "surveys.pages.questions.update"
            body(QuestionNew) needs(SurveysWrite) -> 200 Question;
        /// Replaces a question.
        PUT "/v3/surveys/{survey_id}/pages/{page_id}/questions/{question_id}"
            ReplaceQuestion(survey_id, page_id, question_id) as "surveys.pages.questions.replace"
            body(QuestionNew) needs(SurveysWrite) -> 200 Question;
        /// Deletes a question. In a survey with responses, deleted questions and options remain as not visible, even if
        /// no answer refers to them. This, and that the deleted resource is returned, is our choice.
        DELETE "/v3/surveys/{survey_id}/pages/{page_id}/questions/{question_id}"
            DeleteQuestion(survey_id, page_id, question_id) as "surveys.pages.questions.delete"
            needs(SurveysWrite) -> 200 Question;
    } };
}
questions!(endpoints);

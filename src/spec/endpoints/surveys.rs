//! TABLE. Surveys. Heading "Operations named in the usage flows".

use super::query::{Paging, SortOrder};
use crate::spec::resources::surveys::{Survey, SurveyDetails, SurveyNew, SurveyPatch, SurveyRef};
use crate::spec::types::{Commas, Date, Id, List};

choices! {
    /// Sort keys of surveys.
    SurveySort { Title "title", DateModified "date_modified", NumResponses "num_responses" }
    /// Filters of surveys by how they are shared, and extra fields. Two editions of the documentation spell the three
    /// filters differently; accepting both is our choice.
    SurveyInclude {
        /// Surveys that others have shared with the user.
        SharedWith "shared_with",
        /// Own surveys that the user has shared.
        SharedBy "shared_by",
        /// Surveys that the user owns.
        Owned "owned",
        /// The same as `shared_with`.
        ShareWith "share_with",
        /// The same as `shared_by`.
        ShareBy "share_by",
        /// The same as `owned`.
        Owner "owner",
        ResponseCount "response_count", DateCreated "date_created", DateModified "date_modified",
        Language "language", QuestionCount "question_count", AnalyzeUrl "analyze_url", Preview "preview",
        CollectStats "collect_stats",
    }
}

queries! {
    /// Filter, order and extra fields of a list of surveys.
    SurveyFilter {
        /// Text that the title contains.
        title: Option<String>,
        /// Surveys changed after this date; in UTC if it has no offset.
        start_modified_at: Option<Date>,
        /// Surveys changed before this date; in UTC if it has no offset.
        end_modified_at: Option<Date>,
        /// Folder of the surveys.
        folder_id: Option<Id>,
        /// Filters by share, and extra fields of each survey.
        include: Option<Commas<SurveyInclude>>,
        /// What to sort by; `date_modified` if not given, which is our choice.
        sort_by: Option<SurveySort>,
        /// Direction; descending if not given, which is our choice.
        sort_order: Option<SortOrder>,
    }
}

macro_rules! surveys {
    ($then:ident) => { $then! {
        /// Lists the surveys that the user owns or that are shared with the user.
        GET "/v3/surveys" ListSurveys() as "surveys.list"
            query(Paging, SurveyFilter) needs(SurveysRead) -> 200 List<SurveyRef>;
        /// Creates a survey: blank, as a copy, or with complete pages.
        POST "/v3/surveys" CreateSurvey() as "surveys.create"
            body(SurveyNew) needs(SurveysWrite) -> 201 Survey;
        /// Returns a survey without its design. For a survey of more than 1000 questions the status is 413.
        GET "/v3/surveys/{survey_id}" GetSurvey(survey_id) as "surveys.get"
            needs(SurveysRead) -> 200 Survey;
        /// Changes the given fields of a survey.
        PATCH "/v3/surveys/{survey_id}" UpdateSurvey(survey_id) as "surveys.update"
            body(SurveyPatch) needs(SurveysWrite) -> 200 Survey;
        /// Replaces the fields of a survey; its design remains, which is our choice.
        PUT "/v3/surveys/{survey_id}" ReplaceSurvey(survey_id) as "surveys.replace"
            body(SurveyPatch) needs(SurveysWrite) -> 200 Survey;
        /// Deletes a survey with its collectors and responses. That the deleted resource is returned, and that only the
        /// owner may delete it, is our choice.
        DELETE "/v3/surveys/{survey_id}" DeleteSurvey(survey_id) as "surveys.delete"
            needs(SurveysWrite) -> 200 Survey;
        /// Returns a survey with its design: pages, questions and answer options. For a survey of more than 1000
        /// questions the status is 413.
        GET "/v3/surveys/{survey_id}/details" GetSurveyDetails(survey_id) as "surveys.details"
            needs(SurveysRead) -> 200 SurveyDetails;
    } };
}
surveys!(endpoints);

//! TABLE. Responses, by survey and by collector. Heading "Operations named in the usage flows".

use super::query::{Paging, SortOrder};
use crate::spec::resources::collectors::Collector;
use crate::spec::resources::responses::{Response, ResponseNew, ResponsePatch, ResponseRef, ResponseStatus};
use crate::spec::types::{Commas, Date, Encoded, Flag, Id, Integer, List};

choices! {
    /// Sort keys of responses.
    ResponseSort { DateModified "date_modified" }
    /// Unit of a duration.
    TimeUnit { Second "second", Minute "minute", Hour "hour" }
}

queries! {
    /// Filter of responses. "After" includes the date itself, "before" does not: our choice.
    ResponseFilter {
        /// Only responses started after this date.
        start_created_at: Option<Date>,
        /// Only responses started before this date.
        end_created_at: Option<Date>,
        /// Only responses changed after this date.
        start_modified_at: Option<Date>,
        /// Only responses changed before this date.
        end_modified_at: Option<Date>,
        /// Only responses of this status. Several values, separated by commas, are documented for rollups only;
        /// accepting them everywhere is our choice.
        status: Option<Commas<ResponseStatus>>,
        /// Only responses of this email address.
        email: Option<String>,
        /// Only responses of this first name.
        first_name: Option<String>,
        /// Only responses of this last name.
        last_name: Option<String>,
        /// Only responses from this IP address.
        ip: Option<String>,
        /// Only responses with this custom value.
        custom: Option<String>,
        /// Only responses that took at least this long.
        total_time_min: Option<Integer>,
        /// Only responses that took at most this long.
        total_time_max: Option<Integer>,
        /// Unit of the two durations; `second` if not given, which is our choice.
        total_time_units: Option<TimeUnit>,
    }
    /// Order of a list of responses.
    ResponseOrder {
        /// What to sort by; the id if not given, which is our choice.
        sort_by: Option<ResponseSort>,
        /// Direction; ascending if not given, which is our choice.
        sort_order: Option<SortOrder>,
    }
    /// Filter and extra fields of a response's answers.
    AnswerSelection {
        /// Only answers to questions that are on these pages now, and to deleted ones that were: our choice. They are
        /// listed under the pages on which they were given.
        page_ids: Option<Commas<Id>>,
        /// Only answers to these questions.
        question_ids: Option<Commas<Id>>,
        /// Whether to add family, subtype and heading of each question and the text of each answer.
        simple: Option<Flag>,
    }
    /// Filter of collectors.
    CollectorSelection {
        /// Only responses of these collectors.
        collector_ids: Option<Commas<Id>>,
    }
}

macro_rules! responses {
    ($then:ident) => { $then! {
        /// Lists the responses of a survey, only ids and URLs, up to 1000 a page.
        GET "/v3/surveys/{survey_id}/responses" ListSurveyResponses(survey_id) as "surveys.responses.list"
            query(Paging, ResponseFilter, ResponseOrder) needs(ResponsesRead) -> 200 List<ResponseRef>;
        /// Lists the responses of a survey with their answers, up to 1000 a page. A page of more than
        /// 8 MB is answered with 1030, whose message names a smaller page that fits: `per_page=250`.
        /// Other services give at most 100 a page: read `per_page` of the list.
        GET "/v3/surveys/{survey_id}/responses/bulk" BulkSurveyResponses(survey_id) as "surveys.responses.bulk"
            query(Paging, ResponseFilter, ResponseOrder, AnswerSelection, CollectorSelection)
            needs(ResponsesReadDetail) -> 200 List<Encoded<Response>>;
        /// Returns a response of a survey without its answers.
        GET "/v3/surveys/{survey_id}/responses/{response_id}" GetSurveyResponse(survey_id, response_id)
            as "surveys.responses.get"
            needs(ResponsesRead) -> 200 Response;
        /// Returns a response of a survey with its answers.
        GET "/v3/surveys/{survey_id}/responses/{response_id}/details" GetSurveyResponseDetails(survey_id, response_id)
            as "surveys.responses.details"
            query(AnswerSelection) needs(ResponsesReadDetail) -> 200 Response;
        /// Changes a response of a survey. A question without answers loses its stored answers.
        PATCH "/v3/surveys/{survey_id}/responses/{response_id}" UpdateSurveyResponse(survey_id, response_id)
            as "surveys.responses.update"
            body(ResponsePatch) needs(ResponsesWrite) -> 200 Response;
        /// Replaces a response of a survey. Absent pages lose their answers.
        PUT "/v3/surveys/{survey_id}/responses/{response_id}" ReplaceSurveyResponse(survey_id, response_id)
            as "surveys.responses.replace"
            body(ResponsePatch) needs(ResponsesWrite) -> 200 Response;
        /// Deletes a response of a survey. That it is returned is our choice.
        DELETE "/v3/surveys/{survey_id}/responses/{response_id}" DeleteSurveyResponse(survey_id, response_id)
            as "surveys.responses.delete"
            needs(ResponsesWrite) -> 200 Response;
        /// Lists the responses of a collector, only ids and URLs, up to 1000 a page.
        GET "/v3/collectors/{collector_id}/responses" ListCollectorResponses(collector_id)
            as "collectors.responses.list"
            query(Paging, ResponseFilter, ResponseOrder) needs(ResponsesRead) -> 200 List<ResponseRef>;
        /// Creates a response of a collector. The status 201 is our choice.
        POST "/v3/collectors/{collector_id}/responses" CreateCollectorResponse(collector_id)
            as "collectors.responses.create"
            body(ResponseNew) needs(ResponsesWrite) -> 201 Response;
        /// Deletes every response of a collector. That the emptied collector is returned is our choice.
        DELETE "/v3/collectors/{collector_id}/responses" ClearCollectorResponses(collector_id)
            as "collectors.responses.clear"
            needs(ResponsesWrite) -> 200 Collector;
        /// Lists the responses of a collector with their answers, up to 1000 a page. A page of more than
        /// 8 MB is answered with 1030, whose message names a smaller page that fits: `per_page=250`.
        /// Other services give at most 100 a page: read `per_page` of the list.
        GET "/v3/collectors/{collector_id}/responses/bulk" BulkCollectorResponses(collector_id)
            as "collectors.responses.bulk"
            query(Paging, ResponseFilter, ResponseOrder, AnswerSelection)
            needs(ResponsesReadDetail) -> 200 List<Encoded<Response>>;
        /// Returns a response of a collector without its answers.
        GET "/v3/collectors/{collector_id}/responses/{response_id}" GetCollectorResponse(collector_id, response_id)
            as "collectors.responses.get"
            needs(ResponsesRead) -> 200 Response;
        /// Returns a response of a collector with its answers.
        GET "/v3/collectors/{collector_id}/responses/{response_id}/details"
            GetCollectorResponseDetails(collector_id, response_id)
            as "collectors.responses.details"
            query(AnswerSelection) needs(ResponsesReadDetail) -> 200 Response;
        /// Changes a response of a collector. A question without answers loses its stored answers.
        PATCH "/v3/collectors/{collector_id}/responses/{response_id}" UpdateCollectorResponse(collector_id, response_id)
            as "collectors.responses.update"
            body(ResponsePatch) needs(ResponsesWrite) -> 200 Response;
        /// Replaces a response of a collector. Absent pages lose their answers.
        PUT "/v3/collectors/{collector_id}/responses/{response_id}" ReplaceCollectorResponse(collector_id, response_id)
            as "collectors.responses.replace"
            body(ResponsePatch) needs(ResponsesWrite) -> 200 Response;
        /// Deletes a response of a collector. That it is returned is our choice.
        DELETE "/v3/collectors/{collector_id}/responses/{response_id}"
            DeleteCollectorResponse(collector_id, response_id)
            as "collectors.responses.delete"
            needs(ResponsesWrite) -> 200 Response;
        /// Returns a response without its survey in the path: an old URL that clients still use.
        GET "/v3/responses/{response_id}" GetResponse(response_id) as "responses.get"
            needs(ResponsesRead) -> 200 Response;
    } };
}
responses!(endpoints);

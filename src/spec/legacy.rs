//! TABLE. The legacy operation that lists respondents. Heading "Legacy operation: get_respondent_list".
//!
//! It is not a row of the endpoint table: it is outside `/v3`, always returns HTTP 200 with the result in `status`, and
//! has its own, older enumerations.

use super::endpoint::Method;
use super::errors::Error;
use super::scopes::Scope;
use super::types::{Date, Id, Integer};

/// The only method.
pub const METHOD: Method = Method::POST;

/// The path.
pub const PATH: &str = "/v2/surveys/get_respondent_list";

/// Name of the parameter with the app's key. Old clients send it with calls of `/v3` too, where it is ignored.
pub const API_KEY: &str = "api_key";

/// Prefix of every path of the legacy API.
pub const PREFIX: &str = "/v2/";

/// The scope that the operation needs, because it lists metadata of responses. Our choice.
pub const SCOPE: Scope = Scope::ResponsesRead;

/// HTTP status of every response, including refusals.
pub const HTTP_STATUS: u16 = 200;

/// The detail of the error 1020, which every other legacy operation is answered with. Both are our choice.
pub const CLOSED_MESSAGE: &str = "This operation of the legacy API is closed: use /v3.";

/// `message` of the [`Restriction`] on plans that are not paid. The sentence is our choice.
pub const RESTRICTION_MESSAGE: &str = "The account's plan shows the first 100 respondents of a survey.";

/// `code` of the [`Restriction`] on plans that are not paid. The number is our choice.
pub const RESTRICTION_UNPAID: u32 = 1;

/// The result of a legacy request: `status` of every response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// The response contains `data`.
    Success = 0,
    /// The token is missing, invalid or revoked.
    NotAuthenticated = 1,
    /// The account or the app may not do this.
    InvalidUserCredentials = 2,
    /// The request is malformed, names a missing resource or exceeds the quota, or the operation is closed.
    InvalidRequest = 3,
    /// There is no such user.
    UnknownUser = 4,
    /// The service failed.
    SystemError = 5,
}

impl Status {
    /// The number in the response.
    pub const fn number(self) -> Integer {
        Integer::saturating(self as u64)
    }

    /// The legacy API's status for an error of `/v3`. The mapping is our choice.
    pub const fn from_error(error: Error) -> Status {
        match error {
            Error::NoToken | Error::InvalidToken | Error::ExpiredToken | Error::RevokedToken | Error::NoGrants => {
                Status::NotAuthenticated
            }
            Error::MissingScope | Error::MissingPlan | Error::NotPermitted | Error::NotAuthorized => {
                Status::InvalidUserCredentials
            }
            Error::UserSoftDeleted | Error::UserDeleted => Status::UnknownUser,
            _ if error.row().status >= 500 => Status::SystemError,
            _ => Status::InvalidRequest,
        }
    }
}

choices! {
    /// A field of a respondent that is returned only on request.
    RespondentField {
        DateStart "date_start",
        DateModified "date_modified",
        CollectorId "collector_id",
        CollectionMode "collection_mode",
        CustomId "custom_id",
        Email "email",
        FirstName "first_name",
        LastName "last_name",
        IpAddress "ip_address",
        Status "status",
        AnalysisUrl "analysis_url",
        RecipientId "recipient_id",
    }
    /// Sort keys of respondents.
    RespondentOrder { RespondentId "respondent_id", DateModified "date_modified", DateStart "date_start" }
    /// The status of a response.
    RespondentStatus {
        Completed "completed",
        Partial "partial",
        Disqualified "disqualified",
        Overquota "overquota",
    }
    /// How a response was collected, with the legacy API's names; `/v3` has others.
    LegacyCollectionMode {
        Normal "normal",
        Manual "manual",
        SurveyPreview "survey_preview",
        Edited "edited",
    }
}

queries! {
    /// The query of the operation.
    RespondentListQuery {
        /// The key of the token's app: its client id, which is our choice.
        api_key: String,
    }
}

resources! {
    /// The body of the request. Dates are `YYYY-MM-DD HH:MM:SS`, UTC.
    RespondentListBody {
        /// Id of the survey.
        survey_id: Id,
        /// Only respondents of this collector.
        collector_id: Option<Id>,
        /// Page to return, from 1; 1 if not given.
        page: Option<Integer>,
        /// Respondents per page; 1000 if not given.
        page_size: Option<Integer>,
        /// Only respondents created on or after this date.
        start_date: Option<Date>,
        /// Only respondents created before this date (exclusive).
        end_date: Option<Date>,
        /// Only respondents modified on or after this date.
        start_modified_date: Option<Date>,
        /// Only respondents modified before this date (exclusive).
        end_modified_date: Option<Date>,
        /// True for ascending order; false, the default, for descending.
        order_asc: Option<bool>,
        /// What to sort by; `respondent_id` if not given.
        order_by: Option<RespondentOrder>,
        /// The fields to return in addition to `respondent_id`.
        fields: Option<Vec<RespondentField>>,
    }
    /// The response to a successful request.
    RespondentList {
        /// [`Status::Success`].
        status: Integer,
        /// The page.
        data: RespondentPage,
        /// What the user's plan restricts; absent if the plan is paid.
        upgrade_info: Option<UpgradeInfo>,
    }
    /// A page of respondents.
    RespondentPage {
        /// Page returned, from 1.
        page: Integer,
        /// Respondents per page.
        page_size: Integer,
        /// The respondents.
        respondents: Vec<Respondent>,
    }
    /// A respondent. All fields except the id are returned only if `fields` names them.
    Respondent {
        /// Id of the respondent.
        respondent_id: Id,
        /// When the response was started: `YYYY-MM-DD HH:MM:SS`.
        date_start: Option<Date>,
        /// When the response was last changed: `YYYY-MM-DD HH:MM:SS`.
        date_modified: Option<Date>,
        /// Id of the collector.
        collector_id: Option<Id>,
        /// How the response was collected.
        collection_mode: Option<LegacyCollectionMode>,
        /// The custom value in the web link's URL.
        custom_id: Option<String>,
        /// Email address.
        email: Option<String>,
        /// First name.
        first_name: Option<String>,
        /// Last name.
        last_name: Option<String>,
        /// IP address of the respondent.
        ip_address: Option<String>,
        /// Status of the response.
        status: Option<RespondentStatus>,
        /// URL of the page that shows the response.
        analysis_url: Option<String>,
        /// Id of the recipient who was invited by email; `""` if there is none.
        recipient_id: Option<Id>,
    }
    /// What the user's plan restricts. A list from which nothing is withheld has it too.
    UpgradeInfo {
        /// The restrictions.
        restrictions: Option<Vec<Restriction>>,
        /// URL for the upgrade.
        upgrade_url: Option<String>,
    }
    /// One restriction of the user's plan.
    Restriction {
        /// Description of the restriction.
        message: String,
        /// Its number.
        code: Integer,
    }
    /// The response to a failed request and, on every path, to a revoked token.
    Failure {
        /// The number of a [`Status`] other than success.
        status: Integer,
        /// The error.
        errmsg: String,
        /// Code of the error in the table. Several errors have the same status. Absent if the token was revoked and the
        /// path is not of the legacy API. Our choice.
        code: Option<Integer>,
    }
}

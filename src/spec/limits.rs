//! TABLE. Every limit of requests, apps and resources, and the headers that report quotas. Heading "Limits".

pub use super::types::INTEGER_MAX;

/// How many requests an app may send. A window of which [`NO_LIMIT`] are permitted has no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    /// Requests in one minute.
    pub per_minute: u32,
    /// Requests in one day.
    pub per_day: u32,
}

/// The quota of draft and private apps.
pub const LIMITED: Quota = Quota { per_minute: 120, per_day: 500 };

/// What the headers report as the limit of a window that has none, and as what remains of it.
///
/// The specification calls published public apps unlimited; the six headers must carry integers all the same. That it
/// is the greatest one is our choice.
pub const NO_LIMIT: u32 = INTEGER_MAX;

/// The quota of published public apps.
pub const UNLIMITED: Quota = Quota { per_minute: NO_LIMIT, per_day: NO_LIMIT };

/// Seconds of the window that counts requests per minute.
pub const MINUTE_SECONDS: u32 = 60;

/// Seconds of the window that counts requests per day. It begins anew at midnight UTC.
pub const DAY_SECONDS: u32 = 86_400;

/// Violations of a quota that are tolerated within [`VIOLATION_WINDOW_DAYS`]; after that many the quota is
/// enforced at 100 %.
pub const VIOLATIONS_TOLERATED: u32 = 3;

/// How far a tolerated violation may go, in percent of the quota.
pub const VIOLATION_PERCENT: u32 = 150;

/// Days for which a violation is remembered.
pub const VIOLATION_WINDOW_DAYS: u32 = 30;

/// The highest quota that an app can ask for. Our choice.
pub const REQUESTED_MAX: Quota = Quota { per_minute: 100_000, per_day: 100_000_000 };

/// Business days within which a request for a higher quota, or for a longer draft window, is reviewed.
pub const REVIEW_BUSINESS_DAYS: u32 = 5;

/// Days after which a draft app that was not deployed is disabled.
pub const DRAFT_WINDOW_DAYS: u32 = 90;

/// Seconds for which an authorization code can be exchanged.
pub const CODE_LIFETIME_SECONDS: u32 = 300;

/// Page of a list that is returned when none is asked for.
pub const PAGE_DEFAULT: u32 = 1;

/// Resources on a page when no size is asked for.
pub const PER_PAGE_DEFAULT: u32 = 50;

/// Most resources on a page. A larger size is served as this one: clamping is our choice.
pub const PER_PAGE_MAX: u32 = 1000;

/// Most bytes of the responses on a page of a bulk list, where answers come along; a larger page is answered with
/// [`Error::TooLarge`](super::errors::Error::TooLarge), unless it is of one response. Our choice.
pub const BULK_BYTES_MAX: usize = 8_000_000;

/// What stands in the message of [`Error::TooLarge`](super::errors::Error::TooLarge) before the number of resources that
/// a page can have, where the page is too large: clients read the number. Our choice.
pub const FITTING_PAGE: &str = "per_page=";

/// Most counts in a page of rollups or trends, over all questions, periods, rows and choices. More is answered with
/// [`Error::TooLarge`](super::errors::Error::TooLarge): our choice.
pub const COUNTS_MAX: usize = 200_000;

/// Most questions of a survey that is returned; a larger survey is answered with
/// [`Error::TooLarge`](super::errors::Error::TooLarge).
pub const QUESTIONS_MAX: u32 = 1000;

/// Most questions of a survey that is stored. A survey may be written larger than it is returned, so that what is
/// too large can be cut down; past this number a write is answered with
/// [`Error::ResourceLimit`](super::errors::Error::ResourceLimit). Our choice.
pub const QUESTIONS_STORED_MAX: u32 = 5000;

/// Most pages of a survey. Our choice.
pub const PAGES_MAX: u32 = 1000;

/// Most choices, rows or columns of one question. Our choice.
pub const OPTIONS_MAX: usize = 500;

/// Most cells of a question: what it costs to show and to count. A matrix has as many as it has rows times choices, one
/// of menus as many as it has rows times the choices of all its columns, a list of choices or of fields one for each, and
/// every other question one. More is answered with [`Error::ResourceLimit`](super::errors::Error::ResourceLimit). Our
/// choice, as are the next three.
pub const QUESTION_CELLS_MAX: u32 = 2500;

/// Most cells of a page: those of the questions that respondents see on it.
pub const PAGE_CELLS_MAX: u32 = 5000;

/// Most cells of a survey: those of all its questions, hidden ones included, since they are counted too.
pub const SURVEY_CELLS_MAX: u32 = 20_000;

/// Characters of a text that a cell holds: each time that a text is longer by so many, it counts as one cell more
/// wherever it is shown.
pub const CELL_CHARS: usize = 200;

/// Most headings of a question that are assigned at random. Our choice.
pub const HEADINGS_MAX: usize = 20;

/// Most custom variables of a survey. Our choice.
pub const VARIABLES_MAX: usize = 100;

/// Most characters of a title or a name. Our choice.
pub const TITLE_CHARS_MAX: usize = 500;

/// Most characters of any other text of a design. Our choice.
pub const TEXT_CHARS_MAX: usize = 10_000;

/// Most respondents of a survey that the legacy operation lists; it returns no larger survey.
pub const LEGACY_RESPONDENTS_MAX: u32 = 500_000;

/// Respondents that the legacy operation shows to users of a plan that is not paid.
pub const LEGACY_UNPAID_RESPONDENTS: u32 = 100;

/// Respondents on a page of the legacy operation when no size is asked for.
pub const LEGACY_PAGE_SIZE_DEFAULT: u32 = 1000;

/// Most recipients of one message. The specification has such a limit without its number: the number is our choice.
pub const RECIPIENTS_MAX: u32 = 10_000;

/// Most bytes of the text of a message; more is answered with [`Error::BadBody`](super::errors::Error::BadBody). Our
/// choice: mail programs cut off what is longer.
pub const MESSAGE_BYTES_MAX: usize = 100_000;

/// Most contacts in one bulk request. That there is a limit is documented, the number is our choice.
pub const CONTACTS_BULK_MAX: u32 = 1000;

/// Most bytes of a JSON body; more is answered with [`Error::TooLarge`](super::errors::Error::TooLarge). Our choice.
pub const BODY_BYTES_MAX: usize = 1_000_000;

/// Most bytes of a page of a survey that a respondent sends, files included. Our choice, as are the next four.
pub const FORM_BYTES_MAX: usize = 1_000_000;

/// Most fields of such a page.
pub const FORM_FIELDS_MAX: usize = 2000;

/// Most bytes of a text in such a page.
pub const FIELD_BYTES_MAX: usize = 60_000;

/// Most bytes of a file that a respondent sends.
pub const UPLOAD_BYTES_MAX: usize = 524_288;

/// Characters that are kept of the name of a respondent's file. That what is longer is cut off is our choice.
pub const FILE_NAME_CHARS_MAX: usize = 255;

/// Most characters of a value that a survey's address carries for the response.
pub const CUSTOM_VALUE_MAX: usize = 255;

/// Most responses that are counted to show respondents the results so far: the youngest ones. Our choice.
pub const TALLIED_RESPONSES_MAX: u32 = 5000;

// The names of headers stand in lower case, as the wire compares them.

/// Header: requests per day that the app may send.
pub const DAY_LIMIT_HEADER: &str = "x-ratelimit-app-global-day-limit";

/// Header: requests left of the day.
pub const DAY_REMAINING_HEADER: &str = "x-ratelimit-app-global-day-remaining";

/// Header: seconds until the day's count begins anew.
pub const DAY_RESET_HEADER: &str = "x-ratelimit-app-global-day-reset";

/// Header: requests per minute that the app may send.
pub const MINUTE_LIMIT_HEADER: &str = "x-ratelimit-app-global-minute-limit";

/// Header: requests left of the minute.
pub const MINUTE_REMAINING_HEADER: &str = "x-ratelimit-app-global-minute-remaining";

/// Header: seconds until the minute's count begins anew.
pub const MINUTE_RESET_HEADER: &str = "x-ratelimit-app-global-minute-reset";

/// The six headers of the quota. Every answer carries them from the quota check on, refusals included.
pub const RATE_HEADERS: [&str; 6] = [
    DAY_LIMIT_HEADER,
    DAY_REMAINING_HEADER,
    DAY_RESET_HEADER,
    MINUTE_LIMIT_HEADER,
    MINUTE_REMAINING_HEADER,
    MINUTE_RESET_HEADER,
];

/// Header: the scopes that the user's plan makes available, comma-separated.
pub const SCOPES_AVAILABLE_HEADER: &str = "x-oauth-scopes-available";

/// Header: the scopes that the user granted to the app, comma-separated.
pub const SCOPES_GRANTED_HEADER: &str = "x-oauth-scopes-granted";

/// The two headers of the scopes.
pub const SCOPE_HEADERS: [&str; 2] = [SCOPES_AVAILABLE_HEADER, SCOPES_GRANTED_HEADER];

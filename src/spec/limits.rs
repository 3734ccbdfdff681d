//! TABLE. Every limit of requests, apps and resources, and the headers that report quotas. Heading "Limits".

pub use super::types::INTEGER_MAX;

/// The quota of an app. A window with [`NO_LIMIT`] requests has no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    /// Requests in one minute.
    pub per_minute: u32,
    /// Requests in one day.
    pub per_day: u32,
}

/// The quota of draft and private apps.
pub const LIMITED: Quota = Quota { per_minute: 120, per_day: 500 };

/// The limit and the remaining requests that the headers report for a window without a limit.
///
/// The specification calls published public apps unlimited, but the six headers must be integers. The largest integer
/// is our choice.
pub const NO_LIMIT: u32 = INTEGER_MAX;

/// The quota of published public apps.
pub const UNLIMITED: Quota = Quota { per_minute: NO_LIMIT, per_day: NO_LIMIT };

/// Seconds of the window that counts requests per minute.
pub const MINUTE_SECONDS: u32 = 60;

/// Seconds of the window that counts requests per day. It restarts at midnight UTC.
pub const DAY_SECONDS: u32 = 86_400;

/// Violations of a quota that are tolerated within [`VIOLATION_WINDOW_DAYS`]; after them the quota is enforced at 100
/// %.
pub const VIOLATIONS_TOLERATED: u32 = 3;

/// Maximum of a tolerated violation, in percent of the quota.
pub const VIOLATION_PERCENT: u32 = 150;

/// Days for which a violation counts.
pub const VIOLATION_WINDOW_DAYS: u32 = 30;

/// The highest quota that an app can request. Our choice.
pub const REQUESTED_MAX: Quota = Quota { per_minute: 100_000, per_day: 100_000_000 };

/// Business days within which a request for a higher quota, or for a longer draft window, is reviewed.
pub const REVIEW_BUSINESS_DAYS: u32 = 5;

/// Days after which a draft app that was not deployed is disabled.
pub const DRAFT_WINDOW_DAYS: u32 = 90;

/// Seconds for which an authorization code can be exchanged.
pub const CODE_LIFETIME_SECONDS: u32 = 300;

/// Default page of a list.
pub const PAGE_DEFAULT: u32 = 1;

/// Default number of resources on a page.
pub const PER_PAGE_DEFAULT: u32 = 50;

/// Maximum number of resources on a page. A larger size is reduced to it: our choice.
pub const PER_PAGE_MAX: u32 = 1000;

/// Maximum bytes of the responses on a page of a bulk list with answers. A larger page is answered with
/// [`Error::TooLarge`](super::errors::Error::TooLarge), unless it has only one response. Our choice.
pub const BULK_BYTES_MAX: usize = 8_000_000;

/// The text before the page size that fits, in the message of [`Error::TooLarge`](super::errors::Error::TooLarge) for a
/// page. Clients read the number. Our choice.
pub const FITTING_PAGE: &str = "per_page=";

/// Maximum number of counts in a page of rollups or trends, over all questions, periods, rows and choices. More is
/// answered with [`Error::TooLarge`](super::errors::Error::TooLarge): our choice.
pub const COUNTS_MAX: usize = 200_000;

/// Maximum number of questions of a survey that is returned; a larger survey is answered with
/// [`Error::TooLarge`](super::errors::Error::TooLarge).
pub const QUESTIONS_MAX: u32 = 1000;

/// Maximum number of questions of a survey that is stored. It is larger than the number that is returned, so that a
/// survey that is too large can be reduced. Beyond it a write is answered with
/// [`Error::ResourceLimit`](super::errors::Error::ResourceLimit). Our choice.
pub const QUESTIONS_STORED_MAX: u32 = 5000;

/// Maximum number of pages of a survey. Our choice.
pub const PAGES_MAX: usize = 1000;

/// Maximum number of choices, of rows and of columns of one question. Our choice.
pub const OPTIONS_MAX: usize = 500;

/// Maximum number of cells of a question: its cost to show and to count. A matrix has rows times choices, a matrix of
/// menus rows times the choices of all its columns, a list of choices or fields one for each, and every other question
/// one. More is answered with [`Error::ResourceLimit`](super::errors::Error::ResourceLimit). Our choice, as are the
/// next three.
pub const QUESTION_CELLS_MAX: u32 = 2500;

/// Maximum number of cells of a page: those of its visible questions.
pub const PAGE_CELLS_MAX: u32 = 5000;

/// Maximum number of cells of a survey: those of all its questions, including hidden ones, because they are counted
/// too.
pub const SURVEY_CELLS_MAX: u32 = 20_000;

/// Characters of a text in one cell: for each further multiple of this length, a text counts as one more cell wherever
/// it is shown.
pub const CELL_CHARS: usize = 200;

/// Maximum number of random headings of a question. Our choice.
pub const HEADINGS_MAX: usize = 20;

/// Most custom variables of a survey. Our choice.
pub const VARIABLES_MAX: usize = 100;

/// Maximum characters of a title or a name. Our choice.
pub const TITLE_CHARS_MAX: usize = 500;

/// Maximum bytes of a collector's settings as JSON. Our choice.
pub const SETTINGS_BYTES_MAX: usize = 100_000;

/// Maximum characters of any other text of a design. Our choice.
pub const TEXT_CHARS_MAX: usize = 10_000;

/// Maximum number of respondents of a survey that the legacy operation lists; it does not return larger surveys.
pub const LEGACY_RESPONDENTS_MAX: u32 = 500_000;

/// Number of respondents that the legacy operation shows to users without a paid plan.
pub const LEGACY_UNPAID_RESPONDENTS: u32 = 100;

/// Default number of respondents on a page of the legacy operation.
pub const LEGACY_PAGE_SIZE_DEFAULT: u32 = 1000;

/// Maximum number of recipients of one message. The specification mentions the limit without its number: the number is
/// our choice.
pub const RECIPIENTS_MAX: u32 = 10_000;

/// Maximum number of people that one request names as recipients, each as often as the request or one of its lists
/// names them. More is answered with [`Error::TooManyRecipients`](super::errors::Error::TooManyRecipients): our choice.
pub const NAMED_PEOPLE_MAX: usize = 50_000;

/// Maximum bytes of the text of a message; more is answered with [`Error::BadBody`](super::errors::Error::BadBody). Our
/// choice, because mail programs truncate longer texts.
pub const MESSAGE_BYTES_MAX: usize = 100_000;

/// Maximum number of contact lists that one request names as recipients. More is answered with
/// [`Error::TooManyRecipients`](super::errors::Error::TooManyRecipients): our choice.
pub const NAMED_LISTS_MAX: usize = 1000;

/// Maximum number of answers to one question in a body; more is answered with
/// [`Error::BadBody`](super::errors::Error::BadBody). Our choice.
pub const ANSWERS_MAX: usize = 3500;

/// Maximum number of resources that one request shares with a workgroup. Our choice.
pub const SHARES_BULK_MAX: usize = 1000;

/// Maximum number of contacts in one bulk request. The limit is documented, its number is our choice.
pub const CONTACTS_BULK_MAX: u32 = 1000;

/// Maximum bytes of a JSON body; more is answered with [`Error::TooLarge`](super::errors::Error::TooLarge). Our choice.
pub const BODY_BYTES_MAX: usize = 1_000_000;

/// Maximum bytes of the texts of a page that a respondent submits, with the names of its fields. Our choice, as are the
/// next five.
pub const FORM_BYTES_MAX: usize = 1_000_000;

/// Maximum bytes of such a page with files, as browsers send it: room for 15 of the largest size. A file that is larger
/// is refused by a message on the page, as long as the page is not.
pub const FORM_BODY_BYTES_MAX: usize = 8_000_000;

/// Maximum number of fields of such a page: two for each cell, as a date with a time has, and a few that every page
/// has.
pub const FORM_FIELDS_MAX: usize = 10_010;
const _: () = assert!(FORM_FIELDS_MAX == 2 * PAGE_CELLS_MAX as usize + 10);

/// Maximum bytes of a text in such a page.
pub const FIELD_BYTES_MAX: usize = 60_000;

/// Maximum bytes of a file that a respondent uploads.
pub const UPLOAD_BYTES_MAX: usize = 524_288;

/// Maximum characters of the name of a respondent's file. Truncating longer names is our choice.
pub const FILE_NAME_CHARS_MAX: usize = 255;

/// Maximum characters of a custom value in a survey's URL.
pub const CUSTOM_VALUE_MAX: usize = 255;

/// Maximum characters of the custom value, and of each custom variable, that a caller writes into a response. Our
/// choice.
pub const RESPONSE_FIELD_CHARS_MAX: usize = 1000;

/// Maximum characters of all extra fields of a recipient together, with their names. Our choice.
pub const EXTRA_FIELDS_CHARS_MAX: usize = 10_000;

/// Maximum number of responses that are counted to show respondents the current results: the newest ones. Our choice.
pub const TALLIED_RESPONSES_MAX: u32 = 5000;

// The names of headers are in lower case, as `wire` compares them.

/// Header: requests per day that the app may send.
pub const DAY_LIMIT_HEADER: &str = "x-ratelimit-app-global-day-limit";

/// Header: remaining requests of the day.
pub const DAY_REMAINING_HEADER: &str = "x-ratelimit-app-global-day-remaining";

/// Header: seconds until the day's count is reset.
pub const DAY_RESET_HEADER: &str = "x-ratelimit-app-global-day-reset";

/// Header: requests per minute that the app may send.
pub const MINUTE_LIMIT_HEADER: &str = "x-ratelimit-app-global-minute-limit";

/// Header: remaining requests of the minute.
pub const MINUTE_REMAINING_HEADER: &str = "x-ratelimit-app-global-minute-remaining";

/// Header: seconds until the minute's count is reset.
pub const MINUTE_RESET_HEADER: &str = "x-ratelimit-app-global-minute-reset";

/// The six headers of the quota. Every response after the quota check has them, including refusals.
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

//! TABLE. Responses and their answers.

use crate::spec::questions::{Family, Subtype};
use crate::spec::types::{Date, Id, Integer};
use litemap::LiteMap;
use std::collections::BTreeMap;

choices! {
    /// The status of a response.
    ResponseStatus {
        Completed "completed",
        Partial "partial",
        Overquota "overquota",
        Disqualified "disqualified",
    }
    /// How a response was collected. The legacy operation has other names for it.
    CollectionMode {
        Default "default",
        /// In a preview by another user, in old responses. It counts like any other: our choice.
        Preview "preview",
        DataEntry "data_entry",
        /// In the preview of a survey. It is listed, but counts neither in `response_count` nor in rollups, trends,
        /// benchmarks and results, and no webhook is sent. Our choice.
        SurveyPreview "survey_preview",
        Edit "edit",
    }
}

resources! {
    /// A response in a list: only its id and URL. Its metadata and answers need another request.
    ResponseRef {
        /// Id of the response.
        id: Id,
        /// URL of the response, below the requested survey or collector.
        href: String,
    }
    /// A response. Only `bulk` and `details` contain its answers, in `pages`.
    Response {
        /// Id of the response; larger than any integer of a payload.
        id: Id,
        /// Id of the survey.
        survey_id: Id,
        /// Id of the collector.
        collector_id: Id,
        /// Id of the invited recipient; `""` if there is none, `"0"` in older records.
        recipient_id: Id,
        /// Status of the response.
        response_status: ResponseStatus,
        /// How the response was collected.
        collection_mode: CollectionMode,
        /// Duration in seconds.
        total_time: Integer,
        /// The custom value in the web link's URL; `""` if there was none.
        custom_value: String,
        /// First name; `""` if unknown. Newer responses have it.
        first_name: Option<String>,
        /// Last name; `""` if unknown. Newer responses have it.
        last_name: Option<String>,
        /// Email address; `""` if unknown. Newer responses have it.
        email_address: Option<String>,
        /// IP address of the respondent; `""` or absent if anonymous.
        ip_address: Option<String>,
        /// The survey's custom variables: name to value.
        custom_variables: Option<BTreeMap<String, String>>,
        /// The logic that was applied. Its contents are not documented; observed as `{}`.
        logic_path: Option<serde_json::Value>,
        /// The pages that were visited, in order; often empty.
        page_path: Option<Vec<Id>>,
        /// Data of the respondent.
        metadata: Option<ResponseMetadata>,
        /// Id of the respondent's current page; `"0"` when complete. Only in `details`.
        current_page_id: Option<Id>,
        /// The score, if the survey is a quiz.
        quiz_results: Option<QuizResults>,
        /// Every page of the survey, including pages without answers, as they were when the response was last changed:
        /// our choice. Only in `bulk` and `details`.
        pages: Option<Vec<ResponsePage>>,
        /// URL of the page that edits the response.
        edit_url: String,
        /// URL of the page that shows the response.
        analyze_url: String,
        /// URL of the response, below the requested survey or collector.
        href: String,
        /// When the response was started: with offset, to the second.
        date_created: Date,
        /// When the response was last changed: with offset, to the second.
        date_modified: Date,
    }
    /// Data of the respondent: each entry is a value with its type.
    ResponseMetadata {
        /// The invited contact: `first_name`, `last_name`, `email`, `custom_value` and similar fields; or `{}`.
        contact: Option<LiteMap<String, TypedValue>>,
        /// The respondent's device: `language`, `user_agent` and similar fields.
        respondent: Option<LiteMap<String, TypedValue>>,
    }
    /// A value with its type.
    TypedValue {
        /// Type of the value; observed as `string`.
        r#type: String,
        /// The value.
        value: serde_json::Value,
    }
    /// The score of a quiz.
    QuizResults {
        /// Number of correct answers.
        correct: Integer,
        /// Number of wrong answers.
        incorrect: Integer,
        /// Number of partly correct answers.
        partially_correct: Integer,
        /// Number of scored questions.
        total_questions: Integer,
        /// Points scored.
        score: Integer,
        /// Maximum number of points.
        total_score: Integer,
    }
    /// A page of the survey with its answers.
    ResponsePage {
        /// Id of the page.
        id: Id,
        /// The answered questions; others are absent.
        questions: Vec<ResponseQuestion>,
    }
    /// A question that was answered. Questions of the family presentation never appear.
    ResponseQuestion {
        /// Id of the question.
        id: Id,
        /// Id of the question's heading that the respondent saw.
        variable_id: Option<Id>,
        /// The answers; the question's family determines their fields.
        answers: Vec<Answer>,
        /// Family of the question. Only with `simple`.
        family: Option<Family>,
        /// Subtype of the question. Only with `simple`.
        subtype: Option<Subtype>,
        /// Heading of the question. Only with `simple`; absent if the heading that was shown is deleted.
        heading: Option<String>,
    }
    /// One answer. It contains only ids of what was chosen; the texts are in the survey's design.
    ///
    /// | Family, subtype | Fields |
    /// |---|---|
    /// | single_choice | `choice_id`; a comment adds `other_id`, `text`; "other" as the choice has only these two |
    /// | multiple_choice | one answer with `choice_id` for each; "other" as above |
    /// | matrix single, rating, ranking | `row_id`, `choice_id`, newer `choice_metadata` |
    /// | comment on a matrix | `other_id`, `text`, and `row_id` if each row has its own |
    /// | matrix multi | `row_id`, `choice_id`, the row repeated |
    /// | matrix menu | `row_id`, `col_id`, `choice_id` |
    /// | open_ended single, essay, slider | `text`, newer `tag_data` |
    /// | open_ended multi, numerical; demographic | `row_id`, `text` for the rows that were filled |
    /// | datetime | `row_id`, `text` in US order |
    /// | file upload | `download_url`, `content_type`, perhaps `text` |
    /// | any, in a quiz | adds `is_correct`, `score` |
    /// | any, with `simple` | adds `simple_text` |
    Answer {
        /// Id of the choice. Families single_choice, multiple_choice and matrix.
        choice_id: Option<Id>,
        /// Id of the row. Families matrix, demographic and datetime, and open_ended with rows.
        row_id: Option<Id>,
        /// Id of the column. Family matrix, subtype menu.
        col_id: Option<Id>,
        /// Id of the "other" field that contains `text`. Families single_choice, multiple_choice and matrix.
        other_id: Option<Id>,
        /// The text, the value of a slider, or a date as `MM/DD/YYYY hh:mm AM`, `MM/DD/YYYY` or `hh:mm AM`.
        text: Option<String>,
        /// The weight of the choice when it was chosen; rollups use the present weight. Family matrix, newer responses.
        choice_metadata: Option<ChoiceMetadata>,
        /// Tags of the text. Family open_ended, newer responses; their form is not documented, observed as `[]`.
        tag_data: Option<Vec<serde_json::Value>>,
        /// URL of the uploaded file.
        download_url: Option<String>,
        /// Media type of the uploaded file.
        content_type: Option<String>,
        /// Whether the answer is correct. In a quiz.
        is_correct: Option<bool>,
        /// Points for the answer. In a quiz.
        score: Option<Integer>,
        /// The answer as text. Only with `simple`.
        simple_text: Option<String>,
    }
    /// Further data of a choice.
    ChoiceMetadata {
        /// The weight: a string.
        weight: String,
    }
    /// A new response.
    ResponseNew {
        /// The answers, by page and question.
        pages: Vec<ResponsePageNew>,
        /// The survey's custom variables: name to value, of 1,000 characters at most.
        custom_variables: Option<BTreeMap<String, String>>,
        /// A custom value of the app, of 1,000 characters at most.
        custom_value: Option<String>,
        /// When the response was started; now if not given.
        date_created: Option<Date>,
        /// Status of the response; `completed` if not given, which is our choice.
        response_status: Option<ResponseStatus>,
        /// IP address of the respondent.
        ip_address: Option<String>,
        /// Id of the invited recipient.
        recipient_id: Option<Id>,
    }
    /// Changes to a response, or a replacement of its answers. A replacement without `pages` erases all answers.
    ResponsePatch {
        /// The answers, by page and question.
        pages: Option<Vec<ResponsePageNew>>,
        /// The survey's custom variables: name to value, of 1,000 characters at most.
        custom_variables: Option<BTreeMap<String, String>>,
        /// A custom value of the app, of 1,000 characters at most.
        custom_value: Option<String>,
        /// When the response was started.
        date_created: Option<Date>,
        /// Status of the response.
        response_status: Option<ResponseStatus>,
        /// IP address of the respondent.
        ip_address: Option<String>,
        /// Id of the invited recipient.
        recipient_id: Option<Id>,
    }
    /// A page with answers to write.
    ResponsePageNew {
        /// Id of the page.
        id: Id,
        /// The questions to write.
        questions: Vec<ResponseQuestionNew>,
    }
    /// A question with answers to write.
    ResponseQuestionNew {
        /// Id of the question.
        id: Id,
        /// Id of the question's heading that the respondent saw.
        variable_id: Option<Id>,
        /// The answers. A change without them erases the question's stored answers.
        answers: Option<Vec<AnswerNew>>,
    }
    /// An answer to write: the fields of [`Answer`] that a respondent fills in.
    AnswerNew {
        /// Id of the choice.
        choice_id: Option<Id>,
        /// Id of the row.
        row_id: Option<Id>,
        /// Id of the column.
        col_id: Option<Id>,
        /// Id of the "other" field that `text` belongs to.
        other_id: Option<Id>,
        /// The text, or the name of an uploaded file.
        text: Option<String>,
        /// URL of an uploaded file. Accepting it for new responses is our choice.
        download_url: Option<String>,
        /// Media type of an uploaded file.
        content_type: Option<String>,
    }
}

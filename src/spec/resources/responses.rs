//! TABLE. Responses and their answers.

use crate::spec::questions::{Family, Subtype};
use crate::spec::types::{Date, Id, Integer};
use litemap::LiteMap;
use std::collections::BTreeMap;

choices! {
    /// How far a respondent came.
    ResponseStatus {
        Completed "completed",
        Partial "partial",
        Overquota "overquota",
        Disqualified "disqualified",
    }
    /// How a response was collected. The legacy operation has other words for it.
    CollectionMode {
        Default "default",
        /// In another's preview, long ago. It counts like any other: our choice.
        Preview "preview",
        DataEntry "data_entry",
        /// In the preview of a survey. It is listed, and counts neither in `response_count` nor in rollups, trends,
        /// benchmarks and results; no webhook hears of it. Our choice.
        SurveyPreview "survey_preview",
        Edit "edit",
    }
}

resources! {
    /// A response in a list: nothing but where to find it. Its metadata and answers need a further request.
    ResponseRef {
        /// Id of the response.
        id: Id,
        /// Address of the response, below the survey or collector that was asked.
        href: String,
    }
    /// A response. Its answers, in `pages`, come with `bulk` and `details` alone.
    Response {
        /// Id of the response; larger than any integer of a payload.
        id: Id,
        /// The survey.
        survey_id: Id,
        /// The collector.
        collector_id: Id,
        /// The recipient who was invited. `""` when there is none; older records have `"0"`.
        recipient_id: Id,
        /// How far the respondent came.
        response_status: ResponseStatus,
        /// How the response was collected.
        collection_mode: CollectionMode,
        /// Seconds spent.
        total_time: Integer,
        /// The value that the web link carried; `""` when there was none.
        custom_value: String,
        /// First name; `""` if unknown. Newer answers have it.
        first_name: Option<String>,
        /// Last name; `""` if unknown. Newer answers have it.
        last_name: Option<String>,
        /// Email address; `""` if unknown. Newer answers have it.
        email_address: Option<String>,
        /// Address from which the survey was taken; `""` or absent if anonymous.
        ip_address: Option<String>,
        /// The survey's custom variables: name to value.
        custom_variables: Option<BTreeMap<String, String>>,
        /// The rules that were followed. Its inside is not documented; `{}` as seen.
        logic_path: Option<serde_json::Value>,
        /// The pages that were visited, in order; often empty.
        page_path: Option<Vec<Id>>,
        /// What is known about the respondent.
        metadata: Option<ResponseMetadata>,
        /// The page that the respondent was on; `"0"` when done. In `details` alone.
        current_page_id: Option<Id>,
        /// The score, if the survey is a quiz.
        quiz_results: Option<QuizResults>,
        /// Every page of the survey, pages without answers included. In `bulk` and `details` alone.
        pages: Option<Vec<ResponsePage>>,
        /// Address of the page that edits the response.
        edit_url: String,
        /// Address of the page that shows the response.
        analyze_url: String,
        /// Address of the response, below the survey or collector that was asked.
        href: String,
        /// When the response was begun: with offset, to the second.
        date_created: Date,
        /// When the response was last changed: with offset, to the second.
        date_modified: Date,
    }
    /// What is known about the respondent: each entry a value with its type.
    ResponseMetadata {
        /// The contact who was invited: `first_name`, `last_name`, `email`, `custom_value` and the like; or `{}`.
        contact: Option<LiteMap<String, TypedValue>>,
        /// The respondent's device: `language`, `user_agent` and the like.
        respondent: Option<LiteMap<String, TypedValue>>,
    }
    /// A value that says what it is.
    TypedValue {
        /// Type of the value, `string` as seen.
        r#type: String,
        /// The value.
        value: serde_json::Value,
    }
    /// The score of a quiz.
    QuizResults {
        /// Questions answered rightly.
        correct: Integer,
        /// Questions answered wrongly.
        incorrect: Integer,
        /// Questions answered rightly in part.
        partially_correct: Integer,
        /// Questions that count.
        total_questions: Integer,
        /// Points won.
        score: Integer,
        /// Points that could be won.
        total_score: Integer,
    }
    /// A page of the survey with the answers given on it.
    ResponsePage {
        /// Id of the page.
        id: Id,
        /// The questions that were answered; the others are left out.
        questions: Vec<ResponseQuestion>,
    }
    /// A question that was answered. Questions of the family presentation never appear.
    ResponseQuestion {
        /// Id of the question.
        id: Id,
        /// The variant of the question's heading that the respondent saw.
        variable_id: Option<Id>,
        /// The answers; which fields they have follows from the question's family.
        answers: Vec<Answer>,
        /// Family of the question. With `simple` alone.
        family: Option<Family>,
        /// Subtype of the question. With `simple` alone.
        subtype: Option<Subtype>,
        /// Heading of the question. With `simple` alone.
        heading: Option<String>,
    }
    /// One answer. Ids alone tell what was chosen: the texts stand in the survey's design.
    ///
    /// | Family, subtype | Fields |
    /// |---|---|
    /// | single_choice | `choice_id`; a comment adds `other_id`, `text`; "other" as the choice has these two alone |
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
        /// The choice. Families single_choice, multiple_choice and matrix.
        choice_id: Option<Id>,
        /// The row. Families matrix, demographic and datetime, and open_ended with rows.
        row_id: Option<Id>,
        /// The column. Family matrix, subtype menu.
        col_id: Option<Id>,
        /// The "other" field that `text` was written into. Families single_choice, multiple_choice and matrix.
        other_id: Option<Id>,
        /// What was written, the value of a slider, or a date as `MM/DD/YYYY hh:mm AM`, `MM/DD/YYYY` or `hh:mm AM`.
        text: Option<String>,
        /// The weight of the choice. Family matrix, newer answers.
        choice_metadata: Option<ChoiceMetadata>,
        /// Tags put on the text. Family open_ended, newer answers; its inside is not documented, `[]` as seen.
        tag_data: Option<Vec<serde_json::Value>>,
        /// Address of the uploaded file.
        download_url: Option<String>,
        /// Media type of the uploaded file.
        content_type: Option<String>,
        /// Whether the answer is right. In a quiz.
        is_correct: Option<bool>,
        /// Points won with the answer. In a quiz.
        score: Option<Integer>,
        /// The answer in words. With `simple` alone.
        simple_text: Option<String>,
    }
    /// What goes with a choice.
    ChoiceMetadata {
        /// The weight: a string.
        weight: String,
    }
    /// What creates a response.
    ResponseNew {
        /// The answers, by page and question.
        pages: Vec<ResponsePageNew>,
        /// The survey's custom variables: name to value.
        custom_variables: Option<BTreeMap<String, String>>,
        /// A value of the app's own.
        custom_value: Option<String>,
        /// When the response was begun; now if not given.
        date_created: Option<Date>,
        /// How far the respondent came; `completed` if not given, which is our choice.
        response_status: Option<ResponseStatus>,
        /// Address from which the survey was taken.
        ip_address: Option<String>,
        /// The recipient who was invited.
        recipient_id: Option<Id>,
    }
    /// What changes a response, or replaces its answers. A replacement without `pages` erases them all.
    ResponsePatch {
        /// The answers, by page and question.
        pages: Option<Vec<ResponsePageNew>>,
        /// The survey's custom variables: name to value.
        custom_variables: Option<BTreeMap<String, String>>,
        /// A value of the app's own.
        custom_value: Option<String>,
        /// When the response was begun.
        date_created: Option<Date>,
        /// How far the respondent came.
        response_status: Option<ResponseStatus>,
        /// Address from which the survey was taken.
        ip_address: Option<String>,
        /// The recipient who was invited.
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
        /// The variant of the question's heading that the respondent saw.
        variable_id: Option<Id>,
        /// The answers. A change that names the question without them erases what was answered.
        answers: Option<Vec<AnswerNew>>,
    }
    /// An answer to write: the fields of [`Answer`] that a respondent fills in.
    AnswerNew {
        /// The choice.
        choice_id: Option<Id>,
        /// The row.
        row_id: Option<Id>,
        /// The column.
        col_id: Option<Id>,
        /// The "other" field that `text` belongs to.
        other_id: Option<Id>,
        /// What was written, or the name of an uploaded file.
        text: Option<String>,
        /// Address of an uploaded file. That a response is created with it is our choice.
        download_url: Option<String>,
        /// Media type of an uploaded file.
        content_type: Option<String>,
    }
}

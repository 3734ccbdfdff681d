//! TABLE. Surveys. The specification leaves their fields out.

use super::pages::{PageDetails, SurveyPageNew};
use super::questions::QuestionFeedback;
use crate::spec::types::{Date, Id, Integer, Nullable, Written};
use serde_json::Number;
use std::collections::BTreeMap;

choices! {
    /// The result that a quiz shows at the end.
    ShowResults {
        Disabled "disabled", ResultsOnly "results_only", ResultsAndAnswers "results_and_answers",
    }
    /// The unit of the ranges of a quiz's feedback.
    RangesType { Percentage "percentage", Points "points" }
}

/// The table of this file. Its argument is the fields that a survey has with and without its pages.
macro_rules! payloads {
    ($($survey:tt)*) => { resources! {
        /// A survey without its design.
        Survey { $($survey)* }
        /// A survey with its design.
        SurveyDetails {
            $($survey)*
            /// The pages in order, each with its questions. A new survey has one empty page.
            pages: Vec<PageDetails>,
        }
        /// A survey in a list. What is optional is there only if included.
        SurveyRef {
            /// Id of the survey.
            id: Id,
            /// Title.
            title: String,
            /// Title for editors; empty if there is none.
            nickname: String,
            /// URL of the survey.
            href: String,
            /// Number of responses.
            response_count: Option<Integer>,
            /// Number of questions.
            question_count: Option<Integer>,
            /// When the survey was created, without offset and to the minute.
            date_created: Option<Date>,
            /// When the survey was last changed, without offset and to the minute.
            date_modified: Option<Date>,
            /// Language as a code of the survey languages.
            language: Option<String>,
            /// URL of the analysis on the service's site.
            analyze_url: Option<String>,
            /// URL of a preview: the survey as respondents take it. Each user gets another one. Anyone with the URL can
            /// open it while the user can see the survey, which is our choice.
            preview: Option<String>,
            /// Counts of the collectors.
            collect_stats: Option<CollectStats>,
        }
        /// Counts of a survey's collectors. The fields are not documented: they are our choice.
        CollectStats {
            /// Number of collectors.
            total: Integer,
            /// Number of collectors that accept responses.
            open: Integer,
            /// Number of closed collectors.
            closed: Integer,
        }
        /// The texts of the buttons.
        ButtonsText {
            /// Goes to the next page.
            next_button: Option<String>,
            /// Goes to the previous page.
            prev_button: Option<String>,
            /// Completes the survey.
            done_button: Option<String>,
            /// Leaves the survey; an empty text hides the button.
            exit_button: Option<String>,
        }
        /// Whether a survey is a quiz, and its feedback to respondents.
        QuizOptions {
            /// Whether the survey is a quiz.
            is_quiz_mode: bool,
            /// Feedback on questions without their own.
            default_question_feedback: Option<QuestionFeedback>,
            /// The result shown at the end.
            show_results_type: Option<ShowResults>,
            /// Feedback on the result.
            feedback: Option<QuizFeedback>,
        }
        /// Feedback on the result of a quiz.
        QuizFeedback {
            /// Unit of the ranges.
            ranges_type: RangesType,
            /// The ranges.
            ranges: Vec<FeedbackRange>,
        }
        /// Feedback on a result within a range.
        FeedbackRange {
            /// Smallest result of the range; as input a whole number from 0.
            min: Number,
            /// Largest result of the range; as input a whole number from 0.
            max: Number,
            /// Text of the feedback.
            message: String,
        }
        /// A new survey: empty for a blank one, one of the three sources for a copy, or complete pages.
        SurveyNew {
            /// Title; "New Survey" if not given.
            title: Option<String>,
            /// Template of the library to copy.
            from_template_id: Option<Id>,
            /// Survey to copy.
            from_survey_id: Option<Id>,
            /// Template of the team to copy.
            from_team_template_id: Option<Id>,
            /// Title for editors; empty if not given.
            nickname: Option<String>,
            /// Language as a code of the survey languages; `en` if not given.
            language: Option<String>,
            /// The texts of the buttons.
            buttons_text: Option<ButtonsText>,
            /// Variables that collectors may set, each by name with its label.
            custom_variables: Option<BTreeMap<String, String>>,
            /// Whether the service's footer is shown; true if not given.
            footer: Option<bool>,
            /// Folder of the survey.
            folder_id: Option<Id>,
            /// Theme; a number is accepted too, for clients that send one.
            theme_id: Option<Written>,
            /// Whether the survey is a quiz, and its feedback to respondents.
            quiz_options: Option<QuizOptions>,
            /// The pages in order, each with its questions.
            pages: Option<Vec<SurveyPageNew>>,
        }
        /// Changes to a survey. A PUT resets absent fields to their defaults.
        SurveyPatch {
            /// Title; default "New Survey".
            title: Option<String>,
            /// Title for editors; default empty.
            nickname: Option<String>,
            /// Language as a code of the survey languages; default `en`.
            language: Option<String>,
            /// The texts of the buttons.
            buttons_text: Option<ButtonsText>,
            /// Variables that collectors may set, each by name with its label.
            custom_variables: Option<BTreeMap<String, String>>,
            /// Whether the service's footer is shown; default yes.
            footer: Option<bool>,
            /// Folder of the survey; `0` removes it from its folder, which is our choice.
            folder_id: Option<Id>,
        }
    } };
}

payloads! {
    /// Title.
    title: String,
    /// Title for editors; empty if there is none.
    nickname: String,
    /// Language as a code of the survey languages.
    language: String,
    /// Folder of the survey; `0`, not null, if it is in none. Another service may leave it out.
    folder_id: Option<Id>,
    /// Category of the library; empty if there is none. Another service may leave it out.
    category: Option<String>,
    /// Template from which the survey was created; null if there was none. Other services give it for newer surveys
    /// only.
    template_id: Option<Nullable<Id>>,
    /// Theme; absent on surveys without one.
    theme_id: Option<Id>,
    /// Number of questions.
    question_count: Integer,
    /// Number of pages.
    page_count: Integer,
    /// Number of responses.
    response_count: Integer,
    /// When the survey was created, without offset and to the minute.
    date_created: Date,
    /// When the survey was last changed, without offset and to the minute.
    date_modified: Date,
    /// Id of the survey.
    id: Id,
    /// The texts of all four buttons.
    buttons_text: ButtonsText,
    /// Whether the user of the token owns the survey. Newer responses have it.
    is_owner: Option<bool>,
    /// Whether the service's footer is shown. Another service may leave it out.
    footer: Option<bool>,
    /// Variables that collectors may set, each by name with its label. Another service may leave them out.
    custom_variables: Option<BTreeMap<String, String>>,
    /// Whether the survey is a quiz, and its feedback to respondents; absent for other surveys.
    quiz_options: Option<QuizOptions>,
    /// URL of this resource.
    href: String,
    /// URL of the analysis on the service's site.
    analyze_url: String,
    /// URL of the editor on the service's site.
    edit_url: String,
    /// URL of the collectors on the service's site.
    collect_url: String,
    /// URL of the summary on the service's site.
    summary_url: String,
    /// URL of a preview: the survey as respondents take it. Each user gets another one. Anyone with the URL can open it
    /// while the user can see the survey, which is our choice.
    preview: String,
}

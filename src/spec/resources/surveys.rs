//! TABLE. Surveys. The specification leaves their fields out.

use super::pages::{PageDetails, SurveyPageNew};
use super::questions::QuestionFeedback;
use crate::spec::types::{Date, Id, Integer, Nullable, Written};
use std::collections::BTreeMap;

choices! {
    /// What a respondent of a quiz is shown at the end.
    ShowResults {
        Disabled "disabled", ResultsOnly "results_only", ResultsAndAnswers "results_and_answers",
    }
    /// How the ranges of a quiz's feedback are counted.
    RangesType { Percentage "percentage", Points "points" }
}

/// The table of this file; its argument is the fields that a survey has with and without its pages.
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
            /// Title that only its editors see; empty if there is none.
            nickname: String,
            /// Address of the survey.
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
            /// Address of the analysis on the service's site.
            analyze_url: Option<String>,
            /// Address of a preview: the survey as respondents take it. Whoever has the address can open it, which is our choice.
            preview: Option<String>,
            /// The collectors counted.
            collect_stats: Option<CollectStats>,
        }
        /// The collectors of a survey counted. Its fields are documented nowhere: they are our choice.
        CollectStats {
            /// Number of collectors.
            total: Integer,
            /// Number of collectors that take responses.
            open: Integer,
            /// Number of collectors that take no responses any more.
            closed: Integer,
        }
        /// The texts of the buttons.
        ButtonsText {
            /// Leads to the page after.
            next_button: Option<String>,
            /// Leads to the page before.
            prev_button: Option<String>,
            /// Ends the survey.
            done_button: Option<String>,
            /// Leaves the survey; an empty text hides the button.
            exit_button: Option<String>,
        }
        /// Whether a survey is a quiz, and what it tells respondents.
        QuizOptions {
            /// Whether the survey is a quiz.
            is_quiz_mode: bool,
            /// Feedback on questions that have none of their own.
            default_question_feedback: Option<QuestionFeedback>,
            /// What respondents are shown at the end.
            show_results_type: Option<ShowResults>,
            /// Feedback on the whole result.
            feedback: Option<QuizFeedback>,
        }
        /// What a respondent is told about the result.
        QuizFeedback {
            /// How the ranges are counted.
            ranges_type: RangesType,
            /// The ranges.
            ranges: Vec<FeedbackRange>,
        }
        /// What a respondent is told about a result within a range.
        FeedbackRange {
            /// Smallest result of the range.
            min: Integer,
            /// Largest result of the range.
            max: Integer,
            /// What is said.
            message: String,
        }
        /// What makes a survey: nothing for a blank one, one of the three sources for a copy, or whole pages.
        SurveyNew {
            /// Title; "New Survey" if not given.
            title: Option<String>,
            /// Template of the library to copy.
            from_template_id: Option<Id>,
            /// Survey to copy.
            from_survey_id: Option<Id>,
            /// Template of the team to copy.
            from_team_template_id: Option<Id>,
            /// Title that only its editors see; empty if not given.
            nickname: Option<String>,
            /// Language as a code of the survey languages; `en` if not given.
            language: Option<String>,
            /// The texts of the buttons.
            buttons_text: Option<ButtonsText>,
            /// Variables that collectors may set, each by name with its label.
            custom_variables: Option<BTreeMap<String, String>>,
            /// Whether the service's footer is shown; yes if not given.
            footer: Option<bool>,
            /// Folder that the survey goes to.
            folder_id: Option<Id>,
            /// Theme; a number is accepted too, for clients that send one.
            theme_id: Option<Written>,
            /// Whether the survey is a quiz, and what it tells respondents.
            quiz_options: Option<QuizOptions>,
            /// The pages in order, each with its questions.
            pages: Option<Vec<SurveyPageNew>>,
        }
        /// What changes in a survey. A PUT gives what it leaves out its default.
        SurveyPatch {
            /// Title; default "New Survey".
            title: Option<String>,
            /// Title that only its editors see; default empty.
            nickname: Option<String>,
            /// Language as a code of the survey languages; default `en`.
            language: Option<String>,
            /// The texts of the buttons.
            buttons_text: Option<ButtonsText>,
            /// Variables that collectors may set, each by name with its label.
            custom_variables: Option<BTreeMap<String, String>>,
            /// Whether the service's footer is shown; default yes.
            footer: Option<bool>,
            /// Folder that the survey goes to; `0` takes it out of its folder, which is our choice.
            folder_id: Option<Id>,
        }
    } };
}

payloads! {
    /// Title.
    title: String,
    /// Title that only its editors see; empty if there is none.
    nickname: String,
    /// Language as a code of the survey languages.
    language: String,
    /// Folder of the survey; `0`, not null, if it is in none.
    folder_id: Id,
    /// Category of the library; empty if there is none.
    category: String,
    /// Template that the survey was made from; null if it was made without.
    template_id: Nullable<Id>,
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
    /// The texts of the buttons: all four.
    buttons_text: ButtonsText,
    /// Whether the user of the token owns the survey.
    is_owner: bool,
    /// Whether the service's footer is shown.
    footer: bool,
    /// Variables that collectors may set, each by name with its label.
    custom_variables: BTreeMap<String, String>,
    /// Whether the survey is a quiz, and what it tells respondents; absent on surveys that are none.
    quiz_options: Option<QuizOptions>,
    /// Address of this resource.
    href: String,
    /// Address of the analysis on the service's site.
    analyze_url: String,
    /// Address of the editor on the service's site.
    edit_url: String,
    /// Address of the collectors on the service's site.
    collect_url: String,
    /// Address of the summary on the service's site.
    summary_url: String,
    /// Address of a preview: the survey as respondents take it. Whoever has the address can open it, which is our choice.
    preview: String,
}

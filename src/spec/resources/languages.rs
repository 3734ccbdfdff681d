//! TABLE. Translations of a survey.

use crate::spec::types::{Id, Integer};

choices! {
    /// What a text of a survey is for. The documentation names `question_heading` and `survey_next`: the others are
    /// our choice.
    TextContext {
        SurveyTitle "survey_title", SurveyNext "survey_next", SurveyPrevious "survey_prev", SurveyDone "survey_done",
        SurveyExit "survey_exit", PageTitle "page_title", PageDescription "page_description",
        QuestionHeading "question_heading", QuestionDescription "question_description",
        QuestionRequired "question_required", QuestionValidation "question_validation", QuestionSum "question_sum",
        AnswerChoice "answer_choice", AnswerDescription "answer_description", AnswerRow "answer_row",
        AnswerColumn "answer_column", AnswerOther "answer_other", AnswerOtherError "answer_other_error",
        AnswerLabel "answer_label",
    }
}

resources! {
    /// A language that a survey is translated into, in a list.
    TranslationRef {
        /// Code of the language.
        id: Id,
        /// Name in English.
        name: String,
        /// Name in the language itself.
        native_name: String,
        /// Whether respondents can pick it.
        enabled: bool,
        /// Number of texts in the survey.
        string_count: Integer,
        /// Number of texts that are translated.
        translated_string_count: Integer,
        /// Number of texts that take their translation from a related language.
        inherited_string_count: Integer,
        /// Number of texts that were changed after they were translated.
        stale_string_count: Integer,
        /// Address of the translation.
        href: String,
    }
    /// A translation of a survey.
    Translation {
        /// Code of the language.
        id: Id,
        /// Whether respondents can pick it.
        enabled: bool,
        /// The texts of the survey, translated or not.
        translations: Vec<TranslatedText>,
        /// Address of this resource.
        href: String,
    }
    /// A text of a survey with its translation.
    TranslatedText {
        /// The text in the survey's own language.
        default: String,
        /// The text in this language; empty if it is not translated.
        translation: String,
        /// What the text is for.
        context: TextContext,
        /// Survey, page, question or answer option that the text belongs to.
        resource_id: Id,
    }
    /// What makes a translation.
    TranslationNew {
        /// Whether respondents can pick it; no if never given, which is our choice.
        enabled: Option<bool>,
        /// The texts to translate: one at least.
        translations: Vec<TranslatedTextNew>,
    }
    /// What changes in a translation.
    TranslationPatch {
        /// Whether respondents can pick it from now on.
        enabled: Option<bool>,
        /// The texts to translate: one at least, if given. All other texts stay as they are.
        translations: Option<Vec<TranslatedTextNew>>,
    }
    /// A text to translate: found by what it is for and where it belongs.
    TranslatedTextNew {
        /// The text that was translated; that of the survey if not given. If the survey has another by now, the
        /// translation counts as stale, which is our choice.
        default: Option<String>,
        /// The text in this language; an empty one takes the translation away.
        translation: String,
        /// What the text is for.
        context: TextContext,
        /// Survey, page, question or answer option that the text belongs to.
        resource_id: Id,
    }
}

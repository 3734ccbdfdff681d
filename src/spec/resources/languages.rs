//! TABLE. Translations of a survey.

use crate::spec::types::{Id, Integer};

choices! {
    /// The purposes of a survey's texts. The documentation names `question_heading` and `survey_next`; the others are
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
        /// Whether respondents can select it.
        enabled: bool,
        /// Number of texts in the survey.
        string_count: Integer,
        /// Number of texts that are translated.
        translated_string_count: Integer,
        /// Number of texts whose translation is inherited from a related language.
        inherited_string_count: Integer,
        /// Number of texts that have been changed since their translation.
        stale_string_count: Integer,
        /// URL of the translation.
        href: String,
    }
    /// A translation of a survey.
    Translation {
        /// Code of the language.
        id: Id,
        /// Whether respondents can select it.
        enabled: bool,
        /// The texts of the survey, translated or not.
        translations: Vec<TranslatedText>,
        /// URL of this resource.
        href: String,
    }
    /// A text of a survey with its translation.
    TranslatedText {
        /// The text in the survey's own language.
        default: String,
        /// The text in this language; empty if it is not translated.
        translation: String,
        /// Purpose of the text.
        context: TextContext,
        /// Survey, page, question or answer option that the text belongs to.
        resource_id: Id,
    }
    /// A new translation.
    TranslationNew {
        /// Whether respondents can select it; false by default, which is our choice.
        enabled: Option<bool>,
        /// The texts to translate, at least one.
        translations: Vec<TranslatedTextNew>,
    }
    /// Changes to a translation.
    TranslationPatch {
        /// Whether respondents can select it.
        enabled: Option<bool>,
        /// The texts to translate, at least one if given. Other texts do not change.
        translations: Option<Vec<TranslatedTextNew>>,
    }
    /// A text to translate, identified by its purpose and its place.
    TranslatedTextNew {
        /// The original text; the survey's if not given. If the survey's text is different now, the translation counts
        /// as stale, which is our choice.
        default: Option<String>,
        /// The text in this language; an empty text removes the translation.
        translation: String,
        /// Purpose of the text.
        context: TextContext,
        /// Survey, page, question or answer option that the text belongs to.
        resource_id: Id,
    }
}

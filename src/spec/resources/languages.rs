//! TABLE. Translations of a survey.

use crate::spec::types::{Id, Integer};

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
        /// What the text is for, such as `question_heading` or `survey_next`.
        context: String,
        /// Survey, question or answer option that the text belongs to.
        resource_id: Id,
    }
    /// What makes or changes a translation.
    TranslationNew {
        /// Whether respondents can pick it; no if never given, which is our choice.
        enabled: Option<bool>,
        /// The texts to translate: one at least.
        translations: Vec<TranslatedTextNew>,
    }
    /// A text to translate: found by what it is for and where it belongs.
    TranslatedTextNew {
        /// The text in the survey's own language.
        default: Option<String>,
        /// The text in this language; an empty one takes the translation away.
        translation: String,
        /// What the text is for, such as `question_heading` or `survey_next`.
        context: String,
        /// Survey, question or answer option that the text belongs to.
        resource_id: Id,
    }
}

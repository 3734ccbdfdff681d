//! TABLE. Translations of a survey. Left out by the specification; no scope is documented for
//! them, so that they need those of surveys is our choice.

use super::query::Paging;
use crate::spec::resources::languages::{Translation, TranslationNew, TranslationPatch, TranslationRef};
use crate::spec::types::List;

macro_rules! languages {
    ($then:ident) => { $then! {
        /// Lists the languages that a survey is translated into. Its scope is our choice.
        GET "/v3/surveys/{survey_id}/languages" ListTranslations(survey_id) as "surveys.languages.list"
            query(Paging) needs(SurveysRead) -> 200 List<TranslationRef>;
        /// Returns a translation, or the texts to translate if there is none yet. Its scope is our choice.
        GET "/v3/surveys/{survey_id}/languages/{language_code}" GetTranslation(survey_id, language_code)
            as "surveys.languages.get"
            needs(SurveysRead) -> 200 Translation;
        /// Creates a translation into a survey language other than the survey's own. The response has no body. Scope
        /// and status are our choice.
        POST "/v3/surveys/{survey_id}/languages/{language_code}" CreateTranslation(survey_id, language_code)
            as "surveys.languages.create"
            body(TranslationNew) needs(SurveysWrite) -> 201 ();
        /// Changes texts of a translation. The response has no body. Its scope is our choice.
        PATCH "/v3/surveys/{survey_id}/languages/{language_code}" UpdateTranslation(survey_id, language_code)
            as "surveys.languages.update"
            body(TranslationPatch) needs(SurveysWrite) -> 200 ();
        /// Deletes a translation. Scope and response are our choice.
        DELETE "/v3/surveys/{survey_id}/languages/{language_code}" DeleteTranslation(survey_id, language_code)
            as "surveys.languages.delete"
            needs(SurveysWrite) -> 200 Translation;
    } };
}
languages!(endpoints);

//! TABLE. Translations of the demo world.

use super::day_start;
use super::design::DemoSurvey;
use super::design::QuestionKey;
use super::people::{DemoPerson, DemoTeam};
use super::surveys::SURVEYS;
use crate::service::store::sql::{Sql, SqlError, values};
use crate::spec::resources::languages::TextContext::{self, *};

/// The position of a text: the survey, or the question or choice at these positions.
#[derive(Debug, Clone, Copy)]
enum TextPosition {
    Survey,
    Question(usize),
    Choice(usize, u64),
}

/// A text: context, position, source text, and translation.
type DemoText = (TextContext, TextPosition, &'static str, &'static str);

/// A translation: number of the survey, language, whether respondents can choose it, and its texts.
type DemoTranslation = (u64, &'static str, bool, &'static [DemoText]);

/// Every translation. One text was changed after it had been translated into German.
#[rustfmt::skip]
const TRANSLATIONS: &[DemoTranslation] = &[
    (4, "de", true, &[
        (SurveyTitle,     TextPosition::Survey,       "Research Day: your feedback",  "Forschungstag: Ihre Meinung"),
        (SurveyNext,      TextPosition::Survey,       "Next",                         "Weiter"),
        (SurveyPrevious,  TextPosition::Survey,       "Prev",                         "Zurück"),
        (SurveyDone,      TextPosition::Survey,       "Done",                         "Fertig"),
        (QuestionHeading, TextPosition::Question(1),  "How was the day for you?",     "Wie war der Tag für Sie?"),
        (QuestionHeading, TextPosition::Question(2),  "What did you take part in?",   "Woran haben Sie teilgenommen?"),
        (AnswerChoice,    TextPosition::Choice(2, 1), "Keynote",                      "Eröffnung"),
        (AnswerChoice,    TextPosition::Choice(2, 4), "Evening",                      "Abend"),
        (QuestionHeading, TextPosition::Question(4),  "Anything else?",               "Was noch?"),
    ]),
    (4, "fr", false, &[
        (SurveyTitle,     TextPosition::Survey,       "Research Day: your feedback",  "Journée de la recherche : votre avis"),
        (QuestionHeading, TextPosition::Question(2),  "What did you take part in?",   "À quoi avez-vous participé ?"),
    ]),
    (4, "fr-ca", false, &[
        (QuestionHeading, TextPosition::Question(4),  "Anything else?",               "Autre chose ?"),
    ]),
];

/// Writes the translations of a team's surveys.
pub fn seed_translations(home: &DemoTeam, sql: &dyn Sql) -> Result<(), SqlError> {
    for (number, language, enabled, texts) in TRANSLATIONS {
        let Some(survey) = SURVEYS.iter().find(|survey| survey.number == *number) else { continue };
        if DemoPerson::find_by_key(survey.owner).is_none_or(|owner| owner.team_id != home.id) {
            continue;
        }
        let id = survey.id();
        sql.run(
            "INSERT INTO translations (survey_id, language, enabled, created)
             VALUES (?, ?, ?, ?)",
            values![id.as_str(), *language, *enabled, day_start(-35)],
        )?;
        for (what, at, source, translation) in *texts {
            sql.run(
                "INSERT INTO translated_texts (survey_id, language, context, resource_id, source, translation)
                 VALUES (?, ?, ?, ?, ?, ?)",
                values![id.as_str(), *language, what.as_str(), resource_id(survey, *at), *source, *translation],
            )?;
        }
    }
    Ok(())
}

fn resource_id(survey: &DemoSurvey, at: TextPosition) -> String {
    let key = |number: usize| survey.questions().nth(number.saturating_sub(1)).map(|(key, ..)| key);
    match at {
        TextPosition::Survey => survey.id(),
        TextPosition::Question(number) => key(number).map(QuestionKey::id).unwrap_or_default(),
        TextPosition::Choice(number, position) => key(number).map(|key| key.choice_id(position)).unwrap_or_default(),
    }
}

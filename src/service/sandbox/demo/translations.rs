//! TABLE. The demo world's translations.

use super::day;
use super::design::Key;
use super::design::Survey;
use super::people::{Home, Person};
use super::surveys::SURVEYS;
use crate::service::store::sql::{Sql, SqlError, values};
use crate::spec::resources::languages::TextContext::{self, *};

/// Where a text stands: in the survey, or in the question or choice with these positions.
#[derive(Debug, Clone, Copy)]
enum At {
    Survey,
    Question(usize),
    Choice(usize, u64),
}

/// A text: what it is for, where it stands, what was translated, and the translation.
type Text = (TextContext, At, &'static str, &'static str);

/// A translation: number of the survey, language, whether respondents can pick it, its texts.
type Translation = (u64, &'static str, bool, &'static [Text]);

/// Every translation. One text of the German one was changed after it had been translated.
#[rustfmt::skip]
const TRANSLATIONS: &[Translation] = &[
    (4, "de", true, &[
        (SurveyTitle,     At::Survey,       "Research Day: your feedback",  "Forschungstag: Ihre Meinung"),
        (SurveyNext,      At::Survey,       "Next",                         "Weiter"),
        (SurveyPrevious,  At::Survey,       "Prev",                         "Zurück"),
        (SurveyDone,      At::Survey,       "Done",                         "Fertig"),
        (QuestionHeading, At::Question(1),  "How was the day for you?",     "Wie war der Tag für Sie?"),
        (QuestionHeading, At::Question(2),  "What did you take part in?",   "Woran haben Sie teilgenommen?"),
        (AnswerChoice,    At::Choice(2, 1), "Keynote",                      "Eröffnung"),
        (AnswerChoice,    At::Choice(2, 4), "Evening",                      "Abend"),
        (QuestionHeading, At::Question(4),  "Anything else?",               "Was noch?"),
    ]),
    (4, "fr", false, &[
        (SurveyTitle,     At::Survey,       "Research Day: your feedback",  "Journée de la recherche : votre avis"),
        (QuestionHeading, At::Question(2),  "What did you take part in?",   "À quoi avez-vous participé ?"),
    ]),
    (4, "fr-ca", false, &[
        (QuestionHeading, At::Question(4),  "Anything else?",               "Autre chose ?"),
    ]),
];

/// Writes the translations of the surveys of a place.
pub fn seed(home: &Home, sql: &dyn Sql) -> Result<(), SqlError> {
    for (number, language, enabled, texts) in TRANSLATIONS {
        let Some(survey) = SURVEYS.iter().find(|survey| survey.number == *number) else { continue };
        if Person::named(survey.owner).is_none_or(|owner| owner.home != home.id) {
            continue;
        }
        let id = survey.id();
        sql.run(
            "INSERT INTO translations (survey_id, language, enabled, created)
             VALUES (?, ?, ?, ?)",
            values![id.as_str(), *language, *enabled, day(-35)],
        )?;
        for (what, at, source, translation) in *texts {
            sql.run(
                "INSERT INTO translated_texts (survey_id, language, context, resource_id, source, translation)
                 VALUES (?, ?, ?, ?, ?, ?)",
                values![id.as_str(), *language, what.as_str(), place(survey, *at), *source, *translation],
            )?;
        }
    }
    Ok(())
}

fn place(survey: &Survey, at: At) -> String {
    let key = |number: usize| survey.questions().nth(number.saturating_sub(1)).map(|(key, ..)| key);
    match at {
        At::Survey => survey.id(),
        At::Question(number) => key(number).map(Key::id).unwrap_or_default(),
        At::Choice(number, position) => key(number).map(|key| key.choice(position)).unwrap_or_default(),
    }
}

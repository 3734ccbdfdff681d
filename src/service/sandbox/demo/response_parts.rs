//! What every response of the demo world consists of, for all ways to choose its answers.

use super::answers::{DemoAnswer, Taste, make_answers};
use super::design::{DemoQuestion, DemoSurvey};
use super::dice::Dice;
use crate::spec::resources::responses::{CollectionMode, ResponseStatus};
use crate::wire::dates::Timestamp;
use serde::Serialize;
use serde_json::{Value, json};

/// A response, column by column.
#[derive(Debug)]
pub struct DemoResponse {
    /// Id of the response.
    pub id: String,
    /// Id of the collector.
    pub collector_id: String,
    /// Id of the recipient; empty without one.
    pub recipient_id: String,
    /// Status.
    pub status: ResponseStatus,
    /// Collection mode.
    pub mode: CollectionMode,
    /// E-mail address, first and last name; empty if unknown.
    pub respondent: [String; 3],
    /// Network address; empty if anonymous.
    pub ip: String,
    /// Custom value of the web link.
    pub custom_value: &'static str,
    /// Seconds spent.
    pub total_time: i64,
    /// The fields that have no column.
    pub body: Value,
    /// The answers as JSON.
    pub pages: String,
    /// When it was started.
    pub created: Timestamp,
    /// When it was last changed.
    pub modified: Timestamp,
}

const FIRST_NAMES: &[&str] =
    &["Ana", "Björn", "Chloé", "Dmitri", "Emre", "Fatima", "Günther", "Hye-jin", "Íñigo", "Jo"];
const LAST_NAMES: &[&str] =
    &["Almeida", "Brown", "Çelik", "Dubois", "Eriksson", "Fröhlich", "García", "O'Hara", "Łuczak"];

/// An invited person: e-mail address, first and last name.
pub fn make_respondent(number: u64, dice: &mut Dice) -> [String; 3] {
    let (first, last) = (dice.pick(FIRST_NAMES).unwrap_or(""), dice.pick(LAST_NAMES).unwrap_or(""));
    [format!("respondent{number}@mail.example"), first.to_owned(), last.to_owned()]
}

/// The fields of a response that have no column.
pub fn make_body(variables: &Value, page_path: &[String], language: &str, [email, first, last]: &[String; 3]) -> Value {
    let text = |value: &str| json!({ "type": "string", "value": value });
    let contact = if email.is_empty() {
        json!({})
    } else {
        json!({ "first_name": text(first), "last_name": text(last), "email": text(email) })
    };
    json!({
        "custom_variables": variables,
        "logic_path": {},
        "page_path": page_path,
        "metadata": { "contact": contact, "respondent": { "language": text(language), "user_agent": text("Mozilla/5.0") } },
    })
}

#[derive(Debug, Serialize)]
struct AnsweredPage {
    id: String,
    questions: Vec<AnsweredQuestion>,
}

#[derive(Debug, Serialize)]
struct AnsweredQuestion {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    variable_id: Option<String>,
    answers: Vec<DemoAnswer>,
}

/// The answers by page. Pages without answers are included, unanswered questions are not.
pub fn make_pages(
    survey: &DemoSurvey,
    is_reached: impl Fn(u64) -> bool,
    created: Timestamp,
    taste: &mut dyn Taste,
) -> String {
    let mut pages: Vec<AnsweredPage> = (1_u64..)
        .zip(survey.pages)
        .map(|(page, _)| AnsweredPage { id: survey.page_id(page), questions: Vec::new() })
        .collect();
    for (key, page, question) in survey.questions().filter(|(_, page, _)| is_reached(*page)) {
        if !taste.dice().chance(question.answered) {
            continue;
        }
        let answers = make_answers(key, question, created, taste);
        let page = usize::try_from(page.saturating_sub(1)).ok().and_then(|page| pages.get_mut(page));
        let Some(page) = page.filter(|_| !answers.is_empty()) else { continue };
        let variable_id = pick_heading(question, taste.dice()).map(|position| key.label_id(position));
        page.questions.push(AnsweredQuestion { id: key.id(), variable_id, answers });
    }
    serde_json::to_string(&pages).unwrap_or_default()
}

/// The heading that the respondent saw.
fn pick_heading(question: &DemoQuestion, dice: &mut Dice) -> Option<u64> {
    let count = u64::try_from(question.variants.len()).ok().filter(|count| *count > 0)?;
    Some(dice.roll(count).saturating_add(1))
}

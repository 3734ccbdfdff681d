//! The questions of a survey, and the tool that returns them.

use super::{Run, Step, list, number, survey, text};
use crate::gateway::agents::requests::ApiRequest;
use crate::gateway::agents::untrusted_text::{LABEL_MAX, clean, label};
use crate::gateway::agents::value::{ToValue, Value, object};

/// An option of a question.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    pub(super) id: String,
    /// Its text, by which results name it. The service hides a deleted option, and keeps its answers.
    pub(super) text: String,
    pub(super) is_deleted: bool,
    /// Its weight, or else its place; null if it counts for no mean.
    pub(super) weight: Value,
}

/// A question that can be answered.
#[derive(Debug, Clone)]
pub(super) struct Question {
    /// Its number in the survey, from 1.
    pub(super) n: usize,
    pub(super) id: String,
    pub(super) text: String,
    pub(super) kind: String,
    pub(super) choices: Vec<Choice>,
    pub(super) rows: Vec<Choice>,
    /// Whether it asks for contact details: its answers do not reach agents.
    pub(super) is_contact: bool,
    /// Whether its answers can have texts.
    pub(super) takes_text: bool,
    /// Whether a text can be added to the answers, which chooses nothing.
    pub(super) takes_comment: bool,
    /// Whether a mean of its choices or numbers says something. Without weights, the service gives that of positions.
    pub(super) has_mean: bool,
    page: usize,
    /// Its place among all parts of the design, from 0.
    pub(super) place: usize,
}

/// The visible questions of a design that can be answered, in their order.
pub(super) fn questions_of(details: &Value) -> Vec<Question> {
    let (mut questions, mut places) = (Vec::new(), 0..);
    for (page, at) in list(details, "pages").iter().zip(1..) {
        for (question, place) in list(page, "questions").iter().zip(&mut places) {
            if is_hidden(question) || text(question, "family") == "presentation" {
                continue;
            }
            let answers = question.get("answers").unwrap_or(&Value::Null);
            let heading =
                list(question, "headings").first().map(|heading| text(heading, "heading")).unwrap_or_default();
            let mut choices = options(answers, "choices", &Value::Null);
            for column in list(answers, "cols") {
                choices.extend(options(column, "choices", column));
            }
            let other = answers.get("other");
            let takes_text =
                other.is_some() || !matches!(text(question, "family"), "single_choice" | "multiple_choice" | "matrix");
            let choice = other.filter(|other| other.get("is_answer_choice") == Some(&true.to_value()));
            choices.extend(choice.map(|other| option(other, &Value::Null, choices.len().saturating_add(1))));
            questions.push(Question {
                n: questions.len().saturating_add(1),
                id: text(question, "id").to_owned(),
                text: label(heading),
                kind: [text(question, "family"), " ", text(question, "subtype")].concat(),
                choices,
                rows: options(answers, "rows", &Value::Null),
                is_contact: text(question, "family") == "demographic"
                    || question.get("validation").is_some_and(|validation| text(validation, "type") == "email"),
                takes_text,
                takes_comment: choice.is_none() && other.is_some_and(|other| !is_hidden(other)),
                has_mean: text(question, "subtype") == "ranking" || is_scale(list(answers, "choices")),
                page: at,
                place,
            });
        }
    }
    questions
}

fn is_hidden(part: &Value) -> bool {
    part.get("visible") == Some(&false.to_value())
}

fn is_na(choice: &Value) -> bool {
    choice.get("is_na") == Some(&true.to_value())
}

/// Whether each choice has a weight, "not applicable" apart. Entered numbers have no choices.
fn is_scale(choices: &[Value]) -> bool {
    let mut counted = choices.iter().filter(|choice| !is_hidden(choice) && !is_na(choice));
    counted.all(|choice| choice.get("weight").is_some_and(Value::is_number))
}

/// The options of a list, named below their column. Stars and pictures have no text: they are named by their place.
fn options(answers: &Value, name: &str, column: &Value) -> Vec<Choice> {
    list(answers, name).iter().zip(1..).map(|(each, place)| option(each, column, place)).collect()
}

/// An option with its name, or its place if it has none. The options of a deleted column are deleted.
fn option(option: &Value, column: &Value, place: usize) -> Choice {
    let column_text = label(text(column, "text"));
    let colon = if column_text.is_empty() { "" } else { ": " };
    let shown = label(text(option, "text"));
    let id = option.get("id").map(|id| id.as_str().map_or_else(|| id.to_json(), str::to_owned));
    let shown = if shown.is_empty() { place.to_string() } else { shown };
    let is_deleted = is_hidden(option) || is_hidden(column);
    let mark = if is_deleted { " (deleted)" } else { "" };
    let weight = option.get("weight").filter(|weight| weight.is_number()).cloned();
    Choice {
        id: id.unwrap_or_default(),
        text: clean(&[&column_text, colon, &shown, mark].concat(), LABEL_MAX),
        is_deleted,
        weight: if is_na(option) { Value::Null } else { weight.unwrap_or_else(|| place.to_value()) },
    }
}

impl Question {
    /// The question as results name it.
    pub(super) fn name(&self) -> Value {
        object(vec![("n", self.n.to_value()), ("text", self.text.to_value()), ("id", self.id.to_value())])
    }

    /// The text of the row to which an answer belongs, if there are several.
    pub(super) fn row_of(&self, answer: &Value) -> Option<&str> {
        let row = self.rows.iter().find(|row| row.id == text(answer, "row_id") && self.rows.len() > 1);
        row.map(|row| row.text.as_str())
    }
}

/// The request for a design.
pub(super) fn ask_details(survey_id: &str) -> Step {
    Step::ask(ApiRequest::get(&["surveys", survey_id, "details"], &[]))
}

/// The question with an id, or why there is none.
pub(super) fn find_question<'a>(questions: &'a [Question], id: &str) -> Result<&'a Question, Step> {
    questions
        .iter()
        .find(|question| question.id == id)
        .ok_or_else(|| Step::Fail(["The survey has no question ", id, ". Call get_design for the ids."].concat()))
}

pub(super) fn get_design(arguments: Value) -> Run {
    Box::new(move |reply| {
        if reply.is_null() {
            return ask_details(text(&arguments, "survey_id"));
        }
        let (wanted, first) = (number(&arguments, "page"), number(&arguments, "from_question"));
        let mut questions = questions_of(&reply);
        questions.retain(|question| u64::try_from(question.n).is_ok_and(|n| n >= first));
        let pages = list(&reply, "pages").iter().zip(1_usize..);
        let pages = pages.filter(|(_, at)| wanted == 0 || u64::try_from(*at).is_ok_and(|at| at == wanted));
        let pages = pages.map(|(page, at)| describe_page(page, at, &questions));
        let pages: Vec<Value> = pages.filter(|page| first == 0 || !list(page, "questions").is_empty()).collect();
        if pages.is_empty() {
            let why = "The survey has no such page or question. Call get_design without page and from_question.";
            return Step::Fail(why.to_owned());
        }
        Step::Done(object(vec![("survey", survey(&reply).to_value()), ("pages", pages.to_value())]))
    })
}

fn describe_page(page: &Value, at: usize, questions: &[Question]) -> Value {
    let own = questions.iter().filter(|question| question.page == at).map(|question| {
        let texts = |options: &[Choice]| {
            options.iter().filter(|option| !option.is_deleted).map(|option| option.text.clone()).collect::<Vec<_>>()
        };
        let mut shown = object(vec![
            ("n", question.n.to_value()),
            ("text", question.text.to_value()),
            ("id", question.id.to_value()),
            ("kind", question.kind.to_value()),
        ]);
        if let Some(shown) = shown.as_object_mut() {
            for (name, options) in [("choices", &question.choices), ("rows", &question.rows)] {
                let options = texts(options);
                if !options.is_empty() {
                    shown.insert(name, options.to_value());
                }
            }
            if question.takes_comment {
                shown.insert("comment", true.to_value());
            }
        }
        shown
    });
    object(vec![
        ("n", at.to_value()),
        ("title", label(text(page, "title")).to_value()),
        ("questions", (own.collect::<Vec<_>>()).to_value()),
    ])
}

//! Drafts of surveys: an agent writes questions in a small form, and they become a design of the API.

use super::{Run, Step, list, survey, text};
use crate::gateway::agents::plans::PlanKind;
use crate::gateway::agents::requests::{ApiRequest, PAGE_MAX};
use crate::gateway::agents::untrusted_text::{clean, outgoing};
use crate::gateway::agents::value::{Members, ToValue, Value, object};
use crate::spec::limits::{CELL_CHARS, PAGE_CELLS_MAX, QUESTION_CELLS_MAX, SURVEY_CELLS_MAX};

/// Questions of a draft.
const QUESTIONS_MAX: usize = 200;

/// What a respondent reads who skips a question: the service's own text, because it translates no other.
const REQUIRED: &str = "This question requires an answer.";

pub(super) fn draft_survey(arguments: Value) -> Run {
    let mut is_language_known = text(&arguments, "language").is_empty();
    Box::new(move |mut reply| {
        let language = text(&arguments, "language");
        let mut language_problem = None;
        if !is_language_known {
            if reply.is_null() {
                return Step::ask(ApiRequest::get(&["survey_languages"], &[("per_page", &PAGE_MAX.to_string())]));
            }
            is_language_known = true;
            if !list(&reply, "data").iter().any(|known| text(known, "id").eq_ignore_ascii_case(language)) {
                language_problem =
                    Some("The language is not one of the service: give a code such as en or de.".to_owned());
            }
            reply = Value::Null;
        }
        let title = outgoing(text(&arguments, "title"));
        let pages = list(&arguments, "pages");
        let count = pages.iter().map(|page| list(page, "questions").len()).fold(0, usize::saturating_add);
        let mut problems = problems_of(&title, pages, count);
        problems.extend(language_problem);
        if reply.is_null() && problems.is_empty() {
            let language = if language.is_empty() { "en" } else { language };
            let pages: Vec<Value> = pages.iter().map(page_of).collect();
            return Step::Store(
                PlanKind::Survey,
                object(vec![
                    ("title", title.to_value()),
                    ("language", language.to_value()),
                    ("pages", pages.to_value()),
                ]),
            );
        }
        let mut result = object(vec![
            ("title", title.to_value()),
            ("questions", count.to_value()),
            ("problems", problems.to_value()),
        ]);
        if let (Some(result), false) = (result.as_object_mut(), reply.is_null()) {
            result.insert("plan", text(&reply, "plan").to_value());
            result.insert("until", text(&reply, "until").to_value());
        }
        Step::Done(result)
    })
}

pub(super) fn create_survey(what: Value, origin: String) -> Run {
    Box::new(move |reply| {
        if reply.is_null() {
            return Step::ask(ApiRequest::post(&["surveys"], what.clone()));
        }
        let open = [&origin, "/#/surveys/", text(&reply, "id")].concat();
        Step::Done(object(vec![("survey", survey(&reply).to_value()), ("open", open.to_value())]))
    })
}

fn problems_of(title: &str, pages: &[Value], count: usize) -> Vec<String> {
    let mut problems = Vec::new();
    if is_blank(title) {
        problems.push("The title is empty.".to_owned());
    }
    if count == 0 {
        problems.push("There is no question.".to_owned());
    }
    if count > QUESTIONS_MAX {
        problems.push(format!("There are {count} questions: a draft has at most {QUESTIONS_MAX}."));
    }
    let exceeds = |cells: usize, most: u32| u32::try_from(cells).map_or(true, |cells| cells > most);
    let mut all = 0_usize;
    for (page, n) in pages.iter().zip(1_usize..) {
        let cells = list(page, "questions").iter().map(count_cells).fold(0, usize::saturating_add);
        all = all.saturating_add(cells);
        if exceeds(cells, PAGE_CELLS_MAX) {
            problems.push(format!("Page {n} is too large: put questions on another page."));
        }
    }
    if exceeds(all, SURVEY_CELLS_MAX) {
        problems.push("The survey is too large: put questions into another survey.".to_owned());
    }
    let questions = pages.iter().flat_map(|page| list(page, "questions"));
    for (question, n) in questions.zip(1_usize..).take(QUESTIONS_MAX) {
        let (choices, rows) = (list(question, "choices").len(), list(question, "rows").len());
        let problem = match text(question, "kind") {
            _ if is_blank(text(question, "text")) => "has no text",
            "single_choice" | "multiple_choice" | "dropdown" | "rating" if choices < 2 => "needs two choices or more",
            "matrix" if choices < 2 || rows == 0 => "needs two choices or more, and a row",
            "short_text" | "long_text" | "number" | "date" if choices > 0 => "takes no choices",
            kind if rows > 0 && kind != "matrix" => "takes no rows",
            _ if has_repetition(list(question, "choices")) || has_repetition(list(question, "rows")) => {
                "has an empty choice or row, or the same twice"
            }
            _ if exceeds(count_cells(question), QUESTION_CELLS_MAX) => {
                "is too large: it shows its choices in each row. Split it, or shorten it"
            }
            _ => continue,
        };
        problems.push(format!("Question {n} {problem}."));
    }
    problems.truncate(50);
    problems
}

/// Whether a text shows nothing.
fn is_blank(text: &str) -> bool {
    clean(text, 1).is_empty()
}

/// The cells of a question as the service counts them.
fn count_cells(question: &Value) -> usize {
    let further = |text: &Value| text.as_str().unwrap_or_default().chars().count().div_euclid(CELL_CHARS);
    let (choices, rows) = (list(question, "choices"), list(question, "rows"));
    let across = choices.iter().map(further).fold(choices.len(), usize::saturating_add).max(1);
    // A row without a text repeats the heading.
    let times = if matches!(text(question, "kind"), "rating" | "number" | "date") { 2 } else { 1 };
    let heading = question.get("text").map_or(0, further).saturating_mul(times);
    let grid = across.saturating_mul(rows.len().max(1)).saturating_add(heading);
    rows.iter().map(further).fold(grid, usize::saturating_add)
}

fn has_repetition(options: &[Value]) -> bool {
    let texts: Vec<String> = options.iter().map(|option| outgoing(option.as_str().unwrap_or_default())).collect();
    texts.iter().enumerate().any(|(place, text)| text.is_empty() || texts.iter().take(place).any(|other| other == text))
}

fn page_of(page: &Value) -> Value {
    let questions: Vec<Value> = list(page, "questions").iter().map(question_of).collect();
    object(vec![("title", outgoing(text(page, "title")).to_value()), ("questions", questions.to_value())])
}

fn question_of(question: &Value) -> Value {
    let texts = |name: &str| -> Vec<Value> {
        let options = list(question, name).iter().filter_map(Value::as_str);
        options.map(|option| object(vec![("text", outgoing(option).to_value())])).collect()
    };
    let weighted = || -> Vec<Value> {
        let choices = list(question, "choices").iter().filter_map(Value::as_str).zip(1..);
        choices
            .map(|(choice, weight)| object(vec![("text", outgoing(choice).to_value()), ("weight", weight.to_value())]))
            .collect()
    };
    let (family, subtype, answers) = match text(question, "kind") {
        "single_choice" => ("single_choice", "vertical", object(vec![("choices", texts("choices").to_value())])),
        "multiple_choice" => ("multiple_choice", "vertical", object(vec![("choices", texts("choices").to_value())])),
        "dropdown" => ("single_choice", "menu", object(vec![("choices", texts("choices").to_value())])),
        // A rating without rows is one row without a text.
        "rating" => (
            "matrix",
            "rating",
            object(vec![
                ("rows", Value::Array(vec![object(vec![("text", "".to_value())])])),
                ("choices", weighted().to_value()),
            ]),
        ),
        "matrix" => {
            ("matrix", "rating", object(vec![("rows", texts("rows").to_value()), ("choices", weighted().to_value())]))
        }
        "long_text" => ("open_ended", "essay", Value::Null),
        "number" => (
            "open_ended",
            "numerical",
            object(vec![("rows", Value::Array(vec![object(vec![("text", "".to_value())])]))]),
        ),
        "date" => {
            ("datetime", "date_only", object(vec![("rows", Value::Array(vec![object(vec![("text", "".to_value())])]))]))
        }
        _ => ("open_ended", "single", Value::Null),
    };
    let mut design = Members::default();
    design
        .insert("headings", Value::Array(vec![object(vec![("heading", outgoing(text(question, "text")).to_value())])]));
    design.insert("family", family.to_value());
    design.insert("subtype", subtype.to_value());
    if !answers.is_null() {
        design.insert("answers", answers);
    }
    if question.get("required") == Some(&true.to_value()) {
        design.insert("required", object(vec![("text", REQUIRED.to_value())]));
    }
    Value::Object(design)
}

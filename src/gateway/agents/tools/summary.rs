//! The summary of a survey: the counts that the service makes, with the texts of questions and choices.

use super::design::{Choice, Question, ask_details, find_question, questions_of};
use super::filters::Filters;
use super::responses::{describe_stop, reason};
use super::{Run, Step, decimal, list, number, percent, survey, text};
use crate::gateway::agents::requests::ApiRequest;
use crate::gateway::agents::value::{Members, ToValue, Value, object};

/// Counted questions that are asked for at once.
const PAGE: usize = 100;
const PER_PAGE: &str = "100";

/// Pages of counts that a call reads: with the design ten requests, which need no announcement.
const PAGES_MAX: usize = 9;

/// Kinds whose rows may have several answers of one person.
pub(super) const MANY_PER_ROW: [&str; 2] = ["matrix multi", "matrix menu"];

pub(super) fn summarise(arguments: Value) -> Run {
    let (mut details, mut counted, mut pages) = (None, Vec::new(), Vec::new());
    Box::new(move |reply| {
        let survey_id = text(&arguments, "survey_id").to_owned();
        let Some(design) = &details else {
            if reply.is_null() {
                return ask_details(&survey_id);
            }
            let questions = questions_of(&reply);
            let wanted = list(&arguments, "question_ids").iter().filter_map(Value::as_str);
            if let Some(failed) = wanted.filter_map(|id| find_question(&questions, id).err()).next() {
                return failed;
            }
            pages.extend(next_page(&arguments, &questions, &counted, &pages));
            details = Some(reply);
            return ask_rollups(&survey_id, &arguments, &pages);
        };
        let questions = questions_of(design);
        counted.extend(list(&reply, "data").to_vec());
        let is_whole = u64::try_from(counted.len()).is_ok_and(|count| count >= number(&reply, "total"));
        let wanted = list(&arguments, "question_ids");
        let is_counted = |id: &Value| counted.iter().any(|rollup| rollup.get("id") == Some(id));
        let is_enough = is_whole || (!wanted.is_empty() && wanted.iter().all(is_counted));
        let next = next_page(&arguments, &questions, &counted, &pages);
        if let Some(page) = next.filter(|_| !is_enough) {
            pages.push(page);
            return ask_rollups(&survey_id, &arguments, &pages);
        }
        let shown = questions.iter().filter(|question| wanted.is_empty() || wanted.contains(&question.id.to_value()));
        let shown: Vec<Value> = shown
            .filter_map(|question| {
                Some(describe(question, counted.iter().find(|rollup| text(rollup, "id") == question.id)?))
            })
            .collect();
        let mut result = object(vec![
            ("survey", survey(design).to_value()),
            ("questions", shown.to_value()),
            ("truncated", (!is_enough).to_value()),
        ]);
        if let (Some(result), Some(why)) = (result.as_object_mut(), reason(&reply)) {
            describe_stop(result, why);
        }
        Step::Done(result)
    })
}

/// The page to read next: that of a wanted question, as the service lists the questions in their order, or any other.
/// `None` if the call has read as many as it may.
fn next_page(arguments: &Value, questions: &[Question], counted: &[Value], read: &[usize]) -> Option<usize> {
    if read.len() >= PAGES_MAX {
        return None;
    }
    for id in list(arguments, "question_ids") {
        let question = questions.iter().find(|question| id.as_str() == Some(&question.id))?;
        let page = question.place.div_euclid(PAGE).saturating_add(1);
        if !counted.iter().any(|rollup| rollup.get("id") == Some(id)) && !read.contains(&page) {
            return Some(page);
        }
    }
    (1..=PAGES_MAX).find(|page| !read.contains(page))
}

/// The request for the last of these pages.
fn ask_rollups(survey_id: &str, arguments: &Value, pages: &[usize]) -> Step {
    let (filters, page) = (Filters::of(arguments), pages.last().copied().unwrap_or(1).to_string());
    let parameters = filters.with(&[("page", &page), ("per_page", PER_PAGE)]);
    let request = ApiRequest::get(&["surveys", survey_id, "rollups"], &parameters);
    Step::ask(ApiRequest { is_more: pages.len() > 1, ..request })
}

fn describe(question: &Question, rollup: &Value) -> Value {
    let empty = Value::Null;
    let summary = list(rollup, "summary").first().unwrap_or(&empty);
    let answered = number(summary, "answered");
    let mut shown = Members::default();
    for (name, value) in [
        ("n", question.n.to_value()),
        ("text", question.text.to_value()),
        ("id", question.id.to_value()),
        ("kind", question.kind.to_value()),
        ("answered", answered.to_value()),
        ("skipped", number(summary, "skipped").to_value()),
    ] {
        shown.insert(name, value);
    }
    let choices = list(summary, "choices");
    if !choices.is_empty() {
        let mut counted = counts(choices, &question.choices, Some(answered));
        counted.extend(other(question, choices, number(summary, "other_answered"), answered));
        shown.insert("choices", Value::Array(counted));
    }
    // A mean of several rows would be one of different things, and of a ranking always the same.
    let rows = list(summary, "rows");
    let has_answers = |row: &Value| list(row, "choices").iter().any(|choice| number(choice, "count") > 0);
    let shown_rows = rows.iter().filter(|row| is_shown(find_option(row, &question.rows), has_answers(row)));
    let visible = question.rows.iter().filter(|row| !row.is_deleted).count();
    let has_rows = visible.max(shown_rows.clone().count()) > 1;
    if !rows.is_empty() {
        let rows = shown_rows.map(|row| {
            let chosen = list(row, "choices");
            // In a row, the base is those who have answered the row: their number is known where each has one answer.
            let sum = chosen.iter().map(|choice| number(choice, "count")).fold(0, u64::saturating_add);
            let base = (!MANY_PER_ROW.contains(&question.kind.as_str())).then_some(sum);
            let mut shown = object(vec![
                ("text", name_of(row, &question.rows).to_value()),
                ("choices", Value::Array(counts(chosen, &question.choices, base))),
            ]);
            let mean = base.filter(|_| has_rows && question.has_mean).and_then(|_| mean_of(chosen, &question.choices));
            if let (Some(shown), Some(mean)) = (shown.as_object_mut(), mean) {
                shown.insert("mean", mean);
            }
            shown
        });
        shown.insert("rows", Value::Array(rows.collect()));
    }
    for name in ["mean", "median"] {
        let value = summary.get("stats").and_then(|stats| stats.get(name));
        if let Some(value) = value.filter(|value| question.has_mean && !has_rows && value.is_number()) {
            shown.insert(name, value.clone());
        }
    }
    let texts = if question.takes_comment { "other_answered" } else { "text" };
    if let Some(texts) = summary.get(texts).filter(|texts| texts.is_number()) {
        shown.insert("texts", texts.clone());
    }
    Value::Object(shown)
}

/// The mean of counted choices; `None` without counts, and where a weight has more than two decimals.
fn mean_of(choices: &[Value], names: &[Choice]) -> Option<Value> {
    let (mut sum, mut base) = (0_i64, 0_u64);
    for choice in choices {
        let Some(Value::Number(weight)) = find_option(choice, names).map(|known| &known.weight) else { continue };
        let count = number(choice, "count");
        sum = sum.saturating_add(hundredths(weight)?.saturating_mul(i64::try_from(count).ok()?));
        base = base.saturating_add(count);
    }
    let sign = if sum < 0 { "-" } else { "" };
    let mean = decimal(sum.unsigned_abs(), base.saturating_mul(100), 100).to_json();
    (base > 0).then(|| Value::Number([sign, &mean].concat()))
}

/// A number as hundredths: its digits without the point, with two decimals.
fn hundredths(number: &str) -> Option<i64> {
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    [whole, decimals, "00".get(decimals.len()..)?].concat().parse().ok()
}

/// The counts of choices, with percent if the base is known.
fn counts(choices: &[Value], names: &[Choice], base: Option<u64>) -> Vec<Value> {
    let shown = choices.iter().map(|choice| (choice, find_option(choice, names), number(choice, "count")));
    let shown = shown.filter(|(_, known, count)| is_shown(*known, *count > 0));
    shown.map(|(choice, _, count)| counted(&name_of(choice, names), count, base)).collect()
}

/// Whether an option is shown. A deleted one is shown for its answers.
fn is_shown(option: Option<&Choice>, has_answers: bool) -> bool {
    has_answers || option.is_none_or(|known| !known.is_deleted)
}

fn counted(text: &str, count: u64, base: Option<u64>) -> Value {
    let mut shown = object(vec![("text", text.to_value()), ("count", count.to_value())]);
    if let (Some(shown), Some(base)) = (shown.as_object_mut(), base) {
        shown.insert("percent", percent(count, base));
    }
    shown
}

/// The choice "other", which is the last of a question that has it. The service counts it apart.
fn other(question: &Question, choices: &[Value], count: u64, answered: u64) -> Option<Value> {
    let is_listed = |id: &str| choices.iter().any(|choice| text(choice, "id") == id);
    let last = question.choices.last().filter(|last| is_shown(Some(last), count > 0) && !is_listed(&last.id))?;
    Some(counted(&last.text, count, Some(answered)))
}

/// The text of an option; what the design no longer has is named by its id.
fn name_of(option: &Value, names: &[Choice]) -> String {
    find_option(option, names)
        .map_or_else(|| ["deleted (", text(option, "id"), ")"].concat(), |known| known.text.clone())
}

fn find_option<'a>(option: &Value, names: &'a [Choice]) -> Option<&'a Choice> {
    names.iter().find(|known| known.id == text(option, "id"))
}

//! Open text: what respondents wrote, one entry after the other.

use super::calendar::iso_time;
use crate::results::arguments::{Arguments, refuse};
use crate::results::json::JsonOut;
use crate::results::store::{AnswerKind, Bits, Condition, QuestionPart, Rule, Store, TextColumn};
use crate::wire::failure::Failure;
use crate::wire::fold::fold;

/// Entries of a result whose end the query does not name.
const WINDOW: u32 = 100;
/// Entries that a result may have.
const ENTRIES_MAX: u32 = 1_000;

/// A column of texts.
pub(super) struct TextSource<'s> {
    pub(super) question: &'s str,
    row: &'s str,
    is_other: bool,
    pub(super) column: &'s TextColumn,
}

/// The columns of texts of a question, or of all questions with open text, "other" fields included.
pub(super) fn text_sources<'s>(store: &'s Store, question: Option<usize>, row: Option<&str>) -> Vec<TextSource<'s>> {
    let mut sources = Vec::new();
    for (position, design) in store.design().questions.iter().enumerate() {
        let asked = question == Some(position);
        let Some(columns) = store.columns(position).filter(|_| asked || question.is_none()) else { continue };
        let is_open = asked || design.kind == AnswerKind::Texts;
        let cells = columns.cells.iter().filter(|_| is_open);
        let cells = cells.map(|cell| (cell.row.as_str(), false, &cell.texts));
        let others = columns.others.iter().map(|other| (other.row.as_str(), true, &other.texts));
        let wanted = cells.chain(others).filter(|(own, ..)| row.is_none_or(|row| row == *own));
        sources.extend(wanted.map(|(row, is_other, column)| TextSource {
            question: &design.id,
            row,
            is_other,
            column,
        }));
    }
    sources
}

/// Runs `{rule?, question?, row?, text?, tag?, from?, to?, order?}`: entries `from` to `to`, the latter not included.
pub(super) fn run(store: &Store, arguments: Arguments) -> Result<String, Box<Failure>> {
    let question = arguments.member("question").map(|_| arguments.question(store)).transpose()?;
    let sources = text_sources(store, question, arguments.text("row")?);
    let wanted = arguments.text("text")?.filter(|text| !text.is_empty());
    let rows = matching_rows(store, arguments, wanted)?;
    let wanted = wanted.map(fold);
    let from = arguments.count("from")?.unwrap_or(0);
    let to = arguments.count("to")?.unwrap_or(from.saturating_add(WINDOW));
    if to.saturating_sub(from) > ENTRIES_MAX {
        return Err(refuse("to", "at most 1000 more than from"));
    }
    let mut order: Vec<(i64, u32)> =
        rows.iter().map(|row| (store.date_created(row).unwrap_or_default(), row)).collect();
    order.sort_unstable();
    match arguments.text("order")? {
        None | Some("newest") => order.reverse(),
        Some("oldest") => {}
        _ => return Err(refuse("order", "newest or oldest")),
    }
    let (mut total, mut found) = (0_u32, Vec::new());
    for (created, row) in order {
        for source in sources.iter().filter(|source| source.column.present.contains(row)) {
            for text in store.text_at(source.column, row) {
                let matches = wanted.as_ref().is_none_or(|wanted| fold(&text).contains(wanted.as_ref()));
                if text.is_empty() || !matches {
                    continue;
                }
                if (from..to).contains(&total) {
                    found.push((created, row, source, text));
                }
                total = total.saturating_add(1);
            }
        }
    }
    Ok(JsonOut::document(|json| {
        json.member("total", total);
        json.objects("items", found, |json, (created, row, source, text)| {
            json.member("response_id", store.id(row).as_ref());
            json.member("question", source.question);
            json.member("row", Some(source.row).filter(|row| !row.is_empty()));
            json.member("text", text.as_ref());
            json.member("other", source.is_other);
            json.member("date_created", iso_time(created));
            json.name("tags").list(store.tags(row), |json, tag| json.value(tag));
        });
    }))
}

/// The rows in view, with the tag, that can have a matching text: the store's index of texts excludes most others.
fn matching_rows(store: &Store, arguments: Arguments, wanted: Option<&str>) -> Result<Bits, Box<Failure>> {
    let mut rules = vec![Rule::from_value(arguments.member("rule"))?];
    rules.extend(arguments.text("tag")?.map(|tag| Rule::Condition(Condition::Tags(vec![tag.to_owned()]))));
    if let Some(wanted) = wanted {
        rules.push(Rule::Condition(match arguments.text("question")? {
            Some(question) => Condition::Text(
                QuestionPart { question: question.to_owned(), ..QuestionPart::default() },
                wanted.to_owned(),
            ),
            None => Condition::AnyText(wanted.to_owned()),
        }));
    }
    store.filter(&Rule::All(rules))
}

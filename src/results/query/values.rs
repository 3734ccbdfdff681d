//! The distinct values of a field, a custom variable or a question, with counts, for menus of filters.

use super::key::option_label;
use crate::results::arguments::{Arguments, refuse};
use crate::results::store::{Bits, Field, Store};
use crate::wire::failure::Failure;
use crate::wire::order::sort_by_key;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Values that a result may have.
const MOST: usize = 1000;

/// The values in the responses that a rule lets through: `total`, and of the first ones `value`, `label` and `count`.
/// Those of a field, and texts, come from the most frequent to the least; choices in the order of the design.
pub(super) fn values(store: &Store, arguments: Arguments) -> Result<Value, Box<Failure>> {
    let rows = arguments.rows(store)?;
    let part = arguments.text("row")?;
    let field = match (arguments.text("field")?, arguments.text("variable")?, arguments.text("question")?) {
        (Some(name), ..) => Field::parse(name).ok_or_else(|| refuse("field", "a field of responses"))?,
        (_, Some(name), _) => Field::Variable(name.to_owned()),
        (_, _, Some(id)) => {
            let position = store.design().question(id).ok_or_else(|| refuse("question", "a question of the survey"))?;
            return Ok(of_question(store, position, part, &rows));
        }
        _ => return Err(refuse("field", "given, or variable or question")),
    };
    let groups = store.rows_by_value(&field, &rows);
    let count = |rows: &[u32]| u32::try_from(rows.len()).unwrap_or(u32::MAX);
    Ok(result(&groups.iter().map(|(value, rows)| (&**value, &**value, count(rows))).collect::<Vec<_>>()))
}

/// The result with these values, labels and counts.
fn result(values: &[(&str, &str, u32)]) -> Value {
    let listed = values.iter().take(MOST);
    let listed = listed.map(|(value, label, count)| json!({ "value": value, "label": label, "count": count }));
    json!({ "total": values.len(), "values": listed.collect::<Vec<Value>>() })
}

fn of_question(store: &Store, position: usize, part: Option<&str>, rows: &Bits) -> Value {
    let (Some(design), Some(columns)) = (store.design().questions.get(position), store.columns(position)) else {
        return result(&[]);
    };
    let cells = columns.cells.iter().filter(|cell| part.is_none_or(|part| part == cell.row));
    // An option of several cells is one value.
    let mut options: Vec<(&str, &str, u32)> = Vec::new();
    let mut texts: BTreeMap<String, u32> = BTreeMap::new();
    for cell in cells {
        for (option, count) in cell.counts(rows).into_iter().enumerate() {
            let id = cell.options.get(option).map_or("", String::as_str);
            match options.iter_mut().find(|(known, ..)| *known == id) {
                Some((.., sum)) => *sum = sum.saturating_add(count),
                None => options.push((id, option_label(design, cell, option), count)),
            }
        }
        for row in &cell.texts.present.and(rows) {
            for text in store.text_at(&cell.texts, row) {
                let count = texts.entry(text.into_owned()).or_default();
                *count = count.saturating_add(1);
            }
        }
    }
    let mut texts: Vec<(String, u32)> = texts.into_iter().collect();
    sort_by_key(&mut texts, |(_, count)| u32::MAX.wrapping_sub(*count));
    let texts = texts.iter().map(|(text, count)| (&**text, &**text, *count));
    result(&options.into_iter().chain(texts).collect::<Vec<_>>())
}

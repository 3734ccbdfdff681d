//! Responses in the order of columns. A column becomes a number for each row, the first letters of texts included; only
//! where these are equal are whole texts compared.

use super::key::TableKey;
use crate::results::store::{AnswerKind, Bits, Store, fold, refuse};
use crate::wire::failure::Failure;
use serde_json::Value;
use std::cmp::Ordering;
use std::rc::Rc;

/// Ranks rows without a value behind all others, in both directions.
const LAST: u64 = u64::MAX;

struct SortColumn {
    key: TableKey,
    descends: bool,
    ranks: Vec<u64>,
    /// Whether rows of the same rank may have different texts.
    is_text: bool,
}

/// The rows that a set has, in the order that a question asks for: `sort` is a list of `key` and `order`; by default
/// the newest come first.
pub(super) fn sorted(store: &Store, question: &Value, rows: &Bits) -> Result<Vec<u32>, Box<Failure>> {
    let sort = question.get("sort").filter(|sort| !sort.is_null());
    let written = sort.map(Value::to_string).unwrap_or_default();
    if let Some(known) = store.sorted(&written) {
        return Ok(known.iter().copied().filter(|row| rows.contains(*row)).collect());
    }
    let columns = read_sort(store, sort)?;
    let mut order: Vec<u32> = store.rows_in_view().iter().collect();
    order.sort_unstable_by(|one, other| {
        let mut compared = columns.iter().map(|column| column.compare(store, *one, *other));
        compared.find(|compared| compared.is_ne()).unwrap_or_else(|| store.compare_ids(*one, *other))
    });
    let order: Rc<[u32]> = order.into();
    store.keep_sorted(written, Rc::clone(&order));
    Ok(order.iter().copied().filter(|row| rows.contains(*row)).collect())
}

fn read_sort(store: &Store, sort: Option<&Value>) -> Result<Vec<SortColumn>, Box<Failure>> {
    let Some(sort) = sort else { return Ok(vec![SortColumn::new(store, TableKey::Created, true)]) };
    let list = sort.as_array().ok_or_else(|| refuse("sort", "an array"))?;
    let mut columns = Vec::new();
    for item in list {
        let key = item.get("key").and_then(Value::as_str).ok_or_else(|| refuse("sort.key", "a string"))?;
        let descends = match item.get("order").and_then(Value::as_str) {
            None | Some("asc") => false,
            Some("desc") => true,
            Some(_) => return Err(refuse("sort.order", "asc or desc")),
        };
        columns.push(SortColumn::new(store, TableKey::parse(key, store)?, descends));
    }
    Ok(columns)
}

impl SortColumn {
    fn new(store: &Store, key: TableKey, descends: bool) -> SortColumn {
        let mut ranks = vec![LAST; store.slots() as usize];
        let is_text = {
            let (rank, is_text) = ranking(store, &key);
            for row in store.rows_in_view() {
                if let Some(place) = ranks.get_mut(row as usize) {
                    *place = rank(row);
                }
            }
            is_text
        };
        SortColumn { key, descends, ranks, is_text }
    }

    fn rank(&self, row: u32) -> u64 {
        self.ranks.get(row as usize).copied().unwrap_or(LAST)
    }

    fn compare(&self, store: &Store, one: u32, other: u32) -> Ordering {
        let (first, second) = (self.rank(one), self.rank(other));
        if first == LAST || second == LAST {
            return first.cmp(&second);
        }
        let mut compared = first.cmp(&second);
        if compared.is_eq() && self.is_text {
            let folded = |row: u32| fold(&self.key.text(store, row)).into_owned();
            compared = folded(one).cmp(&folded(other));
        }
        if self.descends { compared.reverse() } else { compared }
    }
}

/// A number for each row, and whether it stands for the beginning of a text only.
fn ranking<'s>(store: &'s Store, key: &'s TableKey) -> (Box<dyn Fn(u32) -> u64 + 's>, bool) {
    match key {
        TableKey::Created => (Box::new(|row| second_rank(store.date_created(row))), false),
        TableKey::Modified => (Box::new(|row| second_rank(store.date_modified(row))), false),
        TableKey::Seconds => (Box::new(|row| store.seconds(row).map_or(LAST, u64::from)), false),
        TableKey::Id => (Box::new(|row| store.id_rank(row)), true),
        TableKey::Question(question, part) => {
            let facts = store.design().questions.get(*question);
            let columns = store.columns(*question);
            let cell = columns.and_then(|columns| columns.cell(part.as_deref().unwrap_or_default(), ""));
            match (facts.map(|facts| facts.kind), cell) {
                (Some(AnswerKind::Numbers), Some(cell)) => {
                    (Box::new(|row| cell.number(row).map_or(LAST, number_rank)), false)
                }
                // By the position of the choice; rows with the same may differ in the text of "other".
                (Some(AnswerKind::Choices | AnswerKind::Rows), Some(cell)) if !cell.is_multiple => {
                    (Box::new(|row| u64::from(cell.codes.get(row)).checked_sub(1).unwrap_or(LAST)), false)
                }
                _ => (Box::new(|row| text_rank(&key.text(store, row))), true),
            }
        }
        _ => (Box::new(|row| text_rank(&key.text(store, row))), true),
    }
}

fn second_rank(second: i64) -> u64 {
    u64::try_from(second).ok().filter(|second| *second > 0).unwrap_or(LAST)
}

/// The order of the bits of a number, negative ones turned.
fn number_rank(number: f64) -> u64 {
    let bits = number.to_bits();
    if bits >> 63 == 0 { bits | (1 << 63) } else { !bits }
}

/// The first eight bytes of a text, folded.
fn text_rank(text: &str) -> u64 {
    if text.is_empty() {
        return LAST;
    }
    let folded = fold(text);
    folded.bytes().chain(std::iter::repeat(0)).take(8).fold(0, |rank, byte| (rank << 8) | u64::from(byte))
}

//! Responses in the order of columns. A column becomes a number for each row, the first letters of texts included; only
//! where these are equal are whole texts compared.

use super::key::TableKey;
use crate::results::arguments::{Arguments, refuse};
use crate::results::store::{AnswerKind, Bits, Store};
use crate::wire::answer_dates::parse_answer_date;
use crate::wire::failure::Failure;
use crate::wire::fold::fold_into;
use serde_json::Value;
use std::cmp::Ordering;
use std::rc::Rc;

/// Ranks rows without a value behind all others, in both directions.
const LAST: u64 = u64::MAX;

struct SortColumn {
    descends: bool,
    ranks: Vec<u64>,
    texts: FoldedTexts,
}

/// The folded texts of rows one behind the other; none where ranks alone tell the order.
#[derive(Default)]
struct FoldedTexts {
    all: String,
    /// Where the text of each row begins and ends.
    ranges: Vec<(usize, usize)>,
}

/// The rows that a set has, in the order of a query: `sort` is a list of `key` and `order`; by default
/// the newest come first.
pub(super) fn sorted(store: &Store, arguments: Arguments, rows: &Bits) -> Result<Vec<u32>, Box<Failure>> {
    let sort = arguments.member("sort");
    let written = sort.map(Value::to_string).unwrap_or_default();
    if let Some(known) = store.sorted(&written) {
        return Ok(known.iter().copied().filter(|row| rows.contains(*row)).collect());
    }
    let columns = read_sort(store, sort)?;
    let mut order: Vec<u32> = store.rows_in_view().iter().collect();
    order.sort_unstable_by(|one, other| compare_rows(store, &columns, *one, *other));
    let order: Rc<[u32]> = order.into();
    store.keep_sorted(written, Rc::clone(&order));
    Ok(order.iter().copied().filter(|row| rows.contains(*row)).collect())
}

/// Compares rows by one column after the other, and then by id. Inlined, it would be in a dozen places of the sort.
#[inline(never)]
fn compare_rows(store: &Store, columns: &[SortColumn], one: u32, other: u32) -> Ordering {
    let mut compared = columns.iter().map(|column| column.compare(one, other));
    compared.find(|compared| compared.is_ne()).unwrap_or_else(|| store.compare_ids(one, other))
}

fn read_sort(store: &Store, sort: Option<&Value>) -> Result<Vec<SortColumn>, Box<Failure>> {
    let Some(sort) = sort else { return Ok(vec![SortColumn::new(store, TableKey::Created, true)]) };
    let list = sort.as_array().ok_or_else(|| refuse("sort", "an array"))?;
    let mut columns = Vec::new();
    for item in list {
        let key = item.get("key").and_then(Value::as_str).ok_or_else(|| refuse("sort.key", "a string"))?;
        Arguments::new(item)?.only(&["key", "order"])?;
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
        let slots = store.slots() as usize;
        let (mut ranks, mut texts) = (vec![LAST; slots], FoldedTexts::default());
        let rank = ranking(store, &key);
        if rank.is_none() {
            texts.ranges = vec![(0, 0); slots];
        }
        for row in store.rows_in_view() {
            if let Some(place) = ranks.get_mut(row as usize) {
                *place = match &rank {
                    Some(rank) => rank(row),
                    None => text_rank(texts.add(row, &key.text(store, row))),
                };
            }
        }
        SortColumn { descends, ranks, texts }
    }

    fn rank(&self, row: u32) -> u64 {
        self.ranks.get(row as usize).copied().unwrap_or(LAST)
    }

    fn compare(&self, one: u32, other: u32) -> Ordering {
        let (first, second) = (self.rank(one), self.rank(other));
        if first == LAST || second == LAST {
            return first.cmp(&second);
        }
        let mut compared = first.cmp(&second);
        if compared.is_eq() {
            compared = self.texts.text(one).cmp(self.texts.text(other));
        }
        if self.descends { compared.reverse() } else { compared }
    }
}

impl FoldedTexts {
    fn add(&mut self, row: u32, text: &str) -> &str {
        let start = self.all.len();
        fold_into(&mut self.all, text);
        if let Some(range) = self.ranges.get_mut(row as usize) {
            *range = (start, self.all.len());
        }
        self.text(row)
    }

    fn text(&self, row: u32) -> &str {
        let (start, end) = self.ranges.get(row as usize).copied().unwrap_or_default();
        self.all.get(start..end).unwrap_or_default()
    }
}

/// A number for each row.
type Ranking<'s> = Box<dyn Fn(u32) -> u64 + 's>;

/// The numbers by which rows are ordered; `None` for texts.
fn ranking<'s>(store: &'s Store, key: &'s TableKey) -> Option<Ranking<'s>> {
    match key {
        TableKey::Created => Some(Box::new(|row| store.date_created(row).map_or(LAST, second_rank))),
        TableKey::Modified => Some(Box::new(|row| store.date_modified(row).map_or(LAST, second_rank))),
        TableKey::Seconds => Some(Box::new(|row| store.seconds(row).map_or(LAST, u64::from))),
        TableKey::Id => Some(Box::new(|row| store.id_rank(row))),
        TableKey::Tags | TableKey::Field(_) => None,
        TableKey::Question(question, part) => {
            let design = store.design().questions.get(*question)?;
            let cell = store.columns(*question)?.cell(part.as_deref().unwrap_or_default(), "")?;
            match design.kind {
                AnswerKind::Numbers => Some(Box::new(|row| cell.number(row).map_or(LAST, number_rank))),
                // By the position of the choice.
                AnswerKind::Choices | AnswerKind::Rows if !cell.is_multiple => {
                    Some(Box::new(|row| u64::from(cell.codes.get(row)).checked_sub(1).unwrap_or(LAST)))
                }
                // A text that is no date of the question's style is behind all dates.
                AnswerKind::Dates => {
                    let style = design.date_style?;
                    Some(Box::new(move |row| {
                        let mut texts = store.text_at(&cell.texts, row);
                        texts.find_map(|text| parse_answer_date(&text, style)).map_or(LAST, second_rank)
                    }))
                }
                _ => None,
            }
        }
    }
}

/// The order of seconds, those before 1970 included.
fn second_rank(second: i64) -> u64 {
    second.cast_unsigned() ^ (1 << 63)
}

/// The order of the bits of a number, negative ones turned.
fn number_rank(number: f64) -> u64 {
    let bits = number.to_bits();
    if bits >> 63 == 0 { bits | (1 << 63) } else { !bits }
}

/// The first eight bytes of a folded text.
fn text_rank(folded: &str) -> u64 {
    if folded.is_empty() {
        return LAST;
    }
    folded.bytes().chain(std::iter::repeat(0)).take(8).fold(0, |rank, byte| (rank << 8) | u64::from(byte))
}

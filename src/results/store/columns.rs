//! The columns of a question: what each row answered, by the ids of the answer and never by label or position.
//!
//! A question has cells: one for the whole question, one for each row, or one for each row and column of a menu. The
//! cells of the design come first and in its order; those of ids that the design does not have follow as they were met.
//! Dead rows (replaced, removed) keep their bits, so every count must be within rows in view.

use super::bits::Bits;
use super::codes::Codes;

/// The columns of a question.
#[derive(Debug, Clone, Default)]
pub struct QuestionColumns {
    /// Rows with at least one answer entry: what `answered` of a rollup counts.
    pub answered: Bits,
    /// The cells.
    pub cells: Vec<CellColumns>,
    /// The texts of fields for another answer or a comment.
    pub others: Vec<OtherColumns>,
}

/// The columns of a cell. The members that its kind does not need are empty.
#[derive(Debug, Clone, Default)]
pub struct CellColumns {
    /// Id of its row; empty for the cell of a whole question.
    pub row: String,
    /// Id of its column; empty without menus.
    pub column: String,
    /// Ids of the options: those of the design in its order, then others that answers named. Code `n` means option
    /// `n - 1`.
    pub options: Vec<String>,
    /// Rows with an answer entry in the cell that is no "other" text.
    pub answered: Bits,
    /// The picked option, where one can be picked ([`Picks::One`](crate::spec::questions::Picks),
    /// `OnePerRow`).
    pub codes: Codes,
    /// The rows that picked each option, where several can be picked (`Many`, `ManyPerRow`); in the order of `options`.
    pub picked: Vec<Bits>,
    /// Texts, of questions that are answered with texts, numbers, dates or files (their addresses).
    pub texts: TextColumn,
    /// The entered number of each row, NaN without one; of numerical questions and sliders. Rows behind the end of the
    /// list have none.
    pub numbers: Vec<f64>,
    /// Whether several options can be picked.
    pub is_multiple: bool,
    /// Options that a row names once more: row and option, by ascending row.
    pub(super) repeated: Vec<(u32, u16)>,
}

/// The texts of an "other" field or comment.
#[derive(Debug, Clone, Default)]
pub struct OtherColumns {
    /// Id of the field.
    pub id: String,
    /// Id of the row; empty if it belongs to the whole question.
    pub row: String,
    /// The texts. `present` has the rows with an entry, even without text.
    pub texts: TextColumn,
}

/// Where the texts of a column are in the records. [`Store::text_at`](super::Store::text_at) reads them.
#[derive(Debug, Clone, Default)]
pub struct TextColumn {
    /// Rows with an entry; the entry may lack a text.
    pub present: Bits,
    /// Place in the record's chunk + 1; 0 without a text.
    pub(super) places: Vec<u32>,
    /// Further entries of rows that have one already: row and place + 1, by ascending row.
    pub(super) more: Vec<(u32, u32)>,
}

impl QuestionColumns {
    /// The cell of a row and a column, by their ids; both empty for the cell of the whole question.
    pub fn cell(&self, row: &str, column: &str) -> Option<&CellColumns> {
        self.cells.iter().find(|cell| cell.row == row && cell.column == column)
    }

    /// Bytes that the columns take.
    pub(super) fn memory(&self) -> usize {
        let cells: usize = self.cells.iter().map(CellColumns::memory).sum();
        let others: usize = self.others.iter().map(|other| other.texts.memory()).sum();
        cells.saturating_add(others).saturating_add(self.answered.memory())
    }
}

impl CellColumns {
    /// The position of an option.
    pub fn option(&self, id: &str) -> Option<usize> {
        self.options.iter().position(|option| option == id)
    }

    /// The rows that picked an option.
    pub fn rows_with(&self, option: usize) -> Bits {
        match self.picked.get(option) {
            Some(rows) => rows.clone(),
            None => self.codes.rows_with(&[code_of(option)]),
        }
    }

    /// The rows that picked one of these options, by their ids.
    pub fn rows_with_any(&self, ids: &[String]) -> Bits {
        let options = (0..).zip(&self.options).filter(|(_, option)| ids.contains(option)).map(|(option, _)| option);
        if !self.is_multiple {
            return self.codes.rows_with(&options.map(code_of).collect::<Vec<u16>>());
        }
        let mut rows = Bits::new();
        options.filter_map(|option: usize| self.picked.get(option)).for_each(|picked| rows.extend(picked));
        rows
    }

    /// How often each option was picked in these rows, in the order of `options`. An option that irregular responses
    /// name twice counts twice, as the service counts it.
    pub fn counts(&self, rows: &Bits) -> Vec<u32> {
        if self.is_multiple {
            let mut counts: Vec<u32> = self.picked.iter().map(|picked| picked.count_and(rows)).collect();
            for (_, option) in self.repeated.iter().filter(|(row, _)| rows.contains(*row)) {
                if let Some(count) = counts.get_mut(usize::from(*option)) {
                    *count = count.saturating_add(1);
                }
            }
            return counts;
        }
        let counts = self.codes.counts(rows, self.options.len().saturating_add(1));
        counts.into_iter().skip(1).take(self.options.len()).collect()
    }

    /// The number that a row entered.
    pub fn number(&self, row: u32) -> Option<f64> {
        self.numbers.get(row as usize).copied().filter(|number| !number.is_nan())
    }

    /// Notes that a row picked an option.
    #[inline]
    pub(super) fn pick(&mut self, option: u16, row: u32) {
        self.answered.insert(row);
        if !self.is_multiple {
            self.codes.set(row, code_of(usize::from(option)));
            return;
        }
        let Some(picked) = self.picked.get_mut(usize::from(option)) else { return };
        if picked.contains(row) {
            self.repeated.push((row, option));
        }
        picked.insert(row);
    }

    /// Adds an option that the design does not have.
    pub(super) fn add_option(&mut self, id: &str) -> usize {
        self.options.push(id.to_owned());
        if self.is_multiple {
            self.picked.push(Bits::new());
        }
        self.options.len().saturating_sub(1)
    }

    /// Notes the number of a row; the first of several.
    pub(super) fn enter(&mut self, number: f64, row: u32) {
        let length = (row as usize).saturating_add(1);
        if self.numbers.len() < length {
            self.numbers.resize(length, f64::NAN);
        }
        if let Some(known) = self.numbers.get_mut(row as usize).filter(|known| known.is_nan()) {
            *known = number;
        }
    }

    fn memory(&self) -> usize {
        let picked: usize = self.picked.iter().map(Bits::memory).sum();
        let numbers = self.numbers.capacity().saturating_mul(size_of::<f64>());
        let rest = self.codes.memory().saturating_add(self.texts.memory()).saturating_add(self.answered.memory());
        picked.saturating_add(numbers).saturating_add(rest)
    }
}

/// The code of an option.
pub(super) fn code_of(option: usize) -> u16 {
    u16::try_from(option.saturating_add(1)).unwrap_or(u16::MAX)
}

impl TextColumn {
    /// Number of entries in these rows.
    pub fn entries(&self, rows: &Bits) -> u32 {
        let more = self.more.iter().filter(|(row, _)| rows.contains(*row)).count();
        self.present.count_and(rows).saturating_add(more as u32)
    }

    /// Notes an entry of a row; `place` is where its text begins. Rows come in ascending order.
    pub(super) fn push(&mut self, row: u32, place: Option<u32>) {
        let place = place.map_or(0, |place| place.saturating_add(1));
        if self.present.contains(row) {
            self.more.push((row, place));
            return;
        }
        self.present.insert(row);
        if place > 0 {
            let length = (row as usize).saturating_add(1);
            if self.places.len() < length {
                self.places.resize(length, 0);
            }
            if let Some(known) = self.places.get_mut(row as usize) {
                *known = place;
            }
        }
    }

    fn memory(&self) -> usize {
        self.places.capacity().saturating_mul(4).saturating_add(self.present.memory())
    }

    /// The places of a row's texts.
    pub(super) fn places_of(&self, row: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.places.get(row as usize).copied().unwrap_or(0);
        let start = self.more.partition_point(|(other, _)| *other < row);
        let more = self.more.iter().skip(start).take_while(move |(other, _)| *other == row).map(|(_, place)| *place);
        std::iter::once(first).chain(more).filter_map(|place| place.checked_sub(1))
    }
}

//! The ids of a design as symbols: the question, cell and option that an answer means, found by comparing numbers.
//!
//! Ids that the design does not have get cells, options and fields of their own, behind those of the design.

use super::bits::Bits;
use super::columns::{CellColumns, OtherColumns, QuestionColumns};
use super::scalars::scalar;
use super::survey_design::SurveyDesign;
use super::symbols::{EMPTY, Symbols};
use super::tokens::Tokens;
use crate::spec::questions::Parts;
use crate::wire::order::sort_by_key;

/// An id in an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) enum PartId {
    #[default]
    None,
    Symbol(u32),
    /// One for which there was no room among the symbols.
    Text(String),
}

impl PartId {
    /// Reads the next value as an id.
    pub(super) fn read<'a>(symbols: &'a Symbols, tokens: &mut Tokens<'a>) -> Option<PartId> {
        if let Some(symbol) = tokens.next_symbol() {
            return Some(if symbol == EMPTY { PartId::None } else { PartId::Symbol(symbol) });
        }
        let text = scalar(symbols, tokens)?;
        Some(match symbols.find_text(&text) {
            Some(EMPTY) => PartId::None,
            Some(symbol) => PartId::Symbol(symbol),
            None if text.is_empty() => PartId::None,
            None => PartId::Text(text.into_owned()),
        })
    }

    fn symbol(&self) -> Option<u32> {
        match self {
            PartId::None => Some(EMPTY),
            PartId::Symbol(symbol) => Some(*symbol),
            PartId::Text(_) => None,
        }
    }

    fn text(&self, symbols: &Symbols) -> String {
        match self {
            PartId::None => String::new(),
            PartId::Symbol(symbol) => {
                let mut text = String::new();
                if let Some(token) = symbols.tokens(*symbol).next() {
                    token.text_into(&mut text);
                }
                text
            }
            PartId::Text(text) => text.clone(),
        }
    }
}

/// The ids of a design.
#[derive(Debug, Default)]
pub(super) struct DesignIds {
    /// Questions and pages by symbol, in ascending order.
    by_question: Vec<(u32, u16)>,
    by_page: Vec<(u32, u16)>,
    questions: Vec<QuestionIds>,
}

/// The symbols of the columns of a question, in their order; [`NO_SYMBOL`] for an id without one.
#[derive(Debug, Default)]
struct QuestionIds {
    /// Whether answers have a row and a column.
    has_rows: bool,
    has_columns: bool,
    /// Row and column of each cell.
    cells: Vec<(u32, u32)>,
    /// The options of each cell.
    options: Vec<Vec<u32>>,
    /// Id and row of each "other" field.
    others: Vec<(u32, u32)>,
}

const NO_SYMBOL: u32 = u32::MAX;

impl DesignIds {
    pub(super) fn new(design: &SurveyDesign, symbols: &mut Symbols) -> DesignIds {
        let mut ids = DesignIds::default();
        for (page, number) in design.pages.iter().zip(0_u16..) {
            ids.by_page.push((symbols.intern_text(&page.id), number));
        }
        for (question, number) in design.questions.iter().zip(0_u16..) {
            ids.by_question.push((symbols.intern_text(&question.id), number));
            ids.questions.push(QuestionIds {
                has_rows: matches!(question.parts, Parts::RowChoice | Parts::RowColumnChoice | Parts::RowText),
                has_columns: question.parts == Parts::RowColumnChoice,
                ..QuestionIds::default()
            });
        }
        // Of equal ids the first is used.
        sort_by_key(&mut ids.by_page, |(symbol, _)| *symbol);
        sort_by_key(&mut ids.by_question, |(symbol, _)| *symbol);
        ids
    }

    /// Notes the symbols of columns that were made from the design or read from a file.
    pub(super) fn add_columns(&mut self, columns: &[QuestionColumns], symbols: &mut Symbols) {
        for (ids, columns) in self.questions.iter_mut().zip(columns) {
            for cell in &columns.cells {
                ids.cells.push((symbols.intern_text(&cell.row), symbols.intern_text(&cell.column)));
                ids.options.push(cell.options.iter().map(|id| symbols.intern_text(id)).collect());
            }
            let others = columns.others.iter();
            ids.others.extend(others.map(|other| (symbols.intern_text(&other.id), symbols.intern_text(&other.row))));
        }
    }

    /// The position of a question.
    pub(super) fn question(&self, id: &PartId) -> Option<u16> {
        find(&self.by_question, id)
    }

    /// The position of a page.
    pub(super) fn page(&self, id: &PartId) -> Option<u16> {
        find(&self.by_page, id)
    }

    /// The position of a cell.
    pub(super) fn cell(
        &mut self,
        symbols: &Symbols,
        question: u16,
        row: &PartId,
        column: &PartId,
        columns: &mut QuestionColumns,
    ) -> u16 {
        let Some(ids) = self.questions.get_mut(usize::from(question)) else { return u16::MAX };
        let wanted = (row.symbol().unwrap_or(NO_SYMBOL), column.symbol().unwrap_or(NO_SYMBOL));
        let found = match wanted {
            (NO_SYMBOL, _) | (_, NO_SYMBOL) => {
                let (row, column) = (row.text(symbols), column.text(symbols));
                columns.cells.iter().position(|cell| cell.row == row && cell.column == column)
            }
            wanted => ids.cells.iter().position(|cell| *cell == wanted),
        };
        let position = found.unwrap_or_else(|| {
            ids.cells.push(wanted);
            let first = columns.cells.first();
            // A row that the design does not have has the options of the other rows, and a cell of no known column
            // none.
            let shares = !ids.has_columns && column == &PartId::None && (ids.has_rows || row == &PartId::None);
            let options = first.filter(|_| shares).map(|cell| cell.options.clone()).unwrap_or_default();
            ids.options.push(ids.options.first().filter(|_| shares).cloned().unwrap_or_default());
            let is_multiple = first.is_some_and(|cell| cell.is_multiple);
            let picked = if is_multiple { vec![Bits::new(); options.len()] } else { Vec::new() };
            let (row, column) = (row.text(symbols), column.text(symbols));
            columns.cells.push(CellColumns { row, column, options, picked, is_multiple, ..CellColumns::default() });
            columns.cells.len().saturating_sub(1)
        });
        u16::try_from(position).unwrap_or(u16::MAX)
    }

    /// The position of an option in its cell.
    pub(super) fn option(
        &mut self,
        symbols: &Symbols,
        question: u16,
        cell: u16,
        id: &PartId,
        columns: &mut QuestionColumns,
    ) -> u16 {
        let ids = self.questions.get_mut(usize::from(question)).and_then(|ids| ids.options.get_mut(usize::from(cell)));
        let (Some(ids), Some(cell)) = (ids, columns.cells.get_mut(usize::from(cell))) else { return u16::MAX };
        let found = match id.symbol() {
            Some(symbol) => ids.iter().position(|option| *option == symbol),
            None => cell.option(&id.text(symbols)),
        };
        let position = found.unwrap_or_else(|| {
            ids.push(id.symbol().unwrap_or(NO_SYMBOL));
            cell.add_option(&id.text(symbols))
        });
        u16::try_from(position).unwrap_or(u16::MAX)
    }

    /// The position of an "other" field.
    pub(super) fn other(
        &mut self,
        symbols: &Symbols,
        question: u16,
        id: &PartId,
        row: &PartId,
        columns: &mut QuestionColumns,
    ) -> u16 {
        let Some(ids) = self.questions.get_mut(usize::from(question)) else { return u16::MAX };
        let wanted = (id.symbol().unwrap_or(NO_SYMBOL), row.symbol().unwrap_or(NO_SYMBOL));
        let found = match wanted {
            (NO_SYMBOL, _) | (_, NO_SYMBOL) => {
                let (id, row) = (id.text(symbols), row.text(symbols));
                columns.others.iter().position(|other| other.id == id && other.row == row)
            }
            wanted => ids.others.iter().position(|other| *other == wanted),
        };
        let position = found.unwrap_or_else(|| {
            ids.others.push(wanted);
            let (id, row) = (id.text(symbols), row.text(symbols));
            columns.others.push(OtherColumns { id, row, ..OtherColumns::default() });
            columns.others.len().saturating_sub(1)
        });
        u16::try_from(position).unwrap_or(u16::MAX)
    }
}

fn find(sorted: &[(u32, u16)], id: &PartId) -> Option<u16> {
    let PartId::Symbol(wanted) = id else { return None };
    let at = sorted.partition_point(|(symbol, _)| symbol < wanted);
    sorted.get(at).filter(|(symbol, _)| symbol == wanted).map(|(_, number)| *number)
}

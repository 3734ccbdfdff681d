//! Walks a packed record and marks its parts in the columns.
//!
//! What a symbol says (a page, a question with its answer, an answer) is worked out once and then looked up, so that a
//! question with one answer costs one look.

use super::derived::{DerivedColumns, Mark};
use super::ids::{DesignIds, PartId};
use super::members::{Member, Shapes};
use super::records::Records;
use super::scalars::{record_place, skip, value_place};
use super::survey_design::SurveyDesign;
use super::symbols::Symbols;
use super::tokens::Tokens;

/// Derives columns from records.
#[derive(Debug, Default)]
pub(super) struct Deriver {
    pub(super) ids: DesignIds,
    pub(super) shapes: Shapes,
    /// What each symbol says in the role in which it was met first.
    known: Vec<SymbolMarks>,
    marks: Vec<Mark>,
    /// What the current record says, with the places of its texts.
    pub(super) found: Vec<(Mark, Option<u32>)>,
    /// The pages that the current record's path names.
    visited: Vec<u16>,
}

/// The member that a symbol is the value of, on which its meaning depends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Role {
    #[default]
    Unknown,
    Page,
    Question,
    /// An answer to the question at this position.
    Answer(u16),
    Path,
}

/// What a symbol says in a role: a range of the marks.
#[derive(Debug, Clone, Copy, Default)]
struct SymbolMarks {
    role: Role,
    start: u32,
    end: u32,
}

/// What a walk reads and writes, other than the deriver.
pub(super) struct RecordWalk<'w> {
    pub(super) symbols: &'w Symbols,
    pub(super) derived: &'w mut DerivedColumns,
    pub(super) row: u32,
}

/// The parts of an answer; places are those of texts in the record.
#[derive(Debug, Default)]
struct AnswerParts {
    choice: PartId,
    row: PartId,
    column: PartId,
    other: PartId,
    text: Option<u32>,
    file: Option<u32>,
}

impl Deriver {
    /// A deriver for a design, whose ids become symbols.
    pub(super) fn new(design: &SurveyDesign, symbols: &mut Symbols) -> Deriver {
        Deriver { ids: DesignIds::new(design, symbols), ..Deriver::default() }
    }

    /// Marks a row's record in the columns. Rows come in ascending order.
    pub(super) fn derive(&mut self, records: &Records, row: u32, design: &SurveyDesign, derived: &mut DerivedColumns) {
        self.found.clear();
        let mut walk = RecordWalk { symbols: &records.symbols, derived: &mut *derived, row };
        // A record in memory is whole; if it were not, what comes before the damage would count.
        let _ = self.response(&mut walk, &mut records.tokens(row));
        self.visited.clear();
        let mut last_answered = None;
        for (mark, place) in &self.found {
            match mark {
                Mark::Visited(page) => self.visited.push(*page),
                Mark::Page(page) => last_answered = last_answered.max(Some(*page)),
                mark => derived.apply(*mark, *place, row, design, records),
            }
        }
        derived.apply_path(row, &self.visited, last_answered);
    }

    pub(super) fn page<'w>(
        &mut self,
        walk: &mut RecordWalk<'w>,
        tokens: &mut Tokens<'w>,
        in_record: bool,
    ) -> Option<()> {
        if let Some(symbol) = tokens.next_symbol() {
            return self
                .known(walk, symbol, Role::Page, &mut |deriver, walk, tokens| deriver.page(walk, tokens, false));
        }
        let before = self.found.len();
        let mut id = PartId::None;
        let symbols = walk.symbols;
        self.members(symbols, tokens, in_record, &mut |deriver, member, tokens, in_record| match member {
            Member::Id => {
                id = PartId::read(symbols, tokens)?;
                Some(())
            }
            Member::Questions => deriver.items(walk, tokens, in_record, &mut Deriver::question),
            _ => skip(symbols, tokens),
        })?;
        let answered = self.found.iter().skip(before).any(|(mark, _)| matches!(mark, Mark::Answered(_)));
        let page = self.ids.page(&id).filter(|_| answered);
        self.found.extend(page.map(|page| (Mark::Page(page), None)));
        Some(())
    }

    fn question<'w>(&mut self, walk: &mut RecordWalk<'w>, tokens: &mut Tokens<'w>, in_record: bool) -> Option<()> {
        if let Some(symbol) = tokens.next_symbol() {
            return self.known(walk, symbol, Role::Question, &mut |deriver, walk, tokens| {
                deriver.question(walk, tokens, false)
            });
        }
        let (mut id, mut early) = (PartId::None, None);
        let symbols = walk.symbols;
        self.members(symbols, tokens, in_record, &mut |deriver, member, tokens, _| match member {
            Member::Id => {
                id = PartId::read(symbols, tokens)?;
                Some(())
            }
            Member::Answers => match deriver.ids.question(&id) {
                Some(question) => deriver.answers(walk, tokens, in_record, question),
                None => {
                    // The id may come behind them.
                    early = Some(*tokens);
                    skip(symbols, tokens)
                }
            },
            _ => skip(symbols, tokens),
        })?;
        match (self.ids.question(&id), early) {
            (Some(question), Some(mut answers)) => self.answers(walk, &mut answers, in_record, question),
            _ => Some(()),
        }
    }

    /// The answers to a question; what is no list of them is skipped.
    fn answers<'w>(
        &mut self,
        walk: &mut RecordWalk<'w>,
        tokens: &mut Tokens<'w>,
        in_record: bool,
        question: u16,
    ) -> Option<()> {
        let Some(items) = tokens.next_array() else { return skip(walk.symbols, tokens) };
        if items > 0 {
            self.found.push((Mark::Answered(question), None));
        }
        for _ in 0..items {
            self.answer(walk, tokens, in_record, question)?;
        }
        Some(())
    }

    fn answer<'w>(
        &mut self,
        walk: &mut RecordWalk<'w>,
        tokens: &mut Tokens<'w>,
        in_record: bool,
        question: u16,
    ) -> Option<()> {
        if let Some(symbol) = tokens.next_symbol() {
            return self.known(walk, symbol, Role::Answer(question), &mut |deriver, walk, tokens| {
                deriver.answer(walk, tokens, false, question)
            });
        }
        let mut parts = AnswerParts::default();
        let symbols = walk.symbols;
        let mut is_object = false;
        self.members(symbols, tokens, in_record, &mut |_, member, tokens, in_record| {
            is_object = true;
            match member {
                Member::Choice => parts.choice = PartId::read(symbols, tokens)?,
                Member::Row => parts.row = PartId::read(symbols, tokens)?,
                Member::Column => parts.column = PartId::read(symbols, tokens)?,
                Member::OtherField => parts.other = PartId::read(symbols, tokens)?,
                Member::Text => parts.text = record_place(value_place(symbols, tokens, in_record)?),
                Member::File => parts.file = record_place(value_place(symbols, tokens, in_record)?),
                _ => skip(symbols, tokens)?,
            }
            Some(())
        })?;
        if is_object {
            self.mark_answer(walk, question, &parts);
        }
        Some(())
    }

    /// As the service counts: a choice is a pick, "other" is an additional text, and an entry without both is a text.
    fn mark_answer<'w>(&mut self, walk: &mut RecordWalk<'w>, question: u16, parts: &AnswerParts) {
        let Some(columns) = walk.derived.questions.get_mut(usize::from(question)) else { return };
        let AnswerParts { choice, row, column, other, text, file } = parts;
        let symbols = walk.symbols;
        if *other != PartId::None {
            let field = self.ids.other(symbols, question, other, row, columns);
            self.found.push((Mark::OtherEntry(question, field), *text));
        }
        if *choice != PartId::None {
            let cell = self.ids.cell(symbols, question, row, column, columns);
            let option = self.ids.option(symbols, question, cell, choice, columns);
            self.found.push((Mark::Pick(question, cell, option), None));
        } else if *other == PartId::None {
            let cell = self.ids.cell(symbols, question, row, column, columns);
            self.found.push((Mark::Entry(question, cell), file.or(*text)));
        }
    }

    /// Adds what a symbol says in a role. It is worked out once for the role in which the symbol is met first, and each
    /// time for another one: an answer that several questions have is in several roles, and `marks` must not grow with
    /// its uses.
    pub(super) fn known<'w>(
        &mut self,
        walk: &mut RecordWalk<'w>,
        symbol: u32,
        role: Role,
        work_out: &mut dyn FnMut(&mut Deriver, &mut RecordWalk<'w>, &mut Tokens<'w>) -> Option<()>,
    ) -> Option<()> {
        let known = self.known.get(symbol as usize).copied().unwrap_or_default();
        if known.role == role {
            let marks = self.marks.get(known.start as usize..known.end as usize).unwrap_or_default();
            self.found.extend(marks.iter().map(|mark| (*mark, None)));
            return Some(());
        }
        let before = self.found.len();
        work_out(self, walk, &mut walk.symbols.tokens(symbol))?;
        if known.role != Role::Unknown {
            return Some(());
        }
        let start = self.marks.len() as u32;
        self.marks.extend(self.found.iter().skip(before).map(|(mark, _)| *mark));
        let place = symbol as usize;
        if self.known.len() <= place {
            self.known.resize(walk.symbols.len().max(place.saturating_add(1)), SymbolMarks::default());
        }
        if let Some(known) = self.known.get_mut(place) {
            *known = SymbolMarks { role, start, end: self.marks.len() as u32 };
        }
        Some(())
    }

    /// Bytes that the meanings of symbols take.
    pub(super) fn memory(&self) -> usize {
        let marks = self.marks.capacity().saturating_mul(size_of::<Mark>());
        self.known.capacity().saturating_mul(size_of::<SymbolMarks>()).saturating_add(marks)
    }

    /// Calls a function with each item of an array; another value is skipped.
    pub(super) fn items<'w>(
        &mut self,
        walk: &mut RecordWalk<'w>,
        tokens: &mut Tokens<'w>,
        in_record: bool,
        item: &mut dyn FnMut(&mut Deriver, &mut RecordWalk<'w>, &mut Tokens<'w>, bool) -> Option<()>,
    ) -> Option<()> {
        let Some(items) = tokens.next_array() else { return skip(walk.symbols, tokens) };
        for _ in 0..items {
            item(self, walk, tokens, in_record)?;
        }
        Some(())
    }

    /// Calls a function with each member of an object; another value is skipped.
    pub(super) fn members<'a>(
        &mut self,
        symbols: &'a Symbols,
        tokens: &mut Tokens<'a>,
        in_record: bool,
        member: &mut dyn FnMut(&mut Deriver, Member, &mut Tokens<'a>, bool) -> Option<()>,
    ) -> Option<()> {
        if let Some(shape) = tokens.next_object() {
            let shape = self.shapes.members(symbols, shape);
            return shape.iter().try_for_each(|name| member(self, *name, tokens, in_record));
        }
        let Some(symbol) = tokens.next_symbol() else { return skip(symbols, tokens) };
        let mut inner = symbols.tokens(symbol);
        let Some(shape) = inner.next_object() else { return Some(()) };
        let shape = self.shapes.members(symbols, shape);
        shape.iter().try_for_each(|name| member(self, *name, &mut inner, false))
    }
}

#[cfg(test)]
mod tests;

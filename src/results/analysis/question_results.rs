//! The results of one question within a set of rows, counted from its columns.

use super::date_bins::{DateHistogram, date_histogram};
use super::score::{Boxes, boxes_of, has_values, is_ranking, is_scale, points_of, promoters};
use crate::results::statistics::{Bin, NetPromoters, Share, Spread, histogram};
use crate::results::store::{
    AnswerKind, Bits, CellColumns, DesignChoice, DesignColumn, DesignOther, DesignQuestion, DesignRow, QuestionColumns,
    Store,
};
use crate::spec::questions::Picks;

/// The results of a question.
#[derive(Debug)]
pub(super) struct QuestionResults<'s> {
    pub(super) design: &'s DesignQuestion,
    pub(super) answered: u32,
    pub(super) skipped: u32,
    pub(super) not_reached: Option<u32>,
    pub(super) choices: Vec<ChoiceResult<'s>>,
    pub(super) rows: Vec<RowResult<'s>>,
    pub(super) stats: Option<Spread>,
    /// The histogram of the numbers of a question without rows.
    pub(super) bins: Vec<Bin>,
    pub(super) nps: Option<NetPromoters>,
    pub(super) boxes: Option<Boxes>,
    pub(super) other: Option<OtherResult<'s>>,
    pub(super) texts: u32,
}

/// A choice.
#[derive(Debug)]
pub(super) struct ChoiceResult<'s> {
    pub(super) design: &'s DesignChoice,
    pub(super) share: Share,
}

/// The field for another answer or a comment.
#[derive(Debug)]
pub(super) struct OtherResult<'s> {
    pub(super) design: &'s DesignOther,
    pub(super) share: Share,
}

/// A row of a question.
#[derive(Debug)]
pub(super) struct RowResult<'s> {
    pub(super) design: &'s DesignRow,
    pub(super) answered: Share,
    pub(super) choices: Vec<ChoiceResult<'s>>,
    pub(super) menus: Vec<MenuResult<'s>>,
    pub(super) stats: Option<Spread>,
    pub(super) bins: Vec<Bin>,
    pub(super) dates: Option<DateHistogram>,
    pub(super) average_place: Option<f64>,
    pub(super) texts: u32,
}

/// A cell of a matrix of menus.
#[derive(Debug)]
pub(super) struct MenuResult<'s> {
    pub(super) design: &'s DesignColumn,
    pub(super) answered: u32,
    pub(super) choices: Vec<ChoiceResult<'s>>,
}

/// The rows that are counted, and the survey's.
struct CountScope<'s, 'r> {
    store: &'s Store,
    design: &'s DesignQuestion,
    columns: &'s QuestionColumns,
    rows: &'r Bits,
    answered: u32,
    /// All rows in view: a deleted choice is listed as long as one of them has picked it.
    all: &'s Bits,
}

/// Counts a question within these rows; `None` if the store does not have it.
pub(super) fn count_question<'s>(store: &'s Store, question: usize, rows: &Bits) -> Option<QuestionResults<'s>> {
    let design = store.design().questions.get(question)?;
    let columns = store.columns(question)?;
    let counted = CountScope {
        store,
        design,
        columns,
        rows,
        answered: columns.answered.count_and(rows),
        all: store.rows_in_view(),
    };
    let (answered, size) = (counted.answered, rows.count());
    let mut results = QuestionResults {
        design,
        answered,
        skipped: size.saturating_sub(answered),
        not_reached: not_reached(store, design, columns, rows),
        choices: Vec::new(),
        rows: Vec::new(),
        stats: None,
        bins: Vec::new(),
        nps: None,
        boxes: None,
        other: counted.other(),
        texts: 0,
    };
    let mut values = Vec::new();
    match design.kind {
        AnswerKind::Choices => {
            let cell = counted.columns.cell("", "");
            let counts = cell.map(|cell| cell.counts(rows)).unwrap_or_default();
            results.choices = counted.choices(cell, &design.choices, &counts, answered);
            counted.add_values(&counts, &mut values);
            results.nps = points_of(design).map(|points| promoters(&points, &counts));
        }
        AnswerKind::Rows => {
            let points = points_of(design);
            for row in &design.rows {
                let cell = counted.columns.cell(&row.id, "");
                let counts = cell.map(|cell| cell.counts(rows)).unwrap_or_default();
                if let Some(points) = points.as_ref().filter(|_| row.visible) {
                    results.nps = Some(promoters(points, &counts));
                }
                counted.add_values(&counts, &mut values);
                let listed = counted.choice_row(row, cell, &counts);
                results
                    .rows
                    .extend(listed.filter(|_| row.visible || cell.is_some_and(|cell| counted.is_ever_answered(cell))));
            }
        }
        AnswerKind::Menus => {
            results.rows = design.rows.iter().filter_map(|row| counted.menu_row(row)).collect();
        }
        AnswerKind::None => {}
        AnswerKind::Numbers | AnswerKind::Texts | AnswerKind::Files | AnswerKind::Dates => {
            results.texts = columns.cells.iter().map(|cell| cell.texts.entries(rows)).fold(0, u32::saturating_add);
            results.rows = design.rows.iter().filter_map(|row| counted.text_row(row)).collect();
            if design.kind == AnswerKind::Numbers {
                let mut entered: Vec<f64> = columns.cells.iter().flat_map(|cell| entered_numbers(cell, rows)).collect();
                if design.rows.is_empty() {
                    results.bins = histogram(&entered);
                }
                results.stats = Spread::from_list(&mut entered);
            }
        }
    }
    if has_values(design) {
        results.stats = Spread::from_values(&values);
        results.boxes = boxes_of(&design.choices, &values).filter(|_| is_scale(design));
    }
    Some(results)
}

/// Rows that skipped the question and whose path, as reported by the service, does not have its page.
fn not_reached(store: &Store, design: &DesignQuestion, columns: &QuestionColumns, rows: &Bits) -> Option<u32> {
    let paths = store.paths();
    let known = rows.and(&paths.known);
    let reached = paths.reached.get(design.page)?;
    (!known.is_empty()).then(|| known.without(reached).without(&columns.answered).count())
}

/// The numbers that these rows entered in a cell.
pub(super) fn entered_numbers<'c>(cell: &'c CellColumns, rows: &'c Bits) -> impl Iterator<Item = f64> + 'c {
    let numbers = cell.numbers.as_slice();
    rows.iter().filter_map(|row| numbers.get(row as usize).copied()).filter(|number| !number.is_nan())
}

impl<'s> CountScope<'s, '_> {
    /// The visible choices, then the deleted ones that were picked. `counts` has the choices in their order.
    fn choices(
        &self,
        cell: Option<&CellColumns>,
        choices: &'s [DesignChoice],
        counts: &[u32],
        base: u32,
    ) -> Vec<ChoiceResult<'s>> {
        let all = if choices.iter().any(|choice| !choice.visible) {
            cell.map(|cell| cell.counts(self.all)).unwrap_or_default()
        } else {
            Vec::new()
        };
        let count_at = |counts: &[u32], position: usize| counts.get(position).copied().unwrap_or(0);
        let listed = |visible: bool| {
            let all = &all;
            choices.iter().enumerate().filter(move |(position, choice)| {
                choice.visible == visible && (visible || count_at(all, *position) > 0)
            })
        };
        listed(true)
            .chain(listed(false))
            .map(|(position, design)| ChoiceResult { design, share: Share { count: count_at(counts, position), base } })
            .collect()
    }

    /// Whether a cell has an answer in any response, so that a deleted part is listed.
    fn is_ever_answered(&self, cell: &CellColumns) -> bool {
        cell.answered.count_and(self.all) > 0
    }

    fn other(&self) -> Option<OtherResult<'s>> {
        let design = self.design.others.first()?;
        let entries = |rows: &Bits| {
            let of_each = self.columns.others.iter().map(|other| other.texts.entries(rows));
            of_each.fold(0, u32::saturating_add)
        };
        let share = Share { count: entries(self.rows), base: self.answered };
        (design.visible || entries(self.all) > 0).then_some(OtherResult { design, share })
    }

    fn add_values(&self, counts: &[u32], values: &mut Vec<(f64, u32)>) {
        if has_values(self.design) {
            let counted = self.design.choices.iter().zip(counts);
            values.extend(counted.filter_map(|(choice, count)| Some((choice.value()?, *count))));
        }
    }

    fn row(&self, design: &'s DesignRow, answered: u32) -> RowResult<'s> {
        RowResult {
            design,
            answered: Share { count: answered, base: self.answered },
            choices: Vec::new(),
            menus: Vec::new(),
            stats: None,
            bins: Vec::new(),
            dates: None,
            average_place: None,
            texts: 0,
        }
    }

    fn choice_row(&self, design: &'s DesignRow, cell: Option<&CellColumns>, counts: &[u32]) -> Option<RowResult<'s>> {
        let options = &self.design.choices;
        let one_pick = self.design.picks == Picks::OnePerRow;
        let answered = if one_pick {
            counts.iter().take(options.len()).copied().fold(0, u32::saturating_add)
        } else {
            cell?.answered.count_and(self.rows)
        };
        let mut row = self.row(design, answered);
        row.choices = self.choices(cell, options, counts, if one_pick { answered } else { self.answered });
        let mut values = Vec::new();
        self.add_values(counts, &mut values);
        row.stats = Spread::from_values(&values);
        row.average_place = row.stats.filter(|_| is_ranking(self.design)).map(|places| places.mean);
        Some(row)
    }

    fn menu_row(&self, design: &'s DesignRow) -> Option<RowResult<'s>> {
        let (mut answered, mut ever) = (Bits::new(), false);
        let mut menus = Vec::new();
        for column in &self.design.columns {
            let Some(cell) = self.columns.cell(&design.id, &column.id) else { continue };
            answered.extend(&cell.answered);
            ever |= self.is_ever_answered(cell);
            let counts = cell.counts(self.rows);
            let picked = counts.iter().take(column.choices.len()).copied().fold(0, u32::saturating_add);
            let choices = self.choices(Some(cell), &column.choices, &counts, picked);
            if column.visible || self.is_ever_answered(cell) {
                menus.push(MenuResult { design: column, answered: picked, choices });
            }
        }
        let answered = answered.count_and(self.rows);
        (design.visible || ever).then(|| RowResult { menus, ..self.row(design, answered) })
    }

    fn text_row(&self, design: &'s DesignRow) -> Option<RowResult<'s>> {
        let cell = self.columns.cell(&design.id, "")?;
        let texts = cell.texts.entries(self.rows);
        let mut row = RowResult { texts, ..self.row(design, texts) };
        if self.design.kind == AnswerKind::Numbers {
            let mut entered: Vec<f64> = entered_numbers(cell, self.rows).collect();
            row.bins = histogram(&entered);
            row.stats = Spread::from_list(&mut entered);
        }
        row.dates = self.design.date_style.and_then(|style| date_histogram(self.store, cell, style, self.rows));
        (design.visible || self.is_ever_answered(cell)).then_some(row)
    }
}

//! Trends: responses, means and scores by the period in which responses were started.

use super::calendar::{Calendar, PeriodRows, iso_time};
use super::question_results::entered_numbers;
use super::score::{has_mean, points_of, promoters};
use crate::results::arguments::{Arguments, refuse};
use crate::results::json::JsonOut;
use crate::results::statistics::{Moments, Spread};
use crate::results::store::{AnswerKind, Bits, CellColumns, DesignChoice, DesignQuestion, QuestionColumns, Store};
use crate::wire::failure::Failure;

/// Periods that a result may have. With more from the first to the last, it is sparse: it has only those with rows.
const PERIODS_MAX: usize = 20_000;

/// Half the width of a 95 % interval in standard errors.
const STANDARD_ERRORS: f64 = 1.96;

/// The question whose mean and net promoter score are shown over time.
struct TrendQuestion<'s> {
    design: &'s DesignQuestion,
    columns: &'s QuestionColumns,
    /// The cells whose values count: of one row, or of all.
    cells: Vec<&'s CellColumns>,
    /// The cell of the net promoter score, and the points of its choices.
    promoters: Option<(&'s CellColumns, Vec<Option<f64>>)>,
}

/// The figures of a period.
#[derive(Debug, Default)]
struct PeriodScore {
    n: u32,
    mean: Option<f64>,
    nps: Option<f64>,
    margin: Option<f64>,
}

/// Runs `{rule?, by, zone?, question?, row?, now?}`; `now` marks the period that is not over yet.
pub(super) fn run(store: &Store, arguments: Arguments) -> Result<String, Box<Failure>> {
    let rows = arguments.rows(store)?;
    let now = arguments.integer("now")?;
    let question = arguments.member("question").map(|_| TrendQuestion::read(store, arguments)).transpose()?;
    let periods = Calendar::read(arguments)?.split_rows(store, &rows, PERIODS_MAX)?;
    Ok(JsonOut::document(|json| {
        json.objects("buckets", &periods, |json, period: &PeriodRows| {
            let rows = period.bits();
            let count = rows.count();
            let score = match &question {
                Some(question) => question.score(&rows),
                None => PeriodScore { n: count, ..PeriodScore::default() },
            };
            json.member("from", iso_time(period.from));
            json.member("to", iso_time(period.to));
            json.member("count", count);
            json.member("n", score.n);
            json.member("mean", score.mean);
            json.member("nps", score.nps);
            json.member("margin", score.margin);
            if now.is_some_and(|now| period.from <= now && now < period.to) {
                json.member("current", true);
            }
        });
        if periods.windows(2).any(|pair| matches!(pair, [one, next] if one.to != next.from)) {
            json.member("sparse", true);
        }
    }))
}

impl<'s> TrendQuestion<'s> {
    fn read(store: &'s Store, arguments: Arguments) -> Result<TrendQuestion<'s>, Box<Failure>> {
        let position = arguments.question(store)?;
        let nothing = || refuse("question", "the id of a question of the survey");
        let design = store.design().questions.get(position).ok_or_else(nothing)?;
        let columns = store.columns(position).ok_or_else(nothing)?;
        let row = arguments.text("row")?;
        if row.is_some_and(|id| !design.rows.iter().any(|row| row.id == id)) {
            return Err(refuse("row", "the id of a row of the question"));
        }
        let counts = |cell: &&CellColumns| match row {
            Some(row) => cell.row == row,
            None => design.rows.is_empty() || design.rows.iter().any(|row| row.id == cell.row),
        };
        let scored = design.rows.iter().find(|row| row.visible).map_or("", |row| row.id.as_str());
        let points = points_of(design).filter(|_| row.is_none_or(|row| row == scored));
        Ok(TrendQuestion {
            design,
            columns,
            cells: columns.cells.iter().filter(counts).collect(),
            promoters: points.and_then(|points| Some((columns.cell(scored, "")?, points))),
        })
    }

    fn score(&self, rows: &Bits) -> PeriodScore {
        let mean = self.moments(rows);
        if let Some((cell, points)) = &self.promoters {
            let score = promoters(points, &cell.counts(rows));
            let mean = mean.filter(|moments| moments.n > 0).map(|moments| moments.mean);
            return PeriodScore { n: score.n, mean, nps: score.score(), margin: score.margin() };
        }
        let Some(moments) = mean else {
            return PeriodScore { n: self.columns.answered.count_and(rows), ..PeriodScore::default() };
        };
        let error = STANDARD_ERRORS * (moments.variance / f64::from(moments.n)).sqrt();
        PeriodScore {
            n: moments.n,
            mean: (moments.n > 0).then_some(moments.mean),
            nps: None,
            // The values of one response in several cells depend on each other: such a mean has no simple margin.
            margin: (moments.n > 1 && self.cells.len() < 2).then_some(error),
        }
    }

    /// The moments of the values; `None` if a mean of them says nothing.
    fn moments(&self, rows: &Bits) -> Option<Moments> {
        if self.design.kind == AnswerKind::Numbers {
            let mut numbers: Vec<f64> = self.cells.iter().flat_map(|cell| entered_numbers(cell, rows)).collect();
            return Some(Spread::from_list(&mut numbers).map(Spread::moments).unwrap_or_default());
        }
        let counted = |cell: &&CellColumns| -> Vec<(f64, u32)> {
            let values = self.design.choices.iter().map(DesignChoice::value).zip(cell.counts(rows));
            values.filter_map(|(value, count)| Some((value?, count))).collect()
        };
        has_mean(self.design)
            .then(|| Moments::from_values(&self.cells.iter().flat_map(counted).collect::<Vec<(f64, u32)>>()))
    }
}

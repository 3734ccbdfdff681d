//! TABLE. Rollups and trends: answers counted, in all and over time.

use crate::spec::questions::{Family, Subtype};
use crate::spec::types::{Date, Id, Integer};

choices! {
    /// The periods of a trend.
    TrendBy { Year "year", Quarter "quarter", Month "month", Week "week", Day "day", Hour "hour" }
}

resources! {
    /// The answers to one question, counted.
    Rollup {
        /// Id of the question.
        id: Id,
        /// Family of the question. The documentation once prints `essay`, a slip for `open_ended`.
        family: Family,
        /// Subtype of the question.
        subtype: Subtype,
        /// The counts; empty for questions whose answers cannot be counted.
        summary: Vec<RollupSummary>,
        /// Address of the rollup.
        href: String,
    }
    /// Counts of the answers to a question. Text is counted, choices are counted each, rows choice by choice.
    RollupSummary {
        /// Responses that answer the question.
        answered: Integer,
        /// Responses that do not.
        skipped: Integer,
        /// Answers in the "other" field.
        other_answered: Option<Integer>,
        /// Answers in words, for questions without choices.
        text: Option<Integer>,
        /// Answers by choice.
        choices: Option<Vec<ChoiceCount>>,
        /// Answers by row and choice.
        rows: Option<Vec<RowCounts>>,
        /// What the numbers come to for which the answers stand: weights or places of choices of which one is picked,
        /// and numbers that were entered. Other questions have none. Which have is our choice.
        stats: Option<RollupStats>,
    }
    /// How often a choice was chosen.
    ChoiceCount {
        /// Id of the choice.
        id: Id,
        /// Number of answers.
        count: Integer,
    }
    /// How often the choices of a row were chosen.
    RowCounts {
        /// Id of the row.
        id: Id,
        /// Answers by choice.
        choices: Vec<ChoiceCount>,
    }
    /// What the values of the answers come to.
    RollupStats {
        /// Standard deviation, of all answers and not of a sample: our choice.
        std: f64,
        /// Largest value.
        max: f64,
        /// Smallest value.
        min: f64,
        /// Middle value.
        median: f64,
        /// Mean value.
        mean: f64,
    }
    /// The answers to one question over time. Families file upload, slider, presentation, demographic and
    /// datetime and matrix menus have no trends.
    Trend {
        /// Id of the question.
        id: Id,
        /// Family of the question.
        family: Family,
        /// Subtype of the question.
        subtype: Subtype,
        /// Address of the trends.
        href: String,
        /// Responses that answer the question.
        answered: Integer,
        /// Responses that do not.
        skipped: Integer,
        /// Length of the periods.
        trend_by: TrendBy,
        /// The periods in which somebody answered. That the others are left out is our choice.
        trends: Vec<TrendPeriod>,
    }
    /// The answers of one period: by row, or, for questions without rows, by choice.
    TrendPeriod {
        /// Begin of the period, with offset.
        start: Date,
        /// End of the period, with offset: the beginning of the next one, which is our choice.
        end: Date,
        /// Answers by row.
        rows: Option<Vec<TrendRow>>,
        /// Answers by choice, for questions without rows.
        choices: Option<Vec<ChoiceCount>>,
    }
    /// The answers of one period in one row.
    TrendRow {
        /// Id of the row.
        id: Id,
        /// Answers to the choice that was chosen most.
        max: Integer,
        /// Answers in all.
        total: Integer,
        /// Answers by choice.
        choices: Vec<ChoiceCount>,
    }
}

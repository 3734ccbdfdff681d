//! TABLE. Rollups and trends: counts of answers, in total and over time.

use crate::spec::questions::{Family, Subtype};
use crate::spec::types::{Date, Id, Integer};

choices! {
    /// The periods of a trend.
    TrendBy { Year "year", Quarter "quarter", Month "month", Week "week", Day "day", Hour "hour" }
}

resources! {
    /// Counts of the answers to one question.
    Rollup {
        /// Id of the question.
        id: Id,
        /// Family of the question. The documentation has `essay` in one place, by mistake for `open_ended`.
        family: Family,
        /// Subtype of the question.
        subtype: Subtype,
        /// The counts; empty for questions whose answers cannot be counted.
        summary: Vec<RollupSummary>,
        /// URL of the rollup.
        href: String,
    }
    /// Counts of the answers to a question: texts in total, each choice, and each choice of each row.
    RollupSummary {
        /// Responses that answer the question.
        answered: Integer,
        /// Responses that do not answer it.
        skipped: Integer,
        /// Answers in the "other" field.
        other_answered: Option<Integer>,
        /// Number of texts, for questions without choices.
        text: Option<Integer>,
        /// Answers by choice.
        choices: Option<Vec<ChoiceCount>>,
        /// Answers by row and choice.
        rows: Option<Vec<RowCounts>>,
        /// Statistics of the answers' numeric values: weights or ranks of single choices, and entered numbers. Other
        /// questions have none. Which questions have them is our choice.
        stats: Option<RollupStats>,
    }
    /// Count of one choice.
    ChoiceCount {
        /// Id of the choice.
        id: Id,
        /// Number of answers.
        count: Integer,
    }
    /// Counts of the choices of one row.
    RowCounts {
        /// Id of the row.
        id: Id,
        /// Answers by choice.
        choices: Vec<ChoiceCount>,
    }
    /// Statistics of the answers' values.
    RollupStats {
        /// Standard deviation of all answers (population, not sample): our choice.
        std: f64,
        /// Largest value.
        max: f64,
        /// Smallest value.
        min: f64,
        /// Median.
        median: f64,
        /// Mean.
        mean: f64,
    }
    /// The answers to one question over time. File uploads, sliders, matrix menus, and the families presentation,
    /// demographic and datetime have no trends.
    Trend {
        /// Id of the question.
        id: Id,
        /// Family of the question.
        family: Family,
        /// Subtype of the question.
        subtype: Subtype,
        /// URL of the trends.
        href: String,
        /// Responses that answer the question.
        answered: Integer,
        /// Responses that do not answer it.
        skipped: Integer,
        /// Length of the periods.
        trend_by: TrendBy,
        /// The periods with answers. That others are absent is our choice.
        trends: Vec<TrendPeriod>,
    }
    /// The answers of one period: by row, or, for questions without rows, by choice.
    TrendPeriod {
        /// Start of the period, with offset.
        start: Date,
        /// End of the period, with offset: the start of the next one, which is our choice.
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
        /// Count of the most frequent choice.
        max: Integer,
        /// Total number of answers.
        total: Integer,
        /// Answers by choice.
        choices: Vec<ChoiceCount>,
    }
}

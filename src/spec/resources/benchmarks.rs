//! TABLE. Benchmarks: answers of other surveys to questions of the bank.

use crate::spec::types::{Date, Id, Integer};
use litemap::LiteMap;

resources! {
    /// A bundle of benchmarks in a list.
    BundleRef {
        /// Id of the bundle: a short name.
        id: Id,
        /// Title.
        title: String,
        /// URL of the bundle.
        href: String,
    }
    /// A bundle of benchmarks: questions of the bank that were answered by the same kind of respondents.
    Bundle {
        /// Id of the bundle.
        id: Id,
        /// Title.
        title: String,
        /// Description of the bundle.
        details: BundleDetails,
        /// The questions.
        questions: Vec<BundleQuestion>,
    }
    /// Description of a bundle.
    BundleDetails {
        /// The main points.
        bullets: Vec<String>,
        /// Text below the points.
        subtext: String,
    }
    /// A question of a bundle.
    BundleQuestion {
        /// Id of the question in the bundle.
        id: Id,
        /// Text.
        title: String,
        /// Order of the choices: `normal` is the only one known.
        answer_order: String,
        /// The choices.
        answers: BundleAnswers,
    }
    /// The choices of a question of a bundle.
    BundleAnswers {
        /// The choices in order.
        choices: Vec<BundleChoice>,
    }
    /// A choice of a question of a bundle. It has no id.
    BundleChoice {
        /// Text.
        text: String,
    }
    /// The benchmarks of the questions of a bundle.
    BundleAnalysis {
        /// Id of the bundle.
        id: Id,
        /// Date of the oldest response, with offset.
        date_start: Date,
        /// Date of the newest response, with offset.
        date_end: Date,
        /// The benchmarks in the order of the questions.
        benchmarks: Vec<Benchmark>,
    }
    /// The benchmark of one question of a survey.
    QuestionBenchmark {
        /// Id of the question.
        id: Id,
        /// Date of the oldest response, with offset.
        date_start: Date,
        /// Date of the newest response, with offset.
        date_end: Date,
        /// The benchmark.
        benchmark: Benchmark,
    }
    /// The answers of other surveys to a question.
    Benchmark {
        /// The question; in the analysis of a bundle.
        question: Option<BundleQuestion>,
        /// Number of responses.
        num_responses: Integer,
        /// Number of data points, each a survey or a respondent; percentiles refer to them.
        num_data_points: Integer,
        /// Share of the answers, from 0 to 1, by the value of the choice: the number in its text, otherwise its
        /// position.
        distribution_values: LiteMap<String, f64>,
        /// The value at 0, 25, 50, 75 and 100 percent of the data points.
        quartile_values: LiteMap<String, f64>,
        /// Kind of the data points; for a question of a survey.
        data_point_type_distribution: Option<DataPoints>,
    }
    /// Kinds of a benchmark's data points, in percent.
    DataPoints {
        /// Respondents.
        respondent_data_points: Integer,
        /// Whole surveys.
        entity_data_points: Integer,
    }
}

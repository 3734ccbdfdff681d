//! TABLE. Benchmarks: how questions of the bank were answered elsewhere.

use crate::spec::types::{Date, Id, Integer};
use litemap::LiteMap;

resources! {
    /// A bundle of benchmarks in a list.
    BundleRef {
        /// Id of the bundle: a short name.
        id: Id,
        /// Title.
        title: String,
        /// Address of the bundle.
        href: String,
    }
    /// A bundle of benchmarks: questions of the bank that were answered by the same kind of people.
    Bundle {
        /// Id of the bundle.
        id: Id,
        /// Title.
        title: String,
        /// What the bundle contains, in words.
        details: BundleDetails,
        /// The questions.
        questions: Vec<BundleQuestion>,
    }
    /// What a bundle contains, in words.
    BundleDetails {
        /// The points to know.
        bullets: Vec<String>,
        /// Text below them.
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
        /// Start of the time that the responses come from, with offset.
        date_start: Date,
        /// End of the time that the responses come from, with offset.
        date_end: Date,
        /// The benchmarks in the order of the questions.
        benchmarks: Vec<Benchmark>,
    }
    /// The benchmark of one question of a survey.
    QuestionBenchmark {
        /// Id of the question.
        id: Id,
        /// Start of the time that the responses come from, with offset.
        date_start: Date,
        /// End of the time that the responses come from, with offset.
        date_end: Date,
        /// The benchmark.
        benchmark: Benchmark,
    }
    /// How a question was answered elsewhere.
    Benchmark {
        /// The question; in the analysis of a bundle.
        question: Option<BundleQuestion>,
        /// Number of responses.
        num_responses: Integer,
        /// Number of surveys or respondents that count as one; percentiles are theirs.
        num_data_points: Integer,
        /// Share of the answers, from 0 to 1, by the value of the choice: the number that it says, else its place.
        distribution_values: LiteMap<String, f64>,
        /// The value at 0, 25, 50, 75 and 100 percent of the data points.
        quartile_values: LiteMap<String, f64>,
        /// What the data points are; for a question of a survey.
        data_point_type_distribution: Option<DataPoints>,
    }
    /// What the data points of a benchmark are, in percent.
    DataPoints {
        /// Respondents.
        respondent_data_points: Integer,
        /// Whole surveys.
        entity_data_points: Integer,
    }
}

//! TABLE. Benchmarks: a paid addition for Private apps. Left out by the specification; no scope
//! is documented for them. What makes them available is our choice: a plan with direct API access,
//! else 1005, and a Private app, else 1016.

use super::query::Paging;
use crate::spec::resources::benchmarks::{Bundle, BundleAnalysis, BundleRef, QuestionBenchmark};
use crate::spec::types::{Commas, Id, Integer, List};

queries! {
    /// Which bundles to list.
    BundleFilter {
        /// Country of the bundles as an ISO 3166-1 code; `US` if not given.
        country: Option<String>,
    }
    /// The part of a bundle to analyze.
    AnalysisFilter {
        /// Ids of at least one of the bundle's questions, separated by commas.
        question_ids: Commas<Id>,
        /// Lowest percentile of the data points; 0 if not given.
        percentile_start: Option<Integer>,
        /// Highest percentile of the data points; 100 if not given.
        percentile_end: Option<Integer>,
    }
}

macro_rules! benchmarks {
    ($then:ident) => { $then! {
        /// Lists the bundles of benchmarks of a country.
        GET "/v3/benchmark_bundles" ListBundles() as "benchmark_bundles.list"
            query(Paging, BundleFilter) needs() -> 200 List<BundleRef>;
        /// Returns a bundle with its questions.
        GET "/v3/benchmark_bundles/{bundle_id}" GetBundle(bundle_id) as "benchmark_bundles.get"
            needs() -> 200 Bundle;
        /// Returns the benchmarks of questions of a bundle.
        GET "/v3/benchmark_bundles/{bundle_id}/analyze" AnalyzeBundle(bundle_id) as "benchmark_bundles.analyze"
            query(AnalysisFilter) needs() -> 200 BundleAnalysis;
        /// Returns the benchmark of a question that was created from the bank and has not been changed.
        GET "/v3/surveys/{survey_id}/pages/{page_id}/questions/{question_id}/benchmark"
            GetQuestionBenchmark(survey_id, page_id, question_id) as "surveys.pages.questions.benchmark"
            needs() -> 200 QuestionBenchmark;
    } };
}
benchmarks!(endpoints);

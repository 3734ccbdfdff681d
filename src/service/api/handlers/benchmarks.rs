//! Benchmarks, for private apps of accounts whose plan has direct API access.

use crate::service::actor::call_context::CallContext;
use crate::service::api::dispatch::Handle;
use crate::service::surveys::access::require_visible;
use crate::service::surveys::benchmarks::{
    self, BUNDLES, Bundle, DEFAULT_COUNTRY, REFERENCE_PERIOD, Reference, data_points,
};
use crate::service::surveys::design::{representation, store};
use crate::spec::apps::AppState;
use crate::spec::endpoints::benchmarks::{AnalyzeBundle, GetBundle, GetQuestionBenchmark, ListBundles};
use crate::spec::errors::Error;
use crate::spec::resources::benchmarks::{
    Benchmark, Bundle as BundleAnswer, BundleAnalysis, BundleAnswers, BundleChoice, BundleDetails, BundleQuestion,
    BundleRef, QuestionBenchmark,
};
use crate::spec::types::{Id, Integer, List};
use crate::wire::error::ApiError;

/// The default range of percentiles.
const ALL_PERCENTILES: [u32; 2] = [0, 100];

impl Handle for ListBundles {
    fn handle_request(self, context: &CallContext) -> Result<List<BundleRef>, ApiError> {
        check_access(context)?;
        let (paging, query) = self.query;
        let country = query.country.as_deref().unwrap_or(DEFAULT_COUNTRY);
        let bundles: Vec<&Bundle> =
            BUNDLES.iter().filter(|bundle| bundle.country.eq_ignore_ascii_case(country)).collect();
        let slice = context.page_range(&paging);
        let data = slice.take_rows(bundles.iter()).map(|bundle| BundleRef {
            id: bundle.id.into(),
            title: bundle.title.to_owned(),
            href: context.operation_url::<GetBundle>(&[bundle.id]),
        });
        Ok(context.list_envelope::<ListBundles, _>(slice, data.collect(), bundles.len() as u64))
    }
}

impl Handle for GetBundle {
    fn handle_request(self, context: &CallContext) -> Result<BundleAnswer, ApiError> {
        let bundle = benchmarks::find_bundle(self.bundle_id.as_str()).ok_or(Error::NotFound)?;
        check_access(context)?;
        Ok(BundleAnswer {
            id: self.bundle_id,
            title: bundle.title.to_owned(),
            details: BundleDetails {
                bullets: bundle.bullets.iter().map(|bullet| (*bullet).to_owned()).collect(),
                subtext: bundle.subtext.to_owned(),
            },
            questions: bundle.references.iter().filter_map(bundle_question).collect(),
        })
    }
}

impl Handle for AnalyzeBundle {
    fn handle_request(self, context: &CallContext) -> Result<BundleAnalysis, ApiError> {
        let bundle = benchmarks::find_bundle(self.bundle_id.as_str()).ok_or(Error::NotFound)?;
        check_access(context)?;
        let (query,) = self.query;
        let start = parse_percentile("percentile_start", query.percentile_start, ALL_PERCENTILES[0])?;
        let end = parse_percentile("percentile_end", query.percentile_end, ALL_PERCENTILES[1])?;
        if start > end {
            return Err(ApiError::with_detail(
                Error::BadParameters,
                "`percentile_start` must not exceed `percentile_end`.",
            ));
        }
        let question_ids = query.question_ids.0;
        if question_ids.is_empty() {
            return Err(ApiError::with_detail(
                Error::BadParameters,
                "`question_ids` must name at least one question of the bundle.",
            ));
        }
        let benchmarks = question_ids.iter().map(|id| {
            let bundles =
                bundle.references.iter().find(|reference| reference.question_id == id.0).ok_or_else(|| {
                    let detail = format!("`question_ids`: the bundle does not contain question {}.", id.0);
                    ApiError::with_detail(Error::BadParameters, detail)
                })?;
            Ok(Benchmark { question: bundle_question(bundles), ..bundles.benchmark([start, end]) })
        });
        Ok(BundleAnalysis {
            date_start: REFERENCE_PERIOD[0].with_offset(),
            date_end: REFERENCE_PERIOD[1].with_offset(),
            benchmarks: benchmarks.collect::<Result<_, ApiError>>()?,
            id: self.bundle_id,
        })
    }
}

impl Handle for GetQuestionBenchmark {
    fn handle_request(self, context: &CallContext) -> Result<QuestionBenchmark, ApiError> {
        require_visible(context, &self.survey_id)?;
        let row = store::find_question(context, &self.survey_id, &self.page_id, &self.question_id)?;
        let question = representation::question_from_row(context, &self.survey_id, &row)?;
        check_access(context)?;
        let heading = question.headings.first().map(|heading| heading.heading.as_str()).unwrap_or_default();
        let choices = question.answers.as_ref().and_then(|answers| answers.choices.as_deref()).unwrap_or_default();
        let choices: Vec<&str> =
            choices.iter().filter(|choice| choice.visible).map(|choice| choice.text.as_str()).collect();
        let reference = benchmarks::find_reference(heading, &choices)
            .ok_or_else(|| ApiError::with_detail(Error::NotFound, "There is no benchmark for this question."))?;
        Ok(QuestionBenchmark {
            id: self.question_id,
            date_start: REFERENCE_PERIOD[0].with_offset(),
            date_end: REFERENCE_PERIOD[1].with_offset(),
            benchmark: Benchmark {
                data_point_type_distribution: Some(data_points()),
                ..reference.benchmark(ALL_PERCENTILES)
            },
        })
    }
}

/// Checks that the plan and the app have access to benchmarks.
fn check_access(context: &CallContext) -> Result<(), ApiError> {
    if !context.account.plan.row().direct_api_access {
        return Err(ApiError::with_detail(Error::PaymentRequired, "Benchmarks need a plan with direct API access."));
    }
    if context.app != AppState::Private {
        return Err(ApiError::with_detail(Error::NotPermitted, "Benchmarks are only for private apps."));
    }
    Ok(())
}

fn parse_percentile(name: &str, value: Option<Integer>, otherwise: u32) -> Result<u32, ApiError> {
    let percentile = value.map_or(otherwise, Integer::get);
    if percentile <= ALL_PERCENTILES[1] {
        return Ok(percentile);
    }
    Err(ApiError::with_detail(Error::BadParameters, format!("`{name}` must be a whole number from 0 to 100.")))
}

/// The question of a reference, with the first option in place of each modifier.
fn bundle_question(reference: &Reference) -> Option<BundleQuestion> {
    let question = reference.bank_question()?;
    let choices = question.question.choices.iter().map(|text| BundleChoice { text: (*text).to_owned() });
    Some(BundleQuestion {
        id: Id::from(question.id),
        title: question.plain_heading(),
        answer_order: "normal".to_owned(),
        answers: BundleAnswers { choices: choices.collect() },
    })
}

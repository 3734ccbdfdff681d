//! Changes of a response: in part, or of all that can be written.

use super::Parent;
use super::written::Written;
use crate::service::actor::context::Context;
use crate::service::api::dispatch::Handle;
use crate::service::surveys::answers::{Demand, Design, check, merge, refusal, update};
use crate::spec::endpoints::responses::{
    ReplaceCollectorResponse, ReplaceSurveyResponse, UpdateCollectorResponse, UpdateSurveyResponse,
};
use crate::spec::errors::Error;
use crate::spec::resources::groups::ActivityType;
use crate::spec::resources::responses::{CollectionMode, Response, ResponsePatch, ResponseStatus};
use crate::spec::resources::roles::Privilege;
use crate::spec::types::Id;
use crate::wire::error::ApiError;
use std::collections::BTreeMap;

impl Handle for UpdateSurveyResponse {
    fn handle(self, context: &Context) -> Result<Response, ApiError> {
        changed(context, &Parent::Survey(self.survey_id), &self.response_id, self.body, Extent::Part)
    }
}

impl Handle for UpdateCollectorResponse {
    fn handle(self, context: &Context) -> Result<Response, ApiError> {
        changed(context, &Parent::Collector(self.collector_id), &self.response_id, self.body, Extent::Part)
    }
}

impl Handle for ReplaceSurveyResponse {
    fn handle(self, context: &Context) -> Result<Response, ApiError> {
        changed(context, &Parent::Survey(self.survey_id), &self.response_id, self.body, Extent::Whole)
    }
}

impl Handle for ReplaceCollectorResponse {
    fn handle(self, context: &Context) -> Result<Response, ApiError> {
        changed(context, &Parent::Collector(self.collector_id), &self.response_id, self.body, Extent::Whole)
    }
}

/// How much of a response a change is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// What the body names.
    Part,
    /// Everything that can be written: what the body leaves out gets its default.
    Whole,
}

/// What may be erased is erased, even from a completed response: a required question whose answer is taken away,
/// or all answers by a replacement without pages. But a response that becomes complete, and one whose pages are
/// replaced and that is complete, must have all required answers. This is our choice, and so is it that a
/// changed response has the collection mode `edit` and keeps its date of creation.
fn changed(
    context: &Context,
    parent: &Parent,
    id: &Id,
    body: ResponsePatch,
    extent: Extent,
) -> Result<Response, ApiError> {
    let survey = parent.permits(context, Privilege::AnalyzeFullAccess)?;
    let mut record = parent.load(context, id)?;
    let design = Design::load(context.pieces, context.sql, &record.survey_id)?.ok_or(Error::NotFound)?;
    let (before, whole) = (record.status, extent == Extent::Whole);
    let status = body.response_status.unwrap_or(if whole { ResponseStatus::Completed } else { before });
    let given = body.pages.as_deref().unwrap_or_default();
    let demanded = if whole { body.pages.is_some() } else { before != ResponseStatus::Completed };
    let demand = if demanded && status == ResponseStatus::Completed { Demand::All } else { Demand::Nothing };
    let checked = match extent {
        Extent::Part => merge(&design, &record.pages, given, demand),
        Extent::Whole => check(&design, given, demand),
    };
    let written = Written {
        custom_variables: body.custom_variables.or_else(|| whole.then(BTreeMap::new)),
        custom_value: body.custom_value.or_else(|| whole.then(String::new)),
        date_created: body.date_created,
        ip_address: body.ip_address.or_else(|| whole.then(String::new)),
        recipient_id: body.recipient_id.or_else(|| whole.then(|| "".into())),
    };
    record.answer(checked.map_err(|problems| refusal(&problems))?);
    written.apply(context, &design, &mut record)?;
    (record.status, record.mode, record.modified) = (status, CollectionMode::Edit, context.now);
    update(context.ground(), &mut record, before)?;
    context.did(ActivityType::RespondentUpdated, &format!("Response {} of {}", record.id, survey.text("title")))?;
    Ok(parent.shown(context, record))
}

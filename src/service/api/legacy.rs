//! The legacy operation: lists a survey's respondents, in the format of an API older than `/v3`. Heading "Legacy
//! operation: get_respondent_list".
//!
//! It uses the same quota and the same grants as a call of `/v3`; the scope that it needs is our choice. Its HTTP
//! status is always the same; the field `status` follows from the error table.

use super::body_decoding;
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::api_call::ApiCall;
use crate::service::actor::call_context::{CallClock, CallContext};
use crate::service::actor::protocol::{ActorId, ActorReply, Command};
use crate::service::actor::service::Service;
use crate::service::actor::token::AccessToken;
use crate::service::api::{self, permits};
use crate::service::identity::grants;
use crate::service::store::filter::{Filter, parse_date_parameter};
use crate::service::store::sql::{Row, first_row, values};
use crate::service::surveys::access::require_readable;
use crate::service::surveys::design::representation::response_page_url;
use crate::spec::account::ACCOUNT_PATH;
use crate::spec::apps::AppState;
use crate::spec::endpoint::QueryPart as _;
use crate::spec::endpoints::query::SortOrder;
use crate::spec::errors::Error;
use crate::spec::legacy::{
    self, CLOSED_MESSAGE, Failure, LegacyCollectionMode, METHOD, PATH, RESTRICTION_MESSAGE, RESTRICTION_UNPAID,
    Respondent, RespondentField, RespondentList, RespondentListBody, RespondentListQuery, RespondentOrder,
    RespondentPage, RespondentStatus, Restriction, Status, UpgradeInfo,
};
use crate::spec::limits::{
    LEGACY_PAGE_SIZE_DEFAULT, LEGACY_RESPONDENTS_MAX, LEGACY_UNPAID_RESPONDENTS, PAGE_DEFAULT, PER_PAGE_MAX,
};
use crate::spec::oauth::REVOKED_MESSAGE;
use crate::spec::payload::Encode;
use crate::spec::resources::responses::CollectionMode;
use crate::spec::shape::Shaped;
use crate::spec::types::{Date, Id, Integer};
use crate::wire::error::ApiError;
use crate::wire::http::{Request, Response};
use crate::wire::path::normalize_path;
use crate::wire::payload;
use crate::wire::rate;
use std::collections::BTreeSet;

/// Maximum number of items of `fields`, repeated ones included: our choice.
const FIELDS_MAX: usize = 100;

/// Router: accepts the one operation that is still available, and checks the token.
pub fn route(service: &Service, request: Request) -> ActorReply {
    if normalize_path(&request.path) != PATH || !matches!(request.method.as_str(), "POST" | "OPTIONS") {
        return error_response(&ApiError::with_detail(Error::NotFound, CLOSED_MESSAGE)).into();
    }
    if request.method == "OPTIONS" {
        let methods = format!("{}, OPTIONS", METHOD.as_str());
        let response = Response::empty(legacy::HTTP_STATUS).with_header("allow", &methods);
        return response.with_header("access-control-allow-methods", &methods).into();
    }
    match api::read_token(service, &request) {
        Ok(token) => {
            let team = ActorId::Team(token.team.clone());
            ActorReply::forward_to(team, request, Command::RunLegacyCall(token.into()))
        }
        Err(error) => error_response(&error).into(),
    }
}

/// Team: runs the call.
pub fn handle_in_team(actor_context: &ActorContext<'_>, call: &ApiCall) -> ActorReply {
    match permits::obtain_permit(actor_context, call) {
        Some(Ok(permit)) => {
            let response = respond_to_call(actor_context, &call.token, permit.state);
            ActorReply::RespondCounted(rate::write_headers(&permit.quota, response), permit.counting)
        }
        Some(Err(refusal)) => api::with_quota(&refusal, error_response(&refusal.error())).into(),
        None => Response::empty(204).into(),
    }
}

fn respond_to_call(actor_context: &ActorContext<'_>, token: &AccessToken, app: AppState) -> Response {
    let account = match grants::load_account(actor_context, token) {
        Ok(account) => account,
        Err(error) => return error_response(&error),
    };
    let context = CallContext {
        config: &actor_context.service.config,
        request: actor_context.request,
        pairs: &[],
        arguments: &[],
        account: &account,
        app,
        clock: CallClock::new(actor_context.now, actor_context.chunked_work),
        random: actor_context.random,
        sql: actor_context.sql,
        memory: actor_context.memory,
        chunked_work: actor_context.chunked_work,
        external: actor_context.external,
        address: None,
    };
    let outcome = api::check_headers(actor_context.request)
        .and_then(|()| api::check_region(actor_context.service, actor_context.request, token))
        .and_then(|()| list_respondents(&context));
    let response = outcome.map_or_else(|error| error_response(&error), |list| json_response(&list));
    api::with_scope_headers(&account, response)
}

/// The response to a call that failed.
pub fn error_response(error: &ApiError) -> Response {
    let errmsg = match error.error {
        Error::RevokedToken => REVOKED_MESSAGE.to_owned(),
        _ => error.message(),
    };
    let code = Integer::saturating(error.error.row().code.into());
    json_response(&Failure { status: Status::from_error(error.error).number(), errmsg, code: Some(code) })
}

fn json_response(body: &dyn Encode) -> Response {
    Response::json(legacy::HTTP_STATUS, payload::to_json(body))
}

fn list_respondents(context: &CallContext) -> Result<RespondentList, ApiError> {
    check_api_key(context)?;
    context.account.require_permission(context.app, Some(legacy::SCOPE))?;
    let body = body_decoding::decode_body(context, &RespondentListBody::SHAPE, |body, _| body.into())?;
    let body: RespondentListBody = payload::from_value(body).ok_or(Error::BadBody)?;
    let page = check_positive("page", body.page, PAGE_DEFAULT)?;
    // A larger page is served as the largest one, as every list of the service does.
    let page_size = check_positive("page_size", body.page_size, LEGACY_PAGE_SIZE_DEFAULT)?.min(PER_PAGE_MAX);
    let survey = require_readable(context, &body.survey_id)?;
    if survey.count("response_count") > u64::from(LEGACY_RESPONDENTS_MAX) {
        let reason = format!("The survey has more than {LEGACY_RESPONDENTS_MAX} respondents.");
        return Err(ApiError::with_detail(Error::TooLarge, reason));
    }
    let fields = body.fields.as_deref().unwrap_or_default();
    if fields.len() > FIELDS_MAX {
        let detail = format!("`fields` must have at most {FIELDS_MAX} items.");
        return Err(ApiError::with_detail(Error::BadBody, detail));
    }
    let fields: BTreeSet<RespondentField> = fields.iter().copied().collect();
    let rows = respondent_rows(context, &body, page, page_size)?;
    let respondents = rows.iter().map(|row| respondent_from_row(context, row, &fields)).collect::<Result<_, _>>()?;
    let integer = |number: u32| Integer::saturating(number.into());
    Ok(RespondentList {
        status: Status::Success.number(),
        data: RespondentPage { page: integer(page), page_size: integer(page_size), respondents },
        upgrade_info: (!context.account.plan.row().paid).then(|| UpgradeInfo {
            restrictions: Some(vec![Restriction {
                message: RESTRICTION_MESSAGE.to_owned(),
                code: integer(RESTRICTION_UNPAID),
            }]),
            upgrade_url: Some(format!("{}{ACCOUNT_PATH}", context.config.auth_origin)),
        }),
    })
}

/// Checks that `api_key` is the key of the token's app. That an app's key is its client id is our choice.
fn check_api_key(context: &CallContext) -> Result<(), ApiError> {
    let pairs = api::decode_query(context.request, &[RespondentListQuery::FIELDS])?;
    let RespondentListQuery { api_key } = RespondentListQuery::read(&pairs)?;
    if api_key == context.account.client_id {
        return Ok(());
    }
    let detail = "`api_key` must be the client id of the token's app.";
    Err(ApiError::with_detail(Error::BadParameters, detail))
}

fn check_positive(name: &str, value: Option<Integer>, default: u32) -> Result<u32, ApiError> {
    match value.map_or(default, Integer::get) {
        0 => Err(ApiError::with_detail(Error::BadBody, format!("`{name}` must be 1 or more."))),
        number => Ok(number),
    }
}

/// The rows of the page.
///
/// Accounts on the free plan see only the first respondents, with any filter or order, and no previews: our choice.
fn respondent_rows(
    context: &CallContext,
    body: &RespondentListBody,
    page: u32,
    page_size: u32,
) -> Result<Vec<Row>, ApiError> {
    let survey = body.survey_id.as_str();
    let mut filter = match &body.collector_id {
        None => Filter::new("survey_id = ?", values![survey]),
        Some(collector) => {
            let sql = "SELECT id FROM collectors WHERE id = ? AND survey_id = ?";
            first_row(context.sql, sql, values![collector.as_str(), survey])?.ok_or_else(|| {
                ApiError::with_detail(Error::NotFound, "The survey has no collector with this `collector_id`.")
            })?;
            Filter::new("collector_id = ?", values![collector.as_str()])
        }
    };
    let date = |name: &str, date: &Option<Date>| {
        parse_date_parameter(name, date.as_ref()).map_err(|error| ApiError { error: Error::BadBody, ..error })
    };
    filter.and_if("created >= ?", date("start_date", &body.start_date)?);
    filter.and_if("created < ?", date("end_date", &body.end_date)?);
    filter.and_if("modified >= ?", date("start_modified_date", &body.start_modified_date)?);
    filter.and_if("modified < ?", date("end_modified_date", &body.end_modified_date)?);
    if !context.account.plan.row().paid {
        filter.and(
            "id IN (SELECT id FROM responses WHERE survey_id = ? AND mode <> ? ORDER BY created, id LIMIT ?)",
            values![survey, CollectionMode::SurveyPreview.as_str(), i64::from(LEGACY_UNPAID_RESPONDENTS)]
                .iter()
                .cloned(),
        );
    }
    let column = match body.order_by.unwrap_or(RespondentOrder::RespondentId) {
        RespondentOrder::RespondentId => "id",
        RespondentOrder::DateModified => "modified",
        RespondentOrder::DateStart => "created",
    };
    let order = if body.order_asc == Some(true) { SortOrder::Ascending } else { SortOrder::Descending }.as_str();
    let offset = i64::from(page).saturating_sub(1).saturating_mul(i64::from(page_size));
    let rows = context.sql.run(
        &format!(
            "SELECT id, collector_id, recipient_id, status, mode, email, first_name, last_name, ip, custom_value,
                    survey_id, created, modified
             FROM responses
             WHERE {}
             ORDER BY {column} {order}, id {order}
             LIMIT ? OFFSET ?",
            filter.where_clause()
        ),
        &filter.bind_values(values![i64::from(page_size), offset]),
    )?;
    Ok(rows)
}

fn respondent_from_row(
    context: &CallContext,
    row: &Row,
    fields: &BTreeSet<RespondentField>,
) -> Result<Respondent, ApiError> {
    use RespondentField as Field;
    let includes = |field| fields.contains(&field);
    let text = |field, column: &str| includes(field).then(|| row.text(column));
    let id = |field, column: &str| text(field, column).map(Id::from);
    let date = |field, column: &str| includes(field).then(|| row.timestamp(column).sql_style());
    let page = || response_page_url(context, &row.text("survey_id"), &row.text("id"));
    Ok(Respondent {
        respondent_id: row.text("id").into(),
        date_start: date(Field::DateStart, "created"),
        date_modified: date(Field::DateModified, "modified"),
        collector_id: id(Field::CollectorId, "collector_id"),
        collection_mode: includes(Field::CollectionMode).then(|| legacy_mode(&row.text("mode"))).transpose()?,
        custom_id: text(Field::CustomId, "custom_value"),
        email: text(Field::Email, "email"),
        first_name: text(Field::FirstName, "first_name"),
        last_name: text(Field::LastName, "last_name"),
        ip_address: text(Field::IpAddress, "ip"),
        status: includes(Field::Status)
            .then(|| RespondentStatus::parse(&row.text("status")).ok_or(Error::Internal))
            .transpose()?,
        analysis_url: includes(Field::AnalysisUrl).then(page),
        recipient_id: id(Field::RecipientId, "recipient_id"),
    })
}

/// The older name of a collection mode. The mapping is our choice.
fn legacy_mode(name: &str) -> Result<LegacyCollectionMode, ApiError> {
    match CollectionMode::parse(name).ok_or(Error::Internal)? {
        CollectionMode::Default => Ok(LegacyCollectionMode::Normal),
        CollectionMode::DataEntry => Ok(LegacyCollectionMode::Manual),
        CollectionMode::Preview | CollectionMode::SurveyPreview => Ok(LegacyCollectionMode::SurveyPreview),
        CollectionMode::Edit => Ok(LegacyCollectionMode::Edited),
    }
}

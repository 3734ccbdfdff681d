//! Responding to a survey: who may respond, which page comes next, and how answers are stored.
//!
//! | Request | Response |
//! |---|---|
//! | `GET /r/KEY` | the respondent's current page, or the reason why there is none; with `survey-page`, an earlier page |
//! | `POST /r/KEY` | saves the page and shows the next one, or the page again with its violations |
//! | `GET` and `POST /r/KEY/opt-out` | opts a recipient's address out of the sender's messages |
//! | `GET /r/KEY/privacy` | what is stored about respondents |
//! | `GET /r/KEY/files/SECRET` | a file that a respondent sent |
//! | `GET /r/templates/ID` | the preview of a library template |
//!
//! The key contains team, collector and recipient, so that the router forwards straight to the team. The key of a
//! preview contains the survey instead of a collector; its answers are stored with the mode `survey_preview` and are
//! not counted.
//!
//! Each page is a plain form. The response is stored after each page, and the API returns it from the first page on.
//! The form token contains the respondent, so that a form that is sent twice changes the same response twice.

mod choice_counts;
mod collector_settings;
mod decimal_sign;
mod drafts;
pub mod error_response;
mod files;
mod form;
mod form_body;
pub(in crate::service) mod form_token;
mod locale;
mod navigation;
mod opt_out;
mod page_render;
mod page_submission;
pub mod pages;
mod randomization;
mod respondent;
mod respondent_auth;
mod survey_end;
mod survey_password;
mod survey_session;
mod survey_url;
mod template;
mod typed_values;

pub(in crate::service) use locale::request_locale;
use page_render::PageRender;
use survey_end::EndRender;

use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::chunked_work::ChunkedWork;
use crate::service::actor::form_origin::is_cross_site;
use crate::service::actor::memory::ActorMemory;
use crate::service::actor::protocol::{ActorId, ActorReply, Command, Feature};
use crate::service::actor::service::Service;
use crate::service::environment::client_ip::ClientIp;
use crate::service::environment::external::ExternalCalls;
use crate::service::environment::random::Random;
use crate::service::store::backlog;
use crate::service::store::effects::Effects;
use crate::service::store::sql::{Sql, SqlError, TransactionEnd, first_row, values};
use crate::service::surveys::answers::DesignSource;
use crate::service::surveys::link::{OPT_OUT_SUFFIX, PRIVACY_SUFFIX, RESPOND_PATH, RespondentLink, TEMPLATES_PATH};
use crate::wire::dates::Timestamp;
use crate::wire::http::{Request, Response};
use crate::wire::path::normalize_path;
use crate::wire::query;
use pages::status_pages::RespondError;
use serde::{Deserialize, Serialize};

/// A respondent's request to the team.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RespondStep {
    link: RespondentLink,
    page: RespondPage,
    /// When the request arrived.
    arrived: Timestamp,
}

/// Milliseconds that an opening of a survey may wait for the team. After that the respondent gets a page that tries
/// again by itself, so that a survey that very many people open at once delays neither those who submit a page nor the
/// team's other calls. A submitted page is never refused for that. Our choice.
const OPENING_WAIT_MAX: i64 = 250;

/// Milliseconds above which a difference of times is no wait: the front and the team read different clocks, and that of
/// an object in memory stops until the machine's has caught up with it, if that was set back.
const PLAUSIBLE_WAIT_MAX: i64 = 10_000;

impl RespondStep {
    /// Whether the respondent must open the survey later.
    fn is_late(&self, request: &Request, now: Timestamp) -> bool {
        let waited = now.0.saturating_sub(self.arrived.0);
        let is_long = waited > OPENING_WAIT_MAX && waited <= PLAUSIBLE_WAIT_MAX;
        request.method != "POST" && self.page == RespondPage::Survey && is_long
    }
}

impl crate::service::actor::protocol::FeatureStep for RespondStep {
    const FEATURE: Feature = Feature::Respond;
}

/// The page below the key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum RespondPage {
    /// The survey.
    Survey,
    /// Opting out.
    OptOut,
    /// What is stored about respondents.
    Privacy,
    /// A file, by its secret.
    File(String),
}

/// A request at the team actor, with the contents of its URL.
#[derive(Clone, Copy)]
pub struct RespondContext<'a> {
    service: &'a Service,
    request: &'a Request,
    link: &'a RespondentLink,
    memory: &'a ActorMemory,
    chunked_work: &'a ChunkedWork,
    now: Timestamp,
    random: &'a dyn Random,
    sql: &'a dyn Sql,
    external: ExternalCalls<'a>,
}

impl<'a> RespondContext<'a> {
    /// The effects of this request.
    fn effects(&self) -> Effects<'a> {
        Effects { sql: self.sql, now: self.now, random: self.random }
    }

    /// What the survey's design is loaded with.
    fn design_source(&self) -> DesignSource<'a> {
        DesignSource { memory: self.memory, chunked_work: self.chunked_work, sql: self.sql }
    }

    /// The client's network address.
    fn client(&self) -> ClientIp {
        ClientIp::from_request(&self.service.config, self.request)
    }

    /// The parameters of the URL. What cannot be decoded is left out: other programs add to links.
    fn query_pairs(&self) -> impl Iterator<Item = (String, String)> {
        query::decode_pairs(&self.request.query).flatten().take(query::MAX_PAIRS)
    }

    /// The value of a parameter of the URL.
    fn query_param(&self, name: &str) -> Option<String> {
        self.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// The survey's URL with the parameters of the request, but with another value of this one.
    fn link_with(&self, name: &str, value: &str) -> String {
        let mut pairs: Vec<_> = self.query_pairs().filter(|(key, _)| key != name).collect();
        pairs.push((name.to_owned(), value.to_owned()));
        format!("{}?{}", self.form_action(), query::encode_query(&pairs))
    }

    /// The URL of the survey's form. The key is spelled as in the request, because it is also the path of the cookie.
    fn form_action(&self) -> String {
        format!("{RESPOND_PATH}{}", path_segments(self.request).next().unwrap_or_default())
    }
}

/// Router: checks the key, and that a form comes from one of our pages.
pub fn route(service: &Service, request: Request, now: Timestamp) -> ActorReply {
    let locale = locale::request_locale(&request);
    if let Some(id) = normalize_path(&request.path).strip_prefix(TEMPLATES_PATH) {
        return template::show_template(service, &request, id).unwrap_or_else(|refusal| refusal.to_page(locale)).into();
    }
    match parse_step(service, &request, now) {
        Ok(step) => ActorReply::forward_to(ActorId::Team(step.link.team.clone()), request, Command::from(step)),
        Err(refusal) => refusal.to_page(locale).into(),
    }
}

/// The segments of the path behind its first one.
fn path_segments(request: &Request) -> impl Iterator<Item = &str> {
    request.path.split('/').filter(|segment| !segment.is_empty()).skip(1)
}

fn parse_step(service: &Service, request: &Request, arrived: Timestamp) -> Result<RespondStep, RespondError> {
    let mut segments = path_segments(request);
    let link = segments
        .next()
        .and_then(|key| RespondentLink::parse_key(&service.config, key))
        .ok_or(RespondError::NotFound)?;
    let page = match (segments.next(), segments.next(), segments.next()) {
        (None, _, _) => RespondPage::Survey,
        (Some(below), None, _) if matches_segment(below, OPT_OUT_SUFFIX) => RespondPage::OptOut,
        (Some(below), None, _) if matches_segment(below, PRIVACY_SUFFIX) => RespondPage::Privacy,
        (Some("files"), Some(secret), None) => RespondPage::File(secret.to_owned()),
        _ => return Err(RespondError::NotFound),
    };
    match (request.method.as_str(), &page) {
        ("GET" | "HEAD", _) => {}
        ("POST", RespondPage::Survey | RespondPage::OptOut) => {
            if is_cross_site(request) {
                return Err(RespondError::CrossSite);
            }
        }
        _ => return Err(RespondError::MethodNotAllowed),
    }
    Ok(RespondStep { link, page, arrived })
}

/// Whether a segment of the path equals a suffix constant.
fn matches_segment(segment: &str, end: &str) -> bool {
    end.strip_prefix('/') == Some(segment)
}

/// Team: responds to the request. An error rolls back what was written before.
pub fn handle_in_team(actor_context: &ActorContext, step: &RespondStep) -> Response {
    let ActorContext { service, request, memory, chunked_work, now, random, sql, external, .. } = *actor_context;
    let link = &step.link;
    let context = RespondContext { service, request, link, memory, chunked_work, now, random, sql, external };
    // Work that takes several chunks has been admitted by its first one.
    if !chunked_work.has_state() && step.is_late(request, now) {
        return RespondError::Busy.to_page(locale::request_locale(request));
    }
    // Translations may be in the backlog, and respondents read them.
    let waiting = sql.run_cached(backlog::IS_LEFT_SQL, &[]);
    // If they cannot be applied, the page is still of use.
    if waiting.is_ok_and(|rows| backlog::is_left(&rows)) && actor_context.apply_backlog().is_ok() {
        return Response::empty(204);
    }
    let mut outcome = Err(RespondError::InternalError);
    let done = sql.transaction(&mut || {
        outcome = resume_page(context).unwrap_or_else(|| dispatch_page(context, &step.page));
        if outcome.is_ok() { TransactionEnd::Commit } else { TransactionEnd::Rollback }
    });
    let response = done
        .map_err(internal_error)
        .and(outcome)
        .unwrap_or_else(|refusal| refusal.to_page(locale::request_locale(request)));
    if request.method == "HEAD" { Response { body: Vec::new(), ..response } } else { response }
}

/// Checks that a recipient exists. The link of a deleted recipient opens no survey, but still opts out: our choice.
fn check_recipient(context: RespondContext) -> Result<(), RespondError> {
    let Some(recipient) = &context.link.recipient else { return Ok(()) };
    let sql = "SELECT id FROM recipients WHERE id = ? AND collector_id = ?";
    let row = first_row(context.sql, sql, values![recipient.as_str(), context.link.collector.as_str()])
        .map_err(internal_error)?;
    row.map(|_| ()).ok_or(RespondError::NotFound)
}

/// The next chunk of a page that is rendered in chunks. What it says was stored with the first one.
fn resume_page(context: RespondContext) -> Option<Result<Response, RespondError>> {
    if let Some(render) = context.chunked_work.take_state(|_: &PageRender| true) {
        return Some(render.render_chunk(context));
    }
    let end = context.chunked_work.take_state(|_: &EndRender| true)?;
    Some(end.render_chunk(context))
}

fn dispatch_page(context: RespondContext, page: &RespondPage) -> Result<Response, RespondError> {
    let is_post = context.request.method == "POST";
    if *page == RespondPage::Survey {
        check_recipient(context)?;
    }
    match page {
        RespondPage::Survey if is_post => navigation::submit_page(context),
        RespondPage::Survey => navigation::show_survey(context),
        RespondPage::OptOut => opt_out::handle_opt_out(context, is_post),
        RespondPage::Privacy => survey_end::show_privacy(context),
        RespondPage::File(secret) => files::serve_file(context, secret),
    }
}

/// The error of a failed statement.
fn internal_error(_: SqlError) -> RespondError {
    RespondError::InternalError
}

//! Taking a survey: who may answer, which page comes next, and what becomes of the answers.
//!
//! | Request | Response |
//! |---|---|
//! | `GET /r/KEY` | the page on which the respondent is, or why there is none |
//! | `POST /r/KEY` | saves the page and shows the next one, or the page again with its violations |
//! | `GET` and `POST /r/KEY/opt-out` | takes a recipient's address off the sender's list |
//! | `GET /r/KEY/privacy` | what is stored of who answers |
//! | `GET /r/KEY/files/WORD` | a file that a respondent sent |
//! | `GET /r/templates/ID` | a template of the library, to look at |
//!
//! The key names team, collector and recipient, so that the router sends the request straight to the team. The key of a
//! preview names the survey instead of a collector; its answers are stored with the mode `survey_preview` and count
//! nowhere.
//!
//! Each page is a plain form. The response is stored after each page, and the API has it from the first page on. The
//! form token says whose response a form belongs to, so that a form that is sent twice changes the same response twice.

mod choice_counts;
mod collector_settings;
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
mod survey_session;
mod template;

pub(in crate::service) use locale::request_locale;
pub use page_render::PageRender;

use crate::service::actor::chunked_work::ChunkedWork;
use crate::service::actor::form_origin::is_cross_site;
use crate::service::actor::protocol::{ActorId, ActorReply, Command, Feature};
use crate::service::actor::service::Service;
use crate::service::store::backlog;
use crate::service::store::client_ip::ClientIp;
use crate::service::store::effects::Effects;
use crate::service::store::external::ExternalCalls;
use crate::service::store::random::Random;
use crate::service::store::sql::{Sql, SqlError, TransactionEnd, first_row, values};
use crate::service::surveys::link::{OPT_OUT_SUFFIX, PRIVACY_SUFFIX, RESPOND_PATH, RespondentLink, TEMPLATES_PATH};
use crate::wire::dates::Timestamp;
use crate::wire::http::{Request, Response};
use crate::wire::path::normalize_path;
use pages::status_pages::RespondError;
use serde::{Deserialize, Serialize};

/// What a respondent asks the team.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RespondStep {
    link: RespondentLink,
    page: RespondPage,
}

impl crate::service::actor::protocol::FeatureStep for RespondStep {
    const FEATURE: Feature = Feature::Respond;
}

/// Which page below the key it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum RespondPage {
    /// The survey.
    Survey,
    /// Opting out.
    OptOut,
    /// What is kept.
    Privacy,
    /// A file: its word.
    File(String),
}

/// A visit to the team, and the address that led to it.
#[derive(Clone, Copy)]
pub struct RespondContext<'a> {
    service: &'a Service,
    request: &'a Request,
    link: &'a RespondentLink,
    chunked_work: &'a ChunkedWork,
    now: Timestamp,
    random: &'a dyn Random,
    sql: &'a dyn Sql,
    external: ExternalCalls<'a>,
}

impl<'a> RespondContext<'a> {
    /// What events, ids and recipients are written on.
    fn effects(&self) -> Effects<'a> {
        Effects { sql: self.sql, now: self.now, random: self.random }
    }

    /// Where the request comes from.
    fn client(&self) -> ClientIp {
        ClientIp::from_request(&self.service.config, self.request)
    }

    /// Where the survey's form goes. The key is made anew, so that an address has one form.
    fn form_action(&self) -> String {
        format!("{}{}", RESPOND_PATH, self.link.to_key(&self.service.config).unwrap_or_default())
    }
}

/// At the door: is the key one of ours, and is the form from one of our pages?
pub fn route(service: &Service, request: Request) -> ActorReply {
    let tongue = locale::request_locale(&request);
    if let Some(id) = normalize_path(&request.path).strip_prefix(TEMPLATES_PATH) {
        return template::show_template(service, &request, id).unwrap_or_else(|refusal| refusal.to_page(tongue)).into();
    }
    match parse_step(service, &request) {
        Ok(step) => ActorReply::forward_to(ActorId::Team(step.link.team.clone()), request, Command::from(step)),
        Err(refusal) => refusal.to_page(tongue).into(),
    }
}

fn parse_step(service: &Service, request: &Request) -> Result<RespondStep, RespondError> {
    // Some mail programs write the tilde of a key in percent signs.
    let path = request.path.replace("%7E", "~").replace("%7e", "~");
    let mut segments = path.split('/').filter(|segment| !segment.is_empty()).skip(1);
    let link = segments
        .next()
        .and_then(|key| RespondentLink::parse_key(&service.config, key))
        .ok_or(RespondError::NotFound)?;
    let page = match (segments.next(), segments.next(), segments.next()) {
        (None, _, _) => RespondPage::Survey,
        (Some(below), None, _) if matches_segment(below, OPT_OUT_SUFFIX) => RespondPage::OptOut,
        (Some(below), None, _) if matches_segment(below, PRIVACY_SUFFIX) => RespondPage::Privacy,
        (Some("files"), Some(word), None) => RespondPage::File(word.to_owned()),
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
    Ok(RespondStep { link, page })
}

/// Whether a segment of the path is the one that an address ends with.
fn matches_segment(segment: &str, end: &str) -> bool {
    end.strip_prefix('/') == Some(segment)
}

/// At the team: the answer. What a refusal had written before is undone.
pub fn handle_in_team(visit: &crate::service::actor::actor_context::ActorContext, step: &RespondStep) -> Response {
    let crate::service::actor::actor_context::ActorContext {
        service,
        request,
        chunked_work: pieces,
        now,
        random,
        sql,
        external: outside,
        ..
    } = *visit;
    let visit = RespondContext {
        service,
        request,
        link: &step.link,
        chunked_work: pieces,
        now,
        random,
        sql,
        external: outside,
    };
    // Whoever takes a survey in another language reads what was translated.
    if backlog::is_left(sql) == Ok(true) && backlog::apply_next(visit.effects()).is_ok() {
        pieces.pause();
        return Response::empty(204);
    }
    let begun = pieces.take_state(|_: &PageRender| true);
    let answer = match begun {
        Some(paper) => paper.render_piece(pieces),
        None => {
            let mut outcome = Err(RespondError::InternalError);
            let done = sql.transaction(&mut || {
                outcome = dispatch_page(visit, &step.page);
                if outcome.is_ok() { TransactionEnd::Commit } else { TransactionEnd::Rollback }
            });
            done.map_err(internal_error)
                .and(outcome)
                .unwrap_or_else(|refusal| refusal.to_page(locale::request_locale(request)))
        }
    };
    if request.method == "HEAD" { Response { body: Vec::new(), ..answer } } else { answer }
}

/// The address of a recipient who was deleted leads to no survey any more: our choice. It still takes them off the list.
fn check_recipient(visit: RespondContext) -> Result<(), RespondError> {
    let Some(recipient) = &visit.link.recipient else { return Ok(()) };
    let sql = "SELECT id FROM recipients WHERE id = ? AND collector_id = ?";
    let row = first_row(visit.sql, sql, values![recipient.as_str(), visit.link.collector.as_str()])
        .map_err(internal_error)?;
    row.map(|_| ()).ok_or(RespondError::NotFound)
}

fn dispatch_page(visit: RespondContext, page: &RespondPage) -> Result<Response, RespondError> {
    let sends = visit.request.method == "POST";
    if *page == RespondPage::Survey {
        check_recipient(visit)?;
    }
    match page {
        RespondPage::Survey if sends => navigation::submit_page(visit),
        RespondPage::Survey => navigation::show_survey(visit),
        RespondPage::OptOut => opt_out::handle_opt_out(visit, sends),
        RespondPage::Privacy => survey_end::show_privacy(visit),
        RespondPage::File(word) => files::serve_file(visit, word),
    }
}

/// A statement failed: the respondent is asked to try again later.
fn internal_error(_: SqlError) -> RespondError {
    RespondError::InternalError
}

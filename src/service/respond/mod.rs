//! Taking a survey: who may answer, which page comes next, and what becomes of the answers.
//!
//! | Request | Answer |
//! |---|---|
//! | `GET /r/KEY` | the page on which the respondent stands, or why there is none |
//! | `POST /r/KEY` | saves the page and shows the next one, or the page again with what is wrong |
//! | `GET` and `POST /r/KEY/opt-out` | takes a recipient's address off the sender's list |
//! | `GET /r/KEY/privacy` | what is kept of who answers |
//! | `GET /r/KEY/files/WORD` | a file that a respondent sent |
//! | `GET /r/templates/ID` | a template of the library, to look at |
//!
//! The key says which team and collector it is about, so that the walk is from the door to the team. The
//! response is stored after each page. A form says by its ticket whose response it belongs to, so that a
//! form that is sent twice changes the same response twice.

mod body;
mod end;
pub mod failure;
mod files;
mod form;
mod gate;
mod order;
pub mod pages;
mod paper;
mod picked;
mod proof;
mod recipient;
mod respondent;
mod save;
mod speech;
mod survey;
mod template;
pub(in crate::service) mod ticket;
mod walk;

pub use paper::Paper;
pub(in crate::service) use speech::tongue;

use crate::service::actor::foreign::is_foreign;
use crate::service::actor::pieces::Pieces;
use crate::service::actor::place::{Feature, Note, Place, Turn};
use crate::service::actor::service::Service;
use crate::service::store::backlog;
use crate::service::store::client::Client;
use crate::service::store::ground::Ground;
use crate::service::store::question::Outside;
use crate::service::store::random::Random;
use crate::service::store::sql::{Sql, SqlError, Verdict, first, values};
use crate::service::surveys::link::{Link, OPT_OUT, PATH, PRIVACY, TEMPLATES};
use crate::wire::dates::Moment;
use crate::wire::http::{Request, Response};
use crate::wire::path::normal;
use pages::ending::Refusal;
use serde::{Deserialize, Serialize};

/// What a respondent asks the team.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    link: Link,
    page: Page,
}

impl crate::service::actor::place::Step for Step {
    const FEATURE: Feature = Feature::Respond;
}

/// Which page below the key it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum Page {
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
pub struct Visit<'a> {
    service: &'a Service,
    request: &'a Request,
    link: &'a Link,
    pieces: &'a Pieces,
    now: Moment,
    random: &'a dyn Random,
    sql: &'a dyn Sql,
    outside: Outside<'a>,
}

impl<'a> Visit<'a> {
    /// What events, ids and recipients are written on.
    fn ground(&self) -> Ground<'a> {
        Ground { sql: self.sql, now: self.now, random: self.random }
    }

    /// Where the request comes from.
    fn client(&self) -> Client {
        Client::of(&self.service.config, self.request)
    }

    /// Where the survey's form goes. The key is made anew, so that an address has one form.
    fn action(&self) -> String {
        format!("{}{}", PATH, self.link.key(&self.service.config).unwrap_or_default())
    }
}

/// At the door: is the key one of ours, and is the form from one of our pages?
pub fn at_the_door(service: &Service, request: Request) -> Turn {
    let tongue = speech::tongue(&request);
    if let Some(id) = normal(&request.path).strip_prefix(TEMPLATES) {
        return template::show(service, &request, id).unwrap_or_else(|refusal| refusal.page(tongue)).into();
    }
    match admit(service, &request) {
        Ok(step) => Turn::go(Place::Team(step.link.team.clone()), request, Note::from(step)),
        Err(refusal) => refusal.page(tongue).into(),
    }
}

fn admit(service: &Service, request: &Request) -> Result<Step, Refusal> {
    // Some mail programs write the tilde of a key in percent signs.
    let path = request.path.replace("%7E", "~").replace("%7e", "~");
    let mut segments = path.split('/').filter(|segment| !segment.is_empty()).skip(1);
    let link = segments.next().and_then(|key| Link::read(&service.config, key)).ok_or(Refusal::Nothing)?;
    let page = match (segments.next(), segments.next(), segments.next()) {
        (None, _, _) => Page::Survey,
        (Some(below), None, _) if is(below, OPT_OUT) => Page::OptOut,
        (Some(below), None, _) if is(below, PRIVACY) => Page::Privacy,
        (Some("files"), Some(word), None) => Page::File(word.to_owned()),
        _ => return Err(Refusal::Nothing),
    };
    match (request.method.as_str(), &page) {
        ("GET" | "HEAD", _) => {}
        ("POST", Page::Survey | Page::OptOut) => {
            if is_foreign(request) {
                return Err(Refusal::Foreign);
            }
        }
        _ => return Err(Refusal::Method),
    }
    Ok(Step { link, page })
}

/// Whether a segment of the path is the one that an address ends with.
fn is(segment: &str, end: &str) -> bool {
    end.strip_prefix('/') == Some(segment)
}

/// At the team: the answer. What a refusal had written before is undone.
pub fn at_the_team(visit: &crate::service::actor::visit::Visit, step: &Step) -> Response {
    let crate::service::actor::visit::Visit { service, request, pieces, now, random, sql, outside, .. } = *visit;
    let visit = Visit { service, request, link: &step.link, pieces, now, random, sql, outside };
    // Whoever takes a survey in another language reads what was translated.
    if backlog::is_left(sql) == Ok(true) && backlog::carry_out(visit.ground()).is_ok() {
        pieces.wait();
        return Response::empty(204);
    }
    let begun = pieces.kept(|_: &Paper| true);
    let answer = match begun {
        Some(paper) => paper.page(pieces),
        None => {
            let mut outcome = Err(Refusal::Broken);
            let done = sql.transaction(&mut || {
                outcome = answer(visit, &step.page);
                if outcome.is_ok() { Verdict::Keep } else { Verdict::Undo }
            });
            done.map_err(broken).and(outcome).unwrap_or_else(|refusal| refusal.page(speech::tongue(request)))
        }
    };
    if request.method == "HEAD" { Response { body: Vec::new(), ..answer } } else { answer }
}

/// The address of a recipient who was deleted leads to no survey any more: our choice. It still takes them off the list.
fn invited(visit: Visit) -> Result<(), Refusal> {
    let Some(recipient) = &visit.link.recipient else { return Ok(()) };
    let sql = "SELECT id FROM recipients WHERE id = ? AND collector_id = ?";
    let row = first(visit.sql, sql, values![recipient.as_str(), visit.link.collector.as_str()]).map_err(broken)?;
    row.map(|_| ()).ok_or(Refusal::Nothing)
}

fn answer(visit: Visit, page: &Page) -> Result<Response, Refusal> {
    let sends = visit.request.method == "POST";
    if *page == Page::Survey {
        invited(visit)?;
    }
    match page {
        Page::Survey if sends => walk::submit(visit),
        Page::Survey => walk::show(visit),
        Page::OptOut => recipient::opt_out(visit, sends),
        Page::Privacy => end::privacy(visit),
        Page::File(word) => files::serve(visit, word),
    }
}

/// A statement failed: the respondent is asked to try again later.
fn broken(_: SqlError) -> Refusal {
    Refusal::Broken
}

//! Sessions: the cookie opened, the session object asked, the code exchanged.

use super::objects::session as kept;
use super::upstream::{self, Body, Incoming, Outgoing};
use super::{Platform, Visit, budget, isolate};
use crate::gateway::cookie;
use crate::gateway::csrf;
use crate::gateway::exchange::{self, ANSWER_MAX, Grant, TIMEOUT_MS};
use crate::gateway::json::{Truth, Written, object};
use crate::gateway::object::Call;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::{self, Refusal};
use crate::gateway::secret::Secret;
use crate::gateway::session::{self as rules, Record, Standing, Ticket};
use crate::gateway::surface::Auth;
use crate::spec::endpoint::Method;
use crate::spec::errors::Error;
use crate::spec::oauth;
use crate::spec::regions::Region;
use crate::wire::http::Response;
use worker::web_sys;

/// A session that is good for one call.
pub(crate) struct Opened {
    pub(crate) ticket: Ticket,
    pub(crate) token: Secret,
    /// The ticket sealed anew, if it is time.
    pub(crate) cookie: Option<String>,
}

/// Opens the caller's session, or says that there is none.
pub(crate) async fn open(visit: &Visit, method: Method) -> Result<Opened, Problem> {
    let (ticket, refresh) = match standing(visit) {
        Standing::None => return Err(Problem::SignedOut),
        Standing::Good(ticket) => (ticket, Refresh::No),
        Standing::Refresh(ticket) => (ticket, Refresh::Yes),
    };
    let config = &visit.config;
    let record = look_up(visit, &ticket, method).await?.ok_or(Problem::SignedOut)?;
    let token = rules::token(&config.keys, &config.origin, &ticket, &record).ok_or(Problem::SignedOut)?;
    let cookie = match refresh {
        Refresh::No => None,
        Refresh::Yes => {
            renew(visit, &ticket, &record).await?;
            rules::set_cookie(&config.keys, &config.origin, &ticket, visit.now, Platform.bytes())
        }
    };
    Ok(Opened { ticket, token, cookie })
}

enum Refresh {
    No,
    Yes,
}

/// Ends a session where it is kept.
pub(crate) async fn end(visit: &Visit, ticket: &Ticket) -> Result<(), Problem> {
    isolate::recent(|recent| recent.learn(ticket.id, None, visit.now));
    kept::call(&visit.env, &ticket.id, &Call::Forget).await.map(drop)
}

/// Answers below `/auth`.
pub(crate) async fn respond(visit: &Visit, auth: Auth) -> worker::Result<web_sys::Response> {
    if visit.head().method != auth.method() {
        return visit.answer(&Problem::MethodNotAllowed.response().with("allow", auth.method()));
    }
    if let Err(problem) = csrf::check(visit.head(), &visit.config.origin, visit.guest()) {
        return visit.answer(&problem.response());
    }
    let answer = match auth {
        Auth::Configuration => Ok(configuration(visit)),
        Auth::Token => sign_in(visit).await,
        Auth::Session => show(visit).await,
        Auth::SignOut => sign_out(visit).await,
        Auth::Budget => match open(visit, Method::GET).await {
            Ok(_) => budget::show(visit).await,
            Err(problem) => Err(problem.into()),
        },
    };
    match answer {
        Ok(response) => visit.answer(&response),
        Err(refusal) => visit.refuse(&refusal),
    }
}

fn configuration(visit: &Visit) -> Response {
    let config = &visit.config;
    let url = config.authorize_url();
    let members = [("authorize_url", &url), ("client_id", &config.client_id), ("redirect_uri", &config.redirect_uri)];
    Response::json(200, object(&members.map(|(name, value)| (name, Written::Text(value)))))
}

async fn sign_in(visit: &Visit) -> Result<Response, Refusal> {
    proxy::check_body(visit.head(), visit.arrival.payload())?;
    let body = visit.arrival.body(ANSWER_MAX).await.map_err(|_| Problem::BadRequest)?.ok_or(Error::TooLarge)?;
    let code = exchange::code(&body)?;
    if let Standing::Good(old) | Standing::Refresh(old) = standing(visit) {
        end(visit, &old).await?;
    }
    let Grant { token, region } = grant(visit, &code).await?;
    let config = &visit.config;
    let begun =
        rules::begin(&config.keys, &config.origin, &token, region, visit.now, &Platform.bytes(), Platform.bytes());
    let (ticket, record) = begun.ok_or(Problem::Internal)?;
    kept::call(&visit.env, &ticket.id, &Call::Begin(record)).await?.ok_or(Problem::Internal)?;
    let cookie = rules::set_cookie(&config.keys, &config.origin, &ticket, visit.now, Platform.bytes());
    Ok(signed_in(region).with("set-cookie", &cookie.ok_or(Problem::Internal)?))
}

async fn grant(visit: &Visit, code: &str) -> Result<Grant, Problem> {
    let config = &visit.config;
    let exchange = exchange::request(config, code).ok_or(Problem::Internal)?;
    let outgoing = Outgoing {
        method: "POST",
        origin: &config.auth,
        path: oauth::TOKEN_PATH,
        query: "",
        headers: exchange.headers,
        body: Body::Bytes(exchange.body.into_bytes()),
        timeout: Some(TIMEOUT_MS),
    };
    let Incoming { status, headers, body } = upstream::send(visit, outgoing).await?;
    let body = body.bytes(ANSWER_MAX).await.ok().flatten().ok_or(Problem::UpstreamFailed)?;
    exchange::grant(config, status, &headers, &body).map_err(|failure| {
        super::note("sign-in refused", &format!("{failure:?}"));
        failure.problem()
    })
}

async fn show(visit: &Visit) -> Result<Response, Refusal> {
    // Asked as a write would: the page wants to know whether the session is over, not whether it was good lately.
    match open(visit, Method::POST).await {
        Ok(Opened { ticket, cookie, .. }) => {
            let response = signed_in(ticket.region);
            Ok(match cookie {
                Some(cookie) => response.with("set-cookie", &cookie),
                None => response,
            })
        }
        Err(Problem::SignedOut) => Ok(Response::json(200, object(&[("signed_in", Written::Truth(Truth::False))]))),
        Err(problem) => Err(problem.into()),
    }
}

async fn sign_out(visit: &Visit) -> Result<Response, Refusal> {
    if let Standing::Good(ticket) | Standing::Refresh(ticket) = standing(visit) {
        end(visit, &ticket).await?;
    }
    Ok(Response::empty(204).with("set-cookie", &cookie::drop(&visit.config.origin)))
}

fn signed_in(region: Region) -> Response {
    let members = [("signed_in", Written::Truth(Truth::True)), ("region", Written::Text(region.as_str()))];
    Response::json(200, object(&members))
}

fn standing(visit: &Visit) -> Standing {
    let config = &visit.config;
    rules::standing(&config.keys, &config.origin, visit.head().header("cookie"), visit.now)
}

async fn look_up(visit: &Visit, ticket: &Ticket, method: Method) -> Result<Option<Record>, Problem> {
    let known = isolate::recent(|recent| recent.get(&ticket.id, method, visit.now).cloned());
    if known.is_some() {
        return Ok(known);
    }
    let found = kept::call(&visit.env, &ticket.id, &Call::Show).await?;
    isolate::recent(|recent| recent.learn(ticket.id, found.clone(), visit.now));
    Ok(found)
}

/// Seals the stored token with the newest key, where an older one did.
async fn renew(visit: &Visit, ticket: &Ticket, record: &Record) -> Result<(), Problem> {
    let config = &visit.config;
    let Some(renewed) = rules::renewed(&config.keys, &config.origin, ticket, record, Platform.bytes()) else {
        return Ok(());
    };
    let kept = kept::call(&visit.env, &ticket.id, &Call::Renew(renewed)).await?;
    isolate::recent(|recent| recent.learn(ticket.id, kept, visit.now));
    Ok(())
}

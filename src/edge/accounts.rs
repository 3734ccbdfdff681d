//! Signing in and out: the code exchanged, and the accounts of a browser switched and left.

use super::objects::session as kept;
use super::session::{Opened, cookie, end, end_at, explain, look_up, open, purse, renew, store_ends};
use super::upstream::{self, RequestBody, UpstreamRequest};
use super::{Platform, RequestContext, budget, cache, isolate};
use crate::edge::response::UpstreamResponse;
use crate::edge::sandbox::object;
use crate::gateway::account::Account;
use crate::gateway::accounts::{self as bodies, Leaving};
use crate::gateway::challenge::{self, Challenge};
use crate::gateway::csrf;
use crate::gateway::exchange::{self, ANSWER_MAX, Grant, TIMEOUT_MS};
use crate::gateway::json::{Written, object};
use crate::gateway::log::Level;
use crate::gateway::metrics::Counter;
use crate::gateway::object::{Call, Kept};
use crate::gateway::problem::Problem;
use crate::gateway::proxy::{self, Refusal};
use crate::gateway::purse::Purse;
use crate::gateway::session as rules;
use crate::gateway::surface::Auth;
use crate::spec::endpoint::Method;
use crate::spec::errors::Error;
use crate::spec::gateway::SessionEnd;
use crate::spec::oauth;
use crate::wire::http::Response;
use crate::wire::query;
use worker::web_sys;

/// Answers below `/auth`.
pub(crate) async fn respond(visit: &RequestContext, auth: Auth) -> worker::Result<web_sys::Response> {
    if visit.head().method != auth.method() {
        return visit.answer(&Problem::MethodNotAllowed.response().with("allow", auth.method()));
    }
    if let Err(problem) = csrf::check(visit.head(), &visit.config.origin, visit.guest()) {
        return visit.answer(&problem.response());
    }
    match answer(visit, auth).await {
        Ok(response) => visit.answer(&response),
        Err(refusal) => visit.refuse(&refusal),
    }
}

async fn answer(visit: &RequestContext, auth: Auth) -> Result<Response, Refusal> {
    match auth {
        Auth::Configuration => Ok(configuration(visit)?),
        Auth::Token => sign_in(visit, body(visit).await?).await,
        Auth::Session => show(visit).await,
        Auth::Switch => switch(visit, body(visit).await?).await,
        Auth::SignOut => sign_out(visit, body(visit).await?).await,
        Auth::SignOutEverywhere => {
            body(visit).await?;
            sign_out_everywhere(visit).await
        }
        Auth::Budget => {
            open(visit, Method::GET).await?;
            budget::show(visit).await
        }
    }
}

async fn body(visit: &RequestContext) -> Result<Vec<u8>, Refusal> {
    proxy::check_body(visit.head(), visit.arrival.payload())?;
    Ok(visit.arrival.body(ANSWER_MAX).await.map_err(|_| Problem::BadRequest)?.ok_or(Error::TooLarge)?)
}

fn configuration(visit: &RequestContext) -> Result<Response, Problem> {
    let config = &visit.config;
    let mut url = config.authorize_url();
    let mut pkce = None;
    if config.challenge {
        let begun = challenge::begin(&config.sealer, &config.origin, visit.now, Platform.bytes(), Platform.bytes());
        let Challenge { hash, sealed } = begun.ok_or(Problem::Internal)?;
        let asked = [("code_challenge", hash.as_str()), ("code_challenge_method", oauth::CHALLENGE_METHOD)];
        url = format!("{url}?{}", query::encode(&asked));
        pkce = Some(sealed);
    }
    let mut members =
        vec![("authorize_url", &url), ("client_id", &config.client_id), ("redirect_uri", &config.redirect_uri)];
    members.extend(pkce.as_ref().map(|sealed| ("pkce", sealed)));
    let members: Vec<_> = members.into_iter().map(|(name, value)| (name, Written::Text(value))).collect();
    Ok(Response::json(200, object(&members)))
}

async fn sign_in(visit: &RequestContext, body: Vec<u8>) -> Result<Response, Refusal> {
    let code = exchange::code(&body)?;
    let verifier = exchange::verifier(&visit.config, &body, visit.now)?;
    let mut purse = purse(visit).settled();
    if !bodies::keeps_others(&body)? {
        end_all(visit, &purse.take(&|_| true)).await?;
    }
    let grant = grant(visit, &code, verifier.as_deref()).await?;
    let config = &visit.config;
    let (random, nonce) = (Platform.bytes(), Platform.bytes());
    let begun = rules::begin(&config.sealer, &config.origin, &config.client_id, &grant, visit.now, &random, nonce);
    let (ticket, record) = begun.ok_or(Problem::Internal)?;
    object::began(&visit.env, rules::object_name(&ticket.account)).await.map_err(|_| Problem::Internal)?;
    cache::clear_everywhere(visit, ticket.account).await;
    // What ended every session of the account must not end this one.
    store_ends(visit, isolate::unstored(|unstored| unstored.of(&ticket.account))).await?;
    let Kept::Open(_) = kept::call(&visit.env, &ticket.account, &Call::Begin(ticket.id, record)).await? else {
        return Err(Problem::Internal.into());
    };
    isolate::count(Counter::SessionsBegun);
    end_all(visit, &purse.put(ticket)).await?;
    shown(visit, &purse)
}

async fn grant(visit: &RequestContext, code: &str, verifier: Option<&str>) -> Result<Grant, Problem> {
    let config = &visit.config;
    let exchange = exchange::request(config, code, verifier).ok_or(Problem::Internal)?;
    let mut outgoing = UpstreamRequest {
        method: "POST",
        origin: &config.auth,
        path: oauth::TOKEN_PATH,
        query: "",
        headers: exchange.headers,
        body: RequestBody::Bytes(exchange.body.into_bytes()),
        timeout: Some(TIMEOUT_MS),
        prefix: None,
    };
    let UpstreamResponse { status, headers, body } = upstream::send(visit, &mut outgoing).await?;
    let body = body.bytes(ANSWER_MAX).await.ok().flatten().ok_or(Problem::UpstreamFailed)?;
    exchange::grant(config, status, &headers, &body).map_err(|failure| {
        visit.note(Level::Warn, "sign-in refused", &failure);
        failure.problem()
    })
}

/// Tells who is signed in. Asked as a write would: the page wants to know whether a session is over, not whether it
/// was good lately.
async fn show(visit: &RequestContext) -> Result<Response, Refusal> {
    let mut purse = purse(visit);
    explain(visit, &mut purse).await;
    purse = purse.settled();
    for ticket in purse.tickets().to_vec() {
        match look_up(visit, &mut purse, &ticket, Method::POST).await? {
            Ok((record, _)) if purse.is_changed() => renew(visit, &ticket, &record).await?,
            Ok(_) => {}
            Err(why) => purse.remove(&ticket.id, why),
        }
    }
    shown(visit, &purse)
}

async fn switch(visit: &RequestContext, body: Vec<u8>) -> Result<Response, Refusal> {
    let account = bodies::switched(&body)?;
    let mut purse = purse(visit).settled();
    let current = purse.current().cloned().ok_or(Problem::SignedOut)?;
    if !purse.select(&account) {
        return Err(Problem::UnknownAccount.into());
    }
    let ticket = purse.current().cloned().ok_or(Problem::Internal)?;
    let (record, _) = match look_up(visit, &mut purse, &ticket, Method::POST).await? {
        Ok(known) => known,
        Err(why) => {
            purse.remove(&ticket.id, None);
            purse.select(&current.shown());
            return Err(Refusal::Over(Problem::UnknownAccount, why, cookie(visit, &purse)?));
        }
    };
    renew(visit, &ticket, &record).await?;
    shown(visit, &purse)
}

async fn sign_out(visit: &RequestContext, body: Vec<u8>) -> Result<Response, Refusal> {
    let mut purse = purse(visit);
    let leaving = match bodies::leaving(&body)? {
        Leaving::Current => purse.leave(),
        Leaving::All => purse.take(&|_| true),
        Leaving::One(account) => match purse.take(&|ticket| ticket.shown() == account) {
            none if none.is_empty() => return Err(Problem::UnknownAccount.into()),
            one => one,
        },
    };
    end_all(visit, &leaving).await?;
    left(visit, &purse)
}

/// Ends every session of the account in one step; a session that is older than accounts' places has its own besides.
/// Where a full disk does not even show what is kept, the cookie alone says which account it is.
async fn sign_out_everywhere(visit: &RequestContext) -> Result<Response, Refusal> {
    let (ticket, account, mut purse) = match open(visit, Method::POST).await {
        Ok(Opened { ticket, token, purse, .. }) => {
            let account = rules::account(&visit.config.client_id, &token);
            (ticket, account, purse)
        }
        Err(Refusal::Problem(Problem::Internal)) => {
            let purse = purse(visit);
            let ticket = purse.current().cloned().ok_or(Problem::SignedOut)?;
            let account = ticket.account;
            (ticket, account, purse)
        }
        Err(refusal) => return Err(refusal),
    };
    for place in [account, ticket.account] {
        end_at(visit, place, Call::EndAll(SessionEnd::SignedOut)).await?;
        cache::clear(visit, &Account::at(place, ticket.region)).await;
    }
    isolate::recent(std::mem::take);
    purse.take(&|known| known.account == account || known.id == ticket.id);
    left(visit, &purse)
}

async fn end_all(visit: &RequestContext, tickets: &[rules::Ticket]) -> Result<(), Problem> {
    for ticket in tickets {
        end(visit, ticket, SessionEnd::SignedOut).await?;
    }
    Ok(())
}

fn shown(visit: &RequestContext, purse: &Purse) -> Result<Response, Refusal> {
    let response = Response::json(200, purse.shown());
    Ok(if purse.is_changed() { response.with("set-cookie", &cookie(visit, purse)?) } else { response })
}

fn left(visit: &RequestContext, purse: &Purse) -> Result<Response, Refusal> {
    Ok(Response::empty(204).with("set-cookie", &cookie(visit, purse)?))
}

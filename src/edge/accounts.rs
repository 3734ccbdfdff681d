//! Signing in and out: the code exchanged, and the accounts of a browser switched and left.

use super::objects::session as session_object;
use super::session::{
    OpenSession, end_at_account, end_session, explain_lapse, look_up_record, open_session, read_jar, renew_record,
    seal_cookie, store_ends,
};
use super::upstream::{self, RequestBody, UpstreamRequest};
use super::{PlatformRandom, RequestContext, budget, cache, isolate_state};
use crate::edge::response::UpstreamResponse;
use crate::edge::sandbox::object;
use crate::gateway::account::Account;
use crate::gateway::account_requests::{self as bodies, SignOutScope};
use crate::gateway::csrf;
use crate::gateway::exchange::{self, ANSWER_MAX, Grant, TIMEOUT_MS};
use crate::gateway::json::{JsonValue, write_object};
use crate::gateway::log::Level;
use crate::gateway::metrics::Counter;
use crate::gateway::pkce::{self, Challenge};
use crate::gateway::problem::Problem;
use crate::gateway::proxy::{self, Refusal};
use crate::gateway::route::AuthAction;
use crate::gateway::session as rules;
use crate::gateway::session_jar::SessionJar;
use crate::gateway::session_object::{SessionCommand, SessionState};
use crate::spec::endpoint::Method;
use crate::spec::errors::Error;
use crate::spec::gateway::SessionEnd;
use crate::spec::oauth;
use crate::wire::http::Response;
use crate::wire::query;
use worker::web_sys;

/// Answers below `/auth`.
pub(crate) async fn respond(visit: &RequestContext, auth: AuthAction) -> worker::Result<web_sys::Response> {
    if visit.head().method != auth.method() {
        return visit.respond_with(&Problem::MethodNotAllowed.to_response().with_header("allow", auth.method()));
    }
    if let Err(problem) = csrf::check_request(visit.head(), &visit.config.origin, visit.allowed_origin()) {
        return visit.respond_with(&problem.to_response());
    }
    match handle_action(visit, auth).await {
        Ok(response) => visit.respond_with(&response),
        Err(refusal) => visit.respond_refusal(&refusal),
    }
}

async fn handle_action(visit: &RequestContext, auth: AuthAction) -> Result<Response, Refusal> {
    match auth {
        AuthAction::Configuration => Ok(sign_in_configuration(visit)?),
        AuthAction::Token => sign_in(visit, read_json_body(visit).await?).await,
        AuthAction::Session => show_session(visit).await,
        AuthAction::Switch => switch_account(visit, read_json_body(visit).await?).await,
        AuthAction::SignOut => sign_out(visit, read_json_body(visit).await?).await,
        AuthAction::SignOutEverywhere => {
            read_json_body(visit).await?;
            sign_out_everywhere(visit).await
        }
        AuthAction::Budget => {
            open_session(visit, Method::GET).await?;
            budget::respond_plan(visit).await
        }
    }
}

async fn read_json_body(visit: &RequestContext) -> Result<Vec<u8>, Refusal> {
    proxy::check_body(visit.head(), visit.arrival.body_size())?;
    Ok(visit.arrival.read_body(ANSWER_MAX).await.map_err(|_| Problem::BadRequest)?.ok_or(Error::TooLarge)?)
}

fn sign_in_configuration(visit: &RequestContext) -> Result<Response, Problem> {
    let config = &visit.config;
    let mut url = config.authorize_url();
    let mut pkce = None;
    if config.uses_pkce {
        let begun = pkce::begin_challenge(
            &config.sealer,
            &config.origin,
            visit.now,
            PlatformRandom.random_bytes(),
            PlatformRandom.random_bytes(),
        );
        let Challenge { hash, sealed_verifier: sealed } = begun.ok_or(Problem::Internal)?;
        let asked = [("code_challenge", hash.as_str()), ("code_challenge_method", oauth::CHALLENGE_METHOD)];
        url = format!("{url}?{}", query::encode_query(&asked));
        pkce = Some(sealed);
    }
    let mut members =
        vec![("authorize_url", &url), ("client_id", &config.client_id), ("redirect_uri", &config.redirect_uri)];
    members.extend(pkce.as_ref().map(|sealed| ("pkce", sealed)));
    let members: Vec<_> = members.into_iter().map(|(name, value)| (name, JsonValue::Text(value))).collect();
    Ok(Response::json(200, write_object(&members)))
}

async fn sign_in(visit: &RequestContext, body: Vec<u8>) -> Result<Response, Refusal> {
    let code = exchange::parse_code(&body)?;
    let verifier = exchange::parse_verifier(&visit.config, &body, visit.now)?;
    let mut jar = read_jar(visit).acknowledge_end();
    if !bodies::keeps_others(&body)? {
        end_sessions(visit, &jar.take_matching(&|_| true)).await?;
    }
    let grant = exchange_code(visit, &code, verifier.as_deref()).await?;
    let config = &visit.config;
    let (random, nonce) = (PlatformRandom.random_bytes(), PlatformRandom.random_bytes());
    let begun =
        rules::begin_session(&config.sealer, &config.origin, &config.client_id, &grant, visit.now, &random, nonce);
    let (ticket, record) = begun.ok_or(Problem::Internal)?;
    object::register_session(&visit.env, rules::object_name(&ticket.account)).await.map_err(|_| Problem::Internal)?;
    cache::clear_in_all_regions(visit, ticket.account).await;
    // What ended every session of the account must not end this one.
    store_ends(visit, isolate_state::with_unstored_ends(|unstored| unstored.ends_of_account(&ticket.account))).await?;
    let SessionState::Open(_) =
        session_object::call_session_object(&visit.env, &ticket.account, &SessionCommand::Begin(ticket.id, record))
            .await?
    else {
        return Err(Problem::Internal.into());
    };
    isolate_state::count_event(Counter::SessionsBegun);
    end_sessions(visit, &jar.add_session(ticket)).await?;
    session_response(visit, &jar)
}

async fn exchange_code(visit: &RequestContext, code: &str, verifier: Option<&str>) -> Result<Grant, Problem> {
    let config = &visit.config;
    let exchange = exchange::build_token_request(config, code, verifier).ok_or(Problem::Internal)?;
    let mut outgoing = UpstreamRequest {
        method: "POST",
        origin: &config.auth_origin,
        path: oauth::TOKEN_PATH,
        query: "",
        headers: exchange.headers,
        body: RequestBody::Bytes(exchange.body.into_bytes()),
        timeout: Some(TIMEOUT_MS),
        prefix: None,
    };
    let UpstreamResponse { status, headers, body } = upstream::send_upstream(visit, &mut outgoing).await?;
    let body = body.read_bytes(ANSWER_MAX).await.ok().flatten().ok_or(Problem::UpstreamFailed)?;
    exchange::parse_grant(config, status, &headers, &body).map_err(|failure| {
        visit.log_event(Level::Warn, "sign-in refused", &failure);
        failure.to_problem()
    })
}

/// Tells who is signed in. Asked as a write would: the page wants to know whether a session is over, not whether it
/// was good lately.
async fn show_session(visit: &RequestContext) -> Result<Response, Refusal> {
    let mut jar = read_jar(visit);
    explain_lapse(visit, &mut jar).await;
    jar = jar.acknowledge_end();
    for ticket in jar.sessions().to_vec() {
        match look_up_record(visit, &mut jar, &ticket, Method::POST).await? {
            Ok((record, _)) if jar.is_changed() => renew_record(visit, &ticket, &record).await?,
            Ok(_) => {}
            Err(why) => jar.remove_ended(&ticket.id, why),
        }
    }
    session_response(visit, &jar)
}

async fn switch_account(visit: &RequestContext, body: Vec<u8>) -> Result<Response, Refusal> {
    let account = bodies::parse_switch(&body)?;
    let mut jar = read_jar(visit).acknowledge_end();
    let current = jar.current().cloned().ok_or(Problem::SignedOut)?;
    if !jar.select_account(&account) {
        return Err(Problem::UnknownAccount.into());
    }
    let ticket = jar.current().cloned().ok_or(Problem::Internal)?;
    let (record, _) = match look_up_record(visit, &mut jar, &ticket, Method::POST).await? {
        Ok(known) => known,
        Err(why) => {
            jar.remove_ended(&ticket.id, None);
            jar.select_account(&current.public_id());
            return Err(Refusal::SessionOver(Problem::UnknownAccount, why, seal_cookie(visit, &jar)?));
        }
    };
    renew_record(visit, &ticket, &record).await?;
    session_response(visit, &jar)
}

async fn sign_out(visit: &RequestContext, body: Vec<u8>) -> Result<Response, Refusal> {
    let mut jar = read_jar(visit);
    let leaving = match bodies::parse_sign_out(&body)? {
        SignOutScope::Current => jar.remove_current(),
        SignOutScope::All => jar.take_matching(&|_| true),
        SignOutScope::One(account) => match jar.take_matching(&|ticket| ticket.public_id() == account) {
            none if none.is_empty() => return Err(Problem::UnknownAccount.into()),
            one => one,
        },
    };
    end_sessions(visit, &leaving).await?;
    signed_out_response(visit, &jar)
}

/// Ends every session of the account in one step; a session that is older than accounts' places has its own besides.
/// Where a full disk does not even show what is kept, the cookie alone says which account it is.
async fn sign_out_everywhere(visit: &RequestContext) -> Result<Response, Refusal> {
    let (ticket, account, mut jar) = match open_session(visit, Method::POST).await {
        Ok(OpenSession { ticket, token, jar, .. }) => {
            let account = rules::account_name(&visit.config.client_id, &token);
            (ticket, account, jar)
        }
        Err(Refusal::Problem(Problem::Internal)) => {
            let jar = read_jar(visit);
            let ticket = jar.current().cloned().ok_or(Problem::SignedOut)?;
            let account = ticket.account;
            (ticket, account, jar)
        }
        Err(refusal) => return Err(refusal),
    };
    for place in [account, ticket.account] {
        end_at_account(visit, place, SessionCommand::EndAll(SessionEnd::SignedOut)).await?;
        cache::clear_account(visit, &Account::new(place, ticket.region)).await;
    }
    isolate_state::with_record_cache(std::mem::take);
    jar.take_matching(&|known| known.account == account || known.id == ticket.id);
    signed_out_response(visit, &jar)
}

async fn end_sessions(visit: &RequestContext, tickets: &[rules::SessionToken]) -> Result<(), Problem> {
    for ticket in tickets {
        end_session(visit, ticket, SessionEnd::SignedOut).await?;
    }
    Ok(())
}

fn session_response(visit: &RequestContext, jar: &SessionJar) -> Result<Response, Refusal> {
    let response = Response::json(200, jar.to_json());
    Ok(if jar.is_changed() { response.with_header("set-cookie", &seal_cookie(visit, jar)?) } else { response })
}

fn signed_out_response(visit: &RequestContext, jar: &SessionJar) -> Result<Response, Refusal> {
    Ok(Response::empty(204).with_header("set-cookie", &seal_cookie(visit, jar)?))
}

//! The paths below `/auth`: sign-in by code exchange, switching between a browser's accounts, sign-out.

use super::new_session::{begin_session, draw_random};
use super::request::UpstreamRequest;
use super::response::UpstreamResponse;
use super::session::{
    OpenSession, explain_lapse, look_up_record, open_session, read_jar, renew_record, seal_cookie, session_over,
};
use super::session_ends::{end_at_account, end_sessions};
use super::{PlatformRandom, RequestContext, budget, cache, isolate_state, profile, upstream};
use crate::gateway::account::Account;
use crate::gateway::account_requests::{self as bodies, SignOutScope};
use crate::gateway::config::Upstream;
use crate::gateway::csrf;
use crate::gateway::exchange::{self, ANSWER_MAX, TIMEOUT_MS, TokenGrant};
use crate::gateway::json::{JsonValue, write_object};
use crate::gateway::log::Level;
use crate::gateway::pkce::{self, Challenge};
use crate::gateway::problem::Problem;
use crate::gateway::proxy::{self, Refusal};
use crate::gateway::route::AuthAction;
use crate::gateway::session as rules;
use crate::gateway::session_jar::{ACCOUNT_HEADER, SessionJar};
use crate::gateway::session_object::SessionCommand;
use crate::spec::endpoint::Method;
use crate::spec::errors::Error;
use crate::spec::gateway::{ORIGIN, SessionEnd};
use crate::spec::oauth;
use crate::wire::http::Response;
use crate::wire::query;
use worker::web_sys;

/// Responds to a request below `/auth`.
///
/// # Errors
///
/// If the platform cannot build the response.
pub(crate) async fn respond(context: &RequestContext, action: AuthAction) -> worker::Result<web_sys::Response> {
    if context.head().method != action.method() {
        return context.respond_with(&Problem::MethodNotAllowed.to_response().with_header("allow", action.method()));
    }
    if let Err(problem) = csrf::check_request(context.head(), &context.config.origin, context.allowed_origin()) {
        return context.respond_with(&problem.to_response());
    }
    match handle_action(context, action).await {
        Ok(response) => context.respond_with(&response),
        Err(refusal) => context.respond_refusal(&refusal),
    }
}

async fn handle_action(context: &RequestContext, action: AuthAction) -> Result<Response, Refusal> {
    match action {
        AuthAction::Configuration => Ok(sign_in_configuration(context)?),
        AuthAction::Token => sign_in(context, read_json_body(context).await?).await,
        AuthAction::Session => show_session(context).await,
        AuthAction::Switch => switch_account(context, read_json_body(context).await?).await,
        AuthAction::SignOut => sign_out(context, read_json_body(context).await?).await,
        AuthAction::SignOutEverywhere => {
            // The body is not used. Its type is checked, since a form of another site cannot send JSON.
            read_json_body(context).await?;
            sign_out_everywhere(context).await
        }
        AuthAction::Budget => {
            open_session(context, Method::GET).await?;
            budget::respond_state(context).await
        }
    }
}

async fn read_json_body(context: &RequestContext) -> Result<Vec<u8>, Refusal> {
    proxy::check_body(context.head(), context.incoming.body_size())?;
    context.read_body(ANSWER_MAX, Error::TooLarge.into()).await
}

fn sign_in_configuration(context: &RequestContext) -> Result<Response, Problem> {
    let config = &context.config;
    // Refused here, because after the sign-in the code could not go back to the page.
    for (_, origin) in query::decode_pairs(&context.head().query).flatten().filter(|(name, _)| name == ORIGIN) {
        if origin != config.origin.as_str() && config.allowed_origins.find(&origin).is_none() {
            return Err(Problem::OriginNotAllowed);
        }
    }
    let mut url = config.authorize_url();
    let mut pkce = None;
    if config.uses_pkce {
        let challenge = pkce::begin_challenge(
            &config.sealer,
            &config.origin,
            context.now,
            PlatformRandom.random_bytes(),
            PlatformRandom.random_bytes(),
        );
        let Challenge { hash, sealed_verifier } = challenge.ok_or(Problem::Internal)?;
        let parameters = [("code_challenge", hash.as_str()), ("code_challenge_method", oauth::CHALLENGE_METHOD)];
        url = format!("{url}?{}", query::encode_query(&parameters));
        // Back from the sign-in the page sends it with the code: the gateway stores nothing until then.
        pkce = Some(sealed_verifier);
    }
    let mut members =
        vec![("authorize_url", &url), ("client_id", &config.client_id), ("redirect_uri", &config.redirect_uri)];
    members.extend(pkce.as_ref().map(|verifier| ("pkce", verifier)));
    let mut members: Vec<_> = members.into_iter().map(|(name, value)| (name, JsonValue::Text(value))).collect();
    // A remote service asks for the scopes of the app's registration.
    if config.upstream == Upstream::Embedded {
        members.push(("scopes", JsonValue::Bool(true)));
    }
    Ok(Response::json(200, write_object(&members)))
}

async fn sign_in(context: &RequestContext, body: Vec<u8>) -> Result<Response, Refusal> {
    let code = exchange::parse_code(&body)?;
    let verifier = exchange::parse_verifier(&context.config, &body, context.now)?;
    let mut jar = read_jar(context).acknowledge_end();
    // They end once the new session has begun: a sign-in that fails ends none, unless it is their end that fails.
    let mut ended = if bodies::keeps_others(&body)? { Vec::new() } else { jar.take_matching(&|_| true) };
    let mut grant = exchange_code(context, &code, verifier.as_deref()).await?;
    let random = draw_random();
    // A failure costs only what the page would have shown.
    let scopes = profile::load_profile(context, &mut grant).await.unwrap_or_default();
    let token = begin_session(context, &grant, random).await?;
    cache::clear_in_all_regions(context, token.account).await;
    let id = token.id;
    ended.extend(jar.add_session(token));
    end_sessions(context, &ended, SessionEnd::SignedOut).await?;
    if let Some(profile) = grant.profile {
        jar.set_profile(&id, profile);
    }
    let mut response = session_response(context, &jar, true)?;
    response.headers.extend(scopes);
    Ok(response)
}

async fn exchange_code(context: &RequestContext, code: &str, verifier: Option<&str>) -> Result<TokenGrant, Problem> {
    let config = &context.config;
    let exchange = exchange::build_token_request(config, code, verifier).ok_or(Problem::Internal)?;
    let mut request = UpstreamRequest {
        method: "POST",
        origin: &config.auth_origin,
        path: oauth::TOKEN_PATH,
        query: "",
        headers: exchange.headers,
        body: exchange.body.into_bytes(),
        timeout: Some(TIMEOUT_MS),
        prefix: None,
    };
    let UpstreamResponse { status, headers, body } = upstream::send_upstream(context, &mut request).await?;
    let body = body.read_bytes(ANSWER_MAX).await.ok().flatten().ok_or(Problem::UpstreamFailed)?;
    exchange::parse_token_response(config, status, &headers, &body).map_err(|failure| {
        context.log_event(Level::Warn, "sign-in refused", &failure);
        failure.to_problem()
    })
}

/// Returns who is signed in. Records are looked up as for a write, past this isolate's cache: the page asks whether a
/// session has ended.
async fn show_session(context: &RequestContext) -> Result<Response, Refusal> {
    let mut jar = read_jar(context);
    explain_lapse(context, &mut jar).await;
    jar = jar.acknowledge_end();
    for token in jar.sessions().to_vec() {
        match look_up_record(context, &mut jar, &token, Method::POST).await? {
            Ok((record, _)) => {
                let config = &context.config;
                if let Some(profile) = rules::open_profile(&config.sealer, &config.origin, &token, &record) {
                    jar.set_profile(&token.id, profile);
                }
                if jar.is_changed() {
                    renew_record(context, &token, &record).await?;
                }
            }
            Err(why) => jar.remove_ended(&token.id, why),
        }
    }
    session_response(context, &jar, jar.is_changed() && !context.is_late())
}

async fn switch_account(context: &RequestContext, body: Vec<u8>) -> Result<Response, Refusal> {
    let account = bodies::parse_switch(&body)?;
    let mut jar = read_jar(context).acknowledge_end();
    let current = jar.current().cloned().ok_or(Problem::SignedOut)?;
    if !jar.select_account(&account) {
        return Err(Problem::UnknownAccount.into());
    }
    let token = jar.current().cloned().ok_or(Problem::Internal)?;
    let (record, _) = match look_up_record(context, &mut jar, &token, Method::POST).await? {
        Ok(found) => found,
        Err(why) => {
            // The browser stays with its current account.
            jar.remove_ended(&token.id, None);
            jar.select_account(&current.public_id());
            return Err(session_over(context, &jar, Problem::UnknownAccount, why));
        }
    };
    renew_record(context, &token, &record).await?;
    session_response(context, &jar, true)
}

async fn sign_out(context: &RequestContext, body: Vec<u8>) -> Result<Response, Refusal> {
    let mut jar = read_jar(context);
    let leaving = match bodies::parse_sign_out(&body)? {
        // The page signs out of the account that it shows, even if another one is current by now.
        SignOutScope::Current => match context.head().header(ACCOUNT_HEADER) {
            Some(shown) => {
                jar = jar.acknowledge_end();
                jar.take_matching(&|token| token.public_id() == shown)
            }
            None => jar.remove_current(),
        },
        SignOutScope::All => jar.take_matching(&|_| true),
        SignOutScope::One(account) => match jar.take_matching(&|token| token.public_id() == account) {
            none if none.is_empty() => return Err(Problem::UnknownAccount.into()),
            one => one,
        },
    };
    end_sessions(context, &leaving, SessionEnd::SignedOut).await?;
    signed_out_response(context, &jar)
}

/// Ends every session of the account in one step.
async fn sign_out_everywhere(context: &RequestContext) -> Result<Response, Refusal> {
    let (token, account, mut jar) = match open_session(context, Method::POST).await {
        Ok(OpenSession { token, access_token, jar, .. }) => {
            let account = rules::account_name(&context.config.client_id, &access_token);
            (token, account, jar)
        }
        // With a full disk even the record may be unreadable: then the cookie names the account.
        Err(Refusal::Problem(Problem::Internal)) => {
            let jar = read_jar(context);
            let token = jar.current().cloned().ok_or(Problem::SignedOut)?;
            let account = token.account;
            (token, account, jar)
        }
        Err(refusal) => return Err(refusal),
    };
    // A session older than account objects has an object of its own, which its token names.
    for name in [account, token.account] {
        end_at_account(context, name, SessionCommand::EndAll(SessionEnd::SignedOut, None)).await?;
        cache::clear_account(context, &Account::new(name, token.region)).await;
    }
    isolate_state::with_record_cache(std::mem::take);
    jar.take_matching(&|other| other.account == account || other.id == token.id);
    signed_out_response(context, &jar)
}

fn session_response(context: &RequestContext, jar: &SessionJar, sets_cookie: bool) -> Result<Response, Refusal> {
    let response = Response::json(200, jar.with_members(&context.config.page_settings()));
    Ok(if sets_cookie { response.with_header("set-cookie", &seal_cookie(context, jar)?) } else { response })
}

fn signed_out_response(context: &RequestContext, jar: &SessionJar) -> Result<Response, Refusal> {
    Ok(Response::empty(204).with_header("set-cookie", &seal_cookie(context, jar)?))
}

//! Sessions of the account pages: a sealed cookie, `HttpOnly` and `SameSite=Strict`. The gateway does not read it.
//!
//! Its `__Host-` prefix keeps other hosts of the domain from setting it, which requires the path `/`. A session ends
//! after some hours, and at once in the team actor when the user signs out, changes the password or deletes the
//! account. Each form carries a CSRF token derived from the cookie.

use super::{AccountStep, Command};
use crate::crypto::secret::same;
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::ActorId;
use crate::service::actor::service::Service;
use crate::service::actor::token;
use crate::service::environment::seal;
use crate::service::html::refusal::{RefusalPage, internal_error};
use crate::service::html::retry_delay::RetryDelay;
use crate::service::identity::account::message_pages::stale_form_page;
use crate::service::identity::oauth::fields::read_form;
use crate::service::identity::oauth::sign_in::page;
use crate::service::identity::oauth::sign_in::page::{SignInError, SignInTarget};
use crate::service::identity::paths::{CSRF_FIELD, SIGN_IN};
use crate::service::identity::person::{SignInResult, SignedInUser};
use crate::service::store::expiry::restorable_until;
use crate::service::store::sql::{Row, first_row, values};
use crate::spec::account::{ACCOUNT_PATH, SESSION_HOURS};
use crate::spec::plans::Plan;
use crate::spec::resources::groups::MemberType;
use crate::wire::dates::{MINUTE, Timestamp};
use crate::wire::form::Form;
use crate::wire::http::{Request, Response};
use serde::{Deserialize, Serialize};

/// Name of the cookie over http, for local use. Over https the prefix makes browsers accept it from this host only.
const COOKIE: &str = "canvass_account";
const SECURE_COOKIE: &str = "__Host-canvass_account";

/// The purpose that the cookie is sealed for.
pub const PURPOSE: &str = "account session";

/// Contents of the cookie.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionCookie {
    user_id: String,
    team: String,
    began: Timestamp,
}

/// A session of the account pages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountSession {
    /// Id of the user.
    pub user_id: String,
    /// Id of the team.
    pub team: String,
    /// CSRF token of the session's forms.
    pub csrf_token: String,
    began: Timestamp,
}

/// The user of an account session, as loaded from the team's database.
pub struct CurrentUser {
    /// The columns of the user and the team.
    pub row: Row,
    /// Id of the user.
    pub user_id: String,
    /// E-mail address.
    pub email: String,
    /// The address to sign in with. It differs from `email` if an administrator has changed that one.
    pub username: String,
    /// Plan.
    pub plan: Plan,
    /// Role in the team.
    pub member_type: MemberType,
}

/// The session whose cookie came with the request, if the cookie is genuine and not too old. The team must still check
/// that the session was not ended.
pub fn read_session(service: &Service, request: &Request, now: Timestamp) -> Option<AccountSession> {
    let name = cookie_name(request);
    let cookies =
        request.headers.iter().filter(|(header, _)| header == "cookie").flat_map(|(_, value)| value.split(';'));
    let cookie = cookies.filter_map(|cookie| cookie.trim().split_once('=')).find(|(known, _)| *known == name)?.1;
    let SessionCookie { user_id, team, began } = seal::open(&service.config, PURPOSE, cookie)?;
    let session_end = began.saturating_add(MINUTE.saturating_mul(60).saturating_mul(i64::from(SESSION_HOURS)));
    let csrf_token = token::hash_secret(&format!("mark of {cookie}"));
    (now < session_end).then_some(AccountSession { user_id, team, csrf_token, began })
}

/// A form of the account pages and its session.
///
/// # Errors
///
/// A page, if the form is unreadable or from another site, there is no session, or the CSRF token is not its own.
pub fn read_session_form(
    service: &Service,
    request: &Request,
    now: Timestamp,
) -> Result<(AccountSession, Form), Response> {
    let fields = read_form(request)?;
    let session = read_session(service, request, now).ok_or_else(|| sign_in_page("", None))?;
    if !same(fields.first(CSRF_FIELD).unwrap_or_default(), &session.csrf_token) {
        return Err(stale_form_page());
    }
    Ok((session, fields))
}

/// Team: starts a session after a sign-in.
///
/// # Errors
///
/// The sign-in page with the reason, if the sign-in failed.
pub fn begin_session(context: &ActorContext<'_>, email: &str, result: SignInResult) -> Result<Response, Response> {
    let error = match result {
        SignInResult::Active(person) | SignInResult::Deleted(person) => return session_response(context, person),
        SignInResult::Unknown => SignInError::BadCredentials,
        SignInResult::Invited => SignInError::Invited,
        SignInResult::RateLimited(next) => SignInError::RateLimited(RetryDelay::until(context.now, next)),
    };
    Err(sign_in_page(email, Some(error)))
}

fn session_response(
    context: &ActorContext<'_>,
    SignedInUser { user_id, team, .. }: SignedInUser,
) -> Result<Response, Response> {
    let sealed = SessionCookie { user_id, team, began: context.now };
    let sealed = seal::seal(&context.service.config, PURPOSE, &sealed, context.random)
        .ok_or_else(|| RefusalPage::InternalError.render_page())?;
    Ok(redirect_to(ACCOUNT_PATH).with_header("set-cookie", &session_cookie(context.request, &sealed, "")))
}

/// Adds the cookie that deletes the session in the browser.
pub fn end_session(request: &Request, response: Response) -> Response {
    response.with_header("set-cookie", &session_cookie(request, "", "; Max-Age=0"))
}

/// Team: the user of a session. A user who has deleted the account is sent to the page that restores it.
///
/// # Errors
///
/// The sign-in page, if the session has ended; a redirect, if the account is deleted; a page, if a statement fails.
pub fn current_user(context: &ActorContext<'_>, session: &AccountSession) -> Result<CurrentUser, Response> {
    let user = current_or_deleted_user(context, session)?;
    if user.row.optional_text("deleted").is_some() {
        return Err(redirect_to(ACCOUNT_PATH));
    }
    Ok(user)
}

/// Team: the user of a session, even if the account is deleted and can be restored.
///
/// # Errors
///
/// The sign-in page, if the session has ended; a page, if a statement fails.
pub fn current_or_deleted_user(context: &ActorContext<'_>, session: &AccountSession) -> Result<CurrentUser, Response> {
    let over = || end_session(context.request, sign_in_page("", None));
    let row = first_row(
        context.sql,
        "SELECT users.id, email, username, email_verified, password, first_name, last_name, plan, member_type, deleted,
                sessions_after, team.name AS team_name, team.region, is_team
         FROM users
         JOIN team
         WHERE users.id = ?",
        values![session.user_id.as_str()],
    );
    let row =
        row.map_err(internal_error)?.filter(|row| row.timestamp("sessions_after") < session.began).ok_or_else(over)?;
    if row.optional_text("deleted").is_some() && context.now >= restorable_until(row.timestamp("deleted")) {
        return Err(over());
    }
    let (Some(plan), Some(member_type)) = (Plan::parse(&row.text("plan")), MemberType::parse(&row.text("member_type")))
    else {
        return Err(RefusalPage::InternalError.render_page());
    };
    Ok(CurrentUser {
        user_id: row.text("id"),
        email: row.text("email"),
        username: row.text("username"),
        plan,
        member_type,
        row,
    })
}

/// The sign-in page of the account pages.
pub fn sign_in_page(email: &str, error: Option<SignInError>) -> Response {
    page::sign_in_page(SignInTarget::Account, SIGN_IN, email, error)
}

/// Redirects to a page of ours, by GET.
pub fn redirect_to(address: &str) -> Response {
    Response::empty(303).with_header("location", address).with_header("cache-control", "no-store")
}

/// The team actor of a session and the command for a step there.
pub fn in_own_team(session: &AccountSession, step: AccountStep) -> (ActorId, Command) {
    (ActorId::Team(session.team.clone()), Command::from(step))
}

fn is_secure(request: &Request) -> bool {
    request.origin.starts_with("https://")
}

fn cookie_name(request: &Request) -> &'static str {
    if is_secure(request) { SECURE_COOKIE } else { COOKIE }
}

fn session_cookie(request: &Request, value: &str, end: &str) -> String {
    let secure = if is_secure(request) { "; Secure" } else { "" };
    format!("{}={value}; Path=/; HttpOnly; SameSite=Strict{secure}{end}", cookie_name(request))
}

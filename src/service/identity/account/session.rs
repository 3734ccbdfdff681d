//! Sessions of the account pages: a sealed cookie that no script reads and no other site makes a browser send. The
//! gateway does not read it.
//!
//! Its prefix keeps other hosts of the domain from setting it, for which its path must be the whole origin. It ends
//! after some hours, and at once in the account's own actor when the person signs out, changes the password or deletes
//! the account. Each form carries a CSRF token that only the holder of the cookie can know.

use super::{AccountStep, Command};
use crate::crypto::secret::same;
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::service::Service;
use crate::service::actor::token;
use crate::service::html::refusal::{RefusalPage, internal_error};
use crate::service::html::retry_delay::RetryDelay;
use crate::service::identity::account::message_pages::stale_form_page;
use crate::service::identity::oauth::fields::read_form;
use crate::service::identity::oauth::sign_in::page;
use crate::service::identity::oauth::sign_in::page::{SignInError, SignInTarget};
use crate::service::identity::paths::{CSRF_FIELD, SIGN_IN};
use crate::service::identity::person::{SignInResult, SignedInUser};
use crate::service::store::restore_window::restorable_until;
use crate::service::store::seal;
use crate::service::store::sql::{Row, first_row, values};
use crate::spec::account::{ACCOUNT_PATH, SESSION_HOURS};
use crate::spec::plans::Plan;
use crate::spec::resources::groups::MemberType;
use crate::wire::dates::{MINUTE, Timestamp};
use crate::wire::form::Form;
use crate::wire::http::{Request, Response};
use serde::{Deserialize, Serialize};

/// What the cookie is called; over https its name says that this host alone may set it, over https.
const COOKIE: &str = "canvass_account";
const SECURE_COOKIE: &str = "__Host-canvass_account";

/// What the cookie is sealed for.
pub const PURPOSE: &str = "account session";

/// What the cookie holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionCookie {
    user_id: String,
    team: String,
    began: Timestamp,
}

/// Somebody who signed in to the account pages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountSession {
    /// Id of the user.
    pub user_id: String,
    /// Id of the team.
    pub team: String,
    /// The mark of the session's forms.
    pub csrf_token: String,
    began: Timestamp,
}

/// The visitor as the team knows them.
pub struct CurrentUser {
    /// The row of the user.
    pub row: Row,
    /// Id of the user.
    pub user_id: String,
    /// E-mail address.
    pub email: String,
    /// The address to sign in with: another one if an administrator has changed the first.
    pub username: String,
    /// Plan.
    pub plan: Plan,
    /// Role in the team.
    pub member_type: MemberType,
}

/// The visitor whose cookie came with the request.
pub fn read_session(service: &Service, request: &Request, now: Timestamp) -> Option<AccountSession> {
    let name = cookie_name(request);
    let cookies =
        request.headers.iter().filter(|(header, _)| header == "cookie").flat_map(|(_, value)| value.split(';'));
    let cookie = cookies.filter_map(|cookie| cookie.trim().split_once('=')).find(|(known, _)| *known == name)?.1;
    let SessionCookie { user_id, team, began } = seal::open(&service.config, PURPOSE, cookie)?;
    let ends = began.saturating_add(MINUTE.saturating_mul(60).saturating_mul(i64::from(SESSION_HOURS)));
    let mark = token::hash_secret(&format!("mark of {cookie}"));
    (now < ends).then_some(AccountSession { user_id, team, csrf_token: mark, began })
}

/// A form of a visitor: from this site, from this session.
pub fn read_session_form(
    service: &Service,
    request: &Request,
    now: Timestamp,
) -> Result<(AccountSession, Form), Response> {
    let fields = read_form(request)?;
    let visitor = read_session(service, request, now).ok_or_else(|| sign_in_page("", None))?;
    if !same(fields.first(CSRF_FIELD).unwrap_or_default(), &visitor.csrf_token) {
        return Err(stale_form_page());
    }
    Ok((visitor, fields))
}

/// At the team: the session of whoever signed in, or the form once more.
pub fn begin_session(visit: &ActorContext<'_>, email: &str, who: SignInResult) -> Result<Response, Response> {
    let trouble = match who {
        SignInResult::Active(person) | SignInResult::Deleted(person) => return session_response(visit, person),
        SignInResult::Unknown => SignInError::BadCredentials,
        SignInResult::Invited => SignInError::Invited,
        SignInResult::RateLimited(next) => SignInError::RateLimited(RetryDelay::until(visit.now, next)),
    };
    Err(sign_in_page(email, Some(trouble)))
}

fn session_response(
    visit: &ActorContext<'_>,
    SignedInUser { user_id, team, .. }: SignedInUser,
) -> Result<Response, Response> {
    let sealed = SessionCookie { user_id, team, began: visit.now };
    let sealed = seal::seal(&visit.service.config, PURPOSE, &sealed, visit.random)
        .ok_or_else(|| RefusalPage::InternalError.render_page())?;
    Ok(redirect_to(ACCOUNT_PATH).with_header("set-cookie", &session_cookie(visit.request, &sealed, "")))
}

/// The answer that ends the browser's part of a session.
pub fn end_session(request: &Request, response: Response) -> Response {
    response.with_header("set-cookie", &session_cookie(request, "", "; Max-Age=0"))
}

/// At the team: the visitor, unless the session is over there. Who deleted the account can do nothing but restore it.
pub fn current_user(visit: &ActorContext<'_>, visitor: &AccountSession) -> Result<CurrentUser, Response> {
    let me = current_or_deleted_user(visit, visitor)?;
    if me.row.optional_text("deleted").is_some() {
        return Err(redirect_to(ACCOUNT_PATH));
    }
    Ok(me)
}

/// At the team: the visitor, even if the account is deleted and can be restored.
pub fn current_or_deleted_user(visit: &ActorContext<'_>, visitor: &AccountSession) -> Result<CurrentUser, Response> {
    let over = || end_session(visit.request, sign_in_page("", None));
    let row = first_row(
        visit.sql,
        "SELECT users.id, email, username, email_verified, password, first_name, last_name, plan, member_type, deleted,
                sessions_after, team.name AS team_name, team.region, is_team
         FROM users
         JOIN team
         WHERE users.id = ?",
        values![visitor.user_id.as_str()],
    );
    let row =
        row.map_err(internal_error)?.filter(|row| row.timestamp("sessions_after") < visitor.began).ok_or_else(over)?;
    if row.optional_text("deleted").is_some() && visit.now >= restorable_until(row.timestamp("deleted")) {
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
pub fn sign_in_page(email: &str, trouble: Option<SignInError>) -> Response {
    page::sign_in_page(SignInTarget::Account, SIGN_IN, email, trouble)
}

/// Sends the browser on to a page of ours, by GET.
pub fn redirect_to(address: &str) -> Response {
    Response::empty(303).with_header("location", address).with_header("cache-control", "no-store")
}

/// A step at the visitor's team.
pub fn in_own_team(visitor: &AccountSession, step: AccountStep) -> (crate::service::actor::protocol::ActorId, Command) {
    (crate::service::actor::protocol::ActorId::Team(visitor.team.clone()), Command::from(step))
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

//! Sessions of the account pages: a sealed cookie that no script reads and no other site makes a browser send.
//!
//! Its prefix keeps other hosts of the domain from setting it, for which its path must be the whole origin. It ends after
//! some hours, and at once in the account's own place when the person signs out, changes the password or deletes the
//! account. Each form carries a mark that only whoever has the cookie can know.

use super::{Note, Step};
use crate::crypto::secret::same;
use crate::service::actor::service::Service;
use crate::service::actor::token;
use crate::service::actor::visit::Visit;
use crate::service::html::refusal::{Refusal, internal_error};
use crate::service::html::wait::Wait;
use crate::service::identity::account::outcome::stale_form;
use crate::service::identity::oauth::fields::read_form;
use crate::service::identity::oauth::sign_in::page;
use crate::service::identity::oauth::sign_in::page::{Target, Trouble};
use crate::service::identity::paths::{CSRF_FIELD, SIGN_IN};
use crate::service::identity::person::{Person, Who};
use crate::service::store::restoring::restorable_until;
use crate::service::store::seal;
use crate::service::store::sql::{Row, first, values};
use crate::spec::account::{ACCOUNT_PATH, SESSION_HOURS};
use crate::spec::plans::Plan;
use crate::spec::resources::groups::MemberType;
use crate::wire::dates::{MINUTE, Moment};
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
pub struct Sealed {
    user_id: String,
    team: String,
    began: Moment,
}

/// Somebody who signed in to the account pages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Visitor {
    /// Id of the user.
    pub user_id: String,
    /// Id of the team.
    pub team: String,
    /// The mark of the session's forms.
    pub mark: String,
    began: Moment,
}

/// The visitor as the team knows them.
pub struct Me {
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
pub fn visitor(service: &Service, request: &Request, now: Moment) -> Option<Visitor> {
    let name = cookie_name(request);
    let cookies =
        request.headers.iter().filter(|(header, _)| header == "cookie").flat_map(|(_, value)| value.split(';'));
    let cookie = cookies.filter_map(|cookie| cookie.trim().split_once('=')).find(|(known, _)| *known == name)?.1;
    let Sealed { user_id, team, began } = seal::open(&service.config, PURPOSE, cookie)?;
    let ends = began.plus(MINUTE.saturating_mul(60).saturating_mul(i64::from(SESSION_HOURS)));
    let mark = token::hash(&format!("mark of {cookie}"));
    (now < ends).then_some(Visitor { user_id, team, mark, began })
}

/// A form of a visitor: from this site, from this session.
pub fn form(service: &Service, request: &Request, now: Moment) -> Result<(Visitor, Form), Response> {
    let fields = read_form(request)?;
    let visitor = visitor(service, request, now).ok_or_else(|| sign_in_page("", None))?;
    if !same(fields.first(CSRF_FIELD).unwrap_or_default(), &visitor.mark) {
        return Err(stale_form());
    }
    Ok((visitor, fields))
}

/// At the team: the session of whoever signed in, or the form once more.
pub fn begin(visit: &Visit<'_>, email: &str, who: Who) -> Result<Response, Response> {
    let trouble = match who {
        Who::Person(person) | Who::Deleted(person) => return begun(visit, person),
        Who::Nobody => Trouble::Wrong,
        Who::Invited => Trouble::Invited,
        Who::TooOften(next) => Trouble::TooOften(Wait::until(visit.now, next)),
    };
    Err(sign_in_page(email, Some(trouble)))
}

fn begun(visit: &Visit<'_>, Person { user_id, team, .. }: Person) -> Result<Response, Response> {
    let sealed = Sealed { user_id, team, began: visit.now };
    let sealed =
        seal::seal(&visit.service.config, PURPOSE, &sealed, visit.random).ok_or_else(|| Refusal::Broken.page())?;
    Ok(to(ACCOUNT_PATH).with("set-cookie", &cookie(visit.request, &sealed, "")))
}

/// The answer that ends the browser's part of a session.
pub fn ended(request: &Request, response: Response) -> Response {
    response.with("set-cookie", &cookie(request, "", "; Max-Age=0"))
}

/// At the team: the visitor, unless the session is over there. Who deleted the account can do nothing but restore it.
pub fn me(visit: &Visit<'_>, visitor: &Visitor) -> Result<Me, Response> {
    let me = whoever(visit, visitor)?;
    if me.row.optional_text("deleted").is_some() {
        return Err(to(ACCOUNT_PATH));
    }
    Ok(me)
}

/// At the team: the visitor, even if the account is deleted and can be restored.
pub fn whoever(visit: &Visit<'_>, visitor: &Visitor) -> Result<Me, Response> {
    let over = || ended(visit.request, sign_in_page("", None));
    let row = first(
        visit.sql,
        "SELECT users.id, email, username, email_verified, password, first_name, last_name, plan, member_type, deleted,
                sessions_after, team.name AS team_name, team.region, is_team
         FROM users
         JOIN team
         WHERE users.id = ?",
        values![visitor.user_id.as_str()],
    );
    let row =
        row.map_err(internal_error)?.filter(|row| row.moment("sessions_after") < visitor.began).ok_or_else(over)?;
    if row.optional_text("deleted").is_some() && visit.now >= restorable_until(row.moment("deleted")) {
        return Err(over());
    }
    let (Some(plan), Some(member_type)) = (Plan::parse(&row.text("plan")), MemberType::parse(&row.text("member_type")))
    else {
        return Err(Refusal::Broken.page());
    };
    Ok(Me { user_id: row.text("id"), email: row.text("email"), username: row.text("username"), plan, member_type, row })
}

/// The sign-in page of the account pages.
pub fn sign_in_page(email: &str, trouble: Option<Trouble>) -> Response {
    page::page(Target::Account, SIGN_IN, email, trouble)
}

/// Sends the browser on to a page of ours, by GET.
pub fn to(address: &str) -> Response {
    Response::empty(303).with("location", address).with("cache-control", "no-store")
}

/// A step at the visitor's team.
pub fn at_home(visitor: &Visitor, step: Step) -> (crate::service::actor::place::Place, Note) {
    (crate::service::actor::place::Place::Team(visitor.team.clone()), Note::from(step))
}

fn is_secure(request: &Request) -> bool {
    request.origin.starts_with("https://")
}

fn cookie_name(request: &Request) -> &'static str {
    if is_secure(request) { SECURE_COOKIE } else { COOKIE }
}

fn cookie(request: &Request, value: &str, end: &str) -> String {
    let secure = if is_secure(request) { "; Secure" } else { "" };
    format!("{}={value}; Path=/; HttpOnly; SameSite=Strict{secure}{end}", cookie_name(request))
}

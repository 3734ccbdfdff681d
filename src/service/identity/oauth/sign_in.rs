//! Signing in: an e-mail address and a password become a user, and an unknown address looks like a wrong password.

pub mod page;

use super::OAuthStep;
use super::authorize_request::{self, AuthorizeRequest};
use super::fields::reject_repeated;
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply};
use crate::service::html::refusal::{RefusalPage, internal_error};
use crate::service::identity::invitations::InvitationLink;
use crate::service::identity::person::{SignInResult, SignedInUser};
use crate::service::store::activities;
use crate::service::store::attempts::{self, PasswordGuess};
use crate::service::store::client_ip::ClientIp;
use crate::service::store::password;
use crate::service::store::restore_window::restorable_until;
use crate::service::store::secret::CarriedSecret;
use crate::service::store::sql::{Row, SqlError, first_row, in_transaction, values};
use crate::service::surveys::formats::normalize_email;
use crate::spec::attempts::{ACCOUNT, SIGN_INS_OF_CLIENT, SIGN_INS_OF_UNKNOWN};
use crate::spec::plans::Plan;
use crate::spec::regions::Region;
use crate::spec::resources::groups::{ActivityType, MembershipStatus};
use crate::wire::dates::Timestamp;
use crate::wire::form::Form;
use crate::wire::http::Response;
use page::{EMAIL, PASSWORD, SignInError, SignInTarget};
use serde::{Deserialize, Serialize};

/// A filled-in sign-in form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SignInForm {
    /// What it is for.
    pub purpose: SignInPurpose,
    /// The address that was typed, folded.
    pub email: String,
    password: CarriedSecret,
}

impl SignInForm {
    fn password_guess<'a>(&'a self, visit: &ActorContext<'_>) -> PasswordGuess<'a> {
        PasswordGuess { rules: &ACCOUNT, account: &self.email, client: visit.client_ip() }
    }
}

/// What somebody signs in for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum SignInPurpose {
    /// To permit an app something.
    App(AuthorizeRequest),
    /// To see the account pages.
    Account,
    /// To leave the account and accept the invitation of a team.
    Join(InvitationLink),
}

/// Reads the form.
pub fn parse_sign_in(
    client: ClientIp,
    purpose: SignInPurpose,
    fields: &Form,
) -> Result<(ActorId, OAuthStep), Response> {
    reject_repeated(fields, [EMAIL, PASSWORD]).map_err(|why| RefusalPage::Unreadable(why).render_page())?;
    let email = normalize_email(fields.first(EMAIL).unwrap_or(""));
    Ok(begin_sign_in(client, purpose, &email, CarriedSecret::new(fields.first(PASSWORD).unwrap_or(""))))
}

/// Where a sign-in begins.
pub fn begin_sign_in(
    client: ClientIp,
    purpose: SignInPurpose,
    email: &str,
    password: CarriedSecret,
) -> (ActorId, OAuthStep) {
    (ActorId::of_client(client), OAuthStep::CountClient(SignInForm { purpose, email: email.to_owned(), password }))
}

/// At the app: the sign-in page.
pub fn show_sign_in(visit: &ActorContext<'_>, asked: &AuthorizeRequest) -> Result<ActorReply, Response> {
    let (app, _) = authorize_request::load_requesting_app(visit, asked)?;
    Ok(page::sign_in_page(SignInTarget::App(&app.name), &asked.authorize_url(), "", None).into())
}

/// At the shard of the client: until when it must wait, if it tries too many accounts. Each sign-in counts, before anything
/// is known of it.
pub fn client_wait(visit: &ActorContext<'_>) -> Result<Option<Timestamp>, Response> {
    let network = visit.client_ip().rate_limit_key();
    let limit = if network.is_some() { &SIGN_INS_OF_CLIENT } else { &SIGN_INS_OF_UNKNOWN };
    let work = || Ok(attempts::try_attempt(visit.effects(), limit, network.as_deref().unwrap_or_default())?);
    in_transaction(visit.sql, work).map_err(|_| RefusalPage::InternalError.render_page())
}

/// At the directory: on to the team.
///
/// An address that nobody has goes on too, to the team with the number of the shard, which has no
/// users: real teams have larger ids. So the walk, its cost and its end are those of a wrong password.
pub fn find_team(visit: &ActorContext<'_>, sign_in: SignInForm) -> Result<ActorReply, Response> {
    let row =
        first_row(visit.sql, "SELECT region, team FROM addresses WHERE email = ?", values![sign_in.email.as_str()]);
    let known = row.map_err(internal_error)?.and_then(|row| Some((row.text("team"), row.region()?)));
    let (team, region) = match (known, visit.actor_id) {
        (Some(known), _) => known,
        (None, ActorId::Directory(shard)) => (shard.to_string(), Region::Us),
        (None, _) => return Err(RefusalPage::InternalError.render_page()),
    };
    Ok(visit.forward_to(ActorId::Team(team), OAuthStep::VerifyPassword(sign_in, region)))
}

/// At the team: who has this password. After too many failures none is checked, also for addresses that nobody has.
pub fn verify_password(
    visit: &ActorContext<'_>,
    sign_in: &SignInForm,
    region: Region,
) -> Result<SignInResult, Response> {
    match sign_in.password_guess(visit).blocked_until(visit.effects()).map_err(internal_error)? {
        Some(next) => Ok(SignInResult::RateLimited(next)),
        None => check_credentials(visit, sign_in, region),
    }
}

/// What the directory and the sign-in call an address is the user's name for signing in: an administrator who changes
/// somebody's address leaves it as it was.
fn check_credentials(visit: &ActorContext<'_>, sign_in: &SignInForm, region: Region) -> Result<SignInResult, Response> {
    let row = first_row(
        visit.sql,
        "SELECT id, email, password, plan, member_status, deleted
         FROM users
         WHERE username = ?",
        values![sign_in.email.as_str()],
    );
    let row = row.map_err(internal_error)?;
    let stored = row.as_ref().map(|row| row.text("password"));
    let cost = visit.service.config.password_cost;
    let checked =
        password::check_password(visit.external, cost, sign_in.password.expose(), stored.as_deref(), visit.random)?;
    let who = match row.as_ref().filter(|_| checked.matches) {
        Some(row) => sign_in_result(visit, row, region)?,
        None => SignInResult::Unknown,
    };
    let work = || {
        if let Some((row, raised)) = row.as_ref().zip(checked.rehashed.as_deref()) {
            let sql = "UPDATE users SET password = ? WHERE id = ?";
            visit.sql.run(sql, values![raised, row.text("id")])?;
        }
        Ok(record_attempt(visit, sign_in, row.as_ref(), &who)?)
    };
    in_transaction(visit.sql, work).map_err(|_| RefusalPage::InternalError.render_page())?;
    Ok(who)
}

/// Writes down how an attempt went: for the count of failures, and for the team's administrators.
fn record_attempt(
    visit: &ActorContext<'_>,
    sign_in: &SignInForm,
    row: Option<&Row>,
    who: &SignInResult,
) -> Result<(), SqlError> {
    let (ground, guess, client) = (visit.effects(), sign_in.password_guess(visit), visit.client_ip().to_text());
    match who {
        SignInResult::Active(person) => {
            let sql = "UPDATE users SET last_login = ? WHERE id = ?";
            visit.sql.run(sql, values![visit.now, person.user_id.as_str()])?;
            guess.record_success(ground)?;
            activities::record_activity(ground, &person.user_id, &client, ActivityType::AuthenticationSucceeded, "")
        }
        SignInResult::Unknown => {
            guess.record_failure(ground)?;
            row.map_or(Ok(()), |row| activities::record_failed_sign_in(ground, &row.text("id"), &client))
        }
        SignInResult::Invited | SignInResult::Deleted(_) | SignInResult::RateLimited(_) => Ok(()),
    }
}

/// At the team: who has this id now.
pub fn find_user(visit: &ActorContext<'_>, user_id: &str, region: Region) -> Result<SignInResult, Response> {
    let sql = "SELECT id, email, plan, member_status, deleted FROM users WHERE id = ?";
    first_row(visit.sql, sql, values![user_id])
        .map_err(internal_error)?
        .map_or(Ok(SignInResult::Unknown), |row| sign_in_result(visit, &row, region))
}

fn sign_in_result(visit: &ActorContext<'_>, row: &Row, region: Region) -> Result<SignInResult, Response> {
    let (ActorId::Team(team), Some(plan)) = (visit.actor_id, Plan::parse(&row.text("plan"))) else {
        return Err(RefusalPage::InternalError.render_page());
    };
    if MembershipStatus::parse(&row.text("member_status")) != Some(MembershipStatus::Active) {
        return Ok(SignInResult::Invited);
    }
    let (user_id, email) = (row.text("id"), row.text("email"));
    let person = SignedInUser { user_id, team: team.clone(), region, email, plan };
    Ok(match row.optional_text("deleted") {
        None => SignInResult::Active(person),
        Some(_) if visit.now < restorable_until(row.timestamp("deleted")) => SignInResult::Deleted(person),
        Some(_) => SignInResult::Unknown,
    })
}

/// The sign-in page once more, for those whom it did not let in.
pub fn refused_page(app: &str, asked: &AuthorizeRequest, email: &str, trouble: Option<SignInError>) -> Response {
    page::sign_in_page(SignInTarget::App(app), &asked.authorize_url(), email, trouble)
}

/// The sign-in page for a client id of which it is not known that there is such an app.
pub fn unnamed_page(asked: &AuthorizeRequest, email: &str, trouble: Option<SignInError>) -> Response {
    page::sign_in_page(SignInTarget::UnnamedApp, &asked.authorize_url(), email, trouble)
}

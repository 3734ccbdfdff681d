//! Signing in with e-mail address and password. An unknown address looks like a wrong password, in timing too.

pub mod page;

use super::OAuthStep;
use super::authorize_request::{self, AuthorizeRequest};
use super::fields::reject_repeated;
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply};
use crate::service::environment::client_ip::ClientIp;
use crate::service::environment::password;
use crate::service::environment::secret::CarriedSecret;
use crate::service::html::refusal::{RefusalPage, internal_error};
use crate::service::identity::invitations::InvitationLink;
use crate::service::identity::person::{SignInResult, SignedInUser};
use crate::service::store::activities;
use crate::service::store::attempts::{self, PasswordGuess};
use crate::service::store::expiry::restorable_until;
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

/// A submitted sign-in form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SignInForm {
    /// Purpose of the sign-in.
    pub purpose: SignInPurpose,
    /// The e-mail address, normalised.
    pub email: String,
    password: CarriedSecret,
}

impl SignInForm {
    fn password_guess<'a>(&'a self, context: &ActorContext<'_>) -> PasswordGuess<'a> {
        PasswordGuess { rules: &ACCOUNT, account: &self.email, client: context.client_ip() }
    }
}

/// The purpose of a sign-in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum SignInPurpose {
    /// To authorize an app.
    App(AuthorizeRequest),
    /// To open the account pages.
    Account,
    /// To delete the account and accept the invitation of a team.
    Join(InvitationLink),
}

/// Reads the form.
///
/// # Errors
///
/// A page, if a field is repeated.
pub fn parse_sign_in(
    client: ClientIp,
    purpose: SignInPurpose,
    fields: &Form,
) -> Result<(ActorId, OAuthStep), Response> {
    reject_repeated(fields, [EMAIL, PASSWORD]).map_err(|why| RefusalPage::Unreadable(why).render_page())?;
    let email = normalize_email(fields.first(EMAIL).unwrap_or(""));
    Ok(begin_sign_in(client, purpose, &email, CarriedSecret::new(fields.first(PASSWORD).unwrap_or(""))))
}

/// The first actor and step of a sign-in.
pub fn begin_sign_in(
    client: ClientIp,
    purpose: SignInPurpose,
    email: &str,
    password: CarriedSecret,
) -> (ActorId, OAuthStep) {
    (ActorId::of_client(client), OAuthStep::CountClient(SignInForm { purpose, email: email.to_owned(), password }))
}

/// App: the sign-in page.
///
/// # Errors
///
/// A page, if the request is not one that the app may make.
pub fn show_sign_in(context: &ActorContext<'_>, auth_request: &AuthorizeRequest) -> Result<ActorReply, Response> {
    let (app, _) = authorize_request::load_requesting_app(context, auth_request)?;
    Ok(page::sign_in_page(SignInTarget::App(&app.name), &auth_request.authorize_url(), "", None).into())
}

/// Directory shard of the client's network: the end of its wait, if it tries too many accounts. Each sign-in counts,
/// before its address is looked up.
///
/// # Errors
///
/// A page, if a statement fails.
pub fn client_wait(context: &ActorContext<'_>) -> Result<Option<Timestamp>, Response> {
    let network = context.client_ip().rate_limit_key();
    let limit = if network.is_some() { &SIGN_INS_OF_CLIENT } else { &SIGN_INS_OF_UNKNOWN };
    let work = || Ok(attempts::try_attempt(context.effects(), limit, network.as_deref().unwrap_or_default())?);
    in_transaction(context.sql, work).map_err(|_| RefusalPage::InternalError.render_page())
}

/// Directory: forwards to the team of the address.
///
/// An unknown address is forwarded too, to the team with the number of the shard. That team has no users, because real
/// ids are larger. So the flow, its cost and its result are those of a wrong password.
///
/// # Errors
///
/// A page, if the statement fails.
pub fn find_team(context: &ActorContext<'_>, sign_in: SignInForm) -> Result<ActorReply, Response> {
    let row =
        first_row(context.sql, "SELECT region, team FROM addresses WHERE email = ?", values![sign_in.email.as_str()]);
    let directory_entry = row.map_err(internal_error)?.and_then(|row| Some((row.text("team"), row.region()?)));
    let (team, region) = match (directory_entry, context.actor_id) {
        (Some(directory_entry), _) => directory_entry,
        (None, ActorId::Directory(shard)) => (shard.to_string(), Region::Us),
        (None, _) => return Err(RefusalPage::InternalError.render_page()),
    };
    Ok(context.forward_to(ActorId::Team(team), OAuthStep::VerifyPassword(sign_in, region)))
}

/// Team: the user with this password. After too many failures no password is checked, also for unknown addresses.
///
/// # Errors
///
/// A page, if a statement fails. While the password hash is pending, the page is a
/// placeholder that is never sent.
pub fn verify_password(
    context: &ActorContext<'_>,
    sign_in: &SignInForm,
    region: Region,
) -> Result<SignInResult, Response> {
    match sign_in.password_guess(context).blocked_until(context.effects()).map_err(internal_error)? {
        Some(next) => Ok(SignInResult::RateLimited(next)),
        None => check_credentials(context, sign_in, region),
    }
}

/// The address is compared with `username`, which the directory also uses: `email` differs from it when an
/// administrator has changed a member's address.
fn check_credentials(
    context: &ActorContext<'_>,
    sign_in: &SignInForm,
    region: Region,
) -> Result<SignInResult, Response> {
    let row = first_row(
        context.sql,
        "SELECT id, email, password, plan, member_status, deleted
         FROM users
         WHERE username = ?",
        values![sign_in.email.as_str()],
    );
    let row = row.map_err(internal_error)?;
    // Without a stored password the same derivation runs, so the time does not show whether the address is in use.
    let stored = row.as_ref().map(|row| row.text("password"));
    let cost = context.service.config.password_cost;
    let checked =
        password::check_password(context.external, cost, sign_in.password.expose(), stored.as_deref(), context.random)?;
    let result = match row.as_ref().filter(|_| checked.matches) {
        Some(row) => sign_in_result(context, row, region)?,
        None => SignInResult::Unknown,
    };
    let work = || {
        if let Some((row, raised)) = row.as_ref().zip(checked.rehashed.as_deref()) {
            let sql = "UPDATE users SET password = ? WHERE id = ?";
            context.sql.run(sql, values![raised, row.text("id")])?;
        }
        Ok(record_attempt(context, sign_in, row.as_ref(), &result)?)
    };
    in_transaction(context.sql, work).map_err(|_| RefusalPage::InternalError.render_page())?;
    Ok(result)
}

/// Records an attempt: for the limit of failures, and for the team's administrators.
fn record_attempt(
    context: &ActorContext<'_>,
    sign_in: &SignInForm,
    row: Option<&Row>,
    result: &SignInResult,
) -> Result<(), SqlError> {
    let (effects, guess, client) = (context.effects(), sign_in.password_guess(context), context.client_ip().to_text());
    match result {
        SignInResult::Active(person) => {
            let sql = "UPDATE users SET last_login = ? WHERE id = ?";
            context.sql.run(sql, values![context.now, person.user_id.as_str()])?;
            guess.record_success(effects)?;
            activities::record_activity(effects, &person.user_id, &client, ActivityType::AuthenticationSucceeded, "")
        }
        SignInResult::Unknown => {
            guess.record_failure(effects)?;
            // Only an existing user has administrators who can see the failure.
            row.map_or(Ok(()), |row| activities::record_failed_sign_in(effects, &row.text("id"), &client))
        }
        SignInResult::Invited | SignInResult::Deleted(_) | SignInResult::RateLimited(_) => Ok(()),
    }
}

/// Team: the present state of a user.
///
/// # Errors
///
/// A page, if the statement fails.
pub fn find_user(context: &ActorContext<'_>, user_id: &str, region: Region) -> Result<SignInResult, Response> {
    let sql = "SELECT id, email, plan, member_status, deleted FROM users WHERE id = ?";
    first_row(context.sql, sql, values![user_id])
        .map_err(internal_error)?
        .map_or(Ok(SignInResult::Unknown), |row| sign_in_result(context, &row, region))
}

fn sign_in_result(context: &ActorContext<'_>, row: &Row, region: Region) -> Result<SignInResult, Response> {
    let (ActorId::Team(team), Some(plan)) = (context.actor_id, Plan::parse(&row.text("plan"))) else {
        return Err(RefusalPage::InternalError.render_page());
    };
    if MembershipStatus::parse(&row.text("member_status")) != Some(MembershipStatus::Active) {
        return Ok(SignInResult::Invited);
    }
    let (user_id, email) = (row.text("id"), row.text("email"));
    let person = SignedInUser { user_id, team: team.clone(), region, email, plan };
    Ok(match row.optional_text("deleted") {
        None => SignInResult::Active(person),
        Some(_) if context.now < restorable_until(row.timestamp("deleted")) => SignInResult::Deleted(person),
        Some(_) => SignInResult::Unknown,
    })
}

/// The sign-in page of an app with an error.
pub fn refused_page(app: &str, auth_request: &AuthorizeRequest, email: &str, error: Option<SignInError>) -> Response {
    page::sign_in_page(SignInTarget::App(app), &auth_request.authorize_url(), email, error)
}

/// The sign-in page for an unproven client id, which does not name the app.
pub fn unnamed_page(auth_request: &AuthorizeRequest, email: &str, error: Option<SignInError>) -> Response {
    page::sign_in_page(SignInTarget::UnnamedApp, &auth_request.authorize_url(), email, error)
}

//! Signing in: an e-mail address and a password become a user, and an unknown address looks like a wrong password.

pub mod page;

use super::Step;
use super::asked::{self, Asked};
use super::fields::unrepeated;
use crate::service::actor::place::{Place, Turn};
use crate::service::actor::visit::Visit;
use crate::service::html::refusal::{Refusal, internal_error};
use crate::service::identity::invitations::Link;
use crate::service::identity::person::{Person, Who};
use crate::service::store::activities;
use crate::service::store::attempts::{self, Guess};
use crate::service::store::client::Client;
use crate::service::store::password;
use crate::service::store::restoring::restorable_until;
use crate::service::store::secret::CarriedSecret;
use crate::service::store::sql::{Row, SqlError, atomically, first, values};
use crate::service::surveys::address::folded;
use crate::spec::attempts::{ACCOUNT, SIGN_INS_OF_CLIENT, SIGN_INS_OF_UNKNOWN};
use crate::spec::plans::Plan;
use crate::spec::regions::Region;
use crate::spec::resources::groups::{ActivityType, MembershipStatus};
use crate::wire::dates::Moment;
use crate::wire::form::Form;
use crate::wire::http::Response;
use page::{EMAIL, PASSWORD, Target, Trouble};
use serde::{Deserialize, Serialize};

/// A filled-in sign-in form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SignIn {
    /// What it is for.
    pub purpose: Purpose,
    /// The address that was typed, folded.
    pub email: String,
    password: CarriedSecret,
}

impl SignIn {
    fn guess<'a>(&'a self, visit: &Visit<'_>) -> Guess<'a> {
        Guess { rules: &ACCOUNT, of: &self.email, client: visit.client() }
    }
}

/// What somebody signs in for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Purpose {
    /// To permit an app something.
    App(Asked),
    /// To see the account pages.
    Account,
    /// To leave the account and accept the invitation of a team.
    Join(Link),
}

/// Reads the form.
pub fn read(client: Client, purpose: Purpose, fields: &Form) -> Result<(Place, Step), Response> {
    unrepeated(fields, [EMAIL, PASSWORD]).map_err(|why| Refusal::Unreadable(why).page())?;
    let email = folded(fields.first(EMAIL).unwrap_or(""));
    Ok(of(client, purpose, &email, CarriedSecret::new(fields.first(PASSWORD).unwrap_or(""))))
}

/// Where a sign-in begins.
pub fn of(client: Client, purpose: Purpose, email: &str, password: CarriedSecret) -> (Place, Step) {
    (Place::of_client(client), Step::Begin(SignIn { purpose, email: email.to_owned(), password }))
}

/// At the app: the sign-in page.
pub fn ask(visit: &Visit<'_>, asked: &Asked) -> Result<Turn, Response> {
    let (app, _) = asked::app(visit, asked)?;
    Ok(page::page(Target::App(&app.name), &asked.again(), "", None).into())
}

/// At the shard of the client: until when it must wait, if it tries too many accounts. Each sign-in counts, before anything
/// is known of it.
pub fn wait(visit: &Visit<'_>) -> Result<Option<Moment>, Response> {
    let network = visit.client().network();
    let limit = if network.is_some() { &SIGN_INS_OF_CLIENT } else { &SIGN_INS_OF_UNKNOWN };
    let work = || Ok(attempts::make(visit.ground(), limit, network.as_deref().unwrap_or_default())?);
    atomically(visit.sql, work).map_err(|_| Refusal::Broken.page())
}

/// At the directory: on to the team.
///
/// An address that nobody has goes on too, to the team with the number of the shard, which has no
/// users: real teams have larger ids. So the walk, its cost and its end are those of a wrong password.
pub fn find(visit: &Visit<'_>, sign_in: SignIn) -> Result<Turn, Response> {
    let row = first(visit.sql, "SELECT region, team FROM addresses WHERE email = ?", values![sign_in.email.as_str()]);
    let known = row.map_err(internal_error)?.and_then(|row| Some((row.text("team"), row.region()?)));
    let (team, region) = match (known, visit.place) {
        (Some(known), _) => known,
        (None, Place::Directory(shard)) => (shard.to_string(), Region::Us),
        (None, _) => return Err(Refusal::Broken.page()),
    };
    Ok(visit.go(Place::Team(team), Step::Verify(sign_in, region)))
}

/// At the team: who has this password. After too many failures none is checked, also for addresses that nobody has.
pub fn verify(visit: &Visit<'_>, sign_in: &SignIn, region: Region) -> Result<Who, Response> {
    match sign_in.guess(visit).wait(visit.ground()).map_err(internal_error)? {
        Some(next) => Ok(Who::TooOften(next)),
        None => checked(visit, sign_in, region),
    }
}

/// What the directory and the sign-in call an address is the user's name for signing in: an administrator who changes
/// somebody's address leaves it as it was.
fn checked(visit: &Visit<'_>, sign_in: &SignIn, region: Region) -> Result<Who, Response> {
    let row = first(
        visit.sql,
        "SELECT id, email, password, plan, member_status, deleted
         FROM users
         WHERE username = ?",
        values![sign_in.email.as_str()],
    );
    let row = row.map_err(internal_error)?;
    let stored = row.as_ref().map(|row| row.text("password"));
    let cost = visit.service.config.cost;
    let checked = password::check(visit.outside, cost, sign_in.password.expose(), stored.as_deref(), visit.random)?;
    let who = match row.as_ref().filter(|_| checked.fits) {
        Some(row) => who(visit, row, region)?,
        None => Who::Nobody,
    };
    let work = || {
        if let Some((row, raised)) = row.as_ref().zip(checked.raised.as_deref()) {
            let sql = "UPDATE users SET password = ? WHERE id = ?";
            visit.sql.run(sql, values![raised, row.text("id")])?;
        }
        Ok(noted(visit, sign_in, row.as_ref(), &who)?)
    };
    atomically(visit.sql, work).map_err(|_| Refusal::Broken.page())?;
    Ok(who)
}

/// Writes down how an attempt went: for the count of failures, and for the team's administrators.
fn noted(visit: &Visit<'_>, sign_in: &SignIn, row: Option<&Row>, who: &Who) -> Result<(), SqlError> {
    let (ground, guess, client) = (visit.ground(), sign_in.guess(visit), visit.client().address());
    match who {
        Who::Person(person) => {
            let sql = "UPDATE users SET last_login = ? WHERE id = ?";
            visit.sql.run(sql, values![visit.now, person.user_id.as_str()])?;
            guess.succeeded(ground)?;
            activities::record(ground, &person.user_id, &client, ActivityType::AuthenticationSucceeded, "")
        }
        Who::Nobody => {
            guess.failed(ground)?;
            row.map_or(Ok(()), |row| activities::failed(ground, &row.text("id"), &client))
        }
        Who::Invited | Who::Deleted(_) | Who::TooOften(_) => Ok(()),
    }
}

/// At the team: who has this id now.
pub fn still(visit: &Visit<'_>, user_id: &str, region: Region) -> Result<Who, Response> {
    let sql = "SELECT id, email, plan, member_status, deleted FROM users WHERE id = ?";
    first(visit.sql, sql, values![user_id])
        .map_err(internal_error)?
        .map_or(Ok(Who::Nobody), |row| who(visit, &row, region))
}

fn who(visit: &Visit<'_>, row: &Row, region: Region) -> Result<Who, Response> {
    let (Place::Team(team), Some(plan)) = (visit.place, Plan::parse(&row.text("plan"))) else {
        return Err(Refusal::Broken.page());
    };
    if MembershipStatus::parse(&row.text("member_status")) != Some(MembershipStatus::Active) {
        return Ok(Who::Invited);
    }
    let (user_id, email) = (row.text("id"), row.text("email"));
    let person = Person { user_id, team: team.clone(), region, email, plan };
    Ok(match row.optional_text("deleted") {
        None => Who::Person(person),
        Some(_) if visit.now < restorable_until(row.moment("deleted")) => Who::Deleted(person),
        Some(_) => Who::Nobody,
    })
}

/// The sign-in page once more, for those whom it did not let in.
pub fn refused(app: &str, asked: &Asked, email: &str, trouble: Option<Trouble>) -> Response {
    page::page(Target::App(app), &asked.again(), email, trouble)
}

/// The sign-in page for a client id of which it is not known that there is such an app.
pub fn unnamed(asked: &Asked, email: &str, trouble: Option<Trouble>) -> Response {
    page::page(Target::UnnamedApp, &asked.again(), email, trouble)
}

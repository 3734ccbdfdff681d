//! Opening an account: the address is reserved, the account made, and the address settled, in this order.
//!
//! | A walk that ends | leaves |
//! |---|---|
//! | after the reservation | an address that is free again when the reservation ends |
//! | after the account was made | an account that nobody can reach, and an address that becomes free again |
//! | in time | an address and its account |
//!
//! Of two people who sign up with one address at once, one has the reservation, and the other is asked to
//! wait. A reservation that somebody else has taken over settles nothing.

use super::vacancy::{free, is_reserved, known, look, reserved_until};
use super::verification;
use crate::service::address::is_email;
use crate::service::config::Config;
use crate::service::oauth::fields::Fields;
use crate::service::oauth::sign_in::{broken, folded};
use crate::service::pages::refusal::Refusal;
use crate::service::pages::sign_up::{self as page, Trouble, View};
use crate::service::place::{Note, Place, Turn};
use crate::service::secret::Secret;
use crate::service::sql::{SqlError, atomically, first, values};
use crate::service::visit::Visit;
use crate::service::{Service, password};
use crate::spec::account::{NAME_MAX, PASSWORD_MAX, PASSWORD_MIN, TEAM_SEATS};
use crate::spec::content::{REGISTRATION, SignUpForm};
use crate::spec::endpoint::QueryPart as _;
use crate::spec::plans::Plan;
use crate::spec::regions::Region;
use crate::spec::resources::groups::{MemberType, MembershipStatus};
use crate::spec::types::INTEGER_MAX;
use crate::wire::http::{Request, Response};
use crate::wire::query;
use serde::{Deserialize, Serialize};

/// Ids of accounts are larger than those of the demo world and of the places of unknown addresses.
const FIRST_ID: u64 = 100_000_000;

/// Somebody who wants an account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Applicant {
    /// The address.
    pub email: String,
    first_name: String,
    last_name: String,
    password: Secret,
    plan: Plan,
    region: Region,
}

/// Where a sign-up stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Step {
    /// The directory: keeps the address for a new id; the other id turned out to be taken.
    Reserve(Applicant, Option<String>),
    /// The team that the directory names: does anybody there have the address?
    Look(Applicant),
    /// The directory: nobody in that team does, so that it leads there no more.
    Free(Applicant, String),
    /// The team: makes the account.
    Make(Applicant),
    /// The directory: from now on the address leads to the account.
    Settle(Settled),
}

/// An account that was made and is not known yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settled {
    email: String,
    id: String,
    region: Region,
}

impl From<Step> for Note {
    fn from(step: Step) -> Note {
        Note::Account(super::Step::SignUp(step))
    }
}

/// At the door: the form. The account lives in the region of the address that the form was sent to.
pub fn at_the_door(service: &Service, request: Request) -> Turn {
    let region = service.config.region_of(&request.origin).unwrap_or(Region::Us);
    let outcome = match request.method.as_str() {
        "GET" | "HEAD" => Err(page::page(&service.config, &asked(&request), region, None)),
        "POST" => read(&service.config, &request, region),
        _ => Err(Refusal::Method.page().with("allow", "GET, HEAD, POST")),
    };
    match outcome {
        Ok(applicant) => {
            let place = Place::of_email(&applicant.email);
            let step = Step::Reserve(applicant, None);
            Turn::go(place, Request { body: Vec::new(), ..request }, step.into())
        }
        Err(response) => response.into(),
    }
}

/// What the link to the form has filled in: the plan.
fn asked(request: &Request) -> View {
    let pairs = query::decode(&request.query).unwrap_or_default();
    let plan = pairs.iter().find(|(name, _)| name == REGISTRATION.plan_parameter);
    View { plan: plan.and_then(|(_, plan)| Plan::parse(plan)).unwrap_or(Plan::Basic), ..View::default() }
}

fn read(config: &Config, request: &Request, region: Region) -> Result<Applicant, Response> {
    let fields = Fields::of_form(request)?;
    let unreadable = |why: String| Refusal::Unreadable(why).page();
    let pairs = fields.once(SignUpForm::FIELDS.iter().map(|field| field.name)).map_err(unreadable)?;
    let typed = |name: &str| fields.first(name).unwrap_or_default().trim().to_owned();
    let form = SignUpForm::read(pairs).map_err(|bad| {
        let view = View {
            email: typed("email"),
            first_name: typed("first_name"),
            last_name: typed("last_name"),
            ..View::default()
        };
        page::page(config, &view, region, Some(Trouble::Missing(bad.name)))
    })?;
    let applicant = Applicant {
        email: folded(&form.email),
        first_name: form.first_name.trim().to_owned(),
        last_name: form.last_name.trim().to_owned(),
        password: Secret::new(form.password),
        plan: form.plan.unwrap_or(Plan::Basic),
        region,
    };
    match applicant.trouble() {
        Some(trouble) => Err(applicant.again(config, trouble)),
        None => Ok(applicant),
    }
}

impl Applicant {
    fn trouble(&self) -> Option<Trouble> {
        if !is_email(&self.email) {
            return Some(Trouble::Email);
        }
        if !is_password(self.password.expose()) {
            return Some(Trouble::Password);
        }
        (!is_name(&self.first_name) || !is_name(&self.last_name)).then_some(Trouble::Name)
    }

    /// The form once more, with all but the password.
    pub fn again(&self, config: &Config, trouble: Trouble) -> Response {
        let view = View {
            email: self.email.clone(),
            first_name: self.first_name.clone(),
            last_name: self.last_name.clone(),
            plan: self.plan,
        };
        page::page(config, &view, self.region, Some(trouble))
    }
}

/// Whether a text can be a password.
pub fn is_password(text: &str) -> bool {
    (PASSWORD_MIN..=PASSWORD_MAX).contains(&text.chars().count())
}

/// Whether a text can be a name of somebody or something: one line that is not empty.
pub fn is_name(text: &str) -> bool {
    !text.trim().is_empty() && text.chars().count() <= NAME_MAX && !text.chars().any(char::is_control)
}

/// At a place: one step further.
pub fn at_a_place(visit: &Visit<'_>, step: Step) -> Result<Turn, Response> {
    match step {
        Step::Reserve(applicant, taken) => reserve(visit, applicant, taken),
        Step::Look(applicant) => look(visit, applicant),
        Step::Free(applicant, team) => free(visit, applicant, &team),
        Step::Make(applicant) => make(visit, applicant),
        Step::Settle(settled) => settle(visit, settled),
    }
}

/// At the directory: keeps the address, if it is free.
pub fn reserve(visit: &Visit<'_>, applicant: Applicant, taken: Option<String>) -> Result<Turn, Response> {
    let (sql, now, email) = (visit.sql, visit.now, applicant.email.as_str());
    let id = fresh_id(visit);
    if let Some(team) = known(visit, email).map_err(broken)? {
        return match is_reserved(visit, email).map_err(broken)? {
            true => Err(applicant.again(&visit.service.config, Trouble::Taken)),
            false => Ok(visit.go(Place::Team(team), Step::Look(applicant))),
        };
    }
    let work = || {
        sql.run(
            "DELETE FROM reservations
             WHERE expires <= ? OR (email = ? AND team = ?)",
            values![now, email, taken],
        )?;
        let row = first(
            sql,
            "INSERT INTO reservations (email, team, expires)
             VALUES (?, ?, ?)
             ON CONFLICT (email) DO NOTHING
             RETURNING team",
            values![email, id.as_str(), reserved_until(now)],
        )?;
        Ok(row.is_none().then_some(Trouble::Busy))
    };
    match atomically(sql, work).map_err(|_| Refusal::Broken.page())? {
        Some(trouble) => Err(applicant.again(&visit.service.config, trouble)),
        None => Ok(visit.go(Place::Team(id), Step::Make(applicant))),
    }
}

/// The id of a new account: it fits into an integer, since the record of activities tells it as one.
pub fn fresh_id(visit: &Visit<'_>) -> String {
    let range = u64::from(INTEGER_MAX).saturating_sub(FIRST_ID);
    let number = u64::from_be_bytes(visit.random.bytes()).checked_rem(range).unwrap_or(0);
    FIRST_ID.saturating_add(number).to_string()
}

fn make(visit: &Visit<'_>, applicant: Applicant) -> Result<Turn, Response> {
    let Place::Team(id) = visit.place else { return Err(Refusal::Broken.page()) };
    let directory = Place::of_email(&applicant.email);
    if first(visit.sql, "SELECT id FROM team", &[]).map_err(broken)?.is_some() {
        return Ok(visit.go(directory, Step::Reserve(applicant, Some(id.clone()))));
    }
    let work = || {
        write(visit, id, &applicant)?;
        Ok(verification::send(visit, id, &applicant.email)?)
    };
    atomically(visit.sql, work).map_err(|_| Refusal::Broken.page())?;
    let settled = Settled { email: applicant.email, id: id.clone(), region: applicant.region };
    Ok(visit.go(directory, Step::Settle(settled)))
}

/// Writes the account. Its first user has the same number as the place, which nobody else has.
fn write(visit: &Visit<'_>, id: &str, applicant: &Applicant) -> Result<(), SqlError> {
    let is_team = applicant.plan.row().team;
    let name = if is_team { team_name(&applicant.first_name, &applicant.last_name) } else { String::new() };
    visit.sql.run(
        "INSERT INTO team (id, name, region, is_team, max_invites, created)
         VALUES (?, ?, ?, ?, ?, ?)",
        values![id, name, applicant.region.as_str(), is_team, i64::from(TEAM_SEATS), visit.now],
    )?;
    visit.sql.run(
        "INSERT INTO users (id, member_id, username, email, email_verified, password, first_name, last_name,
                            language, plan, member_type, member_status, created, last_login)
         VALUES (?, ?, ?, ?, 0, ?, ?, ?, 'en', ?, ?, ?, ?, ?)",
        values![
            id,
            id,
            applicant.email.as_str(),
            applicant.email.as_str(),
            password::make(applicant.password.expose(), visit.random.bytes()),
            applicant.first_name.as_str(),
            applicant.last_name.as_str(),
            applicant.plan.as_str(),
            MemberType::AccountOwner.as_str(),
            MembershipStatus::Active.as_str(),
            visit.now,
            visit.now,
        ],
    )?;
    Ok(())
}

/// The name of a team that nobody has named yet.
pub fn team_name(first_name: &str, last_name: &str) -> String {
    format!("{first_name} {last_name}’s team")
}

/// From now on the address leads to the account, unless somebody else has taken over its reservation.
fn settle(visit: &Visit<'_>, settled: Settled) -> Result<Turn, Response> {
    let (sql, email, id) = (visit.sql, settled.email.as_str(), settled.id.as_str());
    let work = || {
        let sql_text = "DELETE FROM reservations WHERE email = ? AND team = ? RETURNING team";
        if first(sql, sql_text, values![email, id])?.is_none() {
            return Ok(false);
        }
        sql.run(
            "INSERT INTO addresses (email, region, team, until)
             VALUES (?, ?, ?, NULL)
             ON CONFLICT (email) DO UPDATE
             SET region = excluded.region, team = excluded.team, until = NULL",
            values![email, settled.region.as_str(), id],
        )?;
        Ok(true)
    };
    if atomically(sql, work).map_err(|_| Refusal::Broken.page())? {
        return Ok(page::done(&visit.service.config, email).into());
    }
    let view = View { email: settled.email, ..View::default() };
    Err(page::page(&visit.service.config, &view, settled.region, Some(Trouble::Busy)))
}

//! Opening an account. Whether the address has one already shows neither in the answer nor in the way to it.
//!
//! Every sign-up makes an account in a place of its own. The directory then says whether the address leads there from
//! now on, or stays with whose it is; the place writes a mail, or has the other place write one. Nobody can sign in to an
//! account to which no address leads, and nobody can confirm it: it ends after a day as every unconfirmed one does.
//!
//! | A walk that ends | leaves |
//! |---|---|
//! | after the account was made | an account that nobody can reach, for a day |
//! | after the address leads to it | an account whose owner has got no mail, and can have one sent |
//!
//! Of two people who sign up with one address at once, the first at the directory has it.

pub mod availability;
pub mod page;

use super::verification;
use crate::service::actor::place::{Note, Place, Turn};
use crate::service::actor::service::Service;
use crate::service::actor::visit::Visit;
use crate::service::html::refusal::{Refusal, internal_error};
use crate::service::html::wait::Wait;
use crate::service::identity::names::{is_name, is_password, team_name};
use crate::service::identity::oauth::fields::{read_form, unrepeated};
use crate::service::jobs::unconfirmed;
use crate::service::store::agenda::{self, Work};
use crate::service::store::attempts;
use crate::service::store::client::Client;
use crate::service::store::config::Config;
use crate::service::store::secret::CarriedSecret;
use crate::service::store::sql::{SqlError, atomically, first, values};
use crate::service::store::{ids, password};
use crate::service::surveys::address::{folded, is_email};
use crate::spec::account::TEAM_SEATS;
use crate::spec::attempts::{Limit, SIGN_UPS_OF_ADDRESS, SIGN_UPS_OF_CLIENT, SIGN_UPS_OF_UNKNOWN};
use crate::spec::content::{REGISTRATION, SignUpForm};
use crate::spec::endpoint::QueryPart as _;
use crate::spec::plans::Plan;
use crate::spec::regions::Region;
use crate::spec::resources::groups::{MemberType, MembershipStatus};
use crate::wire::http::{Request, Response};
use crate::wire::query;
use page::{Trouble, View};
use serde::{Deserialize, Serialize};

/// Somebody who wants an account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Applicant {
    /// The address.
    pub email: String,
    first_name: String,
    last_name: String,
    password: CarriedSecret,
    plan: Plan,
    region: Region,
}

/// Where a sign-up stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Step {
    /// The shard of the client: has it opened too many accounts?
    Count(Applicant),
    /// The directory: were too many opened with the address?
    Admit(Applicant),
    /// The directory: hashes the password, before anything is known of the address.
    Hash(Applicant),
    /// The team: makes the account.
    Make(Applicant),
    /// The directory: from now on the address leads to the account, unless it leads to another one.
    Settle(Settled),
    /// The team: the address leads here, or to another team.
    Heard(Settled, Option<String>),
    /// The other team: does anybody there have the address? Whoever does is written to.
    Look(Settled),
    /// The directory: nobody in that team does, so that it leads there no more.
    Free(Settled, String),
}

/// An account that was made and wants its address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settled {
    /// The address.
    pub email: String,
    /// The team that was made, and its user.
    pub id: String,
    /// Where it lives.
    pub region: Region,
}

impl From<Step> for Note {
    fn from(step: Step) -> Note {
        Note::from(super::Step::SignUp(step))
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
            let place = Place::of_client(Client::of(&service.config, &request));
            Turn::go(place, Request { body: Vec::new(), ..request }, Step::Count(applicant).into())
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
    let fields = read_form(request)?;
    let unreadable = |why: String| Refusal::Unreadable(why).page();
    let pairs = unrepeated(&fields, SignUpForm::FIELDS.iter().map(|field| field.name)).map_err(unreadable)?;
    let typed = |name: &str| fields.first(name).unwrap_or_default().trim().to_owned();
    let form = SignUpForm::read(&pairs).map_err(|bad| {
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
        password: CarriedSecret::new(form.password),
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
    fn again(&self, config: &Config, trouble: Trouble) -> Response {
        let view = View {
            email: self.email.clone(),
            first_name: self.first_name.clone(),
            last_name: self.last_name.clone(),
            plan: self.plan,
        };
        page::page(config, &view, self.region, Some(trouble))
    }
}

/// At a place: one step further.
pub fn at_a_place(visit: &Visit<'_>, step: Step) -> Result<Turn, Response> {
    match step {
        Step::Count(applicant) => {
            let network = visit.client().network();
            let limit = if network.is_some() { &SIGN_UPS_OF_CLIENT } else { &SIGN_UPS_OF_UNKNOWN };
            counted(visit, limit, network.as_deref().unwrap_or_default(), &applicant)?;
            Ok(visit.go(Place::of_email(&applicant.email), Step::Admit(applicant)))
        }
        Step::Admit(applicant) => {
            counted(visit, &SIGN_UPS_OF_ADDRESS, &applicant.email, &applicant)?;
            Ok(visit.go(visit.place.clone(), Step::Hash(applicant)))
        }
        Step::Hash(applicant) => hash(visit, applicant),
        Step::Make(applicant) => make(visit, applicant),
        Step::Settle(settled) => settle(visit, settled),
        Step::Heard(settled, other) => heard(visit, &settled, other),
        Step::Look(settled) => availability::look(visit, settled),
        Step::Free(settled, team) => availability::free(visit, settled, &team),
    }
}

/// Counts the sign-up, whatever becomes of it, or refuses it.
fn counted(visit: &Visit<'_>, limit: &Limit, whom: &str, applicant: &Applicant) -> Result<(), Response> {
    let work = || Ok(attempts::make(visit.ground(), limit, whom)?);
    match atomically(visit.sql, work).map_err(|_| Refusal::Broken.page())? {
        Some(next) => Err(applicant.again(&visit.service.config, Trouble::TooOften(Wait::until(visit.now, next)))),
        None => Ok(()),
    }
}

/// From now on the password is as it is stored.
fn hash(visit: &Visit<'_>, applicant: Applicant) -> Result<Turn, Response> {
    let (cost, given) = (visit.service.config.cost, applicant.password.expose());
    let stored = password::stored(visit.outside, cost, given, visit.random)?;
    let applicant = Applicant { password: CarriedSecret::new(stored), ..applicant };
    Ok(visit.go(Place::Team(ids::account(visit.random)), Step::Make(applicant)))
}

fn make(visit: &Visit<'_>, applicant: Applicant) -> Result<Turn, Response> {
    let Place::Team(id) = visit.place else { return Err(Refusal::Broken.page()) };
    if first(visit.sql, "SELECT id FROM team", &[]).map_err(internal_error)?.is_some() {
        return Ok(visit.go(Place::Team(ids::account(visit.random)), Step::Make(applicant)));
    }
    let work = || {
        write(visit, id, &applicant)?;
        Ok(unconfirmed::begin(visit.ground(), id)?)
    };
    atomically(visit.sql, work).map_err(|_| Refusal::Broken.page())?;
    let settled = Settled { email: applicant.email, id: id.clone(), region: applicant.region };
    Ok(visit.go(Place::of_email(&settled.email), Step::Settle(settled)))
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
            applicant.password.expose(),
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

/// The address leads to the account from now on, if it is free. One that is not is written all the same, so that both
/// take as long.
pub fn settle(visit: &Visit<'_>, settled: Settled) -> Result<Turn, Response> {
    let (email, region, id, now) = (settled.email.as_str(), settled.region.as_str(), settled.id.as_str(), visit.now);
    let row = first(
        visit.sql,
        "INSERT INTO addresses (email, region, team, until)
         VALUES (?, ?, ?, NULL)
         ON CONFLICT (email) DO UPDATE
         SET region = CASE WHEN until <= ? THEN excluded.region ELSE region END,
             team = CASE WHEN until <= ? THEN excluded.team ELSE team END,
             until = CASE WHEN until <= ? THEN NULL ELSE until END
         RETURNING team",
        values![email, region, id, now, now, now],
    );
    let leads = row.map_err(internal_error)?.map(|row| row.text("team"));
    let other = leads.filter(|team| *team != settled.id);
    Ok(visit.go(Place::Team(settled.id.clone()), Step::Heard(settled, other)))
}

/// The mail: the link that confirms the address, or what the team writes that the address belongs to. That is asked later,
/// so that nobody waits for it.
fn heard(visit: &Visit<'_>, settled: &Settled, other: Option<String>) -> Result<Turn, Response> {
    let work = || match &other {
        None => verification::send(visit, &settled.id, &settled.email),
        Some(team) => agenda::plan(visit.ground(), Work::AskHolder, team, visit.now),
    };
    atomically(visit.sql, || Ok(work()?)).map_err(|_| Refusal::Broken.page())?;
    Ok(page::done(&visit.service.config, &settled.email).into())
}

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

pub mod address_availability;
pub mod page;

use super::verification;
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply, Command};
use crate::service::actor::service::Service;
use crate::service::html::refusal::{RefusalPage, internal_error};
use crate::service::html::retry_delay::RetryDelay;
use crate::service::identity::names::{is_name, is_password, team_name};
use crate::service::identity::oauth::fields::{read_form, reject_repeated};
use crate::service::jobs::unconfirmed;
use crate::service::store::attempts;
use crate::service::store::client_ip::ClientIp;
use crate::service::store::config::Config;
use crate::service::store::job_queue::{self, JobKind};
use crate::service::store::secret::CarriedSecret;
use crate::service::store::sql::{SqlError, first_row, in_transaction, values};
use crate::service::store::{ids, password};
use crate::service::surveys::formats::{is_email, normalize_email};
use crate::spec::account::TEAM_SEATS;
use crate::spec::attempts::{AttemptLimit, SIGN_UPS_OF_ADDRESS, SIGN_UPS_OF_CLIENT, SIGN_UPS_OF_UNKNOWN};
use crate::spec::content::{REGISTRATION, SignUpForm};
use crate::spec::endpoint::QueryPart as _;
use crate::spec::plans::Plan;
use crate::spec::regions::Region;
use crate::spec::resources::groups::{MemberType, MembershipStatus};
use crate::wire::http::{Request, Response};
use crate::wire::query;
use page::{SignUpError, SignUpView};
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
pub enum SignUpStep {
    /// The shard of the client: has it opened too many accounts?
    CountByClient(Applicant),
    /// The directory: were too many opened with the address?
    CountByAddress(Applicant),
    /// The directory: hashes the password, before anything is known of the address.
    HashPassword(Applicant),
    /// The team: makes the account.
    CreateAccount(Applicant),
    /// The directory: from now on the address leads to the account, unless it leads to another one.
    ClaimAddress(NewAccount),
    /// The team: the address leads here, or to another team.
    AddressSettled(NewAccount, Option<String>),
    /// The other team: does anybody there have the address? Whoever does is written to.
    CheckHolder(NewAccount),
    /// The directory: nobody in that team does, so that it leads there no more.
    FreeAddress(NewAccount, String),
}

/// An account that was made and wants its address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewAccount {
    /// The address.
    pub email: String,
    /// The team that was made, and its user.
    pub id: String,
    /// Where it lives.
    pub region: Region,
}

impl From<SignUpStep> for Command {
    fn from(step: SignUpStep) -> Command {
        Command::from(super::AccountStep::SignUp(step))
    }
}

/// At the door: the form. The account lives in the region of the address that the form was sent to.
pub fn route(service: &Service, request: Request) -> ActorReply {
    let region = service.config.region_of(&request.origin).unwrap_or(Region::Us);
    let outcome = match request.method.as_str() {
        "GET" | "HEAD" => Err(page::sign_up_page(&service.config, &prefilled_view(&request), region, None)),
        "POST" => parse_applicant(&service.config, &request, region),
        _ => Err(RefusalPage::MethodNotAllowed.render_page().with_header("allow", "GET, HEAD, POST")),
    };
    match outcome {
        Ok(applicant) => {
            let place = ActorId::of_client(ClientIp::from_request(&service.config, &request));
            ActorReply::forward_to(
                place,
                Request { body: Vec::new(), ..request },
                SignUpStep::CountByClient(applicant).into(),
            )
        }
        Err(response) => response.into(),
    }
}

/// What the link to the form has filled in: the plan.
fn prefilled_view(request: &Request) -> SignUpView {
    let pairs = query::decode_query(&request.query).unwrap_or_default();
    let plan = pairs.iter().find(|(name, _)| name == REGISTRATION.plan_parameter);
    SignUpView { plan: plan.and_then(|(_, plan)| Plan::parse(plan)).unwrap_or(Plan::Basic), ..SignUpView::default() }
}

fn parse_applicant(config: &Config, request: &Request, region: Region) -> Result<Applicant, Response> {
    let fields = read_form(request)?;
    let unreadable = |why: String| RefusalPage::Unreadable(why).render_page();
    let pairs = reject_repeated(&fields, SignUpForm::FIELDS.iter().map(|field| field.name)).map_err(unreadable)?;
    let typed = |name: &str| fields.first(name).unwrap_or_default().trim().to_owned();
    let form = SignUpForm::read(&pairs).map_err(|bad| {
        let view = SignUpView {
            email: typed("email"),
            first_name: typed("first_name"),
            last_name: typed("last_name"),
            ..SignUpView::default()
        };
        page::sign_up_page(config, &view, region, Some(SignUpError::Missing(bad.name)))
    })?;
    let applicant = Applicant {
        email: normalize_email(&form.email),
        first_name: form.first_name.trim().to_owned(),
        last_name: form.last_name.trim().to_owned(),
        password: CarriedSecret::new(form.password),
        plan: form.plan.unwrap_or(Plan::Basic),
        region,
    };
    match applicant.validation_error() {
        Some(trouble) => Err(applicant.render_again(config, trouble)),
        None => Ok(applicant),
    }
}

impl Applicant {
    fn validation_error(&self) -> Option<SignUpError> {
        if !is_email(&self.email) {
            return Some(SignUpError::Email);
        }
        if !is_password(self.password.expose()) {
            return Some(SignUpError::Password);
        }
        (!is_name(&self.first_name) || !is_name(&self.last_name)).then_some(SignUpError::Name)
    }

    /// The form once more, with all but the password.
    fn render_again(&self, config: &Config, trouble: SignUpError) -> Response {
        let view = SignUpView {
            email: self.email.clone(),
            first_name: self.first_name.clone(),
            last_name: self.last_name.clone(),
            plan: self.plan,
        };
        page::sign_up_page(config, &view, self.region, Some(trouble))
    }
}

/// At a place: one step further.
pub fn handle_step(visit: &ActorContext<'_>, step: SignUpStep) -> Result<ActorReply, Response> {
    match step {
        SignUpStep::CountByClient(applicant) => {
            let network = visit.client_ip().rate_limit_key();
            let limit = if network.is_some() { &SIGN_UPS_OF_CLIENT } else { &SIGN_UPS_OF_UNKNOWN };
            count_attempt(visit, limit, network.as_deref().unwrap_or_default(), &applicant)?;
            Ok(visit.forward_to(ActorId::of_email(&applicant.email), SignUpStep::CountByAddress(applicant)))
        }
        SignUpStep::CountByAddress(applicant) => {
            count_attempt(visit, &SIGN_UPS_OF_ADDRESS, &applicant.email, &applicant)?;
            Ok(visit.forward_to(visit.actor_id.clone(), SignUpStep::HashPassword(applicant)))
        }
        SignUpStep::HashPassword(applicant) => hash_password(visit, applicant),
        SignUpStep::CreateAccount(applicant) => create_account(visit, applicant),
        SignUpStep::ClaimAddress(settled) => claim_address(visit, settled),
        SignUpStep::AddressSettled(settled, other) => send_confirmation(visit, &settled, other),
        SignUpStep::CheckHolder(settled) => address_availability::check_holder(visit, settled),
        SignUpStep::FreeAddress(settled, team) => address_availability::free_address(visit, settled, &team),
    }
}

/// Counts the sign-up, whatever becomes of it, or refuses it.
fn count_attempt(
    visit: &ActorContext<'_>,
    limit: &AttemptLimit,
    whom: &str,
    applicant: &Applicant,
) -> Result<(), Response> {
    let work = || Ok(attempts::try_attempt(visit.effects(), limit, whom)?);
    match in_transaction(visit.sql, work).map_err(|_| RefusalPage::InternalError.render_page())? {
        Some(next) => {
            Err(applicant
                .render_again(&visit.service.config, SignUpError::RateLimited(RetryDelay::until(visit.now, next))))
        }
        None => Ok(()),
    }
}

/// From now on the password is as it is stored.
fn hash_password(visit: &ActorContext<'_>, applicant: Applicant) -> Result<ActorReply, Response> {
    let (cost, given) = (visit.service.config.password_cost, applicant.password.expose());
    let stored = password::hash_password(visit.external, cost, given, visit.random)?;
    let applicant = Applicant { password: CarriedSecret::new(stored), ..applicant };
    Ok(visit.forward_to(ActorId::Team(ids::account_id(visit.random)), SignUpStep::CreateAccount(applicant)))
}

fn create_account(visit: &ActorContext<'_>, applicant: Applicant) -> Result<ActorReply, Response> {
    let ActorId::Team(id) = visit.actor_id else { return Err(RefusalPage::InternalError.render_page()) };
    if first_row(visit.sql, "SELECT id FROM team", &[]).map_err(internal_error)?.is_some() {
        return Ok(visit.forward_to(ActorId::Team(ids::account_id(visit.random)), SignUpStep::CreateAccount(applicant)));
    }
    let work = || {
        insert_account(visit, id, &applicant)?;
        Ok(unconfirmed::start_deadline(visit.effects(), id)?)
    };
    in_transaction(visit.sql, work).map_err(|_| RefusalPage::InternalError.render_page())?;
    let settled = NewAccount { email: applicant.email, id: id.clone(), region: applicant.region };
    Ok(visit.forward_to(ActorId::of_email(&settled.email), SignUpStep::ClaimAddress(settled)))
}

/// Writes the account. Its first user has the same number as the place, which nobody else has.
fn insert_account(visit: &ActorContext<'_>, id: &str, applicant: &Applicant) -> Result<(), SqlError> {
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
pub fn claim_address(visit: &ActorContext<'_>, settled: NewAccount) -> Result<ActorReply, Response> {
    let (email, region, id, now) = (settled.email.as_str(), settled.region.as_str(), settled.id.as_str(), visit.now);
    let row = first_row(
        visit.sql,
        "INSERT INTO addresses (email, region, team, free_from)
         VALUES (?, ?, ?, NULL)
         ON CONFLICT (email) DO UPDATE
         SET region = CASE WHEN free_from <= ? THEN excluded.region ELSE region END,
             team = CASE WHEN free_from <= ? THEN excluded.team ELSE team END,
             free_from = CASE WHEN free_from <= ? THEN NULL ELSE free_from END
         RETURNING team",
        values![email, region, id, now, now, now],
    );
    let leads = row.map_err(internal_error)?.map(|row| row.text("team"));
    let other = leads.filter(|team| *team != settled.id);
    Ok(visit.forward_to(ActorId::Team(settled.id.clone()), SignUpStep::AddressSettled(settled, other)))
}

/// The mail: the link that confirms the address, or what the team writes that the address belongs to. That is asked later,
/// so that nobody waits for it.
fn send_confirmation(
    visit: &ActorContext<'_>,
    settled: &NewAccount,
    other: Option<String>,
) -> Result<ActorReply, Response> {
    let work = || match &other {
        None => verification::send_link(visit, &settled.id, &settled.email),
        Some(team) => job_queue::schedule(visit.effects(), JobKind::AskHolder, team, visit.now),
    };
    in_transaction(visit.sql, || Ok(work()?)).map_err(|_| RefusalPage::InternalError.render_page())?;
    Ok(page::done_page(&visit.service.config, &settled.email).into())
}

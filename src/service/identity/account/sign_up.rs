//! Opening an account. Neither the response nor its timing shows whether the address already has an account.
//!
//! Every sign-up creates an account in its own team actor. The directory then decides whether the address leads to
//! it or stays with another account; the new team sends a mail, or has the other team send one. An account to which no
//! address leads cannot be signed in to or confirmed: it is deleted after a day, as every unconfirmed one is.
//!
//! | A flow that ends | leaves |
//! |---|---|
//! | after the account is created | an account that cannot be reached, for a day |
//! | after the address leads to it | an account without a mail; its owner can request one |
//!
//! Of two sign-ups with one address at once, the first to reach the directory gets it.

pub mod address_availability;
pub mod page;

use super::verification;
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply, Command};
use crate::service::actor::service::Service;
use crate::service::environment::client_ip::ClientIp;
use crate::service::environment::config::Config;
use crate::service::environment::password;
use crate::service::environment::secret::CarriedSecret;
use crate::service::html::refusal::{RefusalPage, internal_error};
use crate::service::html::retry_delay::RetryDelay;
use crate::service::identity::names::{account_language, is_name, is_password, team_name};
use crate::service::identity::oauth::fields::{read_form, reject_repeated};
use crate::service::jobs::unconfirmed;
use crate::service::store::attempts;
use crate::service::store::ids;
use crate::service::store::job_queue::{self, JobKind};
use crate::service::store::sql::{SqlError, first_row, in_transaction, values};
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

/// The input of a sign-up.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Applicant {
    /// E-mail address, normalised.
    pub email: String,
    first_name: String,
    last_name: String,
    password: CarriedSecret,
    plan: Plan,
    region: Region,
}

/// A step of a sign-up, with the actor that runs it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum SignUpStep {
    /// Directory shard of the client's network: counts the sign-up.
    CountByClient(Applicant),
    /// Directory: counts the sign-up for the address.
    CountByAddress(Applicant),
    /// Directory: hashes the password, before it looks the address up.
    HashPassword(Applicant),
    /// Team: creates the account.
    CreateAccount(Applicant),
    /// Directory: makes the address lead to the account, unless it leads to another one.
    ClaimAddress(NewAccount),
    /// Team: the address leads here; otherwise the other team is named.
    AddressSettled(NewAccount, Option<String>),
    /// The other team: looks for a user with the address, and sends a mail if there is one.
    CheckHolder(NewAccount),
    /// Directory: removes the address from a team that has no such user.
    FreeAddress(NewAccount, String),
}

/// A new account whose address is not decided yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewAccount {
    /// E-mail address.
    pub email: String,
    /// Id of the new team, and of its user.
    pub id: String,
    /// Its region.
    pub region: Region,
}

impl From<SignUpStep> for Command {
    fn from(step: SignUpStep) -> Command {
        Command::from(super::AccountStep::SignUp(step))
    }
}

/// Router: the form. The account is created in the region of the origin that the form was sent to.
pub fn route(service: &Service, request: Request) -> ActorReply {
    let region = service.config.region_of(&request.origin).unwrap_or(Region::Us);
    let outcome = match request.method.as_str() {
        "GET" | "HEAD" => Err(page::sign_up_page(&service.config, &prefilled_view(&request), region, None)),
        "POST" => parse_applicant(&service.config, &request, region),
        _ => Err(RefusalPage::MethodNotAllowed.render_page().with_header("allow", "GET, HEAD, POST")),
    };
    match outcome {
        Ok(applicant) => {
            let actor_id = ActorId::of_client(ClientIp::from_request(&service.config, &request));
            ActorReply::forward_to(
                actor_id,
                Request { body: Vec::new(), ..request },
                SignUpStep::CountByClient(applicant).into(),
            )
        }
        Err(response) => response.into(),
    }
}

/// The values that the link to the form fills in: the plan.
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
    let form = SignUpForm::read(&pairs).map_err(|_| {
        let view = SignUpView {
            email: typed("email"),
            first_name: typed("first_name"),
            last_name: typed("last_name"),
            ..SignUpView::default()
        };
        let names = page::TEXTS.iter().map(|(name, _)| *name);
        let missing: Vec<_> = names.filter(|name| fields.first(name).unwrap_or_default().is_empty()).collect();
        let error = if missing.is_empty() { SignUpError::Plan } else { SignUpError::Missing(missing) };
        page::sign_up_page(config, &view, region, Some(error))
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
        Some(error) => Err(applicant.render_again(config, error)),
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

    /// The form with an error, and all input but the password.
    fn render_again(&self, config: &Config, error: SignUpError) -> Response {
        let view = SignUpView {
            email: self.email.clone(),
            first_name: self.first_name.clone(),
            last_name: self.last_name.clone(),
            plan: self.plan,
        };
        page::sign_up_page(config, &view, self.region, Some(error))
    }
}

/// Actor: handles one step.
///
/// # Errors
///
/// The form with the reason, if there were too many sign-ups; a page, if a statement fails.
pub fn handle_step(context: &ActorContext<'_>, step: SignUpStep) -> Result<ActorReply, Response> {
    match step {
        SignUpStep::CountByClient(applicant) => {
            let network = context.client_ip().rate_limit_key();
            let limit = if network.is_some() { &SIGN_UPS_OF_CLIENT } else { &SIGN_UPS_OF_UNKNOWN };
            count_attempt(context, limit, network.as_deref().unwrap_or_default(), &applicant)?;
            Ok(context.forward_to(ActorId::of_email(&applicant.email), SignUpStep::CountByAddress(applicant)))
        }
        SignUpStep::CountByAddress(applicant) => {
            count_attempt(context, &SIGN_UPS_OF_ADDRESS, &applicant.email, &applicant)?;
            Ok(context.forward_to(context.actor_id.clone(), SignUpStep::HashPassword(applicant)))
        }
        SignUpStep::HashPassword(applicant) => hash_password(context, applicant),
        SignUpStep::CreateAccount(applicant) => create_account(context, applicant),
        SignUpStep::ClaimAddress(account) => address_availability::claim_address(context, account),
        SignUpStep::AddressSettled(account, other) => send_confirmation(context, &account, other),
        SignUpStep::CheckHolder(account) => address_availability::check_holder(context, account),
        SignUpStep::FreeAddress(account, team) => address_availability::free_address(context, account, &team),
    }
}

/// Counts the sign-up, successful or not, or refuses it.
fn count_attempt(
    context: &ActorContext<'_>,
    limit: &AttemptLimit,
    whom: &str,
    applicant: &Applicant,
) -> Result<(), Response> {
    let work = || Ok(attempts::try_attempt(context.effects(), limit, whom)?);
    match in_transaction(context.sql, work).map_err(|_| RefusalPage::InternalError.render_page())? {
        Some(next) => Err(applicant
            .render_again(&context.service.config, SignUpError::RateLimited(RetryDelay::until(context.now, next)))),
        None => Ok(()),
    }
}

/// Replaces the password by its hash.
fn hash_password(context: &ActorContext<'_>, applicant: Applicant) -> Result<ActorReply, Response> {
    let (cost, password) = (context.service.config.password_cost, applicant.password.expose());
    let stored = password::hash_password(context.external, cost, password, context.random)?;
    let applicant = Applicant { password: CarriedSecret::new(stored), ..applicant };
    Ok(context.forward_to(ActorId::Team(ids::account_id(context.random)), SignUpStep::CreateAccount(applicant)))
}

fn create_account(context: &ActorContext<'_>, applicant: Applicant) -> Result<ActorReply, Response> {
    let ActorId::Team(id) = context.actor_id else { return Err(RefusalPage::InternalError.render_page()) };
    // The id that was drawn belongs to another team: draw again.
    if first_row(context.sql, "SELECT id FROM team", &[]).map_err(internal_error)?.is_some() {
        return Ok(
            context.forward_to(ActorId::Team(ids::account_id(context.random)), SignUpStep::CreateAccount(applicant))
        );
    }
    let work = || {
        insert_account(context, id, &applicant)?;
        Ok(unconfirmed::start_deadline(context.effects(), id)?)
    };
    in_transaction(context.sql, work).map_err(|_| RefusalPage::InternalError.render_page())?;
    let account = NewAccount { email: applicant.email, id: id.clone(), region: applicant.region };
    Ok(context.forward_to(ActorId::of_email(&account.email), SignUpStep::ClaimAddress(account)))
}

/// Writes the account. Its first user has the same id as the team, which is unique.
fn insert_account(context: &ActorContext<'_>, id: &str, applicant: &Applicant) -> Result<(), SqlError> {
    let is_team = applicant.plan.row().team;
    let name = if is_team { team_name(&applicant.first_name, &applicant.last_name) } else { String::new() };
    context.sql.run(
        "INSERT INTO team (id, name, region, is_team, max_invites, created)
         VALUES (?, ?, ?, ?, ?, ?)",
        values![id, name, applicant.region.as_str(), is_team, i64::from(TEAM_SEATS), context.now],
    )?;
    ids::start_sequences(context.sql, id)?;
    context.sql.run(
        "INSERT INTO users (id, member_id, username, email, email_verified, password, first_name, last_name,
                            language, plan, member_type, member_status, created, last_login)
         VALUES (?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        values![
            id,
            id,
            applicant.email.as_str(),
            applicant.email.as_str(),
            applicant.password.expose(),
            applicant.first_name.as_str(),
            applicant.last_name.as_str(),
            account_language(context.request),
            applicant.plan.as_str(),
            MemberType::AccountOwner.as_str(),
            MembershipStatus::Active.as_str(),
            context.now,
            context.now,
        ],
    )?;
    Ok(())
}

/// Sends the link that confirms the address. If the address leads to another team, that team is asked later by a job,
/// so that the response does not take longer.
fn send_confirmation(
    context: &ActorContext<'_>,
    account: &NewAccount,
    other: Option<String>,
) -> Result<ActorReply, Response> {
    let work = || match &other {
        None => verification::send_link(&context.service.config, context.effects(), &account.id, &account.email),
        Some(team) => job_queue::schedule(context.effects(), JobKind::AskHolder, team, context.now),
    };
    in_transaction(context.sql, || Ok(work()?)).map_err(|_| RefusalPage::InternalError.render_page())?;
    Ok(page::done_page(&context.service.config, &account.email).into())
}

//! An app: its registration and its states, draft, public, private and disabled. Heading "App lifecycle".

use super::listing_revision;
use crate::service::actor::protocol::ActorId;
use crate::service::actor::token;
use crate::service::environment::config::Config;
use crate::service::store::scope_list::parse_scope_list;
use crate::service::store::sql::{Row, Sql, SqlError, first_row, values};
use crate::spec::apps::{AppState, ReviewOutcome, ReviewSubject, ScopeRequirement};
use crate::spec::limits::{DRAFT_WINDOW_DAYS, Quota, UNLIMITED};
use crate::spec::scopes::Scope;
use crate::wire::dates::{DAY, Timestamp};
use crate::wire::error::ApiError;

/// An app as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct App {
    /// Client id.
    pub client_id: String,
    /// Hash of the client secret.
    pub secret_hash: String,
    /// Name on the consent page.
    pub name: String,
    /// One sentence about it.
    pub description: String,
    /// State as last written. [`App::state_at`] returns the present state.
    pub state: AppState,
    /// Team of the account that registered it.
    pub owner_team: String,
    /// Id of the user who registered it.
    pub owner_user: String,
    /// The redirect URIs that codes may be sent to, exactly as registered.
    pub redirect_uris: Vec<String>,
    /// The scopes that it requests, and whether each is required.
    pub scopes: Vec<(Scope, ScopeRequirement)>,
    /// When it was registered.
    pub created: Timestamp,
    /// Start of its draft window: the registration or the last extension.
    pub window: Timestamp,
    /// When the present review was requested; `None` without one.
    pub review: Option<Timestamp>,
    /// Subject of that review.
    pub review_of: Option<ReviewSubject>,
    /// Outcome of the previous review.
    pub outcome: Option<ReviewOutcome>,
    /// The reviewer's reason for that outcome; may be empty.
    pub reason: String,
    /// The scopes that need approval in a public app and have it.
    pub approved: Vec<Scope>,
    /// The quota that a review granted; `None` if it has the usual one.
    pub granted: Option<Quota>,
    /// The quota that the owner requested last.
    pub requested: Option<Quota>,
    /// The owner's reason for that request.
    pub request_reason: String,
    /// Number of earlier secrets.
    pub secret_round: i64,
}

impl App {
    /// The state at a time. `None` once the draft window has ended without a deployment.
    pub fn state_at(&self, now: Timestamp) -> Option<AppState> {
        match self.state {
            AppState::Disabled => None,
            AppState::Draft if now >= self.window_ends() => None,
            state => Some(state),
        }
    }

    /// The quota in a state; `None` if every request is refused. A configured quota has precedence over one that a
    /// review granted, and that over the usual one. An unlimited app ignores the granted quota.
    pub fn quota_for(&self, config: &Config, state: AppState) -> Option<Quota> {
        let usual = state.quota()?;
        let granted = self.granted.filter(|_| usual != UNLIMITED);
        Some(config.quota_of(&self.client_id).or(granted).unwrap_or(usual))
    }

    /// When a draft becomes disabled.
    pub fn window_ends(&self) -> Timestamp {
        self.window.saturating_add(DAY.saturating_mul(i64::from(DRAFT_WINDOW_DAYS)))
    }

    /// The scopes that it requests, in any state.
    pub fn requested_scopes(&self) -> Vec<Scope> {
        let asks = |scope: &Scope| {
            self.scopes
                .iter()
                .any(|(known, requirement)| known == scope && *requirement != ScopeRequirement::NotRequired)
        };
        Scope::ALL.iter().copied().filter(asks).collect()
    }

    /// Everything that a reviewer decides about, hashed. A decision applies only while the fingerprint is unchanged.
    pub fn fingerprint(&self) -> String {
        let subject = self.review_of.map_or("", ReviewSubject::as_str);
        let scopes =
            self.scopes.iter().map(|(scope, requirement)| format!("{}={}", scope.as_str(), requirement.as_str()));
        let scopes = scopes.collect::<Vec<_>>().join(" ");
        let addresses = self.redirect_uris.join(" ");
        let requested =
            self.requested.map(|quota| format!("{} {}", quota.per_minute, quota.per_day)).unwrap_or_default();
        let fields = [self.state.as_str(), subject, &scopes, &addresses, &self.name, &self.description];
        token::hash_secret(
            &fields.into_iter().chain([requested.as_str(), &self.request_reason]).collect::<Vec<_>>().join("\n"),
        )
    }

    /// Whether it may use a scope in a state: a public app needs approval for some.
    pub fn may_use(&self, state: AppState, scope: Scope) -> bool {
        state != AppState::Public || !scope.needs_approval() || self.approved.contains(&scope)
    }

    /// The scopes for its owner's account: those that it requests and may use.
    pub fn own_scopes(&self) -> Vec<Scope> {
        let mut scopes = self.requested_scopes();
        scopes.retain(|scope| self.may_use(self.state, *scope));
        scopes
    }

    /// The scopes with this requirement, in the order of the scope table.
    ///
    /// An app does not request a scope that it may not use. This is our choice: the specification says only that the
    /// app may not use it.
    pub fn scopes_by_requirement(&self, state: AppState, requirement: ScopeRequirement) -> Vec<Scope> {
        let matches = |scope: Scope| self.scopes.contains(&(scope, requirement));
        Scope::ALL.iter().copied().filter(|scope| matches(*scope) && self.may_use(state, *scope)).collect()
    }
}

/// Name of the gateway's own app.
const OWN_NAME: &str = "Canvass Console";

/// The scopes without which the console shows nothing. It requests all others as optional: our choice.
const OWN_REQUIRED: &[Scope] = &[Scope::UsersRead, Scope::SurveysRead, Scope::ResponsesRead];

/// Creates the gateway's own app in its new database, so that users can sign in without the demo world. It belongs to
/// no account.
///
/// # Errors
///
/// When a statement fails.
pub fn create_own_app(config: &Config, actor_id: &ActorId, now: Timestamp, sql: &dyn Sql) -> Result<(), SqlError> {
    let own = &config.gateway_app;
    if *actor_id != ActorId::App(own.client_id.clone()) || own.client_secret.is_empty() {
        return Ok(());
    }
    let requirement = |scope: &Scope| {
        if OWN_REQUIRED.contains(scope) { ScopeRequirement::Required } else { ScopeRequirement::Optional }
    };
    let scopes: Vec<_> = Scope::ALL.iter().map(|scope| (scope.as_str(), requirement(scope).as_str())).collect();
    sql.run(
        "INSERT INTO app (client_id, secret_hash, name, description, state, owner_team, owner_user, redirect_uris,
                          scopes, created)
         VALUES (?, ?, ?, ?, ?, '', '', ?, ?, ?)",
        values![
            own.client_id.as_str(),
            token::hash_secret(&own.client_secret),
            OWN_NAME,
            "Shows your surveys and exports their responses.",
            AppState::Public.as_str(),
            to_json(&[own.redirect_uri.as_str()])?,
            to_json(&scopes)?,
            now,
        ],
    )?;
    listing_revision::bump_revision(sql, now)
}

/// Gives the gateway's own app the redirect URI and the secret of the configuration, which may have changed since the
/// app was stored. With another one every sign-in would fail.
///
/// # Errors
///
/// When a statement fails.
pub fn refresh_own_app(config: &Config, actor_id: &ActorId, now: Timestamp, sql: &dyn Sql) -> Result<(), SqlError> {
    let own = &config.gateway_app;
    if *actor_id != ActorId::App(own.client_id.clone()) || own.client_secret.is_empty() {
        return Ok(());
    }
    // Signatures of deliveries use the configured secret where none is stored.
    let changed = sql.run(
        "UPDATE app
         SET redirect_uris = ?1, secret_hash = ?2, sealed_secret = ''
         WHERE redirect_uris <> ?1 OR secret_hash <> ?2
         RETURNING client_id",
        values![to_json(&[own.redirect_uri.as_str()])?, token::hash_secret(&own.client_secret)],
    )?;
    if changed.is_empty() { Ok(()) } else { listing_revision::bump_revision(sql, now) }
}

fn to_json(value: &impl serde::Serialize) -> Result<String, SqlError> {
    serde_json::to_string(value).map_err(|error| SqlError(error.to_string()))
}

/// The app of this database, if it has this client id.
///
/// # Errors
///
/// When the statement fails.
pub fn load_app(sql: &dyn Sql, client_id: &str) -> Result<Option<App>, ApiError> {
    let row = first_row(
        sql,
        "SELECT client_id, secret_hash, name, description, state, owner_team, owner_user,
                redirect_uris, scopes, created, COALESCE(draft_renewed, created) AS began, review_since,
                review_of, review_outcome, review_reason,
                approved, secret_round, granted_minute, granted_day, requested_minute, requested_day, request_reason
         FROM app
         WHERE client_id = ?",
        values![client_id],
    )?;
    Ok(row.and_then(|row| app_from_row(&row)))
}

fn app_from_row(row: &Row) -> Option<App> {
    let scopes: Vec<(String, String)> = row.decode_json("scopes")?;
    let scopes = scopes.iter().filter_map(|(scope, need)| Some((Scope::parse(scope)?, ScopeRequirement::parse(need)?)));
    Some(App {
        client_id: row.text("client_id"),
        secret_hash: row.text("secret_hash"),
        name: row.text("name"),
        description: row.text("description"),
        state: AppState::parse(&row.text("state"))?,
        owner_team: row.text("owner_team"),
        owner_user: row.text("owner_user"),
        redirect_uris: row.decode_json("redirect_uris")?,
        scopes: scopes.collect(),
        created: row.timestamp("created"),
        window: row.timestamp("began"),
        review: row.optional_text("review_since").map(|_| row.timestamp("review_since")),
        review_of: ReviewSubject::parse(&row.text("review_of")),
        outcome: ReviewOutcome::parse(&row.text("review_outcome")),
        reason: row.text("review_reason"),
        approved: parse_scope_list(&row.text("approved")),
        secret_round: row.integer("secret_round"),
        granted: quota_from_row(row, "granted_minute", "granted_day"),
        requested: quota_from_row(row, "requested_minute", "requested_day"),
        request_reason: row.text("request_reason"),
    })
}

/// The quota in two columns; `None` if one of them is empty.
fn quota_from_row(row: &Row, per_minute: &str, per_day: &str) -> Option<Quota> {
    let number = |column: &str| row.optional_text(column)?.parse().ok();
    Some(Quota { per_minute: number(per_minute)?, per_day: number(per_day)? })
}

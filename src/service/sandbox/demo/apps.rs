//! TABLE. Apps of the demo world: one in every state, and the gateway's own app.

use super::day_start;
use super::people::{DemoPerson, DemoTeam};
use crate::service::actor::token;
use crate::service::environment::config::Config;
use crate::service::identity::listing::{self, ListingEntry};
use crate::service::identity::listing_revision;
use crate::service::identity::signing;
use crate::service::store::sql::{Sql, SqlError, values};
use crate::spec::apps::{AppState, ScopeRequirement};
use crate::spec::scopes::{PlanRule, Scope};
use crate::wire::dates::Timestamp;
use base64ct::{Base64UrlUnpadded, Encoding as _};
use sha2::{Digest as _, Sha256};

/// An app of the demo world.
#[derive(Debug)]
pub struct DemoApp {
    /// The key of the app in the other tables.
    pub key: &'static str,
    /// Name on the consent page.
    pub name: &'static str,
    /// One sentence about it.
    pub description: &'static str,
    /// State.
    pub state: AppState,
    /// Key of the person who registered it.
    pub owner: &'static str,
    /// The only redirect URI.
    pub redirect_uri: &'static str,
    /// The required scopes; all others are optional.
    pub required: &'static [Scope],
    /// A description for developers.
    pub note: &'static str,
}

/// Every app. The first is the gateway's own: its id, secret and redirect URI come from the configuration.
#[rustfmt::skip]
pub const APPS: &[DemoApp] = {
    use Scope::{ResponsesRead, ResponsesReadDetail, SurveysRead, UsersRead};
    &[
        DemoApp { key: "console", name: "Canvass Console", description: "Shows your surveys and exports their responses.",
            state: AppState::Public, owner: "owner", redirect_uri: "",
            required: &[UsersRead, SurveysRead, ResponsesRead],
            note: "Signs people in to the console." },
        DemoApp { key: "workbench", name: "Workbench", description: "Calls the API from a terminal.",
            state: AppState::Public, owner: "owner", redirect_uri: "https://workbench.example/callback",
            required: &[UsersRead],
            note: "Most tokens below belong to this app. Who signs in to it gets the same token again." },
        DemoApp { key: "chartroom", name: "Chartroom", description: "Turns responses into charts.",
            state: AppState::Public, owner: "other_team", redirect_uri: "https://chartroom.example/oauth/callback",
            required: &[SurveysRead, ResponsesReadDetail],
            note: "A third party's app. It requires a scope of paid plans, which the free account cannot grant." },
        DemoApp { key: "sync", name: "Northwind Sync", description: "Copies responses into the team's warehouse.",
            state: AppState::Private, owner: "admin", redirect_uri: "https://sync.northwind.example/callback",
            required: &[SurveysRead, ResponsesRead],
            note: "For the accounts of Northwind Research only; 120 requests a minute, 500 a day." },
        DemoApp { key: "field_notes", name: "Field Notes", description: "A diary study under construction.",
            state: AppState::Draft, owner: "owner", redirect_uri: "https://field-notes.example/callback",
            required: &[SurveysRead],
            note: "For its owner only, for 90 days; 120 requests a minute, 500 a day." },
        DemoApp { key: "importer", name: "Old Importer", description: "Was never deployed.",
            state: AppState::Disabled, owner: "owner", redirect_uri: "https://importer.example/callback",
            required: &[SurveysRead],
            note: "Its draft window has ended: every request is refused." },
    ]
};

impl DemoApp {
    /// The app with this key.
    pub fn find_by_key(key: &str) -> Option<&'static DemoApp> {
        APPS.iter().find(|app| app.key == key)
    }

    fn is_own(&self) -> bool {
        self.key == "console"
    }

    /// The client id: the same in every installation, except for the gateway's own app.
    pub fn client_id(&self, config: &Config) -> String {
        if self.is_own() {
            return config.gateway_app.client_id.clone();
        }
        let hash = Sha256::digest(format!("canvass demo app {}", self.key));
        Base64UrlUnpadded::encode_string(&hash.first_chunk::<16>().copied().unwrap_or_default())
    }

    /// The client secret.
    pub fn client_secret(&self, config: &Config) -> String {
        if self.is_own() {
            return config.gateway_app.client_secret.clone();
        }
        Base64UrlUnpadded::encode_string(&config.derive_key(&format!("demo app secret {}", self.key)))
    }

    /// The redirect URIs.
    pub fn redirect_uris(&self, config: &Config) -> [String; 1] {
        [if self.is_own() { config.gateway_app.redirect_uri.clone() } else { self.redirect_uri.to_owned() }]
    }

    /// Every scope, and whether the app requires it.
    fn all_scopes(&self) -> Vec<(&'static str, &'static str)> {
        let need = |scope: &Scope| {
            if self.required.contains(scope) { ScopeRequirement::Required } else { ScopeRequirement::Optional }
        };
        Scope::ALL.iter().map(|scope| (scope.as_str(), need(scope).as_str())).collect()
    }

    /// When it was registered. A draft is as old as the demo world, or its window would have ended long ago.
    fn registered_at(&self, began: Timestamp) -> Timestamp {
        if self.state == AppState::Draft { began } else { day_start(-200) }
    }
}

/// The scopes that every plan can grant.
pub fn free_scopes() -> Vec<Scope> {
    Scope::ALL.iter().copied().filter(|scope| scope.plan_rule() != PlanRule::Paid).collect()
}

/// The secret of the app with this client id, if there is one.
pub fn client_secret(config: &Config, client_id: &str) -> Option<String> {
    APPS.iter().find(|app| app.client_id(config) == client_id).map(|app| app.client_secret(config))
}

/// Writes the app of an app actor.
pub fn seed_app(config: &Config, client_id: &str, began: Timestamp, sql: &dyn Sql) -> Result<(), SqlError> {
    let Some(app) = APPS.iter().find(|app| app.client_id(config) == client_id) else { return Ok(()) };
    let Some(owner) = DemoPerson::find_by_key(app.owner) else { return Ok(()) };
    let secret = app.client_secret(config);
    let as_json = |result: Result<String, serde_json::Error>| result.map_err(|error| SqlError(error.to_string()));
    sql.run(
        "INSERT INTO app (client_id, secret_hash, name, description, state, owner_team, owner_user,
                          redirect_uris, scopes, created, sealed_secret)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        values![
            client_id,
            token::hash_secret(&secret),
            app.name,
            app.description,
            app.state.as_str(),
            owner.team_id,
            owner.user_id,
            as_json(serde_json::to_string(&app.redirect_uris(config)))?,
            as_json(serde_json::to_string(&app.all_scopes()))?,
            app.registered_at(began),
            signing::seal_secret(config, client_id, &secret).unwrap_or_default(),
        ],
    )?;
    listing_revision::mark_known(sql)
}

/// Writes the public list of apps.
pub fn seed_listed(config: &Config, sql: &dyn Sql) -> Result<(), SqlError> {
    for app in APPS.iter().filter(|app| app.state == AppState::Public) {
        let optional: Vec<Scope> = Scope::ALL.iter().copied().filter(|scope| !app.required.contains(scope)).collect();
        let scopes = (app.required, optional.as_slice());
        let listed = ListingEntry::new((app.name, app.description), &app.redirect_uris(config), scopes);
        listing::seed_listing(sql, app.client_id(config), listed)?;
    }
    Ok(())
}

/// Writes the lists of own apps of a team's users.
pub fn seed_owned(config: &Config, home: &DemoTeam, began: Timestamp, sql: &dyn Sql) -> Result<(), SqlError> {
    for app in APPS {
        let Some(owner) = DemoPerson::find_by_key(app.owner).filter(|owner| owner.team_id == home.id) else { continue };
        sql.run(
            "INSERT INTO own_apps (client_id, user_id, name, token_round, created)
             VALUES (?, ?, ?, 0, ?)",
            values![app.client_id(config), owner.user_id, app.name, app.registered_at(began)],
        )?;
    }
    Ok(())
}

//! TABLE. Tokens of the demo world: one for each case, valid or not.

use super::apps::{DemoApp, free_scopes};
use super::day_start;
use super::people::{DemoPerson, DemoTeam};
use crate::service::actor::token;
use crate::service::environment::config::Config;
use crate::service::identity::grants::{self, Grant};
use crate::service::store::sql::{Sql, SqlError, values};
use crate::spec::scopes::Scope;

/// The scopes of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenGrants {
    /// Every scope.
    Everything,
    /// The scopes of the free plan.
    Free,
    /// These scopes.
    Only(&'static [Scope]),
    /// Every scope, until the user revoked the grant.
    Revoked,
    /// Every scope, until the token expired.
    Ended,
}

/// A token of the demo world.
#[derive(Debug)]
pub struct DemoToken {
    /// The name of the token in tests.
    pub name: &'static str,
    /// Key of the user.
    pub person: &'static str,
    /// Key of the app.
    pub app: &'static str,
    /// The scopes.
    pub grants: TokenGrants,
    /// A description for developers.
    pub note: &'static str,
}

/// Every token. An account has one grant per app, so no two rows may have the same person and app.
#[rustfmt::skip]
pub const TOKENS: &[DemoToken] = {
    use TokenGrants::{Ended, Everything, Free, Only, Revoked};
    &[
        DemoToken { name: "owner", person: "owner", app: "workbench", grants: Everything, note: "May do everything." },
        DemoToken { name: "admin", person: "admin", app: "workbench", grants: Everything, note: "Administers the team." },
        DemoToken { name: "regular", person: "regular", app: "workbench", grants: Everything,
            note: "Has every scope, as a plain member of the team." },
        DemoToken { name: "regular_two", person: "regular_two", app: "workbench", grants: Everything,
            note: "Has every scope, belongs to no workgroup." },
        DemoToken { name: "free", person: "free", app: "workbench", grants: Free,
            note: "Has what the free plan offers." },
        DemoToken { name: "free_with_paid_scopes", person: "free", app: "chartroom", grants: Everything,
            note: "Was granted every scope on a paid plan: paid operations return 1015." },
        DemoToken { name: "surveys_read_only", person: "regular", app: "chartroom", grants: Only(&[Scope::SurveysRead]),
            note: "Has one scope: other operations return 1014." },
        DemoToken { name: "revoked", person: "admin", app: "chartroom", grants: Revoked, note: "Was revoked by its user." },
        DemoToken { name: "expired", person: "other_team", app: "chartroom", grants: Ended,
            note: "Has expired, as no other token does: 1012." },
        DemoToken { name: "no_grants", person: "owner", app: "chartroom", grants: Only(&[]), note: "Has no scopes: 1057." },
        DemoToken { name: "gone", person: "gone", app: "workbench", grants: Free,
            note: "Belongs to a deleted account: 1053." },
        DemoToken { name: "eu", person: "eu", app: "workbench", grants: Everything, note: "Belongs to the EU origin." },
        DemoToken { name: "ca", person: "ca", app: "workbench", grants: Everything, note: "Belongs to the Canadian origin." },
        DemoToken { name: "other_team", person: "other_team", app: "workbench", grants: Everything,
            note: "Belongs to another team: the first team's resources return 1020." },
        DemoToken { name: "private", person: "owner", app: "sync", grants: Everything,
            note: "Of a private app: 120 requests a minute, 500 a day." },
        DemoToken { name: "draft", person: "owner", app: "field_notes", grants: Everything,
            note: "Of a draft app: 120 requests a minute, 500 a day, for 90 days." },
        DemoToken { name: "disabled", person: "owner", app: "importer", grants: Everything, note: "Of a disabled app." },
    ]
};

impl DemoToken {
    /// The token text.
    pub fn token_text(&self, config: &Config) -> Option<String> {
        let (person, app) = (DemoPerson::find_by_key(self.person)?, DemoApp::find_by_key(self.app)?);
        let home = person.team()?;
        token::mint_for_grant(config, (home.region, home.id), person.user_id, &app.client_id(config), self.nonce())
    }

    /// The token text of builds before the grants had nonces.
    fn former_text(&self, config: &Config) -> Option<String> {
        let (home, app) = (DemoPerson::find_by_key(self.person)?.team()?, DemoApp::find_by_key(self.app)?);
        let secret = config.derive_key(&format!("demo token {}", self.name));
        token::mint_token(config, home.region, home.id, &app.client_id(config), *secret.first_chunk()?)
    }

    /// The nonce of its grant: an account that authorizes the app again gets the same token.
    const fn nonce(&self) -> &'static str {
        self.name
    }

    /// The scopes that were granted.
    pub fn scopes(&self) -> Vec<Scope> {
        match self.grants {
            TokenGrants::Everything | TokenGrants::Revoked | TokenGrants::Ended => Scope::ALL.to_vec(),
            TokenGrants::Free => free_scopes(),
            TokenGrants::Only(scopes) => scopes.to_vec(),
        }
    }
}

/// Writes the grants of a team's users.
pub fn seed_tokens(config: &Config, home: &DemoTeam, sql: &dyn Sql) -> Result<(), SqlError> {
    for token in TOKENS {
        let (Some(person), Some(app), Some(text)) =
            (DemoPerson::find_by_key(token.person), DemoApp::find_by_key(token.app), token.token_text(config))
        else {
            continue;
        };
        if person.team_id != home.id {
            continue;
        }
        let (client_id, hash) = (app.client_id(config), token::hash_secret(&text));
        let grant =
            Grant { user_id: person.user_id, client_id: &client_id, app_name: app.name, scopes: &token.scopes() };
        grants::store_grant(sql, &grant, (token.nonce(), &hash), day_start(-30))?;
        match token.grants {
            TokenGrants::Revoked => grants::revoke_grant(sql, &hash, day_start(-2))?,
            TokenGrants::Ended => grants::expire_token(sql, &hash, day_start(-2))?,
            _ => {}
        }
    }
    Ok(())
}

/// Gives the grants that a build before nonces wrote the tokens that are listed now. The former token texts end.
pub fn renew_tokens(config: &Config, sql: &dyn Sql) -> Result<(), SqlError> {
    for token in TOKENS {
        let Some((former, text)) = token.former_text(config).zip(token.token_text(config)) else { continue };
        sql.run(
            "UPDATE grants SET token_hash = ?, nonce = IIF(revoked IS NULL, ?, NULL) WHERE token_hash = ?",
            values![token::hash_secret(&text), token.nonce(), token::hash_secret(&former)],
        )?;
    }
    Ok(())
}

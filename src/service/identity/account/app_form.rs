//! The form of an app: name, description, redirect URIs, and whether each scope is required.

use super::limits_form::LimitsForm;
use crate::service::identity::names::is_name;
use crate::service::identity::oauth::redirect;
use crate::spec::account::{DESCRIPTION_MAX, NAME_MAX, REDIRECTS_MAX};
use crate::spec::apps::ScopeRequirement;
use crate::spec::scopes::Scope;
use crate::wire::form::Form;
use serde::{Deserialize, Serialize};

/// Maximum bytes of one redirect URI.
const REDIRECT_URI_MAX: usize = 2000;

/// A submitted form. Scopes that the app does not request are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppForm {
    /// Name on the consent page.
    pub name: String,
    /// One sentence about the app.
    pub description: String,
    /// URIs to which authorization codes may be sent.
    pub redirect_uris: Vec<String>,
    /// Names of scopes, and whether each is required.
    pub scopes: Vec<(String, String)>,
    /// The requested limits, in the form that changes only these.
    pub limits: LimitsForm,
}

impl AppForm {
    /// Reads the form. The field of a scope has the scope's name.
    pub fn from_fields(fields: &Form) -> AppForm {
        let text = |name: &str| fields.first(name).unwrap_or_default().trim().to_owned();
        let lines = text("redirect_uris");
        let scopes = Scope::ALL.iter().filter_map(|scope| {
            let requirement = ScopeRequirement::parse(fields.first(scope.as_str())?)?;
            (requirement != ScopeRequirement::NotRequired)
                .then(|| (scope.as_str().to_owned(), requirement.as_str().to_owned()))
        });
        AppForm {
            name: text("name"),
            description: text("description"),
            redirect_uris: lines.split_whitespace().map(str::to_owned).collect(),
            scopes: scopes.collect(),
            limits: LimitsForm::default(),
        }
    }

    /// The first mistake in the form, as a sentence for the user.
    pub fn validation_error(&self) -> Option<String> {
        if !is_name(&self.name) {
            return Some(format!("Enter a name for the app, of at most {NAME_MAX} characters."));
        }
        if self.description.chars().count() > DESCRIPTION_MAX {
            return Some(format!("The description is too long. Use at most {DESCRIPTION_MAX} characters."));
        }
        if self.redirect_uris.len() > REDIRECTS_MAX {
            return Some(format!("There are too many redirect addresses. Use at most {REDIRECTS_MAX}."));
        }
        let is_invalid = |address: &&String| !redirect::is_allowed(address) || address.len() > REDIRECT_URI_MAX;
        self.redirect_uris.iter().find(is_invalid).map(|address| {
            format!("{address} is not a valid redirect address. Use https://, or http:// with localhost or 127.0.0.1.")
        })
    }

    /// The form's value for a scope.
    pub fn requirement(&self, scope: Scope) -> ScopeRequirement {
        let entry = self.scopes.iter().find(|(name, _)| name == scope.as_str());
        entry.and_then(|(_, requirement)| ScopeRequirement::parse(requirement)).unwrap_or(ScopeRequirement::NotRequired)
    }

    /// The scopes that the app requests.
    pub fn requested_scopes(&self) -> Vec<Scope> {
        let asks = |scope: &Scope| self.requirement(*scope) != ScopeRequirement::NotRequired;
        Scope::ALL.iter().copied().filter(asks).collect()
    }
}

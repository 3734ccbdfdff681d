//! What the form of an app says: name, description, redirect addresses, and whether each scope is required.

use super::limits_form::LimitsForm;
use crate::service::identity::names::is_name;
use crate::service::identity::oauth::redirect;
use crate::spec::account::{DESCRIPTION_MAX, NAME_MAX, REDIRECTS_MAX};
use crate::spec::apps::ScopeRequirement;
use crate::spec::scopes::Scope;
use crate::wire::form::Form;
use serde::{Deserialize, Serialize};

/// Most characters of one redirect address.
const ADDRESS_MAX: usize = 2000;

/// A filled-in form. Scopes that the app does not ask for are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppForm {
    /// Name that the consent page shows.
    pub name: String,
    /// One sentence about the app.
    pub description: String,
    /// The addresses that codes may be sent to.
    pub redirect_uris: Vec<String>,
    /// Names of scopes, and whether each is required.
    pub scopes: Vec<(String, String)>,
    /// The limits that are asked for, where the form is about them alone.
    pub limits: LimitsForm,
}

impl AppForm {
    /// Reads the form. The fields of scopes have the scopes' names.
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

    /// What is wrong with it, in a sentence.
    pub fn validation_error(&self) -> Option<String> {
        if !is_name(&self.name) {
            return Some(format!("The app needs a name of at most {NAME_MAX} characters."));
        }
        if self.description.chars().count() > DESCRIPTION_MAX {
            return Some(format!("The description may have {DESCRIPTION_MAX} characters."));
        }
        if self.redirect_uris.len() > REDIRECTS_MAX {
            return Some(format!("An app may have {REDIRECTS_MAX} redirect addresses."));
        }
        let bad = |address: &&String| !redirect::is_allowed(address) || address.len() > ADDRESS_MAX;
        self.redirect_uris.iter().find(bad).map(|address| {
            format!("{address} cannot be a redirect address: it must begin with https:// or lead to this machine.")
        })
    }

    /// What the form says about a scope.
    pub fn requirement(&self, scope: Scope) -> ScopeRequirement {
        let said = self.scopes.iter().find(|(name, _)| name == scope.as_str());
        said.and_then(|(_, said)| ScopeRequirement::parse(said)).unwrap_or(ScopeRequirement::NotRequired)
    }

    /// The scopes that the app asks for.
    pub fn requested_scopes(&self) -> Vec<Scope> {
        let asks = |scope: &Scope| self.requirement(*scope) != ScopeRequirement::NotRequired;
        Scope::ALL.iter().copied().filter(asks).collect()
    }
}

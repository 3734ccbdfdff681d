//! TABLE. Apps: their states, the transitions between them, and the permissions of each state. Heading "App lifecycle".

use super::limits::{LIMITED, Quota, UNLIMITED};
use super::plans::Plan;

/// Path of the public list of published apps. The specification says that there is such a directory, but neither its
/// path nor its form: both are our choice.
pub const APPS_PATH: &str = "/apps/";

/// Apps on one page of the list.
pub const APPS_PER_PAGE: u32 = 50;

choices! {
    /// The state of an app.
    AppState {
        /// Registered, not deployed: for the registering account only, for 90 days.
        Draft "draft",
        /// Deployed for every account of the service, after review.
        Public "public",
        /// Deployed for the accounts of one team, without review.
        Private "private",
        /// Not deployed in time.
        Disabled "disabled",
    }
    /// The status of a scope in an app.
    ScopeRequirement {
        /// An authorization fails unless the user grants it and has it available.
        Required "required",
        /// The user may decline it.
        Optional "optional",
        /// The app does not request it.
        NotRequired "not_required",
    }
    /// The triggers of transitions between states.
    Trigger {
        /// An account registers the app.
        Register "register",
        /// The app was reviewed and approved, and is published.
        DeployPublic "deploy_public",
        /// The account has a plan with direct API access and deploys the app for its team.
        DeployPrivate "deploy_private",
        /// The draft window has expired.
        Elapse "elapse",
        /// Support grants a longer draft window.
        Extend "extend",
    }
    /// The subjects of reviews. These four are our choice.
    ReviewSubject {
        /// Publication of the app.
        Publication "publication",
        /// A longer draft window.
        Extension "extension",
        /// Further scopes of a public app that need approval.
        Scopes "scopes",
        /// A higher quota of a draft or private app.
        Limits "limits",
    }
    /// The results of a review.
    ReviewOutcome {
        Approved "approved",
        Declined "declined",
    }
}

/// One transition of an app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transition {
    /// Previous state; `None` for an app that does not exist yet.
    pub from: Option<AppState>,
    /// The trigger.
    pub trigger: Trigger,
    /// Next state.
    pub to: AppState,
    /// The condition.
    pub condition: &'static str,
    /// The side effect.
    pub effect: &'static str,
}

const fn row(
    from: Option<AppState>,
    trigger: Trigger,
    to: AppState,
    condition: &'static str,
    effect: &'static str,
) -> Transition {
    Transition { from, trigger, to, condition, effect }
}

/// The life cycle of an app. Its state changes in no other way.
///
/// The last three rows are our choice: the specification says only that a disabled app can be deployed, or that support
/// can extend its window.
#[rustfmt::skip]
pub const TRANSITIONS: &[Transition] = {
    use AppState::{Disabled, Draft, Private, Public};
    use Trigger::{DeployPrivate, DeployPublic, Elapse, Extend, Register};
    &[
        row(None, Register, Draft, "any account", "an access token for the registering account is made"),
        row(Some(Draft), DeployPublic, Public, "in the draft window, reviewed and approved", "requests are unlimited"),
        row(Some(Draft), DeployPrivate, Private, "in the draft window, with direct API access", "requests stay limited"),
        row(Some(Draft), Elapse, Disabled, "not deployed", "requests are refused"),
        row(Some(Disabled), DeployPublic, Public, "reviewed and approved", "requests are unlimited"),
        row(Some(Disabled), DeployPrivate, Private, "with direct API access", "requests are limited"),
        row(Some(Disabled), Extend, Draft, "asked for through support", "the draft window begins anew"),
    ]
};

impl Trigger {
    /// The state after the trigger; `None` if the table has no such row.
    pub fn next_state(self, from: Option<AppState>) -> Option<AppState> {
        TRANSITIONS.iter().find(|row| row.from == from && row.trigger == self).map(|row| row.to)
    }
}

/// The accounts with which an app in some state may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// The account that registered it.
    Owner,
    /// The accounts of one team, each with a plan that has direct API access.
    Team,
    /// Every account.
    Everyone,
    /// No account.
    Nobody,
}

impl AppState {
    /// The accounts with which it may be used.
    pub const fn audience(self) -> Audience {
        match self {
            AppState::Draft => Audience::Owner,
            AppState::Public => Audience::Everyone,
            AppState::Private => Audience::Team,
            AppState::Disabled => Audience::Nobody,
        }
    }

    /// Whether it may be used with accounts of this plan: a private app needs direct API access.
    pub const fn permits(self, plan: Plan) -> bool {
        !matches!(self, AppState::Private) || plan.row().direct_api_access
    }

    /// Its quota; `None` if each request is refused. The error 1063 for that is our choice.
    pub const fn quota(self) -> Option<Quota> {
        match self {
            AppState::Draft | AppState::Private => Some(LIMITED),
            AppState::Public => Some(UNLIMITED),
            AppState::Disabled => None,
        }
    }
}

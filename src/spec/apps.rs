//! TABLE. Apps: their states, what leads from one to another, and what each state permits. Heading "App lifecycle".

use super::limits::{LIMITED, Quota, UNLIMITED};

/// Path of the public list of published apps. The specification says that there is such a directory, and nothing of where
/// and how: both are our choice.
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
    /// What an app says about a scope.
    ScopeRequirement {
        /// An authorization fails unless the user grants it and has it available.
        Required "required",
        /// The user may leave it out.
        Optional "optional",
        /// The app does not ask for it.
        NotRequired "not_required",
    }
    /// What moves an app from one state to another.
    Trigger {
        /// An account registers the app.
        Register "register",
        /// The app was reviewed and approved, and is published.
        DeployPublic "deploy_public",
        /// The account has a plan with direct API access and deploys the app for its team.
        DeployPrivate "deploy_private",
        /// The draft window has run out.
        Elapse "elapse",
        /// Support grants a longer draft window.
        Extend "extend",
    }
    /// What a review is about. That there are these four is our choice.
    ReviewSubject {
        /// The app is to be published.
        Publication "publication",
        /// The app wants a longer draft window.
        Extension "extension",
        /// A public app asks for further scopes that need approval.
        Scopes "scopes",
        /// A draft or private app wants to send more requests.
        Limits "limits",
    }
    /// How a review ends.
    ReviewOutcome {
        Approved "approved",
        Declined "declined",
    }
}

/// One row of the life of an app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transition {
    /// State before; none for an app that does not exist yet.
    pub from: Option<AppState>,
    /// What happens.
    pub trigger: Trigger,
    /// State after.
    pub to: AppState,
    /// What must be the case.
    pub condition: &'static str,
    /// What happens along with it.
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

/// The life of an app. Nothing else changes its state.
///
/// The last three rows are our choice: the specification says of a disabled app only that it can be
/// deployed, or that support can extend its window.
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
    /// The state that the trigger leads to; none where the table has no such row.
    pub fn next_state(self, from: Option<AppState>) -> Option<AppState> {
        TRANSITIONS.iter().find(|row| row.from == from && row.trigger == self).map(|row| row.to)
    }
}

/// Whose accounts an app in some state may be used with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// The account that registered it.
    Owner,
    /// The accounts of one team, each with a plan that has direct API access.
    Team,
    /// Every account.
    Everyone,
    /// None.
    Nobody,
}

impl AppState {
    /// Whose accounts it may be used with.
    pub const fn audience(self) -> Audience {
        match self {
            AppState::Draft => Audience::Owner,
            AppState::Public => Audience::Everyone,
            AppState::Private => Audience::Team,
            AppState::Disabled => Audience::Nobody,
        }
    }

    /// How many requests it may send; none where each is refused. The error for that, 1063, is our choice.
    pub const fn quota(self) -> Option<Quota> {
        match self {
            AppState::Draft | AppState::Private => Some(LIMITED),
            AppState::Public => Some(UNLIMITED),
            AppState::Disabled => None,
        }
    }
}

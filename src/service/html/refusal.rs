//! The pages that say why a sign-in cannot continue, and what to do about it.

use super::layout::Card;
use crate::service::environment::external::CallPending;
use crate::service::store::sql::SqlError;
use crate::spec::account::ACCOUNT_PATH;
use crate::spec::content::PRICING_PATH;
use crate::spec::plans::Plan;
use crate::spec::scopes::Scope;
use crate::wire::http::Response;
use maud::{Markup, html};

/// Why a sign-in cannot continue. None of these pages redirects: its link to the app is followed by the user only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefusalPage {
    /// The link or the form is invalid; the sentence says where.
    Unreadable(String),
    /// There is no such app.
    UnknownApp,
    /// The redirect URI is not one that the app registered.
    BadRedirect,
    /// The app was not deployed in time.
    Disabled {
        /// Name of the app.
        app: String,
    },
    /// The app's state does not permit the account.
    NotOpen {
        /// Name of the app.
        app: String,
        /// The reason, as a sentence.
        reason: &'static str,
        /// The e-mail address of the account.
        email: String,
        /// The URL of the app, with the error.
        back: String,
        /// The URL of the sign-in page.
        again: String,
    },
    /// The app requires a scope that the account's plan does not offer.
    NeedsPlan {
        /// Name of the app.
        app: String,
        /// The account's plan.
        plan: Plan,
        /// The scopes that are missing.
        missing: Vec<Scope>,
        /// The URL of the app, with the error.
        back: String,
        /// The URL of the sign-in page.
        again: String,
    },
    /// The consent page is too old, was used before, or was not issued by this service.
    StartAgain,
    /// The form was sent by another site.
    CrossSite,
    /// The method is not supported by any page.
    MethodNotAllowed,
    /// There is no such page.
    NotFound,
    /// The service failed.
    InternalError,
    /// Another version of the service is being deployed.
    Updating,
}

impl RefusalPage {
    /// Renders the page.
    pub fn render_page(&self) -> Response {
        let content = html! {
            h1 { (self.title()) }
            (self.body_content())
        };
        Card { status: self.status(), title: self.title(), content, form_action: None }.into_page()
    }

    const fn status(&self) -> u16 {
        match self {
            RefusalPage::Unreadable(_)
            | RefusalPage::UnknownApp
            | RefusalPage::BadRedirect
            | RefusalPage::StartAgain => 400,
            RefusalPage::Disabled { .. }
            | RefusalPage::NotOpen { .. }
            | RefusalPage::NeedsPlan { .. }
            | RefusalPage::CrossSite => 403,
            RefusalPage::NotFound => 404,
            RefusalPage::MethodNotAllowed => 405,
            RefusalPage::InternalError => 500,
            RefusalPage::Updating => 503,
        }
    }

    const fn title(&self) -> &'static str {
        match self {
            RefusalPage::Unreadable(_) => "This link does not work",
            RefusalPage::UnknownApp => "This app does not exist",
            RefusalPage::BadRedirect => "This link does not belong to the app",
            RefusalPage::Disabled { .. } => "This app is disabled",
            RefusalPage::NotOpen { .. } => "This app is not open to you",
            RefusalPage::NeedsPlan { .. } => "Your plan does not include this",
            RefusalPage::StartAgain => "Please start again",
            RefusalPage::CrossSite => "This form came from another site",
            RefusalPage::MethodNotAllowed | RefusalPage::NotFound => "There is nothing here",
            RefusalPage::InternalError => "Something went wrong",
            RefusalPage::Updating => "The service is being updated",
        }
    }

    fn body_content(&self) -> Markup {
        html! {
            @match self {
                RefusalPage::Unreadable(why) => {
                    p.lead { "The app that sent you here made a mistake. Nothing was shared with it." }
                    p.message { (why) }
                }
                RefusalPage::UnknownApp => {
                    p.lead { "The link that brought you here names an unknown app. Nothing was shared." }
                    p.message { "For developers: client_id must be that of a registered app." }
                }
                RefusalPage::BadRedirect => {
                    p.lead {
                        "The link that brought you here would send you to an address that the app has not registered. "
                        "Nothing was shared."
                    }
                    p.message {
                        "For developers: redirect_uri must equal a registered address, character by character, "
                        "with https or on localhost."
                    }
                }
                RefusalPage::Disabled { app } => {
                    p.app {
                        strong { (app) }
                        " "
                        span { "was not published in time and can no longer be used. Its developer can change that." }
                    }
                }
                RefusalPage::NotOpen { app, reason, email, back, again } => {
                    p.app { strong { (app) } " " span { "cannot be used with this account." } }
                    p.message { (reason) }
                    .actions {
                        a.button.primary href=(again) { "Use another account" }
                        a.button href=(back) { "Return to " (app) }
                    }
                    p.aside { "You signed in as " (email) "." }
                }
                RefusalPage::NeedsPlan { app, plan, missing, back, again } => {
                    p.app { strong { (app) } " " span { "needs more than the " (plan.row().title) " plan includes:" } }
                    ul.scopes {
                        @for scope in missing {
                            li { label { span { strong { (scope.purpose()) } code { (scope.as_str()) } } } }
                        }
                    }
                    p.message {
                        "Upgrade the account, then open the app again. "
                        a href=(PRICING_PATH) { "Compare the plans" }
                        "."
                    }
                    .actions {
                        a.button.primary href=(ACCOUNT_PATH) { "Change the plan" }
                        a.button href=(back) { "Return to " (app) }
                    }
                    p.aside { "Have an account that includes it? " a href=(again) { "Sign in with that one" } "." }
                }
                RefusalPage::StartAgain => {
                    p.lead {
                        "This page was open for too long, was used before, or the app has changed. "
                        "Go back to the app and sign in again."
                    }
                }
                RefusalPage::CrossSite => {
                    p.lead { "Your browser says that another site sent it. Nothing was shared." }
                    p.message { "If you typed your password into a page that was not ours, change it." }
                }
                RefusalPage::MethodNotAllowed | RefusalPage::NotFound => {
                    p.lead { "Go back to the app and try again." }
                }
                RefusalPage::InternalError => {
                    p.lead { "This is our fault. Nothing was shared. Try again in a moment." }
                }
                RefusalPage::Updating => {
                    p.lead {
                        "Nothing was changed and nothing was shared. Wait a few seconds, go back and try again."
                    }
                }
            }
        }
    }
}

impl From<CallPending> for Response {
    fn from(_: CallPending) -> Response {
        RefusalPage::InternalError.render_page()
    }
}

/// The page for a statement that failed. The cause is not shown.
pub fn internal_error(_: SqlError) -> Response {
    RefusalPage::InternalError.render_page()
}

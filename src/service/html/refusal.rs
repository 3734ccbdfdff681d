//! The pages that say why a sign-in cannot go on, and what to do about it.

use super::layout::Card;
use super::{Html, element, phrase, text};
use crate::service::store::question::Unanswered;
use crate::service::store::sql::SqlError;
use crate::spec::account::ACCOUNT_PATH;
use crate::spec::content::PRICING_PATH;
use crate::spec::plans::Plan;
use crate::spec::scopes::Scope;
use crate::wire::http::Response;

/// Why it cannot go on. None of these sends the browser anywhere by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The link or the form is damaged; the sentence says where.
    Unreadable(String),
    /// There is no such app.
    UnknownApp,
    /// The redirect address is not one that the app registered.
    BadRedirect,
    /// The app was not deployed in time.
    Disabled {
        /// Name of the app.
        app: String,
    },
    /// The app's state does not admit the account.
    NotOpen {
        /// Name of the app.
        app: String,
        /// Why, in a sentence.
        reason: &'static str,
        /// E-mail address of the account.
        email: String,
        /// Back to the app, with the error.
        back: String,
        /// To the sign-in page.
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
        /// Back to the app, with the error.
        back: String,
        /// To the sign-in page.
        again: String,
    },
    /// The consent page is too old, was used, or was not ours.
    StartAgain,
    /// The form was sent by another site.
    Foreign,
    /// The method fits no page.
    Method,
    /// There is no such page.
    NoPage,
    /// The service failed.
    Broken,
    /// Another version of the service is being put in its place.
    Updating,
}

impl Refusal {
    /// The page.
    pub fn page(&self) -> Response {
        let mut content = vec![phrase("h1", &[], self.title())];
        content.extend(self.story());
        Card { status: self.status(), title: self.title(), content, form_action: None }.page()
    }

    const fn status(&self) -> u16 {
        match self {
            Refusal::Unreadable(_) | Refusal::UnknownApp | Refusal::BadRedirect | Refusal::StartAgain => 400,
            Refusal::Disabled { .. } | Refusal::NotOpen { .. } | Refusal::NeedsPlan { .. } | Refusal::Foreign => 403,
            Refusal::NoPage => 404,
            Refusal::Method => 405,
            Refusal::Broken => 500,
            Refusal::Updating => 503,
        }
    }

    const fn title(&self) -> &'static str {
        match self {
            Refusal::Unreadable(_) => "This link does not work",
            Refusal::UnknownApp => "This app does not exist",
            Refusal::BadRedirect => "This link does not belong to the app",
            Refusal::Disabled { .. } => "This app is disabled",
            Refusal::NotOpen { .. } => "This app is not open to you",
            Refusal::NeedsPlan { .. } => "Your plan does not include this",
            Refusal::StartAgain => "Please start again",
            Refusal::Foreign => "This form came from another site",
            Refusal::Method | Refusal::NoPage => "There is nothing here",
            Refusal::Broken => "Something went wrong",
            Refusal::Updating => "The service is being updated",
        }
    }

    fn story(&self) -> Vec<Html> {
        match self {
            Refusal::Unreadable(why) => {
                vec![lead("The app that sent you here made a mistake. Nothing was shared with it."), note(why)]
            }
            Refusal::UnknownApp => vec![
                lead("The link that brought you here names an app that we do not know. Nothing was shared."),
                note("For developers: client_id is not that of a registered app."),
            ],
            Refusal::BadRedirect => vec![
                lead(
                    "The link that brought you here would send you to an address that the app has not registered. \
                      We stopped there, and nothing was shared.",
                ),
                note(
                    "For developers: redirect_uri must be one of the registered addresses, character by character, \
                      with https or on the machine itself.",
                ),
            ],
            Refusal::Disabled { app } => {
                vec![about(app, "was not published in time and can no longer be used. Its developer can change that.")]
            }
            Refusal::NotOpen { app, reason, email, back, again } => vec![
                about(app, "cannot be used with this account."),
                note(reason),
                actions([
                    link("button primary", again, "Use another account"),
                    link("button", back, &format!("Return to {app}")),
                ]),
                phrase("p", &[("class", "aside")], &format!("You signed in as {email}.")),
            ],
            Refusal::NeedsPlan { app, plan, missing, back, again } => vec![
                about(app, &format!("needs more than the {} plan includes:", plan.row().title)),
                element("ul", &[("class", "scopes")], missing.iter().map(|scope| scope_row(*scope))),
                element(
                    "p",
                    &[("class", "message")],
                    [
                        text("Upgrade the account, then open the app again. "),
                        phrase("a", &[("href", PRICING_PATH)], "Compare the plans"),
                        text("."),
                    ],
                ),
                actions([
                    link("button primary", ACCOUNT_PATH, "Change the plan"),
                    link("button", back, &format!("Return to {app}")),
                ]),
                element(
                    "p",
                    &[("class", "aside")],
                    [
                        text("Have an account that includes it? "),
                        phrase("a", &[("href", again)], "Sign in with that one"),
                        text("."),
                    ],
                ),
            ],
            Refusal::StartAgain => {
                vec![lead(
                    "This page was open for too long, was used before, or the app has changed. \
                           Go back to the app and sign in once more.",
                )]
            }
            Refusal::Foreign => vec![
                lead("Your browser says that another site sent it. Nothing was shared."),
                note("If you typed your password into a page that was not ours, change it."),
            ],
            Refusal::Method | Refusal::NoPage => vec![lead("Go back to the app and try again.")],
            Refusal::Broken => vec![lead("It is our fault, and nothing was shared. Try again in a moment.")],
            Refusal::Updating => {
                vec![lead("Nothing was changed and nothing was shared. Wait a few seconds, go back and try again.")]
            }
        }
    }
}

fn lead(content: &str) -> Html {
    phrase("p", &[("class", "lead")], content)
}

fn note(content: &str) -> Html {
    phrase("p", &[("class", "message")], content)
}

fn about(app: &str, content: &str) -> Html {
    element("p", &[("class", "app")], [phrase("strong", &[], app), text(" "), phrase("span", &[], content)])
}

fn scope_row(scope: Scope) -> Html {
    let names = [phrase("strong", &[], scope.purpose()), phrase("code", &[], scope.as_str())];
    element("li", &[], [element("label", &[], [element("span", &[], names)])])
}

fn actions(links: [Html; 2]) -> Html {
    element("div", &[("class", "actions")], links)
}

fn link(class: &str, address: &str, label: &str) -> Html {
    phrase("a", &[("class", class), ("href", address)], label)
}

impl From<Unanswered> for Response {
    fn from(_: Unanswered) -> Response {
        Refusal::Broken.page()
    }
}

/// The page for a statement that failed: the person is asked to try again later.
pub fn internal_error(_: SqlError) -> Response {
    Refusal::Broken.page()
}

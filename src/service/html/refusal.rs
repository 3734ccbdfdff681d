//! The pages that say why a sign-in cannot continue, and what to do about it.

use super::layout::Card;
use super::{Html, element, text, text_element};
use crate::service::store::external::CallPending;
use crate::service::store::sql::SqlError;
use crate::spec::account::ACCOUNT_PATH;
use crate::spec::content::PRICING_PATH;
use crate::spec::plans::Plan;
use crate::spec::scopes::Scope;
use crate::wire::http::Response;

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
        let mut content = vec![text_element("h1", &[], self.title())];
        content.extend(self.body_content());
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

    fn body_content(&self) -> Vec<Html> {
        match self {
            RefusalPage::Unreadable(why) => {
                vec![
                    lead_paragraph("The app that sent you here made a mistake. Nothing was shared with it."),
                    note_paragraph(why),
                ]
            }
            RefusalPage::UnknownApp => vec![
                lead_paragraph("The link that brought you here names an unknown app. Nothing was shared."),
                note_paragraph("For developers: client_id must be that of a registered app."),
            ],
            RefusalPage::BadRedirect => vec![
                lead_paragraph(
                    "The link that brought you here would send you to an address that the app has not registered. \
                      Nothing was shared.",
                ),
                note_paragraph(
                    "For developers: redirect_uri must equal a registered address, character by character, \
                      with https or on localhost.",
                ),
            ],
            RefusalPage::Disabled { app } => {
                vec![app_paragraph(
                    app,
                    "was not published in time and can no longer be used. Its developer can change that.",
                )]
            }
            RefusalPage::NotOpen { app, reason, email, back, again } => vec![
                app_paragraph(app, "cannot be used with this account."),
                note_paragraph(reason),
                action_row([
                    button_link("button primary", again, "Use another account"),
                    button_link("button", back, &format!("Return to {app}")),
                ]),
                text_element("p", &[("class", "aside")], &format!("You signed in as {email}.")),
            ],
            RefusalPage::NeedsPlan { app, plan, missing, back, again } => vec![
                app_paragraph(app, &format!("needs more than the {} plan includes:", plan.row().title)),
                element("ul", &[("class", "scopes")], missing.iter().map(|scope| scope_row(*scope))),
                element(
                    "p",
                    &[("class", "message")],
                    [
                        text("Upgrade the account, then open the app again. "),
                        text_element("a", &[("href", PRICING_PATH)], "Compare the plans"),
                        text("."),
                    ],
                ),
                action_row([
                    button_link("button primary", ACCOUNT_PATH, "Change the plan"),
                    button_link("button", back, &format!("Return to {app}")),
                ]),
                element(
                    "p",
                    &[("class", "aside")],
                    [
                        text("Have an account that includes it? "),
                        text_element("a", &[("href", again)], "Sign in with that one"),
                        text("."),
                    ],
                ),
            ],
            RefusalPage::StartAgain => {
                vec![lead_paragraph(
                    "This page was open for too long, was used before, or the app has changed. \
                           Go back to the app and sign in again.",
                )]
            }
            RefusalPage::CrossSite => vec![
                lead_paragraph("Your browser says that another site sent it. Nothing was shared."),
                note_paragraph("If you typed your password into a page that was not ours, change it."),
            ],
            RefusalPage::MethodNotAllowed | RefusalPage::NotFound => {
                vec![lead_paragraph("Go back to the app and try again.")]
            }
            RefusalPage::InternalError => {
                vec![lead_paragraph("This is our fault. Nothing was shared. Try again in a moment.")]
            }
            RefusalPage::Updating => {
                vec![lead_paragraph(
                    "Nothing was changed and nothing was shared. Wait a few seconds, go back and try again.",
                )]
            }
        }
    }
}

fn lead_paragraph(content: &str) -> Html {
    text_element("p", &[("class", "lead")], content)
}

fn note_paragraph(content: &str) -> Html {
    text_element("p", &[("class", "message")], content)
}

fn app_paragraph(app: &str, content: &str) -> Html {
    element("p", &[("class", "app")], [text_element("strong", &[], app), text(" "), text_element("span", &[], content)])
}

fn scope_row(scope: Scope) -> Html {
    let names = [text_element("strong", &[], scope.purpose()), text_element("code", &[], scope.as_str())];
    element("li", &[], [element("label", &[], [element("span", &[], names)])])
}

fn action_row(links: [Html; 2]) -> Html {
    element("div", &[("class", "actions")], links)
}

fn button_link(class: &str, address: &str, label: &str) -> Html {
    text_element("a", &[("class", class), ("href", address)], label)
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

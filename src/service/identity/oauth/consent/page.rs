//! The consent page: which app, which account, which scopes; allow or deny.

use crate::service::html::form::hidden_input;
use crate::service::html::layout::Card;
use crate::service::identity::scope_label::{needs_plan, scope_label};
use crate::spec::oauth::AUTHORIZE_PATH;
use crate::spec::plans::Plan;
use crate::spec::scopes::Scope;
use crate::wire::http::Response;
use maud::{Markup, html};

/// Name of the hidden field with the sealed token.
pub const TOKEN_FIELD: &str = "ticket";

/// Name of a scope's checkbox.
pub const SCOPE: &str = "scope";

/// Name of the two buttons.
pub const DECISION: &str = "decision";

/// Value of the button that consents.
pub const ALLOW: &str = "allow";

/// Value of the button that denies.
pub const DENY: &str = "deny";

/// Contents of the page.
pub struct ConsentView<'a> {
    /// Name of the app.
    pub app: &'a str,
    /// Description by the app's owner.
    pub description: &'a str,
    /// E-mail address of the account.
    pub email: &'a str,
    /// Plan of the account.
    pub plan: Plan,
    /// The required scopes; the plan offers all of them.
    pub required: &'a [Scope],
    /// The optional scopes.
    pub optional: &'a [Scope],
    /// The sealed consent token.
    pub token: &'a str,
    /// Origin of the redirect URI.
    pub redirect_origin: &'a str,
    /// URL for signing in with another account.
    pub other_account: &'a str,
}

/// Renders the page. Its policy permits the form to redirect to the app's origin.
pub fn consent_page(view: &ConsentView<'_>) -> Response {
    let title = format!("Allow {}?", view.app);
    let host = view.redirect_origin.split_once("://").map_or(view.redirect_origin, |(_, host)| host);
    let content = html! {
        h1 { (title) }
        p.app { strong { (view.app) } " " span { "requests access to " } strong { (view.email) } }
        @if !view.description.is_empty() { p.lead { (view.description) } }
        (decision_form(view))
        p.aside {
            "You go on to " strong { (host) } ". Not your account? "
            a href=(view.other_account) { "Sign in with another" }
            "."
        }
    };
    Card { status: 200, title: &title, content, form_action: Some(view.redirect_origin) }.into_page()
}

fn decision_form(view: &ConsentView<'_>) -> Markup {
    html! {
        form method="post" action=(AUTHORIZE_PATH) {
            (hidden_input(TOKEN_FIELD, view.token))
            @if !view.required.is_empty() {
                h2 { "It needs to" }
                ul.scopes {
                    @for scope in view.required { (required_scope(*scope)) }
                }
            }
            @if !view.optional.is_empty() {
                h2 { "You can also let it" }
                ul.scopes {
                    @for scope in view.optional { (optional_scope(*scope, view.plan)) }
                }
                // Not limited to this browser, because an account has one token per app.
                p.hint {
                    "This applies wherever the app uses your account: what you leave out here is also withdrawn in "
                    "your other browsers and devices."
                }
            }
            @if view.required.is_empty() && view.optional.is_empty() {
                p { "It only learns that you have an account." }
            }
            .actions {
                button.button.primary type="submit" name=(DECISION) value=(ALLOW) { "Allow" }
                button.button type="submit" name=(DECISION) value=(DENY) { "Deny" }
            }
        }
    }
}

/// A required scope. Its checkbox is only for display; the sealed token has the required scopes.
fn required_scope(scope: Scope) -> Markup {
    html! {
        li {
            label {
                input type="checkbox" checked disabled;
                (scope_label(scope))
                em.tag { "required" }
            }
        }
    }
}

/// An optional scope, which can be chosen if the plan offers it.
fn optional_scope(scope: Scope, plan: Plan) -> Markup {
    html! {
        @if plan.offers(scope.plan_rule()) {
            li {
                label {
                    input type="checkbox" name=(SCOPE) value=(scope.as_str()) checked;
                    (scope_label(scope))
                    em.tag { "optional" }
                }
            }
        } @else {
            li.off {
                label {
                    input type="checkbox" disabled;
                    (scope_label(scope))
                    (needs_plan())
                }
            }
        }
    }
}

//! The consent page: which app, which account, which scopes; allow or deny.

use crate::service::html::layout::Card;
use crate::service::html::{Html, element, text, text_element, void};
use crate::service::identity::scope_list as scopes;
use crate::spec::plans::Plan;
use crate::spec::scopes::Scope;
use crate::wire::http::Response;

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

/// The effect of leaving out a scope. It is not limited to this browser, because an account has one token per app.
const EVERYWHERE: &str = "This applies wherever the app uses your account: what you leave out here is also withdrawn in \
                          your other browsers and devices.";

/// Renders the page. Its policy permits the form to redirect to the app's origin.
pub fn consent_page(view: &ConsentView<'_>) -> Response {
    let title = format!("Allow {}?", view.app);
    let asking = [
        text_element("strong", &[], view.app),
        text(" "),
        text_element("span", &[], "requests access to "),
        text_element("strong", &[], view.email),
    ];
    let mut content = vec![text_element("h1", &[], &title), element("p", &[("class", "app")], asking)];
    if !view.description.is_empty() {
        content.push(text_element("p", &[("class", "lead")], view.description));
    }
    let mut form = vec![void("input", &[("type", "hidden"), ("name", TOKEN_FIELD), ("value", view.token)])];
    if !view.required.is_empty() {
        form.push(text_element("h2", &[], "It needs to"));
        form.push(scopes::scope_items(view.required.iter().map(|scope| required_scope(*scope))));
    }
    if !view.optional.is_empty() {
        form.push(text_element("h2", &[], "You can also let it"));
        form.push(scopes::scope_items(view.optional.iter().map(|scope| optional_scope(*scope, view.plan))));
        form.push(text_element("p", &[("class", "hint")], EVERYWHERE));
    }
    if view.required.is_empty() && view.optional.is_empty() {
        form.push(text_element("p", &[], "It only learns that you have an account."));
    }
    form.push(element(
        "div",
        &[("class", "actions")],
        [decision_button("button primary", ALLOW, "Allow"), decision_button("button", DENY, "Deny")],
    ));
    content.push(element("form", &[("method", "post"), ("action", crate::spec::oauth::AUTHORIZE_PATH)], form));
    let host = view.redirect_origin.split_once("://").map_or(view.redirect_origin, |(_, host)| host);
    content.push(element(
        "p",
        &[("class", "aside")],
        [
            text("You go on to "),
            text_element("strong", &[], host),
            text(". Not your account? "),
            text_element("a", &[("href", view.other_account)], "Sign in with another"),
            text("."),
        ],
    ));
    Card { status: 200, title: &title, content, form_action: Some(view.redirect_origin) }.into_page()
}

/// A required scope. Its checkbox is only for display; the sealed token has the required scopes.
fn required_scope(scope: Scope) -> Html {
    let checkbox = void("input", &[("type", "checkbox"), ("checked", ""), ("disabled", "")]);
    scope_item(&[], checkbox, scope, text_element("em", &[("class", "tag")], "required"))
}

fn optional_scope(scope: Scope, plan: Plan) -> Html {
    if !plan.offers(scope.plan_rule()) {
        let checkbox = void("input", &[("type", "checkbox"), ("disabled", "")]);
        return scope_item(&[("class", "off")], checkbox, scope, scopes::needs_plan());
    }
    let checkbox = void("input", &[("type", "checkbox"), ("name", SCOPE), ("value", scope.as_str()), ("checked", "")]);
    scope_item(&[], checkbox, scope, text_element("em", &[("class", "tag")], "optional"))
}

fn scope_item(attributes: &[(&'static str, &str)], checkbox: Html, scope: Scope, tag: Html) -> Html {
    element("li", attributes, [element("label", &[], [checkbox, scopes::scope_label(scope), tag])])
}

fn decision_button(class: &str, value: &str, label: &str) -> Html {
    text_element("button", &[("class", class), ("type", "submit"), ("name", DECISION), ("value", value)], label)
}

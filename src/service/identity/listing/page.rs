//! The page of the public list of apps: name, hosts of the redirect URIs, and scopes as on the consent page.

use crate::service::html::layout::Card;
use crate::service::identity::scope_label::{needs_plan, scope_label};
use crate::spec::apps::APPS_PATH;
use crate::spec::content::PRICING_PATH;
use crate::spec::plans::Plan;
use crate::spec::scopes::Scope;
use crate::wire::http::Response;
use maud::{Markup, html};

/// Title of the list.
const TITLE: &str = "Public apps";

/// Seconds for which any cache may store the page: our choice.
const CACHE_SECONDS: u32 = 60;

/// Name of the query parameter with the number of the page.
pub const PAGE_PARAM: &str = "page";

/// An app on the page.
pub struct ListedApp {
    /// Client id.
    pub client_id: String,
    /// Name.
    pub name: String,
    /// Description by its owner.
    pub description: String,
    /// Hosts of its redirect URIs.
    pub hosts: Vec<String>,
    /// The required scopes.
    pub required: Vec<Scope>,
    /// The optional scopes.
    pub optional: Vec<Scope>,
}

/// Contents of the page.
pub struct ListingView<'a> {
    /// The apps of this page.
    pub apps: &'a [ListedApp],
    /// The number of the page, from 1.
    pub number: u32,
    /// Whether there is a page after it.
    pub goes_on: bool,
}

/// Renders the page.
pub fn listing_page(view: &ListingView<'_>) -> Response {
    let content = html! {
        h1 { (TITLE) }
        p.lead { "These apps work with every account. You decide what an app may do when you sign in with it." }
        @if view.apps.is_empty() { p.message { "No app is published yet." } }
        @for app in view.apps { (app_section(app)) }
        (pager_links(view))
    };
    Card { status: 200, title: TITLE, content, form_action: None }.into_public_page(CACHE_SECONDS)
}

fn app_section(app: &ListedApp) -> Markup {
    html! {
        section.listed {
            h2 { (app.name) }
            @if !app.description.is_empty() { p { (app.description) } }
            (host_sentence(&app.hosts))
            @if app.required.is_empty() && app.optional.is_empty() {
                p { "It only learns that you have an account." }
            }
            @if !app.required.is_empty() {
                h3 { "It needs to" }
                (requested_scopes(&app.required))
                (required_plan(&app.required))
            }
            @if !app.optional.is_empty() {
                details {
                    summary {
                        "You can also let it do "
                        @if app.optional.len() == 1 { "1 thing" } @else { (app.optional.len()) " things" }
                    }
                    (requested_scopes(&app.optional))
                }
            }
            p.hint { "Client id " code { (app.client_id) } }
        }
    }
}

/// Where a sign-in with the app leads.
fn host_sentence(hosts: &[String]) -> Markup {
    html! {
        @if hosts.is_empty() {
            p.hint { "You cannot sign in with it: it has no redirect address." }
        } @else {
            p {
                "When you sign in with it, it sends you to "
                @for (index, host) in hosts.iter().enumerate() {
                    @if index > 0 { ", " }
                    strong { (host) }
                }
                "."
            }
        }
    }
}

fn requested_scopes(scopes: &[Scope]) -> Markup {
    html! {
        ul.scopes {
            @for scope in scopes {
                li {
                    p {
                        (scope_label(*scope))
                        @if !Plan::Basic.offers(scope.plan_rule()) { (needs_plan()) }
                    }
                }
            }
        }
    }
}

/// The plans that offer every required scope.
fn required_plan(required: &[Scope]) -> Markup {
    let offers = |plan: &&Plan| required.iter().all(|scope| plan.offers(scope.plan_rule()));
    html! {
        @if offers(&&Plan::Basic) {
            p.hint { "It works with every plan." }
        } @else {
            p.hint {
                "It works with these " a href=(PRICING_PATH) { "plans" } ": "
                @for (index, plan) in Plan::ALL.iter().filter(offers).enumerate() {
                    @if index > 0 { ", " }
                    (plan.row().title)
                }
                "."
            }
        }
    }
}

/// Links to the pages before and after this one.
fn pager_links(view: &ListingView<'_>) -> Markup {
    let back = view.number.checked_sub(1).filter(|number| *number > 0);
    let next = view.number.checked_add(1).filter(|_| view.goes_on);
    html! {
        @if back.is_some() || next.is_some() {
            p.aside {
                @if let Some(number) = back {
                    " " a href={ (APPS_PATH) "?" (PAGE_PARAM) "=" (number) } { "Apps before these" }
                }
                @if let Some(number) = next {
                    " " a href={ (APPS_PATH) "?" (PAGE_PARAM) "=" (number) } { "More apps" }
                }
            }
        }
    }
}

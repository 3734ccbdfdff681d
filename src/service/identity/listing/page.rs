//! The page of the public list of apps: name, hosts of the redirect URIs, and scopes as on the consent page.

use crate::service::html::layout::Card;
use crate::service::html::{Html, element, text, text_element};
use crate::service::identity::scope_list as scopes;
use crate::spec::apps::APPS_PATH;
use crate::spec::content::PRICING_PATH;
use crate::spec::plans::Plan;
use crate::spec::scopes::Scope;
use crate::wire::http::Response;

/// Title of the list.
pub const TITLE: &str = "Public apps";

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
    let lead_text = "These apps work with every account. You decide what an app may do when you sign in with it.";
    let mut content = vec![text_element("h1", &[], TITLE), text_element("p", &[("class", "lead")], lead_text)];
    if view.apps.is_empty() {
        content.push(text_element("p", &[("class", "message")], "No app is published yet."));
    }
    content.extend(view.apps.iter().map(app_section));
    content.extend(pager_links(view));
    Card { status: 200, title: TITLE, content, form_action: None }.into_public_page(CACHE_SECONDS)
}

fn app_section(app: &ListedApp) -> Html {
    let mut content = vec![text_element("h2", &[], &app.name)];
    if !app.description.is_empty() {
        content.push(text_element("p", &[], &app.description));
    }
    content.push(match app.hosts.as_slice() {
        [] => text_element("p", &[("class", "hint")], "You cannot sign in with it: it has no redirect address."),
        hosts => {
            let hosts = hosts.iter().enumerate().flat_map(|(index, host)| {
                [text(if index == 0 { "" } else { ", " }), text_element("strong", &[], host)]
            });
            let parts = std::iter::once(text("When you sign in with it, it sends you to ")).chain(hosts);
            element("p", &[], parts.chain([text(".")]))
        }
    });
    if app.required.is_empty() && app.optional.is_empty() {
        content.push(text_element("p", &[], "It only learns that you have an account."));
    }
    if !app.required.is_empty() {
        content.push(text_element("h3", &[], "It needs to"));
        content.push(requested_scopes(&app.required));
        content.push(required_plan(&app.required));
    }
    if !app.optional.is_empty() {
        let label = match app.optional.len() {
            1 => "You can also let it do 1 thing".to_owned(),
            more => format!("You can also let it do {more} things"),
        };
        content.push(element("details", &[], [text_element("summary", &[], &label), requested_scopes(&app.optional)]));
    }
    content.push(element("p", &[("class", "hint")], [text("Client id "), text_element("code", &[], &app.client_id)]));
    element("section", &[("class", "listed")], content)
}

fn requested_scopes(scopes: &[Scope]) -> Html {
    let paid = |scope: Scope| (!Plan::Basic.offers(scope.plan_rule())).then(scopes::needs_plan);
    scopes::scope_items(scopes.iter().map(|scope| scopes::scope_line(*scope, paid(*scope))))
}

/// The plans that offer every required scope.
fn required_plan(required: &[Scope]) -> Html {
    let offers = |plan: &&Plan| required.iter().all(|scope| plan.offers(scope.plan_rule()));
    if offers(&&Plan::Basic) {
        return text_element("p", &[("class", "hint")], "It works with every plan.");
    }
    let titles = Plan::ALL.iter().filter(offers).map(|plan| plan.row().title).collect::<Vec<_>>().join(", ");
    let link = text_element("a", &[("href", PRICING_PATH)], "plans");
    element("p", &[("class", "hint")], [text("It works with these "), link, text(&format!(": {titles}."))])
}

/// Links to the pages before and after this one.
fn pager_links(view: &ListingView<'_>) -> Option<Html> {
    let back = view.number.checked_sub(1).filter(|number| *number > 0).map(|number| (number, "Apps before these"));
    let next = view.number.checked_add(1).filter(|_| view.goes_on).map(|number| (number, "More apps"));
    let links: Vec<Html> = [back, next]
        .into_iter()
        .flatten()
        .flat_map(|(number, label)| {
            [text(" "), text_element("a", &[("href", &format!("{APPS_PATH}?{PAGE_PARAM}={number}"))], label)]
        })
        .collect();
    (!links.is_empty()).then(|| element("p", &[("class", "aside")], links))
}

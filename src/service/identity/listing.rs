//! The public list of apps: every published public app, with the scopes it requests. Heading "Roles", apps.
//!
//! Each app has its own actor, and no query covers all of them. So the list is a table of the reviews actor, and each
//! app reports its changes there. Deployed, that actor is an object of the directory's class under a name of its own:
//! it is used a few times a day, and no call of the API goes there. A report is a job of the app, written in the
//! transaction of the change: it is sent until the list has answered, even after the app is deleted. Changes are
//! numbered, so that a late or repeated report undoes nothing.
//!
//! | Request | Actors |
//! |---|---|
//! | `GET /apps/` | router → reviews |
//! | an app has changed | the app's alarm → reviews |

pub mod page;

use super::app::{self, App};
use super::oauth::redirect;
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply, Command, Feature};
use crate::service::html::refusal::RefusalPage;
use crate::service::jobs::task::{OutboundTask, notify_actor};
use crate::service::store::effects::Effects;
use crate::service::store::job_queue::{self, Job};
use crate::service::store::scope_list::{parse_scope_list, scope_list};
use crate::service::store::sql::{Row, Sql, SqlError, first_row, values};
use crate::spec::apps::{APPS_PATH, APPS_PER_PAGE, AppState, ScopeRequirement};
use crate::spec::scopes::Scope;
use crate::wire::dates::Timestamp;
use crate::wire::http::{Request, Response};
use crate::wire::query;
use page::{ListedApp, PAGE_PARAM};
use serde::{Deserialize, Serialize};

/// A command for the reviews actor about the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ListingStep {
    /// Shows a page of the list, counted from 1.
    Show(u32),
    /// Stores the present entry of an app.
    Put(ListingUpdate),
}

impl crate::service::actor::protocol::FeatureStep for ListingStep {
    const FEATURE: Feature = Feature::Listing;
}

/// The present entry of an app.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListingUpdate {
    client_id: String,
    /// The number of the app's last change.
    revision: i64,
    /// The public entry; `None` if the app is not public.
    listed: Option<ListingEntry>,
}

/// An entry of the list. Scope names are separated by spaces, and so are hosts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListingEntry {
    name: String,
    description: String,
    hosts: String,
    required: String,
    optional: String,
}

/// Router: the list and its paths.
pub fn route(request: Request) -> ActorReply {
    if !matches!(request.method.as_str(), "GET" | "HEAD") {
        return RefusalPage::MethodNotAllowed.render_page().with_header("allow", "GET, HEAD").into();
    }
    if Some(request.path.as_str()) == APPS_PATH.strip_suffix('/') {
        let csrf_token = if request.query.is_empty() { "" } else { "?" };
        return Response::empty(301)
            .with_header("location", &format!("{APPS_PATH}{csrf_token}{}", request.query))
            .into();
    }
    if request.path != APPS_PATH {
        return RefusalPage::NotFound.render_page().into();
    }
    let pairs = query::decode_query(&request.query).unwrap_or_default();
    let page = pairs.iter().find(|(name, _)| name == PAGE_PARAM).map_or(Some(1), |(_, page)| page.parse().ok());
    match page.filter(|page| *page > 0) {
        Some(page) => ActorReply::forward_to(ActorId::Reviews, request, Command::from(ListingStep::Show(page))),
        None => RefusalPage::NotFound.render_page().into(),
    }
}

/// Reviews: handles one step.
pub fn handle_in_reviews(context: &ActorContext<'_>, step: &ListingStep) -> Response {
    let answer = match step {
        ListingStep::Show(number) => render_listing(context.sql, *number),
        ListingStep::Put(update) => put_listing(context.sql, update).map(|()| Response::empty(204)),
    };
    answer.unwrap_or_else(|_| RefusalPage::InternalError.render_page())
}

fn render_listing(sql: &dyn Sql, number: u32) -> Result<Response, SqlError> {
    let per_page = i64::from(APPS_PER_PAGE);
    let offset = i64::from(number).saturating_sub(1).saturating_mul(per_page);
    let rows = sql.run(
        "SELECT client_id, name, description, hosts, required, optional
         FROM published_apps
         WHERE sort_name IS NOT NULL
         ORDER BY sort_name, client_id
         LIMIT ? OFFSET ?",
        values![per_page.saturating_add(1), offset],
    )?;
    if rows.is_empty() && number > 1 {
        return Ok(RefusalPage::NotFound.render_page());
    }
    let page_size = usize::try_from(per_page).unwrap_or(usize::MAX);
    let apps: Vec<ListedApp> = rows.iter().take(page_size).map(app_from_row).collect();
    Ok(page::listing_page(&page::ListingView { apps: &apps, number, goes_on: rows.len() > page_size }))
}

fn app_from_row(row: &Row) -> ListedApp {
    ListedApp {
        client_id: row.text("client_id"),
        name: row.text("name"),
        description: row.text("description"),
        hosts: row.text("hosts").split_whitespace().map(str::to_owned).collect(),
        required: parse_scope_list(&row.text("required")),
        optional: parse_scope_list(&row.text("optional")),
    }
}

/// Stores an entry, unless a newer one is stored. The row of an app that is no longer listed retains its number, so
/// that a late report does not list it again.
fn put_listing(sql: &dyn Sql, update: &ListingUpdate) -> Result<(), SqlError> {
    let sort_name = update.listed.as_ref().map(|listed| listed.name.to_lowercase());
    let ListingEntry { name, description, hosts, required, optional } = update.listed.clone().unwrap_or_default();
    sql.run(
        "INSERT INTO published_apps (client_id, revision, sort_name, name, description, hosts, required, optional)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (client_id) DO UPDATE
         SET revision = excluded.revision, sort_name = excluded.sort_name, name = excluded.name,
             description = excluded.description, hosts = excluded.hosts, required = excluded.required,
             optional = excluded.optional
         WHERE excluded.revision > published_apps.revision",
        values![update.client_id.as_str(), update.revision, sort_name, name, description, hosts, required, optional],
    )?;
    Ok(())
}

impl ListingEntry {
    /// The public entry of an app.
    pub fn new(
        (name, description): (&str, &str),
        redirect_uris: &[String],
        (required, optional): (&[Scope], &[Scope]),
    ) -> ListingEntry {
        let mut hosts: Vec<&str> = Vec::new();
        for origin in redirect_uris.iter().filter_map(|address| redirect::allowed_origin(address)) {
            let host = origin.split_once("://").map_or(origin, |(_, host)| host);
            if !hosts.contains(&host) {
                hosts.push(host);
            }
        }
        ListingEntry {
            name: name.to_owned(),
            description: description.to_owned(),
            hosts: hosts.join(" "),
            required: scope_list(required),
            optional: scope_list(optional),
        }
    }

    /// The public entry of a registration; `None` if the app is not public.
    fn from_app(app: &App, now: Timestamp) -> Option<ListingEntry> {
        let state = app.state_at(now).filter(|state| *state == AppState::Public)?;
        let [required, optional] = [ScopeRequirement::Required, ScopeRequirement::Optional]
            .map(|requirement| app.scopes_by_requirement(state, requirement));
        Some(ListingEntry::new((&app.name, &app.description), &app.redirect_uris, (&required, &optional)))
    }
}

/// Lists an app without a change, as number 0: for apps that exist from the start.
///
/// # Errors
///
/// When the statement fails.
pub fn seed_listing(sql: &dyn Sql, client_id: String, listed: ListingEntry) -> Result<(), SqlError> {
    put_listing(sql, &ListingUpdate { client_id, revision: 0, listed: Some(listed) })
}

/// The outbound task that sends the app's present entry to the list. `None` for a change that a later one replaced.
///
/// # Errors
///
/// When a statement fails or the message cannot be encoded.
pub fn build_task(effects: Effects, job: &Job) -> Result<Option<OutboundTask>, SqlError> {
    let last = "SELECT client_id, revision FROM listing WHERE revision = CAST(? AS INTEGER)";
    let Some(row) = first_row(effects.sql, last, values![job.subject.as_str()])? else {
        job_queue::complete(effects, job.kind, &job.subject)?;
        return Ok(None);
    };
    let client_id = row.text("client_id");
    let app = app::load_app(effects.sql, &client_id).map_err(|error| SqlError(error.message()))?;
    let listed = app.and_then(|app| ListingEntry::from_app(&app, effects.now));
    let update = ListingUpdate { client_id, revision: row.integer("revision"), listed };
    notify_actor(effects, job, (ActorId::Reviews, Command::from(ListingStep::Put(update)))).map(Some)
}

//! The public list of apps: every published public app, with what it asks for. Heading "Roles", apps.
//!
//! An app lives alone in its own actor, and no one can ask all apps. So the list has a table in the actor of the
//! reviews, and each app reports its changes there. Deployed, that actor is an object of the directory's class under a
//! name of its own: people look at it a few times a day, and no call of the API goes there. A report is a job of the
//! app, written in the transaction of the change: it is sent until the list has answered, also of an app that is gone.
//! Changes are numbered, so that a report that is late or sent twice undoes nothing.
//!
//! | Request | Actors |
//! |---|---|
//! | `GET /apps/` | router → reviews |
//! | an app has changed | the app's alarm → reviews |

pub mod page;

use super::app::{self, App};
use super::grants::{parse_scope_list, scope_list};
use super::oauth::redirect;
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply, Command, Feature};
use crate::service::html::refusal::RefusalPage;
use crate::service::jobs::task::{OutboundTask, notify_actor};
use crate::service::store::effects::Effects;
use crate::service::store::job_queue::{self, Job};
use crate::service::store::sql::{Row, Sql, SqlError, first_row, values};
use crate::spec::apps::{APPS_PATH, APPS_PER_PAGE, AppState, ScopeRequirement};
use crate::spec::scopes::Scope;
use crate::wire::dates::Timestamp;
use crate::wire::error::ApiError;
use crate::wire::http::{Request, Response};
use crate::wire::query;
use page::{ListedApp, PAGE_PARAM};
use serde::{Deserialize, Serialize};

/// What the place of the reviews is asked or told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ListingStep {
    /// A page of the list, counted from 1.
    Show(u32),
    /// What an app is now.
    Put(ListingUpdate),
}

impl crate::service::actor::protocol::FeatureStep for ListingStep {
    const FEATURE: Feature = Feature::Listing;
}

/// What an app tells of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListingUpdate {
    client_id: String,
    /// The number of its last change.
    revision: i64,
    /// What everybody may see of it; none if it is not public.
    listed: Option<ListingEntry>,
}

/// An app as the list has it. Names of scopes have a space between, and so have hosts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListingEntry {
    name: String,
    description: String,
    hosts: String,
    required: String,
    optional: String,
}

/// At the door.
pub fn route(request: Request) -> ActorReply {
    if !matches!(request.method.as_str(), "GET" | "HEAD") {
        return RefusalPage::MethodNotAllowed.render_page().with_header("allow", "GET, HEAD").into();
    }
    if Some(request.path.as_str()) == APPS_PATH.strip_suffix('/') {
        let mark = if request.query.is_empty() { "" } else { "?" };
        return Response::empty(301).with_header("location", &format!("{APPS_PATH}{mark}{}", request.query)).into();
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

/// At the place of the reviews.
pub fn handle_in_reviews(visit: &ActorContext<'_>, step: &ListingStep) -> Response {
    let answer = match step {
        ListingStep::Show(number) => render_listing(visit.sql, *number),
        ListingStep::Put(told) => put_listing(visit.sql, told).map(|()| Response::empty(204)),
    };
    answer.unwrap_or_else(|_| RefusalPage::InternalError.render_page())
}

fn render_listing(sql: &dyn Sql, number: u32) -> Result<Response, SqlError> {
    let per_page = i64::from(APPS_PER_PAGE);
    let before = i64::from(number).saturating_sub(1).saturating_mul(per_page);
    let rows = sql.run(
        "SELECT client_id, name, description, hosts, required, optional
         FROM published_apps
         WHERE sort_name IS NOT NULL
         ORDER BY sort_name, client_id
         LIMIT ? OFFSET ?",
        values![per_page.saturating_add(1), before],
    )?;
    if rows.is_empty() && number > 1 {
        return Ok(RefusalPage::NotFound.render_page());
    }
    let most = usize::try_from(per_page).unwrap_or(usize::MAX);
    let apps: Vec<ListedApp> = rows.iter().take(most).map(app_from_row).collect();
    Ok(page::listing_page(&page::ListingView { apps: &apps, number, goes_on: rows.len() > most }))
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

/// Writes down what an app told, unless it has told something newer. Of one that is listed no more the number stays, so
/// that nothing that comes late brings it back.
fn put_listing(sql: &dyn Sql, told: &ListingUpdate) -> Result<(), SqlError> {
    let position = told.listed.as_ref().map(|listed| listed.name.to_lowercase());
    let ListingEntry { name, description, hosts, required, optional } = told.listed.clone().unwrap_or_default();
    sql.run(
        "INSERT INTO published_apps (client_id, revision, sort_name, name, description, hosts, required, optional)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (client_id) DO UPDATE
         SET revision = excluded.revision, sort_name = excluded.sort_name, name = excluded.name,
             description = excluded.description, hosts = excluded.hosts, required = excluded.required,
             optional = excluded.optional
         WHERE excluded.revision > published_apps.revision",
        values![told.client_id.as_str(), told.revision, position, name, description, hosts, required, optional],
    )?;
    Ok(())
}

impl ListingEntry {
    /// What everybody may see of an app.
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

    /// The same of a registration; none if the app is not public.
    fn from_app(app: &App, now: Timestamp) -> Option<ListingEntry> {
        let state = app.state_at(now).filter(|state| *state == AppState::Public)?;
        let [required, optional] =
            [ScopeRequirement::Required, ScopeRequirement::Optional].map(|said| app.scopes_by_requirement(state, said));
        Some(ListingEntry::new((&app.name, &app.description), &app.redirect_uris, (&required, &optional)))
    }
}

/// Lists an app that the list knows from the beginning, before anything has changed.
pub fn seed_listing(sql: &dyn Sql, client_id: String, listed: ListingEntry) -> Result<(), SqlError> {
    put_listing(sql, &ListingUpdate { client_id, revision: 0, listed: Some(listed) })
}

/// The errand that tells the list what the app of this place is now; none for a change after which there was another.
pub fn build_task(ground: Effects, entry: &Job) -> Result<Option<OutboundTask>, ApiError> {
    let last = "SELECT client_id, revision FROM listing WHERE revision = CAST(? AS INTEGER)";
    let Some(row) = first_row(ground.sql, last, values![entry.subject.as_str()])? else {
        job_queue::complete(ground, entry.kind, &entry.subject)?;
        return Ok(None);
    };
    let client_id = row.text("client_id");
    let listed = app::load_app(ground.sql, &client_id)?.and_then(|app| ListingEntry::from_app(&app, ground.now));
    let told = ListingUpdate { client_id, revision: row.integer("revision"), listed };
    Ok(Some(notify_actor(ground, entry, (ActorId::Reviews, Command::from(ListingStep::Put(told))))?))
}

//! The queue of the apps that wait for their review, in the place of the reviews.

use crate::service::actor::actor_context::ActorContext;
use crate::service::identity::app::App;
use crate::service::store::sql::{Row, SqlError, first_row, values};
use crate::spec::apps::ReviewSubject;
use crate::wire::dates::Timestamp;
use serde::{Deserialize, Serialize};

/// Apps that the page lists at most, those that wait longest first.
const LISTED: i64 = 200;

/// An app as the queue has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueuedApp {
    /// Client id.
    pub client_id: String,
    /// Name.
    pub name: String,
    /// E-mail address of the owner.
    pub owner: String,
    /// What the review is about.
    pub subject: ReviewSubject,
    /// Since when it waits.
    pub since: Timestamp,
}

impl QueuedApp {
    /// The entry of an app, if it waits.
    pub fn from_app(app: &App, owner: &str) -> Option<QueuedApp> {
        Some(QueuedApp {
            client_id: app.client_id.clone(),
            name: app.name.clone(),
            owner: owner.to_owned(),
            subject: app.review_of.unwrap_or(ReviewSubject::Publication),
            since: app.review?,
        })
    }

    fn from_row(row: &Row) -> Option<QueuedApp> {
        Some(QueuedApp {
            client_id: row.text("client_id"),
            name: row.text("name"),
            owner: row.text("owner"),
            subject: ReviewSubject::parse(&row.text("subject"))?,
            since: row.timestamp("since"),
        })
    }
}

/// Puts an app into the queue, or takes it out.
pub fn put_app(visit: &ActorContext<'_>, client_id: &str, waiting: Option<&QueuedApp>) -> Result<(), SqlError> {
    let Some(QueuedApp { name, owner, subject, since, .. }) = waiting else {
        return visit.sql.run("DELETE FROM review_queue WHERE client_id = ?", values![client_id]).map(drop);
    };
    visit.sql.run(
        "INSERT INTO review_queue (client_id, name, owner, subject, since)
         VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (client_id) DO UPDATE
         SET name = excluded.name, owner = excluded.owner, subject = excluded.subject, since = excluded.since",
        values![client_id, name.as_str(), owner.as_str(), subject.as_str(), *since],
    )?;
    Ok(())
}

/// The app with a client id, if it waits.
pub fn find_app(visit: &ActorContext<'_>, client_id: &str) -> Result<Option<QueuedApp>, SqlError> {
    let row = "SELECT client_id, name, owner, subject, since FROM review_queue WHERE client_id = ?";
    Ok(first_row(visit.sql, row, values![client_id])?.as_ref().and_then(QueuedApp::from_row))
}

/// The apps that wait.
pub fn list_apps(visit: &ActorContext<'_>) -> Result<Vec<QueuedApp>, SqlError> {
    let rows = visit.sql.run(
        "SELECT client_id, name, owner, subject, since
         FROM review_queue
         ORDER BY since, client_id
         LIMIT ?",
        values![LISTED],
    )?;
    Ok(rows.iter().filter_map(QueuedApp::from_row).collect())
}

//! The queue of apps under review, in the reviews actor.

use crate::service::actor::actor_context::ActorContext;
use crate::service::identity::app::App;
use crate::service::store::sql::{Row, SqlError, first_row, values};
use crate::spec::apps::ReviewSubject;
use crate::wire::dates::Timestamp;
use serde::{Deserialize, Serialize};

/// Maximum number of apps on the page, the longest waiting first.
const LISTED: i64 = 200;

/// An app in the queue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueuedApp {
    /// Client id.
    pub client_id: String,
    /// Name.
    pub name: String,
    /// E-mail address of the owner.
    pub owner: String,
    /// Subject of the review.
    pub subject: ReviewSubject,
    /// When the review was requested.
    pub since: Timestamp,
}

impl QueuedApp {
    /// The queue entry of an app; `None` if it is not under review.
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

/// Puts an app into the queue. One whose review began at a time and has ended is removed, unless another review has
/// begun since then: messages of two requests may arrive in the other order.
///
/// # Errors
///
/// When a statement fails.
pub fn put_app(
    context: &ActorContext<'_>,
    client_id: &str,
    queued: Result<&QueuedApp, Timestamp>,
) -> Result<(), SqlError> {
    let QueuedApp { name, owner, subject, since, .. } = match queued {
        Ok(queued) => queued,
        Err(began) => {
            let sql = "DELETE FROM review_queue WHERE client_id = ? AND since <= ?";
            return context.sql.run(sql, values![client_id, began]).map(drop);
        }
    };
    context.sql.run(
        "INSERT INTO review_queue (client_id, name, owner, subject, since)
         VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (client_id) DO UPDATE
         SET name = excluded.name, owner = excluded.owner, subject = excluded.subject, since = excluded.since",
        values![client_id, name.as_str(), owner.as_str(), subject.as_str(), *since],
    )?;
    Ok(())
}

/// The queue entry of a client id.
///
/// # Errors
///
/// When a statement fails.
pub fn find_app(context: &ActorContext<'_>, client_id: &str) -> Result<Option<QueuedApp>, SqlError> {
    let row = "SELECT client_id, name, owner, subject, since FROM review_queue WHERE client_id = ?";
    Ok(first_row(context.sql, row, values![client_id])?.as_ref().and_then(QueuedApp::from_row))
}

/// The first `LISTED` entries of the queue.
///
/// # Errors
///
/// When a statement fails.
pub fn list_apps(context: &ActorContext<'_>) -> Result<Vec<QueuedApp>, SqlError> {
    let rows = context.sql.run(
        "SELECT client_id, name, owner, subject, since
         FROM review_queue
         ORDER BY since, client_id
         LIMIT ?",
        values![LISTED],
    )?;
    Ok(rows.iter().filter_map(QueuedApp::from_row).collect())
}

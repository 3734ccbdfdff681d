//! The queue of the apps that wait for their review, in the place of the reviews.

use crate::service::actor::visit::Visit;
use crate::service::identity::app::App;
use crate::service::store::sql::{Row, SqlError, first, values};
use crate::spec::apps::ReviewSubject;
use crate::wire::dates::Moment;
use serde::{Deserialize, Serialize};

/// Apps that the page lists at most, those that wait longest first.
const LISTED: i64 = 200;

/// An app as the queue has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    /// Client id.
    pub client_id: String,
    /// Name.
    pub name: String,
    /// E-mail address of the owner.
    pub owner: String,
    /// What the review is about.
    pub subject: ReviewSubject,
    /// Since when it waits.
    pub since: Moment,
}

impl Waiting {
    /// The entry of an app, if it waits.
    pub fn of(app: &App, owner: &str) -> Option<Waiting> {
        Some(Waiting {
            client_id: app.client_id.clone(),
            name: app.name.clone(),
            owner: owner.to_owned(),
            subject: app.review_of.unwrap_or(ReviewSubject::Publication),
            since: app.review?,
        })
    }

    fn read(row: &Row) -> Option<Waiting> {
        Some(Waiting {
            client_id: row.text("client_id"),
            name: row.text("name"),
            owner: row.text("owner"),
            subject: ReviewSubject::parse(&row.text("subject"))?,
            since: row.moment("since"),
        })
    }
}

/// Puts an app into the queue, or takes it out.
pub fn put(visit: &Visit<'_>, client_id: &str, waiting: Option<&Waiting>) -> Result<(), SqlError> {
    let Some(Waiting { name, owner, subject, since, .. }) = waiting else {
        return visit.sql.run("DELETE FROM waiting WHERE client_id = ?", values![client_id]).map(drop);
    };
    visit.sql.run(
        "INSERT INTO waiting (client_id, name, owner, subject, since)
         VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (client_id) DO UPDATE
         SET name = excluded.name, owner = excluded.owner, subject = excluded.subject, since = excluded.since",
        values![client_id, name.as_str(), owner.as_str(), subject.as_str(), *since],
    )?;
    Ok(())
}

/// The app with a client id, if it waits.
pub fn find(visit: &Visit<'_>, client_id: &str) -> Result<Option<Waiting>, SqlError> {
    let row = "SELECT client_id, name, owner, subject, since FROM waiting WHERE client_id = ?";
    Ok(first(visit.sql, row, values![client_id])?.as_ref().and_then(Waiting::read))
}

/// The apps that wait.
pub fn list(visit: &Visit<'_>) -> Result<Vec<Waiting>, SqlError> {
    let rows = visit.sql.run(
        "SELECT client_id, name, owner, subject, since
         FROM waiting
         ORDER BY since, client_id
         LIMIT ?",
        values![LISTED],
    )?;
    Ok(rows.iter().filter_map(Waiting::read).collect())
}

//! The purge: when a deleted account can no longer be restored, its data is deleted for good, some rows at a time.
//!
//! If the actor has no other user, everything in it is deleted. Its tables are read from the database, so that a table
//! added later is included. What remains is the used user id, so that no other account gets it, and tokens of the user
//! are answered as those of a deleted user. If other users remain, only the user's own data is deleted ([`OWN`]).
//!
//! Each step deletes a bounded number of rows, and the job repeats until nothing is left. Data in other actors, the
//! address in the directory and the account's apps, is deleted by outbound tasks.

use crate::service::store::effects::Effects;
use crate::service::store::job_queue::{self, JobKind};
use crate::service::store::sql::{Sql, SqlError, first_row, values};
use crate::wire::dates::Timestamp;

/// Rows that one step deletes at most.
const ROWS: i64 = 500;

/// Tables that are not emptied with the actor, or are emptied last.
const KEPT: &[&str] = &["schema", "sequences", "team", "users", "agenda", "former_users"];

/// A user's own data: a table, and a query for its rows. A table that is found through another one is deleted before
/// it.
#[rustfmt::skip]
const OWN: &[(&str, &str)] = &[
    ("files", "surveys JOIN responses ON responses.survey_id = surveys.id
        JOIN files ON files.response_id = responses.id WHERE surveys.owner_id = ?"),
    ("responses", "surveys JOIN responses ON responses.survey_id = surveys.id WHERE surveys.owner_id = ?"),
    ("takings", "surveys JOIN collectors ON collectors.survey_id = surveys.id
        JOIN recipients ON recipients.collector_id = collectors.id
        JOIN takings ON takings.id = recipients.collector_id || '.' || recipients.id WHERE surveys.owner_id = ?"),
    ("mailings", "surveys JOIN collectors ON collectors.survey_id = surveys.id
        JOIN recipients ON recipients.collector_id = collectors.id
        JOIN mailings ON mailings.recipient_id = recipients.id WHERE surveys.owner_id = ?"),
    ("outbox", "surveys JOIN collectors ON collectors.survey_id = surveys.id
        JOIN recipients ON recipients.collector_id = collectors.id
        JOIN outbox ON outbox.recipient_id = recipients.id WHERE surveys.owner_id = ?"),
    ("recipients", "surveys JOIN collectors ON collectors.survey_id = surveys.id
        JOIN recipients ON recipients.collector_id = collectors.id WHERE surveys.owner_id = ?"),
    ("former_recipients", "former_recipients WHERE owner_id = ?"),
    ("agenda", "surveys JOIN collectors ON collectors.survey_id = surveys.id
        JOIN messages ON messages.collector_id = collectors.id
        JOIN agenda ON agenda.work = 'send_message' AND agenda.subject = messages.id WHERE surveys.owner_id = ?"),
    ("messages", "surveys JOIN collectors ON collectors.survey_id = surveys.id
        JOIN messages ON messages.collector_id = collectors.id WHERE surveys.owner_id = ?"),
    ("collectors", "surveys JOIN collectors ON collectors.survey_id = surveys.id WHERE surveys.owner_id = ?"),
    ("picked", "surveys JOIN picked ON picked.survey_id = surveys.id WHERE surveys.owner_id = ?"),
    ("translated_texts", "surveys JOIN translated_texts ON translated_texts.survey_id = surveys.id WHERE surveys.owner_id = ?"),
    ("translations", "surveys JOIN translations ON translations.survey_id = surveys.id WHERE surveys.owner_id = ?"),
    ("team_templates", "surveys JOIN team_templates ON team_templates.survey_id = surveys.id WHERE surveys.owner_id = ?"),
    ("shares", "surveys JOIN shares ON shares.resource_type = 'survey' AND shares.resource_id = surveys.id WHERE surveys.owner_id = ?"),
    ("questions", "surveys JOIN questions ON questions.survey_id = surveys.id WHERE surveys.owner_id = ?"),
    ("pages", "surveys JOIN pages ON pages.survey_id = surveys.id WHERE surveys.owner_id = ?"),
    ("surveys", "surveys WHERE owner_id = ?"),
    ("folders", "folders WHERE owner_id = ?"),
    ("sendings", "sendings WHERE user_id = ?"),
    ("contact_list_members", "contact_lists
        JOIN contact_list_members ON contact_list_members.list_id = contact_lists.id WHERE contact_lists.user_id = ?"),
    ("contact_lists", "contact_lists WHERE user_id = ?"),
    ("contacts", "contacts WHERE user_id = ?"),
    ("contact_fields", "contact_fields WHERE user_id = ?"),
    ("contact_days", "contact_days WHERE user_id = ?"),
    ("deliveries", "webhooks JOIN deliveries ON deliveries.webhook_id = webhooks.id WHERE webhooks.user_id = ?"),
    ("agenda", "webhooks JOIN agenda ON agenda.work = 'deliver' AND agenda.subject = webhooks.id WHERE webhooks.user_id = ?"),
    ("webhook_objects", "webhooks JOIN webhook_objects ON webhook_objects.webhook_id = webhooks.id WHERE webhooks.user_id = ?"),
    ("webhooks", "webhooks WHERE user_id = ?"),
    ("workgroup_members", "workgroup_members WHERE user_id = ?"),
    ("grants", "grants WHERE user_id = ?"),
    ("redemptions", "redemptions WHERE user_id = ?"),
    ("activities", "activities WHERE user_id = ?"),
    ("outbox", "users JOIN outbox ON outbox.receiver = users.email WHERE users.id = ?"),
];

/// Schedules the purge of a user.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn schedule_purge(ground: Effects, user_id: &str, due: Timestamp) -> Result<(), SqlError> {
    job_queue::schedule(ground, JobKind::Purge, user_id, due)
}

/// Cancels the purge of a user, who has restored the account or has been purged.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn cancel_purge(ground: Effects, user_id: &str) -> Result<(), SqlError> {
    job_queue::complete(ground, JobKind::Purge, user_id)
}

/// Stores a user id as used, so that it is not assigned again.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn reserve_user_id(sql: &dyn Sql, user_id: &str) -> Result<(), SqlError> {
    sql.run("INSERT OR IGNORE INTO former_users (id) VALUES (?)", values![user_id]).map(drop)
}

/// Removes a member at once: the address is free from now on, and no sign-in is possible. The data is purged by a job.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn remove_user(ground: Effects, user_id: &str, username: &str) -> Result<(), SqlError> {
    let gone = format!("former member {user_id}");
    ground.sql.run(
        "UPDATE users
         SET deleted = ?, sessions_after = ?, username = ?, email = ?, password = ''
         WHERE id = ?",
        values![ground.now, ground.now, gone.as_str(), gone.as_str(), user_id],
    )?;
    ground.sql.run("DELETE FROM grants WHERE user_id = ?", values![user_id])?;
    forget_address(ground, username)?;
    schedule_purge(ground, user_id, ground.now)
}

fn forget_address(ground: Effects, username: &str) -> Result<(), SqlError> {
    job_queue::schedule(ground, JobKind::ForgetAddress, username, ground.now)
}

/// Runs one step of a user's purge.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn run_purge_step(ground: Effects, user_id: &str) -> Result<(), SqlError> {
    let deleted = "SELECT username FROM users WHERE id = ? AND deleted IS NOT NULL";
    let Some(user) = first_row(ground.sql, deleted, values![user_id])? else { return cancel_purge(ground, user_id) };
    end_apps(ground, user_id)?;
    let others = "SELECT id FROM users WHERE id <> ? LIMIT 1";
    let alone = first_row(ground.sql, others, values![user_id])?.is_none();
    // Other users keep the actor, so only the user's own rows may go.
    if !(if alone { empty_actor(ground)? } else { empty_user(ground, user_id)? }) {
        return schedule_purge(ground, user_id, ground.now);
    }
    let username = user.text("username");
    if username.contains('@') {
        forget_address(ground, &username)?;
    }
    ground.sql.run("DELETE FROM users WHERE id = ?", values![user_id])?;
    reserve_user_id(ground.sql, user_id)?;
    if alone {
        ground.sql.run("UPDATE team SET name = '', purged = ?", values![ground.now])?;
    }
    cancel_purge(ground, user_id)
}

/// Schedules the deletion of the apps that the user has registered. Each is an actor of its own.
fn end_apps(ground: Effects, user_id: &str) -> Result<(), SqlError> {
    let apps = "DELETE FROM own_apps WHERE user_id = ? RETURNING client_id";
    for app in ground.sql.run(apps, values![user_id])? {
        let subject = format!("{} {user_id}", app.text("client_id"));
        job_queue::schedule(ground, JobKind::EndApp, &subject, ground.now)?;
    }
    Ok(())
}

/// Deletes some of the user's own data. Returns whether nothing of it is left.
fn empty_user(ground: Effects, user_id: &str) -> Result<bool, SqlError> {
    let mut left = ROWS;
    for (table, rows) in OWN {
        let sql = format!(
            "DELETE FROM {table} WHERE rowid IN (SELECT {table}.rowid FROM {rows} LIMIT ?) RETURNING 1 AS gone"
        );
        left = left.saturating_sub(count_rows(&ground.sql.run(&sql, values![user_id, left])?));
        if left <= 0 {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Deletes some of the actor's data. Returns whether nothing of it is left.
fn empty_actor(ground: Effects) -> Result<bool, SqlError> {
    let mut left = ROWS;
    let tables = ground.sql.run("SELECT name FROM sqlite_master WHERE type = 'table'", &[])?;
    let tables = tables.iter().map(|row| row.text("name"));
    // The platform and SQLite have tables of their own.
    let ours = |name: &String| !name.starts_with('_') && !name.starts_with("sqlite_") && !KEPT.contains(&name.as_str());
    for table in tables.filter(ours) {
        let sql = format!("DELETE FROM {table} WHERE rowid IN (SELECT rowid FROM {table} LIMIT ?) RETURNING 1 AS gone");
        left = left.saturating_sub(count_rows(&ground.sql.run(&sql, values![left])?));
        if left <= 0 {
            return Ok(false);
        }
    }
    // The jobs that finish the purge itself stay.
    let others = "DELETE FROM agenda
         WHERE rowid IN (SELECT rowid FROM agenda WHERE work NOT IN (?, ?, ?) LIMIT ?)
         RETURNING 1 AS gone";
    let [purge, forget, end] = [JobKind::Purge, JobKind::ForgetAddress, JobKind::EndApp].map(JobKind::as_str);
    left = left.saturating_sub(count_rows(&ground.sql.run(others, values![purge, forget, end, left])?));
    Ok(left > 0)
}

fn count_rows(rows: &[crate::service::store::sql::Row]) -> i64 {
    i64::try_from(rows.len()).unwrap_or(i64::MAX)
}

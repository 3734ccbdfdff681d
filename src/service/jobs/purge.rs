//! The purge: what was a deleted account's is taken away for good, some rows at a time, once it cannot be restored.
//!
//! The last one of a place takes the whole place along. Its tables are read from the database, so that one which is
//! added later is emptied too; what is left is the fact that the number was given away, so that nobody gets it again,
//! and tokens are told that their user is gone. Somebody of a team that goes on takes along what was their own.
//!
//! Each step does a bounded number of rows and stays on the agenda until nothing is left. What other places know, the
//! address in the directory and the apps of the account, is ended by errands.

use crate::service::store::effects::Effects;
use crate::service::store::job_queue::{self, JobKind};
use crate::service::store::sql::{Sql, SqlError, first_row, values};
use crate::wire::dates::Timestamp;

/// Rows that one step deletes at most.
const ROWS: i64 = 500;

/// Tables that stay in a place whose account is purged, or end last.
const KEPT: &[&str] = &["schema", "sequences", "team", "users", "agenda", "former_users"];

/// What is a user's own: a table, and where its rows are found. Whatever is found by way of others goes before them.
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

/// Plans the purge of a user for a moment.
pub fn schedule_purge(ground: Effects, user_id: &str, due: Timestamp) -> Result<(), SqlError> {
    job_queue::schedule(ground, JobKind::Purge, user_id, due)
}

/// The user is not purged after all.
pub fn cancel_purge(ground: Effects, user_id: &str) -> Result<(), SqlError> {
    job_queue::complete(ground, JobKind::Purge, user_id)
}

/// A number is not given away again.
pub fn reserve_user_id(sql: &dyn Sql, user_id: &str) -> Result<(), SqlError> {
    sql.run("INSERT OR IGNORE INTO former_users (id) VALUES (?)", values![user_id]).map(drop)
}

/// Ends a member at once. The address is free from now on, and nobody signs in with it here.
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

/// One step of a user's purge.
pub fn run_purge_step(ground: Effects, user_id: &str) -> Result<(), SqlError> {
    let deleted = "SELECT username FROM users WHERE id = ? AND deleted IS NOT NULL";
    let Some(user) = first_row(ground.sql, deleted, values![user_id])? else { return cancel_purge(ground, user_id) };
    end_apps(ground, user_id)?;
    let others = "SELECT id FROM users WHERE id <> ? LIMIT 1";
    let alone = first_row(ground.sql, others, values![user_id])?.is_none();
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

/// Plans the end of the apps that the user has registered: each lives in a place of its own.
fn end_apps(ground: Effects, user_id: &str) -> Result<(), SqlError> {
    let apps = "DELETE FROM own_apps WHERE user_id = ? RETURNING client_id";
    for app in ground.sql.run(apps, values![user_id])? {
        let subject = format!("{} {user_id}", app.text("client_id"));
        job_queue::schedule(ground, JobKind::EndApp, &subject, ground.now)?;
    }
    Ok(())
}

/// Deletes some of what is the user's own. True if nothing of it is left.
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

/// Deletes some of what the place holds. True if nothing is left of it.
fn empty_actor(ground: Effects) -> Result<bool, SqlError> {
    let mut left = ROWS;
    let tables = ground.sql.run("SELECT name FROM sqlite_master WHERE type = 'table'", &[])?;
    let tables = tables.iter().map(|row| row.text("name"));
    // The platform and SQLite keep tables of their own.
    let ours = |name: &String| !name.starts_with('_') && !name.starts_with("sqlite_") && !KEPT.contains(&name.as_str());
    for table in tables.filter(ours) {
        let sql = format!("DELETE FROM {table} WHERE rowid IN (SELECT rowid FROM {table} LIMIT ?) RETURNING 1 AS gone");
        left = left.saturating_sub(count_rows(&ground.sql.run(&sql, values![left])?));
        if left <= 0 {
            return Ok(false);
        }
    }
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

//! The purge: when a deleted account can no longer be restored, its data is deleted for good, some rows at a time.
//!
//! If the actor has no other user, everything in it is deleted. Its tables are read from the database, so that a table
//! added later is included. What remains is the used user id, so that no other account gets it, and tokens of the user
//! are answered as those of a deleted user. If other users remain, only the user's own data is deleted
//! ([`RECIPIENT_DATA`] and what follows it); the record of activities stays, with the name, address and
//! role that the user had. So do the grants, by which tokens of the user are answered as those of a deleted user.
//!
//! The surveys of a member who was removed pass to the owner of the account first, also some at a time.
//!
//! Each step deletes a bounded number of rows, of responses with their files a bounded number of bytes, and the job
//! repeats until nothing is left. Data in other actors, the address in the directory and the account's apps, is deleted
//! by outbound tasks.

use crate::service::mail::removed_members::{is_removed, placeholder};
use crate::service::store::activities;
use crate::service::store::effects::Effects;
use crate::service::store::filter::json_list;
use crate::service::store::job_queue::{self, JobKind};
use crate::service::store::sql::{Row, Sql, SqlError, Value, first_row, values};
use crate::service::surveys::answers;
use crate::service::surveys::collectors::removal;
use crate::service::surveys::design::survey_rows;
use crate::wire::dates::Timestamp;

/// Rows that one step deletes at most.
const ROWS: i64 = 500;

/// Rows that one step passes to another user, each with its entries in several indexes.
const PASSED_ROWS: i64 = 200;

/// Tables that are not emptied with the actor, or are emptied last.
const RETAINED_TABLES: &[&str] = &["schema", "sequences", "team", "users", "jobs", "former_users"];

/// Surveys, or collectors of these, that one step looks through for what belongs to them. Each step deletes all of
/// that, then the surveys and collectors themselves, so that no step passes over those that an earlier one has emptied.
const PARENTS: i64 = 100;

/// What belongs to some recipients, of whom there may be very many, to some collectors, and to some surveys: a table,
/// and how its rows are joined with their ids. A table that is found through another one is deleted before it.
const RECIPIENT_DATA: &[(&str, &str)] = &[
    ("message_recipients", "message_recipients ON message_recipients.recipient_id = batch.value"),
    ("outbox", "outbox ON outbox.recipient_id = batch.value"),
    ("recipients", "recipients ON recipients.id = batch.value"),
];
#[rustfmt::skip]
const COLLECTOR_DATA: &[(&str, &str)] = &[
    ("jobs", "messages ON messages.collector_id = batch.value
        CROSS JOIN jobs ON jobs.kind = 'send_message' AND jobs.subject = messages.id"),
    ("messages", "messages ON messages.collector_id = batch.value"),
    ("respondent_tokens", "respondent_tokens ON respondent_tokens.collector_id = batch.value"),
    ("collectors", "collectors ON collectors.id = batch.value"),
];
const SURVEY_DATA: &[(&str, &str)] = &[
    ("respondent_progress", "respondent_progress ON survey_id = batch.value AND response_id IS NULL"),
    ("choice_counts", "choice_counts ON choice_counts.survey_id = batch.value"),
    ("translated_texts", "translated_texts ON translated_texts.survey_id = batch.value"),
    ("translations", "translations ON translations.survey_id = batch.value"),
    ("team_templates", "team_templates ON team_templates.survey_id = batch.value"),
    ("shares", "shares ON shares.resource_type = 'survey' AND shares.resource_id = batch.value"),
    ("questions", "questions ON questions.survey_id = batch.value"),
    ("pages", "pages ON pages.survey_id = batch.value"),
    ("surveys", "surveys ON surveys.id = batch.value"),
];

/// The rest of a user's own data: a table, and a query for its rows.
#[rustfmt::skip]
const USER_DATA: &[(&str, &str)] = &[
    ("former_recipients", "former_recipients WHERE owner_id = ?"),
    ("folders", "folders WHERE owner_id = ?"),
    ("message_sends", "message_sends WHERE user_id = ?"),
    ("contact_list_members", "contact_lists
        JOIN contact_list_members ON contact_list_members.list_id = contact_lists.id WHERE contact_lists.user_id = ?"),
    ("contact_lists", "contact_lists WHERE user_id = ?"),
    ("contacts", "contacts WHERE user_id = ?"),
    ("contact_fields", "contact_fields WHERE user_id = ?"),
    ("contact_days", "contact_days WHERE user_id = ?"),
    ("deliveries", "webhooks JOIN deliveries ON deliveries.webhook_id = webhooks.id WHERE webhooks.user_id = ?"),
    ("jobs", "webhooks JOIN jobs ON jobs.kind = 'deliver' AND jobs.subject = webhooks.id WHERE webhooks.user_id = ?"),
    ("webhook_objects", "webhooks JOIN webhook_objects ON webhook_objects.webhook_id = webhooks.id WHERE webhooks.user_id = ?"),
    ("webhooks", "webhooks WHERE user_id = ?"),
    ("workgroup_members", "workgroup_members WHERE user_id = ?"),
    ("redemptions", "redemptions WHERE user_id = ?"),
    ("outbox", "users JOIN outbox ON outbox.receiver = users.email WHERE users.id = ?"),
];

/// Schedules the purge of a user.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn schedule_purge(effects: Effects, user_id: &str, due: Timestamp) -> Result<(), SqlError> {
    job_queue::schedule(effects, JobKind::Purge, user_id, due)
}

/// Cancels the purge of a user, who has restored the account or has been purged.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn cancel_purge(effects: Effects, user_id: &str) -> Result<(), SqlError> {
    job_queue::complete(effects, JobKind::Purge, user_id)
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
pub fn remove_user(effects: Effects, user_id: &str, username: &str) -> Result<(), SqlError> {
    activities::keep_identity(effects.sql, user_id)?;
    let placeholder = placeholder(user_id);
    effects.sql.run(
        "UPDATE users
         SET deleted = ?, sessions_after = ?, username = ?, email = ?, password = ''
         WHERE id = ?",
        values![effects.now, effects.now, placeholder.as_str(), placeholder.as_str(), user_id],
    )?;
    // The tokens of a removed member are unknown from now on: only the user's own deletion is answered as one.
    effects.sql.run("DELETE FROM grants WHERE user_id = ?", values![user_id])?;
    forget_address(effects, username)?;
    schedule_purge(effects, user_id, effects.now)
}

/// Schedules the job that frees an address, which its user has given up.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn forget_address(effects: Effects, username: &str) -> Result<(), SqlError> {
    job_queue::schedule(effects, JobKind::ForgetAddress, username, effects.now)
}

/// Runs one step of a user's purge.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn run_purge_step(effects: Effects, user_id: &str) -> Result<(), SqlError> {
    let deleted = "SELECT username FROM users WHERE id = ? AND deleted IS NOT NULL";
    let Some(user) = first_row(effects.sql, deleted, values![user_id])? else { return cancel_purge(effects, user_id) };
    let username = user.text("username");
    let owner = "SELECT id FROM users WHERE member_type = 'account_owner' AND id <> ?";
    if is_removed(&username)
        && let Some(owner) = first_row(effects.sql, owner, values![user_id])?
        && !pass_surveys(effects, user_id, &owner.text("id"))?
    {
        return schedule_purge(effects, user_id, effects.now);
    }
    // What they store for links to opt out is the user's, and is deleted with the rest.
    if !(survey_rows::delete_rows_of_owner(effects, user_id)? && removal::delete_recipients_of_owner(effects, user_id)?)
    {
        return schedule_purge(effects, user_id, effects.now);
    }
    end_apps(effects, user_id)?;
    let others = "SELECT id FROM users WHERE id <> ? LIMIT 1";
    let is_last_user = first_row(effects.sql, others, values![user_id])?.is_none();
    // Other users keep the actor, so only the user's own rows may go.
    if !(if is_last_user { empty_actor(effects)? } else { empty_user(effects, user_id)? }) {
        return schedule_purge(effects, user_id, effects.now);
    }
    if !is_removed(&username) {
        forget_address(effects, &username)?;
    }
    if !is_last_user {
        activities::keep_identity(effects.sql, user_id)?;
    }
    effects.sql.run("DELETE FROM users WHERE id = ?", values![user_id])?;
    reserve_user_id(effects.sql, user_id)?;
    if is_last_user {
        effects.sql.run("UPDATE team SET name = '', purged = ?", values![effects.now])?;
    }
    cancel_purge(effects, user_id)
}

/// Passes some surveys of a member who is removed to the owner of the account, with what is known of deleted
/// recipients. Returns whether none is left.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn pass_surveys(effects: Effects, from: &str, to: &str) -> Result<bool, SqlError> {
    removal::pass_deletions(effects, from, to)?;
    let mut left = PASSED_ROWS;
    for (table, changes) in [("surveys", "owner_id = ?, folder_id = '0'"), ("former_recipients", "owner_id = ?")] {
        let sql = format!(
            "UPDATE {table}
             SET {changes}
             WHERE rowid IN (SELECT rowid FROM {table} WHERE owner_id = ? LIMIT ?)
             RETURNING 1 AS passed"
        );
        left = left.saturating_sub(count_rows(&effects.sql.run(&sql, values![to, from, left])?));
    }
    Ok(left > 0)
}

/// Schedules the deletion of the apps that the user has registered. Each is an actor of its own.
fn end_apps(effects: Effects, user_id: &str) -> Result<(), SqlError> {
    let apps = "DELETE FROM own_apps WHERE user_id = ? RETURNING client_id";
    for app in effects.sql.run(apps, values![user_id])? {
        let subject = format!("{} {user_id}", app.text("client_id"));
        job_queue::schedule(effects, JobKind::EndApp, &subject, effects.now)?;
    }
    Ok(())
}

/// Deletes some of the user's own data. Returns whether nothing of it is left.
fn empty_user(effects: Effects, user_id: &str) -> Result<bool, SqlError> {
    let batch = |query: &str, of: &Value, limit: i64| -> Result<(Value, bool), SqlError> {
        let rows = effects.sql.run(query, &[of.clone(), limit.into()])?;
        let ids: Vec<String> = rows.iter().map(|row| row.text("id")).collect();
        Ok((json_list(ids.iter().map(String::as_str)), count_rows(&rows) >= limit))
    };
    let user_id = Value::from(user_id);
    let surveys = batch("SELECT id FROM surveys WHERE owner_id = ? LIMIT ?", &user_id, PARENTS)?;
    // Responses are deleted first, because they may be large.
    let responses = "survey_id IN (SELECT value FROM json_each(?))";
    if !answers::delete_chunk(effects, responses, std::slice::from_ref(&surveys.0))?.1 {
        return Ok(false);
    }
    let collectors = "SELECT id FROM collectors WHERE survey_id IN (SELECT value FROM json_each(?)) LIMIT ?";
    let collectors = batch(collectors, &surveys.0, PARENTS)?;
    let recipients = "SELECT id FROM recipients WHERE collector_id IN (SELECT value FROM json_each(?)) LIMIT ?";
    let recipients = batch(recipients, &collectors.0, ROWS)?;
    let mut remaining = ROWS;
    let mut delete = |table: &str, rows: &str, of: &Value| {
        let sql = format!(
            "DELETE FROM {table} WHERE rowid IN (SELECT {table}.rowid FROM {rows} LIMIT ?) RETURNING 1 AS gone"
        );
        remaining = remaining.saturating_sub(count_rows(&effects.sql.run(&sql, &[of.clone(), remaining.into()])?));
        Ok(remaining > 0)
    };
    for ((ids, is_full), tables) in [(recipients, RECIPIENT_DATA), (collectors, COLLECTOR_DATA), (surveys, SURVEY_DATA)]
    {
        for (table, joined) in tables {
            if !delete(table, &format!("json_each(?) AS batch CROSS JOIN {joined}"), &ids)? {
                return Ok(false);
            }
        }
        if is_full {
            return Ok(false);
        }
    }
    for (table, rows) in USER_DATA {
        if !delete(table, rows, &user_id)? {
            return Ok(false);
        }
    }
    // What the user shared as an administrator stays shared, by the owner of the survey.
    effects.sql.run(
        "UPDATE shares
         SET owner_user_id = surveys.owner_id
         FROM surveys
         WHERE surveys.id = shares.resource_id AND shares.owner_user_id = ?",
        &[user_id],
    )?;
    Ok(true)
}

/// Deletes some of the actor's data. Returns whether nothing of it is left.
fn empty_actor(effects: Effects) -> Result<bool, SqlError> {
    if !answers::delete_chunk(effects, "TRUE", &[])?.1 {
        return Ok(false);
    }
    let mut remaining = ROWS;
    let tables = effects.sql.run("SELECT name FROM sqlite_master WHERE type = 'table'", &[])?;
    let tables = tables.iter().map(|row| row.text("name"));
    // The platform and SQLite have tables of their own.
    let is_emptied = |name: &String| {
        !name.starts_with('_') && !name.starts_with("sqlite_") && !RETAINED_TABLES.contains(&name.as_str())
    };
    for table in tables.filter(is_emptied) {
        let sql = format!("DELETE FROM {table} WHERE rowid IN (SELECT rowid FROM {table} LIMIT ?) RETURNING 1 AS gone");
        remaining = remaining.saturating_sub(count_rows(&effects.sql.run(&sql, values![remaining])?));
        if remaining <= 0 {
            return Ok(false);
        }
    }
    // The jobs that finish the purge itself stay.
    let others = "DELETE FROM jobs
         WHERE rowid IN (SELECT rowid FROM jobs WHERE kind NOT IN (?, ?, ?) LIMIT ?)
         RETURNING 1 AS gone";
    let [purge, forget, end] = [JobKind::Purge, JobKind::ForgetAddress, JobKind::EndApp].map(JobKind::as_str);
    remaining = remaining.saturating_sub(count_rows(&effects.sql.run(others, values![purge, forget, end, remaining])?));
    Ok(remaining > 0)
}

fn count_rows(rows: &[Row]) -> i64 {
    i64::try_from(rows.len()).unwrap_or(i64::MAX)
}

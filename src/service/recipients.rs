//! What becomes of a recipient: how far they came, and whether they may be written to.
//!
//! Who wants no mail, and whose address takes none, is remembered by address for the whole team, which is
//! our choice: it holds for contacts and recipients that are added later, whoever adds them.

use super::ground::Ground;
use super::sql::{SqlError, first, values};
use crate::spec::endpoints::contacts::ContactStatus;
use crate::spec::resources::recipients::RecipientResponseStatus;

/// Notes that a recipient opened a mail. Only the first time counts.
pub fn opened(ground: Ground, id: &str) -> Result<(), SqlError> {
    ground.sql.run("UPDATE recipients SET opened = COALESCE(opened, ?) WHERE id = ?", values![ground.now, id])?;
    Ok(())
}

/// Notes that a recipient followed the link to the survey, and so has opened the mail.
pub fn clicked(ground: Ground, id: &str) -> Result<(), SqlError> {
    ground.sql.run(
        "UPDATE recipients
         SET clicked = COALESCE(clicked, ?), opened = COALESCE(opened, ?)
         WHERE id = ?",
        values![ground.now, ground.now, id],
    )?;
    Ok(())
}

/// Notes how far a recipient of an anonymous collector came, since no response may say so.
pub fn responded(ground: Ground, id: &str, status: RecipientResponseStatus) -> Result<(), SqlError> {
    ground.sql.run("UPDATE recipients SET response_status = ? WHERE id = ?", values![status.as_str(), id])?;
    Ok(())
}

/// Notes that a recipient wants nothing more. False if there is no such recipient.
pub fn opt_out(ground: Ground, id: &str) -> Result<bool, SqlError> {
    let row = first(
        ground.sql,
        "UPDATE recipients
         SET opted_out = COALESCE(opted_out, ?)
         WHERE id = ?
         RETURNING address",
        values![ground.now, id],
    )?;
    match row {
        Some(row) => refuse(ground, &row.text("address"), ContactStatus::Optout).map(|()| true),
        None => Ok(false),
    }
}

/// Notes that a recipient's address takes no mail.
pub fn bounced(ground: Ground, id: &str) -> Result<(), SqlError> {
    let row = first(
        ground.sql,
        "UPDATE recipients
         SET bounced = COALESCE(bounced, ?)
         WHERE id = ?
         RETURNING address",
        values![ground.now, id],
    )?;
    row.map_or(Ok(()), |row| refuse(ground, &row.text("address"), ContactStatus::Bounced))
}

/// Remembers an address that must not be written to, and marks the contacts that have it. A wish outweighs a failure.
fn refuse(ground: Ground, address: &str, status: ContactStatus) -> Result<(), SqlError> {
    ground.sql.run(
        "INSERT INTO refusals (address, status, at)
         VALUES (?, ?, ?)
         ON CONFLICT (address) DO UPDATE SET status = excluded.status, at = excluded.at
         WHERE refusals.status <> ?",
        values![address, status.as_str(), ground.now, ContactStatus::Optout.as_str()],
    )?;
    ground.sql.run(
        "UPDATE contacts
         SET status = (SELECT refusals.status FROM refusals WHERE refusals.address = ?)
         WHERE email = ? OR (email = '' AND phone_number = ?)",
        values![address, address, address],
    )?;
    Ok(())
}

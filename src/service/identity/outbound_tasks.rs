//! What accounts and apps have other places told: entries of the agenda that end there.

use super::account;
use super::account::address_change::{AddressFate, AddressStep};
use super::account::sign_up::address_availability;
use super::listing;
use crate::service::actor::protocol::{ActorId, Command};
use crate::service::jobs::task::{OutboundTask, notify_actor};
use crate::service::store::effects::Effects;
use crate::service::store::job_queue;
use crate::service::store::job_queue::{Job, JobKind};
use crate::service::store::sql::{SqlError, first_row, values};
use crate::wire::error::ApiError;

/// The errand of an entry; none if there is nothing to tell any more.
pub fn build_task(ground: Effects, entry: &Job) -> Result<Option<OutboundTask>, ApiError> {
    match entry.kind {
        JobKind::ForgetAddress | JobKind::EndApp => Ok(build_end_task(ground, entry)?),
        JobKind::AskHolder => Ok(address_availability::build_task(ground, entry)?),
        JobKind::ListApp => listing::build_task(ground, entry),
        _ => Ok(None),
    }
}

/// The errand that ends what another place knows; none if it is not to end any more.
fn build_end_task(ground: Effects, entry: &Job) -> Result<Option<OutboundTask>, SqlError> {
    let team = first_row(ground.sql, "SELECT id FROM team", &[])?.map_or_else(String::new, |row| row.text("id"));
    let subject = entry.subject.as_str();
    let told = match entry.kind {
        JobKind::ForgetAddress => {
            // Whoever was removed may have been invited again and have accepted.
            let again = "SELECT id FROM users WHERE username = ? AND deleted IS NULL";
            let again = first_row(ground.sql, again, values![subject])?.is_some();
            let part = AddressStep::Release { email: subject.to_owned(), team, fate: AddressFate::Purge };
            (!again).then(|| (ActorId::of_email(subject), part.into()))
        }
        _ => subject.split_once(' ').map(|(client_id, user_id)| {
            let end = account::PurgedApp { client_id: client_id.to_owned(), team, user_id: user_id.to_owned() };
            (ActorId::App(client_id.to_owned()), Command::from(account::AccountStep::EndApp(end)))
        }),
    };
    match told {
        Some(told) => notify_actor(ground, entry, told).map(Some),
        None => job_queue::complete(ground, entry.kind, subject).map(|()| None),
    }
}

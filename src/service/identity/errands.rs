//! What accounts and apps have other places told: entries of the agenda that end there.

use super::account;
use super::account::addresses::{Fate, Step as AddressStep};
use super::account::sign_up::availability;
use super::listing;
use crate::service::actor::place::{Note, Place};
use crate::service::jobs::task::{Errand, tell};
use crate::service::store::agenda;
use crate::service::store::agenda::{Entry, Work};
use crate::service::store::ground::Ground;
use crate::service::store::sql::{SqlError, first, values};
use crate::wire::error::ApiError;

/// The errand of an entry; none if there is nothing to tell any more.
pub fn errand(ground: Ground, entry: &Entry) -> Result<Option<Errand>, ApiError> {
    match entry.work {
        Work::ForgetAddress | Work::EndApp => Ok(ending(ground, entry)?),
        Work::AskHolder => Ok(availability::errand(ground, entry)?),
        Work::ListApp => listing::errand(ground, entry),
        _ => Ok(None),
    }
}

/// The errand that ends what another place knows; none if it is not to end any more.
fn ending(ground: Ground, entry: &Entry) -> Result<Option<Errand>, SqlError> {
    let team = first(ground.sql, "SELECT id FROM team", &[])?.map_or_else(String::new, |row| row.text("id"));
    let subject = entry.subject.as_str();
    let told = match entry.work {
        Work::ForgetAddress => {
            // Whoever was removed may have been invited again and have accepted.
            let again = "SELECT id FROM users WHERE username = ? AND deleted IS NULL";
            let again = first(ground.sql, again, values![subject])?.is_some();
            let part = AddressStep::Part { email: subject.to_owned(), team, fate: Fate::Forgotten };
            (!again).then(|| (Place::of_email(subject), part.into()))
        }
        _ => subject.split_once(' ').map(|(client_id, user_id)| {
            let end = account::Ended { client_id: client_id.to_owned(), team, user_id: user_id.to_owned() };
            (Place::App(client_id.to_owned()), Note::from(account::Step::EndApp(end)))
        }),
    };
    match told {
        Some(told) => tell(ground, entry, told).map(Some),
        None => agenda::cross_off(ground, entry.work, subject).map(|()| None),
    }
}

//! Outbound tasks of accounts and apps: jobs that send a message to another actor.

use super::account;
use super::account::accept_invitation::old_account;
use super::account::address_change::AddressStep;
use super::account::sign_up::address_availability;
use super::listing;
use crate::service::actor::protocol::{ActorId, Command};
use crate::service::jobs::task::{OutboundTask, notify_actor};
use crate::service::store::effects::Effects;
use crate::service::store::job_queue;
use crate::service::store::job_queue::{Job, JobKind};
use crate::service::store::sql::{SqlError, first_row, values};
use crate::spec::resources::groups::MembershipStatus;

/// The outbound task of a job. `None` if there is nothing to send any more.
///
/// # Errors
///
/// When a statement fails or the message cannot be encoded.
pub fn build_task(effects: Effects, job: &Job) -> Result<Option<OutboundTask>, SqlError> {
    match job.kind {
        JobKind::ForgetAddress | JobKind::EndApp => build_end_task(effects, job),
        JobKind::LeaveAccount => old_account::build_task(effects, job),
        JobKind::AskHolder => address_availability::build_task(effects, job),
        JobKind::ListApp => listing::build_task(effects, job),
        _ => Ok(None),
    }
}

/// The task that frees an address or deletes an app. `None` if it is not to be done any more.
fn build_end_task(effects: Effects, job: &Job) -> Result<Option<OutboundTask>, SqlError> {
    let team = first_row(effects.sql, "SELECT id FROM team", &[])?.map_or_else(String::new, |row| row.text("id"));
    let subject = job.subject.as_str();
    let message = match job.kind {
        JobKind::ForgetAddress => {
            // A removed member may have been invited again and have accepted. A deleted account can be restored.
            let holder = "SELECT id FROM users WHERE username = ? AND member_status <> ?";
            let pending = MembershipStatus::Pending.as_str();
            let is_held = first_row(effects.sql, holder, values![subject, pending])?.is_some();
            let step = AddressStep::Free { email: subject.to_owned(), team };
            (!is_held).then(|| (ActorId::of_email(subject), step.into()))
        }
        _ => subject.split_once(' ').map(|(client_id, user_id)| {
            let end = account::PurgedApp { client_id: client_id.to_owned(), team, user_id: user_id.to_owned() };
            (ActorId::App(client_id.to_owned()), Command::from(account::AccountStep::EndApp(end)))
        }),
    };
    match message {
        Some(message) => notify_actor(effects, job, message).map(Some),
        None => job_queue::complete(effects, job.kind, subject).map(|()| None),
    }
}

//! The leases of a team's or an app's object: messages to other objects, in the order that the service asks for.

use super::actors::send_command;
use super::objects::ActorObject;
use crate::edge::log_error;
use crate::edge::timer::{sleep, waiter};
use crate::edge::{now, task};
use crate::service::actor::protocol::{ActorId, ActorReply, Command};
use crate::service::environment::external::ExternalResult;
use crate::service::environment::permit::{IDLE_MS, LEASE_MS, PermitRequest, Recall, RecalledLeases};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use worker::wasm_bindgen::JsValue;

/// Teams that are asked at the same time to give up a lease.
const RECALLS_MAX: usize = 200;

impl ActorObject {
    /// Requests a lease of an app, or waits for the request that another call has made. `None` if that brought a lease.
    pub(super) async fn request_permit(&self, request: &PermitRequest) -> Option<ExternalResult> {
        let client_id = &request.client_id;
        let Some((flight, waiting)) = self.permit_flights.begin(client_id) else {
            return self.permit_flights.join(client_id).await;
        };
        let command = Command::RequestPermit(PermitRequest { waiting, ..request.clone() });
        let reply = match send_command(&self.env, &ActorId::App(client_id.clone()), command).await {
            Ok(ActorReply::Permit(reply)) => Some(reply),
            Ok(_) => None,
            Err(error) => {
                log_error("the app did not reply", &error);
                None
            }
        };
        let result = ExternalResult::Permitted(reply);
        flight.finish(&result);
        Some(result)
    }

    /// Recalls leases. Returns those of the teams that were reached in time; the others end by themselves.
    pub(super) async fn recall_leases(&self, recall: &Recall) -> RecalledLeases {
        let recalled = Rc::new(RefCell::new(RecalledLeases::new()));
        for holders in recall.holders.chunks(RECALLS_MAX) {
            let (wake, woken) = waiter(LEASE_MS as u32);
            let left = Rc::new(Cell::new(holders.len()));
            for (team, number) in holders {
                let (env, team, left) = (self.env.clone(), team.clone(), Rc::clone(&left));
                let (recalled, wake) = (Rc::clone(&recalled), wake.clone());
                let command = Command::RecallLease(recall.client_id.clone(), *number);
                let _ = task::run_as_promise(async move {
                    match send_command(&env, &ActorId::Team(team.clone()), command).await {
                        Ok(ActorReply::GiveUp(lease)) => recalled.borrow_mut().push((team, lease)),
                        Ok(_) => {}
                        Err(error) => log_error("a lease was not recalled", &error),
                    }
                    left.set(left.get().saturating_sub(1));
                    if left.get() == 0 {
                        let _ = wake.call0(&JsValue::UNDEFINED);
                    }
                    Ok(JsValue::UNDEFINED)
                });
            }
            woken.await;
        }
        recalled.take()
    }

    /// Starts a task that returns the leases that are not used for a while, unless it runs already.
    pub(super) fn return_idle_leases(self: &Rc<ActorObject>, actor_id: &ActorId) {
        let ActorId::Team(team) = actor_id else { return };
        if self.memory.leases.borrow().is_empty() || self.returns_leases.replace(true) {
            return;
        }
        let (object, team) = (Rc::clone(self), team.clone());
        let _ = task::run_as_promise(async move {
            loop {
                sleep(IDLE_MS.unsigned_abs()).await;
                let returned = object.memory.leases.borrow_mut().give_up_idle(now());
                for (client_id, lease) in returned {
                    let command = Command::ReturnLease(team.clone(), lease);
                    if let Err(error) = send_command(&object.env, &ActorId::App(client_id), command).await {
                        log_error("a lease was not returned", &error);
                    }
                }
                if object.memory.leases.borrow().is_empty() {
                    object.returns_leases.set(false);
                    return Ok(JsValue::UNDEFINED);
                }
            }
        });
    }
}

//! What happens when an alarm wakes a place: its errands are run, a few at a time, until nothing more is due.

use super::actors::visit;
use super::database::Place as PlaceDatabase;
use super::{email, outside};
use crate::edge::pause::pause;
use crate::edge::{Platform, note, now};
use crate::service::Service;
use crate::service::actor::place::{Place, Turn};
use crate::service::jobs::hand_over;
use crate::service::jobs::task::{Deed, Errand, signed};
use crate::service::sandbox::journal::Trace;
use crate::service::store::outside::Outcome;
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use worker::Env;
use worker::js_sys::{Array, Promise};
use worker::wasm_bindgen::JsValue;

/// Errands that are under way at the same time.
const AT_ONCE: usize = 6;

/// How often one alarm looks for more work; what is left then is the next alarm's.
const ROUNDS: usize = 20;

/// Does all that is due.
pub(super) async fn work(env: &Env, service: &Service, place: &Place, sql: &PlaceDatabase) -> worker::Result<()> {
    for _ in 0..ROUNDS {
        let errands = service.wake(place, now(), &Platform, sql).map_err(|error| error.0)?;
        for some in errands.chunks(AT_ONCE) {
            let under_way: Array = some.iter().map(|errand| JsValue::from(sent(env, errand.clone()))).collect();
            let outcomes = Array::from(&JsFuture::from(Promise::all(&under_way)).await?);
            for (errand, outcome) in some.iter().zip(outcomes.iter()) {
                let outcome = outcome.as_f64().map(|status| status as u16);
                service.returned(&errand.id, outcome, now(), &Platform, sql).map_err(|error| error.0)?;
            }
        }
        let next = service.next_wake(place, sql).map_err(|error| error.0)?;
        if next.is_none_or(|next| next > now()) {
            break;
        }
        pause(0).await;
    }
    Ok(())
}

/// A promise of an errand's outcome: a status, or null.
fn sent(env: &Env, errand: Errand) -> Promise {
    let env = env.clone();
    future_to_promise(async move {
        let outcome = run(&env, errand).await;
        Ok(outcome.map_or(JsValue::NULL, |status| JsValue::from_f64(f64::from(status))))
    })
}

async fn run(env: &Env, errand: Errand) -> Outcome {
    let signing = errand.deed.signing();
    match (errand.deed, signing) {
        (Deed::Tell { place, message }, _) => {
            super::follow(env, Turn::Go { place, message }, &mut Trace::default()).await.map(|answer| answer.status)
        }
        (Deed::Send { call, .. }, None) if call.url == hand_over::PLATFORM => email::send(env, &call.body).await,
        (Deed::Send { call, .. }, None) => outside::send(&call, outside::ERRAND_TIMEOUT).await,
        (Deed::Send { call, .. }, Some((place, message))) => match visit(env, &place, &message).await {
            Ok(Turn::Answer(signature)) => outside::send(&signed(call, signature)?, outside::ERRAND_TIMEOUT).await,
            Ok(Turn::Go { .. } | Turn::Ask { .. }) => None,
            Err(error) => {
                note("an errand was not signed", &error);
                None
            }
        },
    }
}

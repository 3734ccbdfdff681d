//! The newest requests of an isolate, until the journal stores them. A few a second are stored at once. Under load they
//! are formatted when the journal is read, or when no request has come for a while; the oldest are dropped before that.
//! They are stored some at a time, so that no request waits for all of them.

use super::actors::ask_actor;
use super::object::{self, SandboxRequest};
use super::{active_requests, state_cache};
use crate::edge::clock::platform_time;
use crate::edge::timer::sleep;
use crate::edge::{RequestContext, log_error};
use crate::service::actor::protocol::ActorId;
use crate::service::actor::token::AccessToken;
use crate::service::sandbox::SandboxStep;
use crate::service::sandbox::journal::{ENTRIES_MAX, JournalRecord};
use crate::wire::dates::{SECOND, Timestamp};
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use worker::Env;

/// Milliseconds without requests after which the records are stored.
const IDLE_MS: i64 = 30;

/// Records of a second that are stored at once.
const AT_ONCE_MAX: u32 = 20;

/// Records that are formatted and stored together: a few milliseconds.
const BATCH_MAX: usize = 10;

thread_local! {
    /// Each record with the number of its world.
    static RECORDS: RefCell<VecDeque<(u64, JournalRecord)>> = const { RefCell::new(VecDeque::new()) };
    static NEWEST: Cell<Timestamp> = const { Cell::new(Timestamp(0)) };
    /// The present second, and the number of its records.
    static RATE: Cell<(Timestamp, u32)> = const { Cell::new((Timestamp(0), 0)) };
    static IS_SCHEDULED: Cell<bool> = const { Cell::new(false) };
    /// Stores that have begun and not ended.
    static STORES: Cell<u64> = const { Cell::new(0) };
}

/// Adds a record, which is stored in the background of a response.
pub(super) fn add_record(context: &RequestContext, record: JournalRecord) {
    let world = state_cache::with_state(|state| state.world);
    RECORDS.with_borrow_mut(|records| {
        if records.len() >= ENTRIES_MAX {
            records.pop_front();
        }
        records.push_back((world, record));
    });
    let (now, second) = (platform_time(), platform_time().floor(SECOND));
    let previous = NEWEST.replace(now);
    let (of, count) = RATE.get();
    let count = if of == second { count.saturating_add(1) } else { 1 };
    RATE.set((second, count));
    let env = context.env.clone();
    // The platform may have dropped the request that was to store them.
    let is_scheduled = IS_SCHEDULED.get() && now < previous.saturating_add(SECOND);
    // The journal may be in another isolate: a reader there must not wait.
    if (count <= AT_ONCE_MAX && !is_scheduled) || !state_cache::is_here() {
        context.execution.wait_until(async move {
            let _active = active_requests::begin_request(&env).await;
            store_records(&env).await;
        });
        return;
    }
    IS_SCHEDULED.set(true);
    if is_scheduled {
        return;
    }
    context.execution.wait_until(async move {
        while platform_time() < NEWEST.get().saturating_add(IDLE_MS) {
            sleep(IDLE_MS.unsigned_abs()).await;
        }
        IS_SCHEDULED.set(false);
        let _active = active_requests::begin_request(&env).await;
        store_records(&env).await;
    });
}

/// Stores all records of this isolate, and waits for the stores that have begun.
pub(super) async fn store_records(env: &Env) {
    STORES.set(STORES.get().saturating_add(1));
    if let Err(error) = try_store(env).await {
        log_error("the journal was not written", &error);
    }
    STORES.set(STORES.get().saturating_sub(1));
    for _ in 0..200 {
        if STORES.get() == 0 {
            return;
        }
        sleep(5).await;
    }
}

async fn try_store(env: &Env) -> worker::Result<()> {
    let (mut left, mut owners) = (RECORDS.with_borrow(VecDeque::len), Vec::new());
    while left > 0 {
        let records: Vec<_> = RECORDS.with_borrow_mut(|records| {
            let count = BATCH_MAX.min(left).min(records.len());
            records.drain(..count).collect()
        });
        left = left.saturating_sub(BATCH_MAX);
        store_batch(env, records, &mut owners).await?;
        if left > 0 {
            // Only a timer lets the platform deliver requests.
            sleep(0).await;
        }
    }
    Ok(())
}

/// Stores some records. `owners` are the accounts of tokens that are known already.
async fn store_batch(
    env: &Env,
    records: Vec<(u64, JournalRecord)>,
    owners: &mut Vec<(AccessToken, Value)>,
) -> worker::Result<()> {
    let mut entries = Vec::new();
    for (world, record) in records {
        let mut entry = record.to_json();
        if let (Some(token), Some(account)) = (record.trace.token, entry.get_mut("account")) {
            let known = owners.iter().find(|(known, _)| *known == token).map(|(_, owner)| owner.clone());
            *account = match known {
                Some(owner) => owner,
                None => {
                    let owner = find_owner(env, &token).await;
                    owners.push((token, owner.clone()));
                    owner
                }
            };
        }
        entries.push((world, entry.to_string()));
    }
    object::call_sandbox(env, &SandboxRequest::Note(entries)).await.map(drop)
}

/// The account of a token, which only its team knows.
async fn find_owner(env: &Env, token: &AccessToken) -> Value {
    let step = SandboxStep::Whose(token.hash.clone());
    let reply = ask_actor(env, &ActorId::Team(token.team.clone()), step).await;
    reply.ok().and_then(|response| serde_json::from_slice(&response.body).ok()).unwrap_or_default()
}

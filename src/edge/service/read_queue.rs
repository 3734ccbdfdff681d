//! Batches reads: while a call of this isolate to a team's object is in flight, new reads queue, and are sent as one
//! call when it returns.
//!
//! A read that finds no call in flight is sent at once, unless the last read of this object came together with others:
//! then it first lets the platform deliver those, which takes some microseconds.
//!
//! So every read is sent after it arrived, and its response is as current as if it were sent alone.

use super::actors;
use super::event_loop::yield_to_event_loop;
use crate::edge::clock::platform_time;
use crate::edge::timer::waiter;
use crate::edge::{RequestContext, log_error};
use crate::service::actor::protocol::{ActorId, ActorReply, Message};
use crate::service::store::lru_cache::LruCache;
use crate::wire::dates::{SECOND, Timestamp};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::iter;
use std::rc::Rc;
use worker::Env;
use worker::js_sys::{Function, Uint8Array};
use worker::wasm_bindgen::JsValue;

/// Reads of a batch.
const READS_MAX: usize = 32;

/// Batches that one request sends for others: the platform limits the calls that a request may make.
const BATCHES_MAX: usize = 32;

/// Milliseconds that one request sends batches for others: the platform ends work in the background after 30 seconds.
const SENDING_MAX_MS: i64 = 5 * SECOND;

/// Milliseconds that a read waits for others before it is sent alone. The object may be far away: then a batch would
/// take longer than it saves. Or the platform has dropped the request that would send the read, because its client went
/// away.
const WAIT_MAX_MS: u32 = 10;

/// Milliseconds that a read waits for the reply to a batch before it is sent alone.
const REPLY_MAX_MS: u32 = 10_000;

/// Bytes of the names of objects for which reads come together: about a hundred names.
const CONCURRENT_NAMES_BYTES_MAX: usize = 64_000;

/// How a waiting read continues.
enum ReadSignal {
    Waiting,
    Replied(Vec<u8>, Uint8Array),
    /// It is sent alone.
    Alone,
    /// It is sent at once, and after it those that wait.
    First,
}

struct WaitingRead {
    message: Vec<u8>,
    signal: RefCell<ReadSignal>,
    wake: RefCell<Function>,
}

/// The reads that wait, while others are under way to an object or expected.
struct ReadQueue {
    name: String,
    /// When the last reads were sent, or the queue began.
    since: Timestamp,
    waiting: VecDeque<Rc<WaitingRead>>,
}

/// How a read that has arrived is sent.
enum Admission<W> {
    /// No other is under way or expected.
    First,
    /// No other is under way, but others are expected: the read waits in a new queue, which it must send.
    FirstOfBatch(Rc<WaitingRead>, W),
    Waiting(Rc<WaitingRead>, W),
}

thread_local! {
    static QUEUES: RefCell<Vec<ReadQueue>> = const { RefCell::new(Vec::new()) };
    /// The objects for which others came together with the last read that began a queue.
    static CONCURRENT_NAMES: RefCell<LruCache<()>> = RefCell::new(LruCache::new(CONCURRENT_NAMES_BYTES_MAX));
}

/// Sends a read to a team's object, together with others if some are under way. Returns its reply, and the body of a
/// response; `None` if it is to be sent alone.
pub(super) async fn send_in_batch(
    context: &RequestContext,
    actor_id: &ActorId,
    message: &Message,
) -> Option<(ActorReply, Uint8Array)> {
    let name = actor_id.database_name();
    let (read, woken) = match join_queue(&name, message) {
        Admission::First => return send_first(context, actor_id, name, message).await,
        Admission::Waiting(read, woken) => (read, woken),
        Admission::FirstOfBatch(read, woken) => {
            send_after_yield(context, actor_id, name.clone());
            (read, woken)
        }
    };
    match read.wait(&name, woken).await {
        ReadSignal::Replied(head, body) => Some((actors::decode_reply_to(message, &head, &body), body)),
        ReadSignal::First => send_first(context, actor_id, name, message).await,
        ReadSignal::Alone | ReadSignal::Waiting => None,
    }
}

/// Sends a read as a batch of one, so that it is sent back and no other read waits for it if it is long. Then the reads
/// that have come in the meantime are sent.
async fn send_first(
    context: &RequestContext,
    actor_id: &ActorId,
    name: String,
    message: &Message,
) -> Option<(ActorReply, Uint8Array)> {
    let encoded = message.encode();
    let sent = actors::send_batch(&context.env, actor_id, &name, iter::once(encoded.as_slice())).await;
    send_waiting(context, actor_id, name);
    let (head, body) = sent.ok()?.into_iter().next()??;
    Some((actors::decode_reply_to(message, &head, &body), body))
}

/// Waits in the queue of an object, if reads are under way to it or expected.
fn join_queue(name: &str, message: &Message) -> Admission<impl Future<Output = ()> + use<>> {
    let now = platform_time();
    QUEUES.with_borrow_mut(|queues| match queues.iter_mut().find(|queue| queue.name == name) {
        Some(queue) if now < queue.since.saturating_add(WAIT_MAX_MS.into()) => {
            let (read, woken) = queue.push(message);
            Admission::Waiting(read, woken)
        }
        // The request that would send those that wait may be gone: this one takes its place.
        Some(queue) => {
            queue.since = now;
            Admission::First
        }
        None => {
            // Those that a dropped request has left behind.
            queues.retain(|queue| now < queue.since.saturating_add(SENDING_MAX_MS));
            let mut queue = ReadQueue { name: name.to_owned(), since: now, waiting: VecDeque::new() };
            let admission = match is_concurrent(name) {
                false => Admission::First,
                true => {
                    let (read, woken) = queue.push(message);
                    Admission::FirstOfBatch(read, woken)
                }
            };
            queues.push(queue);
            admission
        }
    })
}

/// Whether others are expected together with a read.
fn is_concurrent(name: &str) -> bool {
    CONCURRENT_NAMES.with_borrow_mut(|names| names.find(name).is_some())
}

fn note_concurrency(name: &str, is_concurrent: bool) {
    CONCURRENT_NAMES.with_borrow_mut(|names| match is_concurrent {
        true => names.insert(name.to_owned(), (), 0),
        false => names.remove(name),
    });
}

impl ReadQueue {
    fn push(&mut self, message: &Message) -> (Rc<WaitingRead>, impl Future<Output = ()> + use<>) {
        let (wake, woken) = waiter(WAIT_MAX_MS);
        let (message, signal) = (message.encode(), RefCell::new(ReadSignal::Waiting));
        let read = Rc::new(WaitingRead { message, signal, wake: RefCell::new(wake) });
        self.waiting.push_back(Rc::clone(&read));
        (read, woken)
    }
}

impl WaitingRead {
    /// Waits for the signal of the read. It is `Waiting` if the time is over.
    async fn wait(self: &Rc<WaitingRead>, name: &str, woken: impl Future<Output = ()>) -> ReadSignal {
        woken.await;
        let signal = self.signal.replace(ReadSignal::Waiting);
        if !matches!(signal, ReadSignal::Waiting) || self.leave_queue(name) {
            return signal;
        }
        // It was sent already: it must not be sent and counted twice.
        let (wake, woken) = waiter(REPLY_MAX_MS);
        self.wake.replace(wake);
        woken.await;
        self.signal.replace(ReadSignal::Waiting)
    }

    /// Leaves the queue. False if the read was taken from it.
    fn leave_queue(self: &Rc<WaitingRead>, name: &str) -> bool {
        QUEUES.with_borrow_mut(|queues| {
            let Some(queue) = queues.iter_mut().find(|queue| queue.name == name) else { return false };
            let before = queue.waiting.len();
            queue.waiting.retain(|read| !Rc::ptr_eq(read, self));
            queue.waiting.len() < before
        })
    }

    fn continue_with(&self, signal: ReadSignal) {
        self.signal.replace(signal);
        let _ = self.wake.borrow().call0(&JsValue::UNDEFINED);
    }
}

/// Takes from a queue what is sent next. Without any reads, the queue ends.
fn take_next<T>(name: &str, take: impl FnOnce(&mut VecDeque<Rc<WaitingRead>>) -> T) -> Option<T> {
    QUEUES.with_borrow_mut(|queues| {
        let at = queues.iter().position(|queue| queue.name == name)?;
        let queue = queues.get_mut(at)?;
        if queue.waiting.is_empty() {
            queues.swap_remove(at);
            return None;
        }
        queue.since = platform_time();
        Some(take(&mut queue.waiting))
    })
}

fn take_batch(name: &str) -> Option<Vec<Rc<WaitingRead>>> {
    take_next(name, |waiting| waiting.drain(..waiting.len().min(READS_MAX)).collect())
}

/// Lets a waiting read send those that wait: the youngest, because its client is the most likely to be still there.
fn delegate_sending(name: &str) {
    if let Some(read) = take_next(name, VecDeque::pop_back).flatten() {
        read.continue_with(ReadSignal::First);
    }
}

/// Sends the reads that have come in the meantime, in the background, so that this request's response does not wait for
/// them.
fn send_waiting(context: &RequestContext, actor_id: &ActorId, name: String) {
    let batch = take_batch(&name);
    note_concurrency(&name, batch.is_some());
    if let Some(batch) = batch {
        context.execution.wait_until(send_batches(context.env.clone(), actor_id.clone(), name, batch));
    }
}

/// Sends a queue that has begun, after those that have arrived too have joined it. In the background, so that they do
/// not wait for nothing if this request's client goes away.
fn send_after_yield(context: &RequestContext, actor_id: &ActorId, name: String) {
    let (env, actor_id) = (context.env.clone(), actor_id.clone());
    context.execution.wait_until(async move {
        yield_to_event_loop().await;
        let Some(batch) = take_batch(&name) else { return };
        note_concurrency(&name, batch.len() > 1);
        send_batches(env, actor_id, name, batch).await;
    });
}

/// Sends a batch, and then those that have come in the meantime.
async fn send_batches(env: Env, actor_id: ActorId, name: String, mut batch: Vec<Rc<WaitingRead>>) {
    let end = platform_time().saturating_add(SENDING_MAX_MS);
    for _ in 1..BATCHES_MAX {
        if platform_time() >= end {
            break;
        }
        send_batch(&env, &actor_id, &name, batch).await;
        let Some(next) = take_batch(&name) else { return };
        batch = next;
    }
    send_batch(&env, &actor_id, &name, batch).await;
    delegate_sending(&name);
}

/// Sends a batch, and wakes its reads.
async fn send_batch(env: &Env, actor_id: &ActorId, name: &str, batch: Vec<Rc<WaitingRead>>) {
    let messages = batch.iter().map(|read| read.message.as_slice());
    let sent = actors::send_batch(env, actor_id, name, messages).await;
    // After a failure each is sent alone, so that none fails for another.
    let replies = sent.inspect_err(|error| log_error("a batch of reads failed", error)).unwrap_or_default();
    let mut replies = replies.into_iter();
    for read in batch {
        read.continue_with(match replies.next() {
            Some(Some((head, body))) => ReadSignal::Replied(head, body),
            _ => ReadSignal::Alone,
        });
    }
}

//! A batch of reads: the messages that a Worker sends to a team in one call, and the replies to them, as bytes.
//!
//! A team handles the messages in their order. It sends back what it does not finish at once, so that no read waits for
//! a long one: the Worker then sends that message alone.

use super::actor_id::ActorId;
use super::chunked_work::CHUNK_COPIED_BYTES;
use crate::service::environment::codec;

/// The version of this encoding. A batch of another version is not read, and its messages are sent alone.
const VERSION: u8 = 1;

/// Bytes of bodies after which the rest of a batch is sent back.
const BODIES_MAX: usize = 250_000;

/// Responses that are computed before other messages of the actor are let through.
const COMPUTED_MAX: usize = 16;

/// Writes a part behind its length.
fn write_part(bytes: &mut Vec<u8>, part: &[u8]) {
    bytes.extend_from_slice(&u32::try_from(part.len()).unwrap_or(u32::MAX).to_be_bytes());
    bytes.extend_from_slice(part);
}

/// Reads a length, which begins the bytes.
fn read_length(bytes: &mut &[u8]) -> Option<usize> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    *bytes = rest;
    usize::try_from(u32::from_be_bytes(*length)).ok()
}

fn read_part<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = read_length(bytes)?;
    let (part, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(part)
}

/// The bytes of a batch: the actor's id, and the encoded messages.
pub fn encode_batch<'a>(actor_id: &ActorId, messages: impl Iterator<Item = &'a [u8]>) -> Option<Vec<u8>> {
    let mut bytes = vec![VERSION];
    write_part(&mut bytes, &codec::encode(actor_id)?);
    messages.for_each(|message| write_part(&mut bytes, message));
    Some(bytes)
}

/// The actor's id and the encoded messages of a batch.
pub fn decode_batch(bytes: &[u8]) -> Option<(ActorId, Vec<&[u8]>)> {
    let mut bytes = bytes.strip_prefix(&[VERSION])?;
    let actor_id = codec::decode(read_part(&mut bytes)?)?;
    let mut messages = Vec::new();
    while !bytes.is_empty() {
        messages.push(read_part(&mut bytes)?);
    }
    Some((actor_id, messages))
}

/// How much work the messages of a batch have been. A batch must not hold the thread longer than one message may.
#[derive(Debug, Default)]
pub struct BatchWork {
    /// Bytes of all bodies.
    bytes: usize,
    /// Responses that were computed since then, and the bytes of their bodies.
    computed: usize,
    computed_bytes: usize,
    has_long: bool,
}

impl BatchWork {
    /// Notes a response, which was cached or computed.
    pub fn note(&mut self, bytes: usize, is_cached: bool) {
        self.bytes = self.bytes.saturating_add(bytes);
        if !is_cached {
            self.computed = self.computed.saturating_add(1);
            self.computed_bytes = self.computed_bytes.saturating_add(bytes);
        }
    }

    /// Notes a message that is sent back because it is long.
    pub fn note_long(&mut self) {
        self.has_long = true;
    }

    /// Whether the rest of the batch is sent back.
    pub fn is_enough(&self) -> bool {
        self.has_long || self.bytes >= BODIES_MAX
    }

    /// Whether other messages of the actor must be let through now.
    pub fn should_yield(&mut self) -> bool {
        let is_due = self.computed >= COMPUTED_MAX || self.computed_bytes >= CHUNK_COPIED_BYTES;
        if is_due {
            (self.computed, self.computed_bytes) = (0, 0);
        }
        is_due
    }
}

/// The replies to a batch. The bodies of responses are apart from the heads.
#[derive(Debug, Default)]
pub struct BatchReplies {
    /// For each reply the length of its body, and its head.
    pub heads: Vec<u8>,
    /// The bodies, one after the other.
    pub bodies: Vec<u8>,
}

impl BatchReplies {
    /// Adds an encoded reply and its body.
    pub fn add(&mut self, head: &[u8], body: &[u8]) {
        self.heads.extend_from_slice(&u32::try_from(body.len()).unwrap_or(u32::MAX).to_be_bytes());
        write_part(&mut self.heads, head);
        self.bodies.extend_from_slice(body);
    }

    /// Sends a message back that was not handled.
    pub fn send_back(&mut self) {
        self.add(&[], &[]);
    }

    /// The heads, and where the body of each begins and ends among the bodies. A head is `None` if the message was sent
    /// back. The list ends at a head that cannot be read.
    pub fn decode_heads(mut heads: &[u8]) -> Vec<(Option<&[u8]>, [usize; 2])> {
        let mut replies = Vec::new();
        let mut start = 0_usize;
        while let Some(length) = read_length(&mut heads)
            && let Some(head) = read_part(&mut heads)
        {
            let end = start.saturating_add(length);
            replies.push((Some(head).filter(|head| !head.is_empty()), [start, end]));
            start = end;
        }
        replies
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_is_read_as_it_was_written() {
        let team = ActorId::Team("northwind".to_owned());
        let messages: [&[u8]; 3] = [b"one", b"", b"three"];
        let bytes = encode_batch(&team, messages.into_iter()).unwrap();
        assert_eq!(decode_batch(&bytes), Some((team, messages.to_vec())));
        for cut in 1..bytes.len() {
            // Cut between two messages it is a shorter batch, else none.
            assert!(decode_batch(&bytes[..cut]).is_none_or(|(_, read)| read.len() < 3), "{cut}");
        }
        assert_eq!(decode_batch(b""), None);
        assert_eq!(decode_batch(&[&[VERSION + 1], &bytes[1..]].concat()), None);
    }

    #[test]
    fn replies_have_their_bodies_and_what_is_sent_back_has_none() {
        let mut replies = BatchReplies::default();
        replies.add(b"first", b"a body");
        replies.send_back();
        replies.add(b"third", b"");
        replies.add(b"fourth", b"another body");
        let read = BatchReplies::decode_heads(&replies.heads);
        let heads: Vec<_> = read.iter().map(|(head, _)| *head).collect();
        assert_eq!(heads, [Some(&b"first"[..]), None, Some(b"third"), Some(b"fourth")]);
        let bodies: Vec<_> = read.iter().map(|(_, [start, end])| &replies.bodies[*start..*end]).collect();
        assert_eq!(bodies, [&b"a body"[..], b"", b"", b"another body"]);
        assert_eq!(BatchReplies::decode_heads(&replies.heads[..replies.heads.len() - 1]).len(), 3);
    }

    #[test]
    fn a_batch_lets_others_through_after_some_computed_responses_and_ends_after_a_long_one() {
        let mut work = BatchWork::default();
        for _ in 0..100 {
            work.note(100, true);
            assert!(!work.should_yield() && !work.is_enough(), "cached responses take no time");
        }
        let mut yields = 0;
        for _ in 0..100 {
            work.note(100, false);
            yields += usize::from(work.should_yield());
        }
        assert_eq!(yields, 100 / COMPUTED_MAX);
        work.note(CHUNK_COPIED_BYTES, false);
        assert!(work.should_yield() && !work.is_enough());
        work.note(BODIES_MAX, true);
        assert!(work.is_enough());
        let mut work = BatchWork::default();
        work.note_long();
        assert!(work.is_enough());
    }
}

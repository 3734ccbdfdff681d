//! Copies of responses in the Worker that sends reads to a team. Each read is sent as a conditional request, with the
//! entity tag of the copy: if the response is the same, the team replies 304 without the body.
//!
//! So a copy is used only after the team has confirmed that it is current and that the caller may read it.

use super::protocol::{Command, Message};
use crate::service::store::lru_cache::LruCache;
use crate::wire::etag::{ETAG_HEADER, IF_NONE_MATCH_HEADER};
use crate::wire::http::{Request, Response};

/// Bytes of all copies of an isolate. Our choice, as for the responses that a team caches.
const BYTES_MAX: usize = 8_000_000;

/// Bytes of a body that is copied.
const BODY_BYTES_MAX: usize = 1_000_000;

/// The copies of an isolate. `B` is a body as the shell has it.
#[derive(Debug)]
pub struct ResponseCopies<B>(LruCache<ResponseCopy<B>>);

#[derive(Debug, Clone)]
struct ResponseCopy<B> {
    tag: String,
    /// Absent until the same response is read again: most are read once.
    body: Option<B>,
}

/// A read that is sent to a team, with the copy of its response.
#[derive(Debug)]
pub struct ConditionalRead<B> {
    key: String,
    copy: Option<ResponseCopy<B>>,
}

impl<B> ConditionalRead<B> {
    /// Whether the team is likely to reply that the response is the same.
    pub fn has_copy(&self) -> bool {
        self.copy.as_ref().is_some_and(|copy| copy.body.is_some())
    }
}

impl<B> Default for ResponseCopies<B> {
    fn default() -> ResponseCopies<B> {
        ResponseCopies(LruCache::new(BYTES_MAX))
    }
}

impl<B: Clone> ResponseCopies<B> {
    /// Adds the tag of the copy to a read of the API. `None` for another message, and for a client that sends a tag
    /// itself.
    pub fn make_conditional(&mut self, message: &mut Message) -> Option<ConditionalRead<B>> {
        let Command::RunCall(call) = &message.command else { return None };
        let Request { method, origin, path, query, headers, body } = &mut message.request;
        if method != "GET" || !body.is_empty() || headers.iter().any(|(name, _)| name == IF_NONE_MATCH_HEADER) {
            return None;
        }
        // The names of hosts, paths and queries have no spaces. The hash of the token stands for the account.
        let key = [call.token.hash.as_str(), origin, path, query].join(" ");
        let copy = self.0.find(&key).cloned();
        if let Some(ResponseCopy { tag, body: Some(_) }) = &copy {
            headers.push((IF_NONE_MATCH_HEADER.to_owned(), tag.clone()));
        }
        Some(ConditionalRead { key, copy })
    }

    /// Completes the response to a read, and returns its body: that of the copy if the team has sent none. `body` is
    /// the body that the team has sent, if any, with its length in bytes.
    pub fn complete(
        &mut self,
        read: ConditionalRead<B>,
        response: &mut Response,
        body: Option<(B, usize)>,
    ) -> Option<B> {
        let ConditionalRead { key, copy } = read;
        match (response.status, body, copy) {
            (304, None, Some(ResponseCopy { body: Some(copied), .. })) => {
                response.status = 200;
                Some(copied)
            }
            (200, Some((body, bytes)), copy) => {
                if let Some(tag) = response.header(ETAG_HEADER).filter(|_| bytes <= BODY_BYTES_MAX) {
                    let is_known = copy.is_some_and(|copy| copy.tag == tag);
                    let (copied, bytes) = if is_known { (Some(body.clone()), bytes) } else { (None, 0) };
                    self.0.insert(key, ResponseCopy { tag: tag.to_owned(), body: copied }, bytes);
                }
                Some(body)
            }
            (_, body, _) => body.map(|(body, _)| body),
        }
    }
}

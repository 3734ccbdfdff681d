//! Copies of answers in the Worker that asks a team. The team is asked each time, with the tag of the copy: if it replies
//! that the answer is the same, the body does not cross from object to Worker again.
//!
//! So a copy is never used without the team's word that it is current and that the caller may read it.

use super::protocol::{Command, Message};
use crate::service::store::recent_values::RecentValues;
use crate::wire::etag::{ETAG_HEADER, IF_NONE_MATCH_HEADER};
use crate::wire::http::{Request, Response};

/// Bytes of all copies of an isolate. Our choice, as for the answers of a team.
const BYTES_MAX: usize = 8_000_000;

/// Bytes of a body that is copied.
const BODY_BYTES_MAX: usize = 1_000_000;

/// The copies of an isolate. `B` is a body as the shell has it.
#[derive(Debug)]
pub struct AnswerCopies<B>(RecentValues<AnswerCopy<B>>);

#[derive(Debug, Clone)]
struct AnswerCopy<B> {
    tag: String,
    /// Absent until the same answer is read again: most are read once.
    body: Option<B>,
}

/// A read that a team is asked.
#[derive(Debug)]
pub struct AskedAnswer<B> {
    key: String,
    copy: Option<AnswerCopy<B>>,
}

impl<B> AskedAnswer<B> {
    /// Whether the team is likely to reply that the answer is the same.
    pub fn has_copy(&self) -> bool {
        self.copy.as_ref().is_some_and(|copy| copy.body.is_some())
    }
}

impl<B> Default for AnswerCopies<B> {
    fn default() -> AnswerCopies<B> {
        AnswerCopies(RecentValues::new(BYTES_MAX))
    }
}

impl<B: Clone> AnswerCopies<B> {
    /// Adds the tag of the copy to a read of the API. `None` for another message, and for a client that sends a tag itself.
    pub fn ask(&mut self, message: &mut Message) -> Option<AskedAnswer<B>> {
        let Command::RunCall(call) = &message.command else { return None };
        let Request { method, origin, path, query, headers, body } = &mut message.request;
        if method != "GET" || !body.is_empty() || headers.iter().any(|(name, _)| name == IF_NONE_MATCH_HEADER) {
            return None;
        }
        // The names of hosts, paths and queries have no spaces. The hash of the token stands for the account.
        let key = [call.token.hash.as_str(), origin, path, query].join(" ");
        let copy = self.0.find(&key).cloned();
        if let Some(AnswerCopy { tag, body: Some(_) }) = &copy {
            headers.push((IF_NONE_MATCH_HEADER.to_owned(), tag.clone()));
        }
        Some(AskedAnswer { key, copy })
    }

    /// The response to a read, with the body of the copy if the team has sent none. `body` is the body that came, if any, and
    /// its bytes.
    pub fn complete(&mut self, asked: AskedAnswer<B>, response: &mut Response, body: Option<(B, usize)>) -> Option<B> {
        let AskedAnswer { key, copy } = asked;
        match (response.status, body, copy) {
            (304, None, Some(AnswerCopy { body: Some(copied), .. })) => {
                response.status = 200;
                Some(copied)
            }
            (200, Some((body, bytes)), copy) => {
                if let Some(tag) = response.header(ETAG_HEADER).filter(|_| bytes <= BODY_BYTES_MAX) {
                    let is_known = copy.is_some_and(|copy| copy.tag == tag);
                    let (copied, bytes) = if is_known { (Some(body.clone()), bytes) } else { (None, 0) };
                    self.0.insert(key, AnswerCopy { tag: tag.to_owned(), body: copied }, bytes);
                }
                Some(body)
            }
            (_, body, _) => body.map(|(body, _)| body),
        }
    }
}

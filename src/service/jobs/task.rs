//! Work that needs the outside world or another place: it is carried out by whoever runs the service.

use crate::service::actor::place::{Message, Note, Place};
use crate::service::store::agenda;
use crate::service::store::agenda::Entry;
use crate::service::store::ground::Ground;
use crate::service::store::outside::Outgoing;
use crate::service::store::sql::SqlError;
use crate::wire::dates::SECOND;
use crate::wire::error::ApiError;
use crate::wire::http::{Request, Response};

/// How long an errand that is under way is waited for before it is sent out again. A place looks at what is due only once
/// all that it sent out has returned or was given up, so that nothing is sent twice for it: what is left under way is
/// what the end of a program interrupted.
pub const LEASE: i64 = 20 * SECOND;

/// What other rooms do for the entries of the agenda that are theirs.
pub type Others = fn(Ground, &Entry) -> Result<Option<Errand>, ApiError>;

/// Work that needs the outside world, or another place.
#[derive(Debug, Clone, PartialEq)]
pub struct Errand {
    /// By which its return is reported.
    pub id: String,
    /// What is to be done.
    pub deed: Deed,
}

/// What an errand does.
#[derive(Debug, Clone, PartialEq)]
pub enum Deed {
    /// Sends something to another server.
    Send {
        /// Client id of the app that signs it; none for what is not signed.
        signer: Option<String>,
        /// What is sent.
        call: Outgoing,
    },
    /// Tells another place something. Its outcome is the status of the answer.
    Tell {
        /// Where to.
        place: Place,
        /// What.
        message: Box<Message>,
    },
}

/// The errand of an entry that tells another place something. Until it has come back, it is not sent out again.
pub fn tell(ground: Ground, entry: &Entry, (place, note): (Place, Note)) -> Result<Errand, SqlError> {
    agenda::plan(ground, entry.work, &entry.subject, ground.now.plus(LEASE))?;
    let message = Box::new(Message::new(blank(String::new(), Vec::new()), note));
    Ok(Errand { id: format!("{}/{}", entry.work.as_str(), entry.subject), deed: Deed::Tell { place, message } })
}

/// A request that nobody sent.
pub fn blank(method: String, body: Vec<u8>) -> Request {
    let text = String::new;
    Request { method, origin: text(), path: text(), query: text(), headers: Vec::new(), body }
}

impl Deed {
    /// Where the deed is signed, and what is said there; none if nobody signs it.
    pub fn signing(&self) -> Option<(Place, Message)> {
        let Deed::Send { signer: Some(signer), call } = self else { return None };
        let request = blank(call.method.clone(), call.body.clone().into_bytes());
        Some((Place::App(signer.clone()), Message::new(request, Note::Sign)))
    }
}

/// The call with its signature; none if it was refused.
pub fn signed(mut call: Outgoing, signature: Response) -> Option<Outgoing> {
    call.headers.extend(signature.headers);
    (signature.status < 300).then_some(call)
}

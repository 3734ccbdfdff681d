//! Opting out: a page that asks, a button that does it, and the one click of mail programs (RFC 8058).

use super::pages::ending::{self, Refusal};
use super::pages::frame::Frame;
use super::{Visit, broken, speech};
use crate::service::surveys::link::OPT_OUT;
use crate::service::surveys::recipients;
use crate::service::surveys::words::Word;
use crate::wire::http::Response;

/// Asks, or takes the recipient off. Mail programs look at links by themselves, so that looking changes nothing.
pub fn opt_out(visit: Visit, sends: bool) -> Result<Response, Refusal> {
    let recipient = visit.link.recipient.as_deref().ok_or(Refusal::Nothing)?;
    let tongue = speech::tongue(visit.request);
    let frame = Frame::plain(tongue, Word::OptOut);
    if !sends {
        return Ok(ending::opting_out(&frame, &format!("{}{OPT_OUT}", visit.action())));
    }
    if !recipients::opt_out(visit.ground(), recipient).map_err(broken)? {
        return Err(Refusal::Nothing);
    }
    Ok(ending::says(&frame, 200, tongue.say(Word::OptedOut), tongue.say(Word::OptedOutMeans)))
}

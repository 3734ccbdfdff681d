//! Opting out: a page that asks, a button that does it, and the one click of mail programs (RFC 8058).

use super::{Visit, broken};
use crate::service::link::OPT_OUT;
use crate::service::pages::take::ending::{self, Refusal};
use crate::service::pages::take::frame::Frame;
use crate::service::recipients;
use crate::wire::http::Response;

/// Asks, or takes the recipient off. Mail programs look at links by themselves, so that looking changes nothing.
pub fn opt_out(visit: Visit, sends: bool) -> Result<Response, Refusal> {
    let recipient = visit.link.recipient.as_deref().ok_or(Refusal::Nothing)?;
    let frame = Frame::plain("No more invitations");
    if !sends {
        return Ok(ending::opting_out(&frame, &format!("{}{OPT_OUT}", visit.action())));
    }
    if !recipients::opt_out(visit.ground(), recipient).map_err(broken)? {
        return Err(Refusal::Nothing);
    }
    Ok(ending::says(&frame, 200, "You will get no more mail", "Nobody in this team will invite you to a survey again."))
}

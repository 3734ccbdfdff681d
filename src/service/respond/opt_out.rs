//! Opting out: a page that asks, a button that does it, and the one click of mail programs (RFC 8058).

use super::pages::frame::PageFrame;
use super::pages::status_pages::{self, RespondError};
use super::{RespondContext, internal_error, locale};
use crate::service::surveys::link::OPT_OUT_SUFFIX;
use crate::service::surveys::messages::MessageKey;
use crate::service::surveys::recipients;
use crate::wire::http::Response;

/// Asks, or takes the recipient off. Mail programs look at links by themselves, so that looking changes nothing.
pub fn handle_opt_out(visit: RespondContext, sends: bool) -> Result<Response, RespondError> {
    let recipient = visit.link.recipient.as_deref().ok_or(RespondError::NotFound)?;
    let tongue = locale::request_locale(visit.request);
    let frame = PageFrame::without_survey(tongue, MessageKey::OptOut);
    if !sends {
        return Ok(status_pages::opt_out_page(&frame, &format!("{}{OPT_OUT_SUFFIX}", visit.form_action())));
    }
    if !recipients::record_opt_out(visit.effects(), recipient).map_err(internal_error)? {
        return Err(RespondError::NotFound);
    }
    Ok(status_pages::message_page(
        &frame,
        200,
        tongue.message(MessageKey::OptedOut),
        tongue.message(MessageKey::OptedOutMeans),
    ))
}

//! Opting out: a page with a button, and the one click of mail programs (RFC 8058).

use super::pages::frame::PageFrame;
use super::pages::status_pages::{self, RespondError};
use super::{RespondContext, internal_error, locale};
use crate::service::surveys::link::OPT_OUT_SUFFIX;
use crate::service::surveys::page_texts::PageText;
use crate::service::surveys::recipients;
use crate::wire::http::Response;

/// Shows the page or records the opt-out. Mail programs open links by themselves, so a GET changes nothing.
///
/// # Errors
///
/// [`RespondError::NotFound`] without a recipient; an internal error, if a statement fails.
pub fn handle_opt_out(context: RespondContext, is_post: bool) -> Result<Response, RespondError> {
    let recipient = context.link.recipient.as_deref().ok_or(RespondError::NotFound)?;
    let locale = locale::request_locale(context.request);
    let frame = PageFrame::without_survey(locale, PageText::OptOut);
    if !is_post {
        return Ok(status_pages::opt_out_page(&frame, &format!("{}{OPT_OUT_SUFFIX}", context.form_action())));
    }
    if !recipients::record_opt_out(context.effects(), recipient).map_err(internal_error)? {
        return Err(RespondError::NotFound);
    }
    Ok(status_pages::message_page(
        &frame,
        200,
        &frame.texts().render(PageText::OptedOut),
        &frame.texts().render(PageText::OptedOutMeans),
    ))
}

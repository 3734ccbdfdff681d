//! Forms and queries of sign-in and account: bounded, from this site, and without repeated fields.

use crate::service::actor::form_origin::is_cross_site;
use crate::service::html::refusal::RefusalPage;
use crate::wire::form::Form;
use crate::wire::http::{Request, Response};

/// Maximum bytes of a form or query. Our pages need a few hundred.
const BYTES_MAX: usize = 64 * 1024;

/// Reads the form of one of our pages. The `Origin` header, which browsers send, must be ours.
///
/// # Errors
///
/// A page, if the form is from another site, too long or malformed.
pub fn read_form(request: &Request) -> Result<Form, Response> {
    if is_cross_site(request) {
        return Err(RefusalPage::CrossSite.render_page());
    }
    read_pairs(&request.body).map_err(|why| RefusalPage::Unreadable(why).render_page())
}

/// Reads `name=value&…`.
///
/// # Errors
///
/// A sentence for the user, if the text is too long or malformed.
pub fn read_pairs(bytes: &[u8]) -> Result<Form, String> {
    if bytes.len() > BYTES_MAX || std::str::from_utf8(bytes).is_err() {
        return Err("The form is too long or is not text.".to_owned());
    }
    Form::of_pairs(bytes)
        .map_err(|_| "The form has a character or a percent sign that is not encoded correctly.".to_owned())
}

/// The pairs of a form, if none of these names is repeated.
///
/// # Errors
///
/// A sentence that names the repeated field.
pub fn reject_repeated<'a>(
    form: &Form,
    names: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<(String, String)>, String> {
    for name in names {
        if form.all(name).nth(1).is_some() {
            return Err(format!("`{name}` is given more than once."));
        }
    }
    Ok(form.texts().map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
}

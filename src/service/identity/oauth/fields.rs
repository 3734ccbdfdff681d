//! Forms and queries of sign-in and the account: bounded, from this site, and without a second value for what decides.

use crate::service::actor::form_origin::is_cross_site;
use crate::service::html::refusal::RefusalPage;
use crate::wire::form::Form;
use crate::wire::http::{Request, Response};

/// Longest form or query that is read; a page of ours needs a few hundred bytes.
const BYTES_MAX: usize = 64 * 1024;

/// Reads the form of one of our pages. Browsers send its origin: a form of another site is refused.
pub fn read_form(request: &Request) -> Result<Form, Response> {
    if is_cross_site(request) {
        return Err(RefusalPage::CrossSite.render_page());
    }
    read_pairs(&request.body).map_err(|why| RefusalPage::Unreadable(why).render_page())
}

/// Reads `name=value&…`. The error says in a sentence why it cannot be read.
pub fn read_pairs(bytes: &[u8]) -> Result<Form, String> {
    if bytes.len() > BYTES_MAX || std::str::from_utf8(bytes).is_err() {
        return Err("The form is too long or is not text.".to_owned());
    }
    Form::of_pairs(bytes).map_err(|_| "A percent sign or a character is not encoded as it should be.".to_owned())
}

/// The pairs of a form, if none of these names is repeated.
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

//! The fields of a query or of a form: of the ones that decide, none may stand twice.

use crate::service::actor::foreign::is_foreign;
use crate::service::html::refusal::Refusal;
use crate::wire::http::{Request, Response};
use crate::wire::query;

/// Longest form or query that is read; a page of ours needs a few hundred bytes.
const BYTES_MAX: usize = 64 * 1024;

/// Decoded fields in the order in which they came, repeated ones included.
pub struct Fields(Vec<(String, String)>);

impl Fields {
    /// Reads the form of a page of ours. Browsers say where a form comes from: from another site it is refused.
    pub fn of_form(request: &Request) -> Result<Fields, Response> {
        if is_foreign(request) {
            return Err(Refusal::Foreign.page());
        }
        Fields::read(&request.body).map_err(|why| Refusal::Unreadable(why).page())
    }

    /// Reads `name=value&…`. The error says in a sentence why it cannot be read.
    pub fn read(text: &[u8]) -> Result<Fields, String> {
        let text = std::str::from_utf8(text).ok().filter(|text| text.len() <= BYTES_MAX);
        let text = text.ok_or("The form is too long or is not text.")?;
        let mut fields = Vec::new();
        for piece in text.split('&') {
            fields.extend(
                query::decode(piece).map_err(|_| "A percent sign or a character is not encoded as it should be.")?,
            );
        }
        Ok(Fields(fields))
    }

    /// The fields as pairs, if none of these names stands twice.
    pub fn once<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> Result<&[(String, String)], String> {
        for name in names {
            if self.all(name).nth(1).is_some() {
                return Err(format!("`{name}` is given more than once."));
            }
        }
        Ok(&self.0)
    }

    /// The value of a field; the first one if it is repeated.
    pub fn first(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Every value of a field.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

//! The place of a value in a body, and the refusal that names it.

use crate::spec::errors::Error;
use crate::spec::limits::{TEXT_CHARS_MAX, TITLE_CHARS_MAX};
use crate::wire::error::ApiError;
use crate::wire::url::WebUrl;

/// A value's place, seen from the places that enclose it. It costs nothing until something is refused.
#[derive(Debug, Clone, Copy)]
pub struct Field<'a> {
    within: Option<&'a Field<'a>>,
    step: Step<'a>,
}

#[derive(Debug, Clone, Copy)]
enum Step<'a> {
    Body,
    Name(&'a str),
    Item(usize),
}

impl<'a> Field<'a> {
    /// The body as a whole.
    pub const BODY: Field<'static> = Field { within: None, step: Step::Body };

    /// A member of the value here.
    pub fn name(&'a self, name: &'a str) -> Field<'a> {
        Field { within: Some(self), step: Step::Name(name) }
    }

    /// An item of the list here, from 0.
    pub fn item(&'a self, index: usize) -> Field<'a> {
        Field { within: Some(self), step: Step::Item(index) }
    }

    /// The path, such as `answers.choices[2].text`.
    pub fn path(&self) -> String {
        let path = self.within.map(Field::path).unwrap_or_default();
        match self.step {
            Step::Body => path,
            Step::Name(name) if path.is_empty() => name.to_owned(),
            Step::Name(name) => format!("{path}.{name}"),
            Step::Item(index) => format!("{path}[{index}]"),
        }
    }

    /// The refusal of the value here; `must` follows the word "must".
    #[cold]
    pub fn refused(&self, must: &str) -> ApiError {
        ApiError::with(Error::BadRequest, format!("`{}` must {must}.", self.path()))
    }

    /// Refuses the value here unless all is well.
    pub fn check(&self, well: bool, must: &str) -> Result<(), ApiError> {
        if well { Ok(()) } else { Err(self.refused(must)) }
    }

    /// The text here, if it is no longer than any text may be.
    pub fn text(&self, text: Option<String>) -> Result<Option<String>, ApiError> {
        self.within_length(text, TEXT_CHARS_MAX)
    }

    /// The name or title here, if it is no longer than a title may be.
    pub fn title(&self, title: Option<String>) -> Result<Option<String>, ApiError> {
        self.within_length(title, TITLE_CHARS_MAX)
    }

    fn within_length(&self, text: Option<String>, most: usize) -> Result<Option<String>, ApiError> {
        let fits = text.as_ref().is_none_or(|text| text.len() <= most || text.chars().count() <= most);
        self.check(fits, &format!("be a text of at most {most} characters"))?;
        Ok(text)
    }

    /// Refuses the text here if there is nothing in it.
    pub fn not_blank(&self, text: &str) -> Result<(), ApiError> {
        self.check(!text.trim().is_empty(), "not be empty")
    }

    /// Refuses the address here unless it can be fetched.
    pub fn address(&self, url: &str) -> Result<(), ApiError> {
        let fits = url.len() <= TEXT_CHARS_MAX && WebUrl::parse(url).is_some();
        self.check(fits, "be a URL that begins with https:// or http://")
    }
}

#[cfg(test)]
mod tests {
    use super::Field;

    #[test]
    fn a_path_names_every_step() {
        let answers = Field::BODY.name("answers");
        let choices = answers.name("choices");
        let choice = choices.item(2);
        assert_eq!(choice.name("text").path(), "answers.choices[2].text");
        assert_eq!(Field::BODY.name("title").path(), "title");
    }

    #[test]
    fn an_address_has_a_scheme_and_a_host() {
        for url in ["https://a.example/b.png", "http://a"] {
            assert!(Field::BODY.address(url).is_ok(), "{url}");
        }
        for url in ["", "a.example", "https://", "https:///x", "ftp://a", "https://a b", "javascript:alert(1)"] {
            assert!(Field::BODY.address(url).is_err(), "{url}");
        }
    }
}

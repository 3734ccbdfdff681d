//! The path of a field in a request body, and the error that names it.

use crate::service::surveys::formats::PLAIN_URL;
use crate::spec::errors::Error;
use crate::spec::limits::{INTEGER_MAX, TEXT_CHARS_MAX, TITLE_CHARS_MAX};
use crate::spec::types::Integer;
use crate::wire::error::ApiError;
use crate::wire::url::WebUrl;
use serde_json::Number;

/// The path of a value, linked to that of its parent. It is formatted only for an error.
#[derive(Debug, Clone, Copy)]
pub struct FieldPath<'a> {
    parent: Option<&'a FieldPath<'a>>,
    segment: PathSegment<'a>,
}

#[derive(Debug, Clone, Copy)]
enum PathSegment<'a> {
    Body,
    Name(&'a str),
    Item(usize),
}

impl<'a> FieldPath<'a> {
    /// The whole body.
    pub const BODY: FieldPath<'static> = FieldPath { parent: None, segment: PathSegment::Body };

    /// A member of this value.
    pub fn name(&'a self, name: &'a str) -> FieldPath<'a> {
        FieldPath { parent: Some(self), segment: PathSegment::Name(name) }
    }

    /// An item of this list, from 0.
    pub fn item(&'a self, index: usize) -> FieldPath<'a> {
        FieldPath { parent: Some(self), segment: PathSegment::Item(index) }
    }

    /// The path, such as `answers.choices[2].text`.
    pub fn path(&self) -> String {
        let path = self.parent.map(FieldPath::path).unwrap_or_default();
        match self.segment {
            PathSegment::Body => path,
            PathSegment::Name(name) if path.is_empty() => name.to_owned(),
            PathSegment::Name(name) => format!("{path}.{name}"),
            PathSegment::Item(index) => format!("{path}[{index}]"),
        }
    }

    /// The error for this field; `must` follows the word "must".
    #[cold]
    pub fn must_error(&self, must: &str) -> ApiError {
        ApiError::with_detail(Error::BadRequest, format!("`{}` must {must}.", self.path()))
    }

    /// Fails unless the condition holds.
    ///
    /// # Errors
    ///
    /// 1000 with `must` in its detail.
    pub fn check_that(&self, holds: bool, must: &str) -> Result<(), ApiError> {
        if holds { Ok(()) } else { Err(self.must_error(must)) }
    }

    /// Returns the text if it is not longer than any text may be.
    ///
    /// # Errors
    ///
    /// 1000 if it is longer.
    pub fn check_text(&self, text: Option<String>) -> Result<Option<String>, ApiError> {
        self.check_length(text, TEXT_CHARS_MAX)
    }

    /// Returns the name or title if it is not longer than a title may be.
    ///
    /// # Errors
    ///
    /// 1000 if it is longer.
    pub fn check_title(&self, title: Option<String>) -> Result<Option<String>, ApiError> {
        self.check_length(title, TITLE_CHARS_MAX)
    }

    fn check_length(&self, text: Option<String>, max: usize) -> Result<Option<String>, ApiError> {
        let fits = text.as_ref().is_none_or(|text| text.len() <= max || text.chars().count() <= max);
        self.check_that(fits, &format!("be a text of at most {max} characters"))?;
        Ok(text)
    }

    /// The number as an integer, or a default if none is given.
    ///
    /// # Errors
    ///
    /// 1000 if the number is negative, fractional or too large.
    pub fn check_whole(&self, number: Option<&Number>, default: u64) -> Result<Integer, ApiError> {
        let integer = number.map_or(Some(Integer::saturating(default)), Integer::from_number);
        integer.ok_or_else(|| self.must_error(&format!("be a whole number from 0 to {INTEGER_MAX}")))
    }

    /// Checks that the text is not blank.
    ///
    /// # Errors
    ///
    /// 1000 if it is.
    pub fn check_not_blank(&self, text: &str) -> Result<(), ApiError> {
        self.check_that(!text.trim().is_empty(), "not be empty")
    }

    /// Checks that the text is a URL with `http` or `https`.
    ///
    /// # Errors
    ///
    /// 1000 if it is not.
    pub fn check_url(&self, url: &str) -> Result<(), ApiError> {
        if url.len() <= TEXT_CHARS_MAX && WebUrl::parse(url).is_some() {
            return Ok(());
        }
        Err(self.must_error(&format!("be an {PLAIN_URL}, and have at most {TEXT_CHARS_MAX} bytes")))
    }
}

#[cfg(test)]
mod tests {
    use super::FieldPath;

    #[test]
    fn a_path_names_every_step() {
        let answers = FieldPath::BODY.name("answers");
        let choices = answers.name("choices");
        let choice = choices.item(2);
        assert_eq!(choice.name("text").path(), "answers.choices[2].text");
        assert_eq!(FieldPath::BODY.name("title").path(), "title");
    }

    #[test]
    fn an_address_has_a_scheme_and_a_host() {
        for url in ["https://a.example/b.png", "http://a"] {
            assert!(FieldPath::BODY.check_url(url).is_ok(), "{url}");
        }
        for url in ["", "a.example", "https://", "https:///x", "ftp://a", "https://a b", "javascript:alert(1)"] {
            assert!(FieldPath::BODY.check_url(url).is_err(), "{url}");
        }
        let long = format!("https://a.example/{}", "x".repeat(10_000));
        let error = FieldPath::BODY.name("url").check_url(&long).unwrap_err().message();
        assert!(error.contains("10000 bytes") && error.contains("`xn--…`"), "{error}");
    }
}

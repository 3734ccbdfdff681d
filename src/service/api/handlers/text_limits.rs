//! The lengths of names and texts in requests: without them, a page of a list could become too large to be returned.

use crate::spec::errors::Error;
use crate::spec::limits::TITLE_CHARS_MAX;
use crate::wire::error::ApiError;

/// Checks a name or a title: it has a visible character, and is not longer than names may be.
///
/// # Errors
///
/// [`Error::BadBody`], which names the field.
pub fn check_name(field: &str, name: &str) -> Result<(), ApiError> {
    if name.trim().is_empty() {
        return Err(ApiError::with_detail(Error::BadBody, format!("`{field}` must not be empty.")));
    }
    check_length(field, name, TITLE_CHARS_MAX)
}

/// Checks the length of a text in characters.
///
/// # Errors
///
/// [`Error::BadBody`], which names the field.
pub fn check_length(field: &str, text: &str, max: usize) -> Result<(), ApiError> {
    if text.len() > max && text.chars().count() > max {
        return Err(ApiError::with_detail(Error::BadBody, format!("`{field}` must have at most {max} characters.")));
    }
    Ok(())
}

/// The name of a copy, truncated to what a name may have.
pub fn copy_name(name: &str) -> String {
    format!("Copy of {name}").chars().take(TITLE_CHARS_MAX).collect()
}

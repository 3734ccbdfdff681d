//! Request bodies of the `/auth` operations by which a page manages the accounts of its browser.

use super::json;
use super::problem::Problem;

/// Which sessions of a browser a sign-out ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignOutScope {
    /// That of the current account.
    Current,
    /// That of the account with this public id.
    One(String),
    /// Those of every account in this browser.
    All,
}

/// Parses the body of a sign-out. An empty body means the current account.
///
/// # Errors
///
/// [`Problem::BadRequest`] if the body is not such an object, or names an account and `all` as well.
pub fn parse_sign_out(body: &[u8]) -> Result<SignOutScope, Problem> {
    if body.is_empty() {
        return Ok(SignOutScope::Current);
    }
    match (parse_account(body)?, parse_flag(body, "all")?) {
        (None, false) => Ok(SignOutScope::Current),
        (Some(id), false) => Ok(SignOutScope::One(id)),
        (None, true) => Ok(SignOutScope::All),
        (Some(_), true) => Err(Problem::BadRequest),
    }
}

/// Parses the body of a switch: the public id of the account that becomes current.
///
/// # Errors
///
/// [`Problem::BadRequest`] if the body names no account.
pub fn parse_switch(body: &[u8]) -> Result<String, Problem> {
    parse_account(body)?.ok_or(Problem::BadRequest)
}

/// Parses the member `add`: whether a sign-in leaves the browser's other accounts signed in.
///
/// # Errors
///
/// [`Problem::BadRequest`] if the body is not an object, or `add` is not a boolean.
pub fn keeps_others(body: &[u8]) -> Result<bool, Problem> {
    parse_flag(body, "add")
}

fn parse_account(body: &[u8]) -> Result<Option<String>, Problem> {
    let value = json::try_get_member(body, "account").map_err(|_| Problem::BadRequest)?;
    value.map(|value| json::decode_text(value).ok_or(Problem::BadRequest)).transpose()
}

fn parse_flag(body: &[u8], name: &str) -> Result<bool, Problem> {
    match json::try_get_member(body, name) {
        Ok(None | Some(b"false")) => Ok(false),
        Ok(Some(b"true")) => Ok(true),
        _ => Err(Problem::BadRequest),
    }
}

//! What a page may ask about the accounts of its browser: the bodies below `/auth`.

use super::json;
use super::problem::Problem;

/// Whom a sign-out is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignOutScope {
    /// The current account.
    Current,
    /// The account of this id.
    One(String),
    /// Every account of this browser.
    All,
}

/// Reads the body of a sign-out. None at all means the current account.
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

/// Reads the body of a switch: the account that shall be current.
pub fn parse_switch(body: &[u8]) -> Result<String, Problem> {
    parse_account(body)?.ok_or(Problem::BadRequest)
}

/// Whether a sign-in shall keep the browser's other accounts.
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

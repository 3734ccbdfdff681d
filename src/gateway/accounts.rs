//! What a page may ask about the accounts of its browser: the bodies below `/auth`.

use super::json;
use super::problem::Problem;

/// Whom a sign-out is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Leaving {
    /// The current account.
    Current,
    /// The account of this id.
    One(String),
    /// Every account of this browser.
    All,
}

/// Reads the body of a sign-out. None at all means the current account.
pub fn leaving(body: &[u8]) -> Result<Leaving, Problem> {
    if body.is_empty() {
        return Ok(Leaving::Current);
    }
    match (account(body)?, truth(body, "all")?) {
        (None, false) => Ok(Leaving::Current),
        (Some(id), false) => Ok(Leaving::One(id)),
        (None, true) => Ok(Leaving::All),
        (Some(_), true) => Err(Problem::BadRequest),
    }
}

/// Reads the body of a switch: the account that shall be current.
pub fn switched(body: &[u8]) -> Result<String, Problem> {
    account(body)?.ok_or(Problem::BadRequest)
}

/// Whether a sign-in shall keep the browser's other accounts.
pub fn keeps_others(body: &[u8]) -> Result<bool, Problem> {
    truth(body, "add")
}

fn account(body: &[u8]) -> Result<Option<String>, Problem> {
    let value = json::find(body, "account").map_err(|_| Problem::BadRequest)?;
    value.map(|value| json::text(value).ok_or(Problem::BadRequest)).transpose()
}

fn truth(body: &[u8], name: &str) -> Result<bool, Problem> {
    match json::find(body, name) {
        Ok(None | Some(b"false")) => Ok(false),
        Ok(Some(b"true")) => Ok(true),
        _ => Err(Problem::BadRequest),
    }
}

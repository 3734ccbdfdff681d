//! Signing in: the transactions under way in a tab, and what a callback may be accepted for.
//!
//! A transaction is a state of more than 128 random bits, the path to return to, and the time it began.
//! It is looked up by its state and then taken, so that a page that opens the callback address cannot cancel
//! a sign-in; it works once, for ten minutes, and at most four are kept. Time and randomness are arguments.

use super::json::{Broken, Reader};
use super::query;
use super::text::quote_into;
use crate::spec::oauth;

/// Milliseconds that a transaction is good for.
pub const LIFETIME: u64 = 600_000;

/// Transactions that are kept; the oldest goes.
pub const MOST: usize = 4;

/// Why a callback is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The user said no.
    Denied,
    /// The callback carries no state, or no transaction is under way in this tab.
    Missing,
    /// None of the transactions under way has this state.
    Mismatch,
    /// The transaction took too long, or was completed before.
    Expired,
    /// The service reports another error, or the callback is malformed.
    Failed,
}

/// A callback that was accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// The code to exchange.
    pub code: String,
    /// Where the user wanted to go.
    pub return_to: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Transaction {
    state: String,
    return_to: String,
    began: u64,
    used: bool,
}

/// Begins a transaction: the text to store in place of `stored`, or none for a return path that is refused.
pub fn begin(stored: &str, state: &str, return_to: &str, now: u64) -> Option<String> {
    if !is_return_path(return_to) {
        return None;
    }
    let mut list = read(stored);
    list.push(Transaction { state: state.to_owned(), return_to: return_to.to_owned(), began: now, used: false });
    let surplus = list.len().saturating_sub(MOST);
    Some(write(list.get(surplus..).unwrap_or_default()))
}

/// The address that asks the user for access.
pub fn authorize_url(authorize_url: &str, client_id: &str, redirect_uri: &str, state: &str) -> String {
    let pairs = [
        ("redirect_uri", redirect_uri),
        ("client_id", client_id),
        ("response_type", oauth::RESPONSE_TYPE),
        (oauth::STATE, state),
    ];
    let mut url = authorize_url.to_owned();
    url.push(if authorize_url.contains('?') { '&' } else { '?' });
    url.push_str(&query::encode(&pairs));
    url
}

/// Judges a callback by its query string: the text to store in place of `stored`, and what to do.
///
/// A transaction that was taken stays behind as a mark, so that a replay is known for what it is.
pub fn finish(stored: &str, query: &str, now: u64) -> (String, Result<Accepted, Refusal>) {
    let mut list = read(stored);
    let outcome = judge(&mut list, query, now);
    (write(&list), outcome)
}

fn judge(list: &mut [Transaction], query: &str, now: u64) -> Result<Accepted, Refusal> {
    let code = only(query, oauth::CODE)?;
    let state = only(query, oauth::STATE)?;
    let error = only(query, oauth::ERROR)?;
    let refusal = match error.as_deref() {
        None => None,
        Some("access_denied") => Some(Refusal::Denied),
        Some(_) => Some(Refusal::Failed),
    };
    let Some(state) = state.filter(|state| !state.is_empty()) else {
        return Err(refusal.unwrap_or(Refusal::Missing));
    };
    if list.is_empty() {
        return Err(Refusal::Missing);
    }
    let mut found = None;
    for transaction in list.iter_mut() {
        if same(&transaction.state, &state) {
            found = Some(transaction);
        }
    }
    let transaction = found.ok_or(Refusal::Mismatch)?;
    if std::mem::replace(&mut transaction.used, true) || now.saturating_sub(transaction.began) > LIFETIME {
        return Err(Refusal::Expired);
    }
    match (refusal, code.filter(|code| !code.is_empty())) {
        (Some(refusal), _) => Err(refusal),
        (None, None) => Err(Refusal::Failed),
        (None, Some(code)) => Ok(Accepted { code, return_to: transaction.return_to.clone() }),
    }
}

/// The value of a parameter that may stand in a query once.
fn only(query: &str, name: &str) -> Result<Option<String>, Refusal> {
    let mut found = None;
    for piece in query.trim_start_matches('?').split('&') {
        for (key, value) in query::decode(piece).map_err(|_| Refusal::Failed)? {
            if key == name && found.replace(value).is_some() {
                return Err(Refusal::Failed);
            }
        }
    }
    Ok(found)
}

/// True for a path of this origin that can be returned to: `/`, or `/` and neither a slash nor a backslash.
///
/// Everything that a browser might read as another origin is refused, encoded or not; so are dot segments.
pub fn is_return_path(path: &str) -> bool {
    let lower = path.to_ascii_lowercase();
    let before_query = lower.split(['?', '#']).next().unwrap_or_default();
    path.len() <= 512
        && path.starts_with('/')
        && !path.starts_with("//")
        && path.bytes().all(|byte| (0x21..0x7f).contains(&byte) && byte != b'\\')
        && !before_query.contains("//")
        && !["%2f", "%5c", "%2e", "%0", "%1", "%7f", "%25"].iter().any(|trick| before_query.contains(trick))
        && !before_query.split('/').any(|segment| matches!(segment, "." | ".."))
}

/// Compares two texts in a time that does not depend on where they differ.
fn same(one: &str, other: &str) -> bool {
    let difference = one.bytes().zip(other.bytes()).fold(0_u8, |difference, (a, b)| difference | (a ^ b));
    one.len() == other.len() && std::hint::black_box(difference) == 0
}

/// Transactions as they are stored; what cannot be read counts as none.
fn read(stored: &str) -> Vec<Transaction> {
    parse(stored).unwrap_or_default()
}

fn parse(stored: &str) -> Result<Vec<Transaction>, Broken> {
    let mut reader = Reader::new(stored.as_bytes());
    let mut list = Vec::new();
    reader.array()?;
    while reader.item()? {
        reader.array()?;
        let mut part = || -> Result<String, Broken> {
            if reader.item()? { Ok(reader.text()?.decoded()?.into_owned()) } else { Err(Broken) }
        };
        let (state, return_to, began, used) = (part()?, part()?, part()?, part()?);
        if reader.item()? {
            return Err(Broken);
        }
        let began = began.parse().map_err(|_| Broken)?;
        list.push(Transaction { state, return_to, began, used: used == "used" });
    }
    reader.end()?;
    list.retain(|transaction| is_return_path(&transaction.return_to) && !transaction.state.is_empty());
    Ok(list)
}

fn write(list: &[Transaction]) -> String {
    let mut json = String::from("[");
    for transaction in list {
        if json.len() > 1 {
            json.push(',');
        }
        let began = transaction.began.to_string();
        let used = if transaction.used { "used" } else { "open" };
        for (open, text) in
            [('[', transaction.state.as_str()), (',', &transaction.return_to), (',', &began), (',', used)]
        {
            json.push(open);
            quote_into(&mut json, text);
        }
        json.push(']');
    }
    json.push(']');
    json
}

#[cfg(test)]
mod tests;

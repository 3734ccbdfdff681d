//! Signing in: the transactions in progress in a tab, and which callbacks are accepted.
//!
//! A transaction is a state of more than 128 random bits, the path to return to, and the time it began. It is looked up
//! by its state and marked as used, so that a page that opens the callback URL cannot cancel a sign-in. It can be used
//! once, for ten minutes, and at most four are stored. Time and randomness are arguments.

mod callback_error;
mod carried;
mod return_path;

pub use callback_error::CallbackError;
pub use carried::{ORIGIN_MARK, join_carried, split_carried, state_from};
pub use return_path::is_return_path;

use super::json::{JsonError, Reader, ValueKind};
use super::query;
use super::text::{number_into, parse_number, split_on};
use crate::spec::oauth;

/// Milliseconds for which a transaction can be completed.
pub const LIFETIME_MILLIS: u64 = 600_000;

/// Transactions that are stored; the oldest is removed for a new one.
const MAX_TRANSACTIONS: usize = 4;

/// An accepted callback.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcceptedCallback {
    /// The code to exchange.
    pub code: String,
    /// The path to return to.
    pub return_to: String,
    /// What happens to the accounts that are signed in.
    pub others: OtherSessions,
    /// What was stored with the sign-in: what the gateway needs back with the code, and the scopes that the app asked
    /// for.
    pub carried: String,
}

/// The query string of a callback, from the query and the fragment of its page: a gateway of another origin passes the
/// callback on in the fragment.
pub fn callback_query<'a>(query: &'a str, fragment: &'a str) -> &'a str {
    let has_state = !matches!(single_parameter(query, oauth::STATE), Ok(None));
    let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
    if has_state || fragment.is_empty() { query } else { fragment }
}

/// What happens to the accounts that are signed in when another one signs in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OtherSessions {
    /// They are signed out.
    Leave,
    /// They stay signed in.
    Stay,
}

/// The stage of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TransactionStage {
    Open(OtherSessions),
    /// A callback has used it.
    Used(OtherSessions),
}

impl TransactionStage {
    const ALL: [(&'static str, TransactionStage); 4] = [
        ("open", TransactionStage::Open(OtherSessions::Leave)),
        ("add", TransactionStage::Open(OtherSessions::Stay)),
        ("used", TransactionStage::Used(OtherSessions::Leave)),
        ("used-add", TransactionStage::Used(OtherSessions::Stay)),
    ];

    fn as_str(self) -> &'static str {
        TransactionStage::ALL.into_iter().find(|(_, stage)| *stage == self).map_or("", |(text, _)| text)
    }

    /// Parses a stage. An unknown one counts as used, so that it allows nothing.
    fn parse(text: &str) -> TransactionStage {
        TransactionStage::ALL
            .into_iter()
            .find(|(known, _)| *known == text)
            .map_or(TransactionStage::Used(OtherSessions::Leave), |(_, stage)| stage)
    }

    fn others(self) -> OtherSessions {
        match self {
            TransactionStage::Open(others) | TransactionStage::Used(others) => others,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Transaction {
    state: String,
    return_to: String,
    began: u64,
    stage: TransactionStage,
    carried: String,
}

/// Begins a transaction. Returns the text to store in place of `stored`; `None` if the return path is refused.
/// `carried` is stored with it: one word, or empty.
pub fn begin_sign_in(
    stored: &str,
    state: &str,
    return_to: &str,
    others: OtherSessions,
    carried: &str,
    now: u64,
) -> Option<String> {
    if !is_return_path(return_to) {
        return None;
    }
    let mut list = read_transactions(stored);
    let stage = TransactionStage::Open(others);
    let [state, return_to, carried] = [state, return_to, carried].map(str::to_owned);
    list.push(Transaction { state, return_to, began: now, stage, carried });
    let surplus = list.len().saturating_sub(MAX_TRANSACTIONS);
    Some(write_transactions(list.get(surplus..).unwrap_or_default()))
}

/// The URL that asks the user for access. `configuration` is the gateway's, in JSON that was checked.
///
/// # Errors
///
/// [`JsonError`] if the configuration is not a JSON object.
pub fn authorize_url(configuration: &str, state: &str) -> Result<String, JsonError> {
    let [authorize_url, client_id, redirect_uri] =
        read_members(configuration, ["authorize_url", "client_id", "redirect_uri"])?;
    let pairs = [
        ("redirect_uri", redirect_uri.as_str()),
        ("client_id", &client_id),
        ("response_type", oauth::RESPONSE_TYPE),
        (oauth::STATE, state),
    ];
    let separator = if authorize_url.bytes().any(|byte| byte == b'?') { '&' } else { '?' };
    let mut url = authorize_url;
    url.push(separator);
    url.push_str(&query::encode_query(&pairs));
    Ok(url)
}

/// Text members of an object; empty if absent.
fn read_members<const N: usize>(json: &str, names: [&str; N]) -> Result<[String; N], JsonError> {
    let mut values = [const { String::new() }; N];
    let mut reader = Reader::new(json.as_bytes());
    reader.begin_object()?;
    while let Some(key) = reader.next_key()? {
        match names.iter().zip(&mut values).find(|(name, _)| key.equals(name)) {
            Some((_, value)) if reader.peek_kind()? == ValueKind::Text => {
                *value = reader.read_text()?.decode()?.into_owned()
            }
            _ => reader.skip_value()?,
        }
    }
    Ok(values)
}

/// Completes a sign-in by the query string of its callback. Returns the text to store in place of `stored`, and the
/// result.
///
/// A used transaction stays stored with that mark, so that a replay is recognised.
pub fn finish_sign_in(stored: &str, query: &str, now: u64) -> (String, Result<AcceptedCallback, CallbackError>) {
    let mut list = read_transactions(stored);
    let outcome = check_callback(&mut list, query, now);
    (write_transactions(&list), outcome)
}

/// The sign-in of a callback, so that a new one can go on in its place if this one fails: the path to return to, what
/// happens to the accounts that are signed in, and what was stored with it. `None` if this tab does not know its state.
pub fn find_sign_in(stored: &str, query: &str) -> Option<(String, OtherSessions, String)> {
    let state = single_parameter(query, oauth::STATE).ok()??;
    let mut list = read_transactions(stored);
    let found = find_transaction(&mut list, &state)?;
    Some((std::mem::take(&mut found.return_to), found.stage.others(), std::mem::take(&mut found.carried)))
}

/// The transaction with a state. All are compared, so that the time reveals no position.
fn find_transaction<'a>(list: &'a mut [Transaction], state: &str) -> Option<&'a mut Transaction> {
    let mut found = None;
    for transaction in list {
        if constant_time_eq(&transaction.state, state) {
            found = Some(transaction);
        }
    }
    found
}

fn check_callback(list: &mut [Transaction], query: &str, now: u64) -> Result<AcceptedCallback, CallbackError> {
    let code = single_parameter(query, oauth::CODE)?;
    let state = single_parameter(query, oauth::STATE)?;
    let error = single_parameter(query, oauth::ERROR)?;
    let refusal = match error.as_deref() {
        None => None,
        Some("access_denied") => Some(CallbackError::Denied),
        Some(_) => Some(CallbackError::Failed),
    };
    let Some(state) = state.filter(|state| !state.is_empty()) else {
        return Err(refusal.unwrap_or(CallbackError::Missing));
    };
    if list.is_empty() {
        return Err(CallbackError::Missing);
    }
    let transaction = find_transaction(list, &state).ok_or(CallbackError::Mismatch)?;
    let others = transaction.stage.others();
    // Used from here on, whatever follows: a callback has one attempt.
    let before = std::mem::replace(&mut transaction.stage, TransactionStage::Used(others));
    if before == transaction.stage {
        return Err(CallbackError::Expired);
    }
    if now.saturating_sub(transaction.began) > LIFETIME_MILLIS {
        return Err(CallbackError::Expired);
    }
    match (refusal, code.filter(|code| !code.is_empty())) {
        (Some(refusal), _) => Err(refusal),
        (None, None) => Err(CallbackError::Failed),
        (None, Some(code)) => {
            let carried = std::mem::take(&mut transaction.carried);
            Ok(AcceptedCallback { code, return_to: transaction.return_to.clone(), others, carried })
        }
    }
}

/// The value of a parameter that a query may have once.
fn single_parameter(query: &str, name: &str) -> Result<Option<String>, CallbackError> {
    let mut found = None;
    for pair in query::decode_pairs(query.strip_prefix('?').unwrap_or(query)) {
        let (key, value) = pair.map_err(|_| CallbackError::Failed)?;
        if key == name && found.replace(value).is_some() {
            return Err(CallbackError::Failed);
        }
    }
    Ok(found)
}

/// Compares two texts in a time that does not depend on where they differ.
fn constant_time_eq(one: &str, other: &str) -> bool {
    // `black_box` keeps the compiler from ending the loop at the first difference.
    let difference = one.bytes().zip(other.bytes()).fold(0_u8, |difference, (a, b)| difference | (a ^ b));
    one.len() == other.len() && std::hint::black_box(difference) == 0
}

/// Reads stored transactions, one a line: state, time, stage, path, carried text. A line that cannot be read is
/// skipped.
fn read_transactions(stored: &str) -> Vec<Transaction> {
    let mut list = Vec::new();
    for line in split_on(stored, b'\n') {
        let mut parts = split_on(line, b' ');
        let [state, began, stage, return_to, carried] = [(); 5].map(|()| parts.next().unwrap_or_default());
        if let Some(began) = parse_number(began)
            && !state.is_empty()
            && parts.next().is_none()
            && is_return_path(return_to)
        {
            let [state, return_to, carried] = [state, return_to, carried].map(str::to_owned);
            list.push(Transaction { state, return_to, began, stage: TransactionStage::parse(stage), carried });
        }
    }
    list
}

fn write_transactions(list: &[Transaction]) -> String {
    let mut text = String::new();
    for transaction in list {
        text.push_str(&transaction.state);
        text.push(' ');
        number_into(&mut text, transaction.began);
        text.push(' ');
        text.push_str(transaction.stage.as_str());
        text.push(' ');
        text.push_str(&transaction.return_to);
        text.push(' ');
        text.push_str(&transaction.carried);
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests;

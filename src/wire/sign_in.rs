//! Signing in: the transactions under way in a tab, and what a callback may be accepted for.
//!
//! A transaction is a state of more than 128 random bits, the path to return to, and the time it began.
//! It is looked up by its state and then taken, so that a page that opens the callback address cannot cancel
//! a sign-in; it works once, for ten minutes, and at most four are kept. Time and randomness are arguments.

use super::json::{JsonError, Reader, ValueKind};
use super::query;
use super::text::{hex_digit_value, number_into, parse_number, split_on};
use crate::spec::oauth;

/// Milliseconds that a transaction is good for.
pub const LIFETIME_MILLIS: u64 = 600_000;

/// Transactions that are kept; the oldest goes.
pub const MAX_TRANSACTIONS: usize = 4;

/// Why a callback is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallbackError {
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
pub struct AcceptedCallback {
    /// The code to exchange.
    pub code: String,
    /// Where the user wanted to go.
    pub return_to: String,
    /// What becomes of the accounts that are signed in.
    pub others: OtherSessions,
    /// What the gateway wants back with the code; empty for nothing.
    pub carried: String,
}

/// What becomes of the accounts that are signed in when another signs in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OtherSessions {
    /// They are signed out.
    Leave,
    /// They stay signed in beside the new one.
    Stay,
}

/// Where a transaction stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TransactionStage {
    Open(OtherSessions),
    /// It was taken.
    Used,
}

impl TransactionStage {
    const ALL: [(&'static str, TransactionStage); 3] = [
        ("open", TransactionStage::Open(OtherSessions::Leave)),
        ("add", TransactionStage::Open(OtherSessions::Stay)),
        ("used", TransactionStage::Used),
    ];

    fn as_str(self) -> &'static str {
        TransactionStage::ALL.into_iter().find(|(_, mark)| *mark == self).map_or("", |(text, _)| text)
    }

    /// A mark that is not known allows nothing.
    fn parse(text: &str) -> TransactionStage {
        TransactionStage::ALL
            .into_iter()
            .find(|(known, _)| *known == text)
            .map_or(TransactionStage::Used, |(_, mark)| mark)
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

/// Begins a transaction: the text to store in place of `stored`, or none for a return path that is refused. `carried` is
/// what the gateway wants back with the code, one word or none.
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
    let mark = TransactionStage::Open(others);
    let [state, return_to, carried] = [state, return_to, carried].map(str::to_owned);
    list.push(Transaction { state, return_to, began: now, stage: mark, carried });
    let surplus = list.len().saturating_sub(MAX_TRANSACTIONS);
    Some(write_transactions(list.get(surplus..).unwrap_or_default()))
}

/// The address that asks the user for access, by the gateway's configuration, which is JSON that was checked.
pub fn authorize_url(configuration: &str, state: &str) -> Result<String, JsonError> {
    let [address, client_id, redirect_uri] =
        read_members(configuration, ["authorize_url", "client_id", "redirect_uri"])?;
    let pairs = [
        ("redirect_uri", redirect_uri.as_str()),
        ("client_id", &client_id),
        ("response_type", oauth::RESPONSE_TYPE),
        (oauth::STATE, state),
    ];
    let mark = if address.bytes().any(|byte| byte == b'?') { '&' } else { '?' };
    let mut url = address;
    url.push(mark);
    url.push_str(&query::encode_query(&pairs));
    Ok(url)
}

/// Text members of an object; empty where there is none.
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

/// Judges a callback by its query string: the text to store in place of `stored`, and what to do.
///
/// A transaction that was taken stays behind as a mark, so that a replay is known for what it is.
pub fn finish_sign_in(stored: &str, query: &str, now: u64) -> (String, Result<AcceptedCallback, CallbackError>) {
    let mut list = read_transactions(stored);
    let outcome = check_callback(&mut list, query, now);
    (write_transactions(&list), outcome)
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
    let mut found = None;
    for transaction in list.iter_mut() {
        if constant_time_eq(&transaction.state, &state) {
            found = Some(transaction);
        }
    }
    let transaction = found.ok_or(CallbackError::Mismatch)?;
    let TransactionStage::Open(others) = std::mem::replace(&mut transaction.stage, TransactionStage::Used) else {
        return Err(CallbackError::Expired);
    };
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

/// The value of a parameter that may stand in a query once.
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

/// True for a path of this origin that can be returned to: `/`, or `/` and neither a slash nor a backslash.
///
/// Everything that a browser might read as another origin is refused, encoded or not; so are dot segments.
pub fn is_return_path(path: &str) -> bool {
    let bytes = path.as_bytes();
    let plain = bytes.iter().all(|byte| (0x21..0x7f).contains(byte) && *byte != b'\\');
    let end = bytes.iter().position(|byte| matches!(byte, b'?' | b'#')).unwrap_or(bytes.len());
    let Some((b'/', rest)) = bytes.get(..end).and_then(<[u8]>::split_first) else { return false };
    let mut segments = rest.split(|byte| *byte == b'/').enumerate();
    let count = rest.iter().filter(|byte| **byte == b'/').count();
    bytes.len() <= 512
        && plain
        && segments.all(|(position, segment)| match segment {
            b"" => position == count,
            b"." | b".." => false,
            other => other.windows(3).all(is_harmless),
        })
}

/// False for the encoded form of a control character, a dot, a slash, a backslash or a percent sign.
fn is_harmless(three: &[u8]) -> bool {
    match three {
        [b'%', high, low] => {
            let [high, low] = [*high, *low].map(|digit| hex_digit_value(digit).unwrap_or(0));
            !matches!((high << 4) | low, 0..=0x1f | 0x25 | 0x2e | 0x2f | 0x5c | 0x7f..)
        }
        _ => true,
    }
}

/// Compares two texts in a time that does not depend on where they differ.
fn constant_time_eq(one: &str, other: &str) -> bool {
    let difference = one.bytes().zip(other.bytes()).fold(0_u8, |difference, (a, b)| difference | (a ^ b));
    one.len() == other.len() && std::hint::black_box(difference) == 0
}

/// Transactions as they are stored, one a line: state, time, mark, path, what is carried. A line that cannot be read is left out.
fn read_transactions(stored: &str) -> Vec<Transaction> {
    let mut list = Vec::new();
    for line in split_on(stored, b'\n') {
        let mut parts = split_on(line, b' ');
        let [state, began, mark, return_to, carried] = [(); 5].map(|()| parts.next().unwrap_or_default());
        if let Some(began) = parse_number(began)
            && !state.is_empty()
            && parts.next().is_none()
            && is_return_path(return_to)
        {
            let [state, return_to, carried] = [state, return_to, carried].map(str::to_owned);
            list.push(Transaction { state, return_to, began, stage: TransactionStage::parse(mark), carried });
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

//! Variables with a syntax of their own: who reviews apps, which apps have their own quota, and which header holds the
//! client's IP address.

use crate::spec::limits::{NO_LIMIT, Quota};
use crate::wire::text;

/// Parses e-mail addresses separated by commas, to lower case; `None` if one of them is none.
pub fn parse_reviewers(list: &str) -> Option<Vec<String>> {
    let addresses = list.split(',').map(|address| address.trim().to_lowercase());
    let addresses: Vec<String> = addresses.filter(|address| !address.is_empty()).collect();
    let is_address = |address: &String| {
        let plain = address.bytes().all(|byte| byte > b' ' && !matches!(byte, b';' | b'<' | b'>' | b'"'));
        let parts = address.split_once('@');
        plain && parts.is_some_and(|(local, host)| !local.is_empty() && host.contains('.') && !host.contains('@'))
    };
    addresses.iter().all(is_address).then_some(addresses)
}

/// Parses quotas separated by commas: client id, `=`, requests per minute, `/`, requests per day. `-` means no limit.
/// Without a client id, the entry is for the gateway's own app, whose id is `own_id`.
pub fn parse_quotas(list: &str, own_id: &str) -> Option<Vec<(String, Quota)>> {
    let number = |text: &str| match text {
        "-" => Some(NO_LIMIT),
        _ => text::parse_number(text)?.try_into().ok().filter(|number| (1..=NO_LIMIT).contains(number)),
    };
    let quota = |entry: &str| {
        let (id, quota) = entry.trim().split_once('=').unwrap_or((own_id, entry.trim()));
        let (minute, day) = quota.split_once('/')?;
        Some((id.to_owned(), Quota { per_minute: number(minute)?, per_day: number(day)? }))
    };
    list.split(',').map(quota).collect()
}

/// Parses the name of a header, to lower case; `None` if it has characters that no such name has.
pub fn parse_header_name(name: &str) -> Option<String> {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (!name.is_empty() && name.bytes().all(is_allowed)).then(|| name.to_ascii_lowercase())
}

//! Variables that are read by rules of their own: who reviews apps, which apps have a quota of their own, and which header
//! names the client.

use crate::spec::limits::{NO_LIMIT, Quota};
use crate::wire::text;

/// E-mail addresses with commas between, in lower case.
pub fn parse_reviewers(list: &str) -> Option<Vec<String>> {
    let known = list.split(',').map(|address| address.trim().to_lowercase());
    let known: Vec<String> = known.filter(|address| !address.is_empty()).collect();
    let is_address = |address: &String| {
        let plain = address.bytes().all(|byte| byte > b' ' && !matches!(byte, b';' | b'<' | b'>' | b'"'));
        let parts = address.split_once('@');
        plain && parts.is_some_and(|(local, host)| !local.is_empty() && host.contains('.') && !host.contains('@'))
    };
    known.iter().all(is_address).then_some(known)
}

/// The quotas of a list: client id, requests of a minute and of a day, each of which may be `-` for no limit. Without
/// a client id it is the gateway's own app, whose is `own`.
pub fn parse_quotas(list: &str, own: &str) -> Option<Vec<(String, Quota)>> {
    let number = |text: &str| match text {
        "-" => Some(NO_LIMIT),
        _ => text::parse_number(text)?.try_into().ok().filter(|number| (1..=NO_LIMIT).contains(number)),
    };
    let quota = |entry: &str| {
        let (id, quota) = entry.trim().split_once('=').unwrap_or((own, entry.trim()));
        let (minute, day) = quota.split_once('/')?;
        Some((id.to_owned(), Quota { per_minute: number(minute)?, per_day: number(day)? }))
    };
    list.split(',').map(quota).collect()
}

/// The name of a header, in lower case.
pub fn parse_header_name(name: &str) -> Option<String> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (!name.is_empty() && name.bytes().all(fits)).then(|| name.to_ascii_lowercase())
}

//! Variables that are lists: who reviews apps, and which apps have a quota of their own.

use crate::spec::limits::{INTEGER_MAX, Quota};
use crate::wire::text;

/// E-mail addresses with commas between, in lower case.
pub fn reviewers(list: &str) -> Option<Vec<String>> {
    let known = list.split(',').map(|address| address.trim().to_lowercase());
    let known: Vec<String> = known.filter(|address| !address.is_empty()).collect();
    let is_address = |address: &String| {
        let plain = address.bytes().all(|byte| byte > b' ' && !matches!(byte, b';' | b'<' | b'>' | b'"'));
        let parts = address.split_once('@');
        plain && parts.is_some_and(|(local, host)| !local.is_empty() && host.contains('.') && !host.contains('@'))
    };
    known.iter().all(is_address).then_some(known)
}

/// The quotas of a list: client id, requests of a minute and of a day, each of which may be `-` for no limit.
pub fn quotas(list: &str) -> Option<Vec<(String, Quota)>> {
    let number = |text: &str| match text {
        "-" => Some(INTEGER_MAX),
        _ => text::number(text)?.try_into().ok().filter(|number| (1..=INTEGER_MAX).contains(number)),
    };
    let quota = |entry: &str| {
        let (id, quota) = entry.trim().split_once('=')?;
        let (minute, day) = quota.split_once('/')?;
        Some((id.to_owned(), Quota { per_minute: number(minute)?, per_day: number(day)? }))
    };
    list.split(',').map(quota).collect()
}

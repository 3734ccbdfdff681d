//! The metadata of a response, quota, scopes and request id, as JSON for the SDK's caller.

use super::rate::{QuotaStatus, QuotaWindow};
use super::text::{number_into, quote_into};

/// The metadata as an object. `scopes` are the values of the two scope headers: granted, then available.
pub fn metadata_json(
    status: u16,
    quota: Option<&QuotaStatus>,
    scopes: [Option<String>; 2],
    id: Option<&str>,
) -> String {
    let mut json = String::from("{\"status\":");
    number_into(&mut json, status.into());
    json.push_str(&metadata_members(quota, scopes, id));
    json.push('}');
    json
}

/// The members of the metadata except the status, each after a comma. `id` is the request id.
pub fn metadata_members(quota: Option<&QuotaStatus>, scopes: [Option<String>; 2], id: Option<&str>) -> String {
    let mut json = String::new();
    if let Some(quota) = quota {
        json.push_str(",\"quota\":{\"minute\":");
        write_window(&mut json, &quota.minute);
        json.push_str(",\"day\":");
        write_window(&mut json, &quota.day);
        json.push('}');
    }
    if let [Some(granted), Some(available)] = scopes {
        json.push_str(",\"scopes\":{\"granted\":");
        write_names(&mut json, &granted);
        json.push_str(",\"available\":");
        write_names(&mut json, &available);
        json.push('}');
    }
    if let Some(id) = id {
        json.push_str(",\"request_id\":");
        quote_into(&mut json, id);
    }
    json
}

/// Writes a window; without a limit only its reset.
fn write_window(json: &mut String, window: &QuotaWindow) {
    json.push('{');
    if window.is_limited() {
        for (name, number) in [("\"limit\":", window.limit), ("\"remaining\":", window.remaining)] {
            json.push_str(name);
            number_into(json, number.into());
            json.push(',');
        }
    }
    json.push_str("\"reset\":");
    number_into(json, window.reset.into());
    json.push('}');
}

/// Writes a header's list of names, which are separated by commas or blanks.
fn write_names(json: &mut String, list: &str) {
    json.push('[');
    let names = list.as_bytes().split(|byte| matches!(byte, b',' | b' ')).filter(|name| !name.is_empty());
    for (position, name) in names.enumerate() {
        if position > 0 {
            json.push(',');
        }
        quote_into(json, std::str::from_utf8(name).unwrap_or_default());
    }
    json.push(']');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::limits::NO_LIMIT;

    #[test]
    fn quota_and_scopes_are_named() {
        let window = QuotaWindow { limit: 120, remaining: 7, reset: 30 };
        let quota = QuotaStatus { minute: window, day: QuotaWindow { limit: 500, ..window } };
        assert_eq!(
            metadata_json(200, Some(&quota), [Some("users_read, groups_read".into()), Some(String::new())], Some("0a")),
            r#"{"status":200,"quota":{"minute":{"limit":120,"remaining":7,"reset":30},"day":{"limit":500,"remaining":7,"reset":30}},"scopes":{"granted":["users_read","groups_read"],"available":[]},"request_id":"0a"}"#
        );
        assert_eq!(metadata_json(204, None, [None, None], None), r#"{"status":204}"#);
    }

    #[test]
    fn a_window_without_a_limit_names_its_reset_alone() {
        let window = |limit| QuotaWindow { limit, remaining: limit, reset: 30 };
        let quota = QuotaStatus { minute: window(120), day: window(NO_LIMIT) };
        assert_eq!(
            metadata_json(200, Some(&quota), [None, None], None),
            r#"{"status":200,"quota":{"minute":{"limit":120,"remaining":120,"reset":30},"day":{"reset":30}}}"#
        );
    }
}

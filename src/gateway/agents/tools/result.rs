//! The result of a tool as it goes out: never too long, with what it has cost.

use crate::gateway::agents::value::{ToValue, object};
use serde_json::{Map, Value};

/// Bytes of a result as JSON: our choice. About 15,000 tokens.
pub const RESULT_MAX: usize = 40_000;

/// The result with its cost, cut if it is too long. Also says whether it was cut.
pub fn finish(tool: &str, result: Value, requests: u64, left_today: Option<u64>) -> (Value, bool) {
    let mut members = result.as_object().cloned().unwrap_or_default();
    let was_cut = members.get("truncated") == Some(&true.to_value());
    let is_cut = shorten(&mut members) || was_cut;
    if is_cut {
        members.insert("truncated".to_owned(), true.to_value());
        members.entry("how").or_insert_with(|| how_to_get_more(tool).to_value());
    }
    let mut cost = object(vec![("requests", requests.to_value())]);
    if let (Some(cost), Some(left)) = (cost.as_object_mut(), left_today) {
        cost.insert("left_today".to_owned(), left.to_value());
    }
    members.insert("cost".to_owned(), cost);
    (Value::Object(members), is_cut)
}

fn how_to_get_more(tool: &str) -> &'static str {
    match tool {
        "get_design" => "Call get_design with page, one page at a time.",
        "summarise" => "Call summarise with question_ids, some questions at a time.",
        "find_surveys" => "Call find_surveys with a smaller limit, page by page.",
        _ => "Ask for less: a shorter period, fewer questions or a smaller limit.",
    }
}

/// Removes items from the end of the longest list until the rest fits. Whether something was removed.
fn shorten(members: &mut Map<String, Value>) -> bool {
    let mut is_cut = false;
    while size_of_members(members) > RESULT_MAX {
        let longest = members.iter_mut().filter(|(_, value)| value.as_array().is_some_and(|list| !list.is_empty()));
        let Some((_, Value::Array(items))) = longest.max_by_key(|(_, value)| size(value)) else { break };
        is_cut = true;
        match items.as_mut_slice() {
            // One item is too long by itself: what it contains is cut.
            [Value::Object(inner)] if inner.values().any(Value::is_array) => {
                let room = inner.len();
                if !shorten_once(inner) || room == 0 {
                    items.clear();
                }
            }
            _ => {
                let kept = items.len().saturating_sub(items.len().div_ceil(8));
                items.truncate(kept);
            }
        }
    }
    is_cut
}

/// Removes an eighth of the longest list of an object.
fn shorten_once(members: &mut Map<String, Value>) -> bool {
    let longest = members.iter_mut().filter(|(_, value)| value.as_array().is_some_and(|list| !list.is_empty()));
    match longest.max_by_key(|(_, value)| size(value)) {
        Some((_, Value::Array(items))) => {
            let kept = items.len().saturating_sub(items.len().div_ceil(8));
            items.truncate(kept);
            true
        }
        _ => false,
    }
}

fn size_of_members(members: &Map<String, Value>) -> usize {
    // Quotes, a colon and a comma.
    let sizes = members.iter().map(|(name, value)| name.len().saturating_add(size(value)).saturating_add(4));
    sizes.fold(2, usize::saturating_add)
}

fn size(value: &Value) -> usize {
    value.to_string().len()
}

//! The result of a tool as it goes out: never too long, with what it has cost.

use crate::gateway::agents::value::{Members, ToValue, Value, object};

/// Bytes of a result as JSON: our choice. About 15,000 tokens.
pub const RESULT_MAX: usize = 40_000;

/// Bytes for what a result says of its cost, and of what was left out.
const ABOUT_CUT: usize = 300;

/// What a call has cost.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cost {
    /// Requests to the service.
    pub requests: u64,
    /// What the service has left today, if it has said so.
    pub left_today: Option<u64>,
    /// Whether a response came from the cache because the service could not be asked.
    pub is_outdated: bool,
}

/// The result with its cost, cut if it is too long. Also says whether it was cut.
pub fn finish(tool: &str, result: Value, cost: Cost) -> (Value, bool) {
    let mut members = result.as_object().cloned().unwrap_or_default();
    let was_cut = members.get("truncated") == Some(&true.to_value());
    let is_shortened = shorten(&mut members);
    let is_cut = is_shortened || was_cut;
    if is_shortened || (was_cut && members.get("how").is_none()) {
        describe_cut(tool, &mut members);
    }
    if cost.is_outdated {
        members.insert("may_be_a_day_old", true.to_value());
    }
    let mut shown = object(vec![("requests", cost.requests.to_value())]);
    if let (Some(shown), Some(left)) = (shown.as_object_mut(), cost.left_today) {
        shown.insert("left_today", left.to_value());
    }
    members.insert("cost", shown);
    (Value::Object(members), is_cut)
}

/// Adds that a part was left out, and how to get it.
pub(super) fn describe_cut(tool: &str, result: &mut Members) {
    let (said, how) = (result.get("how").and_then(Value::as_str).unwrap_or_default(), how_to_get_more(tool));
    let how = if said.ends_with(how) { said.to_owned() } else { [said, " ", how].concat() };
    result.insert("truncated", true.to_value());
    result.insert("how", how.trim_start().to_value());
}

fn how_to_get_more(tool: &str) -> &'static str {
    match tool {
        "get_design" => {
            "Call get_design with from_question, the number after the last one here. Of a question that is cut by itself, no \
             tool returns the rest."
        }
        "summarise" => {
            "Call summarise with question_ids, some questions at a time. Of a question that is cut by itself, no tool returns \
             the rest. export_link gives the user all responses."
        }
        "find_surveys" => "Call find_surveys with a smaller limit, page by page.",
        "crosstab" => "Take a question with fewer choices.",
        "share_link" => "The console lists all links.",
        "search_text" => "Search for longer or rarer words, or use question_id or filters.",
        "get_response" => "No tool returns the rest of a response. export_link gives the user all responses.",
        _ => "Ask for less: a shorter period, or a smaller number.",
    }
}

/// Removes from the end of each list what is too long even alone, so that the lists that are shortened step by step are
/// never much longer than a result, whatever the service has returned.
fn clip(value: &mut Value) {
    match value {
        Value::Array(items) => {
            let mut room = RESULT_MAX;
            let fits = |item: &mut Value| {
                let has_room = room > 0;
                if has_room {
                    clip(item);
                    room = room.saturating_sub(size(item));
                }
                has_room
            };
            let fitting = items.iter_mut().map(fits).take_while(|fits| *fits).count();
            items.truncate(fitting);
        }
        Value::Object(members) => members.values_mut().for_each(clip),
        _ => {}
    }
}

/// Removes items from the end of the longest list until the rest fits. Whether something was removed.
fn shorten(members: &mut Members) -> bool {
    members.values_mut().for_each(clip);
    let mut is_cut = false;
    while size_of_members(members) > RESULT_MAX.saturating_sub(ABOUT_CUT) {
        let Some(items) = longest_list(members) else { break };
        is_cut = true;
        shorten_list(items);
    }
    is_cut
}

/// The longest list among the members that has an item.
fn longest_list(members: &mut Members) -> Option<&mut Vec<Value>> {
    let lists = members.values_mut().filter_map(|value| {
        let size = size(value);
        match value {
            Value::Array(items) if !items.is_empty() => Some((size, items)),
            _ => None,
        }
    });
    lists.max_by_key(|(size, _)| *size).map(|(_, items)| items)
}

/// Removes an eighth of a list, and one item at least. A single item is too long by itself: a list in it is shortened.
fn shorten_list(items: &mut Vec<Value>) {
    if let [Value::Object(inner)] = items.as_mut_slice()
        && let Some(inner) = longest_list(inner)
    {
        return shorten_list(inner);
    }
    items.truncate(items.len().saturating_sub(items.len().div_ceil(8)));
}

fn size_of_members(members: &Members) -> usize {
    // Quotes, a colon and a comma.
    let sizes = members.iter().map(|(name, value)| name.len().saturating_add(size(value)).saturating_add(4));
    sizes.fold(2, usize::saturating_add)
}

fn size(value: &Value) -> usize {
    value.to_json().len()
}

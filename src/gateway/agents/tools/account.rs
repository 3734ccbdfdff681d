//! Who the agent works for, what is left of the quota, and which surveys there are.

use super::{AgentCaller, Run, Step, list, number, text};
use crate::gateway::agents::requests::ApiRequest;
use crate::gateway::agents::untrusted_text::{clean, label};
use crate::gateway::agents::value::{ToValue, Value, object};
use crate::spec::tools::AgentScope;

/// Surveys of a page that names no limit.
const LIMIT: u64 = 20;

/// Characters of the name of a user or a plan.
const NAME_MAX: usize = 200;

pub(super) fn whoami(caller: AgentCaller) -> Run {
    Box::new(move |reply| {
        if reply.is_null() {
            return Step::ask(ApiRequest::get(&["users", "me"], &[]));
        }
        let name = [text(&reply, "first_name"), text(&reply, "last_name")].join(" ");
        let name = if name.trim().is_empty() { text(&reply, "username") } else { name.trim() };
        let names = |is_granted: bool| {
            let scopes = AgentScope::ALL.iter().filter(|scope| caller.granted.contains(scope) == is_granted);
            scopes.map(|scope| scope.as_str()).collect::<Vec<_>>()
        };
        Step::Done(object(vec![
            (
                "account",
                object(vec![
                    ("name", clean(name, NAME_MAX).to_value()),
                    ("plan", clean(text(&reply, "account_type"), NAME_MAX).to_value()),
                    ("region", caller.region.to_value()),
                ]),
            ),
            ("granted", names(true).to_value()),
            ("not_granted", names(false).to_value()),
            ("until", caller.until.to_value()),
        ]))
    })
}

pub(super) fn budget() -> Run {
    Box::new(|reply| {
        if reply.is_null() {
            return Step::ShowBudget;
        }
        let window = |name: &str| {
            let window = reply.get(name).unwrap_or(&Value::Null);
            let mut shown = object(vec![("resets_at", text(window, "resets_at").to_value())]);
            if let (Some(shown), Some(limit)) = (shown.as_object_mut(), window.get("limit").and_then(Value::as_u64)) {
                shown.insert("limit", limit.to_value());
                shown.insert("left", number(window, "left_for_background").to_value());
            }
            shown
        };
        Step::Done(object(vec![("minute", window("minute").to_value()), ("day", window("day").to_value())]))
    })
}

pub(super) fn find_surveys(arguments: Value) -> Run {
    Box::new(move |reply| {
        let or = |name: &str, default: u64| match number(&arguments, name) {
            0 => default,
            given => given,
        };
        let (page, limit) = (or("page", 1), or("limit", LIMIT));
        if reply.is_null() {
            let (page, limit) = (page.to_string(), limit.to_string());
            let parameters = [
                ("title", text(&arguments, "text")),
                ("start_modified_at", text(&arguments, "modified_after")),
                ("include", "response_count,date_modified"),
                ("sort_by", "date_modified"),
                ("sort_order", "DESC"),
                ("page", &page),
                ("per_page", &limit),
            ];
            return Step::ask(ApiRequest::get(&["surveys"], &parameters));
        }
        let surveys: Vec<Value> = list(&reply, "data")
            .iter()
            .map(|survey| {
                object(vec![
                    ("title", label(text(survey, "title")).to_value()),
                    ("responses", number(survey, "response_count").to_value()),
                    ("modified", text(survey, "date_modified").to_value()),
                    ("id", text(survey, "id").to_value()),
                ])
            })
            .collect();
        let total = number(&reply, "total");
        let mut result = object(vec![("surveys", surveys.to_value()), ("total", total.to_value())]);
        if let (Some(result), true) = (result.as_object_mut(), page.saturating_mul(limit) < total) {
            result.insert("next_page", page.saturating_add(1).to_value());
        }
        Step::Done(result)
    })
}

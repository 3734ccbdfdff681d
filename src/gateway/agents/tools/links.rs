//! Links to a survey, and the page at which the user exports responses.

use super::{Run, Step, list, number, survey, text};
use crate::gateway::agents::plans::PlanKind;
use crate::gateway::agents::requests::{ApiRequest, PAGE_MAX};
use crate::gateway::agents::untrusted_text::{label, outgoing};
use crate::gateway::agents::value::{ToValue, Value, object};

/// Links that are shown.
const LINKS_MAX: usize = 50;

pub(super) fn share_link(arguments: Value) -> Run {
    let (mut named, mut links): (Option<Value>, Option<(Value, bool)>) = (None, None);
    Box::new(move |reply| {
        let survey_id = text(&arguments, "survey_id");
        let Some(named) = &named else {
            if reply.is_null() {
                return Step::ask(ApiRequest::get(&["surveys", survey_id], &[]));
            }
            named = Some(survey(&reply));
            let include = [("include", "type,status,url,response_count"), ("per_page", &PAGE_MAX.to_string())];
            return Step::ask(ApiRequest::get(&["surveys", survey_id, "collectors"], &include));
        };
        let Some((links, is_cut)) = &links else {
            let collectors = list(&reply, "data");
            let is_whole = u64::try_from(collectors.len()).is_ok_and(|count| count >= number(&reply, "total"));
            let weblinks = collectors.iter().filter(|collector| text(collector, "type") == "weblink");
            let shown = weblinks.map(|collector| {
                object(vec![
                    ("name", label(text(collector, "name")).to_value()),
                    ("url", text(collector, "url").to_value()),
                    ("responses", number(collector, "response_count").to_value()),
                    ("status", text(collector, "status").to_value()),
                    ("id", text(collector, "id").to_value()),
                ])
            });
            let mut shown: Vec<Value> = shown.collect();
            let is_cut = !is_whole || shown.len() > LINKS_MAX;
            shown.truncate(LINKS_MAX);
            links = Some((Value::Array(shown), is_cut));
            let name = outgoing(text(&arguments, "name"));
            let name = if name.is_empty() { "Link by an agent" } else { &name };
            return Step::Store(PlanKind::Link, object(vec![("survey", named.to_value()), ("name", name.to_value())]));
        };
        Step::Done(object(vec![
            ("survey", named.to_value()),
            ("links", links.to_value()),
            ("truncated", is_cut.to_value()),
            ("plan", text(&reply, "plan").to_value()),
            ("until", text(&reply, "until").to_value()),
        ]))
    })
}

pub(super) fn open_share_link(what: Value) -> Run {
    Box::new(move |reply| {
        let named = what.get("survey").unwrap_or(&Value::Null);
        if reply.is_null() {
            let body = object(vec![("type", "weblink".to_value()), ("name", text(&what, "name").to_value())]);
            return Step::ask(ApiRequest::post(&["surveys", text(named, "id"), "collectors"], body));
        }
        Step::Done(object(vec![
            ("survey", named.to_value()),
            ("url", text(&reply, "url").to_value()),
            ("collector_id", text(&reply, "id").to_value()),
        ]))
    })
}

pub(super) fn export_link(arguments: Value) -> Run {
    let mut found: Option<(Value, u64)> = None;
    Box::new(move |reply| {
        let Some((named, responses)) = &found else {
            if reply.is_null() {
                return Step::ask(ApiRequest::get(&["surveys", text(&arguments, "survey_id")], &[]));
            }
            let (named, responses) = (survey(&reply), number(&reply, "response_count"));
            let format = Some(text(&arguments, "format")).filter(|format| !format.is_empty()).unwrap_or("csv");
            let what = object(vec![
                ("survey", named.to_value()),
                ("format", format.to_value()),
                ("responses", responses.to_value()),
            ]);
            found = Some((named, responses));
            return Step::Store(PlanKind::Export, what);
        };
        Step::Done(object(vec![
            ("survey", named.to_value()),
            ("open", text(&reply, "open").to_value()),
            ("until", text(&reply, "until").to_value()),
            ("responses", responses.to_value()),
        ]))
    })
}

//! What must be true of the replies: that a count is that of the list, and that a list contains each thing once.

use super::rows;
use crate::support::{Answered, World};
use serde_json::Value;
use std::collections::BTreeSet;

/// Compares what is shown of everything that the sequence made.
pub fn faults(world: &World) -> Vec<String> {
    let mut faults = Vec::new();
    for row in rows(world, "SELECT id FROM surveys WHERE id > '5' ORDER BY id") {
        survey(world, &row.text("id"), &mut faults);
    }
    for row in rows(world, "SELECT id FROM collectors WHERE id > '5' ORDER BY id") {
        collector(world, &row.text("id"), &mut faults);
    }
    for row in rows(world, "SELECT id FROM contact_lists ORDER BY id") {
        let path = format!("/v3/contact_lists/{}/contacts", row.text("id"));
        if world.get("owner", &path).status == 200 {
            walked(world, &path, &mut faults);
        }
    }
    let folders = walked(world, "/v3/survey_folders", &mut faults);
    for folder in &folders {
        let inside = total(world, &format!("/v3/surveys?folder_id={}&include=owned", text(&folder["id"])));
        same(&folder["num_surveys"], &inside.into(), "num_surveys of a folder", &mut faults);
    }
    for workgroup in walked(world, "/v3/workgroups", &mut faults) {
        let path = format!("/v3/workgroups/{}", text(&workgroup["id"]));
        let shares = walked(world, &format!("{path}/shares"), &mut faults).len();
        same(&workgroup["shares_count"], &shares.into(), "shares_count of a workgroup", &mut faults);
        let members = walked(world, &format!("{path}/members"), &mut faults).len();
        same(&workgroup["members_count"], &members.into(), "members_count of a workgroup", &mut faults);
    }
    for list in ["/v3/surveys", "/v3/contacts", "/v3/contact_lists", "/v3/webhooks"] {
        walked(world, list, &mut faults);
    }
    faults
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn total(world: &World, path: &str) -> u64 {
    world.get("owner", path).ok()["total"].as_u64().unwrap()
}

fn same(shown: &Value, true_value: &Value, what: &str, faults: &mut Vec<String>) {
    if shown != true_value {
        faults.push(format!("{what} is shown as {shown}, is {true_value}"));
    }
}

/// All items of a list, page by page. Each must be there once, and as many as the total says.
fn walked(world: &World, path: &str, faults: &mut Vec<String>) -> Vec<Value> {
    let mut items = Vec::new();
    let sign = if path.contains('?') { '&' } else { '?' };
    let mut next = format!("{path}{sign}per_page=7");
    loop {
        let page = world.get("owner", &next).ok();
        items.extend(page["data"].as_array().unwrap().iter().cloned());
        match page["links"]["next"].as_str() {
            Some(link) => next = link.to_owned(),
            None => {
                same(&page["total"], &items.len().into(), &format!("the total of {path}"), faults);
                break;
            }
        }
    }
    let ids: BTreeSet<&str> = items.iter().map(|item| text(&item["id"])).collect();
    same(&ids.len().into(), &items.len().into(), &format!("the number of different ids in {path}"), faults);
    items
}

fn survey(world: &World, id: &str, faults: &mut Vec<String>) {
    let path = format!("/v3/surveys/{id}");
    let answer = world.get("owner", &path);
    if answer.status == 404 {
        return;
    }
    let survey = answer.ok();
    let details = world.get("owner", &format!("{path}/details")).ok();
    for field in ["page_count", "question_count", "response_count", "date_modified", "folder_id", "title"] {
        same(&details[field], &survey[field], &format!("{field} of {path}/details"), faults);
    }
    let pages = details["pages"].as_array().unwrap();
    let listed = walked(world, &format!("{path}/pages"), faults);
    same(&survey["page_count"], &listed.len().into(), &format!("page_count of {path}"), faults);
    same(&pages.len().into(), &listed.len().into(), &format!("the pages of {path}"), faults);
    let mut questions = 0;
    for (place, page) in (1..).zip(pages) {
        same(&page["position"], &place.into(), &format!("the place of a page of {path}"), faults);
        same(&page["id"], &listed[place - 1]["id"], &format!("the order of the pages of {path}"), faults);
        let own = page["questions"].as_array().unwrap();
        same(&page["question_count"], &own.len().into(), &format!("question_count of a page of {path}"), faults);
        let at = format!("{path}/pages/{}/questions", text(&page["id"]));
        let listed = walked(world, &at, faults);
        let ids = |list: &[Value]| list.iter().map(|one| one["id"].clone()).collect::<Value>();
        same(&ids(own), &ids(&listed), &at, faults);
        questions += own.len();
    }
    same(&survey["question_count"], &questions.into(), &format!("question_count of {path}"), faults);
    let collectors = walked(world, &format!("{path}/collectors?include=status,response_count"), faults);
    let of_collectors: u64 = collectors.iter().map(|one| one["response_count"].as_u64().unwrap()).sum();
    same(&survey["response_count"], &of_collectors.into(), &format!("response_count of {path}"), faults);
    for list in ["responses", "responses/bulk"] {
        let listed = walked(world, &format!("{path}/{list}"), faults).len();
        same(&survey["response_count"], &listed.into(), &format!("{path}/{list}"), faults);
    }
    stats(world, id, &collectors, faults);
    for rollup in walked(world, &format!("{path}/rollups"), faults) {
        let Some(summary) = rollup["summary"].as_array().and_then(|all| all.first()) else { continue };
        if let (Some(answered), Some(skipped)) = (summary["answered"].as_u64(), summary["skipped"].as_u64()) {
            let both = answered + skipped;
            same(&both.into(), &survey["response_count"], &format!("answered and skipped of {path}/rollups"), faults);
        }
    }
}

fn stats(world: &World, id: &str, collectors: &[Value], faults: &mut Vec<String>) {
    let list = world.get("owner", "/v3/surveys?include=collect_stats,response_count&per_page=1000").ok();
    let listed = list["data"].as_array().unwrap().iter().find(|one| one["id"] == id).unwrap();
    let stats = &listed["collect_stats"];
    same(&stats["total"], &collectors.len().into(), &format!("collect_stats.total of {id}"), faults);
    for status in ["open", "closed"] {
        let of = collectors.iter().filter(|one| one["status"] == status).count();
        same(&stats[status], &of.into(), &format!("collect_stats.{status} of {id}"), faults);
    }
}

fn collector(world: &World, id: &str, faults: &mut Vec<String>) {
    let path = format!("/v3/collectors/{id}");
    let answer = world.get("owner", &path);
    if answer.status == 404 {
        return;
    }
    let collector = answer.ok();
    let responses = walked(world, &format!("{path}/responses"), faults).len();
    same(&collector["response_count"], &responses.into(), &format!("response_count of {path}"), faults);
    if !matches!(text(&collector["type"]), "email" | "sms") {
        return;
    }
    let include = "include=survey_response_status,mail_status";
    let recipients = walked(world, &format!("{path}/recipients?{include}"), faults);
    counted(world, &path, &recipients, faults);
    let messages = walked(world, &format!("{path}/messages"), faults);
    for message in &messages {
        let at = format!("{path}/messages/{}", text(&message["id"]));
        counted(world, &at, &walked(world, &format!("{at}/recipients?{include}"), faults), faults);
    }
}

/// The statistics of a collector or message are those of its recipients.
fn counted(world: &World, path: &str, recipients: &[Value], faults: &mut Vec<String>) {
    let stats = world.get("owner", &format!("{path}/stats")).ok();
    same(&stats["recipients"], &recipients.len().into(), &format!("recipients of {path}/stats"), faults);
    for status in ["completely_responded", "partially_responded", "not_responded"] {
        let of = recipients.iter().filter(|one| one["survey_response_status"] == status).count();
        same(&stats["survey_response_status"][status], &of.into(), &format!("{status} of {path}/stats"), faults);
    }
    let sent = recipients.iter().filter(|one| one["mail_status"] == "sent").count();
    same(&stats["mail_status"]["sent"], &sent.into(), &format!("sent of {path}/stats"), faults);
    same(
        &stats["mail_status"]["not_sent"],
        &(recipients.len() - sent).into(),
        &format!("not_sent of {path}/stats"),
        faults,
    );
}

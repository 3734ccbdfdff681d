//! Resources of other accounts.

use crate::hostile::{Dice, fitting};
use crate::support::{Answered, people};
use crate::world::Tried;
use canvass::service::store::sql::Sql;
use canvass::spec::endpoints::routes;
use canvass::spec::shape::Shape;
use canvass::wire::path::fill_route;

/// The smallest body that a row takes.
pub fn smallest(tried: &Tried, shape: &Shape) -> Vec<u8> {
    if matches!(shape, Shape::Nothing) {
        return Vec::new();
    }
    let ids = tried.ids.clone();
    fitting(&mut Dice(3), shape, "", &move |name| ids.get(name).cloned()).to_string().into_bytes()
}

/// Arguments that name nothing of a user's own.
const OPEN: &[&str] = &["error_id", "contact_field_id", "action_type", "bundle_id", "language_code"];

#[test]
fn what_belongs_to_another_team_does_not_exist() {
    let mut tried = Tried::new();
    for route in routes().filter(|route| route.arguments().any(|name| !OPEN.contains(&name))) {
        let target = tried.target(route);
        let body = smallest(&tried, &route.body);
        let request = tried.request("other_team", route, &target, &body);
        let Some(answer) = tried.send(route, request) else { continue };
        if answer.code() != "1020" {
            tried.faults.push(format!("{} {}", route.name, answer.body()));
        }
    }
    tried.end();
}

/// What everybody in the team may read of a workgroup that is visible to it.
const SEEN_BY_THE_TEAM: &[&str] = &["users.workgroups.list", "workgroups.get"];

/// What an administrator may do to others' workgroups, and read of others.
const ADMINISTERED: &[&str] = &["users.shared.list", "workgroups.update", "workgroups.delete"];

#[test]
fn what_belongs_to_another_member_of_the_team_does_not_exist_unless_it_is_shared() {
    let mut tried = Tried::new();
    let place = tried.team.clone();
    tried
        .world
        .database(&place)
        .run("DELETE FROM shares WHERE resource_id = ?", &[tried.ids["survey_id"].as_str().into()])
        .unwrap();
    for route in routes().filter(|route| {
        route.arguments().any(|name| !OPEN.contains(&name) && !["group_id", "member_id"].contains(&name))
    }) {
        let target = tried.target(route);
        let body = smallest(&tried, &route.body);
        for token in ["regular_two", "admin"] {
            let request = tried.request(token, route, &target, &body);
            let Some(answer) = tried.send(route, request) else { continue };
            let (open, code) = (SEEN_BY_THE_TEAM.contains(&route.name), answer.code());
            let allowed = open || token == "admin" && ADMINISTERED.contains(&route.name);
            if !allowed && !["1020", "1016"].contains(&code.as_str()) {
                tried.faults.push(format!("{token} {} {}", route.name, answer.body()));
            }
            if ["Customer satisfaction", "Customers"]
                .iter()
                .any(|secret| !code.is_empty() && answer.body().to_string().contains(secret))
            {
                tried.faults.push(format!("{token} {} tells: {}", route.name, answer.body()));
            }
        }
    }
    tried.end();
}

#[test]
fn what_belongs_to_another_resource_is_not_found_under_this_one() {
    let mut tried = Tried::new();
    let place = tried.team.clone();
    let database = tried.world.database(&place);
    let other = |query: &str| {
        let query =
            tried.ids.iter().fold(query.to_owned(), |query, (name, id)| query.replace(&format!("{{{name}}}"), id));
        database.run(&query, &[]).unwrap().first().map(|row| row.text("id")).unwrap_or_else(|| panic!("{query}"))
    };
    let elsewhere = [
        (
            "survey_id",
            other(
                "SELECT id FROM surveys WHERE owner_id = '{owner}' AND id <> '{survey_id}' AND response_count > 0 LIMIT 1",
            ),
        ),
        (
            "collector_id",
            other(
                "SELECT id FROM collectors WHERE survey_id <> '{survey_id}' AND survey_id IN (SELECT id FROM surveys WHERE owner_id = '{owner}') AND response_count > 0 LIMIT 1",
            ),
        ),
        ("page_id", other("SELECT id FROM pages WHERE survey_id = '{survey_id}' AND id <> '{page_id}' LIMIT 1")),
        ("workgroup_id", other("SELECT id FROM workgroups WHERE id <> '{workgroup_id}' LIMIT 1")),
        ("group_id", people::HARBOUR.to_owned()),
        (
            "contact_list_id",
            other("SELECT id FROM contact_lists WHERE id <> '{contact_list_id}' AND user_id = '{owner}' LIMIT 1"),
        ),
    ];
    for route in routes().filter(|route| route.arguments().filter(|name| *name != "language_code").count() > 1) {
        for (changed, id) in &elsewhere {
            let last = route.arguments().last().unwrap();
            if !route.arguments().any(|name| name == *changed) || (*changed == last) {
                continue;
            }
            let path = fill_route(route, |name| {
                if name == *changed { Some(id.as_str()) } else { tried.ids.get(name).map(String::as_str) }
            });
            let Ok(path) = path else { continue };
            let body = smallest(&tried, &route.body);
            let needed = tried.target(route);
            let query = needed.split_once('?').map_or("", |(_, query)| query);
            let request = tried.request("owner", route, &format!("{path}?{query}"), &body);
            let Some(answer) = tried.send(route, request) else { continue };
            if answer.code() != "1020" {
                tried.faults.push(format!(
                    "{} with another {changed}: {} {}",
                    route.name,
                    answer.status,
                    answer.body()
                ));
            }
        }
    }
    tried.end();
}

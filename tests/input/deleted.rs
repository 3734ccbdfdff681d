//! What was deleted, and what went with it.

use crate::support::Answered;
use crate::tenants::smallest;
use crate::world::Tried;
use canvass::spec::endpoint::{Method, Route};
use canvass::spec::endpoints::routes;
use canvass::spec::shape::Shape;

/// Arguments of a path that go with what another one names.
const BELOW: &[(&str, &[&str])] = &[
    ("survey_id", &["page_id", "question_id", "collector_id", "message_id", "recipient_id", "response_id"]),
    ("page_id", &["question_id"]),
    ("collector_id", &["message_id", "recipient_id", "response_id"]),
    ("workgroup_id", &["share_id"]),
];

/// The rows that delete what their last argument names.
fn deleting() -> impl Iterator<Item = &'static Route> {
    let one = |route: &&Route| route.method == Method::DELETE && route.path.ends_with('}');
    // What is not translated yet can be read all the same, and a member of a workgroup is a user.
    let lasting = |route: &&Route| route.path.ends_with("{language_code}") || route.path.ends_with("{member_id}");
    routes().filter(one).filter(move |route| !lasting(route))
}

#[test]
fn whatever_is_deleted_and_all_that_goes_with_it_answers_404_everywhere() {
    let mut faults = Vec::new();
    for deletion in deleting() {
        let name = deletion.arguments().last().unwrap();
        let mut tried = Tried::new();
        // A page whose survey has responses leaves its questions to its neighbour.
        if name == "page_id" || name == "question_id" {
            let clear = format!("/v3/collectors/{}/responses", tried.ids["collector_id"]);
            for row in canvass::service::store::sql::Sql::run(
                &*tried.world.database(&tried.team),
                "SELECT id FROM collectors WHERE survey_id = ?",
                &[tried.ids["survey_id"].as_str().into()],
            )
            .unwrap()
            {
                let path = clear.replace(&tried.ids["collector_id"], &row.text("id"));
                tried.world.delete("owner", &path).ok();
            }
        }
        let target = tried.path(deletion);
        let answer = tried.world.delete("owner", &target);
        if answer.status != 200 {
            faults.push(format!("{} {}", deletion.name, answer.body()));
            continue;
        }
        let gone: Vec<&str> = BELOW
            .iter()
            .filter(|(above, _)| *above == name)
            .flat_map(|(_, below)| below.iter().copied())
            .chain([name])
            .collect();
        for route in routes().filter(|route| route.arguments().any(|argument| gone.contains(&argument))) {
            let target = tried.target(route);
            let body = smallest(&tried, &route.body);
            let request = tried.request("owner", route, &target, &body);
            let Some(answer) = tried.send(route, request) else { continue };
            if answer.code() != "1020" {
                faults.push(format!(
                    "after {}: {} {target} {} {}",
                    deletion.name,
                    route.name,
                    answer.status,
                    answer.body()
                ));
            }
        }
        faults.append(&mut tried.faults);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn what_was_deleted_is_in_no_list() {
    let mut faults = Vec::new();
    for deletion in deleting() {
        let name = deletion.arguments().last().unwrap();
        let tried = Tried::new();
        let id = format!("\"id\":\"{}\"", tried.ids[name]);
        if tried.world.delete("owner", &tried.path(deletion)).status != 200 {
            continue;
        }
        let lists = routes().filter(|route| matches!(route.response, Shape::List(_)));
        // Counts of all answers take long, and tell of questions alone.
        for route in lists.filter(|route| !route.path.ends_with("/trends") && !route.path.ends_with("/rollups")) {
            let target = tried.target(route);
            let answer = tried.world.get("owner", &format!("{target}&per_page=1000"));
            let text = String::from_utf8_lossy(&answer.body).into_owned();
            let hidden = matches!(name, "page_id" | "question_id");
            if answer.status == 200 && !hidden && text.contains(&id) {
                faults.push(format!("after {}: {target} still tells of {id}", deletion.name));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

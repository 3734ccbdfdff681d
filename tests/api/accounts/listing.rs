//! The public list of apps: what gets on it, what it shows, and what takes an app off it.

use super::apps::{REDIRECT, Registered};
use super::{Browser, between, shows, text};
use crate::support::World;
use crate::support::database::Database;
use canvass::service::Service;
use canvass::service::actor::protocol::ActorId;
use canvass::service::jobs::task::LEASE;
use canvass::service::store::sql::{Sql, Value};
use canvass::wire::dates::DAY;
use canvass::wire::http::Response;

const REVIEWER: &str = "hana@harbour.example";

fn opened(world: &World, target: &str) -> Response {
    world.call(world.request("GET", "", target))
}

/// The page, once everything that is due was done.
fn listed(world: &World) -> String {
    world.wake_all();
    let answer = opened(world, "/apps/");
    assert_eq!(answer.status, 200);
    text(&answer)
}

/// The names on the page, in its order.
fn names(page: &str) -> Vec<&str> {
    page.split("<h2>").skip(1).map(|part| part.split_once('<').unwrap().0).collect()
}

/// The part of the page that is about an app.
fn about<'a>(page: &'a str, name: &str) -> &'a str {
    between(page, &format!("<h2>{name}</h2>"), "</section>")
}

const DEMO: [&str; 3] = ["Canvass Console", "Chartroom", "Workbench"];

fn with(name: &str) -> Vec<&str> {
    let mut names = [&DEMO[..], &[name]].concat();
    names.sort_by_key(|name| name.to_lowercase());
    names
}

/// An app that nobody reviews, and that is public at once.
fn public() -> Registered {
    let app = Registered::in_browser(Browser::of("owner"));
    shows(&app.verb("deploy_public"), "Everyone can find it on <a href=\"/apps/\">the public list</a>.");
    app
}

#[test]
fn the_public_apps_of_the_demo_world_are_listed_and_no_others() {
    let world = World::new();
    let page = listed(&world);
    assert_eq!(names(&page), DEMO);
    let chartroom = about(&page, "Chartroom");
    shows(chartroom, "Turns responses into charts.");
    shows(chartroom, "When you sign in with it, it sends you to <strong>chartroom.example</strong>.");
    shows(chartroom, "<h3>It needs to</h3>");
    shows(chartroom, "<strong>View surveys, shared ones included</strong><code>surveys_read</code></span></p>");
    shows(chartroom, "<code>responses_read_detail</code></span><em class=\"tag warn\">needs a paid plan</em>");
    shows(chartroom, ">plans</a>: Advantage, Standard, Premier, Team, Enterprise.");
    shows(chartroom, "You can also let it do 21 things");
    shows(chartroom, world.app("chartroom")["client_id"].as_str().unwrap());
    shows(about(&page, "Workbench"), "It works with every plan.");
}

#[test]
fn anybody_sees_the_list_and_may_keep_it_for_a_minute() {
    let world = World::new();
    let answer = opened(&world, "/apps/");
    assert_eq!(answer.header("cache-control"), Some("public, max-age=60"));
    assert_eq!((answer.header("set-cookie"), answer.header("x-frame-options")), (None, Some("DENY")));
    shows(answer.header("content-security-policy").unwrap(), "default-src 'none'");
    let slash = opened(&world, "/apps?page=2");
    assert_eq!((slash.status, slash.header("location")), (301, Some("/apps/?page=2")));
    assert_eq!(world.call(world.request("HEAD", "", "/apps/")).status, 200);
    let posted = world.call(world.request("POST", "", "/apps/"));
    assert_eq!((posted.status, posted.header("allow")), (405, Some("GET, HEAD")));
    for missing in ["/apps/mine", "/apps/?page=0", "/apps/?page=2", "/apps/?page=x", "/apps/?page=4294967295"] {
        assert_eq!(opened(&world, missing).status, 404, "{missing}");
    }
    let browser = Browser::of("owner");
    shows(&text(&browser.open("/account/")), "<a href=\"/apps/\">Public apps</a>");
}

#[test]
fn a_draft_is_not_listed_a_public_app_is_and_a_private_one_is_not() {
    let app = Registered::in_browser(Browser::of("owner"));
    let world = &app.browser.world;
    assert_eq!(names(&listed(world)), DEMO);
    app.verb("deploy_public");
    assert_eq!(names(&listed(world)), with("Mine"));
    shows(about(&listed(world), "Mine"), "<strong>mine.example</strong>, <strong>127.0.0.1:9000</strong>.");
    app.browser.sign_in("admin");
    let private = super::apps::register(&app.browser, &[("name", "Inner")]);
    let path = format!("/account/apps/{}", between(&private, "Client id: <code>", "<"));
    shows(&app.browser.send_and_follow(&path, &[("verb", "deploy_private")]), "<em class=\"tag\">private</em>");
    assert_eq!(names(&listed(&app.browser.world)), with("Mine"));
}

/// No way leads from public to another state: should there be one, the list follows.
#[test]
fn an_app_that_was_public_and_is_something_else_is_listed_no_more() {
    let app = public();
    let data = app.browser.world.database(&ActorId::App(app.client_id.clone()));
    for state in ["private", "draft", "disabled"] {
        let put = |state: &str| data.run("UPDATE app SET state = ?", &[state.into()]).unwrap();
        put(state);
        app.verb("token");
        assert_eq!(names(&listed(&app.browser.world)), DEMO, "{state}");
        put("public");
        app.verb("token");
        assert_eq!(names(&listed(&app.browser.world)), with("Mine"));
    }
}

#[test]
fn an_app_is_listed_once_a_reviewer_has_approved_it_and_not_before() {
    let browser = Browser::reviewed_by(&[REVIEWER]);
    browser.sign_in("owner");
    let app = Registered::in_browser(browser);
    app.verb("deploy_public");
    assert_eq!(names(&listed(&app.browser.world)), DEMO);
    super::review::decide(&app, "declined", "No.");
    assert_eq!(names(&listed(&app.browser.world)), DEMO);
    app.browser.sign_in("owner");
    app.verb("deploy_public");
    super::review::decide(&app, "approved", "");
    assert_eq!(names(&listed(&app.browser.world)), with("Mine"));
}

#[test]
fn a_scope_that_needs_approval_is_listed_once_it_is_approved() {
    let browser = Browser::reviewed_by(&[REVIEWER]);
    browser.sign_in("owner");
    let app = Registered::in_browser(browser);
    app.verb("deploy_public");
    super::review::decide(&app, "approved", "");
    app.browser.sign_in("owner");
    let fields = [("verb", "edit"), ("name", "Mine"), ("redirect_uris", REDIRECT), ("responses_write", "required")];
    app.browser.send_and_follow(&app.path(), &fields);
    assert!(!about(&listed(&app.browser.world), "Mine").contains("responses_write"));
    super::review::decide(&app, "approved", "");
    shows(about(&listed(&app.browser.world), "Mine"), "<code>responses_write</code>");
}

#[test]
fn the_list_follows_what_the_owner_edits_and_escapes_it() {
    let app = public();
    let fields = [
        ("verb", "edit"),
        ("name", "<b>Ours</b>"),
        ("description", "</section><script>alert(1)</script>"),
        ("redirect_uris", ""),
        ("library_read", "optional"),
    ];
    app.browser.send_and_follow(&app.path(), &fields);
    let page = listed(&app.browser.world);
    assert_eq!(names(&page)[0], "&lt;b&gt;Ours&lt;/b&gt;");
    let ours = about(&page, "&lt;b&gt;Ours&lt;/b&gt;");
    shows(ours, "&lt;/section&gt;&lt;script&gt;alert(1)&lt;/script&gt;");
    shows(ours, "it has no redirect address");
    shows(ours, "You can also let it do 1 thing<");
    assert!(!ours.contains("It needs to"));
    assert_eq!(names(&page).len(), 4);
}

#[test]
fn an_app_that_is_deleted_is_listed_no_more_and_leaves_no_place() {
    let app = public();
    assert_eq!(names(&listed(&app.browser.world)).len(), 4);
    app.verb("delete");
    assert_eq!(names(&listed(&app.browser.world)), DEMO);
    assert!(!app.browser.world.is_open(&ActorId::App(app.client_id.clone())));
}

#[test]
fn an_app_of_the_demo_world_that_is_deleted_is_listed_no_more() {
    let browser = Browser::of("other_team");
    let client_id = browser.world.app("chartroom")["client_id"].as_str().unwrap().to_owned();
    browser.send(&format!("/account/apps/{client_id}"), &[("verb", "delete")]);
    assert_eq!(names(&listed(&browser.world)), ["Canvass Console", "Workbench"]);
}

#[test]
fn an_app_whose_account_is_purged_is_listed_no_more() {
    let app = Registered::in_browser(Browser::of("free"));
    app.verb("deploy_public");
    assert_eq!(names(&listed(&app.browser.world)), with("Mine"));
    let password = app.browser.world.person("free")["password"].as_str().unwrap().to_owned();
    app.browser.send("/account/delete", &[("delete_proof", &password)]);
    app.browser.world.pass(30 * DAY);
    assert_eq!(names(&listed(&app.browser.world)), DEMO);
}

#[test]
fn what_a_list_was_not_sent_is_sent_again_until_it_answers() {
    let app = public();
    let (world, place) = (&app.browser.world, ActorId::App(app.client_id.clone()));
    let data = world.database(&place);
    assert_eq!(Service::stored_actor_id(&*data).unwrap(), Some(place.clone()));
    let wake = || world.service.run_due_jobs(&place, &world.memory(&place), world.effects(&*data)).unwrap().tasks;
    // The program ends while the message is under way.
    assert_eq!(wake().len(), 1);
    assert_eq!(wake().len(), 0);
    world.pass(LEASE);
    // Then the list cannot answer.
    for errand in wake() {
        world.service.complete_task(&errand.id, Some(503), &world.memory(&place), world.effects(&*data)).unwrap();
    }
    assert_eq!(names(&listed(world)), DEMO);
    world.pass(DAY);
    assert_eq!(names(&listed(world)), with("Mine"));
    assert_eq!(world.service.next_job_time(&place, &*data).unwrap(), None);
}

#[test]
fn a_change_while_the_previous_one_is_being_sent_is_sent_too_and_a_late_one_undoes_nothing() {
    let app = public();
    let (world, place) = (&app.browser.world, ActorId::App(app.client_id.clone()));
    let data = world.database(&place);
    let wake = || world.service.run_due_jobs(&place, &world.memory(&place), world.effects(&*data)).unwrap().tasks;
    let first = wake().remove(0);
    app.verb("delete");
    let second = wake().remove(0);
    for errand in [second, first] {
        let (id, outcome) = (errand.id.clone(), world.run(errand));
        world.service.complete_task(&id, outcome, &world.memory(&place), world.effects(&*data)).unwrap();
    }
    assert_eq!(names(&listed(world)), DEMO);
    // The other way round: the errand before returns last, and does not take the new one off the agenda.
    let app = public();
    let (world, place) = (&app.browser.world, ActorId::App(app.client_id.clone()));
    let data = world.database(&place);
    let first =
        world.service.run_due_jobs(&place, &world.memory(&place), world.effects(&*data)).unwrap().tasks.remove(0);
    app.verb("delete");
    let (id, outcome) = (first.id.clone(), world.run(first));
    world.service.complete_task(&id, outcome, &world.memory(&place), world.effects(&*data)).unwrap();
    assert_eq!(names(&listed(world)), DEMO);
}

#[test]
fn thousands_of_apps_are_listed_page_by_page_by_an_index() {
    let world = World::new();
    let data = world.database(&ActorId::Reviews);
    for number in 0..5_000 {
        let name = format!("App {number:05}");
        let values = [format!("id-{number:05}").into(), name.to_lowercase().into(), name.into()];
        data.run("INSERT INTO published_apps VALUES (?, 1, ?, ?, '', '', '', '')", &values).unwrap();
    }
    data.run("INSERT INTO published_apps VALUES ('gone', 1, ?, '', '', '', '', '')", &[Value::Null]).unwrap();
    data.forget();
    let mut seen = Vec::new();
    let mut target = "/apps/".to_owned();
    loop {
        let page = text(&opened(&world, &target));
        let some: Vec<String> = names(&page).into_iter().map(str::to_owned).collect();
        assert!(some.len() <= 50);
        seen.extend(some);
        let Some((before, _)) = page.split_once("\">More apps") else { break };
        target = before.rsplit_once("href=\"").unwrap().1.to_owned();
    }
    assert_eq!(seen.len(), 5_003);
    assert!(seen.is_sorted_by_key(|name| name.to_lowercase()));
    shows(&text(&opened(&world, "/apps/?page=2")), "<a href=\"/apps/?page=1\">Apps before these</a>");
    for (statement, steps) in data.plans() {
        assert!(
            !steps.iter().any(|step| step.starts_with("SCAN") || step.contains("TEMP B-TREE")),
            "{statement} {steps:?}"
        );
    }
}

/// What the programs before this one left of a public app, and of the reviews.
#[test]
fn an_app_that_was_public_before_there_was_a_list_gets_on_it() {
    let world = World::new();
    let client_id = "b2xkZXItYXBwLW9mLXRlc3Q";
    let older = |scripts: &[&str]| {
        let database = Database::new();
        for statement in
            scripts.iter().flat_map(|script| script.split(';')).map(str::trim).filter(|text| !text.is_empty())
        {
            database.run(statement, &[]).unwrap();
        }
        database
    };
    let app = older(&[
        include_str!("../../../src/service/actor/schema/app/1.sql"),
        "CREATE TABLE schema (version INTEGER NOT NULL); INSERT INTO schema VALUES (1)",
        "INSERT INTO app VALUES ('b2xkZXItYXBwLW9mLXRlc3Q', '', 'Older', '', 'public', '1', '2',
                                 '[\"https://older.example/cb\"]', '[[\"users_read\",\"required\"]]', 0)",
    ]);
    let reviews = older(&[
        include_str!("../../../src/service/actor/schema/reviews/1.sql"),
        "CREATE TABLE schema (version INTEGER NOT NULL); INSERT INTO schema VALUES (1)",
    ]);
    world.keep(ActorId::App(client_id.to_owned()), app);
    world.keep(ActorId::Reviews, reviews);
    let page = listed(&world);
    assert_eq!(names(&page), ["Older"]);
    shows(about(&page, "Older"), "<strong>older.example</strong>");
}

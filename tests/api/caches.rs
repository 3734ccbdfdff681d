//! The caches of a team, which are current after every write, and openings of a survey that wait too long.

use crate::respond::browser::{Browser, form, set, text};
use crate::respond::{fill_page, poll};
use crate::support::database::Database;
use crate::support::{Answered, World, people, surveys};
use canvass::service::actor::protocol::{ActorId, ActorReply};
use canvass::service::actor::read_cache::{Dependencies, ReadCache};
use canvass::service::actor::token;
use canvass::service::store::sql::{Sql, TransactionEnd};
use canvass::service::store::table_set::{CASCADES, RESPONSE_COUNT, TABLES, TableSet};
use canvass::service::store::table_versions::{TableVersions, TrackedSql};
use canvass::spec::limits::DAY_REMAINING_HEADER;
use canvass::spec::scopes::Scope;
use canvass::wire::dates::Timestamp;
use canvass::wire::http::{Request, Response};
use serde_json::json;
use std::fs;
use std::path::Path;

fn team() -> ActorId {
    ActorId::Team(people::NORTHWIND.to_owned())
}

fn hits(world: &World) -> u64 {
    world.memory(&team()).read_cache.borrow().hits()
}

#[test]
fn every_table_of_a_team_has_a_version_and_so_have_rows_that_are_deleted_with_others() {
    let world = World::new();
    let data = world.database(&team());
    let names = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'schema' ORDER BY name";
    let names: Vec<String> = data.run(names, &[]).unwrap().iter().map(|row| row.text("name")).collect();
    assert_eq!(names, TABLES);
    let cascades = data
        .run(
            "SELECT owner.name AS child, key.\"table\" AS parent
             FROM sqlite_schema AS owner JOIN pragma_foreign_key_list(owner.name) AS key
             WHERE owner.type = 'table' AND key.on_delete = 'CASCADE'
             ORDER BY child",
            &[],
        )
        .unwrap();
    let found: Vec<(String, String)> = cascades.iter().map(|row| (row.text("parent"), row.text("child"))).collect();
    let known = CASCADES.iter().flat_map(|(parent, children)| children.iter().map(move |child| (*parent, *child)));
    assert_eq!(found, known.map(|(parent, child)| (parent.to_owned(), child.to_owned())).collect::<Vec<_>>());
    let triggers = data.run("SELECT name FROM sqlite_schema WHERE type = 'trigger'", &[]).unwrap();
    assert!(triggers.is_empty(), "a trigger writes tables that no statement names");
}

#[test]
fn a_response_is_cached_until_one_of_its_tables_is_written() {
    let world = World::new();
    let list = || world.get("owner", "/v3/surveys?per_page=5").ok();
    let before = list();
    assert_eq!((list(), hits(&world)), (before.clone(), 1));
    // A contact is in no table of the list.
    world.post("owner", "/v3/contacts", json!({ "first_name": "A", "last_name": "B", "email": "a@b.example" })).ok();
    assert_eq!((list(), hits(&world)), (before.clone(), 2));
    world.post("owner", "/v3/surveys", json!({ "title": "New" })).ok();
    assert_ne!(list(), before);
    assert_eq!(hits(&world), 2);
    // Another account, query or origin has another response.
    world.get("admin", "/v3/surveys?per_page=5").ok();
    world.get("owner", "/v3/surveys?per_page=6").ok();
    assert_eq!(hits(&world), 2);
    world.evict_all();
    list();
    assert_eq!(hits(&world), 0);
}

#[test]
fn a_write_counts_for_the_table_that_it_writes() {
    let versions = TableVersions::default();
    let (database, tables) = (Database::new(), TableSet::of_statement);
    for table in ["pages", "questions", "responses", "files", "users"] {
        database.run(&format!("CREATE TABLE {table} (id TEXT PRIMARY KEY, pages TEXT)"), &[]).unwrap();
    }
    let tracked = TrackedSql::new(&database, &versions);
    let written = |statement: &str| {
        let since = versions.last_write();
        tracked.run(statement, &[]).unwrap();
        ["pages", "questions", "responses", "files", "users"]
            .into_iter()
            .filter(|table| !versions.are_unchanged(tables(table), since))
            .collect::<Vec<_>>()
    };
    assert!(written("SELECT pages FROM responses").is_empty());
    assert_eq!(written("INSERT INTO users (id, pages) VALUES (1, 'x')"), ["users"]);
    assert_eq!(written("INSERT OR REPLACE INTO questions (id, pages) SELECT id, pages FROM users"), ["questions"]);
    assert_eq!(written("UPDATE questions SET pages = (SELECT id FROM users)"), ["questions"]);
    // Files are deleted with their responses.
    assert_eq!(written("DELETE FROM responses WHERE id IN (SELECT id FROM users)"), ["responses", "files"]);
    // A beginning that is not known counts for all tables that are named.
    assert_eq!(written("WITH new AS (SELECT 2 AS id) INSERT INTO pages (id) SELECT id FROM new"), ["pages"]);
    assert_eq!(written("UPDATE OR IGNORE pages SET id = (SELECT id FROM users)"), ["pages", "users"]);
}

#[test]
fn the_number_of_responses_has_a_version_of_its_own() {
    let (versions, database) = (TableVersions::default(), Database::new());
    database.run("CREATE TABLE surveys (id TEXT PRIMARY KEY, response_count INTEGER, title TEXT)", &[]).unwrap();
    let tracked = TrackedSql::new(&database, &versions);
    let written = |statement: &str| {
        let since = versions.last_write();
        tracked.run(statement, &[]).unwrap();
        ["surveys", RESPONSE_COUNT].map(|name| !versions.are_unchanged(TableSet::of_statement(name), since))
    };
    let (count, table) = ([false, true], [true, false]);
    assert_eq!(written("UPDATE surveys SET response_count = response_count + 1 WHERE id = 'a'"), count);
    let within = "UPDATE surveys
        SET response_count = (SELECT MAX(response_count, 1) FROM surveys WHERE id = 'a')
        WHERE id = 'b'
        RETURNING id, title";
    assert_eq!(written(within), count);
    for statement in [
        "UPDATE surveys SET response_count = 1, title = 'x' WHERE id = 'a'",
        "UPDATE surveys SET title = 'x', response_count = 1 WHERE id = 'a'",
        "UPDATE surveys SET response_count = (SELECT 1 FROM surveys WHERE id = 'a'), title = 'x' WHERE id = 'a'",
        "UPDATE surveys SET response_count = 1",
        "UPDATE surveys SET title = 'x' WHERE response_count = 1",
        "INSERT INTO surveys (id, response_count) VALUES ('c', 1)",
        "DELETE FROM surveys WHERE response_count = 1",
    ] {
        assert_eq!(written(statement), table, "{statement}");
    }
    // What reads the number names it and the table.
    let read = TableSet::of_statement("SELECT response_count FROM surveys");
    let since = versions.last_write();
    tracked.run("UPDATE surveys SET response_count = 7 WHERE id = 'a'", &[]).unwrap();
    assert!(!versions.are_unchanged(read, since));
}

#[test]
fn no_statement_reads_all_columns_so_each_that_reads_the_number_of_responses_names_it() {
    fn check(folder: &Path) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                check(&path);
            } else {
                let text = fs::read_to_string(&path).unwrap().to_lowercase();
                let mut words = text.split_ascii_whitespace().collect::<Vec<_>>();
                words.dedup();
                let all = words.windows(2).any(|pair| pair[0].ends_with("select") && pair[1].starts_with('*'));
                assert!(!all && !text.contains("surveys.*") && !text.contains("collectors.*"), "{}", path.display());
            }
        }
    }
    check(Path::new("src/service"));
}

#[test]
fn the_settings_of_a_link_and_of_its_survey_stay_in_memory_until_they_are_changed() {
    let world = poll();
    set(&world, surveys::LUNCH_LINK, &[("allow_multiple_responses", "true")]);
    let design = world.get("owner", &format!("/v3/surveys/{}/details", surveys::LUNCH)).ok();
    let respond = || {
        let browser = Browser::at(&world, surveys::LUNCH_LINK, None);
        let mut filled = form(&browser.open());
        fill_page(&design["pages"][0], &mut filled);
        text(&browser.send(&filled, "next"))
    };
    let opened = || text(&Browser::at(&world, surveys::LUNCH_LINK, None).open());
    let count = |path: &str| world.get("owner", path).ok()["response_count"].as_u64().unwrap();
    let counts = || {
        let collector = format!("/v3/collectors/{}", surveys::LUNCH_LINK);
        [count(&format!("/v3/surveys/{}", surveys::LUNCH)), count(&collector)]
    };
    let [survey, collector] = counts();
    respond();
    respond();
    assert_eq!(counts(), [survey + 2, collector + 2]);
    world.patch("owner", &format!("/v3/surveys/{}", surveys::LUNCH), json!({ "title": "Where to?" })).ok();
    assert!(opened().contains("Where to?"));
    // The next response but one reaches the limit, which closes the link.
    let limit = (collector + 4).to_string();
    set(&world, surveys::LUNCH_LINK, &[("response_limit", limit.as_str())]);
    assert!(respond().contains("Thank you"));
    assert!(opened().contains("<form"));
    assert!(respond().contains("Thank you"));
    assert!(!opened().contains("<form"));
    set(&world, surveys::LUNCH_LINK, &[("response_limit", "null")]);
    world.patch("owner", &format!("/v3/collectors/{}", surveys::LUNCH_LINK), json!({ "status": "open" })).ok();
    assert!(opened().contains("<form"));
    world.patch("owner", &format!("/v3/collectors/{}", surveys::LUNCH_LINK), json!({ "status": "closed" })).ok();
    assert!(!opened().contains("<form"));
}

#[test]
fn what_was_read_in_a_transaction_that_is_rolled_back_is_forgotten() {
    let (versions, database) = (TableVersions::default(), Database::new());
    database.run("CREATE TABLE pages (id TEXT)", &[]).unwrap();
    let tracked = TrackedSql::new(&database, &versions);
    let since_of = |end: TransactionEnd| {
        let mut since = 0;
        tracked
            .transaction(&mut || {
                tracked.run("INSERT INTO pages VALUES ('x')", &[]).unwrap();
                // What is read here, after the write, has this version.
                since = versions.last_write();
                end
            })
            .unwrap();
        versions.are_unchanged(TableSet::of_statement("pages"), since)
    };
    assert!(since_of(TransactionEnd::Commit));
    assert!(!since_of(TransactionEnd::Rollback));
}

#[test]
fn cached_accounts_and_lists_follow_every_write() {
    let world = World::new();
    let total = || world.get("owner", "/v3/surveys?per_page=1").ok()["total"].as_u64().unwrap();
    let before = total();
    let survey = world.post("owner", "/v3/surveys", json!({ "title": "One more" })).ok();
    assert_eq!(total(), before + 1);
    let path = format!("/v3/surveys/{}", survey["id"].as_str().unwrap());
    let details = || world.get("owner", &format!("{path}/details")).ok();
    let before_change = details();
    // A new title is in the details, whose pages are cached.
    world.patch("owner", &path, json!({ "title": "Renamed" })).ok();
    let renamed = details();
    assert_eq!((&renamed["title"], &renamed["pages"]), (&json!("Renamed"), &before_change["pages"]));
    world.post("owner", &format!("{path}/pages"), json!({ "title": "Second" })).ok();
    assert_eq!(details()["pages"].as_array().unwrap().len(), 2);
    world.delete("owner", &path).ok();
    assert_eq!(total(), before);
}

#[test]
fn a_response_that_depends_on_the_time_is_not_cached() {
    let world = World::new();
    let survey =
        world.post("owner", "/v3/surveys", json!({ "title": "Closes" })).ok()["id"].as_str().unwrap().to_owned();
    let collectors = format!("/v3/surveys/{survey}/collectors");
    world.post("owner", &collectors, json!({ "type": "weblink" })).ok();
    let before = hits(&world);
    for _ in 0..3 {
        world.get("owner", &format!("{collectors}?include=status")).ok();
    }
    assert_eq!(hits(&world), before);
}

#[test]
fn a_get_has_a_strong_tag_and_304_until_its_response_changes() {
    let world = World::new();
    let ask = |method: &str, tag: &str| {
        let mut request = world.request(method, "owner", "/v3/surveys/301000001/details");
        request.headers.push(("if-none-match".to_owned(), tag.to_owned()));
        world.call(request)
    };
    let first = ask("GET", "\"other\"");
    let tag = first.header("etag").unwrap().to_owned();
    assert!(first.status == 200 && tag.starts_with('"') && tag.len() == 18, "{tag}");
    for method in ["GET", "HEAD"] {
        let same = ask(method, &format!("\"x\", {tag}"));
        assert_eq!((same.status, same.body.len(), same.header("etag")), (304, 0, Some(tag.as_str())));
        assert!(same.header("x-ratelimit-app-global-day-limit").is_some());
    }
    // The tag is that of the content: a restart does not change it.
    world.evict_all();
    assert_eq!(ask("GET", &tag).status, 304);
    world.patch("owner", "/v3/surveys/301000001", json!({ "title": "Renamed" })).ok();
    let changed = ask("GET", &tag);
    assert_eq!(changed.status, 200);
    assert_ne!(changed.header("etag"), Some(tag.as_str()));
    // A refusal has none.
    assert_eq!(world.get("owner", "/v3/surveys/1").header("etag"), None);
}

#[test]
fn the_memory_for_responses_is_bounded_and_the_least_used_ones_go() {
    let (mut reads, versions) = (ReadCache::default(), TableVersions::default());
    let dependencies = Dependencies { tables: TableSet::default(), since: 0, ends: Timestamp(i64::MAX) };
    let response = |bytes: usize| Response::json(200, vec![b'x'; bytes]);
    for number in 0..20 {
        reads.insert(format!("{number}"), response(900_000), dependencies);
        assert!(reads.find("0", &versions, Timestamp(0)).is_some(), "{number}");
    }
    assert!(reads.find("1", &versions, Timestamp(0)).is_none());
    assert!(reads.find("19", &versions, Timestamp(0)).is_some());
    reads.insert("large".to_owned(), response(1_000_001), dependencies);
    assert!(reads.find("large", &versions, Timestamp(0)).is_none());
    let ends = Dependencies { ends: Timestamp(5), ..dependencies };
    reads.insert("ends".to_owned(), response(1), ends);
    assert!(reads.find("ends", &versions, Timestamp(4)).is_some());
    assert!(reads.find("ends", &versions, Timestamp(5)).is_none());
}

#[test]
fn the_row_of_a_survey_is_cached_until_it_is_written() {
    let world = World::new();
    let statements = |number: u32| {
        world.most();
        let survey = world.get("owner", &format!("/v3/surveys/{}?number={number}", surveys::CSAT)).ok();
        (survey["title"].clone(), world.most().statements)
    };
    let (title, first) = statements(1);
    let (same, second) = statements(2);
    assert!(title == same && second < first, "{first} statements, then {second}");
    world.patch("owner", &format!("/v3/surveys/{}", surveys::CSAT), json!({ "title": "Another" })).ok();
    assert_eq!(statements(3).0, "Another");
    assert_eq!(world.get("other_team", &format!("/v3/surveys/{}", surveys::CSAT)).status, 404);
}

#[test]
fn the_number_of_responses_is_counted_once_for_all_pages_and_again_after_a_write() {
    let world = World::new();
    let path = format!("/v3/surveys/{}/responses", surveys::CSAT);
    let page = |number: u32| {
        world.most();
        let list = world.get("owner", &format!("{path}?per_page=1&page={number}")).ok();
        (list["total"].as_u64().unwrap(), list["data"][0]["id"].clone(), world.most().statements)
    };
    let ((total, id, first), (same, _, second)) = (page(1), page(2));
    assert!(total == same && second < first, "{first} statements, then {second}");
    world.delete("owner", &format!("{path}/{}", id.as_str().unwrap())).ok();
    assert_eq!(page(3).0, total - 1);
}

#[test]
fn the_memory_for_cached_rows_is_bounded_by_their_bytes() {
    let (versions, database) = (TableVersions::default(), Database::new());
    let tracked = TrackedSql::new(&database, &versions);
    let runs = |number: i64, bytes: i64| {
        let statement = "SELECT hex(zeroblob(? / 2)) AS pages, ? AS number";
        database.load();
        tracked.run_cached(statement, &[bytes.into(), number.into()]).unwrap();
        database.load().statements
    };
    for number in 0..20 {
        assert_eq!(runs(number, 400_000), 1);
    }
    assert_eq!(runs(19, 400_000), 0, "the last one is cached");
    assert_eq!(runs(0, 400_000), 1, "8 MB are not");
    assert_eq!([runs(21, 600_000), runs(21, 600_000)], [1, 1], "nor is a long result");
}

#[test]
fn a_design_counts_in_memory_with_the_descriptions_of_its_pages() {
    let world = World::new();
    let pages = json!([{ "description": "x".repeat(9_000) }]);
    let survey = world.post("owner", "/v3/surveys", json!({ "title": "Described", "pages": pages })).ok();
    let id = survey["id"].as_str().unwrap();
    let reads_pages_again = || {
        world.database(&team());
        let rollups = |per_page: u8| world.get("owner", &format!("/v3/surveys/{id}/rollups?per_page={per_page}")).ok();
        rollups(1);
        world.most();
        rollups(2);
        world.most().bytes > 9_000
    };
    assert!(!reads_pages_again());
    // 1000 such pages take more memory than the cache has.
    let copies = format!(
        "INSERT INTO pages (id, survey_id, position, title, description)
         WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 1000)
         SELECT id || '.' || number, survey_id, position + number, title, description
         FROM pages, numbers
         WHERE survey_id = '{id}'"
    );
    world.database(&team()).run(&copies, &[]).unwrap();
    assert!(reads_pages_again());
}

#[test]
fn an_opening_that_has_waited_asks_to_wait_and_a_submitted_page_never_does() {
    let world = World::new();
    let survey = world
        .post(
            "owner",
            "/v3/surveys",
            json!({ "title": "Busy", "pages": [{ "questions": [
        { "headings": [{ "heading": "Word?" }], "family": "open_ended", "subtype": "single" }] }] }),
        )
        .ok();
    let path = format!("/v3/surveys/{}/collectors", survey["id"].as_str().unwrap());
    let url = world.post("owner", &path, json!({ "type": "weblink" })).ok()["url"].as_str().unwrap().to_owned();
    let path = url.split_at(url.find("/r/").unwrap()).1.to_owned();
    let after = |method: &str, waited: i64| {
        let request = Request { path: path.clone(), ..world.request(method, "", "/v3/surveys") };
        let begun = world.service.route_request(request, world.now());
        world.pass(waited);
        world.follow(begun)
    };
    assert_eq!(after("GET", 250).status, 200);
    let busy = after("GET", 251);
    assert_eq!((busy.status, busy.header("retry-after"), busy.header("refresh")), (503, Some("3"), Some("3")));
    assert!(String::from_utf8_lossy(&busy.body).contains("tries again by itself"));
    assert_eq!(after("GET", 10_000).status, 503);
    assert_eq!(after("GET", 10_001).status, 200, "the clock of the front is behind that of the team");
    // Refused for its form, not for the time.
    assert_eq!(after("POST", 60_000).status, 400);
}

/// Whether the Worker has a copy of the response to a read, so that it sends the copy's tag.
fn has_copy(world: &World, request: Request) -> bool {
    let ActorReply::Forward { mut message, .. } = world.service.route_request(request, world.now()) else {
        panic!("the request has no token");
    };
    let before = message.request.headers.len();
    world.copies.borrow_mut().make_conditional(&mut message);
    message.request.headers.len() > before
}

#[test]
fn s101_a_response_that_is_read_again_crosses_from_the_team_once_and_only_while_it_is_current() {
    let world = World::new();
    let surveys = world.get("private", "/v3/surveys?title=Every%20kind").ok();
    let survey = format!("/v3/surveys/{}", surveys["data"][0]["id"].as_str().unwrap());
    let path = &format!("{survey}/details");
    let request = || world.request("GET", "private", path);
    let read = || world.get("private", path);
    let first = read();
    assert!(first.status == 200 && first.body.len() >= 2_000, "{}", first.body.len());
    assert!(!has_copy(&world, request()), "most responses are read once");
    let second = read();
    assert!(has_copy(&world, request()));
    let third = read();
    assert_eq!((third.status, &third.body), (200, &first.body));
    // The quota is that of this call.
    assert_eq!(third.number(DAY_REMAINING_HEADER), second.number(DAY_REMAINING_HEADER) - 1);
    // A client that sends a tag itself gets 304, and `HEAD` gets no body.
    let mut known = request();
    known.headers.push(("if-none-match".to_owned(), first.header("etag").unwrap().to_owned()));
    assert!(!has_copy(&world, known.clone()));
    let known = world.call(known);
    assert_eq!((known.status, known.body.len()), (304, 0));
    let head = world.call(Request { method: "HEAD".to_owned(), ..request() });
    assert_eq!((head.status, head.body.len()), (200, 0));
    // Another account has no copy, and a write ends this one.
    assert!(!has_copy(&world, world.request("GET", "admin", path)));
    world.patch("private", &survey, json!({ "title": "A new title" })).ok();
    assert_ne!(read().body, first.body);
    read();
    assert!(has_copy(&world, request()));
    // The team decides whether the account may still read.
    world.grant("private", &[Scope::UsersRead]);
    assert_eq!(read().status, 403);
    let hash = token::verify_token(&world.service.config, &world.token("private")).unwrap().hash;
    world.database(&team()).run("UPDATE grants SET revoked = 1 WHERE token_hash = ?", &[hash.into()]).unwrap();
    assert_eq!(read().status, 401);
}

#[test]
fn rows_are_cached_until_a_table_of_their_statement_is_written_or_a_write_is_rolled_back() {
    let (versions, database) = (TableVersions::default(), Database::new());
    database.run("CREATE TABLE webhooks (id TEXT)", &[]).unwrap();
    database.run("CREATE TABLE pages (id TEXT)", &[]).unwrap();
    let tracked = TrackedSql::new(&database, &versions);
    let read = |id: &str| {
        database.load();
        let rows = tracked.run_cached("SELECT COUNT(*) AS total FROM webhooks WHERE id >= ?", &[id.into()]).unwrap();
        (rows[0].integer("total"), database.load().statements)
    };
    let write = |table: &str| drop(tracked.run(&format!("INSERT INTO {table} VALUES ('b')"), &[]).unwrap());
    assert_eq!((read("a"), read("a"), read("c")), ((0, 1), (0, 0), (0, 1)), "other values have rows of their own");
    write("pages");
    assert_eq!(read("a"), (0, 0));
    write("webhooks");
    assert_eq!((read("a"), read("a"), read("c")), ((1, 1), (1, 0), (0, 1)));
    tracked
        .transaction(&mut || {
            write("webhooks");
            assert_eq!(read("a").0, 2);
            TransactionEnd::Rollback
        })
        .unwrap();
    assert_eq!((read("a"), read("a")), ((1, 1), (1, 0)));
    assert_eq!(tracked.tables_read(), TableSet::of_statement("webhooks"), "cached rows count as read");
    versions.forget_rows();
    assert_eq!(read("a"), (1, 1));
    database.load();
    let reads_again = [(); 2].map(|()| {
        tracked.run_cached("SELECT 1 AS one", &[]).unwrap();
        database.load().statements
    });
    assert_eq!(reads_again, [1, 1], "rows of which no table is known are not cached");
}

#[test]
fn a_respondents_page_and_a_new_response_run_few_statements() {
    let world = poll();
    set(&world, surveys::LUNCH_LINK, &[("allow_multiple_responses", "true")]);
    let design = world.get("owner", &format!("/v3/surveys/{}/details", surveys::LUNCH)).ok();
    let target = format!("/v3/collectors/{}/responses", surveys::LUNCH_LINK);
    let mut counts = Vec::new();
    for _ in 0..2 {
        let browser = Browser::at(&world, surveys::LUNCH_LINK, None);
        world.most();
        let mut filled = form(&browser.open());
        let opened = world.most().statements;
        fill_page(&design["pages"][0], &mut filled);
        assert!(text(&browser.send(&filled, "next")).contains("Thank you"));
        let sent = world.most().statements;
        world.post("owner", &target, json!({ "pages": [], "response_status": "partial" })).ok();
        counts.push((opened, sent, world.most().statements));
    }
    // With the two statements of the transaction. The first time, what is cached is read too.
    assert_eq!(counts[1], (3, 8, 8), "{counts:?}");
}

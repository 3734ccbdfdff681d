//! Writes of many rows: judged whole, as good as written from one moment on, and carried out some at a time.

use crate::support::chunked_request::ChunkedRequest;
use crate::support::messages::{collector, message};
use crate::support::{Answered, World, people};
use canvass::service::actor::protocol::ActorId;
use canvass::service::store::sql::Sql;
use canvass::spec::errors::Error;
use serde_json::{Value, json};

/// Seconds after which the agenda looks for what is left.
const PATIENCE: i64 = 10_000;

impl ChunkedRequest<'_> {
    /// Goes on until the request is judged and what it writes is noted.
    fn note(&self) {
        while self.left() == 0 {
            assert!(self.step().is_none());
        }
    }

    /// Entries of the backlog.
    fn left(&self) -> i64 {
        self.data.run("SELECT COUNT(*) AS number FROM backlog", &[]).unwrap()[0].integer("number")
    }
}

fn chunks<T>(world: &World, work: impl FnOnce() -> T) -> (usize, T) {
    let before = world.chunks();
    let done = work();
    (world.chunks() - before, done)
}

/// Fails unless every chunk since the last time asked little of its database.
#[track_caller]
fn little(world: &World) {
    let most = world.most();
    assert!(most.statements <= 80 && most.rows <= 2200, "{most:?}");
}

/// A survey of so many questions of 500 choices: where its languages are.
fn translatable(world: &World, questions: usize) -> String {
    let options: Vec<Value> = (1..=500).map(|number| json!({ "text": format!("choice {number}") })).collect();
    let list = json!({ "headings": [{ "heading": "Which?" }], "family": "multiple_choice", "subtype": "vertical",
                       "answers": { "choices": options } });
    let pages: Vec<Value> = (0..questions.div_ceil(10))
        .map(|page| json!({ "title": format!("Page {page}"), "questions": vec![list.clone(); 10.min(questions)] }))
        .collect();
    let made = world.post("owner", "/v3/surveys", json!({ "title": "Translatable", "pages": pages })).ok();
    format!("/v3/surveys/{}/languages", made["id"].as_str().unwrap())
}

/// What translates texts, each into its default behind a word.
fn translated(texts: &Value, word: &str) -> Value {
    let texts = texts["translations"].as_array().unwrap().iter();
    texts
        .map(|text| {
            let translation = format!("{word} {}", text["default"].as_str().unwrap());
            json!({ "context": text["context"], "resource_id": text["resource_id"], "translation": translation })
        })
        .collect()
}

fn translations(texts: &Value) -> Vec<&str> {
    texts["translations"].as_array().unwrap().iter().map(|text| text["translation"].as_str().unwrap()).collect()
}

#[test]
fn s74_translations_of_the_largest_survey_are_read_and_written_in_chunks_and_are_whole() {
    let world = World::new();
    let languages = translatable(&world, 40);
    let path = format!("{languages}/fr");
    world.most();
    let (count, all) = chunks(&world, || world.get("owner", &path).ok());
    let texts = all["translations"].as_array().unwrap();
    // The survey's title and three buttons, four titles of pages, 40 headings with their choices.
    assert_eq!(texts.len(), 4 + 4 + 40 * 501);
    assert!(count > 40, "{count}");
    // In the order of the survey.
    let details = world.get("owner", &path.replace("languages/fr", "details")).ok();
    let last = &details["pages"][3]["questions"][9]["answers"]["choices"][499];
    assert_eq!(texts.last().unwrap()["resource_id"], last["id"]);
    assert_eq!((&texts[3]["context"], &texts[4]["default"]), (&json!("survey_done"), &json!("Page 0")));
    let parts: Vec<Value> = translated(&all, "Wort").as_array().unwrap().chunks(8000).map(Value::from).collect();
    world.most();
    let (count, made) =
        chunks(&world, || world.post("owner", &path, json!({ "enabled": true, "translations": parts[0] })));
    assert_eq!((made.status, made.body.len()), (201, 0));
    assert!(count > 80, "{count}");
    for part in &parts[1..] {
        assert_eq!(world.patch("owner", &path, json!({ "translations": part })).status, 200);
    }
    little(&world);
    let french = world.get("owner", &path).ok();
    for text in french["translations"].as_array().unwrap() {
        assert_eq!(text["translation"], format!("Wort {}", text["default"].as_str().unwrap()));
    }
    let canadian = json!({ "translations": [{ "context": "survey_title", "resource_id": texts[0]["resource_id"],
                                              "translation": "Titel", "default": "Old" }] });
    assert_eq!(world.post("owner", &format!("{languages}/fr-ca"), canadian).status, 201);
    world.most();
    let (count, list) = chunks(&world, || world.get("owner", &languages).ok());
    assert!(count > 80, "{count}");
    little(&world);
    let counts = |row: &Value| {
        ["string_count", "translated_string_count", "inherited_string_count", "stale_string_count"]
            .map(|name| row[name].as_u64().unwrap())
    };
    assert_eq!(
        list["data"].as_array().unwrap().iter().map(counts).collect::<Vec<_>>(),
        [[20_048, 20_048, 0, 0], [20_048, 1, 20_047, 1]]
    );
    let (count, deleted) = chunks(&world, || world.delete("owner", &path).ok());
    assert!(count > 60, "{count}");
    little(&world);
    assert_eq!(deleted, french);
    assert!(translations(&world.get("owner", &path).ok()).iter().all(|text| text.is_empty()));
}

#[test]
fn s74_what_is_given_of_a_translation_is_seen_as_a_whole_whenever_its_request_ends() {
    let world = World::new();
    let languages = translatable(&world, 5);
    let path = format!("{languages}/de");
    let empty = world.get("owner", &path).ok();
    let given = json!({ "enabled": true, "translations": translated(&empty, "Wort") });
    // Before it is judged whole, nothing is written.
    let broken = ChunkedRequest::begin(&world, "POST", &path, &given);
    let rows = broken.data.rows_but("grants");
    for _ in 0..5 {
        assert!(broken.step().is_none());
        assert_eq!(broken.data.rows_but("grants"), rows);
    }
    assert_eq!(world.get("owner", &path).ok(), empty);
    // From then on whoever reads sees all of it, though nobody goes on with the request.
    let left = ChunkedRequest::begin(&world, "POST", &path, &given);
    left.note();
    assert!(left.left() > 5);
    let whole = world.get("owner", &path).ok();
    assert!(translations(&whole).iter().all(|text| text.starts_with("Wort ")));
    assert_eq!((left.left(), left.end().status), (0, 201));
    // Who takes the survey sees all of it too.
    let collectors = path.replace("languages/de", "collectors");
    let url = world.post("owner", &collectors, json!({ "type": "weblink" })).ok()["url"].as_str().unwrap().to_owned();
    let change =
        ChunkedRequest::begin(&world, "PATCH", &path, &json!({ "translations": translated(&empty, "Anderes") }));
    change.note();
    let request = world.request("GET", "", &format!("{}?lang=de", &url[url.find("/r/").unwrap()..]));
    let page = String::from_utf8(world.call(request).body).unwrap();
    assert_eq!((page.matches("Anderes choice").count(), page.matches("Wort").count()), (2500, 0));
    // And the agenda sees to what nobody asks for.
    let deletion = ChunkedRequest::begin(&world, "DELETE", &path, &json!({}));
    deletion.note();
    world.pass(PATIENCE);
    world.wake_all();
    let stored = "SELECT COUNT(*) AS number FROM translated_texts WHERE language = 'de' AND survey_id > '5'";
    assert_eq!(deletion.data.run(stored, &[]).unwrap()[0].integer("number"), 0);
    assert!(deletion.data.run("SELECT subject FROM jobs WHERE kind = 'carry_out'", &[]).unwrap().is_empty());
    assert_eq!(world.get("owner", &path).ok(), empty);
}

#[test]
fn s74_a_survey_is_put_into_another_language_in_chunks() {
    let world = World::new();
    let path = format!("{}/fr", translatable(&world, 40));
    let all = world.get("owner", &path).ok();
    for part in translated(&all, "Mot").as_array().unwrap().chunks(8000) {
        let body = json!({ "enabled": true, "translations": part });
        let made = world.post("owner", &path, body.clone()).status;
        assert!(made == 201 || world.patch("owner", &path, body).status == 200);
    }
    let title = &all["translations"][0]["resource_id"];
    let titled = json!({ "context": "survey_title", "resource_id": title, "translation": "Titre du Canada" });
    let body = json!({ "enabled": true, "translations": [titled] });
    assert_eq!(world.post("owner", &path.replace("/fr", "/fr-ca"), body).status, 201);
    let made = world.post("owner", &path.replace("languages/fr", "collectors"), json!({ "type": "weblink" })).ok();
    let url = made["url"].as_str().unwrap();
    let opened = |query: &str| {
        let request = world.request("GET", "", &format!("{}{query}", &url[url.find("/r/").unwrap()..]));
        let (count, answer) = chunks(&world, || world.call(request));
        (count, String::from_utf8(answer.body).unwrap())
    };
    let (own, _) = opened("");
    world.most();
    let (count, page) = opened("?lang=fr-ca");
    let most = world.most();
    assert!(count > own + 20, "{count} after {own}");
    assert!(most.statements <= 20 && most.rows <= 1500, "{most:?}");
    assert_eq!((page.matches("Mot choice").count(), page.matches("Mot Which?").count()), (5000, 10));
    assert!(page.contains("<title>Titre du Canada") && page.contains("Mot Page 0"));
}

#[test]
fn of_texts_that_are_given_several_times_the_last_one_counts() {
    let world = World::new();
    let path = format!("{}/de", translatable(&world, 1));
    let title = world.get("owner", &path).ok()["translations"][0]["resource_id"].clone();
    let text =
        |translation: &str| json!({ "context": "survey_title", "resource_id": title, "translation": translation });
    for (given, expected) in
        [(&["", "x", "", "y"][..], "y"), (&["x", "", "y"], "y"), (&["z", "", "z", ""], ""), (&["", "", "", "w"], "w")]
    {
        let texts: Vec<Value> = given.iter().map(|given| text(given)).collect();
        let body = json!({ "translations": texts });
        let made = world.post("owner", &path, body.clone());
        let status = if made.status == 201 { made.status } else { world.patch("owner", &path, body).status };
        assert!(matches!(status, 200 | 201));
        assert_eq!(world.get("owner", &path).ok()["translations"][0]["translation"], expected);
    }
}

#[test]
fn s74_a_survey_that_is_changed_meanwhile_is_translated_as_it_is_then() {
    let world = World::new();
    let path = format!("{}/de", translatable(&world, 3));
    let all = world.get("owner", &path).ok();
    let underway = ChunkedRequest::begin(&world, "POST", &path, &json!({ "translations": translated(&all, "Wort") }));
    assert!(underway.step().is_none());
    assert!(underway.step().is_none());
    world.pass(1);
    world.patch("owner", path.trim_end_matches("/languages/de"), json!({ "title": "Another" })).ok();
    assert_eq!(underway.end().status, 201);
    let list = world.get("owner", path.trim_end_matches("/de")).ok();
    assert_eq!((&list["data"][0]["stale_string_count"], &list["data"][0]["string_count"]), (&json!(0), &json!(1508)));
}

/// People, some of whom stand among them twice, in another case or by their number alone.
fn people(count: usize) -> Vec<Value> {
    (0..count)
        .map(|number| {
            let mut person = json!({ "first_name": format!("F{number}"), "last_name": format!("L{}", number % 7) });
            match number % 5 {
                0 => person["phone_number"] = format!("+1217555{:04}", 1000 + number % 200).into(),
                1 => person["email"] = format!("P{}@MAIL.example", number % 60).into(),
                _ => person["email"] = format!("p{}@mail.example", number % 300).into(),
            }
            match number % 11 {
                3 => person["phone_number"] = format!("+1217556{:04}", 1000 + number).into(),
                5 => person["custom_fields"] = json!({ "2": format!("c{number}"), "6": "" }),
                7 => person["email"] = "nowhere".into(),
                _ => {}
            }
            person
        })
        .collect()
}

fn book(world: &World) -> Vec<String> {
    let data = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let contacts = "SELECT * FROM contacts ORDER BY id";
    let members = "SELECT * FROM contact_list_members ORDER BY list_id, contact_id";
    [contacts, members].iter().flat_map(|rows| data.run(rows, &[]).unwrap()).map(|row| format!("{row:?}")).collect()
}

#[test]
fn s74_a_thousand_contacts_are_added_in_chunks_and_are_what_they_would_be_one_by_one() {
    for (list, update) in [(false, false), (false, true), (true, false), (true, true)] {
        let [at_once, one_by_one] = [World::new(), World::new()];
        let mut answers = Vec::new();
        for (world, most) in [(&at_once, 1000), (&one_by_one, 1)] {
            let refuse = "INSERT INTO suppressions (address, status, at) VALUES ('p7@mail.example', 'optout', 1)";
            world.database(&ActorId::Team(people::NORTHWIND.to_owned())).run(refuse, &[]).unwrap();
            let path = match list {
                true => {
                    let made = world.post("owner", "/v3/contact_lists", json!({ "name": "All" })).ok();
                    format!("/v3/contact_lists/{}/contacts/bulk", made["id"].as_str().unwrap())
                }
                false => "/v3/contacts/bulk".to_owned(),
            };
            world.post("owner", "/v3/contacts", people(20)[2].clone()).ok();
            world.most();
            let mut answer: [Vec<Value>; 3] = Default::default();
            for some in people(1000).chunks(most) {
                let body = json!({ "contacts": some, "update_existing": update });
                let added = world.post("owner", &path, body).ok();
                for (all, name) in answer.iter_mut().zip(["succeeded", "existing", "invalids"]) {
                    all.extend(added[name].as_array().unwrap().iter().cloned());
                }
            }
            little(world);
            answers.push(answer);
        }
        assert_eq!(answers[0], answers[1], "list: {list}, update: {update}");
        assert_eq!(book(&at_once), book(&one_by_one), "list: {list}, update: {update}");
        assert!(answers[0].iter().take(1).all(|some| some.len() > 100));
    }
}

#[test]
fn s74_contacts_are_added_all_or_none_whenever_their_request_ends() {
    let world = World::new();
    let new = |number: usize| json!({ "first_name": "N", "last_name": "N", "email": format!("n{number}@new.example") });
    let people: Vec<Value> = (0..1000).map(new).collect();
    let total = || world.get("owner", "/v3/contacts?search=@new.example").ok()["total"].as_u64().unwrap();
    let underway = ChunkedRequest::begin(&world, "POST", "/v3/contacts/bulk", &json!({ "contacts": people }));
    let rows = underway.data.rows_but("grants");
    assert!(underway.step().is_none());
    assert_eq!(underway.data.rows_but("grants"), rows);
    underway.note();
    assert!(underway.left() > 3);
    assert_eq!((total(), underway.left()), (1000, 0));
    assert_eq!(underway.end().ok()["succeeded"].as_array().unwrap().len(), 1000);
    // A wrong one at the end leaves nothing of the others.
    let mut people: Vec<Value> = (1000..2000).map(new).collect();
    people[999]["first_name"] = json!(7);
    let rows = underway.data.rows_but("grants");
    world.post("owner", "/v3/contacts/bulk", json!({ "contacts": people })).fails(Error::BadBody);
    assert_eq!(underway.data.rows_but("grants"), rows);
    // Too many are refused before any is read: beside the first, three look at the body.
    let many = vec![json!({ "first_name": "", "last_name": "" }); 20_000];
    let (count, answer) = chunks(&world, || world.post("owner", "/v3/contacts/bulk", json!({ "contacts": many })));
    assert_eq!((answer.code(), count), ("1062".to_owned(), 4));
}

/// A message of the owner, below its collector.
fn invitation(world: &World) -> String {
    message(world, &collector(world, "email"), json!({ "type": "invite" }))
}

fn invited(count: usize) -> Value {
    json!({ "contacts": (0..count).map(|number| json!({ "email": format!("r{number}@new.example") })).collect::<Value>() })
}

#[test]
fn s74_ten_thousand_recipients_are_added_in_chunks_and_are_what_they_would_be_in_small_requests() {
    let mut reports = Vec::new();
    for most in [10_000, 100] {
        let world = World::new();
        let path = format!("{}/recipients", invitation(&world));
        let refuse = "INSERT INTO suppressions (address, status, at) VALUES ('r7@new.example', 'optout', 1)";
        world.database(&ActorId::Team(people::NORTHWIND.to_owned())).run(refuse, &[]).unwrap();
        for known in [json!({ "email": "r9000@new.example" }), json!({ "email": "R9000@new.example" })] {
            world.post("owner", &path, known).ok();
        }
        let person = json!({ "first_name": "Mia", "last_name": "Holt", "email": "R11@new.example" });
        let contact = world.post("owner", "/v3/contacts", person).ok();
        let mut people = invited(9_990)["contacts"].as_array().unwrap().clone();
        people[3000] = json!({ "email": "nowhere" });
        people[3001] = json!({ "email": "r42@new.example", "first_name": "again" });
        world.most();
        let before = world.chunks();
        let mut report: [Vec<Value>; 3] = Default::default();
        for some in people.chunks(most) {
            let added = world.post("owner", &format!("{path}/bulk"), json!({ "contacts": some })).ok();
            report[0].extend(added["succeeded"].as_array().unwrap().iter().map(|one| one["email"].clone()));
            let doubles = [&added["duplicate"], &added["existing"]];
            report[1].extend(doubles.into_iter().flat_map(|list| list.as_array().unwrap().clone()));
            let refused = [&added["opted_out"], &added["invalids"]];
            report[2].extend(refused.into_iter().flat_map(|list| list.as_array().unwrap().clone()));
        }
        assert!(world.chunks() - before > 40);
        little(&world);
        let rows = "SELECT address, contact_id, first_name, last_name, custom_fields, extra_fields, recipients.created,
                           message_recipients.status, recipients.collector_id = messages.collector_id AS same
                    FROM recipients
                    JOIN messages ON messages.id = recipients.message_id
                    JOIN message_recipients ON recipient_id = recipients.id
                    ORDER BY recipients.id DESC LIMIT 9986";
        let rows = world.database(&ActorId::Team(people::NORTHWIND.to_owned())).run(rows, &[]).unwrap();
        let rows: Vec<String> = rows.iter().map(|row| format!("{row:?}")).collect();
        assert!(rows.iter().any(|row| row.contains("Mia") && row.contains(contact["id"].as_str().unwrap())));
        reports.push((report, rows));
    }
    assert_eq!(reports[0].0[0].len(), 9_986);
    assert!(reports[0] == reports[1], "{:?}", reports.iter().map(|(report, _)| &report[1..]).collect::<Vec<_>>());
}

#[test]
fn s74_recipients_are_added_all_or_none_and_once_whenever_their_requests_end() {
    let world = World::new();
    let path = format!("{}/recipients", invitation(&world));
    let total = || world.get("owner", &path).ok()["total"].as_u64().unwrap();
    let underway = ChunkedRequest::begin(&world, "POST", &format!("{path}/bulk"), &invited(2000));
    for _ in 0..5 {
        assert!(underway.step().is_none());
    }
    assert_eq!(total(), 0);
    // The same request again, which ends first.
    let other = world.post("owner", &format!("{path}/bulk"), invited(1500)).ok();
    assert_eq!((other["succeeded"].as_array().unwrap().len(), total()), (1500, 1500));
    underway.note();
    assert!(underway.left() > 1);
    assert_eq!((total(), underway.left()), (2000, 0));
    let report = underway.end().ok();
    assert_eq!(report["existing"].as_array().unwrap().len(), 1500);
    let added = report["succeeded"].as_array().unwrap();
    assert_eq!(added.len(), 500);
    world.get("owner", &format!("{path}?per_page=1&page=2000")).ok();
    let one = added[499]["href"].as_str().unwrap();
    assert_eq!(world.get("owner", one).ok()["email"], "r1999@new.example");
    // Too many leave nothing of any.
    world.post("owner", &format!("{path}/bulk"), invited(10_001)).fails(Error::TooManyRecipients);
    assert_eq!(total(), 2000);
}

#[test]
fn s74_the_recipients_of_a_message_are_copied_in_chunks_and_those_who_want_no_mail_are_left_out() {
    let world = World::new();
    let path = invitation(&world);
    let fields = "y".repeat(500);
    let one = json!({ "email": "r0@new.example", "first_name": "Mia", "extra_fields": { "A": fields, "B": fields, "C": fields } });
    world.post("owner", &format!("{path}/recipients"), one).ok();
    let [collector, message] = [3, 5].map(|part| path.split('/').nth(part).unwrap().to_owned());
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4321)";
    let many = "INSERT INTO recipients (id, collector_id, message_id, address, first_name, last_name, custom_fields,
                                        extra_fields, created)
        SELECT id + i, collector_id, message_id, 'r' || i || '@new.example', first_name, last_name, custom_fields,
               extra_fields, created
        FROM recipients, n WHERE message_id = ? AND address = 'r0@new.example'";
    for statement in [many, "UPDATE sequences SET last = last + ? WHERE name = 'recipient'"] {
        let value = if statement == many { message.as_str().into() } else { 4321.into() };
        database.run(&format!("{}{statement}", if statement == many { numbers } else { "" }), &[value]).unwrap();
    }
    let refuse = "INSERT INTO suppressions (address, status, at) VALUES ('R99@new.example', 'bounced', 1)";
    database.run(refuse, &[]).unwrap();
    let copy = json!({ "from_collector_id": collector, "from_message_id": message, "include_recipients": true });
    world.most();
    let target = format!("/v3/collectors/{collector}/messages");
    let (count, copied) = chunks(&world, || world.post("owner", &target, copy.clone()).ok());
    assert!(count > 40, "{count}");
    let most = world.most();
    assert!(most.rows < 500 && most.bytes < 50_000, "{most:?}");
    let of = |message: &str| {
        let rows = "SELECT address, first_name, extra_fields, message_recipients.status, recipients.id AS id
            FROM recipients
            JOIN message_recipients ON message_recipients.message_id = recipients.message_id AND recipient_id = recipients.id
            WHERE recipients.message_id = ? ORDER BY recipients.id";
        database.run(rows, &[message.into()]).unwrap()
    };
    let rows = of(copied["id"].as_str().unwrap());
    let addresses: Vec<String> = rows.iter().map(|row| row.text("address")).collect();
    let expected = (0..=4321).filter(|number| *number != 99).map(|number| format!("r{number}@new.example"));
    assert!(addresses == expected.collect::<Vec<_>>(), "{addresses:?}");
    let last = rows.last().unwrap();
    assert_eq!((last.text("first_name"), last.text("status")), ("Mia".to_owned(), "not_sent".to_owned()));
    assert!(last.text("extra_fields").contains(&fields));
    let later = json!({ "email": "later@new.example" });
    let later = world.post("owner", &format!("{path}/recipients"), later).ok();
    assert!(later["id"].as_str().unwrap() > last.text("id").as_str(), "no id is assigned again");
}

#[test]
fn s74_a_contact_list_is_copied_merged_and_deleted_in_chunks() {
    let world = World::new();
    let list = |body: Value| world.post("owner", "/v3/contact_lists", body).ok()["id"].as_str().unwrap().to_owned();
    let [from, to] = [list(json!({ "name": "From" })), list(json!({ "name": "To" }))];
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)";
    for sql in [
        format!("{numbers} INSERT INTO contact_list_members SELECT '{from}', 'c' || i FROM n"),
        format!("{numbers} INSERT INTO contact_list_members SELECT '{to}', 'c' || (i * 2) FROM n"),
    ] {
        database.run(&sql, &[]).unwrap();
    }
    let members = |list: &str| {
        let sql = format!("SELECT contact_id FROM contact_list_members WHERE list_id = '{list}' ORDER BY contact_id");
        database.run(&sql, &[]).unwrap().iter().map(|row| row.text("contact_id")).collect::<Vec<_>>()
    };
    let path = |list: &str| format!("/v3/contact_lists/{list}");
    world.most();
    let (count, copy) = chunks(&world, || world.post("owner", &format!("{}/copy", path(&from)), json!({})).ok());
    assert!(count > 4, "{count}");
    let copy = copy["id"].as_str().unwrap();
    assert_eq!(members(copy), members(&from));
    world.most();
    let merge = json!({ "list_id": from });
    let (count, _) = chunks(&world, || world.post("owner", &format!("{}/merge", path(&to)), merge).ok());
    assert!(count > 4, "{count}");
    little(&world);
    assert_eq!(members(&to).len(), 6000);
    world.post("owner", &format!("{}/merge", path(&to)), json!({ "list_id": to })).ok();
    assert_eq!((members(&to).len(), members(&from).len()), (6000, 4000));
    world.most();
    let (count, _) = chunks(&world, || world.delete("owner", &path(&to)).ok());
    assert!(count > 6, "{count}");
    little(&world);
    assert_eq!((members(&to).len(), members(copy).len()), (0, 4000));
}

#[test]
fn a_message_that_comes_due_meanwhile_reaches_the_recipients_that_are_not_written_yet() {
    let world = World::new();
    let path = message(&world, &collector(&world, "email"), json!({ "type": "invite" }));
    let date = world.now().saturating_add(PATIENCE / 2);
    world.post("owner", &format!("{path}/recipients"), json!({ "email": "first@mail.example" })).ok();
    world.post("owner", &format!("{path}/send"), json!({ "scheduled_date": date.with_offset().0 })).ok();
    let underway = ChunkedRequest::begin(&world, "POST", &format!("{path}/recipients/bulk"), &invited(1500));
    underway.note();
    assert!(underway.left() > 0);
    world.pass(PATIENCE / 2);
    world.wake_all();
    assert_eq!(world.get("owner", &format!("{path}/stats")).ok()["mail_status"]["sent"], 1501);
}

#[test]
fn a_list_that_is_deleted_meanwhile_removes_no_one_of_the_next_one() {
    let world = World::new();
    let list = |name: &str, count: usize| {
        let list = world.post("owner", "/v3/contact_lists", json!({ "name": name })).ok()["id"].clone();
        let person =
            |number| json!({ "first_name": "A", "last_name": "B", "email": format!("{name}{number}@new.example") });
        let people = json!({ "contacts": (0..count).map(person).collect::<Value>() });
        world.post("owner", &format!("/v3/contact_lists/{}/contacts/bulk", list.as_str().unwrap()), people).ok();
        list
    };
    let [second, first] = [list("second", 3), list("first", 700)];
    let path = format!("{}/recipients/bulk", invitation(&world));
    let underway = ChunkedRequest::begin(&world, "POST", &path, &json!({ "contact_list_ids": [first, second] }));
    assert!(underway.step().is_none());
    world.delete("owner", &format!("/v3/contact_lists/{}", first.as_str().unwrap())).ok();
    let report = underway.end().ok();
    assert_eq!(report["invalids"], json!([first]));
    assert_eq!(report["succeeded"].as_array().unwrap().len(), 500 + 3);
}

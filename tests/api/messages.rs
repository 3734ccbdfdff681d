//! Messages: written, changed, copied, sent, and what their recipients read.

use crate::support::messages::{at_team, collector, invite, mails, message, respond, send, sent, step};
use crate::support::people;
use crate::support::people::OLIVIA;
use crate::support::surveys::BICYCLES;
use crate::support::{Answered, World, surveys};
use canvass::service::actor::protocol::ActorId;
use canvass::service::mail::outbox;
use canvass::service::mail::outbox::MailKind;
use canvass::service::store::sql::Sql;
use canvass::service::store::sql::Value as Stored;
use canvass::service::surveys::link::RespondentLink;
use canvass::spec::errors::Error;
use canvass::wire::dates::DAY;
use serde_json::{Value, json};

const FOUR: &str = "[SurveyLink] [OptOutLink] [PrivacyLink] [FooterLink]";

#[track_caller]
fn refused(world: &World, target: &str, body: Value, code: &str, word: &str) {
    let answer = world.post("owner", target, body);
    assert_eq!(answer.code(), code, "{}", answer.body());
    let message = answer.body()["error"]["message"].as_str().unwrap().to_owned();
    assert!(message.contains(word), "{message}");
}

#[test]
fn a_message_has_defaults_and_is_not_sent() {
    let world = World::new();
    let email = collector(&world, "email");
    let answer = world.post("owner", &format!("{email}/messages"), json!({ "type": "invite" }));
    assert_eq!(answer.status, 201);
    let made = answer.ok();
    assert_eq!((&made["status"], &made["subject"]), (&json!("not_sent"), &json!("We want your opinion")));
    assert_eq!((&made["recipient_status"], &made["scheduled_date"]), (&Value::Null, &Value::Null));
    assert_eq!((&made["is_scheduled"], &made["is_branding_enabled"]), (&json!(false), &json!(true)));
    for placeholder in FOUR.split(' ') {
        assert!(made["body"].as_str().unwrap().contains(placeholder), "{placeholder}");
    }
    let path = format!("{email}/messages/{}", made["id"].as_str().unwrap());
    assert!(made["href"].as_str().unwrap().ends_with(&path));
    assert_eq!(world.get("owner", &path).ok(), made);
    let list = world.get("owner", &format!("{email}/messages")).ok();
    assert_eq!(list["total"], 1);
    assert_eq!(list["data"][0].as_object().unwrap().len(), 5, "id, status, type, subject and href");
    world.get("owner", &path.replace(&email, &collector(&world, "email"))).fails(Error::NotFound);
}

#[test]
fn reminders_and_thanks_go_to_those_who_came_so_far() {
    let world = World::new();
    let email = collector(&world, "email");
    let messages = format!("{email}/messages");
    for (kind, status, expected) in [
        ("reminder", None, "has_not_responded"),
        ("reminder", Some("partially_responded"), "partially_responded"),
        ("thank_you", None, "completed"),
        ("thank_you", Some("responded"), "responded"),
        ("thank_you", Some("partially_responded"), "partially_responded"),
    ] {
        let made = world.post("owner", &messages, json!({ "type": kind, "recipient_status": status })).ok();
        assert_eq!(made["recipient_status"], expected);
    }
    for (kind, status) in
        [("reminder", "completed"), ("thank_you", "has_not_responded"), ("invite", "completed"), ("invite", "nobody")]
    {
        let body = json!({ "type": kind, "recipient_status": status });
        refused(&world, &messages, body, "1002", "`recipient_status`");
    }
}

#[test]
fn each_kind_of_collector_has_its_kinds_of_messages() {
    let world = World::new();
    let [email, sms, link] = ["email", "sms", "weblink"].map(|kind| format!("{}/messages", collector(&world, kind)));
    refused(&world, &email, json!({}), "1002", "`type`");
    refused(&world, &email, json!({ "type": "sms" }), "1002", "`type`");
    refused(&world, &sms, json!({ "type": "invite" }), "1002", "`type`");
    refused(&world, &sms, json!({ "type": "sms", "subject": "x" }), "1002", "`subject`");
    refused(&world, &link, json!({ "type": "invite" }), "1025", "email and sms");
    let made = world.post("owner", &sms, json!({ "type": "sms", "body_text": "Tell us!" })).ok();
    assert!(made.get("subject").is_none());
    assert_eq!(made["body"], "Tell us!", "no placeholder is compulsory");
}

#[test]
fn a_mail_must_contain_the_four_placeholders_and_html_wins_over_text() {
    let world = World::new();
    let messages = format!("{}/messages", collector(&world, "email"));
    for missing in FOUR.split(' ') {
        for field in ["body_text", "body_html"] {
            let body = json!({ "type": "invite", field: FOUR.replace(missing, "") });
            refused(&world, &messages, body.clone(), "1002", missing);
            refused(&world, &messages, body, "1002", &format!("`{field}`"));
        }
    }
    refused(&world, &messages, json!({ "type": "invite", "body_text": "" }), "1002", "`body_text`");
    for subject in ["", "two\nlines", "a\r\nBcc: x@y.example"] {
        refused(&world, &messages, json!({ "type": "invite", "subject": subject }), "1002", "`subject`");
    }
    let html = format!("<p>{FOUR}</p>");
    let both = json!({ "type": "invite", "body_text": FOUR, "body_html": html });
    assert_eq!(world.post("owner", &messages, both).ok()["body"], html);
    let text = json!({ "type": "invite", "body_text": FOUR, "subject": "Hi" });
    let made = world.post("owner", &messages, text).ok();
    assert_eq!((&made["body"], &made["subject"]), (&json!(FOUR), &json!("Hi")));
}

#[test]
fn a_text_has_100_000_bytes_at_most_and_a_subject_500_characters() {
    let world = World::new();
    let path = message(&world, &collector(&world, "email"), json!({ "type": "invite" }));
    let messages = path.rsplit_once('/').unwrap().0.to_owned();
    for field in ["body_text", "body_html"] {
        let of = |bytes: usize| format!("{FOUR}{}", "é".repeat((bytes - FOUR.len()) / 2));
        let most = of(100_000);
        assert_eq!(most.len(), 100_000);
        let longer = json!({ "type": "invite", field: format!("{most}x") });
        refused(&world, &messages, longer.clone(), "1002", &format!("`{field}`"));
        world.patch("owner", &path, json!({ field: longer[field] })).fails(Error::BadBody);
        assert_eq!(world.patch("owner", &path, json!({ field: most })).ok()["body"], json!(most));
    }
    refused(&world, &messages, json!({ "type": "invite", "subject": "é".repeat(501) }), "1002", "`subject`");
    world.post("owner", &messages, json!({ "type": "invite", "subject": "é".repeat(500) })).ok();
}

#[test]
fn a_patch_changes_what_it_names_and_a_put_brings_the_defaults_back() {
    let world = World::new();
    let email = collector(&world, "email");
    let path = message(&world, &email, json!({ "type": "reminder", "subject": "Hi", "body_text": FOUR }));
    let patched = world
        .patch("owner", &path, json!({ "recipient_status": "partially_responded", "is_branding_enabled": false }))
        .ok();
    assert_eq!((&patched["subject"], &patched["body"]), (&json!("Hi"), &json!(FOUR)));
    assert_eq!(patched["recipient_status"], "partially_responded");
    assert_eq!(patched["is_branding_enabled"], false);
    world.patch("owner", &path, json!({ "body_text": "x" })).fails(Error::BadBody);
    let put = world.put("owner", &path, json!({ "subject": "New" })).ok();
    assert_eq!((&put["subject"], &put["recipient_status"]), (&json!("New"), &json!("has_not_responded")));
    assert!(put["body"].as_str().unwrap().contains("<p>"));
    assert_eq!(put["is_branding_enabled"], true);
    assert_eq!(world.delete("owner", &path).ok()["id"], put["id"]);
    world.get("owner", &path).fails(Error::NotFound);
}

#[test]
fn what_was_read_of_a_message_can_be_sent_back_and_a_text_of_unknown_format_is_refused() {
    let world = World::new();
    let [email, sms] = ["email", "sms"].map(|kind| collector(&world, kind));
    let html = format!("<p>Dear [FirstName]</p> {FOUR}");
    for (collector, body) in [
        (&email, json!({ "type": "invite", "body_html": html, "subject": "Hi", "embed_first_question": false })),
        (&email, json!({ "type": "invite", "body_text": FOUR, "is_branding_enabled": false })),
        (&email, json!({ "type": "thank_you", "recipient_status": "responded" })),
        (&sms, json!({ "type": "sms", "body_text": "Tell us!" })),
    ] {
        let path = message(&world, collector, body);
        let seen = world.get("owner", &path).ok();
        let id = path.rsplit('/').next().unwrap();
        let stored = || {
            let sql = "SELECT body, is_html FROM messages WHERE id = ?";
            at_team(&world, |ground| {
                let row = ground.sql.run(sql, &[Stored::from(id)]).unwrap().remove(0);
                (row.text("body"), row.boolean("is_html"))
            })
        };
        let before = stored();
        assert_eq!(world.put("owner", &path, seen.clone()).ok(), seen);
        assert_eq!(world.patch("owner", &path, seen.clone()).ok(), seen);
        assert_eq!(stored(), before, "the text is still HTML or not");
        let mut other = seen.clone();
        other["body"] = json!(format!("More {FOUR}"));
        for answer in [world.put("owner", &path, other.clone()), world.patch("owner", &path, other.clone())] {
            let text = answer.body()["error"]["message"].as_str().unwrap().to_owned();
            assert!(answer.code() == "1002" && text.contains("`body`") && text.contains("`body_html`"), "{text}");
        }
        other["body_text"] = other["body"].clone();
        assert_eq!(world.put("owner", &path, other.clone()).ok()["body"], other["body"]);
        let mut changed = world.get("owner", &path).ok();
        changed["body_text"] = json!(FOUR);
        assert_eq!(world.put("owner", &path, changed).ok()["body"], FOUR, "a new text wins over the read one");
    }
    let messages = format!("{email}/messages");
    let default = world.post("owner", &messages, json!({ "type": "invite" })).ok()["body"].clone();
    world.post("owner", &messages, json!({ "type": "invite", "body": default })).ok();
    world.post("owner", &messages, json!({ "type": "invite", "body": FOUR, "body_text": FOUR })).ok();
    refused(&world, &messages, json!({ "type": "invite", "body": FOUR }), "1002", "`body`");
}

#[test]
fn a_copy_has_the_same_text_and_on_request_the_recipients() {
    let world = World::new();
    let email = collector(&world, "email");
    let path = message(&world, &email, json!({ "type": "invite", "subject": "Hi", "body_text": FOUR }));
    invite(&world, &path, &["a@mail.example", "b@mail.example"]);
    let ids = |path: &str| -> Vec<String> { path.split('/').map(str::to_owned).collect() };
    let (from_collector, from_message) = (ids(&path)[3].clone(), ids(&path)[5].clone());
    let other = collector(&world, "email");
    let body = json!({ "from_collector_id": from_collector, "from_message_id": from_message });
    let copy = message(&world, &other, body.clone());
    let seen = world.get("owner", &copy).ok();
    assert_eq!((&seen["subject"], &seen["body"], &seen["status"]), (&json!("Hi"), &json!(FOUR), &json!("not_sent")));
    assert_eq!(world.get("owner", &format!("{copy}/recipients")).ok()["total"], 0);
    let mut with = body;
    with["include_recipients"] = json!(true);
    let copy = message(&world, &other, with);
    let list = world.get("owner", &format!("{copy}/recipients")).ok();
    assert_eq!((&list["total"], &list["data"][0]["email"]), (&json!(2), &json!("a@mail.example")));
    let messages = format!("{other}/messages");
    refused(&world, &messages, json!({ "from_message_id": from_message }), "1002", "`from_collector_id`");
    refused(&world, &messages, json!({ "from_collector_id": from_collector }), "1002", "`from_message_id`");
    let unknown = json!({ "from_collector_id": from_collector, "from_message_id": "1" });
    refused(&world, &messages, unknown, "1020", "`from_message_id`");
    for (member, value) in [
        ("type", json!("reminder")),
        ("recipient_status", json!("has_not_responded")),
        ("subject", json!("Last chance")),
        ("body_text", json!(FOUR)),
        ("body_html", json!(FOUR)),
        ("body", json!(FOUR)),
        ("is_branding_enabled", json!(false)),
        ("embed_first_question", json!(true)),
    ] {
        let mut body = json!({ "from_collector_id": from_collector, "from_message_id": from_message });
        body[member] = value;
        refused(&world, &messages, body, "1002", &format!("`{member}`"));
    }
    message(
        &world,
        &other,
        json!({ "from_collector_id": from_collector, "from_message_id": from_message, "type": "invite" }),
    );
    let sms = format!("{}/messages", collector(&world, "sms"));
    let body = json!({ "from_collector_id": from_collector, "from_message_id": from_message });
    refused(&world, &sms, body, "1002", "`type`");
}

#[test]
fn a_message_needs_a_recipient_and_a_verified_sender() {
    let world = World::new();
    let path = message(&world, &collector(&world, "email"), json!({ "type": "invite" }));
    refused(&world, &format!("{path}/send"), json!({}), "1059", "recipient");
    invite(&world, &path, &["a@mail.example"]);
    let verify = |verified: bool| {
        at_team(&world, |ground| {
            let sql = &format!("UPDATE users SET email_verified = ? WHERE id = '{OLIVIA}'");
            ground.sql.run(sql, &[Stored::from(verified)]).unwrap();
        });
    };
    verify(false);
    world.post("owner", &format!("{path}/send"), json!({})).fails(Error::EmailUnverified);
    verify(true);
    assert_eq!(world.post("owner", &format!("{path}/send"), json!({})).status, 200);
}

#[test]
fn invitations_come_from_a_verified_address_of_the_team() {
    let world = World::new();
    let email = collector(&world, "email");
    let from = |sender: &str| drop(world.patch("owner", &email, json!({ "sender_email": sender })).ok());
    let path = message(&world, &email, json!({ "type": "invite" }));
    invite(&world, &path, &["a@mail.example"]);
    for sender in ["boss@bank.example", "petra@northwind.example"] {
        from(sender);
        for body in [json!({}), json!({ "scheduled_date": "2026-03-01T00:00:00+00:00" })] {
            refused(&world, &format!("{path}/send"), body, "1058", "`sender_email`");
        }
    }
    from("Rosa@northwind.example");
    world.post("owner", &format!("{path}/send"), json!({})).ok();
    sent(&world);
    assert_eq!(mails(&world)[0].from, "Rosa@northwind.example");
}

#[test]
fn a_message_whose_sender_is_not_verified_when_its_date_comes_is_not_sent_and_has_no_date_any_more() {
    let world = World::new();
    let email = collector(&world, "email");
    let path = message(&world, &email, json!({ "type": "invite" }));
    invite(&world, &path, &["a@mail.example"]);
    world.post("owner", &format!("{path}/send"), json!({ "scheduled_date": "2026-03-01T00:00:00+00:00" })).ok();
    world.patch("owner", &email, json!({ "sender_email": "boss@bank.example" })).ok();
    world.pass(60 * DAY);
    assert_eq!((step(&world), step(&world)), (1, 0));
    let kept = world.get("owner", &path).ok();
    assert_eq!((&kept["status"], &kept["is_scheduled"]), (&json!("not_sent"), &json!(false)));
    let written = mails(&world);
    assert_eq!(written.iter().map(|mail| mail.to.as_str()).collect::<Vec<_>>(), ["olivia@northwind.example"]);
    for part in ["\"We want your opinion\"", "boss@bank.example", "was not sent"] {
        assert!(written[0].text.contains(part), "{part}: {}", written[0].text);
    }
    refused(&world, &format!("{path}/send"), json!({}), "1058", "`sender_email`");
    world.patch("owner", &email, json!({ "sender_email": "olivia@northwind.example" })).ok();
    world.post("owner", &format!("{path}/send"), json!({})).ok();
    sent(&world);
    assert_eq!(mails(&world).len(), 2);
    assert_eq!(mails(&world)[1].to, "a@mail.example");
}

#[test]
fn a_sender_that_changes_while_a_message_is_sent_writes_to_no_one_under_an_address_that_is_not_verified() {
    let world = World::new();
    let email = collector(&world, "email");
    let path = message(&world, &email, json!({ "type": "invite" }));
    let many: Vec<String> = (0..120).map(|number| format!("p{number}@mail.example")).collect();
    invite(&world, &path, &many.iter().map(String::as_str).collect::<Vec<_>>());
    world.post("owner", &format!("{path}/send"), json!({})).ok();
    step(&world);
    assert_eq!(mails(&world).len(), 100);
    world.patch("owner", &email, json!({ "sender_email": "boss@bank.example" })).ok();
    step(&world);
    assert_eq!(mails(&world).len(), 100);
    assert_eq!(world.get("owner", &path).ok()["status"], "sent");
    let stats = world.get("owner", &format!("{path}/stats")).ok();
    assert_eq!((&stats["mail_status"]["sent"], &stats["mail_status"]["not_sent"]), (&json!(100), &json!(20)));
}

#[test]
fn the_answer_to_sending_names_the_mails_by_ids_of_their_own() {
    let world = World::new();
    let path = message(&world, &collector(&world, "email"), json!({ "type": "invite" }));
    let added = invite(&world, &path, &["a@mail.example", "b@mail.example"]);
    let ids = |list: &Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|id| id.as_str().unwrap().to_owned()).collect()
    };
    let recipients = ids(&added["succeeded"].as_array().unwrap().iter().map(|one| one["id"].clone()).collect());
    let later = json!({ "scheduled_date": "2026-03-01T00:00:00+00:00" });
    let planned = ids(&world.post("owner", &format!("{path}/send"), later).ok()["recipients"]);
    assert_eq!(planned.len(), 2);
    assert_ne!(planned[0], planned[1]);
    for id in &planned {
        assert!(!recipients.contains(id) && id.len() == 16 && id.bytes().all(|byte| byte.is_ascii_digit()), "{id}");
    }
    let sent = ids(&world.post("owner", &format!("{path}/send"), json!({})).ok()["recipients"]);
    assert_eq!(sent, planned, "the same mails have the same ids");
}

#[test]
fn sending_goes_from_not_sent_over_processing_to_sent() {
    let world = World::new();
    let email = collector(&world, "email");
    let path = message(&world, &email, json!({ "type": "invite", "subject": "Hi", "body_text": FOUR }));
    invite(&world, &path, &["a@mail.example", "b@mail.example"]);
    let answer = world.post("owner", &format!("{path}/send"), json!({})).ok();
    assert_eq!((&answer["is_scheduled"], &answer["type"]), (&json!(true), &json!("invite")));
    assert_eq!(answer["scheduled_date"], world.now().with_microseconds().0);
    assert_eq!((&answer["subject"], &answer["body"]), (&json!("Hi"), &json!(FOUR)));
    assert_eq!(answer["recipient_status"], Value::Null);
    let message = |field: &str| world.get("owner", &path).ok()[field].clone();
    let mail = || world.get("owner", &format!("{path}/recipients?include=mail_status")).ok()["data"][0].clone();
    assert_eq!((message("status"), mail()["mail_status"].clone()), (json!("processing"), json!("processing")));
    assert_eq!(world.delete("owner", &path).error(), Some(Error::Conflict), "it is under way");
    assert_eq!(world.get("owner", &email).ok()["status"], "new");
    assert!(mails(&world).is_empty());
    sent(&world);
    assert_eq!((message("status"), mail()["mail_status"].clone()), (json!("sent"), json!("sent")));
    assert_eq!((message("is_scheduled"), message("scheduled_date")), (json!(true), json!(world.now().with_offset().0)));
    assert_eq!(world.get("owner", &email).ok()["status"], "open", "it was sent");
    assert_eq!(mails(&world).len(), 2);
    assert_eq!(step(&world), 0, "nothing is left on the agenda");
}

#[test]
fn what_was_sent_cannot_be_changed_nor_sent_again() {
    let world = World::new();
    let path = message(&world, &collector(&world, "email"), json!({ "type": "invite" }));
    invite(&world, &path, &["a@mail.example"]);
    send(&world, &path);
    world.patch("owner", &path, json!({ "subject": "x" })).fails(Error::Conflict);
    world.put("owner", &path, json!({})).fails(Error::Conflict);
    world.post("owner", &format!("{path}/send"), json!({})).fails(Error::Conflict);
    let more = json!({ "email": "b@mail.example" });
    world.post("owner", &format!("{path}/recipients"), more).fails(Error::Conflict);
    let more = json!({ "contacts": [{ "email": "b@mail.example" }] });
    world.post("owner", &format!("{path}/recipients/bulk"), more).fails(Error::Conflict);
    assert_eq!(mails(&world).len(), 1);
}

#[test]
fn a_scheduled_message_waits_for_its_date_and_can_be_moved() {
    let world = World::new();
    let path = message(&world, &collector(&world, "email"), json!({ "type": "invite" }));
    invite(&world, &path, &["a@mail.example"]);
    refused(&world, &format!("{path}/send"), json!({ "scheduled_date": "soon" }), "1002", "`scheduled_date`");
    let later = |days: i64| json!({ "scheduled_date": world.now().saturating_add(days * DAY).with_offset().0 });
    world.post("owner", &format!("{path}/send"), later(1)).ok();
    let seen = world.get("owner", &path).ok();
    assert_eq!((&seen["status"], &seen["is_scheduled"]), (&json!("not_sent"), &json!(true)));
    world.patch("owner", &path, json!({ "subject": "Changed" })).ok();
    world.post("owner", &format!("{path}/send"), later(2)).ok();
    world.pass(DAY);
    sent(&world);
    assert!(mails(&world).is_empty(), "the date was moved");
    world.pass(DAY);
    sent(&world);
    assert_eq!(mails(&world)[0].subject, "Changed");
    assert_eq!(world.get("owner", &path).ok()["status"], "sent");
}

#[test]
fn a_scheduled_message_is_sent_while_its_confirmed_sender_waits_for_another_address() {
    let world = World::new();
    let email = collector(&world, "email");
    world.patch("owner", &email, json!({ "sender_email": "olivia@northwind.example" })).ok();
    let path = message(&world, &email, json!({ "type": "invite" }));
    invite(&world, &path, &["a@mail.example"]);
    let tomorrow = json!({ "scheduled_date": world.now().saturating_add(DAY).with_offset().0 });
    world.post("owner", &format!("{path}/send"), tomorrow).ok();
    let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let asks = "UPDATE users SET email = 'new@northwind.example', email_verified = 0 WHERE id = ?";
    team.run(asks, &[people::OLIVIA.into()]).unwrap();
    world.pass(DAY);
    sent(&world);
    assert_eq!((mails(&world).len(), &world.get("owner", &path).ok()["status"]), (1, &json!("sent")));
}

#[test]
fn a_deleted_message_or_collector_sends_nothing() {
    let world = World::new();
    let email = collector(&world, "email");
    let paths = [(); 2].map(|()| message(&world, &email, json!({ "type": "invite" })));
    for path in &paths {
        invite(&world, path, &["a@mail.example"]);
        let tomorrow = json!({ "scheduled_date": world.now().saturating_add(DAY).with_offset().0 });
        world.post("owner", &format!("{path}/send"), tomorrow).ok();
    }
    world.delete("owner", &paths[0]).ok();
    world.delete("owner", &email).ok();
    world.pass(2 * DAY);
    assert_eq!(step(&world), 0);
    assert!(mails(&world).is_empty());
    at_team(&world, |ground| {
        for table in ["messages", "recipients", "message_recipients", "message_sends"] {
            let sql = format!(
                "SELECT * FROM {table} WHERE {} NOT LIKE '43%'",
                match table {
                    "messages" | "recipients" => "collector_id",
                    _ => "message_id",
                }
            );
            let left = ground.sql.run(&sql, &[]).unwrap();
            let left: Vec<_> = left.iter().filter(|row| !row.text("message_id").starts_with('4')).collect();
            assert!(left.is_empty(), "{table}: {left:?}");
        }
    });
}

#[test]
fn no_one_is_invited_to_a_closed_collector() {
    let world = World::new();
    let email = collector(&world, "email");
    let path = message(&world, &email, json!({ "type": "invite" }));
    invite(&world, &path, &["a@mail.example"]);
    world.patch("owner", &email, json!({ "status": "closed" })).ok();
    refused(&world, &format!("{path}/send"), json!({}), "1025", "closed");
}

#[test]
fn an_invitation_whose_collector_is_closed_when_its_date_comes_is_not_sent_and_has_no_date_any_more() {
    let world = World::new();
    let [tomorrow, later] = [1, 2].map(|days| world.now().saturating_add(days * DAY).with_offset().0);
    for change in [json!({ "status": "closed" }), json!({ "close_date": tomorrow })] {
        let email = collector(&world, "email");
        let path = message(&world, &email, json!({ "type": "invite" }));
        invite(&world, &path, &["a@mail.example"]);
        world.post("owner", &format!("{path}/send"), json!({ "scheduled_date": later })).ok();
        world.patch("owner", &email, change).ok();
        world.pass(2 * DAY);
        assert_eq!((step(&world), step(&world)), (1, 0));
        let kept = world.get("owner", &path).ok();
        assert_eq!((&kept["status"], &kept["is_scheduled"]), (&json!("not_sent"), &json!(false)));
        refused(&world, &format!("{path}/send"), json!({}), "1025", "closed");
        world.pass(-2 * DAY);
    }
    assert!(mails(&world).is_empty());
}

#[test]
fn a_message_ends_where_it_is_when_its_collector_closes_or_its_plan_changes_while_it_is_sent() {
    let many: Vec<String> = (0..120).map(|number| format!("p{number}@mail.example")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    for closes in [true, false] {
        let world = World::new();
        let email = collector(&world, "email");
        let path = message(&world, &email, json!({ "type": "invite" }));
        invite(&world, &path, &many);
        world.post("owner", &format!("{path}/send"), json!({})).ok();
        step(&world);
        if closes {
            world.patch("owner", &email, json!({ "status": "closed" })).ok();
        } else {
            let plan = "UPDATE users SET plan = 'basic' WHERE id = ?";
            at_team(&world, |ground| drop(ground.sql.run(plan, &[Stored::from(OLIVIA)]).unwrap()));
        }
        assert_eq!((step(&world), step(&world)), (1, 0));
        assert_eq!(mails(&world).len(), 100);
        assert_eq!(world.get("owner", &path).ok()["status"], "sent");
        let stats = world.get("owner", &format!("{path}/stats")).ok();
        assert_eq!((&stats["mail_status"]["sent"], &stats["mail_status"]["not_sent"]), (&json!(100), &json!(20)));
        let counted = at_team(&world, |ground| {
            ground.sql.run("SELECT recipients FROM message_sends", &[]).unwrap()[0].count("recipients")
        });
        assert_eq!(counted, 100, "the others do not count for the day");
    }
}

#[test]
fn a_message_that_is_stopped_before_its_first_mail_can_be_sent_again() {
    let world = World::new();
    let email = collector(&world, "email");
    let path = message(&world, &email, json!({ "type": "invite" }));
    invite(&world, &path, &["a@mail.example"]);
    send(&world, &path);
    let another = message(&world, &email, json!({ "type": "invite" }));
    invite(&world, &another, &["b@mail.example"]);
    for path in [&another, &message(&world, &email, json!({ "type": "reminder" }))] {
        let before = mails(&world).len();
        world.post("owner", &format!("{path}/send"), json!({})).ok();
        world.patch("owner", &email, json!({ "status": "closed" })).ok();
        assert_eq!((step(&world), step(&world)), (1, 0));
        let kept = world.get("owner", path).ok();
        assert_eq!((&kept["status"], &kept["is_scheduled"]), (&json!("not_sent"), &json!(false)));
        world.patch("owner", &email, json!({ "status": "open" })).ok();
        send(&world, path);
        assert_eq!(world.get("owner", path).ok()["status"], "sent");
        assert!(mails(&world).len() > before);
    }
}

#[test]
fn thanks_that_were_scheduled_are_sent_for_a_closed_collector() {
    let world = World::new();
    let email = collector(&world, "email");
    let path = message(&world, &email, json!({ "type": "invite" }));
    let added = invite(&world, &path, &["a@mail.example"]);
    send(&world, &path);
    respond(&world, added["succeeded"][0]["id"].as_str().unwrap(), "completed");
    let thanks = message(&world, &email, json!({ "type": "thank_you" }));
    let tomorrow = json!({ "scheduled_date": world.now().saturating_add(DAY).with_offset().0 });
    world.post("owner", &format!("{thanks}/send"), tomorrow).ok();
    world.patch("owner", &email, json!({ "status": "closed" })).ok();
    world.pass(DAY);
    sent(&world);
    assert_eq!(world.get("owner", &thanks).ok()["status"], "sent");
    assert_eq!(mails(&world).len(), 2);
}

#[test]
fn a_choice_in_a_mail_is_filled_in_on_the_page_and_answers_nothing() {
    let world = World::new();
    let question = json!({ "headings": [{ "heading": "Well?" }], "family": "single_choice", "subtype": "vertical",
                           "answers": { "choices": [{ "text": "Yes" }, { "text": "No" }] } });
    let body = json!({ "title": "Asked", "pages": [{ "questions": [question] }] });
    let survey = world.post("owner", "/v3/surveys", body).ok()["id"].as_str().unwrap().to_owned();
    let made = world.post("owner", &format!("/v3/surveys/{survey}/collectors"), json!({ "type": "email" })).ok();
    let collector = format!("/v3/collectors/{}", made["id"].as_str().unwrap());
    let invitation = json!({ "type": "invite", "body_html": FOUR, "embed_first_question": true });
    let path = message(&world, &collector, invitation);
    invite(&world, &path, &["mia@mail.example"]);
    send(&world, &path);
    let html = mails(&world).remove(0).html.unwrap();
    let links: Vec<&str> = html.split("href=\"").skip(1).map(|rest| rest.split_once('"').unwrap().0).collect();
    let chosen = links.iter().filter(|link| link.contains("?q")).nth(1).unwrap();
    let (url, parameter) = chosen.split_once('?').unwrap();
    let target = format!("/r/{}?{parameter}", url.rsplit_once("/r/").unwrap().1);
    let page = world.call(world.request("GET", "", &target));
    let page = String::from_utf8(page.body).unwrap();
    let value = parameter.split_once('=').unwrap().1;
    assert!(page.contains(&format!("value=\"{value}\" checked")), "{chosen}: {page}");
    assert_eq!(page.matches(" checked").count(), 1);
    assert_eq!(world.get("owner", &format!("{collector}/responses")).ok()["total"], 0);
}

#[test]
fn a_mail_has_each_recipient_s_own_links_and_says_what_is_known_of_them() {
    let world = World::new();
    let body = "<p>[FirstName] [LastName] <[Email]> [CustomValue]/[CustomValue2]/[Shoe]</p>\
                <p><a href=\"[SurveyLink]\">Go</a> [OptOutLink] [PrivacyLink] [FooterLink] [Unknown]</p>";
    let path = message(
        &world,
        &collector(&world, "email"),
        json!({ "type": "invite", "subject": "For [FirstName]", "body_html": body, "is_branding_enabled": false }),
    );
    let person = json!({ "email": "mia@mail.example", "first_name": "<Mia>", "last_name": "[Email]",
                         "custom_fields": { "1": "one", "2": "two" }, "extra_fields": { "Shoe": "41" } });
    let added = world.post("owner", &format!("{path}/recipients"), person).ok();
    send(&world, &path);
    let mail = mails(&world).remove(0);
    assert_eq!((mail.kind, mail.to.as_str()), (MailKind::Invitation, "mia@mail.example"));
    assert_eq!((mail.from.as_str(), mail.subject.as_str()), ("olivia@northwind.example", "For <Mia>"));
    let link = added["survey_link"].as_str().unwrap();
    let key = link.rsplit_once("/r/").unwrap().1;
    let named = RespondentLink::parse_key(&world.service.config, key).unwrap();
    assert_eq!(json!(named.recipient), added["id"]);
    let html = mail.html.unwrap();
    assert!(html.contains("&lt;Mia&gt; [Email] "), "what is filled in is no markup and no placeholder: {html}");
    assert!(html.contains("one/two/41") && html.contains("[Unknown]"), "{html}");
    assert!(html.contains(&format!("<a href=\"{link}\">Go</a> {link}/opt-out {link}/privacy http")), "{html}");
    assert!(mail.text.contains("<Mia> [Email]"), "{}", mail.text);
    assert!(mail.text.contains(&format!("Go ({link}) {link}/opt-out")), "{}", mail.text);
    assert!(!mail.text.contains("Canvass"), "without branding");
    let header = |name: &str| mail.headers.iter().find(|(known, _)| known == name).unwrap().1.clone();
    assert_eq!(header("List-Unsubscribe"), format!("<{link}/opt-out>"));
    assert_eq!(header("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
}

#[test]
fn what_is_filled_into_a_url_is_encoded_for_it() {
    let world = World::new();
    let url = "https://shop.example/?name=[FirstName]&mail=[Email]";
    let body =
        format!("<p><a href=\"{url}\">[FirstName]</a> <a href=\"[SurveyLink]?c=[CustomValue]\">Go</a> {FOUR}</p>");
    let path = message(&world, &collector(&world, "email"), json!({ "type": "invite", "body_html": body }));
    let person =
        json!({ "email": "mia+x@mail.example", "first_name": "Mia & Bo #1", "custom_fields": { "1": "a=b&c" } });
    let added = world.post("owner", &format!("{path}/recipients"), person).ok();
    send(&world, &path);
    let mail = mails(&world).remove(0);
    let html = mail.html.unwrap();
    let filled = "https://shop.example/?name=Mia%20%26%20Bo%20%231&mail=mia%2Bx@mail.example";
    assert!(html.contains(&format!("<a href=\"{filled}\">Mia &amp; Bo #1</a>")), "{html}");
    let link = added["survey_link"].as_str().unwrap();
    assert!(html.contains(&format!("<a href=\"{link}?c=a%3Db%26c\">Go</a> {link} {link}/opt-out")), "{html}");
    assert!(mail.text.contains(&format!("Mia & Bo #1 ({filled}) Go ({link}?c=a%3Db%26c) {link} ")), "{}", mail.text);
}

#[test]
fn a_text_without_markup_is_sent_as_html_too() {
    let world = World::new();
    let text = format!("Dear <all>,\n{FOUR}");
    let path = message(&world, &collector(&world, "email"), json!({ "type": "invite", "body_text": text }));
    invite(&world, &path, &["a@mail.example"]);
    send(&world, &path);
    let mail = mails(&world).remove(0);
    assert!(mail.text.starts_with("Dear <all>,\nhttp"), "{}", mail.text);
    assert!(mail.text.contains("Canvass"), "with branding");
    let html = mail.html.unwrap();
    assert!(html.starts_with("<p>Dear &lt;all&gt;,<br>\n<a href=\"http"), "{html}");
}

#[test]
fn the_first_question_is_in_the_mail_on_request() {
    let world = World::new();
    let made =
        world.post("owner", &format!("/v3/surveys/{}/collectors", surveys::CSAT), json!({ "type": "email" })).ok();
    let collector = format!("/v3/collectors/{}", made["id"].as_str().unwrap());
    let path = message(&world, &collector, json!({ "type": "invite", "embed_first_question": true }));
    assert_eq!(world.get("owner", &path).ok()["embed_first_question"], true);
    invite(&world, &path, &["a@mail.example"]);
    send(&world, &path);
    let details = world.get("owner", &format!("/v3/surveys/{}/details", surveys::CSAT)).ok();
    let heading = details["pages"][0]["questions"][0]["headings"][0]["heading"].as_str().unwrap();
    assert!(mails(&world)[0].text.starts_with(heading), "{heading}: {}", mails(&world)[0].text);
    assert!(!mails(&world)[0].text.contains("[SurveyLink]"));
}

#[test]
fn the_first_question_and_the_name_of_the_service_are_within_the_body_of_a_document() {
    let world = World::new();
    let made =
        world.post("owner", &format!("/v3/surveys/{}/collectors", surveys::CSAT), json!({ "type": "email" })).ok();
    let collector = format!("/v3/collectors/{}", made["id"].as_str().unwrap());
    let html = format!("<!doctype html><html><body><p>{FOUR}</p></body></html>");
    let path =
        message(&world, &collector, json!({ "type": "invite", "embed_first_question": true, "body_html": html }));
    invite(&world, &path, &["a@mail.example"]);
    send(&world, &path);
    let html = mails(&world).remove(0).html.unwrap();
    assert!(html.starts_with("<!doctype html><html><body><p><strong>"), "{html}");
    assert!(html.ends_with("<p><small>Sent with Canvass.</small></p></body></html>"), "{html}");
}

#[test]
fn an_extra_field_is_filled_in_whatever_its_name_and_the_format_of_the_text() {
    let world = World::new();
    for (name, body) in [("body_text", "[Kid's R&D]"), ("body_html", "<p>[Kid's R&amp;D]</p>")] {
        let body = json!({ "type": "invite", name: format!("{body} {FOUR}") });
        let path = message(&world, &collector(&world, "email"), body);
        let person = json!({ "email": "mia@mail.example", "extra_fields": { "Kid's R&D": "Ann" } });
        world.post("owner", &format!("{path}/recipients"), person).ok();
        send(&world, &path);
        let mail = mails(&world).pop().unwrap();
        let html = mail.html.unwrap();
        assert!(html.starts_with("<p>Ann"), "{html}");
        assert!(mail.text.starts_with("Ann"), "{}", mail.text);
    }
}

#[test]
fn a_mail_cannot_hold_the_first_question_of_a_survey_that_asks_nothing() {
    let world = World::new();
    let survey = world.post("owner", "/v3/surveys", json!({})).ok()["id"].as_str().unwrap().to_owned();
    let made = world.post("owner", &format!("/v3/surveys/{survey}/collectors"), json!({ "type": "email" })).ok();
    let messages = format!("/v3/collectors/{}/messages", made["id"].as_str().unwrap());
    let body = json!({ "type": "invite", "embed_first_question": true });
    refused(&world, &messages, body, "1060", "`embed_first_question`");
    assert_eq!(world.get("owner", &messages).ok()["total"], 0);
    world.post("owner", &messages, json!({ "type": "invite", "embed_first_question": false })).ok();
}

#[test]
fn a_text_message_goes_to_a_phone_number_and_always_has_the_link() {
    let world = World::new();
    let sms = collector(&world, "sms");
    let path = message(&world, &sms, json!({ "type": "sms", "body_text": "Tell us!" }));
    refused(&world, &format!("{path}/recipients"), json!({ "email": "a@mail.example" }), "1002", "`phone_number`");
    let added = world.post("owner", &format!("{path}/recipients"), json!({ "phone_number": "+12175550142" })).ok();
    assert!(added.get("email").is_none());
    send(&world, &path);
    let mail = mails(&world).remove(0);
    assert_eq!((mail.kind, mail.to.as_str(), mail.html), (MailKind::Sms, "+12175550142", None));
    assert_eq!(mail.text, format!("Tell us! {}", added["survey_link"].as_str().unwrap()));
    let planned = at_team(&world, |ground| {
        ground.sql.run("SELECT subject FROM jobs WHERE kind = 'hand_over'", &[]).unwrap().len()
    });
    assert_eq!(planned, 0, "nobody hands text messages over");
}

#[test]
fn mails_wait_to_be_handed_over() {
    let world = World::new();
    let path = message(&world, &collector(&world, "email"), json!({ "type": "invite" }));
    invite(&world, &path, &["a@mail.example", "b@mail.example"]);
    send(&world, &path);
    let ids: Vec<String> = mails(&world).into_iter().map(|mail| mail.id).collect();
    at_team(&world, |ground| {
        let rows = ground.sql.run("SELECT subject FROM jobs WHERE kind = 'hand_over' ORDER BY subject", &[]).unwrap();
        assert_eq!(rows.iter().map(|row| row.text("subject")).collect::<Vec<_>>(), ids);
        outbox::mark_handed_over(ground, &ids[0]).unwrap();
        assert_eq!(outbox::load_mail(ground.sql, &ids[0]).unwrap().unwrap().handed_over, Some(ground.now));
    });
}

#[test]
fn many_mails_are_written_in_short_steps() {
    let world = World::new();
    let path = message(&world, &collector(&world, "email"), json!({ "type": "invite" }));
    let emails: Vec<String> = (0..250).map(|number| format!("p{number}@mail.example")).collect();
    invite(&world, &path, &emails.iter().map(String::as_str).collect::<Vec<_>>());
    world.post("owner", &format!("{path}/send"), json!({})).ok();
    for written in [100, 200] {
        step(&world);
        assert_eq!(mails(&world).len(), written);
        assert_eq!(world.get("owner", &path).ok()["status"], "processing");
    }
    step(&world);
    assert_eq!((mails(&world).len(), world.get("owner", &path).ok()["status"].clone()), (250, json!("sent")));
}

#[test]
fn reminders_reach_those_who_were_invited_and_did_not_answer() {
    let world = World::new();
    let email = collector(&world, "email");
    let first = message(&world, &email, json!({ "type": "invite" }));
    let added = invite(&world, &first, &["none@mail.example", "part@mail.example", "done@mail.example"]);
    let uninvited = message(&world, &email, json!({ "type": "invite" }));
    invite(&world, &uninvited, &["never@mail.example"]);
    let reminder = message(&world, &email, json!({ "type": "reminder" }));
    assert_eq!(
        world.post("owner", &format!("{reminder}/send"), json!({})).error(),
        Some(Error::NoRecipients),
        "nobody was invited yet"
    );
    send(&world, &first);
    for (place, status) in [(1, "partial"), (2, "completed")] {
        respond(&world, added["succeeded"][place]["id"].as_str().unwrap(), status);
    }
    let more = json!({ "email": "x@mail.example" });
    assert_eq!(
        world.post("owner", &format!("{reminder}/recipients"), more).error(),
        Some(Error::Conflict),
        "it finds its own"
    );
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    for (body, expected) in [
        (json!({ "type": "reminder" }), vec!["none@mail.example"]),
        (json!({ "type": "reminder", "recipient_status": "partially_responded" }), vec!["part@mail.example"]),
        (json!({ "type": "thank_you" }), vec!["done@mail.example"]),
        (
            json!({ "type": "thank_you", "recipient_status": "responded" }),
            vec!["part@mail.example", "done@mail.example"],
        ),
    ] {
        let before = mails(&world).len();
        let path = message(&world, &email, body);
        database.forget();
        let answer = send(&world, &path);
        let selecting =
            database.plans().into_iter().filter(|(statement, _)| statement.contains("AS own ON own.message"));
        assert_eq!(selecting.count(), 1, "the recipients are selected once");
        assert_eq!(answer["recipients"].as_array().unwrap().len(), expected.len());
        let reached: Vec<String> = mails(&world).split_off(before).into_iter().map(|mail| mail.to).collect();
        assert_eq!(reached, expected);
        let listed = world.get("owner", &format!("{path}/recipients?include=mail_status")).ok();
        assert_eq!(
            (&listed["data"][0]["email"], &listed["data"][0]["mail_status"]),
            (&json!(expected[0]), &json!("sent"))
        );
    }
}

#[test]
fn who_has_opted_out_or_bounced_in_the_meantime_is_passed_over() {
    let world = World::new();
    let path = message(&world, &collector(&world, "email"), json!({ "type": "invite" }));
    let added = invite(&world, &path, &["out@mail.example", "gone@mail.example", "fine@mail.example"]);
    let id = |place: usize| added["succeeded"][place]["id"].as_str().unwrap().to_owned();
    let elsewhere = message(&world, &collector(&world, "email"), json!({ "type": "invite" }));
    invite(&world, &elsewhere, &["OUT@mail.example"]);
    at_team(&world, |ground| {
        use canvass::service::surveys::recipients::{mark_bounced, record_opt_out};
        assert_eq!(record_opt_out(ground, &id(0)), Ok(true));
        assert_eq!(record_opt_out(ground, "1"), Ok(false));
        mark_bounced(ground, &id(1)).unwrap();
    });
    send(&world, &path);
    send(&world, &elsewhere);
    assert_eq!(mails(&world).iter().map(|mail| mail.to.as_str()).collect::<Vec<_>>(), ["fine@mail.example"]);
    let stats = world.get("owner", &format!("{path}/stats")).ok();
    let mail = &stats["mail_status"];
    assert_eq!(
        (&mail["sent"], &mail["not_sent"], &mail["opted_out"], &mail["bounced"]),
        (&json!(1), &json!(2), &json!(1), &json!(1))
    );
}

#[test]
fn stats_count_how_far_the_recipients_came() {
    use canvass::service::surveys::recipients::{mark_clicked, mark_opened, mark_responded};
    use canvass::spec::resources::responses::ResponseStatus::Partial;
    let world = World::new();
    let email = collector(&world, "email");
    let path = message(&world, &email, json!({ "type": "invite" }));
    let later = message(&world, &email, json!({ "type": "invite" }));
    let added = invite(&world, &path, &["a@mail.example", "b@mail.example", "c@mail.example", "d@mail.example"]);
    invite(&world, &later, &["e@mail.example"]);
    send(&world, &path);
    let id = |place: usize| added["succeeded"][place]["id"].as_str().unwrap().to_owned();
    respond(&world, &id(0), "completed");
    respond(&world, &id(1), "partial");
    at_team(&world, |ground| {
        mark_opened(ground, &id(2)).unwrap();
        mark_clicked(ground, &id(0)).unwrap();
        mark_responded(ground, &id(3), Partial).unwrap();
    });
    let of_message = world.get("owner", &format!("{path}/stats")).ok();
    assert_eq!(
        of_message,
        json!({
            "survey_response_status": { "completely_responded": 1, "not_responded": 1, "partially_responded": 2 },
            "mail_status": { "opened": 2, "opted_out": 0, "not_sent": 0, "sent": 4, "bounced": 0, "link_clicked": 1 },
            "recipients": 4,
        })
    );
    let of_collector = world.get("owner", &format!("{email}/stats")).ok();
    assert_eq!((&of_collector["recipients"], &of_collector["mail_status"]["not_sent"]), (&json!(5), &json!(1)));
    world.get("owner", "/v3/collectors/1/stats").fails(Error::NotFound);
}

#[test]
fn a_followed_link_counts_for_the_last_message_that_was_sent() {
    use canvass::service::surveys::recipients::mark_clicked;
    let world = World::new();
    let email = collector(&world, "email");
    let path = message(&world, &email, json!({ "type": "invite" }));
    let added = invite(&world, &path, &["a@mail.example", "b@mail.example"]);
    let click = |place: usize| {
        at_team(&world, |ground| mark_clicked(ground, added["succeeded"][place]["id"].as_str().unwrap()).unwrap());
    };
    let counts = |path: &str| {
        let stats = world.get("owner", &format!("{path}/stats")).ok();
        [&stats["mail_status"]["opened"], &stats["mail_status"]["link_clicked"]].map(|count| count.as_u64().unwrap())
    };
    send(&world, &path);
    click(0);
    assert_eq!(counts(&path), [1, 1]);
    world.pass(DAY);
    let reminder = message(&world, &email, json!({ "type": "reminder" }));
    click(0);
    assert_eq!(counts(&reminder), [0, 0], "it is not sent yet");
    send(&world, &reminder);
    assert_eq!((counts(&path), counts(&reminder)), ([1, 1], [0, 0]));
    for _ in 0..2 {
        click(0);
        click(1);
    }
    assert_eq!((counts(&path), counts(&reminder), counts(&email)), ([1, 1], [2, 2], [2, 2]));
}

#[test]
fn a_plan_allows_so_many_recipients_a_day() {
    let world = World::new();
    let survey = &format!("/v3/surveys/{BICYCLES}/collectors");
    let made = world.post("eu", survey, json!({ "type": "email" })).ok();
    let messages = format!("/v3/collectors/{}/messages", made["id"].as_str().unwrap());
    let path = |count: usize| {
        let message = world.post("eu", &messages, json!({ "type": "invite" })).ok();
        let path = format!("{messages}/{}", message["id"].as_str().unwrap());
        let contacts: Value = (0..count).map(|number| json!({ "email": format!("p{number}@mail.example") })).collect();
        world.post("eu", &format!("{path}/recipients/bulk"), json!({ "contacts": contacts })).ok();
        format!("{path}/send")
    };
    let (most, one) = (path(1999), path(1));
    world.post("eu", &most, json!({})).ok();
    world.post("eu", &one, json!({})).ok();
    let third = path(1);
    world.post("eu", &third, json!({})).fails(Error::ResourceLimit);
    let tomorrow = json!({ "scheduled_date": world.now().saturating_add(DAY).with_offset().0 });
    assert_eq!(world.post("eu", &third, tomorrow).status, 200, "the next day's");
    let large = path(4000);
    world.most();
    world.post("eu", &large, json!({})).fails(Error::ResourceLimit);
    let most = world.most();
    assert!(most.rows < 2100, "no more are read than the plan allows: {most:?}");
}

#[test]
fn what_a_message_has_not_sent_when_its_collector_or_survey_is_deleted_counts_for_no_day() {
    for is_survey in [false, true] {
        let world = World::new();
        let email = collector(&world, "email");
        let path = message(&world, &email, json!({ "type": "invite" }));
        let addresses: Vec<String> = (0..250).map(|number| format!("p{number}@mail.example")).collect();
        invite(&world, &path, &addresses.iter().map(String::as_str).collect::<Vec<_>>());
        let id = path.rsplit('/').next().unwrap();
        let counted = || {
            let sql = "SELECT recipients FROM message_sends WHERE message_id = ?";
            at_team(&world, |ground| ground.sql.run(sql, &[id.into()]).unwrap()[0].integer("recipients"))
        };
        world.post("owner", &format!("{path}/send"), json!({})).ok();
        assert_eq!(counted(), 250);
        step(&world);
        let deleted = if is_survey { format!("/v3/surveys/{}", surveys::EMPTY) } else { email };
        world.delete("owner", &deleted).ok();
        assert_eq!((mails(&world).len(), counted()), (100, 100));
        world.wake_all();
        assert_eq!((mails(&world).len(), counted()), (0, 100), "what waits is not sent, and counts all the same");
    }
}

#[test]
fn a_recipient_who_is_deleted_counts_for_the_day_of_the_mails_that_were_sent() {
    let world = World::new();
    let email = collector(&world, "email");
    let path = message(&world, &email, json!({ "type": "invite" }));
    let addresses: Vec<String> = (0..120).map(|number| format!("p{number}@mail.example")).collect();
    invite(&world, &path, &addresses.iter().map(String::as_str).collect::<Vec<_>>());
    let id = path.rsplit('/').next().unwrap();
    let counted = || {
        let sql = "SELECT recipients FROM message_sends WHERE message_id = ?";
        at_team(&world, |ground| ground.sql.run(sql, &[id.into()]).unwrap()[0].integer("recipients"))
    };
    let delete = |status: &str| {
        let recipient = at_team(&world, |ground| {
            let sql = "SELECT recipient_id FROM message_recipients WHERE message_id = ? AND status = ? LIMIT 1";
            ground.sql.run(sql, &[id.into(), status.into()]).unwrap()[0].text("recipient_id")
        });
        world.delete("owner", &format!("{email}/recipients/{recipient}")).ok();
        counted()
    };
    let tomorrow = json!({ "scheduled_date": world.now().saturating_add(DAY).with_offset().0 });
    world.post("owner", &format!("{path}/send"), tomorrow).ok();
    assert_eq!((counted(), delete("not_sent")), (120, 119), "not sent yet");
    world.pass(DAY);
    step(&world);
    assert_eq!((delete("processing"), delete("sent")), (118, 118));
    step(&world);
    assert_eq!((mails(&world).len(), counted()), (118, 118));
}

#[test]
fn what_a_plan_without_invitations_has_scheduled_is_not_sent_and_can_be_removed() {
    let world = World::new();
    let change_plan = |plan: &str| {
        at_team(&world, |ground| {
            let sql = &format!("UPDATE users SET plan = ? WHERE id = '{OLIVIA}'");
            ground.sql.run(sql, &[Stored::from(plan)]).unwrap();
        });
    };
    let scheduled = || {
        let email = collector(&world, "email");
        let path = message(&world, &email, json!({ "type": "invite" }));
        invite(&world, &path, &["a@mail.example", "b@mail.example"]);
        let tomorrow = json!({ "scheduled_date": world.now().saturating_add(DAY).with_offset().0 });
        world.post("owner", &format!("{path}/send"), tomorrow).ok();
        (email, path)
    };
    let (email, path) = scheduled();
    change_plan("basic");
    let recipients = world.get("owner", &format!("{email}/recipients")).ok();
    let recipient = format!("{email}/recipients/{}", recipients["data"][0]["id"].as_str().unwrap());
    for body in [json!({ "name": "x" }), json!({ "status": "open" }), json!({ "status": "closed", "name": "x" })] {
        world.patch("owner", &email, body).fails(Error::MissingPlan);
    }
    world.patch("owner", &path, json!({ "subject": "x" })).fails(Error::MissingPlan);
    for removed in [&recipient, &path] {
        world.delete("owner", removed).ok();
    }
    assert_eq!(world.patch("owner", &email, json!({ "status": "closed" })).ok()["status"], "closed");
    world.delete("owner", &email).ok();
    change_plan("advantage");
    let (_, path) = scheduled();
    change_plan("basic");
    world.pass(DAY);
    assert_eq!((step(&world), step(&world)), (1, 0));
    let kept = world.get("owner", &path).ok();
    assert_eq!((&kept["status"], &kept["is_scheduled"]), (&json!("not_sent"), &json!(false)));
    assert!(mails(&world).is_empty());
}

#[test]
fn responses_are_found_by_an_address_in_any_case() {
    let world = World::new();
    let email = collector(&world, "email");
    let path = message(&world, &email, json!({ "type": "invite" }));
    let invited = world.post("owner", &format!("{path}/recipients"), json!({ "email": "Jane@Acme.example" })).ok();
    world.post("owner", &format!("{email}/responses"), json!({ "recipient_id": invited["id"], "pages": [] })).ok();
    for address in ["Jane@Acme.example", "jane@acme.example"] {
        for list in ["responses", "responses/bulk"] {
            let found = world.get("owner", &format!("{email}/{list}?email={address}")).ok();
            assert_eq!(found["total"], 1, "{list} {address}");
        }
    }
    let invited = world.post("owner", &format!("{path}/recipients"), json!({ "email": "Jörg@Köln.example" })).ok();
    world.post("owner", &format!("{email}/responses"), json!({ "recipient_id": invited["id"], "pages": [] })).ok();
    for address in ["J%C3%96RG@k%C3%B6ln.example", "j%C3%B6rg@k%C3%B6ln.example"] {
        assert_eq!(world.get("owner", &format!("{email}/responses?email={address}")).ok()["total"], 1, "{address}");
    }
}

#[test]
fn messages_are_changed_by_those_who_may_change_the_collector() {
    let world = World::new();
    let path = message(&world, &collector(&world, "email"), json!({ "type": "invite" }));
    assert_eq!(world.get("regular", &path).error(), Some(Error::NotFound), "the survey is not shared");
    let made = world
        .post("regular", &format!("/v3/surveys/{}/collectors", surveys::EVERY_KIND), json!({ "type": "email" }))
        .ok();
    let messages = format!("/v3/collectors/{}/messages", made["id"].as_str().unwrap());
    assert_eq!(world.post("regular", &messages, json!({ "type": "invite" })).status, 201);
    world.post("regular_two", &messages, json!({ "type": "invite" })).fails(Error::NotFound);
}

#[test]
fn recipients_who_are_added_to_a_message_that_waits_count_for_its_day() {
    let world = World::new();
    let made = world.post("eu", &format!("/v3/surveys/{BICYCLES}/collectors"), json!({ "type": "email" })).ok();
    let collector = format!("/v3/collectors/{}", made["id"].as_str().unwrap());
    let made = world.post("eu", &format!("{collector}/messages"), json!({ "type": "invite" })).ok();
    let message = format!("{collector}/messages/{}", made["id"].as_str().unwrap());
    let add = |from: usize, to: usize| {
        let contacts: Value = (from..to).map(|number| json!({ "email": format!("p{number}@mail.example") })).collect();
        world.post("eu", &format!("{message}/recipients/bulk"), json!({ "contacts": contacts }))
    };
    let first = add(0, 1999).ok()["succeeded"][0]["id"].as_str().unwrap().to_owned();
    let tomorrow = json!({ "scheduled_date": world.now().saturating_add(DAY).with_offset().0 });
    world.post("eu", &format!("{message}/send"), tomorrow).ok();
    add(1999, 2001).fails(Error::ResourceLimit);
    assert_eq!(world.get("eu", &format!("{message}/recipients")).ok()["total"], 1999, "nobody was added");
    add(1999, 2000).ok();
    world
        .post("eu", &format!("{message}/recipients"), json!({ "email": "one@mail.example" }))
        .fails(Error::ResourceLimit);
    world.delete("eu", &format!("{collector}/recipients/{first}")).ok();
    assert_eq!(world.post("eu", &format!("{message}/recipients"), json!({ "email": "one@mail.example" })).status, 201);
}

#[test]
fn recipients_whom_another_user_adds_count_for_the_user_who_sends_the_message() {
    let world = World::new();
    at_team(&world, |team| team.sql.run("UPDATE users SET plan = 'standard'", &[]).unwrap());
    let survey = format!("/v3/surveys/{}/collectors", surveys::EVERY_KIND);
    let made = world.post("owner", &survey, json!({ "type": "email" })).ok();
    let messages = format!("/v3/collectors/{}/messages", made["id"].as_str().unwrap());
    let tomorrow = json!({ "scheduled_date": world.now().saturating_add(DAY).with_offset().0 });
    let add = |user: &str, message: &str, count: usize| {
        let contacts: Value = (0..count).map(|number| json!({ "email": format!("p{number}@mail.example") })).collect();
        world.post(user, &format!("{message}/recipients/bulk"), json!({ "contacts": contacts }))
    };
    let scheduled = |user: &str, count: usize| {
        let made = world.post(user, &messages, json!({ "type": "invite" })).ok();
        let message = format!("{messages}/{}", made["id"].as_str().unwrap());
        add(user, &message, count).ok();
        (world.post(user, &format!("{message}/send"), tomorrow.clone()), message)
    };
    let (sent, message) = scheduled("regular", 1999);
    sent.ok();
    let one = |address: &str| world.post("owner", &format!("{message}/recipients"), json!({ "email": address }));
    assert_eq!(one("one@mail.example").status, 201);
    let (of_sender, own) = (one("two@mail.example"), scheduled("regular", 1).0);
    for (answer, detail) in
        [(&of_sender, "The plan of the user who sends the message allows"), (&own, "The plan allows")]
    {
        assert!(answer.body().to_string().contains(detail), "{}", answer.body());
    }
    of_sender.fails(Error::ResourceLimit);
    own.fails(Error::ResourceLimit);
    assert_eq!(scheduled("owner", 2000).0.status, 200);
    scheduled("owner", 1).0.fails(Error::ResourceLimit);
}

#[test]
fn nothing_is_sent_for_an_account_that_is_deleted_until_it_is_restored() {
    let world = World::new();
    let email = collector(&world, "email");
    let path = message(&world, &email, json!({ "type": "invite" }));
    invite(&world, &path, &["mia@mail.example"]);
    let tomorrow = json!({ "scheduled_date": world.now().saturating_add(DAY).with_offset().0 });
    world.post("owner", &format!("{path}/send"), tomorrow).ok();
    let deleted = |at: Stored| {
        at_team(&world, |ground| {
            let id = world.person("owner")["user_id"].as_str().unwrap();
            ground.sql.run("UPDATE users SET deleted = ? WHERE id = ?", &[at, id.into()]).unwrap();
        });
    };
    deleted(world.now().into());
    world.pass(3 * DAY);
    world.wake_all();
    deleted(Stored::Null);
    assert_eq!(world.get("owner", &path).ok()["status"], "not_sent");
    deleted(world.now().into());
    world.wake_all();
    deleted(Stored::Null);
    world.pass(DAY);
    world.wake_all();
    assert_eq!(world.get("owner", &path).ok()["status"], "sent", "the account is restored");
}

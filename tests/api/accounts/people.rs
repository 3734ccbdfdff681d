//! People of the team: who may invite, withdraw and remove, and what becomes of whom.

use super::{Browser, between, shows, text};
use crate::support::people::{
    ANTON, MEMBER_ANTON, MEMBER_HANA, MEMBER_OLIVIA, MEMBER_RAVI, MEMBER_ROSA, NORTHWIND, OLIVIA, ROSA,
};
use crate::support::{Answered, surveys};
use canvass::service::actor::protocol::ActorId;
use canvass::service::store::sql::Sql;
use canvass::spec::errors::Error;
use canvass::wire::dates::DAY;
use serde_json::{Value, json};

pub fn invite(browser: &Browser, email: &str) -> String {
    browser.send_and_follow("/account/people/invite", &[("email", email), ("role", "regular")])
}

/// A column of the user with an address.
pub fn of(browser: &Browser, email: &str, column: &str) -> String {
    let sql = format!("SELECT {column} FROM users WHERE email = ?");
    let rows = browser.team(NORTHWIND).run(&sql, &[email.into()]).unwrap();
    rows.first().map(|row| row.text(column)).unwrap_or_default()
}

#[test]
fn an_administrator_invites_and_the_api_lists_a_pending_member() {
    for person in ["owner", "admin"] {
        let browser = Browser::of(person);
        let page = invite(&browser, " Ida@New.Example ");
        shows(&page, "The invitation is sent");
        shows(
            &page,
            "<strong>ida@new.example</strong> <em class=\"tag\">member</em> <em class=\"tag warn\">invited</em>",
        );
        let mails = browser.mails(NORTHWIND, "ida@new.example");
        shows(&mails[0], "invites you to Northwind Research");
        assert_eq!(browser.activities(NORTHWIND, "invite_created"), ["ida@new.example"]);
        let id = of(&browser, "ida@new.example", "member_id");
        let member = browser.world.get("owner", &format!("/v3/groups/{NORTHWIND}/members/{id}")).ok();
        assert_eq!((&member["status"], &member["type"]), (&"pending".into(), &"regular".into()));
        assert_eq!((&member["username"], &member["user_id"]), (&"ida@new.example".into(), &"".into()));
        shows(&text(&browser.sign_in_with("ida@new.example", "")), "do not match");
    }
}

#[test]
fn the_members_see_who_belongs_and_change_nothing() {
    let browser = Browser::of("regular");
    let page = text(&browser.open("/account/people"));
    shows(&page, "olivia@northwind.example");
    shows(&page, "5 of 25 seats");
    assert!(!page.contains("/account/people/invite") && !page.contains("/account/people/remove"));
    let petra = of(&browser, "petra@northwind.example", "member_id");
    for (act, field, value) in [
        ("invite", "email", "ida@new.example"),
        ("again", "member_id", &petra),
        ("withdraw", "member_id", &petra),
        ("remove", "member_id", MEMBER_RAVI),
    ] {
        let page = browser.send_and_follow(&format!("/account/people/{act}"), &[(field, value)]);
        shows(&page, "Only administrators");
    }
    assert_eq!(of(&browser, "ida@new.example", "id"), "");
    assert_eq!(of(&browser, "ravi@northwind.example", "member_status"), "active");
    shows(&text(&Browser::of("free").open("/account/people")), "You have no team");
    shows(&text(&Browser::new().open("/account/people")), "Sign in");
}

#[test]
fn an_invitation_needs_an_address_a_seat_and_a_confirmed_sender() {
    let browser = Browser::of("owner");
    shows(&invite(&browser, "nobody"), "not a valid e-mail address");
    shows(&invite(&browser, "rosa@northwind.example"), "belongs to a current or recent member");
    shows(&invite(&browser, "petra@northwind.example"), "belongs to a current or recent member");
    let team = browser.team(NORTHWIND);
    team.run("UPDATE team SET max_invites = 6", &[]).unwrap();
    shows(&invite(&browser, "one@new.example"), "is sent");
    shows(&invite(&browser, "two@new.example"), "All seats of the team are taken");
    team.run("UPDATE team SET max_invites = 25", &[]).unwrap();
    team.run("UPDATE users SET email_verified = 0", &[]).unwrap();
    shows(&invite(&browser, "two@new.example"), "Confirm your own e-mail address first");
    assert_eq!(of(&browser, "two@new.example", "id"), "");
}

#[test]
fn a_team_sends_100_invitations_a_day_at_most() {
    let browser = Browser::of("owner");
    let petra = of(&browser, "petra@northwind.example", "member_id");
    let again = || browser.send_and_follow("/account/people/again", &[("member_id", &petra)]);
    for _ in 0..100 {
        shows(&again(), "is sent again");
    }
    shows(&again(), "100 invitations a day");
    shows(&invite(&browser, "ida@new.example"), "100 invitations a day");
    browser.world.pass(DAY);
    browser.sign_in("owner");
    shows(&again(), "is sent again");
}

#[test]
fn an_invitation_that_is_withdrawn_leaves_a_line_in_the_record_and_its_number_is_not_given_away_again() {
    let browser = Browser::of("owner");
    invite(&browser, "ida@new.example");
    let id = of(&browser, "ida@new.example", "id");
    shows(&browser.send_and_follow("/account/people/withdraw", &[("member_id", &id)]), "is withdrawn");
    assert_eq!(of(&browser, "ida@new.example", "id"), "");
    let former = browser.team(NORTHWIND).run("SELECT id FROM former_users", &[]).unwrap();
    assert_eq!(former[0].text("id"), id);
    assert_eq!(browser.activities(NORTHWIND, "member_deleted"), ["ida@new.example"]);
    shows(&browser.send_and_follow("/account/people/withdraw", &[("member_id", &id)]), "the list has changed");
    shows(&invite(&browser, "ida@new.example"), "is sent");
}

#[test]
fn no_mail_about_the_account_is_left_of_who_is_removed_or_whose_invitation_is_withdrawn() {
    let browser = Browser::of("owner");
    let invited = "ida@new.example";
    invite(&browser, invited);
    assert_eq!(browser.mails(NORTHWIND, invited).len(), 1);
    let id = of(&browser, invited, "id");
    browser.send("/account/people/withdraw", &[("member_id", &id)]);
    assert_eq!(browser.mails(NORTHWIND, invited), [""; 0]);
    browser.world.wake_all();

    let member = browser.world.person("regular")["email"].as_str().unwrap().to_owned();
    let written = "INSERT INTO outbox (id, kind, receiver, sender, subject, text, headers, created)
        VALUES ('a', 'account', ?, '', '', 'about the account', '[]', ?),
               ('b', 'invitation', ?, '', '', 'to take a survey', '[]', ?)";
    let now = browser.world.now();
    browser
        .team(NORTHWIND)
        .run(written, &[member.as_str().into(), now.into(), member.as_str().into(), now.into()])
        .unwrap();
    browser.send("/account/people/remove", &[("member_id", &of(&browser, &member, "member_id"))]);
    assert_eq!(browser.mails(NORTHWIND, &member), ["to take a survey"], "what others have sent is theirs");
}

#[test]
fn the_id_of_an_invited_user_is_assigned_once_in_the_whole_service() {
    let drawn = |taken: Option<&str>| {
        let browser = Browser::of("owner");
        if let Some(id) = taken {
            let directory = browser.world.database(&ActorId::of_user_id(id));
            directory.run("INSERT INTO invited_user_ids (id) VALUES (?)", &[id.into()]).unwrap();
        }
        shows(&invite(&browser, "ida@new.example"), "is sent");
        let id = of(&browser, "ida@new.example", "id");
        let directory = browser.world.database(&ActorId::of_user_id(&id));
        assert_eq!(
            directory.run("SELECT id FROM invited_user_ids WHERE id = ?", &[id.as_str().into()]).unwrap().len(),
            1
        );
        id
    };
    let first = drawn(None);
    assert_eq!(drawn(None), first, "the test draws the same ids each time");
    assert_ne!(drawn(Some(&first)), first);
}

#[test]
fn ids_of_accounts_are_even_and_those_of_invited_users_odd_so_that_they_never_meet() {
    let browser = Browser::of("owner");
    let is_odd = |id: &str| id.parse::<u64>().unwrap() % 2 == 1;
    for number in 0..8 {
        let [invited, applicant] = ["invited", "applicant"].map(|name| format!("{name}{number}@new.example"));
        invite(&browser, &invited);
        assert!(is_odd(&of(&browser, &invited, "id")));
        browser.sign_up(&[("email", &applicant)]);
        assert!(!is_odd(&browser.team_of(&applicant).unwrap()));
    }
}

#[test]
fn a_member_who_is_removed_is_gone_and_the_owner_has_the_surveys() {
    let browser = Browser::of("admin");
    let made = browser.world.post("regular", "/v3/surveys", serde_json::json!({ "title": "Of Rosa" })).ok();
    let survey = format!("/v3/surveys/{}", made["id"].as_str().unwrap());
    let page = browser.send_and_follow("/account/people/remove", &[("member_id", MEMBER_ROSA)]);
    shows(&page, "The member is removed");
    assert!(!page.contains("rosa@northwind.example"));
    browser.world.get("regular", "/v3/users/me").fails(Error::InvalidToken);
    assert_eq!(browser.world.get("owner", &survey).ok()["title"], "Of Rosa");
    assert_eq!(browser.activities(NORTHWIND, "member_deleted"), ["rosa@northwind.example"]);
    assert_eq!(browser.activities(NORTHWIND, "survey_info_transfer"), ["all surveys of rosa@northwind.example"]);
    browser.world.wake_all();
    assert_eq!(browser.team_of("rosa@northwind.example"), None);
    for table in ["users WHERE id", "grants WHERE user_id", "contacts WHERE user_id", "workgroup_members WHERE user_id"]
    {
        let rows = browser.team(NORTHWIND).run(&format!("SELECT 1 FROM {table} = '{ROSA}'"), &[]).unwrap();
        assert_eq!(rows.len(), 0, "{table}");
    }
    let shares = browser.team(NORTHWIND).run(&format!("SELECT 1 FROM shares WHERE owner_user_id = '{ROSA}'"), &[]);
    assert_eq!(shares.unwrap().len(), 0, "what the member shared is shared by the owner");
    assert_eq!(browser.world.get("owner", &survey).status, 200, "the survey stays");
    browser.sign_up(&[("email", "rosa@northwind.example")]);
    assert!(browser.team_of("rosa@northwind.example").is_some(), "the address is free");
}

/// The record of a team's activities, and one of its series, as an administrator reads them.
fn record(browser: &Browser) -> [Vec<Value>; 2] {
    let path = format!("/v3/groups/{NORTHWIND}/activities");
    let list = browser.world.get("owner", &format!("{path}?limit=100")).ok()["results"].as_array().unwrap().clone();
    let series = browser.world.get("owner", &format!("{path}/survey_info_create?interval=daily")).ok();
    [list, vec![series]]
}

#[test]
fn the_record_of_a_team_keeps_what_a_former_member_did_and_who_it_was() {
    for leaves in ["removed", "deletes the account"] {
        let browser = Browser::of(if leaves == "removed" { "owner" } else { "regular" });
        browser.world.post("regular", "/v3/surveys", json!({ "title": "Of Rosa" })).ok();
        let [before, series] = record(&browser);
        assert_eq!(before[0]["email"], "rosa@northwind.example");
        let ask_again = |when: &str| {
            let [after, still] = record(&browser);
            assert_eq!(after[after.len() - before.len()..], before, "{leaves}, {when}");
            assert_eq!(still, series, "{leaves}, {when}");
        };
        if leaves == "removed" {
            browser.send_and_follow("/account/people/remove", &[("member_id", MEMBER_ROSA)]);
        } else {
            let page = text(&browser.open("/account/"));
            shows(&page, "The team keeps the record of your activities, with your name and e-mail address");
            browser.send("/account/delete", &[("delete_proof", "rosa-northwind")]);
        }
        ask_again("before the purge");
        browser.world.pass(30 * DAY);
        browser.world.wake_all();
        let users = format!("SELECT 1 FROM users WHERE id = '{ROSA}'");
        assert!(browser.team(NORTHWIND).run(&users, &[]).unwrap().is_empty());
        ask_again("after the purge");
    }
}

#[test]
fn a_former_member_of_whom_there_is_no_record_is_not_stored() {
    for has_record in [true, false] {
        let browser = Browser::of("owner");
        let team = browser.team(NORTHWIND);
        let kept = || team.run("SELECT email FROM former_members", &[]).unwrap();
        if has_record {
            browser.world.post("regular", "/v3/surveys", json!({ "title": "Of Rosa" })).ok();
        } else {
            team.run("DELETE FROM activities WHERE user_id = ?", &[ROSA.into()]).unwrap();
        }
        browser.send_and_follow("/account/people/remove", &[("member_id", MEMBER_ROSA)]);
        assert_eq!(kept().len(), usize::from(has_record));
        browser.world.wake_all();
        assert_eq!(kept().len(), usize::from(has_record));
    }
}

#[test]
fn a_former_member_is_deleted_with_the_last_activity() {
    let browser = Browser::of("owner");
    let team = browser.team(NORTHWIND);
    let kept = || team.run("SELECT email FROM former_members", &[]).unwrap().len();
    team.run("DELETE FROM activities WHERE user_id = ?", &[ROSA.into()]).unwrap();
    browser.sign_in_with("rosa@northwind.example", "wrong");
    browser.send_and_follow("/account/people/remove", &[("member_id", MEMBER_ROSA)]);
    for (days, expected) in [(0, 1), (89, 1), (1, 0)] {
        browser.world.pass(days * DAY);
        browser.sign_in_with("olivia@northwind.example", "wrong");
        assert_eq!(kept(), expected, "{days}");
    }
}

#[test]
fn the_record_has_no_address_of_a_member_whom_an_earlier_version_has_removed() {
    let browser = Browser::of("owner");
    browser.world.post("regular", "/v3/surveys", json!({ "title": "Of Rosa" })).ok();
    browser.send_and_follow("/account/people/remove", &[("member_id", MEMBER_ROSA)]);
    browser.team(NORTHWIND).run("DELETE FROM former_members", &[]).unwrap();
    browser.world.wake_all();
    let [list, _] = record(&browser);
    let of_rosa = list.iter().find(|activity| activity["user_id"].to_string().as_str() == ROSA).unwrap();
    assert_eq!((&of_rosa["email"], &of_rosa["user_name"]), (&json!(""), &json!("Rosa Lindqvist")));
}

#[test]
fn what_a_removed_member_has_sent_and_will_send_passes_to_the_owner() {
    let browser = Browser::of("admin");
    let team = browser.team(NORTHWIND);
    let change = |sql: &str| team.run(&sql.replace("ROSA", ROSA), &[]).unwrap();
    change("INSERT INTO former_recipients (id, owner_id, address) VALUES ('9', 'ROSA', 'a@mail.example')");
    change("UPDATE messages SET status = 'not_sent' WHERE id = (SELECT MIN(id) FROM messages)");
    change(
        "INSERT OR REPLACE INTO message_sends (message_id, user_id, at, recipients) SELECT MIN(id), 'ROSA', 0, 1 FROM messages",
    );
    change(
        "INSERT INTO jobs (kind, subject, due, attempts) VALUES ('delete_recipients', '999 ROSA', 9000000000000, 0)",
    );
    browser.send_and_follow("/account/people/remove", &[("member_id", MEMBER_ROSA)]);
    browser.world.wake_all();
    let waiting = change("SELECT subject FROM jobs WHERE kind = 'delete_recipients'");
    assert_eq!(waiting[0].text("subject"), format!("999 {OLIVIA}"));
    let owners =
        change("SELECT owner_id AS id FROM former_recipients UNION ALL SELECT user_id FROM message_sends WHERE at = 0");
    assert_eq!(owners.iter().map(|row| row.text("id")).collect::<Vec<_>>(), [OLIVIA, OLIVIA]);
}

/// A scheduled invitation of Rosa's survey, as Rosa's default sender: the paths of collector and message.
fn scheduled(browser: &Browser) -> [String; 2] {
    let world = &browser.world;
    let id = |value: Value| value["id"].as_str().unwrap().to_owned();
    let survey = id(world.post("regular", "/v3/surveys", json!({ "title": "Of Rosa" })).ok());
    let made = world.post("regular", &format!("/v3/surveys/{survey}/collectors"), json!({ "type": "email" })).ok();
    assert_eq!(made["sender_email"], "rosa@northwind.example");
    let collector = format!("/v3/collectors/{}", id(made));
    let messages = format!("{collector}/messages");
    let message = format!("{messages}/{}", id(world.post("regular", &messages, json!({ "type": "invite" })).ok()));
    world.post("regular", &format!("{message}/recipients"), json!({ "email": "x@mail.example" })).ok();
    let date = world.now().saturating_add(3 * DAY).with_offset().0;
    world.post("regular", &format!("{message}/send"), json!({ "scheduled_date": date })).ok();
    [collector, message]
}

/// The sender of the mail to the recipient, once the message is due; `token` sees the survey.
fn sender_when_due(browser: &Browser, token: &str, [collector, message]: &[String; 2]) -> String {
    browser.world.pass(4 * DAY);
    browser.world.wake_all();
    assert_eq!(browser.world.get(token, message).ok()["status"], "sent");
    let mails = "SELECT sender FROM outbox WHERE receiver = 'x@mail.example'";
    let sender = browser.team(NORTHWIND).run(mails, &[]).unwrap()[0].text("sender");
    assert_eq!(browser.world.get(token, collector).ok()["sender_email"], sender);
    sender
}

#[test]
fn a_scheduled_message_comes_from_the_new_address_of_its_sender() {
    let browser = Browser::of("regular");
    let (paths, new) = (scheduled(&browser), "rosa.new@northwind.example");
    let other = browser.world.post("owner", "/v3/surveys/301000007/collectors", json!({ "type": "email" })).ok();
    let fields = [("email", new), ("email_proof", "rosa-northwind")];
    shows(&browser.send_and_follow("/account/email", &fields), "We sent a mail to your address");
    assert_eq!(browser.world.get("regular", &paths[0]).ok()["sender_email"], "rosa@northwind.example");
    assert_eq!(browser.confirm(NORTHWIND).status, 200);
    assert_eq!(sender_when_due(&browser, "regular", &paths), new);
    let other = format!("/v3/collectors/{}", other["id"].as_str().unwrap());
    assert_eq!(browser.world.get("owner", &other).ok()["sender_email"], "olivia@northwind.example");
}

#[test]
fn a_scheduled_message_of_a_removed_member_comes_from_the_owner_of_the_survey() {
    let browser = Browser::of("admin");
    let paths = scheduled(&browser);
    browser.send_and_follow("/account/people/remove", &[("member_id", MEMBER_ROSA)]);
    assert_eq!(warned(&browser), ["olivia@northwind.example"]);
    assert_eq!(sender_when_due(&browser, "owner", &paths), "olivia@northwind.example");
}

/// Whether the survey that sends the message still belongs to Rosa.
fn is_passed_later(browser: &Browser, [collector, _]: &[String; 2]) -> bool {
    let sql = "SELECT owner_id AS id
               FROM surveys
               WHERE id = (SELECT survey_id FROM collectors WHERE '/v3/collectors/' || id = ?)";
    browser.team(NORTHWIND).run(sql, &[collector.as_str().into()]).unwrap()[0].text("id") == ROSA
}

/// Gives Rosa more surveys than one step passes to the owner. The one that sends the message passes last, as the order
/// of rows and that of folders have it.
fn pass_last(browser: &Browser, [collector, _]: &[String; 2]) {
    let team = browser.team(NORTHWIND);
    surveys::add_many(&*team, ROSA, "1", 1000);
    team.run(
        "UPDATE surveys
         SET rowid = 1000000000, folder_id = '9'
         WHERE id = (SELECT survey_id FROM collectors WHERE '/v3/collectors/' || id = ?)",
        &[collector.as_str().into()],
    )
    .unwrap();
}

#[test]
fn s74_the_surveys_of_a_removed_member_pass_to_the_owner_some_at_a_time() {
    let browser = Browser::of("admin");
    let paths = scheduled(&browser);
    let (world, place) = (&browser.world, ActorId::Team(NORTHWIND.to_owned()));
    let team = browser.team(NORTHWIND);
    pass_last(&browser, &paths);
    let owned = |user: &str| {
        let sql =
            format!("SELECT 1 AS one FROM surveys WHERE owner_id = '{user}' AND id LIKE 'many%' AND folder_id = '0'");
        team.run(&sql, &[]).unwrap().len()
    };
    browser.send_and_follow("/account/people/remove", &[("member_id", MEMBER_ROSA)]);
    assert!(owned(OLIVIA) <= 200, "{}", owned(OLIVIA));
    assert!(is_passed_later(&browser, &paths));
    while owned(OLIVIA) < 1000 {
        let before = owned(OLIVIA);
        world.service.run_due_jobs(&place, &world.memory(&place), world.effects(&*team)).unwrap();
        assert!((1..=200).contains(&(owned(OLIVIA) - before)), "{before}");
    }
    world.wake_all();
    let left =
        format!("SELECT id FROM users WHERE id = '{ROSA}' UNION ALL SELECT id FROM surveys WHERE owner_id = '{ROSA}'");
    assert!(team.run(&left, &[]).unwrap().is_empty());
    assert_eq!(warned(&browser), ["olivia@northwind.example"]);
    assert_eq!(sender_when_due(&browser, "owner", &paths), "olivia@northwind.example");
}

#[test]
fn a_message_that_is_being_sent_goes_on_before_its_survey_has_passed_to_the_owner() {
    let browser = Browser::of("admin");
    let paths = scheduled(&browser);
    let (world, place) = (&browser.world, ActorId::Team(NORTHWIND.to_owned()));
    let team = browser.team(NORTHWIND);
    pass_last(&browser, &paths);
    let id = paths[1].rsplit('/').next().unwrap();
    for statement in [
        "UPDATE messages SET status = 'processing' WHERE id = ?",
        "UPDATE message_recipients SET status = 'processing' WHERE message_id = ?",
        "UPDATE jobs SET due = 0 WHERE kind = 'send_message' AND subject = ?",
    ] {
        team.run(statement, &[id.into()]).unwrap();
    }
    browser.send_and_follow("/account/people/remove", &[("member_id", MEMBER_ROSA)]);
    world.service.run_due_jobs(&place, &world.memory(&place), world.effects(&*team)).unwrap();
    assert!(is_passed_later(&browser, &paths));
    let mails = "SELECT sender FROM outbox WHERE receiver = 'x@mail.example'";
    assert_eq!(team.run(mails, &[]).unwrap()[0].text("sender"), "olivia@northwind.example");
    assert_eq!(warned(&browser), ["olivia@northwind.example"]);
    let warning = "SELECT 1 AS one FROM outbox WHERE text LIKE '%is being sent. It was to come from rosa@%'";
    assert_eq!(team.run(warning, &[]).unwrap().len(), 1);
}

#[test]
fn a_sender_who_leaves_is_replaced_by_the_owner_in_surveys_that_have_not_passed_yet() {
    for is_removed in [true, false] {
        let browser = Browser::of("admin");
        let paths = scheduled(&browser);
        let sender = "UPDATE collectors
                      SET body = json_set(body, '$.sender_email', 'ravi@northwind.example')
                      WHERE '/v3/collectors/' || id = ?";
        browser.team(NORTHWIND).run(sender, &[paths[0].as_str().into()]).unwrap();
        pass_last(&browser, &paths);
        browser.send_and_follow("/account/people/remove", &[("member_id", MEMBER_ROSA)]);
        assert!(warned(&browser).is_empty());
        if is_removed {
            browser.send_and_follow("/account/people/remove", &[("member_id", MEMBER_RAVI)]);
        } else {
            browser.sign_in_with("ravi@northwind.example", "ravi-northwind");
            browser.send("/account/delete", &[("delete_proof", "ravi-northwind")]);
        }
        assert_eq!(warned(&browser), ["olivia@northwind.example"]);
        assert!(is_passed_later(&browser, &paths));
        assert_eq!(sender_when_due(&browser, "owner", &paths), "olivia@northwind.example");
    }
}

/// Who is written to about a message that will come from their address.
fn warned(browser: &Browser) -> Vec<String> {
    let mails = "SELECT receiver FROM outbox WHERE subject = 'A message will come from your address'";
    browser.team(NORTHWIND).run(mails, &[]).unwrap().iter().map(|row| row.text("receiver")).collect()
}

#[test]
fn a_scheduled_message_of_a_member_who_deletes_the_account_comes_from_the_owner_of_the_survey() {
    let browser = Browser::of("regular");
    let own = scheduled(&browser);
    let paths = scheduled(&browser);
    browser
        .team(NORTHWIND)
        .run(
            "UPDATE surveys
             SET owner_id = ?
             WHERE id = (SELECT survey_id FROM collectors WHERE '/v3/collectors/' || id = ?)",
            &[OLIVIA.into(), paths[0].as_str().into()],
        )
        .unwrap();
    browser.send("/account/delete", &[("delete_proof", "rosa-northwind")]);
    assert_eq!(warned(&browser), ["olivia@northwind.example"]);
    assert_eq!(sender_when_due(&browser, "owner", &paths), "olivia@northwind.example");
    let [collector, invited] = &paths;
    let owner = |path: &str, body: Value| browser.world.post("owner", path, body);
    browser.world.patch("owner", collector, json!({ "sender_email": "rosa@northwind.example" })).ok();
    let another = owner(&format!("{collector}/messages"), json!({ "type": "invite" })).ok();
    let another = format!("{}/{}", invited.rsplit_once('/').unwrap().0, another["id"].as_str().unwrap());
    owner(&format!("{another}/recipients"), json!({ "email": "y@mail.example" })).ok();
    assert_eq!(owner(&format!("{another}/send"), json!({})).code(), "1058", "no mail comes from a deleted account");
    browser.sign_in_with("rosa@northwind.example", "rosa-northwind");
    browser.send("/account/restore", &[]);
    let sender = browser.world.get("regular", &own[0]).ok()["sender_email"].clone();
    assert_eq!(sender, "rosa@northwind.example", "what waits for the restored account stays");
}

#[test]
fn a_restored_member_owns_a_team_whose_owner_is_deleted() {
    let browser = Browser::of("admin");
    let team = browser.team(NORTHWIND);
    let owners = || -> Vec<String> {
        let sql = "SELECT id FROM users WHERE member_type = 'account_owner' AND deleted IS NULL";
        team.run(sql, &[]).unwrap().iter().map(|row| row.text("id")).collect()
    };
    assert_eq!(owners(), [OLIVIA]);
    browser.send("/account/delete", &[("delete_proof", "anton-northwind")]);
    team.run(&format!("UPDATE users SET deleted = 1 WHERE id NOT IN ('{OLIVIA}', '{ANTON}')"), &[]).unwrap();
    browser.sign_in("owner");
    browser.send("/account/delete", &[("delete_proof", "olivia-northwind")]);
    assert_eq!(owners(), [""; 0]);
    browser.world.pass(DAY);
    browser.sign_in("admin");
    browser.send("/account/restore", &[]);
    assert_eq!(owners(), [ANTON]);
    browser.sign_in("owner");
    browser.send("/account/restore", &[]);
    assert_eq!(owners(), [ANTON], "a team has one owner");
    assert_eq!(of(&browser, "olivia@northwind.example", "member_type"), "admin");
}

#[test]
fn no_one_removes_the_owner_or_themselves_or_a_member_of_another_team() {
    let browser = Browser::of("admin");
    for member in [MEMBER_OLIVIA, MEMBER_ANTON, MEMBER_HANA, "x"] {
        let page = browser.send_and_follow("/account/people/remove", &[("member_id", member)]);
        shows(&page, "That is not possible");
    }
    assert_eq!(of(&browser, "olivia@northwind.example", "member_status"), "active");
    assert_eq!(browser.send("/account/people/promote", &[]).status, 404);
}

#[test]
fn a_pending_member_of_a_workgroup_accepts_on_the_page() {
    let browser = Browser::of("admin");
    let page = text(&browser.open("/account/people"));
    shows(&page, "The workgroup <strong>Customer voice</strong> invites you");
    let id = between(&page, "name=\"workgroup_id\" value=\"", "\"").to_owned();
    let status = || browser.world.get("admin", &format!("/v3/workgroups/{id}")).ok()["membership"]["status"].clone();
    assert_eq!(status(), "pending");
    shows(
        &browser.send_and_follow("/account/people/accept", &[("workgroup_id", &id)]),
        "You have joined the workgroup",
    );
    assert_eq!(status(), "active");
    shows(
        &browser.send_and_follow("/account/people/accept", &[("workgroup_id", &id)]),
        "You have joined the workgroup",
    );
    browser.sign_in("regular_two");
    shows(&browser.send_and_follow("/account/people/accept", &[("workgroup_id", &id)]), "That is not possible");
}

#[test]
fn a_pending_members_new_address_is_invited_and_the_old_link_works_no_more() {
    let browser = Browser::of("owner");
    invite(&browser, "ida@new.example");
    let first = super::join::link(&browser, "ida@new.example");
    let id = of(&browser, "ida@new.example", "member_id");
    let body = serde_json::json!({ "email": "other@new.example" });
    browser.world.patch("owner", &format!("/v3/groups/{NORTHWIND}/members/{id}"), body).ok();
    shows(&browser.mails(NORTHWIND, "other@new.example")[0], "Olivia Marsh invites you");
    shows(&text(&browser.open(&first)), "This link no longer works");
    shows(&text(&browser.open(&super::join::link(&browser, "other@new.example"))), "Join Northwind Research");
}

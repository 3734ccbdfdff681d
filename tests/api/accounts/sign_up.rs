//! Opening an account.

use super::apps::Registered;
use super::{Browser, between, shows, shows_error, text};
use crate::support::message_flow::{MessageFlow, Same};
use crate::support::{Answered, COST, people};
use canvass::service::actor::protocol::{ActorId, ActorReply};
use canvass::service::store::sql::Sql;
use canvass::spec::errors::Error;
use canvass::spec::plans::Plan;
use canvass::spec::scopes::Scope;
use canvass::wire::dates::{DAY, MINUTE};
use serde_json::json;

#[test]
fn an_account_is_opened_and_its_owner_signs_in() {
    let browser = Browser::new();
    let page = browser.sign_up(&[("email", " Nina@New.Example ")]);
    assert_eq!(page.status, 200, "{}", text(&page));
    shows(&text(&page), "Check your mail");
    shows(&text(&page), "You need that to send messages, to invite people and to deploy apps.");
    shows(&text(&page), "href=\"http://127.0.0.1:8787/account/\"");
    let id = browser.team_of("nina@new.example").unwrap();
    let number: u64 = id.parse().unwrap();
    assert!((100_000_000..=2_147_483_647).contains(&number), "{id} is an integer of a payload and no place of nobody");
    assert_eq!(browser.sign_in_with("nina@new.example", "a long password").status, 303);
    shows(&text(&browser.open("/account/")), "nina@new.example · Basic plan");
}

#[test]
fn every_plan_can_be_signed_up_for_and_those_for_teams_make_one() {
    for plan in Plan::ALL {
        let browser = Browser::new();
        let email = format!("{}@new.example", plan.as_str());
        assert_eq!(browser.sign_up(&[("email", &email), ("plan", plan.as_str())]).status, 200);
        let id = browser.team_of(&email).unwrap();
        let row = browser.team(&id).run("SELECT plan, is_team, name, member_type FROM users JOIN team", &[]).unwrap();
        assert_eq!(row[0].text("plan"), plan.as_str());
        assert_eq!(row[0].boolean("is_team"), plan.row().team);
        assert_eq!(!row[0].text("name").is_empty(), plan.row().team);
        assert_eq!(row[0].text("member_type"), "account_owner");
    }
}

#[test]
fn the_language_of_an_account_is_the_first_of_the_browser_in_which_there_are_surveys() {
    let browser = Browser::new();
    for (number, (languages, language)) in [
        (None, "en"),
        (Some("de-AT,de;q=0.9,en;q=0.8"), "de"),
        (Some("*"), "en"),
        (Some("tlh-XX, PT-br;q=0.5"), "pt"),
        (Some("fil-PH, PT-br;q=0.5"), "tl"),
        (Some("nb-NO, en"), "no"),
        (Some("gsw,42,f\u{fc}"), "en"),
        (Some("qq, ZH-hk"), "zh"),
        (Some("de;q=0, fr; q=0.0, it"), "it"),
    ]
    .into_iter()
    .enumerate()
    {
        browser.languages.set(languages);
        let email = format!("nina{number}@new.example");
        assert_eq!(browser.sign_up(&[("email", &email)]).status, 200);
        let users = browser.team(&browser.team_of(&email).unwrap()).run("SELECT language FROM users", &[]).unwrap();
        assert_eq!(users[0].text("language"), language, "{languages:?}");
    }
}

#[test]
fn the_account_lives_in_the_region_that_the_form_was_sent_to() {
    let browser = Browser::new();
    let mut request = browser.world.request("POST", "", "/oauth/sign-up");
    request.origin = "http://127.0.0.1:8788".to_owned();
    request.body = b"email=e%40u.example&first_name=E&last_name=U&password=long+enough".to_vec();
    assert_eq!(browser.call(request).status, 200);
    let rows = browser.team(&browser.team_of("e@u.example").unwrap()).run("SELECT region FROM team", &[]).unwrap();
    assert_eq!(rows[0].text("region"), "eu");
    let page = text(&browser.open("/oauth/sign-up"));
    shows(&page, "stored in the United States");
    shows(&page, "href=\"http://127.0.0.1:8788/oauth/sign-up\"");
    shows(&page, "href=\"http://127.0.0.1:8789/oauth/sign-up\"");
}

#[test]
fn what_is_wrong_with_the_form_is_shown_and_nothing_happens() {
    let browser = Browser::new();
    let long = "x".repeat(201);
    for (name, value, words) in [
        ("email", "nina", "Enter a valid e-mail address"),
        ("email", "", "Enter your e-mail address."),
        ("password", "short", "8 characters"),
        ("password", &long, "8 characters"),
        ("first_name", " ", "first and last name"),
        ("last_name", "", "Enter your last name."),
        ("first_name", &long, "first and last name"),
        ("plan", "golden", "Choose a plan."),
    ] {
        let page = browser.sign_up(&[(name, value)]);
        assert_eq!(page.status, 400, "{name}={value}");
        shows(&text(&page), words);
        assert!(!text(&page).contains("a long password"), "no password comes back");
        if name != "last_name" {
            shows(&text(&page), "value=\"Berg\"");
        }
    }
    assert_eq!(browser.team_of("nina@new.example"), None);
    let mut foreign = browser.world.request("POST", "", "/oauth/sign-up");
    foreign.headers.push(("sec-fetch-site".to_owned(), "cross-site".to_owned()));
    assert_eq!(browser.call(foreign).status, 403);
    assert_eq!(browser.call(browser.world.request("PUT", "", "/oauth/sign-up")).status, 405);
}

#[test]
fn an_error_of_the_form_is_bound_to_its_fields_and_the_first_of_them_has_the_focus() {
    for (input, words, fields) in [
        (&[("email", "nina")][..], "Enter a valid e-mail address.", &["email"][..]),
        (&[("email", ""), ("last_name", "")], "Enter your last name and e-mail address.", &["last_name", "email"]),
        (&[("password", "short")], "The password needs 8 characters or more.", &["password"]),
        (&[("last_name", " ")], "Enter your first and last name.", &["last_name"]),
        (&[("plan", "golden")], "Choose a plan.", &[]),
    ] {
        let page = text(&Browser::new().sign_up(input));
        shows_error(&page, "Open an account", words, fields);
    }
    let page = text(&Browser::new().open("/oauth/sign-up"));
    shows(&page, "<title>Open an account · Canvass</title>");
    assert!(!page.contains("aria-invalid") && !page.contains("autofocus"), "{page}");
}

#[test]
fn the_form_is_shown_with_the_plan_that_the_link_names() {
    let browser = Browser::new();
    let page = text(&browser.open("/oauth/sign-up?plan=premier"));
    shows(&page, "value=\"premier\" checked");
    shows(&page, "type=\"password\" autocomplete=\"new-password\" minlength=\"8\" maxlength=\"200\" required>");
    shows(&text(&browser.open("/oauth/sign-up?plan=golden")), "value=\"basic\" checked");
}

#[test]
fn what_was_typed_is_escaped() {
    let browser = Browser::new();
    let page = text(&browser.sign_up(&[("first_name", "\"><script>alert(1)</script>"), ("email", "x")]));
    assert!(!page.contains("<script"), "{page}");
}

/// The answer to a sign-up with an address, without the address, and the places that the walk went to.
fn answered(browser: &Browser, email: &str) -> (u16, String, Vec<(String, String)>, Vec<&'static str>) {
    browser.world.visited();
    let page = browser.sign_up(&[("email", email)]);
    let walk = browser.world.visited().into_iter().map(|place| match place {
        ActorId::Directory(_) => "directory",
        ActorId::Team(_) => "team",
        _ => "another",
    });
    (page.status, text(&page).replace(email, "ADDRESS"), page.headers, walk.collect())
}

#[test]
fn s82_a_sign_up_is_answered_alike_whether_its_address_has_an_account_or_not() {
    let browser = Browser::of("free");
    browser.send("/account/delete", &[("delete_proof", "frank-solo-free")]);
    browser.sign_out();
    let new = answered(&browser, "nina@new.example");
    assert_eq!(new.0, 200);
    assert_eq!(new.3, ["directory", "directory", "directory", "directory", "team", "directory", "team"]);
    // Somebody of a team, who has deleted the account, who has not confirmed it yet.
    for known in ["OLIVIA@northwind.example", "frank@solo.example", "nina@new.example"] {
        let team = browser.team_of(&known.to_lowercase());
        assert!(team.is_some());
        let known = known.to_lowercase();
        assert_eq!(answered(&browser, &known), new, "{known}");
        browser.world.wake_all();
        assert_eq!(browser.team_of(&known), team);
    }
    assert_eq!(browser.sign_in_with("olivia@northwind.example", "olivia-northwind").status, 303);
}

#[test]
fn s82_a_sign_up_creates_one_database_and_hashes_one_password_also_if_the_address_is_taken() {
    for email in ["nina@new.example", "olivia@northwind.example"] {
        let browser = Browser::new();
        let mut walk = sign_up_with(&browser, email);
        for _ in 0..3 {
            walk.step(&Same(1));
        }
        let made = walk.step(&Same(1));
        assert_eq!(browser.world.derived(), [COST], "{email}");
        assert!(made.starts_with("team:"), "{made}");
        let id = made.trim_start_matches("team:").to_owned();
        let user = &browser.team(&id).run("SELECT password, email_verified FROM users", &[]).unwrap()[0];
        assert!(user.text("password").starts_with("pbkdf2-chain$") && !user.boolean("email_verified"), "{email}");
    }
}

#[test]
fn s82_who_has_the_address_is_written_to() {
    let browser = Browser::of("free");
    browser.send("/account/delete", &[("delete_proof", "frank-solo-free")]);
    browser.sign_out();
    browser.sign_up(&[]);
    let nina = browser.team_of("nina@new.example").unwrap();
    for (team, email, words) in [
        (people::NORTHWIND, "olivia@northwind.example", "which already has an account. If it was you, sign in:"),
        (people::FRANKS, "frank@solo.example", "can be restored until 2026-03-04"),
        (&nina, "nina@new.example", "it is deleted at 2026-02-03 02:40:00 UTC, and the address is free again"),
    ] {
        let before = browser.mails(team, email).len();
        browser.sign_up(&[("email", email), ("password", "another password")]);
        browser.world.wake_all();
        let mails = browser.mails(team, email);
        assert_eq!(mails.len(), before + 1, "{email}");
        shows(&mails[before], words);
        shows(&mails[before], "http://127.0.0.1:8787/account/\n");
        assert!(!mails[before].contains("verify"), "nobody confirms somebody else's account by it");
        assert_ne!(browser.sign_in_with(email, "another password").status, 303);
    }
}

#[test]
fn the_password_is_stored_as_a_slow_hash_and_never_returned() {
    let browser = Browser::new();
    browser.sign_up(&[]);
    let id = browser.team_of("nina@new.example").unwrap();
    let rows = browser.team(&id).run("SELECT * FROM users", &[]).unwrap();
    assert!(rows[0].text("password").starts_with("pbkdf2-chain$2x3$"));
    assert!(!format!("{rows:?}").contains("a long password"));
}

/// A sign-up that is followed step by step.
fn sign_up_of<'a>(browser: &'a Browser, first_name: &str) -> MessageFlow<'a> {
    sign_up_from(browser, first_name, "nina@new.example", "")
}

fn sign_up_with<'a>(browser: &'a Browser, email: &str) -> MessageFlow<'a> {
    sign_up_from(browser, "Nina", email, "")
}

fn sign_up_from<'a>(browser: &'a Browser, first_name: &str, email: &str, network: &str) -> MessageFlow<'a> {
    let mut request = browser.sign_up_form(&[("email", email), ("first_name", first_name)]);
    request.headers.push(("cf-connecting-ip".to_owned(), network.to_owned()));
    MessageFlow::new(&browser.world, request)
}

#[test]
fn of_two_who_sign_up_at_once_the_first_at_the_directory_has_the_address() {
    let browser = Browser::new();
    let mut first = sign_up_of(&browser, "First");
    let mut made = String::new();
    for _ in 0..4 {
        made = first.step(&Same(1));
    }
    assert_eq!(sign_up_of(&browser, "Second").end(&Same(2)).0, 200);
    let second = browser.team_of("nina@new.example").unwrap();
    assert_ne!(made, format!("team:{second}"));
    assert_eq!(first.end(&Same(1)).0, 200);
    browser.world.wake_all();
    assert_eq!(browser.team_of("nina@new.example").unwrap(), second);
    shows(&browser.mails(&second, "nina@new.example")[1], "Someone tried to open an account");
    assert_eq!(browser.mails(made.trim_start_matches("team:"), "nina@new.example"), [""; 0], "nobody can confirm it");
}

#[test]
fn a_sign_up_that_is_interrupted_leaves_an_account_for_a_day_that_no_one_can_confirm() {
    let browser = Browser::new();
    let mut lost = sign_up_of(&browser, "Lost");
    let mut made = String::new();
    for _ in 0..4 {
        made = lost.step(&Same(1));
    }
    assert_eq!(browser.sign_up(&[]).status, 200);
    let id = browser.team_of("nina@new.example").unwrap();
    assert_ne!(made, format!("team:{id}"));
    browser.confirm(&id);
    browser.world.pass(DAY);
    browser.world.wake_all();
    assert_eq!(browser.team_of("nina@new.example"), Some(id));
    assert!(!browser.world.is_open(&ActorId::Team(made.trim_start_matches("team:").to_owned())));
}

#[test]
fn a_user_who_got_no_mail_since_the_sign_up_was_interrupted_has_one_sent() {
    let browser = Browser::new();
    let mut lost = sign_up_of(&browser, "Nina");
    for _ in 0..5 {
        lost.step(&Same(1));
    }
    let id = browser.team_of("nina@new.example").unwrap();
    assert_eq!(browser.mails(&id, "nina@new.example"), [""; 0]);
    assert_eq!(browser.sign_in_with("nina@new.example", "a long password").status, 303);
    shows(&browser.send_and_follow("/account/mail", &[]), "We sent a mail to your address");
    assert_eq!(browser.confirm(&id).status, 200);
}

#[test]
fn an_id_that_is_taken_is_assigned_to_no_one_else() {
    let browser = Browser::new();
    let mut first = sign_up_of(&browser, "First");
    for _ in 0..3 {
        first.step(&Same(1));
    }
    let taken = first.step(&Same(1));
    assert_eq!(first.end(&Same(1)).0, 200);
    let mut second = sign_up_with(&browser, "other@new.example");
    for _ in 0..3 {
        second.step(&Same(1));
    }
    assert_eq!(second.step(&Same(2)), taken, "the same number came up");
    assert_eq!(second.end(&Same(2)).0, 200);
    let other = browser.team_of("other@new.example");
    assert!(other.is_some() && other != browser.team_of("nina@new.example"));
}

/// Begins sign-ups with these addresses in this network; how many of them were let on to a team.
fn admitted(browser: &Browser, emails: impl Iterator<Item = String>, network: &str) -> usize {
    let begun = emails.filter(|email| {
        let mut walk = sign_up_from(browser, "Nina", email, network);
        while matches!(&walk.turn, ActorReply::Forward { actor: ActorId::Directory(_), .. }) {
            walk.step(&Same(1));
        }
        matches!(walk.turn, ActorReply::Forward { .. })
    });
    begun.count()
}

#[test]
fn s76_sign_ups_are_limited_by_address_whether_it_has_an_account_or_not() {
    for email in ["nina@new.example", "olivia@northwind.example"] {
        let browser = Browser::new();
        let from = |network: u8| admitted(&browser, std::iter::once(email.to_owned()), &format!("192.0.2.{network}"));
        assert_eq!((1..=9).map(from).sum::<usize>(), 5);
        let refused = browser.sign_up(&[("email", email)]);
        assert_eq!((refused.status, refused.header("retry-after")), (429, Some("86400")));
        shows(&text(&refused), "Too many accounts were opened from here or with this address. Try again in 24 hours.");
        assert_eq!(admitted(&browser, std::iter::once("other@new.example".to_owned()), "192.0.2.1"), 1);
        browser.world.pass(DAY);
        assert_eq!(from(1), 1);
    }
}

#[test]
fn s76_sign_ups_are_limited_by_client_and_where_none_is_known_for_all_together() {
    let browser = Browser::new();
    let emails = |count: u32| (0..count).map(|number| format!("n{number}@new.example"));
    assert_eq!(admitted(&browser, emails(30), "192.0.2.1"), 20);
    assert_eq!(admitted(&browser, emails(1), "192.0.2.2"), 1, "others are not concerned");
    assert_eq!(admitted(&browser, emails(220).skip(2), ""), 200);
    browser.world.pass(60 * MINUTE);
    assert_eq!(admitted(&browser, emails(300).skip(250), "192.0.2.1"), 20);
}

#[test]
fn s76_an_unconfirmed_account_ends_after_a_day_with_all_that_it_made() {
    let app = {
        let browser = Browser::new();
        browser.sign_up(&[("plan", "team")]);
        browser.sign_in_with("nina@new.example", "a long password");
        Registered::in_browser(browser)
    };
    let browser = &app.browser;
    let id = browser.team_of("nina@new.example").unwrap();
    browser.world.grant(&app.token, &[Scope::UsersRead, Scope::SurveysWrite, Scope::CollectorsWrite]);
    let survey = browser.world.post(&app.token, "/v3/surveys", json!({ "title": "Mine" })).ok();
    let survey = survey["id"].as_str().unwrap().to_owned();
    let collectors = format!("/v3/surveys/{survey}/collectors");
    let collector = browser.world.post(&app.token, &collectors, json!({ "type": "weblink" })).ok();
    let url = collector["url"].as_str().unwrap().replace("http://127.0.0.1:8787", "");
    assert_eq!(browser.open(&url).status, 200);
    browser.world.pass(DAY - 1);
    browser.world.wake_all();
    assert_eq!(browser.me(&app.token)["email"], "nina@new.example");
    browser.world.pass(1);
    browser.world.wake_all();
    assert_eq!(browser.team_of("nina@new.example"), None);
    for place in [ActorId::Team(id.clone()), ActorId::App(app.client_id.clone())] {
        assert!(!browser.world.is_open(&place), "{place:?}");
    }
    browser.world.get(&app.token, "/v3/users/me").fails(Error::InvalidToken);
    assert_eq!(browser.open(&url).status, 404);
    shows(&text(&browser.open("/account/")), "Your account: profile, plan, linked apps");
    shows(&app.consent("owner"), "This app does not exist");
    for place in [ActorId::Team(id), ActorId::App(app.client_id.clone())] {
        assert!(!browser.world.is_open(&place), "what leads there founds nothing: {place:?}");
    }
    assert_eq!(browser.sign_up(&[]).status, 200);
    assert!(browser.team_of("nina@new.example").is_some(), "the address is free");
}

#[test]
fn s76_an_account_that_was_confirmed_stays() {
    let browser = Browser::new();
    browser.sign_up(&[]);
    let id = browser.team_of("nina@new.example").unwrap();
    browser.world.pass(DAY - 1);
    browser.confirm(&id);
    browser.sign_in_with("nina@new.example", "a long password");
    let fields = [("email", "nina@other.example"), ("email_proof", "a long password")];
    shows(&browser.send_and_follow("/account/email", &fields), "nina@other.example");
    browser.world.pass(60 * DAY);
    browser.world.wake_all();
    assert_eq!(browser.team_of("nina@new.example"), Some(id), "a new address that nobody confirms ends no account");
}

#[test]
fn s76_what_an_account_does_before_it_is_confirmed_puts_its_end_off_no_longer() {
    let browser = Browser::new();
    browser.sign_up(&[]);
    let id = browser.team_of("nina@new.example").unwrap();
    browser.sign_in_with("nina@new.example", "a long password");
    let fields = [("email", "nina@other.example"), ("email_proof", "a long password")];
    browser.send_and_follow("/account/email", &fields);
    browser.send("/account/delete", &[("delete_proof", "a long password")]);
    assert_eq!(browser.team_of("nina@new.example"), Some(id.clone()));
    browser.world.pass(DAY);
    browser.world.wake_all();
    assert_eq!(browser.team_of("nina@new.example"), None);
    assert!(!browser.world.is_open(&ActorId::Team(id)));
}

#[test]
fn an_address_is_confirmed_by_the_button_behind_the_link_of_a_mail() {
    let browser = Browser::new();
    browser.sign_up(&[]);
    let id = browser.team_of("nina@new.example").unwrap();
    let verified =
        || browser.team(&id).run("SELECT email_verified FROM users", &[]).unwrap()[0].boolean("email_verified");
    assert!(!verified());
    let mail = browser.team(&id).run("SELECT kind, receiver FROM outbox", &[]).unwrap();
    assert_eq!(
        (mail.len(), mail[0].text("kind"), mail[0].text("receiver")),
        (1, "account".into(), "nina@new.example".into())
    );
    browser.sign_in_with("nina@new.example", "a long password");
    shows(&text(&browser.open("/account/")), "not confirmed");
    let page = browser.open(&browser.link(&id));
    shows(&text(&page), "nina@new.example");
    assert!(!verified(), "looking changes nothing");
    shows(&text(&browser.confirm(&id)), "is confirmed");
    assert!(verified());
    assert!(!text(&browser.open("/account/")).contains("not confirmed"));
}

#[test]
fn a_link_is_good_until_the_account_ends_and_for_the_address_that_it_was_sent_to() {
    let browser = Browser::new();
    browser.sign_up(&[]);
    let id = browser.team_of("nina@new.example").unwrap();
    shows(&browser.mails(&id, "nina@new.example")[0], "Otherwise the account is deleted at 2026-02-03 02:40:00 UTC.");
    let link = browser.link(&id);
    let key = link.split_once("key=").unwrap().1.to_owned();
    for wrong in ["", "x", &key[1..], &format!("{key}AAAA")] {
        assert_eq!(browser.submit("/account/verify", &[("key", wrong)]).status, 400);
    }
    browser.team(&id).run("UPDATE users SET email = 'other@new.example'", &[]).unwrap();
    assert_eq!(browser.submit("/account/verify", &[("key", &key)]).status, 400);
    browser.team(&id).run("UPDATE users SET email = 'nina@new.example'", &[]).unwrap();
    browser.world.pass(DAY - 1);
    assert_eq!(browser.open(&link).status, 200);
    browser.world.pass(1);
    assert_eq!(browser.open(&link).status, 400);
    assert_eq!(browser.submit("/account/verify", &[("key", &key)]).status, 400);
}

#[test]
fn a_link_for_another_address_is_good_for_a_week() {
    let browser = Browser::of("free");
    let fields = [("email", "frank@new.example"), ("email_proof", "frank-solo-free")];
    browser.send("/account/email", &fields);
    let link = browser.link(people::FRANKS);
    browser.world.pass(7 * DAY - 1);
    assert_eq!(browser.open(&link).status, 200);
    browser.world.pass(1);
    assert_eq!(browser.open(&link).status, 400);
}

#[test]
fn the_mail_can_be_sent_again() {
    let browser = Browser::new();
    browser.sign_up(&[]);
    browser.sign_in_with("nina@new.example", "a long password");
    shows(&browser.send_and_follow("/account/mail", &[]), "We sent a mail to your address");
    let id = browser.team_of("nina@new.example").unwrap();
    assert_eq!(browser.team(&id).run("SELECT id FROM outbox", &[]).unwrap().len(), 2);
    assert_eq!(browser.confirm(&id).status, 200);
}

#[test]
fn a_new_account_signs_in_to_an_app_and_calls_the_api() {
    let browser = Browser::new();
    browser.sign_up(&[("plan", "team")]);
    let id = browser.team_of("nina@new.example").unwrap();
    browser.confirm(&id);
    browser.sign_in_with("nina@new.example", "a long password");
    let page = text(
        &browser.send("/account/apps", &[("name", "Mine"), ("users_read", "required"), ("groups_read", "optional")]),
    );
    let me = browser.me(between(&page, "own account: <code>", "<"));
    assert_eq!((me["id"].as_str(), me["email_verified"].as_bool()), (Some(id.as_str()), Some(true)));
    let groups = browser.world.get(between(&page, "own account: <code>", "<"), "/v3/groups").ok();
    assert_eq!(groups["data"][0]["name"], "Nina Berg’s team");
}

/// A form of the account pages that is followed step by step.
fn marked<'a>(browser: &'a Browser, target: &str, fields: &[(&str, &str)]) -> MessageFlow<'a> {
    MessageFlow::new(&browser.world, browser.marked_form(target, fields))
}

/// Signs up with an address; whether it leads to the new account once everything is done.
fn gets(browser: &Browser, email: &str) -> bool {
    let before = browser.team_of(email);
    assert_eq!(browser.sign_up(&[("email", email)]).status, 200);
    browser.world.wake_all();
    browser.team_of(email) != before
}

#[test]
fn an_address_whose_account_ended_in_an_interrupted_flow_is_free_in_time() {
    let browser = Browser::of("free");
    marked(&browser, "/account/delete", &[("delete_proof", "frank-solo-free")]).step(&Same(1));
    browser.world.pass(30 * DAY - 1);
    assert!(!gets(&browser, "frank@solo.example"), "it can be restored");
    browser.world.pass(1);
    assert!(gets(&browser, "frank@solo.example"));
    assert_eq!(browser.sign_in_with("frank@solo.example", "a long password").status, 303);
}

#[test]
fn an_address_that_was_left_or_never_reached_in_an_interrupted_flow_is_free() {
    for (steps, old, new) in [(2, false, true), (3, true, false)] {
        let browser = Browser::of("free");
        let fields = [("email", "frank@new.example"), ("email_proof", "frank-solo-free")];
        browser.send("/account/email", &fields);
        let link = browser.link(people::FRANKS);
        let verify = browser.form("/account/verify", &[("key", link.split_once("key=").unwrap().1)]);
        let mut moving = MessageFlow::new(&browser.world, verify);
        for _ in 0..steps {
            moving.step(&Same(1));
        }
        assert!(!gets(&browser, "frank@new.example"), "the walk may go on");
        assert_eq!(gets(&browser, "frank@solo.example"), old, "after {steps} steps");
        browser.world.pass(10 * MINUTE);
        browser.world.wake_all();
        let name = if steps == 2 { "frank@solo.example" } else { "frank@new.example" };
        assert_eq!(browser.sign_in_with(name, "frank-solo-free").status, 303, "after {steps} steps");
        let signed_up = browser.sign_in_with("frank@new.example", "a long password").status == 303;
        assert_eq!(signed_up, new, "the new address was asked for again: after {steps} steps");
    }
}

#[test]
fn messages_that_arrive_twice_make_no_second_account() {
    for again in 0..6 {
        let browser = Browser::new();
        let mut walk = sign_up_of(&browser, "Nina");
        for step in 0..6 {
            if step == again {
                let mut twin = walk.twin();
                twin.step(&Same(9));
                twin.end(&Same(8));
            }
            walk.step(&Same(1));
        }
        browser.world.wake_all();
        let team = browser.team_of("nina@new.example").unwrap();
        assert!(!gets(&browser, "nina@new.example"));
        assert_eq!(browser.sign_in_with("nina@new.example", "a long password").status, 303);
        assert_eq!(browser.team(&team).run("SELECT id FROM users", &[]).unwrap().len(), 1, "step {again} twice");
    }
}

#[test]
fn of_two_apps_that_are_registered_at_once_one_is_too_many() {
    let browser = Browser::of("regular");
    let fields = [("name", "Mine"), ("users_read", "required")];
    for _ in 0..24 {
        browser.send("/account/apps", &fields);
    }
    let mut first = marked(&browser, "/account/apps", &fields);
    let mut second = marked(&browser, "/account/apps", &fields);
    first.step(&Same(1));
    second.step(&Same(2));
    shows(&first.end(&Same(1)).1, "is registered");
    shows(&second.end(&Same(2)).1, "25 apps");
}

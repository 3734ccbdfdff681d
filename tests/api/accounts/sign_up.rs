//! Opening an account.

use super::{Browser, between, shows, text};
use crate::support::Answered;
use canvass::service::place::{Message, Turn};
use canvass::service::random::Random;
use canvass::service::sql::Sql;
use canvass::spec::plans::Plan;
use canvass::wire::dates::{DAY, MINUTE};
use canvass::wire::query;

#[test]
fn an_account_is_opened_and_its_owner_signs_in() {
    let browser = Browser::new();
    let page = browser.sign_up(&[("email", " Nina@New.Example ")]);
    assert_eq!(page.status, 200, "{}", text(&page));
    shows(&text(&page), "Your account is open");
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
        assert_eq!(row[0].truth("is_team"), plan.row().team);
        assert_eq!(!row[0].text("name").is_empty(), plan.row().team);
        assert_eq!(row[0].text("member_type"), "account_owner");
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
    shows(&page, "kept in the United States");
    shows(&page, "href=\"http://127.0.0.1:8788/oauth/sign-up\"");
    shows(&page, "href=\"http://127.0.0.1:8789/oauth/sign-up\"");
}

#[test]
fn what_is_wrong_with_the_form_is_said_and_nothing_happens() {
    let browser = Browser::new();
    let long = "x".repeat(201);
    for (name, value, words) in [
        ("email", "nina", "not an e-mail address"),
        ("email", "", "Fill in email"),
        ("password", "short", "8 characters"),
        ("password", &long, "8 characters"),
        ("first_name", " ", "first and last name"),
        ("last_name", "", "Fill in last name"),
        ("first_name", &long, "first and last name"),
        ("plan", "golden", "Fill in plan"),
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
fn the_form_is_shown_with_the_plan_that_the_link_names() {
    let browser = Browser::new();
    let page = text(&browser.open("/oauth/sign-up?plan=premier"));
    shows(&page, "value=\"premier\" checked");
    shows(&text(&browser.open("/oauth/sign-up?plan=golden")), "value=\"basic\" checked");
}

#[test]
fn what_was_typed_is_escaped() {
    let browser = Browser::new();
    let page = text(&browser.sign_up(&[("first_name", "\"><script>alert(1)</script>"), ("email", "x")]));
    assert!(!page.contains("<script"), "{page}");
}

#[test]
fn an_address_that_has_an_account_gets_no_second_one() {
    let browser = Browser::new();
    assert_eq!(browser.sign_up(&[]).status, 200);
    let id = browser.team_of("nina@new.example");
    let page = browser.sign_up(&[("email", "NINA@new.example")]);
    assert_eq!(page.status, 409);
    shows(&text(&page), "cannot be used");
    assert_eq!(browser.team_of("nina@new.example"), id);
    assert_eq!(browser.sign_up(&[("email", "olivia@northwind.example")]).status, 409);
}

#[test]
fn the_password_is_stored_as_a_slow_hash_and_told_to_nobody() {
    let browser = Browser::new();
    browser.sign_up(&[]);
    let id = browser.team_of("nina@new.example").unwrap();
    let rows = browser.team(&id).run("SELECT * FROM users", &[]).unwrap();
    assert!(rows[0].text("password").starts_with("pbkdf2$20000$"));
    assert!(!format!("{rows:?}").contains("a long password"));
}

/// A walk that a test takes step by step.
struct Walk<'a> {
    browser: &'a Browser,
    turn: Turn,
}

impl Walk<'_> {
    fn of<'a>(browser: &'a Browser, first_name: &str) -> Walk<'a> {
        let mut request = browser.world.request("POST", "", "/oauth/sign-up");
        let fields = [
            ("email", "nina@new.example"),
            ("first_name", first_name),
            ("last_name", "Berg"),
            ("password", "a long password"),
        ];
        request.body = query::encode(&fields).into_bytes();
        Walk { browser, turn: browser.world.service.enter(request, browser.world.now()) }
    }

    /// One step; the kind of place that it was at.
    fn step(&mut self, random: &dyn Random) -> String {
        let turn = Turn::decode(&self.turn.encode()).unwrap();
        let Turn::Go { place, message } = turn else { panic!("the walk is at its end") };
        let message = Message::decode(&message.encode()).unwrap();
        let database = self.browser.world.database(&place);
        self.turn = self.browser.world.service.visit(&place, message, self.browser.world.now(), random, &*database);
        place.name()
    }

    fn end(mut self, random: &dyn Random) -> (u16, String) {
        while matches!(self.turn, Turn::Go { .. }) {
            self.step(random);
        }
        let Turn::Answer(answer) = self.turn else { panic!() };
        (answer.status, text(&answer))
    }
}

struct Same(u8);

impl Random for Same {
    fn fill(&self, bytes: &mut [u8]) {
        bytes.fill(self.0);
    }
}

#[test]
fn of_two_who_sign_up_at_once_one_has_the_address_and_the_other_is_asked_to_wait() {
    let browser = Browser::new();
    for steps in 1..=2 {
        let mut first = Walk::of(&browser, "First");
        for _ in 0..steps {
            first.step(&Same(1));
        }
        let (status, page) = Walk::of(&browser, "Second").end(&Same(2));
        assert_eq!(status, 409);
        shows(&page, "right now");
        browser.world.pass(10 * MINUTE);
    }
    assert_eq!(browser.team_of("nina@new.example"), None);
}

#[test]
fn a_walk_that_ends_in_between_leaves_the_address_free_after_a_while() {
    for steps in 1..=2 {
        let browser = Browser::new();
        let mut lost = Walk::of(&browser, "Lost");
        for _ in 0..steps {
            lost.step(&Same(1));
        }
        browser.world.pass(10 * MINUTE - 1);
        assert_eq!(browser.sign_up(&[]).status, 409);
        browser.world.pass(1);
        assert_eq!(browser.sign_up(&[]).status, 200);
        assert_eq!(browser.sign_in_with("nina@new.example", "a long password").status, 303);
    }
}

#[test]
fn a_walk_whose_reservation_was_taken_over_settles_nothing() {
    let browser = Browser::new();
    let mut slow = Walk::of(&browser, "Slow");
    slow.step(&Same(1));
    browser.world.pass(10 * MINUTE);
    assert_eq!(browser.sign_up(&[]).status, 200);
    let id = browser.team_of("nina@new.example");
    assert_eq!(slow.end(&Same(1)).0, 409);
    assert_eq!(browser.team_of("nina@new.example"), id);
}

#[test]
fn an_id_that_is_taken_is_given_to_nobody_else() {
    let browser = Browser::new();
    let mut first = Walk::of(&browser, "First");
    assert!(first.step(&Same(1)).starts_with("directory:"));
    let taken = first.step(&Same(1));
    assert_eq!(first.end(&Same(1)).0, 200);
    let mut request = browser.world.request("POST", "", "/oauth/sign-up");
    request.body = b"email=other%40new.example&first_name=O&last_name=P&password=long+enough".to_vec();
    let mut second = Walk { browser: &browser, turn: browser.world.service.enter(request, browser.world.now()) };
    second.step(&Same(1));
    assert_eq!(second.step(&Same(1)), taken, "the same number came up");
    assert_eq!(second.end(&Same(2)).0, 200);
    assert_ne!(browser.team_of("other@new.example"), browser.team_of("nina@new.example"));
}

#[test]
fn an_address_is_confirmed_by_the_button_behind_the_link_of_a_mail() {
    let browser = Browser::new();
    browser.sign_up(&[]);
    let id = browser.team_of("nina@new.example").unwrap();
    let verified =
        || browser.team(&id).run("SELECT email_verified FROM users", &[]).unwrap()[0].truth("email_verified");
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
fn a_link_is_good_for_a_week_and_for_the_address_that_it_was_sent_to() {
    let browser = Browser::new();
    browser.sign_up(&[]);
    let id = browser.team_of("nina@new.example").unwrap();
    let link = browser.link(&id);
    let key = link.split_once("key=").unwrap().1.to_owned();
    for wrong in ["", "x", &key[1..], &format!("{key}AAAA")] {
        assert_eq!(browser.submit("/account/verify", &[("key", wrong)]).status, 400);
    }
    browser.team(&id).run("UPDATE users SET email = 'other@new.example'", &[]).unwrap();
    assert_eq!(browser.submit("/account/verify", &[("key", &key)]).status, 400);
    browser.team(&id).run("UPDATE users SET email = 'nina@new.example'", &[]).unwrap();
    browser.world.pass(7 * DAY - 1);
    assert_eq!(browser.open(&link).status, 200);
    browser.world.pass(1);
    assert_eq!(browser.open(&link).status, 400);
    assert_eq!(browser.submit("/account/verify", &[("key", &key)]).status, 400);
}

#[test]
fn the_mail_can_be_sent_again() {
    let browser = Browser::new();
    browser.sign_up(&[]);
    browser.sign_in_with("nina@new.example", "a long password");
    shows(&browser.send_and_follow("/account/mail", &[]), "We wrote to your address");
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
fn form<'a>(browser: &'a Browser, target: &str, fields: &[(&str, &str)]) -> Walk<'a> {
    let mark = browser.mark();
    let mut request = browser.world.request("POST", "", target);
    request.body = query::encode(&[&[("mark", mark.as_str())], fields].concat()).into_bytes();
    request.headers.push(("cookie".to_owned(), browser.cookie.borrow().clone()));
    Walk { browser, turn: browser.world.service.enter(request, browser.world.now()) }
}

#[test]
fn an_address_whose_account_ended_in_a_walk_that_was_lost_is_free_in_time() {
    let browser = Browser::of("free");
    form(&browser, "/account/delete", &[("delete_proof", "frank-solo-free")]).step(&Same(1));
    browser.world.pass(30 * DAY - 1);
    assert_eq!(browser.sign_up(&[("email", "frank@solo.example")]).status, 409, "it can be restored");
    browser.world.pass(1);
    assert_eq!(browser.sign_up(&[("email", "frank@solo.example")]).status, 200);
    assert_ne!(browser.team_of("frank@solo.example").as_deref(), Some("62001"));
}

#[test]
fn an_address_that_was_left_or_never_reached_in_a_walk_that_was_lost_is_free() {
    for (steps, old, new) in [(2, 409, 200), (3, 200, 409)] {
        let browser = Browser::of("free");
        let fields = [("email", "frank@new.example"), ("email_proof", "frank-solo-free")];
        let mut moving = form(&browser, "/account/email", &fields);
        for _ in 0..steps {
            moving.step(&Same(1));
        }
        assert_eq!(browser.sign_up(&[("email", "frank@new.example")]).status, 409, "the walk may go on");
        browser.world.pass(10 * MINUTE);
        assert_eq!(browser.sign_up(&[("email", "frank@solo.example")]).status, old, "after {steps} steps");
        assert_eq!(browser.sign_up(&[("email", "frank@new.example")]).status, new, "after {steps} steps");
        let name = if steps == 2 { "frank@solo.example" } else { "frank@new.example" };
        assert_eq!(browser.sign_in_with(name, "frank-solo-free").status, 303, "after {steps} steps");
    }
}

#[test]
fn messages_that_arrive_twice_make_no_second_account() {
    for again in 0..3 {
        let browser = Browser::new();
        let mut walk = Walk::of(&browser, "Nina");
        for step in 0..3 {
            if step == again {
                let mut twin = Walk { browser: &browser, turn: walk.turn.clone() };
                twin.step(&Same(9));
                while matches!(twin.turn, Turn::Go { .. }) {
                    twin.step(&Same(8));
                }
            }
            if matches!(walk.turn, Turn::Go { .. }) {
                walk.step(&Same(1));
            }
        }
        browser.world.pass(10 * MINUTE);
        browser.sign_up(&[]);
        let team = browser.team_of("nina@new.example").unwrap();
        assert_eq!(browser.sign_up(&[]).status, 409);
        assert_eq!(browser.sign_in_with("nina@new.example", "a long password").status, 303);
        assert_eq!(browser.team(&team).run("SELECT id FROM users", &[]).unwrap().len(), 1, "step {again} twice");
    }
}

#[test]
fn of_two_apps_that_are_registered_at_once_one_is_too_many() {
    let browser = Browser::of("owner");
    let fields = [("name", "Mine"), ("users_read", "required")];
    for _ in 0..24 {
        browser.send("/account/apps", &fields);
    }
    let mut first = form(&browser, "/account/apps", &fields);
    let mut second = form(&browser, "/account/apps", &fields);
    first.step(&Same(1));
    second.step(&Same(2));
    shows(&first.end(&Same(1)).1, "is registered");
    shows(&second.end(&Same(2)).1, "25 apps");
}

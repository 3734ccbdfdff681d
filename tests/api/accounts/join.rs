//! Accepting an invitation: who may, how often, and with which account.

use super::people::{invite, of};
use super::{Browser, between, shows, shows_error, text};
use crate::support::people::NORTHWIND;
use crate::support::{Answered, people};
use canvass::service::actor::protocol::ActorId;
use canvass::service::store::sql::Sql;
use canvass::spec::errors::Error;
use canvass::wire::dates::{DAY, MINUTE, SECOND};
use canvass::wire::http::{Request, Response};
use serde_json::json;

const IDA: &str = "ida@new.example";
const FRANK: &str = "frank@solo.example";

/// The address of the link in the newest mail to somebody.
pub fn link(browser: &Browser, email: &str) -> String {
    let mail = browser.mails(NORTHWIND, email).pop().unwrap();
    format!("/account/join{}", between(&mail, "/account/join", "\n"))
}

/// The owner has invited somebody, whose browser this is now.
fn invited(email: &str) -> Browser {
    let browser = Browser::of("owner");
    shows(&invite(&browser, email), "is sent");
    browser.sign_out();
    browser
}

pub fn key(browser: &Browser, email: &str) -> String {
    between(&text(&browser.open(&link(browser, email))), "name=\"key\" value=\"", "\"").to_owned()
}

/// The form that accepts with a new account.
pub fn accept_request(browser: &Browser, key: &str, changes: &[(&str, &str)]) -> Request {
    let mut fields = vec![("key", key), ("first_name", "Ida"), ("last_name", "Lund"), ("password", "a long password")];
    for (name, value) in changes {
        fields.retain(|(known, _)| known != name);
        fields.push((name, value));
    }
    browser.bare_form("/account/join", &fields)
}

fn accept(browser: &Browser, key: &str, changes: &[(&str, &str)]) -> Response {
    browser.call(accept_request(browser, key, changes))
}

/// The form that accepts with the account that the address has.
pub fn known_request(browser: &Browser, key: &str, password: &str, agreed: &str) -> Request {
    browser.bare_form("/account/join", &[("key", key), ("how", "known"), ("password", password), ("agreed", agreed)])
}

fn accept_known(browser: &Browser, key: &str, password: &str, agreed: &str) -> Response {
    browser.call(known_request(browser, key, password, agreed))
}

#[test]
fn the_link_leads_to_a_page_and_looking_at_it_changes_nothing() {
    let browser = invited(IDA);
    let before = browser.world.database(&ActorId::Team(NORTHWIND.to_owned())).bytes();
    let page = text(&browser.open(&link(&browser, IDA)));
    shows(&page, "Join Northwind Research");
    shows(&page, IDA);
    assert_eq!(browser.world.database(&ActorId::Team(NORTHWIND.to_owned())).bytes(), before);
}

#[test]
fn a_user_who_accepts_is_a_member_signs_in_and_has_a_confirmed_address() {
    let browser = invited(IDA);
    let answer = accept(&browser, &key(&browser, IDA), &[]);
    assert_eq!((answer.status, answer.header("location")), (303, Some("/account/")), "{}", text(&answer));
    let page = text(&browser.open("/account/"));
    shows(&page, "ida@new.example · Team plan");
    assert!(!page.contains("is not confirmed"));
    shows(&text(&browser.open("/account/people")), "<strong>Ida Lund</strong>");
    assert_eq!(browser.team_of(IDA).as_deref(), Some(NORTHWIND));
    assert_eq!(browser.activities(NORTHWIND, "member_joined").len(), 1);
    let id = of(&browser, IDA, "member_id");
    let member = browser.world.get("owner", &format!("/v3/groups/{NORTHWIND}/members/{id}")).ok();
    assert_eq!((&member["status"], &member["user_id"]), (&"active".into(), &id.as_str().into()));
    browser.sign_out();
    assert_eq!(browser.sign_in_with(IDA, "a long password").status, 303);
}

#[test]
fn the_language_of_a_member_is_that_of_the_browser_that_accepts() {
    let browser = Browser::of("owner");
    browser.languages.set(Some("de"));
    invite(&browser, IDA);
    browser.sign_out();
    assert_eq!(of(&browser, IDA, "language"), "en", "of whom nothing is known yet");
    browser.languages.set(Some("fr-CH,fr;q=0.9"));
    assert_eq!(accept(&browser, &key(&browser, IDA), &[]).status, 303);
    assert_eq!(of(&browser, IDA, "language"), "fr");
}

#[test]
fn a_pending_member_of_a_workgroup_becomes_active_on_joining_the_team() {
    let browser = invited(IDA);
    let group =
        browser.world.post("owner", "/v3/workgroups", json!({ "name": "New", "is_visible": true, "metadata": {} }));
    let group = group.ok()["id"].as_str().unwrap().to_owned();
    let id = of(&browser, IDA, "id");
    let members = format!("/v3/workgroups/{group}/members");
    let added = browser.world.post("owner", &members, json!({ "user_id": id })).ok();
    assert_eq!(added["status"], "pending");
    accept(&browser, &key(&browser, IDA), &[]);
    assert_eq!(browser.world.get("owner", &format!("{members}/{id}")).ok()["status"], "active");
}

#[test]
fn what_is_wrong_with_the_form_is_shown_and_no_one_joins() {
    let browser = invited(IDA);
    let (link, key) = (link(&browser, IDA), key(&browser, IDA));
    let title = format!("Join {}", between(&text(&browser.open(&link)), "<h1>Join ", "</h1>"));
    for (name, value, words) in [
        ("first_name", " ", "Enter your first and last name."),
        ("last_name", "", "Enter your first and last name."),
        ("password", "short", "The password needs 8 characters or more."),
    ] {
        let answer = accept(&browser, &key, &[(name, value)]);
        assert_eq!(answer.status, 400);
        shows_error(&text(&answer), &title, words, &[name]);
    }
    let answer = accept(&browser, "x", &[]);
    assert_eq!(answer.status, 400);
    shows(&text(&answer), "This link no longer works");
    assert_eq!((of(&browser, IDA, "member_status").as_str(), browser.team_of(IDA)), ("pending", None));
}

#[test]
fn a_link_is_good_for_14_days() {
    let browser = invited(IDA);
    let (link, key) = (link(&browser, IDA), key(&browser, IDA));
    browser.world.pass(14 * DAY - SECOND);
    shows(&text(&browser.open(&link)), "Join Northwind Research");
    browser.world.pass(SECOND);
    shows(&text(&browser.open(&link)), "This link no longer works");
    shows(&text(&accept(&browser, &key, &[])), "This link no longer works");
    assert_eq!(of(&browser, IDA, "member_status"), "pending");
}

#[test]
fn a_link_works_once_and_a_form_that_is_sent_twice_does_no_harm() {
    let browser = invited(IDA);
    let (link, key) = (link(&browser, IDA), key(&browser, IDA));
    assert_eq!(accept(&browser, &key, &[]).status, 303);
    assert_eq!(accept(&browser, &key, &[]).status, 303, "the second click leads to the same account");
    assert_eq!(browser.activities(NORTHWIND, "member_joined").len(), 1);
    browser.sign_out();
    shows(&text(&accept(&browser, &key, &[("password", "another password")])), "This invitation was accepted");
    shows(&text(&browser.open(&link)), "This invitation was accepted");
    assert_eq!(browser.sign_in_with(IDA, "a long password").status, 303, "nothing was changed");
}

#[test]
fn an_invitation_that_was_withdrawn_or_sent_again_is_not_accepted() {
    let browser = invited(IDA);
    let (old_link, old_key) = (link(&browser, IDA), key(&browser, IDA));
    browser.world.pass(SECOND);
    browser.sign_in("owner");
    let id = of(&browser, IDA, "member_id");
    shows(&browser.send_and_follow("/account/people/again", &[("member_id", &id)]), "is sent again");
    assert_eq!(browser.activities(NORTHWIND, "invite_resent"), [IDA]);
    browser.sign_out();
    shows(&text(&browser.open(&old_link)), "This link no longer works");
    shows(&text(&accept(&browser, &old_key, &[])), "This link no longer works");
    let new_key = key(&browser, IDA);
    browser.sign_in("owner");
    browser.send_and_follow("/account/people/withdraw", &[("member_id", &id)]);
    browser.sign_out();
    shows(&text(&accept(&browser, &new_key, &[])), "This link no longer works");
}

#[test]
fn an_account_that_is_there_is_left_for_the_team_with_its_password() {
    let browser = invited(FRANK);
    let page = text(&browser.open(&link(&browser, FRANK)));
    shows(&page, "has an account already");
    shows(&page, "Sign in and join");
    let key = key(&browser, FRANK);
    shows(&text(&accept_known(&browser, &key, "frank-solo-free", "")), "tick the box that your current account ends");
    shows(&text(&accept_known(&browser, &key, "another", "yes")), "not the password of your account");
    shows(&text(&accept(&browser, &key, &[])), "Your address has an account already");
    browser.me("free");
    assert_eq!(browser.team_of(FRANK).as_deref(), Some(people::FRANKS));

    let answer = accept_known(&browser, &key, "frank-solo-free", "yes");
    assert_eq!(answer.status, 303, "{}", text(&answer));
    shows(&text(&browser.open("/account/people")), "<strong>Frank Adeyemi</strong>");
    browser.world.wake_all();
    assert_eq!(browser.team_of(FRANK).as_deref(), Some(NORTHWIND));
    browser.world.get("free", "/v3/users/me").fails(Error::UserSoftDeleted);
    browser.sign_out();
    assert_eq!(browser.sign_in_with(FRANK, "frank-solo-free").status, 303, "the password came along");
    assert_eq!(accept_known(&browser, &key, "frank-solo-free", "yes").status, 303, "the second click is harmless");

    browser.world.pass(30 * DAY);
    browser.world.wake_all();
    browser.world.get("free", "/v3/users/me").fails(Error::UserDeleted);
    assert_eq!(browser.team_of(FRANK).as_deref(), Some(NORTHWIND), "the purge leaves the new account alone");
    assert_eq!(browser.sign_in_with(FRANK, "frank-solo-free").status, 303);
}

#[test]
fn an_old_account_is_left_also_by_a_member_who_is_no_member_any_more_when_its_turn_comes() {
    for how in ["removed", "deleted", "moved"] {
        let browser = invited(FRANK);
        let key = key(&browser, FRANK);
        assert_eq!(accept_known(&browser, &key, "frank-solo-free", "yes").status, 303);
        match how {
            "deleted" => {
                browser.send("/account/delete", &[("delete_proof", "frank-solo-free")]);
            }
            "removed" => {
                let id = of(&browser, FRANK, "member_id");
                browser.sign_out();
                browser.sign_in("owner");
                shows(&browser.send_and_follow("/account/people/remove", &[("member_id", &id)]), "is removed");
            }
            _ => {
                let moved = "UPDATE users SET username = 'f@new.example', email = 'f@new.example' WHERE username = ?";
                browser.team(NORTHWIND).run(moved, &[FRANK.into()]).unwrap();
            }
        }
        browser.sign_out();
        browser.world.wake_all();
        browser.world.get("free", "/v3/users/me").fails(Error::UserSoftDeleted);
        let leads_to = if how == "deleted" { NORTHWIND } else { people::FRANKS };
        assert_eq!(browser.team_of(FRANK).as_deref(), Some(leads_to), "{how}");
        browser.world.pass(1);
        assert_eq!(browser.sign_in_with(FRANK, "frank-solo-free").status, 303, "{how}");
        shows(&text(&browser.open("/account/")), "Restore the account");
        let jobs = browser.team(NORTHWIND).run("SELECT 1 FROM jobs WHERE kind = 'leave_account'", &[]).unwrap();
        assert!(jobs.is_empty(), "{how}");
    }
}

#[test]
fn an_owner_of_others_who_is_removed_from_the_new_team_stays_with_them() {
    let browser = Browser::of("owner");
    invite(&browser, "hana@harbour.example");
    browser.sign_out();
    let key = key(&browser, "hana@harbour.example");
    assert_eq!(accept_known(&browser, &key, "hana-harbour", "yes").status, 303);
    let id = of(&browser, "hana@harbour.example", "member_id");
    let harbour = browser.team(people::HARBOUR);
    for statement in [
        "CREATE TEMP TABLE second AS SELECT * FROM users LIMIT 1",
        "UPDATE second SET id = '9', member_id = '9', username = 's@harbour.example', email = 's@harbour.example',
                           member_type = 'regular'",
        "INSERT INTO users SELECT * FROM second",
    ] {
        harbour.run(statement, &[]).unwrap();
    }
    browser.sign_out();
    browser.world.wake_all();
    browser.me("other_team");
    browser.sign_in("owner");
    shows(&browser.send_and_follow("/account/people/remove", &[("member_id", &id)]), "is removed");
    browser.world.pass(11 * MINUTE);
    browser.world.wake_all();
    browser.me("other_team");
    assert_eq!(browser.team_of("hana@harbour.example").as_deref(), Some(people::HARBOUR));
    let jobs = browser.team(NORTHWIND).run("SELECT 1 FROM jobs WHERE kind = 'leave_account'", &[]).unwrap();
    assert!(jobs.is_empty(), "the departure is over");
}

#[test]
fn guesses_of_the_password_are_counted() {
    let browser = invited(FRANK);
    let key = key(&browser, FRANK);
    for _ in 0..5 {
        accept_known(&browser, &key, "another", "yes");
    }
    shows(&text(&accept_known(&browser, &key, "frank-solo-free", "yes")), "Too many wrong passwords");
    assert_eq!(browser.team_of(FRANK).as_deref(), Some(people::FRANKS));
}

#[test]
fn who_owns_a_team_with_others_in_it_does_not_leave_it() {
    let browser = Browser::of("owner");
    browser.world.database(&ActorId::Team(people::HARBOUR.to_owned())).run("SELECT 1", &[]).unwrap();
    browser.sign_in("other_team");
    browser.send_and_follow("/account/people/invite", &[("email", "second@harbour.example"), ("role", "regular")]);
    browser.sign_in("owner");
    invite(&browser, "hana@harbour.example");
    browser.sign_out();
    let key = key(&browser, "hana@harbour.example");
    shows(&text(&accept_known(&browser, &key, "hana-harbour", "yes")), "You own a team with other members");
    browser.me("other_team");
}

#[test]
fn an_address_whose_account_is_being_opened_waits() {
    let browser = invited(IDA);
    let directory = browser.world.database(&ActorId::of_email(IDA));
    let soon = browser.world.now().saturating_add(SECOND);
    directory
        .run("INSERT INTO reservations (email, team, expires) VALUES (?, '1', ?)", &[IDA.into(), soon.into()])
        .unwrap();
    let key = key(&browser, IDA);
    shows(&text(&accept(&browser, &key, &[])), "Try again in ten minutes");
    browser.world.pass(SECOND);
    assert_eq!(accept(&browser, &key, &[]).status, 303);
}

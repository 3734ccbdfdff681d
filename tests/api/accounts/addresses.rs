//! Whose an e-mail address is: an account signs in with addresses that it has confirmed, and holds no others.

use super::{Browser, between, shows, text};
use crate::support::people::{self, MEMBER_ROSA, NORTHWIND};
use crate::support::{Answered, World};
use canvass::service::actor::protocol::{ActorId, ActorReply};
use canvass::service::html::notice::{Notice, account_notice_url};
use canvass::service::identity::account::address_change::{AddressChange, AddressStep};
use canvass::service::store::sql::Sql;
use canvass::spec::attempts::{ADDRESS_CHANGES, SIGN_UPS_OF_ADDRESS};
use canvass::spec::errors::Error;
use canvass::spec::regions::Region;
use canvass::wire::dates::DAY;
use canvass::wire::http::Response;
use serde_json::json;

const VICTIM: &str = "vera@mail.example";
const ROSA: &str = "rosa@northwind.example";

/// A browser of an account that has changed to an address of another person, and cannot confirm it.
fn squatter() -> Browser {
    let browser = Browser::of("free");
    let fields = [("email", VICTIM), ("email_proof", "frank-solo-free")];
    shows(&browser.send_and_follow("/account/email", &fields), "We sent a mail to your address");
    browser
}

#[test]
fn of_two_members_who_request_an_address_at_once_the_first_has_it() {
    let browser = Browser::of("owner");
    let ask = |user_id: &str, from: &str| {
        let (user_id, from) = (user_id.to_owned(), from.to_owned());
        let (team, to) = (people::NORTHWIND.to_owned(), "new@northwind.example".to_owned());
        // The directory has answered both that the address is free.
        let step = AddressStep::Store(AddressChange { user_id, team, region: Region::Us, from, to });
        match browser.world.command(&ActorId::Team(people::NORTHWIND.to_owned()), step.into()) {
            ActorReply::Respond(answer) => answer.header("location").unwrap().to_owned(),
            other => panic!("{other:?}"),
        }
    };
    let first = ask(people::OLIVIA, "olivia@northwind.example");
    let second = ask(people::ROSA, "rosa@northwind.example");
    assert_eq!(first, account_notice_url(Notice::MailSent));
    assert_eq!(second, account_notice_url(Notice::AddressTaken));
    assert_eq!(browser.me("owner")["email"], "new@northwind.example");
    assert_eq!(browser.me("regular")["email"], "rosa@northwind.example");
}

#[test]
fn s76_changing_to_the_address_of_another_person_does_not_keep_that_person_from_it() {
    let browser = squatter();
    assert_eq!(browser.team_of(VICTIM), None);
    browser.sign_up(&[("email", VICTIM)]);
    let id = browser.team_of(VICTIM).unwrap();
    assert_ne!(id, people::FRANKS);
    assert_eq!(browser.sign_in_with(VICTIM, "a long password").status, 303);
    browser.confirm(&id);
    browser.world.pass(30 * DAY);
    browser.world.wake_all();
    assert_eq!(browser.team_of(VICTIM), Some(id));
    assert_eq!(
        browser.sign_in_with("frank@solo.example", "frank-solo-free").status,
        303,
        "the other account can sign in as before"
    );
}

#[test]
fn an_address_that_another_account_has_got_meanwhile_cannot_be_confirmed() {
    let browser = squatter();
    let page = text(&browser.open(&browser.link(people::FRANKS)));
    browser.sign_up(&[("email", VICTIM)]);
    let id = browser.team_of(VICTIM);
    let refused = browser.submit("/account/verify", &[("key", between(&page, "name=\"key\" value=\"", "\""))]);
    assert_eq!(refused.status, 409);
    shows(&text(&refused), "cannot be used");
    assert_eq!(browser.team_of(VICTIM), id);
    assert_eq!(browser.me("free")["email_verified"], false);
    assert_eq!(browser.sign_in_with("frank@solo.example", "frank-solo-free").status, 303);
}

#[test]
fn s76_confirming_another_address_keeps_no_address_that_was_never_confirmed() {
    let browser = Browser::new();
    browser.sign_up(&[("email", VICTIM), ("plan", "team")]);
    let id = browser.team_of(VICTIM).unwrap();
    browser.sign_in_with(VICTIM, "a long password");
    // As the API changes the address of a member.
    browser.team(&id).run("UPDATE users SET email = 'mallory@mail.example'", &[]).unwrap();
    shows(&browser.send_and_follow("/account/mail", &[]), "We sent a mail to your address");
    assert_eq!(browser.confirm(&id).status, 200);
    browser.world.wake_all();
    assert_eq!(browser.team_of(VICTIM), None);
    assert_eq!(browser.team_of("mallory@mail.example"), Some(id));
    assert_eq!(browser.sign_in_with("mallory@mail.example", "a long password").status, 303);
}

#[test]
fn a_deleted_account_gets_no_address_by_a_link_that_it_was_sent() {
    let browser = squatter();
    let page = text(&browser.open(&browser.link(people::FRANKS)));
    browser.send("/account/delete", &[("delete_proof", "frank-solo-free")]);
    let late = browser.submit("/account/verify", &[("key", between(&page, "name=\"key\" value=\"", "\""))]);
    assert_eq!(late.status, 400);
    assert_eq!(browser.team_of(VICTIM), None);
}

/// Changes the address of Rosa, an active member, as an administrator does by the API.
fn change_by_api(world: &World, email: &str) -> Response {
    world.patch("admin", &format!("/v3/groups/{NORTHWIND}/members/{MEMBER_ROSA}"), json!({ "email": email }))
}

#[test]
fn the_new_address_of_an_active_member_is_mailed_the_link_that_confirms_it() {
    let browser = Browser::new();
    let new = "rosa.new@northwind.example";
    let changed = change_by_api(&browser.world, new).ok();
    assert_eq!((&changed["email"], &changed["username"]), (&json!(new), &json!(ROSA)));
    assert_eq!(browser.me("regular")["email_verified"], false);
    assert_eq!(browser.mails(NORTHWIND, new).len(), 1);
    assert_eq!(browser.confirm(NORTHWIND).status, 200);
    let me = browser.me("regular");
    assert_eq!((&me["username"], &me["email_verified"]), (&json!(new), &json!(true)));
    browser.world.wake_all();
    assert_eq!((browser.team_of(new).as_deref(), browser.team_of(ROSA)), (Some(NORTHWIND), None));
    assert_eq!(browser.sign_in_with(new, "rosa-northwind").status, 303);
}

#[test]
fn the_address_by_which_a_user_signs_in_is_confirmed_and_needs_no_mail_again() {
    let browser = Browser::of("regular");
    let by_form =
        |email: &str| browser.send_and_follow("/account/email", &[("email", email), ("email_proof", "rosa-northwind")]);
    for by_api in [true, false] {
        change_by_api(&browser.world, VICTIM).ok();
        assert_eq!(browser.me("regular")["email_verified"], false);
        if by_api {
            change_by_api(&browser.world, ROSA).ok();
        } else {
            shows(&by_form(ROSA), "saved");
        }
        let me = browser.me("regular");
        assert_eq!((&me["email"], &me["email_verified"]), (&json!(ROSA), &json!(true)), "by the API: {by_api}");
    }
    assert!(browser.mails(NORTHWIND, ROSA).is_empty());
    // An account that was never confirmed is not confirmed by a change and its return.
    browser.sign_out();
    browser.sign_up(&[("email", VICTIM)]);
    browser.sign_in_with(VICTIM, "a long password");
    for email in ["mallory@mail.example", VICTIM] {
        let fields = [("email", email), ("email_proof", "a long password")];
        shows(&browser.send_and_follow("/account/email", &fields), "We sent a mail to your address");
    }
    let users = browser.team(&browser.team_of(VICTIM).unwrap()).run("SELECT * FROM users", &[]).unwrap();
    assert_eq!((users[0].text("email").as_str(), users[0].boolean("email_verified")), (VICTIM, false));
}

#[test]
fn a_member_does_not_get_the_address_of_another_account() {
    let browser = Browser::new();
    change_by_api(&browser.world, "frank@solo.example").fails(Error::AlreadyExists);
    let me = browser.me("regular");
    assert_eq!((&me["email"], &me["email_verified"]), (&json!(ROSA), &json!(true)));
    assert!(browser.mails(NORTHWIND, "frank@solo.example").is_empty());
    browser.sign_up(&[("email", VICTIM)]);
    change_by_api(&browser.world, VICTIM).fails(Error::AlreadyExists);
}

#[test]
fn a_directory_that_fails_is_an_internal_error_of_the_call_which_counts() {
    let world = World::new();
    let email = "rosa.new@northwind.example";
    world.database(&ActorId::of_email(email)).run("DROP TABLE addresses", &[]).unwrap();
    // The token of an app with few calls.
    let call = || world.get("private", "/v3/users/me");
    let path = format!("/v3/groups/{NORTHWIND}/members/{MEMBER_ROSA}");
    let [before, failed, after] = [call(), world.patch("private", &path, json!({ "email": email })), call()];
    failed.fails(Error::Internal);
    assert!(failed.header("x-oauth-scopes-granted").is_some());
    let remaining =
        |answer: &Response| answer.header("x-ratelimit-app-global-minute-remaining").unwrap().parse::<u32>().unwrap();
    assert_eq!([&before, &failed, &after].map(remaining), [119, 118, 117]);
}

#[test]
fn s82_the_api_shows_whether_an_address_is_available_as_seldom_as_the_account_page() {
    let browser = Browser::of("admin");
    for number in 0..ADDRESS_CHANGES.tolerated {
        match number % 2 {
            0 => drop(change_by_api(&browser.world, &format!("free{number}@mail.example")).ok()),
            _ => change_by_api(&browser.world, "frank@solo.example").fails(Error::AlreadyExists),
        }
    }
    for email in ["another@mail.example", "frank@solo.example"] {
        change_by_api(&browser.world, email).fails(Error::ResourceQuota);
        let fields = [("email", email), ("email_proof", "anton-northwind")];
        shows(&browser.send_and_follow("/account/email", &fields), "There were too many changes of address today");
    }
    browser.world.pass(DAY);
    // Of all accounts together, an address is asked for a few times a day.
    for _ in 0..SIGN_UPS_OF_ADDRESS.tolerated {
        change_by_api(&browser.world, "frank@solo.example").fails(Error::AlreadyExists);
    }
    change_by_api(&browser.world, "frank@solo.example").fails(Error::ResourceQuota);
}

//! Whose an e-mail address is: an account signs in with addresses that it has confirmed, and holds no others.

use super::{Browser, between, shows, text};
use crate::support::people;
use canvass::service::actor::protocol::{ActorId, ActorReply};
use canvass::service::html::notice::{Notice, account_notice_url};
use canvass::service::identity::account::address_change::{AddressChange, AddressStep};
use canvass::service::store::sql::Sql;
use canvass::spec::regions::Region;
use canvass::wire::dates::DAY;

const VICTIM: &str = "vera@mail.example";

/// A browser of an account that has changed to an address of another person, and cannot confirm it.
fn squatter() -> Browser {
    let browser = Browser::of("free");
    let fields = [("email", VICTIM), ("email_proof", "frank-solo-free")];
    shows(&browser.send_and_follow("/account/email", &fields), "We sent a mail to your address");
    browser
}

#[test]
fn of_two_members_who_ask_for_an_address_at_once_the_first_has_it() {
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
fn s76_who_changes_to_the_address_of_another_person_does_not_keep_that_person_from_it() {
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

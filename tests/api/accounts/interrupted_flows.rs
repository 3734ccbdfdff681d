//! Flows of several actors that end early: after any number of steps every account can be reached, no address leads to
//! a team in which no user has it, and the same form can be sent again.

use super::apps::Registered;
use super::join::{accept_request, key, known_request};
use super::people::{invite, of};
use super::{Browser, text};
use crate::support::message_flow::MessageFlow;
use crate::support::people::{FRANKS, NORTHWIND};
use canvass::service::actor::protocol::{ActorId, ActorReply};
use canvass::service::jobs::task::TaskAction;
use canvass::service::store::sql::Sql;
use canvass::wire::dates::{DAY, MINUTE};
use canvass::wire::http::Request;

const FRANK: &str = "frank@solo.example";
const MOVED: &str = "frank@new.example";
const IDA: &str = "ida@new.example";

/// A flow: what comes before it, its request, and who signs in with which password however it ended.
struct Flow {
    name: &'static str,
    prepare: fn() -> Browser,
    request: fn(&Browser) -> Request,
    /// Addresses, one of which signs in with the password.
    reached: (&'static [&'static str], &'static str),
}

fn frank() -> Browser {
    Browser::of("free")
}

fn deleted_frank() -> Browser {
    let browser = frank();
    browser.world.pass(1);
    browser.send("/account/delete", &[("delete_proof", "frank-solo-free")]);
    browser.world.pass(1);
    browser.sign_in("free");
    browser
}

fn changing_frank() -> Browser {
    let browser = frank();
    browser.send("/account/email", &[("email", MOVED), ("email_proof", "frank-solo-free")]);
    browser
}

fn invited(email: &str) -> Browser {
    let browser = Browser::of("owner");
    invite(&browser, email);
    browser.sign_out();
    browser
}

fn verify_request(browser: &Browser) -> Request {
    let link = browser.link(FRANKS);
    browser.form("/account/verify", &[("key", link.split_once("key=").unwrap().1)])
}

fn delete_app_request(browser: &Browser) -> Request {
    let client_id = browser.team(FRANKS).run("SELECT client_id FROM own_apps", &[]).unwrap()[0].text("client_id");
    browser.marked_form(&format!("/account/apps/{client_id}"), &[("verb", "delete")])
}

const FLOWS: &[Flow] = &[
    Flow { name: "a sign-up", prepare: Browser::new, request: |browser| browser.sign_up_form(&[]), reached: (&[], "") },
    Flow {
        name: "a sign-in",
        prepare: Browser::new,
        request: |browser| browser.form("/account/sign-in", &[("email", FRANK), ("password", "frank-solo-free")]),
        reached: (&[FRANK], "frank-solo-free"),
    },
    Flow {
        name: "a request for another address",
        prepare: frank,
        request: |browser| {
            browser.marked_form("/account/email", &[("email", MOVED), ("email_proof", "frank-solo-free")])
        },
        reached: (&[FRANK], "frank-solo-free"),
    },
    Flow {
        name: "a confirmed change of address",
        prepare: changing_frank,
        request: verify_request,
        reached: (&[FRANK, MOVED], "frank-solo-free"),
    },
    Flow {
        name: "a deletion",
        prepare: frank,
        request: |browser| browser.marked_form("/account/delete", &[("delete_proof", "frank-solo-free")]),
        reached: (&[FRANK], "frank-solo-free"),
    },
    Flow {
        name: "a restoration",
        prepare: deleted_frank,
        request: |browser| browser.marked_form("/account/restore", &[]),
        reached: (&[FRANK], "frank-solo-free"),
    },
    Flow {
        name: "an invitation",
        prepare: || Browser::of("owner"),
        request: |browser| browser.marked_form("/account/people/invite", &[("email", IDA), ("role", "regular")]),
        reached: (&[], ""),
    },
    Flow {
        name: "a new member",
        prepare: || invited(IDA),
        request: |browser| accept_request(browser, &key(browser, IDA), &[]),
        reached: (&[], ""),
    },
    Flow {
        name: "a member who leaves an account",
        prepare: || invited(FRANK),
        request: |browser| known_request(browser, &key(browser, FRANK), "frank-solo-free", "yes"),
        reached: (&[FRANK], "frank-solo-free"),
    },
    Flow {
        name: "a registration of an app",
        prepare: frank,
        request: |browser| browser.marked_form("/account/apps", &[("name", "Mine"), ("users_read", "required")]),
        reached: (&[FRANK], "frank-solo-free"),
    },
    Flow {
        name: "a deletion of an app",
        prepare: || Registered::in_browser(frank()).browser,
        request: delete_app_request,
        reached: (&[FRANK], "frank-solo-free"),
    },
];

/// Lets the jobs do their work, also those that wait for the end of a reservation.
fn settle(browser: &Browser) {
    for _ in 0..3 {
        browser.world.wake_all();
        browser.world.pass(11 * MINUTE);
    }
    browser.world.wake_all();
}

/// The addresses of the users of a team who have a confirmed account.
const REACHABLE: &str = "SELECT username, deleted FROM users JOIN team
    WHERE member_status <> 'pending' AND username LIKE '%@%' AND unconfirmed_until IS NULL";

/// Every account is reached by its address, and every address reaches an account.
#[track_caller]
fn check_addresses(browser: &Browser, what: &str) {
    for place in browser.world.open_places() {
        let database = browser.world.database(&place);
        match &place {
            ActorId::Team(team) => {
                for row in database.run(REACHABLE, &[]).unwrap() {
                    let (address, led) = (row.text("username"), browser.team_of(&row.text("username")));
                    // A user who has left the account for a team is reached there.
                    let has_left = row.optional_text("deleted").is_some() && led.is_some();
                    assert!(has_left || led.as_ref() == Some(team), "{what}: {address} leads to {led:?}");
                }
            }
            ActorId::Directory(_) => {
                for row in database.run("SELECT email, team FROM addresses", &[]).unwrap() {
                    let (address, team) = (row.text("email"), row.text("team"));
                    let holder = "SELECT id FROM users WHERE username = ? AND member_status <> 'pending'";
                    let held = browser.team(&team).run(holder, &[address.as_str().into()]).unwrap();
                    assert_eq!(held.len(), 1, "{what}: {address} leads to {team}");
                }
            }
            _ => {}
        }
    }
}

/// Each flow, left after each number of steps.
fn each_cut(flows: &[Flow], check: impl Fn(&Flow, &Browser, &Request, String)) {
    for flow in flows {
        for count in 0.. {
            let browser = (flow.prepare)();
            let request = (flow.request)(&browser);
            let mut walk = MessageFlow::new(&browser.world, request.clone());
            let is_whole = walk.steps(count) < count;
            check(flow, &browser, &request, format!("{} after {count} steps", flow.name));
            if is_whole {
                assert!(count > 1, "{} has several steps", flow.name);
                break;
            }
        }
    }
}

#[test]
fn a_flow_that_ends_early_leaves_accounts_that_are_reached_and_addresses_that_reach_one() {
    each_cut(FLOWS, |flow, browser, _, what| {
        settle(browser);
        check_addresses(browser, &what);
        let (addresses, password) = flow.reached;
        let signed_in =
            addresses.iter().filter(|address| browser.sign_in_with(address, password).status == 303).count();
        assert_eq!(signed_in, addresses.len().min(1), "{what}");
    });
}

#[test]
fn a_form_whose_flow_ended_early_can_be_sent_again_at_once_or_later() {
    for later in [false, true] {
        each_cut(FLOWS, |_, browser, request, what| {
            if later {
                settle(browser);
            }
            let again = browser.world.call(request.clone());
            assert!(
                again.status < 400 || what.contains("restor") || what.contains("delet"),
                "{what}: {}",
                text(&again)
            );
            settle(browser);
            check_addresses(browser, &what);
        });
    }
}

#[test]
fn an_account_that_was_restored_in_a_flow_that_ended_early_keeps_its_address() {
    each_cut(&FLOWS[5..6], |_, browser, _, what| {
        let restored = browser.team(FRANKS).run("SELECT id FROM users WHERE deleted IS NULL", &[]).unwrap().len() == 1;
        browser.world.pass(30 * DAY);
        browser.sign_up(&[("email", FRANK)]);
        settle(browser);
        assert_eq!(browser.team_of(FRANK).as_deref() == Some(FRANKS), restored, "{what}");
        assert_eq!(browser.sign_in_with(FRANK, "frank-solo-free").status == 303, restored, "{what}");
    });
}

#[test]
fn an_address_that_an_account_gave_up_in_a_flow_that_ended_early_is_free_for_an_invitation() {
    each_cut(&FLOWS[3..4], |_, browser, _, what| {
        settle(browser);
        if browser.sign_in_with(MOVED, "frank-solo-free").status != 303 {
            assert_eq!(browser.team_of(MOVED), None, "{what}");
            return;
        }
        assert_eq!(browser.team_of(FRANK), None, "{what}");
        browser.sign_in("owner");
        invite(browser, FRANK);
        browser.sign_out();
        let accepted = browser.call(accept_request(browser, &key(browser, FRANK), &[]));
        assert_eq!(accepted.status, 303, "{what}: {}", text(&accepted));
    });
}

#[test]
fn an_invitation_that_is_withdrawn_while_its_flow_goes_on_or_after_it_ended_early_takes_no_account_away() {
    for goes_on in [false, true] {
        for flow in &FLOWS[7..9] {
            for count in 0..10 {
                let browser = (flow.prepare)();
                let email = if flow.reached.0.is_empty() { IDA } else { FRANK };
                let mut walk = MessageFlow::new(&browser.world, (flow.request)(&browser));
                walk.steps(count);
                let has_joined = of(&browser, email, "member_status") == "active";
                browser.sign_in("owner");
                let id = of(&browser, email, "member_id");
                browser.send("/account/people/withdraw", &[("member_id", &id)]);
                browser.sign_out();
                if goes_on {
                    walk.steps(10);
                }
                let what = format!("{} after {count} steps", flow.name);
                settle(&browser);
                check_addresses(&browser, &what);
                let old = (email == FRANK).then_some(FRANKS);
                let expected = if has_joined { Some(NORTHWIND) } else { old };
                assert_eq!(browser.team_of(email).as_deref(), expected, "{what}");
                if email == FRANK {
                    assert_eq!(browser.sign_in_with(FRANK, "frank-solo-free").status, 303, "{what}");
                    assert!(!text(&browser.open("/account/")).contains("Restore the account"), "{what}");
                }
            }
        }
    }
}

/// A task of a team that is due, held before its first step, and its id.
fn held_task<'a>(browser: &'a Browser, team: &str, kind: &str) -> (String, MessageFlow<'a>) {
    let team = ActorId::Team(team.to_owned());
    let data = browser.world.database(&team);
    let effects = browser.world.effects(&*data);
    let due = browser.world.service.run_due_jobs(&team, &browser.world.memory(&team), effects).unwrap().tasks;
    let task = due.into_iter().find(|task| task.id.starts_with(kind)).unwrap();
    let TaskAction::Notify { actor, message } = task.action else { panic!("{} sends no message", task.id) };
    (task.id, MessageFlow::of(&browser.world, ActorReply::Forward { actor, message }))
}

/// Reports the result of a task of a team.
fn complete(browser: &Browser, team: &str, id: &str, status: u16) {
    let team = ActorId::Team(team.to_owned());
    let data = browser.world.database(&team);
    let (memory, effects) = (browser.world.memory(&team), browser.world.effects(&*data));
    browser.world.service.complete_task(id, Some(status), &memory, effects).unwrap();
}

#[test]
fn an_account_that_its_user_has_left_is_restored_by_no_session() {
    for is_deleted_before in [true, false] {
        let browser = invited(FRANK);
        let accept = known_request(&browser, &key(&browser, FRANK), "frank-solo-free", "yes");
        if is_deleted_before {
            browser.sign_in("free");
            browser.send("/account/delete", &[("delete_proof", "frank-solo-free")]);
        } else {
            browser.call(accept.clone());
            // The account is deleted, and the address still leads to it.
            held_task(&browser, NORTHWIND, "leave_account/").1.steps(1);
        }
        browser.world.pass(1);
        browser.sign_in("free");
        let page = text(&browser.open("/account/"));
        let mark = page.split_once("name=\"mark\" value=\"").map(|(_, rest)| rest.split_once('"').unwrap().0);
        let restore = mark.map(|mark| browser.form("/account/restore", &[("mark", mark)]));
        assert_eq!(restore.is_some(), is_deleted_before);
        browser.sign_out();
        browser.call(accept);
        settle(&browser);
        restore.map(|restore| browser.world.call(restore));
        settle(&browser);
        check_addresses(&browser, &format!("deleted before: {is_deleted_before}"));
        assert_eq!(browser.team_of(FRANK).as_deref(), Some(NORTHWIND));
    }
}

#[test]
fn an_account_that_gets_another_address_before_its_user_has_left_it_stays() {
    let browser = invited(FRANK);
    let accept = known_request(&browser, &key(&browser, FRANK), "frank-solo-free", "yes");
    browser.sign_in("free");
    browser.send("/account/email", &[("email", MOVED), ("email_proof", "frank-solo-free")]);
    browser.sign_out();
    browser.call(accept);
    let (id, mut leaving) = held_task(&browser, NORTHWIND, "leave_account/");
    browser.call(verify_request(&browser));
    leaving.steps(2);
    complete(&browser, NORTHWIND, &id, 204);
    settle(&browser);
    check_addresses(&browser, "an account with another address");
    for (address, team) in [(FRANK, NORTHWIND), (MOVED, FRANKS)] {
        assert_eq!(browser.team_of(address).as_deref(), Some(team));
        assert_eq!(browser.sign_in_with(address, "frank-solo-free").status, 303);
        assert!(!text(&browser.open("/account/")).contains("Restore the account"), "{address}");
    }
}

#[test]
fn an_address_that_a_member_brings_along_and_who_is_removed_meanwhile_leads_nowhere() {
    for is_answer_lost in [false, true] {
        let browser = invited(FRANK);
        browser.call(known_request(&browser, &key(&browser, FRANK), "frank-solo-free", "yes"));
        browser.sign_out();
        // The task is lost, and is sent again when the address is not reserved any more.
        held_task(&browser, NORTHWIND, "leave_account/");
        browser.world.pass(11 * MINUTE);
        let (id, mut leaving) = held_task(&browser, NORTHWIND, "leave_account/");
        leaving.steps(1);
        browser.sign_in("owner");
        browser.send("/account/people/remove", &[("member_id", &of(&browser, FRANK, "member_id"))]);
        browser.sign_out();
        browser.world.wake_all();
        leaving.steps(1);
        if !is_answer_lost {
            complete(&browser, NORTHWIND, &id, 204);
        }
        settle(&browser);
        assert_eq!(browser.team_of(FRANK), None, "answer lost: {is_answer_lost}");
    }
}

#[test]
fn a_job_that_is_scheduled_again_while_its_task_is_under_way_runs_again() {
    let browser = invited(IDA);
    browser.call(accept_request(&browser, &key(&browser, IDA), &[]));
    browser.world.pass(DAY);
    browser.sign_in("owner");
    browser.send("/account/people/remove", &[("member_id", &of(&browser, IDA, "member_id"))]);
    invite(&browser, IDA);
    browser.sign_out();
    let accept = accept_request(&browser, &key(&browser, IDA), &[]);
    let (id, mut freeing) = held_task(&browser, NORTHWIND, "forget_address/");
    // The member joins again, which schedules the job for the case that the flow ends early, as it does.
    let mut joining = MessageFlow::new(&browser.world, accept);
    joining.steps(1);
    freeing.steps(1);
    joining.steps(1);
    assert_eq!(browser.team_of(IDA).as_deref(), Some(NORTHWIND));
    complete(&browser, NORTHWIND, &id, 204);
    settle(&browser);
    check_addresses(&browser, "a member who was removed and has not joined again");
}

#[test]
fn an_address_that_is_claimed_again_is_not_freed_by_a_job_of_before() {
    let browser = invited(IDA);
    browser.call(accept_request(&browser, &key(&browser, IDA), &[]));
    browser.world.pass(DAY);
    browser.world.wake_all();
    browser.sign_in("owner");
    browser.send("/account/people/remove", &[("member_id", &of(&browser, IDA, "member_id"))]);
    // The job has asked its team, and its message is on the way.
    let held = held_task(&browser, NORTHWIND, "forget_address/").1;
    invite(&browser, IDA);
    browser.sign_out();
    let mut walk = MessageFlow::new(&browser.world, accept_request(&browser, &key(&browser, IDA), &[]));
    walk.steps(2);
    assert_eq!(held.end(browser.world.random()).0, 503);
    walk.steps(10);
    settle(&browser);
    check_addresses(&browser, "a member who was removed and has joined again");
    assert_eq!(browser.sign_in_with(IDA, "a long password").status, 303);
}

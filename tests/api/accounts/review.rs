//! The review of apps: who sees what waits, what a decision does, and what becomes of decisions that come late.

use super::apps::{REDIRECT, Registered};
use super::{Browser, between, shows, text};
use crate::support::message_flow::MessageFlow;
use crate::support::{Answered, people};
use canvass::service::actor::protocol::ActorId;
use canvass::service::actor::token;
use canvass::service::store::sql::Sql;
use canvass::spec::errors::Error;
use canvass::spec::limits::{DAY_LIMIT_HEADER, MINUTE_LIMIT_HEADER, NO_LIMIT, Quota};
use canvass::wire::dates::DAY;
use canvass::wire::http::Response;

const REVIEWER: &str = "hana@harbour.example";

/// An app that waits, in the browser of its owner.
fn waiting() -> Registered {
    let browser = Browser::reviewed_by(&[REVIEWER]);
    browser.sign_in("owner");
    let app = Registered::in_browser(browser);
    shows(&app.verb("deploy_public"), "within 5 business days");
    app
}

fn queue(app: &Registered) -> Vec<String> {
    let rows = app.browser.world.database(&ActorId::Reviews).run("SELECT name FROM review_queue ORDER BY since", &[]);
    rows.unwrap().iter().map(|row| row.text("name")).collect()
}

fn address(app: &Registered) -> String {
    format!("/account/reviews/{}", app.client_id)
}

/// The reviewer opens the app and decides about what the page showed.
pub fn decide(app: &Registered, outcome: &str, reason: &str) -> String {
    app.browser.sign_in("other_team");
    let page = text(&app.browser.open(&address(app)));
    decide_seen(app, between(&page, "name=\"seen\" value=\"", "\""), outcome, reason)
}

fn decide_seen(app: &Registered, seen: &str, outcome: &str, reason: &str) -> String {
    let fields = [("seen", seen), ("outcome", outcome), ("reason", reason)];
    app.browser.send_and_follow(&address(app), &fields)
}

fn owners_page(app: &Registered) -> String {
    app.browser.sign_in("owner");
    app.page()
}

#[test]
fn where_people_review_apps_a_public_app_waits_for_them() {
    let app = waiting();
    assert_eq!(app.state(), "draft");
    shows(&app.page(), "under review since");
    assert_eq!(app.app_says("approved"), "");
    shows(&app.consent("free"), "is a draft");
    assert_eq!(queue(&app), ["Mine"]);
    app.verb("deploy_public");
    assert_eq!(queue(&app), ["Mine"], "who asks twice waits once");
}

#[test]
fn without_a_sandbox_a_public_app_waits_even_where_no_reviewer_is_configured() {
    let mut app = Registered::by("owner");
    app.browser.world.service.config.demo_secrets = None;
    shows(&app.verb("deploy_public"), "under review since");
    assert_eq!((app.state().as_str(), app.app_says("approved").as_str()), ("draft", ""));
    let mut app = Registered::by("owner");
    app.browser.world.service.config.reviewers.clear();
    app.verb("deploy_public");
    assert_eq!(app.state(), "public", "in the sandbox it is approved at once");
}

#[test]
fn a_reviewer_sees_which_apps_wait_and_all_that_a_decision_needs() {
    let app = waiting();
    app.browser.sign_in("other_team");
    shows(&text(&app.browser.open("/account/")), "Apps to review");
    let list = text(&app.browser.open("/account/reviews"));
    shows(&list, &format!("href=\"{}\">Mine</a>", address(&app)));
    shows(&list, "wants to be published");
    let page = text(&app.browser.open(&address(&app)));
    for words in [
        "<h1>Mine</h1>",
        "Does my things.",
        "olivia@northwind.example",
        "<code>https://mine.example/cb</code>",
        "<code>surveys_write</code></span><em class=\"tag\">optional</em><em class=\"tag warn\">needs approval</em>",
        "<code>users_read</code></span><em class=\"tag\">required</em></p></li>",
    ] {
        shows(&page, words);
    }
}

#[test]
fn for_everybody_else_the_pages_of_the_reviewers_are_not_there() {
    let app = waiting();
    let same = |one: Response, other: Response| {
        assert_eq!((one.status, &one.body), (404, &other.body));
        assert_eq!(one.headers, other.headers);
    };
    let nowhere = || app.browser.open("/account/nowhere/at/all");
    let fields = [("outcome", "approved")];
    for person in ["owner", "admin", "free"] {
        app.browser.sign_in(person);
        assert!(!text(&app.browser.open("/account/")).contains("Apps to review"));
        same(app.browser.open("/account/reviews"), nowhere());
        same(app.browser.open(&address(&app)), nowhere());
        same(app.browser.send(&address(&app), &fields), nowhere());
        same(app.browser.submit(&address(&app), &fields), nowhere());
    }
    app.browser.sign_out();
    same(app.browser.open("/account/reviews"), nowhere());
    same(app.browser.submit(&address(&app), &fields), nowhere());
    app.browser.sign_in("other_team");
    app.browser.team(people::HARBOUR).run("UPDATE users SET email_verified = 0", &[]).unwrap();
    same(app.browser.open("/account/reviews"), nowhere());
    assert_eq!(app.app_says("state"), "draft");
}

#[test]
fn an_approved_app_is_public_with_its_scopes_and_its_owner_is_notified() {
    let app = waiting();
    shows(&decide(&app, "approved", "Well made."), "The app is approved");
    assert_eq!(app.app_says("approved"), "surveys_write");
    assert_eq!(queue(&app).len(), 0);
    let mails = app.browser.mails(people::NORTHWIND, "olivia@northwind.example");
    shows(mails.last().unwrap(), "approved it. It works with every account now.");
    shows(mails.last().unwrap(), "Well made.");
    shows(mails.last().unwrap(), &app.path());
    let page = owners_page(&app);
    shows(&page, "<em class=\"tag\">public</em>");
    shows(&page, "The review approved the app. <q class=\"reason\">Well made.</q>");
    shows(&app.consent("free"), "<code>surveys_write</code>");
}

#[test]
fn a_declined_app_is_corrected_and_submitted_again() {
    let app = waiting();
    shows(&decide(&app, "declined", "Which things? <b>"), "The app is declined");
    let mails = app.browser.mails(people::NORTHWIND, "olivia@northwind.example");
    shows(mails.last().unwrap(), "declined it. You can change it");
    let page = owners_page(&app);
    shows(&page, "<em class=\"tag\">draft</em>");
    shows(&page, "The review declined the app.");
    shows(&page, "Which things? &lt;b&gt;");
    assert!(!page.contains("under review"));
    let fields = [("verb", "edit"), ("name", "Mine"), ("description", "Counts."), ("redirect_uris", REDIRECT)];
    app.browser.send_and_follow(&app.path(), &fields);
    assert_eq!(queue(&app).len(), 0, "to change it is not to ask again");
    shows(&app.verb("deploy_public"), "within 5 business days");
    assert!(!app.page().contains("declined"));
    shows(&decide(&app, "approved", ""), "The app is approved");
    shows(&owners_page(&app), "<em class=\"tag\">public</em>");
}

#[test]
fn a_decision_says_what_it_is_and_the_owner_of_a_declined_app_learns_why() {
    let app = waiting();
    shows(&decide(&app, "declined", " "), "Enter the reason for declining");
    let long = "x".repeat(1001);
    let page = decide(&app, "approved", &long);
    shows(&page, "1000 characters");
    shows(&page, &long);
    app.browser.sign_in("other_team");
    assert_eq!(app.browser.send(&address(&app), &[("outcome", "perhaps"), ("reason", "x")]).status, 404);
    let page = text(&app.browser.open(&address(&app)));
    let seen = between(&page, "name=\"seen\" value=\"", "\"");
    let fields = [("seen", seen), ("outcome", "approved"), ("mark", "another")];
    shows(&text(&app.browser.submit(&address(&app), &fields)), "Please start again");
    assert_eq!((app.app_says("state").as_str(), queue(&app).len()), ("draft", 1));
}

#[test]
fn a_decision_holds_once() {
    let app = waiting();
    app.browser.sign_in("other_team");
    let page = text(&app.browser.open(&address(&app)));
    let seen = between(&page, "name=\"seen\" value=\"", "\"").to_owned();
    shows(&decide_seen(&app, &seen, "declined", "No."), "is declined");
    shows(&decide_seen(&app, &seen, "approved", ""), "no longer waiting");
    let onwards = app.browser.open(&address(&app)).header("location").unwrap().to_owned();
    shows(&text(&app.browser.open(&onwards)), "no longer waiting");
    assert_eq!((app.app_says("state").as_str(), app.app_says("review_outcome").as_str()), ("draft", "declined"));
    assert_eq!(app.browser.mails(people::NORTHWIND, "olivia@northwind.example").len(), 1);
}

#[test]
fn an_app_that_was_changed_meanwhile_is_looked_at_again() {
    let app = waiting();
    app.browser.sign_in("other_team");
    let page = text(&app.browser.open(&address(&app)));
    let seen = between(&page, "name=\"seen\" value=\"", "\"").to_owned();
    app.browser.sign_in("owner");
    let fields = [("verb", "edit"), ("name", "Other"), ("redirect_uris", "https://other.example/")];
    app.browser.send_and_follow(&app.path(), &fields);
    assert_eq!(queue(&app), ["Other"], "the list follows");
    app.browser.sign_in("other_team");
    let page = decide_seen(&app, &seen, "approved", "Fine.");
    shows(&page, "was changed while you reviewed it");
    shows(&page, "https://other.example/");
    shows(&page, "Fine.");
    assert_eq!((app.app_says("state").as_str(), queue(&app).len()), ("draft", 1));
    shows(&decide(&app, "approved", ""), "is approved");
}

#[test]
fn an_app_that_is_deleted_or_deployed_otherwise_waits_no_more() {
    let app = waiting();
    app.verb("deploy_private");
    assert_eq!((app.state().as_str(), queue(&app).len()), ("private", 0));
    let app = waiting();
    shows(&app.verb("delete"), "The app is deleted");
    assert_eq!(queue(&app).len(), 0);
    // A walk that ended in between leaves an entry whose app is gone.
    let app = waiting();
    let database = app.browser.world.database(&ActorId::App(app.client_id.clone()));
    database.run("DELETE FROM app", &[]).unwrap();
    app.browser.sign_in("other_team");
    shows(&app.browser.send_and_follow(&address(&app), &[("outcome", "approved"), ("seen", "x")]), "no longer waiting");
    assert_eq!(queue(&app).len(), 0);
}

#[test]
fn an_app_that_is_submitted_again_before_its_last_review_has_left_the_queue_waits() {
    let app = waiting();
    app.browser.sign_in("other_team");
    let page = text(&app.browser.open(&address(&app)));
    let fields = [("seen", between(&page, "name=\"seen\" value=\"", "\"")), ("outcome", "declined"), ("reason", "No.")];
    let mut decision = MessageFlow::new(&app.browser.world, app.browser.marked_form(&address(&app), &fields));
    // The team of the reviewer, the app, and the team of the owner.
    decision.steps(3);
    app.browser.world.pass(1);
    app.browser.sign_in("owner");
    shows(&app.verb("deploy_public"), "within 5 business days");
    decision.end(app.browser.world.random());
    assert_eq!(queue(&app), ["Mine"]);

    let mut leaving =
        MessageFlow::new(&app.browser.world, app.browser.marked_form(&app.path(), &[("verb", "deploy_private")]));
    leaving.steps(2);
    app.browser.world.pass(1);
    shows(&raise(&app, "500", "50000", "We grow."), "within 5 business days");
    leaving.end(app.browser.world.random());
    assert_eq!(queue(&app), ["Mine"]);
}

#[test]
fn scopes_that_need_approval_are_granted_by_a_review_of_their_own() {
    let app = waiting();
    let world = &app.browser.world;
    decide(&app, "approved", "");
    app.browser.sign_in("owner");
    let edit = |scope: &str| {
        let fields = [("name", "Mine"), ("redirect_uris", REDIRECT), ("users_read", "required"), (scope, "optional")];
        app.browser.send_and_follow(&app.path(), &[[("verb", "edit")].as_slice(), &fields].concat());
    };
    let may_write = |token: &str| {
        world.get(token, "/v3/users/me").ok();
        match world.delete(token, "/v3/surveys/9/responses/9").error() {
            Some(Error::MissingScope) => false,
            error => {
                assert_eq!(error, Some(Error::NotFound));
                true
            }
        }
    };
    edit("responses_write");
    assert!(!may_write(&app.token), "the own account waits too");
    let page = app.verb("token");
    let token = between(&page, "own account: <code>", "<");
    assert!(!may_write(token), "a new token waits too");
    assert_eq!((app.state().as_str(), app.app_says("approved").as_str()), ("public", "surveys_write"));
    assert!(!app.consent("owner").contains("<code>responses_write</code>"));
    assert_eq!(queue(&app).len(), 1);
    edit("surveys_read");
    assert_eq!(queue(&app).len(), 0, "who asks for them no more waits no more");
    edit("responses_write");
    shows(&decide(&app, "approved", ""), "is approved");
    assert_eq!(app.app_says("approved"), "responses_write");
    assert!(may_write(token));
    shows(
        &app.browser.mails(people::NORTHWIND, "olivia@northwind.example").pop().unwrap(),
        "every scope that you named",
    );
    shows(&app.consent("owner"), "<code>responses_write</code>");
}

#[test]
fn an_app_whose_scopes_all_await_approval_keeps_the_token_of_its_owner() {
    let app = waiting();
    decide(&app, "approved", "");
    app.browser.sign_in("owner");
    let edit = |scope: &[(&str, &str)]| {
        let fields = [&[("verb", "edit"), ("name", "Mine"), ("redirect_uris", REDIRECT)], scope].concat();
        shows(&app.browser.send_and_follow(&app.path(), &fields), "Your changes are saved");
    };
    let granted = |token: &str| {
        let answer = app.browser.world.get(token, "/v3/users/me");
        answer.header("x-oauth-scopes-granted").map(str::to_owned)
    };
    edit(&[("responses_write", "required")]);
    assert_eq!(granted(&app.token).as_deref(), Some("surveys_read,surveys_write,users_read"));
    shows(&app.verb("token"), "cannot do that in its present state");
    shows(&app.page(), &app.token);
    decide(&app, "approved", "");
    assert_eq!(granted(&app.token).as_deref(), Some("responses_write"));
    app.browser.sign_in("owner");
    edit(&[]);
    app.browser.world.get(&app.token, "/v3/users/me").fails(Error::NoGrants);
}

#[test]
fn an_approval_that_did_not_reach_the_owners_team_reaches_it_when_the_app_is_opened_again() {
    let app = waiting();
    decide(&app, "approved", "");
    app.browser.sign_in("owner");
    let fields = [("name", "Mine"), ("redirect_uris", REDIRECT), ("users_read", "required")];
    let fields = [&[("verb", "edit"), ("responses_write", "optional")], fields.as_slice()].concat();
    app.browser.send_and_follow(&app.path(), &fields);
    let granted =
        || app.browser.world.get(&app.token, "/v3/users/me").header("x-oauth-scopes-granted").map(str::to_owned);
    app.browser.sign_in("other_team");
    let page = text(&app.browser.open(&address(&app)));
    let seen = between(&page, "name=\"seen\" value=\"", "\"").to_owned();
    for is_opened in [true, false] {
        // As after a decision whose flow ended in the app.
        let database = app.browser.world.database(&ActorId::App(app.client_id.clone()));
        let approve = "UPDATE app SET review_since = NULL, review_of = '', review_outcome = 'approved',
                              approved = 'responses_write'";
        database.run(approve, &[]).unwrap();
        app.browser.team(people::NORTHWIND).run("UPDATE grants SET scopes = 'users_read'", &[]).unwrap();
        assert_eq!(granted().as_deref(), Some("users_read"));
        let enqueue = "INSERT OR IGNORE INTO review_queue (client_id, name, owner, subject, since)
                       VALUES (?, 'Mine', 'o', 'scopes', 0)";
        let reviews = app.browser.world.database(&ActorId::Reviews);
        reviews.run(enqueue, &[app.client_id.as_str().into()]).unwrap();
        let page = match is_opened {
            true => {
                let onwards = app.browser.open(&address(&app)).header("location").unwrap().to_owned();
                text(&app.browser.open(&onwards))
            }
            false => decide_seen(&app, &seen, "approved", ""),
        };
        shows(&page, "no longer waiting");
        assert_eq!(granted().as_deref(), Some("responses_write,users_read"));
        assert_eq!(queue(&app).len(), 0);
    }
    // What the owner's consent has narrowed since then stays so.
    app.browser.team(people::NORTHWIND).run("UPDATE grants SET scopes = 'users_read'", &[]).unwrap();
    shows(&decide_seen(&app, &seen, "approved", ""), "no longer waiting");
    assert_eq!(granted().as_deref(), Some("users_read"));
}

fn raise(app: &Registered, per_minute: &str, per_day: &str, reason: &str) -> String {
    let fields = [("verb", "limits"), ("per_minute", per_minute), ("per_day", per_day), ("reason", reason)];
    app.browser.send_and_follow(&app.path(), &fields)
}

/// A draft whose owner has asked for 300 requests a minute and 20,000 a day.
fn asking() -> Registered {
    let browser = Browser::reviewed_by(&[REVIEWER]);
    browser.sign_in("owner");
    let app = Registered::in_browser(browser);
    shows(&raise(&app, "300", "20000", "We <sync> every night."), "within 5 business days");
    app
}

fn limits(app: &Registered) -> [u32; 2] {
    let answer = app.browser.world.get(&app.token, "/v3/users/me");
    [MINUTE_LIMIT_HEADER, DAY_LIMIT_HEADER].map(|header| answer.number(header))
}

#[test]
fn a_deleted_app_and_a_revoked_token_bite_at_once_although_the_team_holds_a_lease() {
    let app = Registered::in_browser(Browser::of("owner"));
    assert_eq!(limits(&app), [120, 500]);
    let call = || app.browser.world.get(&app.token, "/v3/users/me");
    let hash = token::hash_secret(&app.token);
    let revoke = "UPDATE grants SET revoked = 1 WHERE token_hash = ?";
    app.browser.team(people::NORTHWIND).run(revoke, &[hash.clone().into()]).unwrap();
    assert_eq!(call().status, 401);
    let restore = "UPDATE grants SET revoked = NULL WHERE token_hash = ?";
    app.browser.team(people::NORTHWIND).run(restore, &[hash.into()]).unwrap();
    call().ok();
    app.verb("delete");
    call().fails(Error::InvalidToken);
}

#[test]
fn higher_limits_are_requested_on_the_apps_page_granted_by_a_review_and_take_effect() {
    let app = asking();
    assert_eq!(limits(&app), [120, 500]);
    app.browser.sign_in("other_team");
    shows(&text(&app.browser.open("/account/reviews")), "requests higher limits");
    let page = text(&app.browser.open(&address(&app)));
    shows(&page, "It asks for 300 requests a minute and 20000 a day. It may send 120 requests a minute and 500 a day.");
    shows(&page, "We &lt;sync&gt; every night.");
    shows(&decide(&app, "approved", ""), "is approved");
    assert_eq!((limits(&app), queue(&app).len()), ([300, 20_000], 0));
    let mail = app.browser.mails(people::NORTHWIND, "olivia@northwind.example").pop().unwrap();
    shows(&mail, "approved your request for higher limits. It has the limits that you requested.");
    shows(&owners_page(&app), "It may send 300 requests a minute and 20000 a day.");
    assert_eq!((app.app_says("approved").as_str(), app.state().as_str()), ("", "draft"), "nothing else is granted");
    // They are kept by a private app, and a public one needs none.
    app.verb("deploy_private");
    assert_eq!(limits(&app), [300, 20_000]);
}

#[test]
fn higher_limits_that_are_declined_change_nothing_and_the_owner_learns_why() {
    let app = asking();
    shows(&decide(&app, "declined", "Use webhooks."), "is declined");
    assert_eq!(limits(&app), [120, 500]);
    shows(&app.browser.mails(people::NORTHWIND, "olivia@northwind.example").pop().unwrap(), "Use webhooks.");
    shows(&owners_page(&app), "Ask for higher limits");
    shows(&raise(&app, "200", "500", "A smaller wish."), "within 5 business days");
}

#[test]
fn an_app_has_one_open_request_for_limits_and_every_request_has_numbers_and_a_reason() {
    let app = asking();
    shows(&raise(&app, "500", "30000", "More."), "cannot do that");
    assert_eq!((app.app_says("requested_minute").as_str(), queue(&app).len()), ("300", 1));
    assert!(!app.page().contains("Ask for higher limits"));
    app.verb("deploy_private");
    assert_eq!(queue(&app).len(), 1, "what a private app may send is still to be looked at");
    // A decision is about the request that the reviewer saw.
    app.browser.sign_in("other_team");
    let page = text(&app.browser.open(&address(&app)));
    let seen = between(&page, "name=\"seen\" value=\"", "\"").to_owned();
    let database = app.browser.world.database(&ActorId::App(app.client_id.clone()));
    database.run("UPDATE app SET requested_minute = 100000", &[]).unwrap();
    shows(&decide_seen(&app, &seen, "approved", ""), "was changed while you reviewed it");
    decide(&app, "declined", "No.");
    app.browser.sign_in("owner");
    for (per_minute, per_day, reason) in [
        ("119", "500", "x"),
        ("120", "499", "x"),
        ("100001", "500", "x"),
        ("120", "100000001", "x"),
        ("many", "500", "x"),
        ("120", "500", ""),
        ("120", "500", &"x".repeat(1001)),
    ] {
        shows(&raise(&app, per_minute, per_day, reason), "That is not possible");
    }
    assert_eq!(app.app_says("review_since"), "");
}

#[test]
fn where_no_one_reviews_higher_limits_are_granted_at_once() {
    let browser = Browser::of("owner");
    let app = Registered::in_browser(browser);
    let page = raise(&app, "300", "20000", "Tests.");
    shows(&page, "The app has the limits that you requested.");
    shows(&page, "message good");
    assert_eq!(limits(&app), [300, 20_000]);
    app.verb("deploy_public");
    shows(&raise(&app, "400", "30000", "More."), "cannot do that");
    assert_eq!(limits(&app), [NO_LIMIT, NO_LIMIT]);
}

#[test]
fn a_longer_window_is_granted_by_a_review_too() {
    let browser = Browser::reviewed_by(&[REVIEWER]);
    browser.sign_in("owner");
    let app = Registered::in_browser(browser);
    app.browser.world.pass(90 * DAY);
    app.browser.sign_in("owner");
    shows(&app.verb("extend"), "within 5 business days");
    assert_eq!(app.state(), "disabled");
    shows(&decide(&app, "approved", ""), "is approved");
    shows(&owners_page(&app), "<em class=\"tag\">draft</em>");
}

#[test]
fn the_limits_on_an_apps_page_are_those_that_are_enforced_regardless_of_who_set_them() {
    let mut app = Registered::in_browser(Browser::of("owner"));
    let set = |app: &mut Registered, per_day| {
        let quotas = vec![(app.client_id.clone(), Quota { per_minute: 30, per_day })];
        app.browser.world.service.config.quotas = quotas;
        // Another configuration is another deployment, with new objects.
        app.browser.world.evict_all();
    };
    raise(&app, "300", "20000", "Tests.");
    shows(&app.page(), "It may send 300 requests a minute and 20000 a day.");
    set(&mut app, 70);
    assert_eq!(limits(&app), [30, 70]);
    shows(&app.page(), "It may send 30 requests a minute and 70 a day.");
    assert!(!app.page().contains("Ask for higher limits"), "no review would change them");
    shows(&raise(&app, "400", "30000", "More."), "cannot do that");
    set(&mut app, NO_LIMIT);
    assert_eq!(limits(&app), [30, NO_LIMIT]);
    shows(&app.page(), "It may send 30 requests a minute, without a limit for the day.");
    app.verb("deploy_public");
    assert_eq!(limits(&app), [30, NO_LIMIT]);
    shows(&app.page(), "It may send 30 requests a minute, without a limit for the day.");
}

#[test]
fn a_request_for_limits_whose_account_has_ended_waits_no_more() {
    let browser = Browser::reviewed_by(&[REVIEWER]);
    browser.sign_in("free");
    let app = Registered::in_browser(browser);
    raise(&app, "300", "20000", "More.");
    assert_eq!(queue(&app), ["Mine"]);
    let password = app.browser.world.person("free")["password"].as_str().unwrap().to_owned();
    app.browser.send("/account/delete", &[("delete_proof", &password)]);
    app.browser.world.pass(30 * DAY);
    app.browser.world.wake_all();
    assert_eq!(queue(&app), [""; 0]);
}

#[test]
fn s76_a_request_for_limits_of_an_unconfirmed_account_ends_with_it() {
    let browser = Browser::reviewed_by(&[REVIEWER]);
    browser.sign_up(&[]);
    let id = browser.team_of("nina@new.example").unwrap();
    // As if the account had been confirmed, which lets it ask for limits.
    browser.team(&id).run("UPDATE users SET email_verified = 1", &[]).unwrap();
    browser.sign_in_with("nina@new.example", "a long password");
    let app = Registered::in_browser(browser);
    raise(&app, "300", "20000", "More.");
    assert_eq!(queue(&app), ["Mine"]);
    app.browser.world.pass(DAY);
    app.browser.world.wake_all();
    assert_eq!(queue(&app), [""; 0]);
}

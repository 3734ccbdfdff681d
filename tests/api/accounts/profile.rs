//! The account page: the session, the profile, the plan, and the end of the account.

use super::apps::Registered;
use super::{Browser, shows, shows_error, text};
use crate::support::people::MEMBER_ROSA;
use crate::support::{Answered, people};
use canvass::service::actor::protocol::ActorId;
use canvass::service::store::sql::Sql;
use canvass::spec::attempts::{ADDRESS_CHANGES, SIGN_UPS_OF_ADDRESS};
use canvass::spec::errors::Error;
use canvass::wire::dates::{DAY, MINUTE};

#[test]
fn the_page_asks_to_sign_in_and_then_shows_the_account() {
    let browser = Browser::new();
    let page = browser.open("/account/");
    assert_eq!(page.status, 200);
    shows(&text(&page), "action=\"/account/sign-in\"");
    browser.sign_in("owner");
    let page = text(&browser.open("/account"));
    for words in ["olivia@northwind.example · Team plan", "Workbench", "surveys_read", "Register an app"] {
        shows(&page, words);
    }
}

#[test]
fn s21_the_cookie_of_the_account_pages_is_for_this_host_alone_and_for_no_script_or_other_site() {
    let browser = Browser::new();
    let cookie = |origin: &str| {
        let mut request = browser.world.request("POST", "", "/account/sign-in");
        request.origin = origin.to_owned();
        request.body = b"email=olivia%40northwind.example&password=olivia-northwind".to_vec();
        browser.world.call(request).header("set-cookie").unwrap().to_owned()
    };
    let plain = cookie("http://127.0.0.1:8787");
    assert!(plain.starts_with("canvass_account=") && !plain.contains("Secure"), "{plain}");
    let secure = cookie("https://canvass.example");
    assert!(secure.starts_with("__Host-canvass_account=") && secure.contains("; Secure"), "{secure}");
    for cookie in [plain, secure] {
        assert!(cookie.contains("; Path=/; HttpOnly; SameSite=Strict") && !cookie.contains("Domain"), "{cookie}");
        assert!(!cookie.contains(people::OLIVIA) && !cookie.contains("olivia"), "{cookie}");
    }
}

#[test]
fn a_session_ends_after_eight_hours() {
    let browser = Browser::of("owner");
    browser.world.pass(8 * 60 * MINUTE - 1);
    shows(&text(&browser.open("/account/")), "Your account");
    browser.world.pass(1);
    shows(&text(&browser.open("/account/")), "action=\"/account/sign-in\"");
}

#[test]
fn a_changed_cookie_is_no_session() {
    let browser = Browser::of("owner");
    let cookie = browser.cookie.borrow().clone();
    for at in [16, 20, 60, cookie.len() - 1] {
        let mut changed = cookie.clone().into_bytes();
        changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
        *browser.cookie.borrow_mut() = String::from_utf8(changed).unwrap();
        shows(&text(&browser.open("/account/")), "action=\"/account/sign-in\"");
    }
}

#[test]
fn signing_out_ends_every_session_of_the_account() {
    let browser = Browser::of("owner");
    let copied = browser.cookie.borrow().clone();
    browser.world.pass(1);
    browser.send("/account/sign-out", &[]);
    assert!(browser.cookie.borrow().is_empty());
    *browser.cookie.borrow_mut() = copied;
    shows(&text(&browser.open("/account/")), "action=\"/account/sign-in\"");
    assert_eq!(browser.activities(people::NORTHWIND, "authentication_signout"), [""]);
    browser.world.pass(1);
    browser.sign_in("owner");
    shows(&text(&browser.open("/account/")), "Your account");
}

#[test]
fn a_form_needs_the_mark_of_its_session() {
    let browser = Browser::of("owner");
    let other = Browser::of("admin").mark();
    for mark in ["", "x", &other] {
        let answer = browser.submit("/account/name", &[("mark", mark), ("first_name", "Eve"), ("last_name", "Il")]);
        assert_eq!(answer.status, 400, "{mark}");
    }
    let mut foreign = browser.world.request("POST", "", "/account/name");
    foreign.headers.push(("sec-fetch-site".to_owned(), "same-site".to_owned()));
    assert_eq!(browser.call(foreign).status, 403);
    shows(&text(&browser.open("/account/")), "value=\"Olivia\"");
    assert_eq!(browser.submit("/account/plan", &[("plan", "basic")]).status, 400);
}

#[test]
fn looking_changes_nothing_and_what_is_not_there_is_reported() {
    let browser = Browser::of("owner");
    for path in ["/account/plan?plan=basic", "/account/nowhere", "/account/sign-out", "/account/apps/new/x"] {
        assert_eq!(browser.open(path).status, 404, "{path}");
    }
    assert_eq!(browser.send("/account/nowhere", &[]).status, 404);
    assert_eq!(browser.call(browser.world.request("DELETE", "", "/account/")).status, 405);
}

#[test]
fn s39_no_get_of_the_account_pages_writes_a_row() {
    let app = Registered::by("owner");
    let browser = &app.browser;
    browser.send("/account/email", &[("email", "olivia@elsewhere.example"), ("email_proof", "olivia-northwind")]);
    let link = browser.link(people::NORTHWIND);
    assert!(link.contains("/account/verify?key="), "{link}");
    let own_app = app.path();
    let pages = ["/account/", "/account/apps/new", &own_app, &link, "/account/people", "/account/templates"];
    let others =
        ["/account/reviews", "/account/verify?key=x", "/account/join?key=x", "/oauth/sign-up", "/account/name"];
    // The first round opens actors, which fills their databases.
    for _ in 0..2 {
        for path in pages.into_iter().chain(others) {
            let before = browser.world.changes();
            let status = browser.open(path).status;
            assert!(!pages.contains(&path) || status == 200, "{path}: {status}");
            let after = browser.world.changes();
            let changed: Vec<_> = before.iter().filter(|(place, count)| after[place] != **count).collect();
            assert!(changed.is_empty(), "{path}: {changed:?}");
        }
    }
}

#[test]
fn every_page_refuses_frames_scripts_and_caches_and_names_itself_to_no_other_origin() {
    let browser = Browser::of("owner");
    let link = "/account/verify?key=x";
    for path in ["/account/", "/account/apps/new", link, "/oauth/sign-up"] {
        let page = browser.open(path);
        let policy = page.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{policy}");
        assert!(!policy.contains("script") && !text(&page).contains("<script"), "{path}");
        assert_eq!(page.header("cache-control"), Some("no-store"));
        assert_eq!(page.header("referrer-policy"), Some("same-origin"));
    }
}

#[test]
fn a_name_is_changed_and_the_api_returns_it() {
    let browser = Browser::of("owner");
    shows(&browser.send_and_follow("/account/name", &[("first_name", "Liv"), ("last_name", "<Marsh>")]), "saved");
    let me = browser.me("owner");
    assert_eq!((me["first_name"].as_str(), me["last_name"].as_str()), (Some("Liv"), Some("<Marsh>")));
    assert!(!text(&browser.open("/account/")).contains("<Marsh>"));
    shows(&browser.send_and_follow("/account/name", &[("first_name", ""), ("last_name", "x")]), "characters");
    assert_eq!(browser.me("owner")["first_name"], "Liv");
}

#[test]
fn a_new_address_takes_the_place_of_the_old_one_and_must_be_confirmed() {
    let browser = Browser::of("free");
    let fields = [("email", "Frank@Elsewhere.example"), ("email_proof", "frank-solo-free")];
    shows(&browser.send_and_follow("/account/email", &fields), "We sent a mail to your address");
    let me = browser.me("free");
    assert_eq!((me["email"].as_str(), me["email_verified"].as_bool()), (Some("frank@elsewhere.example"), Some(false)));
    shows(&text(&browser.open("/account/")), "Until then you sign in with frank@solo.example.");
    assert_eq!(browser.sign_in_with("frank@elsewhere.example", "frank-solo-free").status, 403);
    assert_eq!(browser.sign_in_with("frank@solo.example", "frank-solo-free").status, 303);
    shows(&text(&browser.confirm(people::FRANKS)), "frank@elsewhere.example is now confirmed");
    assert_eq!(browser.me("free")["email_verified"], true);
    assert_eq!(browser.team_of("frank@elsewhere.example").as_deref(), Some(people::FRANKS));
    browser.world.wake_all();
    assert_eq!(browser.team_of("frank@solo.example"), None);
    assert_eq!(browser.sign_in_with("frank@elsewhere.example", "frank-solo-free").status, 303);
    assert_eq!(browser.sign_in_with("frank@solo.example", "frank-solo-free").status, 403);
    browser.sign_up(&[("email", "frank@solo.example")]);
    assert!(browser.team_of("frank@solo.example").is_some(), "the old address is free");
}

#[test]
fn an_error_of_the_sign_in_is_bound_to_the_password_whether_it_or_the_address_is_wrong() {
    let browser = Browser::new();
    for email in ["olivia@northwind.example", "unknown@northwind.example"] {
        let page = text(&browser.sign_in_with(email, "wrong"));
        let words = "This e-mail address and password do not match. Check both and try again.";
        shows_error(&page, "Sign in", words, &["password"]);
    }
}

#[test]
fn an_error_of_the_account_page_has_the_focus() {
    let browser = Browser::of("owner");
    let page = browser.send_and_follow("/account/delete", &[("delete_proof", "wrong")]);
    shows_error(&page, "Your account", "That is not your password. Nothing was changed.", &[]);
    let page = browser.send_and_follow("/account/name", &[("first_name", "Liv"), ("last_name", "Marsh")]);
    shows(&page, "<title>Your account · Canvass</title>");
}

#[test]
fn an_address_that_someone_has_cannot_be_taken() {
    let browser = Browser::of("owner");
    browser.sign_up(&[]);
    for taken in ["nina@new.example", "anton@northwind.example", "frank@solo.example"] {
        let fields = [("email", taken), ("email_proof", "olivia-northwind")];
        shows(&browser.send_and_follow("/account/email", &fields), "cannot be used");
    }
    let fields = [("email", "no address"), ("email_proof", "olivia-northwind")];
    shows(&browser.send_and_follow("/account/email", &fields), "not a valid e-mail address");
    assert_eq!(browser.me("owner")["email"], "olivia@northwind.example");
}

#[test]
fn the_password_is_required_again_and_guesses_are_counted() {
    let browser = Browser::of("owner");
    for _ in 0..5 {
        let fields = [("email", "o@new.example"), ("email_proof", "guess")];
        shows(&browser.send_and_follow("/account/email", &fields), "not your password");
    }
    let fields = [("email", "o@new.example"), ("email_proof", "olivia-northwind")];
    shows(&browser.send_and_follow("/account/email", &fields), "Too many wrong passwords");
    shows(&browser.send_and_follow("/account/delete", &[("delete_proof", "olivia-northwind")]), "Too many");
}

#[test]
fn a_new_password_ends_the_sessions_and_the_old_one() {
    let browser = Browser::of("owner");
    browser.world.pass(1);
    let fields = [("password_proof", "olivia-northwind"), ("new_password", "another one")];
    shows(&browser.send_and_follow("/account/password", &fields), "action=\"/account/sign-in\"");
    browser.world.pass(1);
    assert_eq!(browser.sign_in_with("olivia@northwind.example", "olivia-northwind").status, 403);
    assert_eq!(browser.sign_in_with("olivia@northwind.example", "another one").status, 303);
    let fields = [("password_proof", "another one"), ("new_password", "short")];
    shows(&browser.send_and_follow("/account/password", &fields), "8 characters");
}

#[test]
fn the_plan_is_changed_without_money_and_counts_at_once() {
    let browser = Browser::of("free");
    browser.world.get("free_with_paid_scopes", "/v3/groups").fails(Error::MissingPlan);
    shows(&browser.send_and_follow("/account/plan", &[("plan", "team")]), "You were not charged");
    let groups = browser.world.get("free_with_paid_scopes", "/v3/groups").ok();
    assert_eq!(groups["data"][0]["name"], "Frank Adeyemi’s team");
    shows(&browser.send_and_follow("/account/plan", &[("plan", "basic")]), "Basic plan");
    browser.world.get("free_with_paid_scopes", "/v3/groups").fails(Error::MissingPlan);
    shows(&browser.send_and_follow("/account/plan", &[("plan", "golden")]), "no such plan");
}

#[test]
fn a_teams_plan_is_for_its_owner_and_stays_one_for_teams() {
    let browser = Browser::of("admin");
    shows(&browser.send_and_follow("/account/plan", &[("plan", "enterprise")]), "Only the owner");
    browser.sign_in("owner");
    shows(&browser.send_and_follow("/account/plan", &[("plan", "premier")]), "must stay a team");
    shows(&browser.send_and_follow("/account/plan", &[("plan", "enterprise")]), "Enterprise plan");
    assert_eq!(browser.me("regular")["account_type"], "enterprise");
}

#[test]
fn a_deleted_account_can_be_restored_for_30_days() {
    let browser = Browser::of("free");
    browser.world.pass(1);
    shows(&browser.send_and_follow("/account/delete", &[("delete_proof", "wrong")]), "not your password");
    shows(&browser.send_and_follow("/account/delete", &[("delete_proof", "frank-solo-free")]), "is deleted");
    let answer = |token: &str| browser.world.get(token, "/v3/users/me").code();
    assert_eq!(answer("free"), "1052");
    shows(&text(&browser.open("/account/")), "action=\"/account/sign-in\"");
    browser.world.pass(30 * DAY - 2);
    browser.sign_up(&[("email", "frank@solo.example")]);
    browser.world.wake_all();
    browser.sign_in("free");
    let page = text(&browser.open("/account/"));
    shows(&page, "Restore the account");
    let refused = browser.send("/account/name", &[("first_name", "A"), ("last_name", "B")]);
    assert_eq!(refused.header("location"), Some("/account/"), "a deleted account can only be restored");
    shows(&browser.send_and_follow("/account/restore", &[]), "is restored");
    assert_eq!(browser.me("free")["first_name"], "Frank");
    browser.world.pass(DAY);
    assert_eq!(answer("free"), "");
    browser.sign_up(&[("email", "frank@solo.example")]);
    browser.world.wake_all();
    assert_eq!(browser.team_of("frank@solo.example").as_deref(), Some(people::FRANKS));
}

#[test]
fn after_30_days_a_deleted_account_is_gone_and_its_address_free() {
    let browser = Browser::of("free");
    browser.send("/account/delete", &[("delete_proof", "frank-solo-free")]);
    browser.world.pass(30 * DAY);
    browser.world.get("free", "/v3/users/me").fails(Error::UserDeleted);
    assert_eq!(browser.sign_in_with("frank@solo.example", "frank-solo-free").status, 403);
    browser.world.wake_all();
    assert_eq!(browser.sign_up(&[("email", "frank@solo.example")]).status, 200);
    assert_ne!(browser.team_of("frank@solo.example").as_deref(), Some(people::FRANKS));
    assert_eq!(browser.sign_in_with("frank@solo.example", "a long password").status, 303);
    assert_eq!(
        browser.world.get("free", "/v3/users/me").error(),
        Some(Error::UserDeleted),
        "the old token stays what it is"
    );
}

#[test]
fn the_owner_of_a_team_with_members_cannot_go_but_a_member_can() {
    let browser = Browser::of("owner");
    shows(&browser.send_and_follow("/account/delete", &[("delete_proof", "olivia-northwind")]), "keep its owner");
    browser.sign_in("regular");
    shows(&browser.send_and_follow("/account/delete", &[("delete_proof", "rosa-northwind")]), "is deleted");
    browser.world.get("regular", "/v3/users/me").fails(Error::UserSoftDeleted);
    browser.me("owner");
    let team = browser.world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    assert_eq!(team.run("SELECT id FROM users WHERE deleted IS NOT NULL", &[]).unwrap().len(), 1);
}

#[test]
fn a_member_whose_address_an_administrator_changed_signs_in_as_before_and_can_take_it_over() {
    let browser = Browser::new();
    let body = serde_json::json!({ "email": "rosa@elsewhere.example" });
    browser.world.patch("admin", &format!("/v3/groups/{}/members/{MEMBER_ROSA}", people::NORTHWIND), body).ok();
    browser.sign_in("regular");
    shows(&text(&browser.open("/account/")), "rosa@elsewhere.example · Team plan");
    let fields = [("email", "rosa@elsewhere.example"), ("email_proof", "rosa-northwind")];
    shows(&browser.send_and_follow("/account/email", &fields), "We sent a mail to your address");
    assert_eq!(browser.confirm(people::NORTHWIND).status, 200);
    browser.world.wake_all();
    assert_eq!(browser.team_of("rosa@northwind.example"), None);
    assert_eq!(browser.sign_in_with("rosa@elsewhere.example", "rosa-northwind").status, 303);
    browser.send("/account/delete", &[("delete_proof", "rosa-northwind")]);
    browser.world.pass(30 * DAY);
    browser.world.wake_all();
    browser.sign_up(&[("email", "rosa@elsewhere.example")]);
    assert_ne!(browser.team_of("rosa@elsewhere.example").as_deref(), Some(people::NORTHWIND), "its address is free");
}

#[test]
fn s82_changes_of_address_are_limited_by_user_and_by_address() {
    let browser = Browser::of("free");
    let take = |email: &str, proof: &str| {
        browser.send_and_follow("/account/email", &[("email", email), ("email_proof", proof)])
    };
    for number in 0..ADDRESS_CHANGES.tolerated {
        let email =
            if number % 2 == 0 { format!("free{number}@mail.example") } else { "olivia@northwind.example".into() };
        let said =
            if number % 2 == 0 { "We sent a mail to your address" } else { "This e-mail address cannot be used" };
        shows(&take(&email, "frank-solo-free"), said);
    }
    for email in ["another@mail.example", "olivia@northwind.example"] {
        shows(&take(email, "frank-solo-free"), "There were too many changes of address today");
    }
    browser.world.pass(DAY);
    // Of all accounts together, an address gets a few a day.
    let mut sent = 0;
    for (person, proof) in [("free", "frank-solo-free"), ("owner", "olivia-northwind"), ("regular", "rosa-northwind")] {
        browser.sign_in(person);
        for number in 0..3 {
            let page = take("victim@mail.example", proof);
            sent += u32::from(page.contains("We sent a mail to your address"));
            take(&format!("{person}{number}@mail.example"), proof);
        }
    }
    assert_eq!(sent, SIGN_UPS_OF_ADDRESS.tolerated);
}

#[test]
fn an_address_gets_five_mails_an_hour_regardless_of_who_requests_them() {
    let browser = Browser::of("free");
    let proof = ("email_proof", "frank-solo-free");
    let mails = |email: &str| {
        let sql = "SELECT id FROM outbox WHERE receiver = ?";
        browser.team(people::FRANKS).run(sql, &[email.into()]).unwrap().len()
    };
    let take = |email: &str| browser.send_and_follow("/account/email", &[("email", email), proof]);
    shows(&take("victim@mail.example"), "We sent a mail to your address");
    for _ in 0..4 {
        shows(&browser.send_and_follow("/account/mail", &[]), "We sent a mail to your address");
    }
    shows(&browser.send_and_follow("/account/mail", &[]), "Try again in an hour");
    shows(&take("frank@solo.example"), "saved");
    shows(&take("victim@mail.example"), "Try again in an hour");
    assert_eq!(mails("victim@mail.example"), 5);
    browser.world.pass(60 * MINUTE);
    shows(&take("victim@mail.example"), "We sent a mail to your address");
}

//! Signing in.

use super::{Always, Visitor, action, refused, text, ticket};
use canvass::service::place::{Place, Turn};
use canvass::service::sql::Sql;
use canvass::wire::dates::{DAY, MINUTE};
use canvass::wire::query;

#[test]
fn a_wrong_password_and_an_unknown_address_are_told_alike_and_walk_alike() {
    let visitor = Visitor::of("chartroom");
    let action = action(&visitor.open(&visitor.asking("s")));
    let attempt = |email: &str| {
        let mut request = visitor.world.request("POST", "", &action);
        request.body = query::encode(&[("email", email), ("password", "wrong")]).into_bytes();
        let mut places = Vec::new();
        let mut turn = visitor.world.service.enter(request, visitor.world.now());
        loop {
            match turn {
                Turn::Answer(answer) => return (places, answer),
                Turn::Go { place, message } => {
                    places.push(place.name().split(':').next().unwrap().to_owned());
                    let database = visitor.world.database(&place);
                    turn = visitor.world.service.visit(&place, *message, visitor.world.now(), &Always(0), &*database);
                }
                Turn::Ask { .. } => panic!("a sign-in asks no other server"),
            }
        }
    };
    let (known, mut wrong) = attempt("olivia@northwind.example");
    let (unknown, nobody) = attempt("nobody@northwind.example");
    refused(&wrong, 403, "do not belong together");
    assert_eq!(known, unknown);
    wrong.body = text(&wrong).replace("olivia@", "nobody@").into_bytes();
    assert_eq!(wrong, nobody);
}

#[test]
fn the_case_of_an_address_does_not_matter() {
    let visitor = Visitor::of("chartroom");
    let action = action(&visitor.open(&visitor.asking("s")));
    let answer = visitor.submit(&action, &[("email", " Olivia@Northwind.EXAMPLE "), ("password", "olivia-northwind")]);
    assert!(text(&answer).contains("name=\"ticket\""));
}

#[test]
fn who_got_another_address_from_an_administrator_goes_on_signing_in_by_the_username() {
    let visitor = Visitor::of("chartroom");
    let member = "/v3/groups/61001/members/31010003";
    let email = serde_json::json!({ "email": "rosa.l@northwind.example" });
    assert_eq!(visitor.world.patch("owner", member, email).status, 200);
    let action = action(&visitor.open(&visitor.asking("s")));
    let page = visitor.submit(&action, &[("email", "rosa@northwind.example"), ("password", "rosa-northwind")]);
    assert_eq!(page.status, 200);
    assert!(text(&page).contains("name=\"ticket\""), "{}", text(&page));
}

#[test]
fn who_has_not_accepted_the_teams_invitation_cannot_sign_in() {
    let visitor = Visitor::of("chartroom");
    let team = visitor.world.database(&Place::Team("61001".to_owned()));
    team.run("UPDATE users SET member_status = 'pending' WHERE username = username", &[]).unwrap();
    refused(&visitor.sign_in("owner"), 403, "invitation");
}

#[test]
fn a_form_from_another_site_is_refused() {
    let visitor = Visitor::of("chartroom");
    let ticket = ticket(&visitor.sign_in("owner"));
    for (site, status) in [("cross-site", 403), ("same-site", 403), ("same-origin", 302)] {
        let mut request = visitor.world.request("POST", "", "/oauth/authorize");
        request.headers.push(("sec-fetch-site".to_owned(), site.to_owned()));
        request.body = query::encode(&[("ticket", ticket.as_str()), ("decision", "allow")]).into_bytes();
        assert_eq!(visitor.world.call(request).status, status, "{site}");
    }
}

#[test]
fn no_secret_is_printed_with_a_step() {
    let visitor = Visitor::of("chartroom");
    let mut request = visitor.world.request("POST", "", &format!("/oauth/authorize?{}", visitor.asking("s")));
    request.body = query::encode(&[("email", "a@b.example"), ("password", "hush-hush")]).into_bytes();
    assert!(!format!("{:?}", visitor.world.service.enter(request, visitor.world.now())).contains("hush-hush"));
}

#[test]
fn after_five_failures_no_password_is_looked_at_for_a_quarter_of_an_hour() {
    let visitor = Visitor::of("chartroom");
    let action = action(&visitor.open(&visitor.asking("s")));
    let attempt = |email: &str, password: &str| visitor.submit(&action, &[("email", email), ("password", password)]);
    for email in ["olivia@northwind.example", "nobody@northwind.example"] {
        for _ in 0..5 {
            refused(&attempt(email, "wrong"), 403, "do not belong together");
            visitor.world.pass(MINUTE);
        }
        refused(&attempt(email, "olivia-northwind"), 403, "too many attempts");
    }
    assert!(text(&visitor.sign_in("admin")).contains("name=\"ticket\""), "others are not held back");
    visitor.world.pass(4 * MINUTE);
    refused(&attempt("olivia@northwind.example", "olivia-northwind"), 403, "too many attempts");
    visitor.world.pass(MINUTE);
    assert!(text(&attempt("olivia@northwind.example", "olivia-northwind")).contains("name=\"ticket\""));
}

#[test]
fn a_right_password_forgives_the_wrong_ones_before_it() {
    let visitor = Visitor::of("chartroom");
    let action = action(&visitor.open(&visitor.asking("s")));
    for _ in 0..3 {
        for _ in 0..4 {
            visitor.submit(&action, &[("email", "olivia@northwind.example"), ("password", "wrong")]);
        }
        assert!(text(&visitor.sign_in("owner")).contains("name=\"ticket\""));
    }
}

#[test]
fn the_teams_record_tells_who_signed_in_and_who_failed_and_from_where() {
    let visitor = Visitor::of("chartroom");
    let action = action(&visitor.open(&visitor.asking("s")));
    let mut request = visitor.world.request("POST", "", &action);
    request.headers.push(("cf-connecting-ip".to_owned(), "192.0.2.7".to_owned()));
    request.body = query::encode(&[("email", "olivia@northwind.example"), ("password", "wrong")]).into_bytes();
    visitor.world.call(request);
    visitor.sign_in("owner");
    let team = visitor.world.database(&Place::Team("61001".to_owned()));
    let rows = team.run("SELECT kind, user_id, ip FROM activities ORDER BY id DESC LIMIT 2", &[]).unwrap();
    assert_eq!(rows[1].text("kind"), "authentication_failed");
    assert_eq!((rows[1].text("user_id"), rows[1].text("ip")), ("20010001".to_owned(), "192.0.2.7".to_owned()));
    assert_eq!(rows[0].text("kind"), "authentication_succeeded");
}

#[test]
fn who_deleted_the_account_is_sent_to_the_account_page() {
    let visitor = Visitor::of("chartroom");
    let team = visitor.world.database(&Place::Team("61001".to_owned()));
    let page = visitor.sign_in("owner");
    team.run("UPDATE users SET deleted = ? WHERE id = '20010001'", &[visitor.world.now().into()]).unwrap();
    refused(&visitor.decide(&page, "allow", &[]), 400, "Please start again");
    refused(&visitor.sign_in("owner"), 403, "was deleted");
    visitor.world.pass(30 * DAY);
    refused(&visitor.sign_in("owner"), 403, "do not belong together");
}

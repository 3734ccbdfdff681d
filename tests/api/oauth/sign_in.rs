//! Signing in.

use super::{Always, Visitor, action, refused, text, ticket};
use crate::support::people::{MEMBER_ROSA, NORTHWIND, OLIVIA};
use crate::support::{Answered, people, surveys};
use canvass::service::actor::protocol::{ActorId, ActorReply};
use canvass::service::environment::external::ExternalCall;
use canvass::service::store::sql::Sql;
use canvass::wire::dates::DAY;
use canvass::wire::query;

#[test]
fn a_wrong_password_and_an_unknown_address_get_the_same_answer_in_the_same_steps() {
    let visitor = Visitor::of("chartroom");
    // The demo world stores passwords for less than new ones cost, until they are given.
    visitor.sign_in("owner");
    let action = action(&visitor.open(&visitor.asking("s")));
    let attempt = |email: &str| {
        let mut request = visitor.world.request("POST", "", &action);
        request.body = query::encode_query(&[("email", email), ("password", "wrong")]).into_bytes();
        let mut places = Vec::new();
        let mut turn = visitor.world.service.route_request(request, visitor.world.now());
        loop {
            match turn {
                ActorReply::Respond(answer) => return (places, answer),
                ActorReply::Forward { actor: place, message } => {
                    places.push(place.database_name().split(':').next().unwrap().to_owned());
                    turn = visitor.world.visit(&place, *message, &Always(0));
                }
                ActorReply::Fetch { call: question, actor: place, message } => {
                    let ExternalCall::DerivePassword(derivation) = &question else {
                        panic!("a sign-in asks no other server")
                    };
                    places.push(format!("{:?}", derivation.cost));
                    let reply = visitor.world.reply(&question);
                    turn =
                        ActorReply::Forward { actor: place, message: Box::new(message.with_result(question, reply)) };
                }
                reply => panic!("{reply:?}"),
            }
        }
    };
    let (known, mut wrong) = attempt("olivia@northwind.example");
    let (unknown, nobody) = attempt("nobody@northwind.example");
    refused(&wrong, 403, "do not match");
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
    let member = &format!("/v3/groups/{NORTHWIND}/members/{MEMBER_ROSA}");
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
    let team = visitor.world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
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
        request.body = query::encode_query(&[("ticket", ticket.as_str()), ("decision", "allow")]).into_bytes();
        assert_eq!(visitor.world.call(request).status, status, "{site}");
    }
}

#[test]
fn s81_a_form_of_another_origin_is_refused_by_every_page() {
    let visitor = Visitor::of("chartroom");
    let ticket = ticket(&visitor.sign_in("owner"));
    let sign_in = action(&visitor.open(&visitor.asking("s")));
    let survey = visitor.world.get("owner", &format!("/v3/collectors/{}", surveys::EVERY_KIND_LINK)).body()["url"]
        .as_str()
        .unwrap()
        .to_owned();
    let survey = survey.strip_prefix("http://127.0.0.1:8787").unwrap();
    let password = [("email", "olivia@northwind.example"), ("password", "olivia-northwind")];
    let forms: &[(&str, &[(&str, &str)])] = &[
        (&sign_in, &password),
        ("/oauth/authorize", &[("ticket", &ticket), ("decision", "allow")]),
        ("/oauth/sign-up", &[]),
        ("/account/sign-in", &password),
        ("/account/name", &[]),
        ("/account/verify", &[]),
        ("/account/join", &[]),
        ("/account/apps", &[]),
        ("/account/people/invite", &[]),
        ("/account/templates/make", &[]),
        ("/account/reviews/x", &[]),
        (survey, &[]),
        (&format!("{survey}/opt-out"), &[]),
    ];
    for (target, fields) in forms {
        let send = |origin: &[&str]| {
            let mut request = visitor.world.request("POST", "", target);
            request.headers.extend(origin.iter().map(|origin| ("origin".to_owned(), (*origin).to_owned())));
            request.body = query::encode_query(fields).into_bytes();
            visitor.world.call(request)
        };
        for origin in ["http://127.0.0.1:8788", "https://evil.example", "null", ""] {
            let answer = send(&[origin]);
            // Who is no reviewer does not learn that there are reviews.
            let (status, words) = match target.contains("reviews") {
                true => (404, "nothing here"),
                false => (403, "This form came from another site"),
            };
            assert_eq!(answer.status, status, "{target} {origin}");
            assert!(text(&answer).contains(words), "{target} {origin} {}", text(&answer));
        }
        for origin in [&[][..], &["http://127.0.0.1:8787"]] {
            assert!(!text(&send(origin)).contains("This form came from another site"), "{target}");
        }
    }
}

#[test]
fn no_secret_is_printed_with_a_step() {
    let visitor = Visitor::of("chartroom");
    let mut request = visitor.world.request("POST", "", &format!("/oauth/authorize?{}", visitor.asking("s")));
    request.body = query::encode_query(&[("email", "a@b.example"), ("password", "hush-hush")]).into_bytes();
    assert!(!format!("{:?}", visitor.world.service.route_request(request, visitor.world.now())).contains("hush-hush"));
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
fn the_teams_record_lists_who_signed_in_and_who_failed_and_from_where() {
    let visitor = Visitor::of("chartroom");
    let action = action(&visitor.open(&visitor.asking("s")));
    let mut request = visitor.world.request("POST", "", &action);
    request.headers.push(("cf-connecting-ip".to_owned(), "192.0.2.7".to_owned()));
    request.body = query::encode_query(&[("email", "olivia@northwind.example"), ("password", "wrong")]).into_bytes();
    visitor.world.call(request);
    visitor.sign_in("owner");
    let team = visitor.world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let rows = team.run("SELECT kind, user_id, ip FROM activities ORDER BY id DESC LIMIT 2", &[]).unwrap();
    assert_eq!(rows[1].text("kind"), "authentication_failed");
    assert_eq!((rows[1].text("user_id"), rows[1].text("ip")), (people::OLIVIA.to_owned(), "192.0.2.7".to_owned()));
    assert_eq!(rows[0].text("kind"), "authentication_succeeded");
}

#[test]
fn the_teams_record_lists_the_newest_thousand_failures_of_ninety_days() {
    let visitor = Visitor::of("chartroom");
    let team = visitor.world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    team.run("DELETE FROM activities WHERE kind = 'authentication_failed'", &[]).unwrap();
    team.run(
        &format!(
            "INSERT INTO activities (kind, user_id, subject, ip, at)
         WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 1500)
         SELECT 'authentication_failed', '{OLIVIA}', '', '', ? + n FROM counted"
        ),
        &[visitor.world.now().saturating_add(-DAY).into()],
    )
    .unwrap();
    let others = team.run("SELECT id FROM activities WHERE kind <> 'authentication_failed'", &[]).unwrap().len();
    let failed = || {
        let action = action(&visitor.open(&visitor.asking("s")));
        visitor.submit(&action, &[("email", "olivia@northwind.example"), ("password", "wrong")]);
        let rows = team.run("SELECT at FROM activities WHERE kind = 'authentication_failed' ORDER BY at", &[]).unwrap();
        (rows.len(), rows[0].timestamp("at"))
    };
    let last = visitor.world.now();
    assert_eq!(failed(), (1000, last.saturating_add(502 - DAY)));
    visitor.world.pass(90 * DAY - 1);
    assert_eq!(failed(), (2, last));
    visitor.world.pass(1);
    assert_eq!(failed().0, 2, "the first is over");
    assert_eq!(
        team.run("SELECT id FROM activities WHERE kind <> 'authentication_failed'", &[]).unwrap().len(),
        others,
        "what members did is kept"
    );
}

#[test]
fn who_deleted_the_account_is_sent_to_the_account_page() {
    let visitor = Visitor::of("chartroom");
    let team = visitor.world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let page = visitor.sign_in("owner");
    team.run(&format!("UPDATE users SET deleted = ? WHERE id = '{OLIVIA}'"), &[visitor.world.now().into()]).unwrap();
    refused(&visitor.decide(&page, "allow", &[]), 400, "Please start again");
    refused(&visitor.sign_in("owner"), 403, "account is deleted");
    visitor.world.pass(30 * DAY);
    refused(&visitor.sign_in("owner"), 403, "do not match");
}

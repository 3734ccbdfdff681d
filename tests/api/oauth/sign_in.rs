//! Signing in.

use super::{Visitor, Zero, action, refused, text, ticket};
use canvass::service::place::{Place, Turn};
use canvass::service::sql::Sql;
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
                    turn = visitor.world.service.visit(&place, *message, visitor.world.now(), &Zero, &*database);
                }
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

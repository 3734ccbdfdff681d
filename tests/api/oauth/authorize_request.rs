//! What an app may ask for, what comes back to it, and what every page is like.

use super::{Visitor, action, location, parameter, refused, text};
use crate::support::World;
use canvass::service::actor::protocol::{ActorId, ActorReply};
use canvass::wire::http::Response;

#[test]
fn an_unregistered_redirect_address_gets_a_page_and_no_redirect() {
    let mut visitor = Visitor::of("chartroom");
    let right = visitor.redirect_uri.clone();
    let path = right.replace("callback", "Callback");
    for wrong in [&format!("{right}/"), &format!("{right}?x=1"), &path, "https://evil.example/", "javascript:alert(1)"]
    {
        visitor.redirect_uri = wrong.to_owned();
        refused(&visitor.open(&visitor.asking("s")), 400, "redirect_uri must equal a registered address");
    }
}

#[test]
fn a_registered_address_that_is_neither_https_nor_loopback_is_refused() {
    let mut visitor = Visitor::of("chartroom");
    for wrong in ["http://chartroom.example/cb", "chartroom://cb", "https://chartroom.example/cb#here"] {
        visitor.change_app("redirect_uris", &serde_json::json!([wrong]).to_string());
        visitor.redirect_uri = wrong.to_owned();
        refused(&visitor.open(&visitor.asking("s")), 400, "has not registered");
    }
}

/// An id of the right form that the service did not make.
const INVENTED: &str = "AAAAAAAAAAAAAAAAAAAAAA";

#[test]
fn an_unknown_app_gets_a_page() {
    let mut visitor = Visitor::of("chartroom");
    visitor.client_id = INVENTED.to_owned();
    refused(&visitor.sign_in("owner"), 400, "This app does not exist");
    let founded = visitor.world.is_open(&ActorId::App(INVENTED.to_owned()));
    assert!(!founded, "who has an account founds no app by inventing one either");
}

#[test]
fn a_client_id_of_the_wrong_form_wakes_no_place() {
    let world = World::new();
    for wrong in ["", "app", "AAAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAA*A", "AAAAAAAAAAAAAAAAAAAAA%20"] {
        let target =
            format!("/oauth/authorize?response_type=code&redirect_uri=https%3A%2F%2Fa.example&client_id={wrong}");
        let turn = world.service.route_request(world.request("GET", "", &target), world.now());
        assert!(matches!(turn, ActorReply::Respond(Response { status: 400, .. })), "{wrong}");
    }
}

#[test]
fn a_repeated_parameter_is_refused_and_an_unknown_one_tolerated() {
    let visitor = Visitor::of("chartroom");
    let asking = visitor.asking("s");
    assert_eq!(visitor.open(&format!("{asking}&prompt=login&prompt=x&api_key=1")).status, 200);
    for twice in ["state=t", "client_id=x", "redirect_uri=https%3A%2F%2Fevil.example%2F", "response_type=code"] {
        refused(&visitor.open(&format!("{asking}&{twice}")), 400, "is given more than once");
    }
}

#[test]
fn s83_a_wrong_response_type_is_shown_to_the_person_and_redirects_no_one() {
    let visitor = Visitor::of("chartroom");
    let asking = visitor.asking("s");
    for wrong in ["token", "id_token", "code%20token", "CODE", ""] {
        let asked = asking.replace("response_type=code", &format!("response_type={wrong}"));
        refused(&visitor.open(&asked), 400, "`response_type` must be");
        let page = visitor.submit(&format!("/oauth/authorize?{asked}"), &[("email", "x"), ("password", "x")]);
        refused(&page, 400, "`response_type` must be");
    }
    refused(&visitor.open(&asking.replace("response_type=code&", "")), 400, "`response_type` must be");
}

#[test]
fn the_state_comes_back_unchanged() {
    let visitor = Visitor::of("chartroom");
    for state in ["a&b=c#d e+f%20g/?\"'<>", "ünï©ode ✓", ""] {
        for decision in ["allow", "deny"] {
            let answer = visitor.decide(&visitor.sign_in_with(state, "owner"), decision, &[]);
            assert_eq!(parameter(&answer, "state").as_deref(), Some(state));
        }
    }
}

#[test]
fn no_state_comes_back_if_none_was_sent() {
    let visitor = Visitor::of("chartroom");
    let page = visitor.open(&visitor.asking("").replace("&state=", ""));
    let fields = [("email", "olivia@northwind.example"), ("password", "olivia-northwind")];
    let answer = visitor.decide(&visitor.submit(&action(&page), &fields), "allow", &[]);
    assert!(!location(&answer).contains("state"), "{}", location(&answer));
}

#[test]
fn what_an_app_says_about_itself_is_escaped() {
    let visitor = Visitor::of("chartroom");
    visitor.change_app("name", "<script>alert(\"x\")</script> & 'co'");
    visitor.change_app("description", "<img src=x onerror=alert(1)>");
    for page in [visitor.open(&visitor.asking("\"><script>")), visitor.sign_in("owner"), visitor.sign_in("free")] {
        let page = text(&page);
        assert!(page.contains("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; 'co'"), "{page}");
        assert!(!page.contains("<script") && !page.contains("<img src=x"), "{page}");
    }
}

#[test]
fn every_page_refuses_frames_scripts_and_caches_and_names_itself_to_no_other_origin() {
    let visitor = Visitor::of("chartroom");
    let consent = visitor.sign_in("owner");
    for page in [&visitor.open(&visitor.asking("s")), &consent, &visitor.open("client_id=x"), &visitor.sign_in("free")]
    {
        let policy = page.header("content-security-policy").unwrap();
        for rule in ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"] {
            assert!(policy.contains(rule), "{policy}");
        }
        for (name, value) in [
            ("x-frame-options", "DENY"),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "same-origin"),
            ("cache-control", "no-store"),
        ] {
            assert_eq!(page.header(name), Some(value));
        }
        assert_eq!(page.header("set-cookie"), None);
    }
    let policy = consent.header("content-security-policy").unwrap();
    assert!(policy.contains("form-action 'self' https://chartroom.example;"), "{policy}");
}

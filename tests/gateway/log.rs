//! The log: one line of JSON per event, of types that were made for it.

use crate::support::{REMOTE, read, with};
use canvass::gateway::config::Build;
use canvass::gateway::exchange::ExchangeFailure;
use canvass::gateway::log::{Level, Loggable, UpstreamFailure, UpstreamStatus, format_line};
use std::fs;
use std::path::Path;

struct Platform(&'static str);

impl Loggable for Platform {
    fn reason(&self) -> Option<String> {
        Some(self.0.to_owned())
    }
}

#[test]
fn an_event_is_a_line_of_json() {
    let line = format_line(Level::Warn, "the service refused", Some(("1f", "api")), &UpstreamStatus(503));
    assert_eq!(line, r#"{"level":"warn","what":"the service refused","request":"1f","route":"api","status":503}"#);
    let line = format_line(Level::Error, "sign-in refused", None, &ExchangeFailure::Refused(401));
    assert_eq!(line, r#"{"level":"error","what":"sign-in refused","status":401,"reason":"Refused(401)"}"#);
    let failure = UpstreamFailure { service: "eu", status: Some(302), cause: "a redirect" };
    let line = format_line(Level::Warn, "upstream failed", None, &failure);
    assert_eq!(line, r#"{"level":"warn","what":"upstream failed","status":302,"reason":"eu: a redirect"}"#);
    let bad = read(Build::Gateway, &with(REMOTE, "PKCE", "hush")).err().unwrap();
    let line = format_line(Level::Error, "not configured", None, &bad);
    assert_eq!(line, r#"{"level":"error","what":"not configured","reason":"PKCE must be S256 or unset."}"#);
}

#[test]
fn a_reason_stays_in_its_line_and_is_cut_short() {
    let line = format_line(Level::Error, "x", None, &Platform("a\n{\"level\":\"warn\"}\u{2028}"));
    assert_eq!(line.lines().count(), 1);
    assert!(line.contains(r#""reason":"a{\"level\":\"warn\"}"#), "{line}");
    let long: &'static str = "é".repeat(1000).leak();
    assert_eq!(format_line(Level::Error, "x", None, &Platform(long)).matches('é').count(), 300);
}

/// The names of the events that files below a folder log.
fn events_below(folder: &Path, events: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("sandbox") {
            events_below(&path, events);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            for call in ["log_error(", "log_event(", "log_failure(", "print_line("] {
                for (at, _) in text.match_indices(call) {
                    // The first literal of the call, if it has one: other arguments before it are short.
                    let rest: String = text[at..].chars().skip(call.len()).take(80).collect();
                    let literal = rest.split_once('"').filter(|(before, _)| !before.contains([';', ')', '{']));
                    events
                        .extend(literal.and_then(|(_, rest)| rest.split_once('"')).map(|(event, _)| event.to_owned()));
                }
            }
        }
    }
}

#[test]
fn the_operator_finds_every_event_in_the_guide() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guide = fs::read_to_string(root.join("docs/DEPLOYMENT.md")).unwrap();
    let mut events = Vec::new();
    events_below(&root.join("src/edge"), &mut events);
    assert!(events.len() > 20, "{events:?}");
    for event in events {
        assert!(guide.contains(&format!("`{event}`")), "{event}");
    }
}

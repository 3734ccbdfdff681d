//! The log: one line of JSON per event, of types that were made for it.

use crate::support::{REMOTE, read, with};
use canvass::gateway::config::Build;
use canvass::gateway::exchange::ExchangeFailure;
use canvass::gateway::log::{Level, Loggable, UpstreamStatus, format_line};

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

//! The statements about return paths.

use super::*;
use crate::wire::sign_in::{OtherSessions, begin_sign_in};
use proptest::prelude::*;

#[test]
fn s43_only_paths_of_this_origin_can_be_returned_to() {
    let request = format!("/mcp/authorize/?{}", "a".repeat(4_000));
    for path in [
        "/",
        "/surveys",
        "/surveys/1?next=//x&y=a%2Fb#top",
        "/a.b/c..d",
        "/a%20b",
        "/gr%C3%B6%C3%9Fe",
        "/%E6%97%A5",
        "/%F0%9F%98%80",
        &request,
    ] {
        assert!(is_return_path(path), "{path}");
    }
    let long = format!("/{}", "a".repeat(4_100));
    for path in [
        "",
        "surveys",
        "//evil.example",
        "/\\evil.example",
        "/ /evil.example",
        "/\t/evil.example",
        "/\u{b}/evil.example",
        "/\n/evil.example",
        "/\r\n/evil.example",
        "/./evil.example",
        "/../evil.example",
        "/a/../../evil",
        "/a/..",
        "/%2fevil.example",
        "/%2F/evil.example",
        "/%5cevil.example",
        "/%5C%5Cevil.example",
        "/%09/evil.example",
        "/%0d%0aevil",
        "/%2e%2e/evil",
        "/.%2e/evil",
        "/%252fevil.example",
        "/a%2e",
        "/%7F",
        "/%FFx",
        "/%C3x%B6",
        "/%c2%85",
        "/%E2%80%A8",
        "/%EF%BC%8Fevil.example",
        "/%2",
        "/x/%2E/y",
        "///evil.example",
        "/a//evil.example",
        "https://evil.example",
        "HtTpS://evil.example",
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "data:text/html,x",
        "https:evil.example",
        "http:///evil.example",
        "\\/evil.example",
        "\\\\evil.example",
        "/a\\b",
        "/é",
        "/\u{7f}",
        " /surveys",
        "/surveys ",
        "@evil.example",
        "127.0.0.1.evil.example",
        "/\u{2028}/evil",
        "/／evil.example",
        &long,
    ] {
        assert!(!is_return_path(path), "{path:?}");
        assert_eq!(begin_sign_in("", "state", path, OtherSessions::Leave, "", 0), None, "{path:?}");
    }
}

proptest! {
    #[test]
    fn s43_a_path_that_is_returned_to_stays_at_this_origin_however_it_is_read(
        fragments in proptest::collection::vec(proptest::sample::select(FRAGMENTS), 0..8)
    ) {
        let path = fragments.concat();
        for path in [path.clone(), format!("/{path}")] {
            if is_return_path(&path) {
                for read in readings(&path) {
                    prop_assert!(stays(&read), "{path:?} read as {read:?}");
                }
            }
        }
    }
}

/// Fragments of known bypasses of return-path checks.
const FRAGMENTS: &[&str] = &[
    "/",
    "//",
    "\\",
    ".",
    "..",
    "/./",
    "/../",
    "%2f",
    "%2F",
    "%5c",
    "%5C",
    "%2e",
    "%2E",
    "%09",
    "%0d%0a",
    "%00",
    "%25",
    "%252f",
    "\t",
    "\n",
    "\r",
    "\u{b}",
    " ",
    ";",
    "@",
    ":",
    "?",
    "#",
    "&",
    "=",
    "evil.example",
    "https:",
    "HtTpS://",
    "javascript:",
    "a",
    "é",
    "\u{2028}",
    "／",
];

/// A path as lenient parsers read it: decoded, backslashes as slashes, white space dropped, repeatedly.
fn readings(path: &str) -> Vec<String> {
    let path = path.split(['?', '#']).next().unwrap_or_default().to_owned();
    let once = lenient(&path);
    let twice = lenient(&once);
    vec![path, once, twice]
}

fn lenient(path: &str) -> String {
    let mut parts = path.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        match part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend(format!("%{}", part.get(..2).unwrap_or(part)).bytes()),
        }
        bytes.extend(part.get(2..).unwrap_or_default().bytes());
    }
    let text = String::from_utf8_lossy(&bytes).replace('\\', "/");
    text.chars().filter(|character| !character.is_whitespace() && !character.is_control()).collect()
}

/// One leading slash, no second one, and no dot segment.
fn stays(path: &str) -> bool {
    path.starts_with('/') && !path.starts_with("//") && !path.split('/').any(|segment| matches!(segment, "." | ".."))
}

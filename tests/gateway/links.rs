//! Which links of a response are rewritten, in chunks of any length; everything else stays byte for byte.

use crate::support::{origin, origins};
use canvass::gateway::links::{LinkRewrite, LinkRewriter, rewrite_links};
use canvass::gateway::origin::Origin;
use canvass::gateway::region::RegionOrigins;
use canvass::spec::endpoints::routes;
use canvass::spec::shape::Shape;
use canvass::spec::url_members::URL_PATHS;
use proptest::prelude::*;

struct World {
    api: RegionOrigins,
    gateway: Origin,
}

impl World {
    fn new() -> World {
        World { api: origins(), gateway: origin("https://app.example.com") }
    }

    fn way(&self) -> LinkRewrite<'_> {
        LinkRewrite { api: &self.api, gateway: &self.gateway, prefix: "/api" }
    }
}

fn led(answer: &str) -> String {
    let world = World::new();
    rewrite_links(answer.as_bytes(), world.way())
        .map_or_else(|| answer.to_owned(), |led| String::from_utf8(led).unwrap())
}

/// The response in chunks that end at these positions.
fn in_chunks(answer: &[u8], ends: &[usize]) -> Vec<u8> {
    let world = World::new();
    let mut scan = LinkRewriter::default();
    let mut passed = Vec::new();
    let mut begin = 0;
    for end in ends.iter().copied().chain([answer.len()]) {
        let chunk = &answer[begin..end];
        match scan.rewrite_chunk(chunk, world.way()) {
            Some(led) => passed.extend(led),
            None => passed.extend(chunk),
        }
        begin = end;
    }
    passed.extend(scan.finish());
    passed
}

#[test]
fn links_and_hrefs_that_begin_with_an_origin_of_the_api_lead_back_to_the_gateway() {
    let page = r#"{"data":[{"id":"1","href":"https://us.example.net/v3/surveys/1"}],"page":1,"links":{"self":"https://us.example.net/v3/surveys?page=1","next":"https://eu.example.net/v3/surveys?page=2&per_page=50"}}"#;
    let wanted = r#"{"data":[{"id":"1","href":"https://app.example.com/api/v3/surveys/1"}],"page":1,"links":{"self":"https://app.example.com/api/v3/surveys?page=1","next":"https://app.example.com/api/v3/surveys?page=2&per_page=50"}}"#;
    assert_eq!(led(page), wanted);
    assert_eq!(led(wanted), wanted, "once is enough");
    for (from, to) in [
        (r#"{"href":"https:\/\/us.example.net\/v3\/x"}"#, r#"{"href":"https://app.example.com/api\/v3\/x"}"#),
        ("{ \"href\" :\n\"https://ca.example.net/v3\"}", "{ \"href\" :\n\"https://app.example.com/api/v3\"}"),
        (r#"{"\u0068ref":"\u0068ttps://us.example.net/v3?x"}"#, r#"{"\u0068ref":"https://app.example.com/api/v3?x"}"#),
        (r#"{"href":"https://us.example.net/v\u0033/x"}"#, r#"{"href":"https://app.example.com/api/v\u0033/x"}"#),
    ] {
        assert_eq!(led(from), to);
    }
}

#[test]
fn an_address_that_only_looks_like_one_of_the_api_stays() {
    for address in [
        "https://us.example.net",
        "https://us.example.net/",
        "https://us.example.net/v4/surveys",
        "https://us.example.net/v3x",
        "https://us.example.net/v30/surveys",
        "https://us.example.net.evil.net/v3/surveys",
        "https://us.example.net:444/v3/surveys",
        "http://us.example.net/v3/surveys",
        "https://user@us.example.net/v3/surveys",
        "HTTPS://us.example.net/v3/surveys",
        " https://us.example.net/v3/surveys",
        "https:\\u005c/us.example.net/v3/surveys",
        "https://us.example.net/v3\\u0022",
        "https://us.example.net/v\\u00g3/",
        "",
    ] {
        let answer = format!(r#"{{"href":"{address}","links":{{"next":"{address}"}}}}"#);
        assert_eq!(led(&answer), answer);
    }
}

#[test]
fn texts_and_free_form_data_stay_whatever_they_hold() {
    let address = r#""https://us.example.net/v3/surveys/1""#;
    for answer in [
        format!(r#"{{"title":{address},"analyze_url":{address},"docs":{address}}}"#),
        format!(r#"{{"metadata":{{"href":{address},"links":{{"next":{address}}},"data":[{{"href":{address}}}]}}}}"#),
        format!(r#"{{"data":[{{"custom_variables":{{"href":{address}}},"links":{{"next":{address}}}}}]}}"#),
        format!(r#"{{"pages":[{{"questions":[{{"answers":{{"href":{address}}}}}]}}]}}"#),
        format!(r#"{{"href":[{address}],"data":[{address}],"links":[{address}]}}"#),
        format!(r#"{{"href":{{"href":{address}}},"links":{{"next":{{"href":{address}}},"other":{address}}}}}"#),
        r#"{"data":[{"text":"\"href\":\"https://us.example.net/v3/surveys/1\""}]}"#.to_owned(),
        r#"{"data":[{"text":"\\","title":"x \" \"href\":\"https://us.example.net/v3/\""}]}"#.to_owned(),
        format!(r#"{{"error":{{"href":{address}}}}}"#),
        address.to_owned(),
        format!("[{address},{{\"x\":{address}}}]"),
    ] {
        assert_eq!(led(&answer), answer);
    }
}

#[test]
fn what_is_no_json_passes_through() {
    for answer in ["", "{", "{\"href\"", "{\"href\":\"https://us.exam", "]]}}\"", "{\"href\":\"\\u00", "{\"\\", "no"] {
        for end in 0..=answer.len() {
            assert_eq!(in_chunks(answer.as_bytes(), &[end]), answer.as_bytes(), "{answer} {end}");
        }
    }
    let deep = [&"[".repeat(10_000), "{\"href\":\"https://us.example.net/v3/\"}"].concat();
    assert_eq!(led(&deep), deep);
    let long = format!("{{\"{}\":1,\"href\":\"https://us.example.net/v3/\"}}", "x".repeat(100_000));
    assert_eq!(in_chunks(long.as_bytes(), &[70_000]), led(&long).into_bytes());
    assert!(led(&long).ends_with("\"https://app.example.com/api/v3/\"}"));
}

#[test]
fn members_that_lead_to_resources_hold_no_free_form_data() {
    fn walk(shape: &Shape, found: &mut Vec<&'static str>) -> bool {
        match shape {
            Shape::Array(inner) | Shape::Nullable(inner) | Shape::OneOrFirst(inner) => walk(inner, found),
            Shape::List(item) => {
                found.push("data");
                walk(item, found)
            }
            Shape::Any | Shape::Map(_) => false,
            Shape::Object(object) => {
                object.fields.iter().filter(|field| URL_PATHS.contains(&field.name)).all(|field| {
                    found.push(field.name);
                    walk(&field.shape, found)
                })
            }
            _ => true,
        }
    }
    let mut found = Vec::new();
    for route in routes() {
        assert!(walk(&route.response, &mut found), "{}", route.name);
    }
    found.sort_unstable();
    found.dedup();
    let mut ways = URL_PATHS.to_vec();
    ways.sort_unstable();
    assert_eq!(ways, found);
    assert!(ways.contains(&"data") && ways.contains(&"questions") && !ways.contains(&"metadata"), "{ways:?}");
}

/// A JSON value.
#[derive(Debug, Clone)]
enum Node {
    Plain(&'static str),
    Text(String),
    List(Vec<Node>),
    Object(Vec<(&'static str, Node)>),
}

const NAMES: &[&str] = &[
    "href",
    "href",
    "links",
    "self",
    "prev",
    "next",
    "first",
    "last",
    "data",
    "data",
    "pages",
    "questions",
    "metadata",
    "custom_variables",
    "value",
    "title",
    "",
    "hre",
    "hreff",
    "\"href\"",
    "lïnks",
];

const PATHS: &[&str] =
    &["/v3/surveys/1", "/v3", "/v3?page=2&per_page=50", "/v3#x", "/v3x", "/v4/", "", ".evil/v3/", "\""];

fn text() -> impl Strategy<Value = String> {
    let origin = prop::sample::select(vec![
        "https://us.example.net",
        "https://eu.example.net",
        "https://app.example.com",
        "http://us.example.net",
        "",
    ]);
    let address = (origin, prop::sample::select(PATHS)).prop_map(|(origin, path)| format!("{origin}{path}"));
    let quoted = address.clone().prop_map(|address| format!("\",\"href\":\"{address}\",\"x\\"));
    prop_oneof![3 => address, 1 => quoted, 1 => "\\PC{0,12}", 1 => "[\"\\\\{}\\[\\],:\u{0}-\u{1f}]{0,8}"]
}

fn node() -> impl Strategy<Value = Node> {
    let leaf = prop_oneof![
        4 => text().prop_map(Node::Text),
        1 => prop::sample::select(&["1", "-2.5e3", "true", "null"][..]).prop_map(Node::Plain),
    ];
    leaf.prop_recursive(6, 60, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Node::List),
            prop::collection::vec((prop::sample::select(NAMES), inner), 0..7).prop_map(Node::Object),
        ]
    })
}

/// Writes a response and its expected rewrite, in a random spelling.
struct Writer<'a> {
    answer: Vec<u8>,
    wanted: Vec<u8>,
    dice: Box<dyn Iterator<Item = u8> + 'a>,
}

/// The kind of a value, by the rule.
#[derive(Clone, Copy, PartialEq)]
enum Is {
    Root,
    Resource,
    Links,
    Address,
    Free,
}

impl Writer<'_> {
    fn dice(&mut self) -> u8 {
        self.dice.next().unwrap()
    }

    fn put(&mut self, bytes: &[u8]) {
        self.answer.extend(bytes);
        self.wanted.extend(bytes);
    }

    fn mark(&mut self, mark: &str) {
        for text in [" ", "", mark, "\n\t", ""] {
            if text == mark || self.dice() < 10 {
                self.put(text.as_bytes());
            }
        }
    }

    fn text(&mut self, text: &str, is: Is) {
        self.put(b"\"");
        let world = World::new();
        let origins = world.api.all_origins().map(Origin::as_str);
        let origin = origins.filter(|_| is == Is::Address).find(|origin| {
            text.strip_prefix(origin)
                .and_then(|path| path.strip_prefix("/v3"))
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']))
        });
        if origin.is_some() {
            self.wanted.extend(b"https://app.example.com/api");
        }
        for (place, character) in text.chars().enumerate() {
            let mut units = [0; 2];
            let spelled = match (character, self.dice()) {
                ('"' | '\\', 60..) => format!("\\{character}"),
                ('\0'..='\x1f' | '"' | '\\', _) | (_, 0..5) => {
                    character.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")).collect()
                }
                ('/', 5..60) => "\\/".to_owned(),
                _ => character.to_string(),
            };
            self.answer.extend(spelled.as_bytes());
            if origin.is_none_or(|origin| place >= origin.len()) {
                self.wanted.extend(spelled.as_bytes());
            }
        }
        self.put(b"\"");
    }

    fn node(&mut self, node: &Node, is: Is) {
        match node {
            Node::Plain(plain) => self.put(plain.as_bytes()),
            Node::Text(text) => self.text(text, is),
            Node::List(items) => {
                self.mark("[");
                for (place, item) in items.iter().enumerate() {
                    if place > 0 {
                        self.mark(",");
                    }
                    // An array may hold resources; the links of a list are not an array, and an array is not a link.
                    self.node(item, if matches!(is, Is::Root | Is::Resource) { Is::Resource } else { Is::Free });
                }
                self.mark("]");
            }
            Node::Object(members) => {
                self.mark("{");
                for (place, (name, value)) in members.iter().enumerate() {
                    if place > 0 {
                        self.mark(",");
                    }
                    self.text(name, Is::Free);
                    self.mark(":");
                    let below = match (is, *name) {
                        (Is::Links, "self" | "prev" | "next" | "first" | "last") => Is::Address,
                        (Is::Links | Is::Free | Is::Address, _) => Is::Free,
                        (_, "href") => Is::Address,
                        (Is::Root, "links") => Is::Links,
                        (_, "data" | "pages" | "questions") => Is::Resource,
                        _ => Is::Free,
                    };
                    self.node(value, below);
                }
                self.mark("}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn only_addresses_change_however_an_answer_is_written_and_cut(
        root in prop::collection::vec((prop::sample::select(NAMES), node()), 0..8),
        dice in prop::collection::vec(any::<u8>(), 64),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
    ) {
        let mut writer = Writer { answer: Vec::new(), wanted: Vec::new(), dice: Box::new(dice.iter().copied().cycle()) };
        writer.node(&Node::Object(root), Is::Root);
        let Writer { answer, wanted, .. } = writer;
        let mut ends: Vec<usize> = cuts.iter().map(|cut| cut.index(answer.len() + 1)).collect();
        ends.sort_unstable();
        let passed = in_chunks(&answer, &ends);
        prop_assert_eq!(String::from_utf8_lossy(&passed), String::from_utf8_lossy(&wanted));
        let every: Vec<usize> = (0..answer.len()).collect();
        prop_assert_eq!(&in_chunks(&answer, &every), &wanted);
        prop_assert_eq!(&in_chunks(&answer, &[]), &wanted);
        for end in (1..answer.len()).filter(|end| matches!(answer[end - 1], b'\\' | b'"')) {
            prop_assert_eq!(&in_chunks(&answer, &[end]), &wanted);
        }
    }
}

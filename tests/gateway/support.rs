//! Shared by the tests: example secrets, a configuration, requests of a page.

use canvass::gateway::config::{BadVariable, Build, Config};
use canvass::gateway::origin::Origin;
use canvass::gateway::region::{Region, RegionOrigins};
use canvass::wire::http::Request;

pub const KEY_A: &str = "A3f9Kd72Lm0Qx8Zt5Vb1Nw6Yc4Hr2JgP";
pub const KEY_B: &str = "B8s2Wq61Ez7Ru4Ti9Yo3Pa5Sd0Fg1HjK";
pub const KEY_C: &str = "C5k7Lz30Xc9Vb2Nm8Qw4Er6Ty1Ui0OpA";
pub const SERVICE_KEY: &str = "S1x4Dc8Fv2Gb6Hn0Jm3Kq7Lw5Ez9RtYu";

pub fn origin(url: &str) -> Origin {
    Origin::parse(url).unwrap()
}

pub fn region(name: &str) -> Region {
    Region::from_name(name).unwrap()
}

/// Three regions, each with an origin that has its name.
pub fn origins() -> RegionOrigins {
    let named = ["us", "eu", "ca"].map(|name| (region(name), origin(&format!("https://{name}.example.net"))));
    RegionOrigins::new(named.to_vec()).unwrap()
}

pub fn read(build: Build, variables: &[(&str, &str)]) -> Result<Config, BadVariable> {
    Config::from_variables(build, |name| {
        variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
    })
}

pub const LOCAL: &[(&str, &str)] =
    &[("ORIGIN", "http://127.0.0.1:8787"), ("SESSION_KEYS", KEY_A), ("SERVICE_KEY", SERVICE_KEY)];

pub const REMOTE: &[(&str, &str)] = &[
    ("ORIGIN", "https://app.example.com"),
    ("AUTH_URL", "https://auth.example.net"),
    ("API_URL", "https://api.example.net"),
    ("API_URL_EU", "https://eu.example.net"),
    ("API_URL_CA", "https://ca.example.net"),
    ("CLIENT_ID", "app-1"),
    ("CLIENT_SECRET", "hush & more=é"),
    ("SESSION_KEYS", KEY_A),
];

/// The variables with one changed; an empty value removes it.
pub fn with<'a>(variables: &[(&'a str, &'a str)], name: &'a str, value: &'a str) -> Vec<(&'a str, &'a str)> {
    let mut changed: Vec<_> = variables.iter().copied().filter(|(key, _)| *key != name).collect();
    changed.push((name, value));
    changed
}

pub fn remote() -> Config {
    read(Build::Gateway, REMOTE).ok().unwrap()
}

/// A request as a page of the origin sends it.
pub fn page(method: &str, target: &str) -> Request {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    Request {
        method: method.to_owned(),
        origin: "https://app.example.com".to_owned(),
        path: path.to_owned(),
        query: query.to_owned(),
        headers: pairs(&[("x-canvass", "1"), ("sec-fetch-site", "same-origin"), ("origin", "https://app.example.com")]),
        body: Vec::new(),
    }
}

pub fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

pub fn without(mut request: Request, name: &str) -> Request {
    request.headers.retain(|(key, _)| key != name);
    request
}

pub fn and(mut request: Request, name: &str, value: &str) -> Request {
    request.headers.push((name.to_owned(), value.to_owned()));
    request
}

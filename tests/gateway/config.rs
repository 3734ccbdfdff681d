//! Configuration: which variables are accepted, and which one a refusal names.

use crate::support::{KEY_A, KEY_B, LOCAL, REMOTE, SERVICE_KEY, read, remote, with};
use canvass::gateway::budget::BudgetRules;
use canvass::gateway::config::{Build, Config, Upstream};
use canvass::gateway::origin::Origin;
use canvass::gateway::region::Region;
use canvass::spec::limits::{NO_LIMIT, Quota};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// The API's URL in a region.
fn api(config: &Config, region: &str) -> String {
    config.api.origin_of(Region::from_name(region).unwrap()).unwrap().as_str().to_owned()
}

fn refused(build: Build, variables: &[(&str, &str)]) -> String {
    read(build, variables).err().map(|bad| bad.to_string()).unwrap_or_default()
}

#[test]
fn without_an_auth_url_the_embedded_service_is_the_api() {
    let config = read(Build::WithService, LOCAL).ok().unwrap();
    assert_eq!(config.upstream, Upstream::Embedded);
    assert_eq!(api(&config, "us"), "http://127.0.0.1:8787");
    assert_eq!(api(&config, "eu"), "http://127.0.0.1:8788");
    assert_eq!(api(&config, "ca"), "http://127.0.0.1:8789");
    assert_eq!(config.authorize_url(), "http://127.0.0.1:8787/oauth/authorize");
    assert_eq!(config.redirect_uri, "http://127.0.0.1:8787/callback/");
    assert_eq!((config.client_id.len(), config.client_secret.expose().len()), (22, 43));
}

#[test]
fn regional_origins_can_be_named() {
    let named = with(LOCAL, "ORIGIN_EU", "http://127.0.0.1:4001");
    let config = read(Build::WithService, &named).ok().unwrap();
    assert_eq!(api(&config, "eu"), "http://127.0.0.1:4001");
    let public = with(LOCAL, "ORIGIN", "https://app.example.com");
    let config = read(Build::WithService, &public).ok().unwrap();
    assert_eq!(api(&config, "ca"), "https://ca.app.example.com");
    let equal = refused(Build::WithService, &with(LOCAL, "ORIGIN_EU", "http://127.0.0.1:8787"));
    assert_eq!(equal, "ORIGIN, ORIGIN_EU and ORIGIN_CA must be three different origins.");
    let equal = refused(Build::Gateway, &with(REMOTE, "API_URL_EU", "https://ca.example.net"));
    assert_eq!(equal, "API_URL, API_URL_EU and API_URL_CA must be three different origins.");
}

#[test]
fn with_an_auth_url_the_api_is_remote_and_everything_must_be_given() {
    let config = read(Build::WithService, REMOTE).ok().unwrap();
    assert_eq!(config.upstream, Upstream::Remote);
    assert_eq!(config.token_url(), "https://auth.example.net/oauth/token");
    for name in ["ORIGIN", "API_URL", "API_URL_EU", "API_URL_CA", "CLIENT_ID", "CLIENT_SECRET", "SESSION_KEYS"] {
        let sentence = refused(Build::WithService, &with(REMOTE, name, ""));
        assert!(sentence.starts_with(&format!("{name} is not set")), "{name}: {sentence}");
    }
    assert!(refused(Build::Gateway, &with(REMOTE, "AUTH_URL", "")).starts_with("AUTH_URL "));
}

#[test]
fn a_secret_with_white_space_at_an_end_is_refused_and_so_is_a_token_that_no_header_can_have() {
    let key = ["0f1e2d3c4b5a69788796a5b4c3d2e1f0", "x7Qz"].concat();
    for (name, variables, build) in [
        ("SERVICE_KEY", LOCAL, Build::WithService),
        ("CLIENT_SECRET", REMOTE, Build::Gateway),
        ("METRICS_TOKEN", REMOTE, Build::Gateway),
        ("MAIL_TOKEN", LOCAL, Build::WithService),
    ] {
        assert!(read(build, &with(variables, name, &key)).is_ok(), "{name}");
        for (before, after) in [("", "\n"), ("", "\r\n"), (" ", "")] {
            let sentence = refused(build, &with(variables, name, &[before, &key, after].concat()));
            assert!(sentence.starts_with(&format!("{name} must ")), "{sentence}");
        }
    }
    let lines = refused(Build::Gateway, &with(REMOTE, "METRICS_TOKEN", &[&key, "\n", &*key].concat()));
    assert_eq!(lines, "METRICS_TOKEN must be printable ASCII without spaces.");
}

#[test]
fn an_origin_has_a_name_in_the_log() {
    let config = read(Build::Gateway, &with(REMOTE, "LEGACY_API_URL", "https://old.example.net")).ok().unwrap();
    let name = |url: &str| config.service_name(&Origin::parse(url).unwrap()).to_owned();
    assert_eq!(
        ["api", "eu", "ca", "old", "auth"].map(|host| name(&format!("https://{host}.example.net"))),
        ["us", "eu", "ca", "legacy", "auth"]
    );
}

#[test]
fn the_regions_of_a_remote_api_can_be_listed() {
    let bare: Vec<_> = REMOTE.iter().copied().filter(|(name, _)| !name.starts_with("API_URL")).collect();
    let list = "us=https://api.example.net,au=https://au.example.net";
    let config = read(Build::Gateway, &with(&bare, "REGIONS", list)).ok().unwrap();
    assert_eq!(api(&config, "au"), "https://au.example.net");
    for list in ["us", "us=http://api.example.net", "us=https://a.example.net/v3", "us=https://a.net,us=https://b.net"]
    {
        assert!(refused(Build::Gateway, &with(&bare, "REGIONS", list)).starts_with("REGIONS must be a list"), "{list}");
    }
    for name in ["API_URL", "API_URL_EU", "API_URL_CA"] {
        let both = with(&bare, "REGIONS", list);
        let sentence = refused(Build::Gateway, &with(&both, name, "https://api.example.net"));
        assert_eq!(sentence, format!("{name} and REGIONS are both set: remove one of them."));
    }
}

#[test]
fn what_only_a_remote_service_needs_is_refused_without_one() {
    let origin = "https://api.example.com";
    for (name, value) in [
        ("API_URL", origin),
        ("API_URL_EU", origin),
        ("API_URL_CA", origin),
        ("LEGACY_API_URL", origin),
        ("REGIONS", "us=https://api.example.net,au=https://au.example.net"),
        ("CLIENT_ID", "app-1"),
        ("CLIENT_SECRET", "hush & more"),
        ("BEARER_CALLS", "on"),
    ] {
        let sentence = refused(Build::WithService, &with(LOCAL, name, value));
        assert_eq!(sentence, format!("{name} needs a remote service: set AUTH_URL, or remove it."));
    }
}

#[test]
fn s6_the_redirect_address_is_one_constant_below_the_origin() {
    let own = with(REMOTE, "REDIRECT_URI", "https://app.example.com/back/");
    assert_eq!(read(Build::Gateway, &own).ok().unwrap().redirect_uri, "https://app.example.com/back/");
    for address in [
        "https://app.example.com.evil.net/",
        "https://evil.net/",
        "/callback/",
        "https://app.example.com/#a",
        "https://app.example.com/back/?a=b",
    ] {
        assert!(
            refused(Build::Gateway, &with(REMOTE, "REDIRECT_URI", address)).starts_with("REDIRECT_URI "),
            "{address}"
        );
    }
}

#[test]
fn s26_short_example_and_equal_secrets_are_refused() {
    let repeated = format!("{KEY_A},{KEY_A}");
    for keys in
        ["short", "", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "change-me-0123456789-abcdefghijkl", &repeated]
    {
        assert!(refused(Build::Gateway, &with(REMOTE, "SESSION_KEYS", keys)).starts_with("SESSION_KEYS "), "{keys}");
    }
    let second_short = format!("{KEY_A},{}", &KEY_B[..31]);
    assert!(refused(Build::Gateway, &with(REMOTE, "SESSION_KEYS", &second_short)).starts_with("SESSION_KEYS "));
    assert!(refused(Build::WithService, &with(LOCAL, "SERVICE_KEY", "short")).starts_with("SERVICE_KEY "));
    assert!(refused(Build::WithService, &with(LOCAL, "SERVICE_KEY", "")).starts_with("SERVICE_KEY is not set"));
    let equal = "SESSION_KEYS, CLIENT_SECRET, SERVICE_KEY, METRICS_TOKEN and MAIL_TOKEN must be different.";
    assert_eq!(refused(Build::WithService, &with(LOCAL, "SERVICE_KEY", KEY_A)), equal);
    assert_eq!(refused(Build::Gateway, &with(REMOTE, "CLIENT_SECRET", KEY_A)), equal);
    assert_eq!(refused(Build::Gateway, &with(REMOTE, "METRICS_TOKEN", KEY_A)), equal);
    assert_eq!(refused(Build::WithService, &with(LOCAL, "MAIL_TOKEN", SERVICE_KEY)), equal);
}

#[test]
fn s26_the_sentence_never_contains_the_value() {
    let sentence = refused(Build::Gateway, &with(REMOTE, "SESSION_KEYS", "hunter2"));
    assert!(!sentence.contains("hunter2"), "{sentence}");
}

#[test]
fn s35_plain_http_is_for_loopback_origins_only() {
    for address in
        ["http://app.example.com", "http://10.0.0.1", "http://127.0.0.1.example.com", "http://localhost.evil.net"]
    {
        assert!(
            refused(Build::Gateway, &with(REMOTE, "ORIGIN", address)).starts_with("ORIGIN must be https"),
            "{address}"
        );
        assert!(
            refused(Build::Gateway, &with(REMOTE, "AUTH_URL", address)).starts_with("AUTH_URL must be https"),
            "{address}"
        );
    }
    for address in ["ftp://x", "app.example.com", "https://app.example.com/path", "https://user@app.example.com"] {
        assert!(
            refused(Build::Gateway, &with(REMOTE, "ORIGIN", address)).starts_with("ORIGIN must be an origin"),
            "{address}"
        );
    }
    assert_eq!(refused(Build::Gateway, &with(REMOTE, "ORIGIN", "")), "ORIGIN is not set.");
}

#[test]
fn the_budget_is_configured_by_whole_numbers_and_never_spends_the_tolerance_unasked() {
    let budget = |name, value| read(Build::Gateway, &with(REMOTE, name, value)).ok().unwrap().budget;
    assert_eq!(remote().budget, BudgetRules::default());
    assert_eq!((remote().budget.tolerance, remote().budget.fallback), (0, [None, None]));
    assert_eq!(budget("BUDGET_PER_MINUTE", "60").fallback, [Some(60), None]);
    assert_eq!(budget("BUDGET_PER_DAY", "5000").fallback, [None, Some(5000)]);
    assert_eq!(budget("BUDGET_RESERVE", "20").reserve, 20);
    assert_eq!(budget("BUDGET_TOLERANCE", "50").tolerance, 50);
    for (name, value) in [
        ("BUDGET_PER_MINUTE", "many"),
        ("BUDGET_PER_DAY", "-1"),
        ("BUDGET_PER_MINUTE", "0"),
        ("BUDGET_PER_DAY", "0"),
        ("BUDGET_PER_DAY", "4294967296"),
        ("BUDGET_RESERVE", "91"),
        ("BUDGET_RESERVE", "5%"),
        ("BUDGET_TOLERANCE", "51"),
    ] {
        let sentence = refused(Build::Gateway, &with(REMOTE, name, value));
        assert!(sentence.starts_with(&format!("{name} must be a whole number from ")), "{name}: {sentence}");
    }
    let reserve = refused(Build::Gateway, &with(REMOTE, "BUDGET_RESERVE", "91"));
    assert_eq!(reserve, "BUDGET_RESERVE must be a whole number from 0 to 90.");
}

#[test]
fn the_embedded_service_knows_which_apps_have_a_quota_of_their_own() {
    let list = with(LOCAL, "APP_QUOTAS", "a-1=120/-, b_2=720/500000, 30/-");
    let quotas = read(Build::WithService, &list).ok().unwrap().quotas;
    let quota = |per_minute, per_day| Quota { per_minute, per_day };
    assert_eq!(quotas[..2], [("a-1".to_owned(), quota(120, NO_LIMIT)), ("b_2".to_owned(), quota(720, 500_000))]);
    let own = read(Build::WithService, LOCAL).ok().unwrap().client_id;
    assert_eq!(quotas[2..], [(own, quota(30, NO_LIMIT))], "one without a client id is the gateway's own");
    for wrong in ["a", "a=1", "1", "/", "a=0/5", "a=1/2/3", "a=x/1", "a=1/2,", "a=1/2147483648"] {
        assert!(refused(Build::WithService, &with(LOCAL, "APP_QUOTAS", wrong)).starts_with("APP_QUOTAS "), "{wrong}");
    }
}

#[test]
fn s67_a_missing_binding_stops_what_needs_it() {
    let refused = |variables, missing: &str| {
        let config = read(Build::WithService, variables).ok().unwrap();
        config.check_bindings(|name| name != missing).err().map(|bad| bad.to_string())
    };
    assert_eq!(refused(LOCAL, ""), None);
    for name in ["SESSION", "BUDGET", "CACHE", "RECORDS", "TEAM", "APP", "DIRECTORY"] {
        assert_eq!(refused(LOCAL, name), Some(format!("{name} is not bound.")));
    }
    for name in ["SESSION", "BUDGET", "CACHE", "RECORDS"] {
        assert_eq!(refused(REMOTE, name), Some(format!("{name} is not bound.")));
    }
    assert_eq!(refused(REMOTE, "TEAM"), None);
}

#[test]
fn reviewers_are_e_mail_addresses_with_commas_between() {
    let reviewers = |list| read(Build::WithService, &with(LOCAL, "REVIEWERS", list)).map(|config| config.reviewers);
    assert_eq!(reviewers("").ok().unwrap(), Vec::<String>::new());
    assert_eq!(reviewers("Ann@Mail.example, bo@mail.example,").ok().unwrap(), ["ann@mail.example", "bo@mail.example"]);
    for list in
        ["ann", "ann@mail.example; bo@mail.example", "ann@mail.example bo@mail.example", "@mail.example", "a@b@c.d"]
    {
        let sentence = refused(Build::WithService, &with(LOCAL, "REVIEWERS", list));
        assert!(sentence.starts_with("REVIEWERS must be"), "{list}: {sentence}");
    }
}

#[test]
fn mails_are_posted_to_an_https_url_of_a_public_host() {
    let read_url = |url| read(Build::WithService, &with(LOCAL, "MAIL_URL", url)).map(|config| config.mail_url);
    let url = "https://mail.example.com/send?from=canvass";
    assert_eq!(read_url(url).ok().unwrap().as_deref(), Some(url));
    for url in
        ["mail.example.com/send", "http://127.0.0.1:2525/mail", "https://mailer.internal/send", "https://10.0.0.1/"]
    {
        let is_read = read_url(url).is_ok();
        assert_eq!(is_read, canvass::SANDBOX && url.contains("://"), "{url}");
    }
}

#[test]
fn a_remote_service_may_take_from_one_to_300_seconds() {
    assert_eq!(read(Build::Gateway, REMOTE).ok().unwrap().upstream_timeout, 30_000);
    assert_eq!(read(Build::Gateway, &with(REMOTE, "UPSTREAM_TIMEOUT", "2")).ok().unwrap().upstream_timeout, 2000);
    for value in ["0", "301", "-1", "1.5", "x"] {
        let sentence = refused(Build::Gateway, &with(REMOTE, "UPSTREAM_TIMEOUT", value));
        assert_eq!(sentence, "UPSTREAM_TIMEOUT must be a whole number from 1 to 300.", "{value}");
    }
}

#[test]
fn the_header_with_a_clients_address_is_named_or_none_is_believed() {
    assert_eq!(read(Build::WithService, LOCAL).ok().unwrap().client_ip_header, None);
    let named = read(Build::WithService, &with(LOCAL, "CLIENT_ADDRESS_HEADER", "CF-Connecting-IP"));
    assert_eq!(named.ok().unwrap().client_ip_header.as_deref(), Some("cf-connecting-ip"));
    for wrong in ["X Real IP", "X-Real-IP:", "X-Real-IP,X-Forwarded-For", "é"] {
        let sentence = refused(Build::WithService, &with(LOCAL, "CLIENT_ADDRESS_HEADER", wrong));
        assert_eq!(sentence, "CLIENT_ADDRESS_HEADER must be the name of a header.", "{wrong}");
    }
}

/// The names in the first column of the rows below a heading of a table.
fn listed(document: &str, heading: &str) -> BTreeSet<String> {
    let rows = document.lines().skip_while(|line| !line.starts_with(heading)).skip(2);
    let name = |line: &str| line.split('`').nth(1).unwrap().to_owned();
    rows.take_while(|line| line.starts_with('|')).map(name).collect()
}

#[test]
fn the_deployment_guide_lists_every_variable_and_binding_and_no_other() {
    let guide = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/DEPLOYMENT.md")).unwrap();
    let [variables, bindings] = [const { RefCell::new(BTreeSet::new()) }; 2];
    for (build, given) in [(Build::WithService, LOCAL), (Build::Gateway, REMOTE)] {
        let read = Config::from_variables(build, |name| {
            variables.borrow_mut().insert(name.to_owned());
            given.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        });
        let known = |name: &str| {
            bindings.borrow_mut().insert(name.to_owned());
            true
        };
        assert!(read.ok().unwrap().check_bindings(known).is_ok());
    }
    assert_eq!(listed(&guide, "| Variable |"), variables.into_inner());
    assert_eq!(listed(&guide, "| Binding |"), bindings.into_inner());
}

#[test]
fn the_declarations_of_the_worker_entry_list_every_variable_and_binding_of_the_gateway_and_no_other() {
    let declared = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/pkg/src/worker.d.ts")).unwrap();
    let environment = declared.split("interface GatewayEnv {").nth(1).unwrap().split("\n}").next().unwrap();
    let members = environment.lines().filter_map(|line| line.trim().strip_prefix("readonly "));
    let members = members.map(|member| member.split(['?', ':']).next().unwrap().to_owned());
    let names = RefCell::new(BTreeSet::new());
    let given = |name: &str| REMOTE.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
    let config = Config::from_variables(Build::Gateway, |name| {
        names.borrow_mut().insert(name.to_owned());
        given(name)
    });
    let is_bound = |name: &str| {
        names.borrow_mut().insert(name.to_owned());
        true
    };
    assert!(config.ok().unwrap().check_bindings(is_bound).is_ok());
    let mut names = names.into_inner();
    // They are read in this build too, and belong to the service. The static files are a binding that may be absent.
    for name in ["SERVICE_KEY", "EMAIL"] {
        names.remove(name);
    }
    names.insert("ASSETS".to_owned());
    assert_eq!(members.collect::<BTreeSet<_>>(), names);
}

#[test]
fn pages_may_keep_results_unless_the_operator_says_no() {
    let keeps = |value| read(Build::Gateway, &with(REMOTE, "KEEP_RESULTS", value)).map(|config| config.keeps_results);
    assert_eq!(["", "on", "off"].map(|value| keeps(value).ok().unwrap()), [true, true, false]);
    assert!(refused(Build::Gateway, &with(REMOTE, "KEEP_RESULTS", "no")).starts_with("KEEP_RESULTS "));
}

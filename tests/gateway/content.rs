//! Static files and routes: which path leads where, and with which headers.

use crate::support::{KEY_A, SERVICE_KEY, origin, page, read, remote};
use canvass::gateway::agents::{AUTHORIZE_PATH, PLAN_PATH};
use canvass::gateway::config::{Build, Config};
use canvass::gateway::route::{AuthAction, Host, Route, find_route};
use canvass::gateway::static_files::{StaticFile, redirect_to_page};
use canvass::spec::content::PAGES;

fn header(file: &StaticFile, address: &str, name: &str) -> String {
    let headers = file.response_headers(&origin(address));
    headers.into_iter().find(|(key, _)| key == name).map(|(_, value)| value).unwrap_or_default()
}

fn local() -> Config {
    let variables = [("ORIGIN", "http://127.0.0.1:8787"), ("SESSION_KEYS", KEY_A), ("SERVICE_KEY", SERVICE_KEY)];
    read(Build::WithService, &variables).ok().unwrap()
}

fn is_service(path: &str) -> bool {
    path.starts_with("/v3") || path.starts_with("/oauth")
}

#[test]
fn the_sign_up_in_front_of_a_remote_service_is_at_the_service() {
    let config = remote();
    let route = |path: &str| find_route(&config, Host::Main(&config.origin), path, |_| false);
    assert_eq!(route("/sign-up/"), Route::Redirect(format!("{}/", config.auth_origin.as_str())));
    assert_eq!(route("/sign-up"), Route::Redirect("/sign-up/".to_owned()));
    assert!(matches!(route("/signup.md"), Route::File(_)));
}

#[test]
fn every_public_page_is_served_with_its_media_type() {
    for page in PAGES {
        let file = StaticFile::from_path(page.path).unwrap();
        assert_eq!(header(&file, "https://a.example.com", "content-type"), page.content_type, "{}", page.path);
        assert_eq!(file.path.ends_with("index.html"), page.path.ends_with('/'), "{}", page.path);
    }
}

#[test]
fn a_page_requested_without_its_slash_is_a_redirect_that_keeps_the_query() {
    let config = local();
    let main = Host::Main(&config.origin);
    for path in ["/sign-up", "/pricing", "/docs", "/docs/sdk", "/docs/sdk/survey_folders"] {
        let Route::Redirect(folder) = find_route(&config, main, path, is_service) else { panic!("{path}") };
        assert_eq!(folder, format!("{path}/"));
        let asked = page("GET", &format!("{path}?plan=team&x=%2F"));
        let answer = redirect_to_page(&asked, &folder);
        assert_eq!((answer.status, answer.header("location")), (301, Some(&*format!("{path}/?plan=team&x=%2F"))));
        assert_eq!(redirect_to_page(&page("HEAD", path), &folder).header("location"), Some(&*format!("{path}/")));
        assert_eq!(redirect_to_page(&page("POST", path), &folder).status, 405);
    }
    for path in [
        "/pricing.md",
        "/signup.md",
        "/sign-u",
        "/",
        "",
        "/callback",
        "/pricing/x",
        "/docs/x",
        "/docs/sdk/a/b",
        "/docs/sdk/a.html",
    ] {
        assert!(!matches!(find_route(&config, main, path, is_service), Route::Redirect(_)), "{path}");
    }
}

#[test]
fn pages_of_the_sdks_reference_are_served_by_plain_names_of_one_folder() {
    for path in ["/docs/", "/docs/sdk/", "/docs/sdk/surveys/", "/docs/sdk/survey_folders/", "/docs/sdk/set-up/"] {
        let file = StaticFile::from_path(path).unwrap();
        assert_eq!(file.path, format!("{path}index.html"));
        assert_eq!(header(&file, "https://a.example.com", "content-type"), "text/html; charset=utf-8", "{path}");
    }
    for path in [
        "/docs/x/",
        "/docs/sdk/a/b/",
        "/docs/sdk//",
        "/docs/sdk/../",
        "/docs/sdk/.a/",
        "/docs/sdk/a%2fb/",
        "/docs/sdk/surveys",
    ] {
        assert_eq!(StaticFile::from_path(path), None, "{path}");
    }
}

#[test]
fn s42_markdown_is_plain_text_with_nosniff() {
    let file = StaticFile::from_path("/pricing.md").unwrap();
    assert_eq!(header(&file, "https://a.example.com", "content-type"), "text/plain; charset=utf-8");
    assert_eq!(header(&file, "https://a.example.com", "x-content-type-options"), "nosniff");
}

#[test]
fn s41_pages_have_every_security_header() {
    let listed = PAGES.iter().map(|page| page.path).filter(|path| path.ends_with('/'));
    let others = ["/", "/callback/", "/docs/", AUTHORIZE_PATH, PLAN_PATH];
    let mut files: Vec<_> = listed.chain(others).map(|path| StaticFile::from_path(path).unwrap()).collect();
    files.extend([StaticFile::not_found_page(), StaticFile::sandbox_page(), StaticFile::shared_page()]);
    for file in files {
        let path = &file.path;
        let policy = header(&file, "https://a.example.com", "content-security-policy");
        for part in ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe-inline") && !policy.contains("  "), "{path}: {policy}");
        assert_eq!(header(&file, "https://a.example.com", "cross-origin-opener-policy"), "same-origin");
        assert!(header(&file, "https://a.example.com", "strict-transport-security").starts_with("max-age="));
    }
}

#[test]
fn the_worker_of_results_may_compile_wasm_and_nothing_else() {
    let policy =
        |path| header(&StaticFile::from_path(path).unwrap(), "https://a.example.com", "content-security-policy");
    for path in ["/sdk/results_worker-DOMHCEPD.js", "/sdk/results_worker.js", "/assets/results_worker.js"] {
        let expected = "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'";
        assert_eq!(policy(path), expected, "{path}");
    }
    for path in ["/sdk/results-DOMHCEPD.js", "/sdk/index.js", "/assets/a.js"] {
        assert_eq!(policy(path), "default-src 'none'; frame-ancestors 'none'", "{path}");
    }
}

#[test]
fn a_file_named_after_its_content_is_cached_forever_and_any_other_is_revalidated() {
    let cache_control = |path| header(&StaticFile::from_path(path).unwrap(), "https://a.example.com", "cache-control");
    for path in [
        "/sdk/index-DOMHCEPD.js",
        "/sdk/engine.inline-QLMPZYI7.js",
        "/sdk/engine_glue-VHSO2X6A.js",
        "/assets/console-VQW4YN7E.js",
        "/assets/console-CNVL2EER.css",
    ] {
        assert_eq!(cache_control(path), "public, max-age=31536000, immutable", "{path}");
    }
    for path in
        ["/sdk/index.js", "/sdk/preload.json", "/sdk/a-filename.js", "/sdk/a-ABCDEFG.js", "/assets/pages.css", "/sw.js"]
    {
        assert_eq!(cache_control(path), "no-cache", "{path}");
    }
}

#[test]
fn the_service_worker_may_fetch_from_this_origin_and_nothing_else() {
    let file = StaticFile::from_path("/sw.js").unwrap();
    let policy = header(&file, "https://a.example.com", "content-security-policy");
    assert_eq!(policy, "default-src 'none'; connect-src 'self'; frame-ancestors 'none'");
}

#[test]
fn s11_the_callback_page_is_neither_cached_nor_named_to_others() {
    let file = StaticFile::from_path("/callback/").unwrap();
    assert_eq!(header(&file, "https://a.example.com", "referrer-policy"), "no-referrer");
    assert_eq!(header(&file, "https://a.example.com", "cache-control"), "no-store");
}

#[test]
fn files_are_served_by_plain_names_of_known_types_only() {
    for path in ["/sdk/index.js", "/assets/reference.js", "/sdk/engine.wasm", "/sw.js", "/favicon.svg", "/openapi.json"]
    {
        assert_eq!(StaticFile::from_path(path).unwrap().path, path);
    }
    for path in [
        "/sdk/",
        "/sdk/../index.html",
        "/sdk/./x.js",
        "/sdk/.hidden.js",
        "/sdk/a%2fb.js",
        "/sdk//x.js",
        "/sdk/x.php",
        "/sdk/x",
        "/assets/é.js",
        "/index.html",
        "/pricing/index.html",
        "/pricing",
        "/_templates/pricing.html",
        "/package.json",
        "",
    ] {
        assert_eq!(StaticFile::from_path(path), None, "{path}");
    }
}

#[test]
fn every_path_leads_to_its_surface() {
    let config = local();
    let door = Host::from_authority(&config, "127.0.0.1:8787").unwrap();
    let at = |path: &str| find_route(&config, door, path, is_service);
    assert_eq!(at("/v3/surveys"), Route::Service);
    assert_eq!(at("/oauth/authorize"), Route::Service);
    assert_eq!(at("/api/v3/surveys"), Route::Api);
    assert_eq!(at("/api"), Route::Api);
    assert_eq!(at("/apiv3"), Route::NotFound);
    assert_eq!(at("/auth/token"), Route::Auth(AuthAction::Token));
    assert_eq!(at("/auth/nothing"), Route::NotFound);
    assert_eq!(at("/gateway/budget"), Route::Auth(AuthAction::Budget));
    for path in ["/sandbox", "/sandbox/", "/sandbox/clock", "/sandbox/faults/1"] {
        assert_eq!(at(path), Route::Sandbox, "{path}");
    }
    assert_eq!(at("/sandboxes"), Route::NotFound);
    assert_eq!(at("/gateway/webhook"), Route::Webhook);
    assert_eq!(at("/gateway/webhook/sealed"), Route::Webhook);
    assert_eq!(at("/gateway"), Route::NotFound);
    assert!(matches!(at("/"), Route::File(_)));
}

#[test]
fn regional_origins_have_the_service_and_what_its_pages_load_and_nothing_else() {
    let config = local();
    let door = Host::from_authority(&config, "127.0.0.1:8788").unwrap();
    assert_eq!(door.origin().as_str(), "http://127.0.0.1:8788");
    assert_eq!(find_route(&config, door, "/v3/surveys", is_service), Route::Service);
    for path in
        ["/", "/auth/session", "/api/v3/surveys", "/sandbox", "/sandbox/", "/callback/", "/sw.js", "/assets/console.js"]
    {
        assert_eq!(find_route(&config, door, path, is_service), Route::NotFound, "{path}");
    }
    for path in ["/assets/pages.css", "/assets/survey.css", "/assets/demo/map.svg", "/favicon.svg"] {
        assert!(matches!(find_route(&config, door, path, is_service), Route::File(_)), "{path}");
    }
}

#[test]
fn s69_an_unknown_host_has_no_routes() {
    let config = local();
    for host in [
        "localhost:8787",
        "127.0.0.1",
        "127.0.0.1:8790",
        "evil.net:8787",
        "127.0.0.1:8787.evil.net",
        "127.0.0.1:8787:443",
        "",
    ] {
        assert!(Host::from_authority(&config, host).is_none(), "{host}");
    }
}

#[test]
fn with_a_remote_api_there_is_no_service_and_no_sandbox() {
    let config = remote();
    assert!(Host::from_authority(&config, "api.example.net").is_none());
    let door = Host::from_authority(&config, "app.example.com").unwrap();
    // A proxy may name the default port.
    assert_eq!(Host::from_authority(&config, "app.example.com:443").unwrap().origin(), door.origin());
    assert!(Host::from_authority(&config, "app.example.com:8443").is_none());
    assert_eq!(find_route(&config, door, "/v3/surveys", is_service), Route::NotFound);
    assert_eq!(find_route(&config, door, "/sandbox", is_service), Route::NotFound);
    assert_eq!(find_route(&config, door, "/api/v3/surveys", is_service), Route::Api);
}

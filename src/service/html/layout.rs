//! The frame of a page with one card, and the headers that keep it from being framed, cached, scripted or followed.

use super::{Html, element, phrase, text, void};
use crate::wire::http::Response;

/// A page with one card.
pub struct Card<'a> {
    /// HTTP status.
    pub status: u16,
    /// Title of the window.
    pub title: &'a str,
    /// What the card holds.
    pub content: Vec<Html>,
    /// Where the page's form may lead, beside the service itself. Chromium holds a form's redirects to this too.
    pub form_action: Option<&'a str>,
}

impl Card<'_> {
    /// The page as an answer.
    pub fn page(self) -> Response {
        self.framed("card", None)
    }

    /// The page with a card that has room for more.
    pub fn wide_page(self) -> Response {
        self.framed("card wide", None)
    }

    /// The same where the page is for everybody: anybody may find it, and keep it for some seconds.
    pub fn public_page(self, seconds: u32) -> Response {
        self.framed("card wide", Some(seconds))
    }

    fn framed(self, class: &str, kept: Option<u32>) -> Response {
        let robots = if kept.is_some() { "all" } else { "noindex" };
        let head = head(&format!("{} · Canvass", self.title), robots, &["/assets/pages.css"]);
        let mark = void("img", &[("src", "/favicon.svg"), ("alt", ""), ("width", "28"), ("height", "28")]);
        let brand = element("a", &[("class", "brand"), ("href", "/")], [mark, text("Canvass")]);
        let body = element(
            "body",
            &[("class", "plain")],
            [element("header", &[], [brand]), element("main", &[("class", class)], self.content)],
        );
        let html = element("html", &[("lang", "en")], [head, body]).document();
        let form_action = self.form_action.map(|origin| format!(" {origin}")).unwrap_or_default();
        let policy = format!(
            "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'{form_action}; \
             frame-ancestors 'none'; base-uri 'none'"
        );
        Response::new(self.status, "text/html; charset=utf-8", html)
            .with("content-security-policy", &policy)
            .with("x-content-type-options", "nosniff")
            .with("x-frame-options", "DENY")
            .with("referrer-policy", "same-origin")
            .with("cache-control", &kept.map_or("no-store".to_owned(), |seconds| format!("public, max-age={seconds}")))
            .with("cross-origin-opener-policy", "same-origin")
    }
}

/// The head of a page: its title, what robots may do with it, and its style sheets.
pub fn head(title: &str, robots: &str, styles: &[&str]) -> Html {
    let mut content = vec![
        void("meta", &[("charset", "utf-8")]),
        void("meta", &[("name", "viewport"), ("content", "width=device-width, initial-scale=1")]),
        void("meta", &[("name", "color-scheme"), ("content", "light dark")]),
        void("meta", &[("name", "robots"), ("content", robots)]),
        phrase("title", &[], title),
        void("link", &[("rel", "icon"), ("href", "/favicon.svg"), ("type", "image/svg+xml")]),
    ];
    content.extend(styles.iter().map(|style| void("link", &[("rel", "stylesheet"), ("href", style)])));
    element("head", &[], content)
}

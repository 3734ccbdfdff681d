//! The frame of a page with one card, and its security headers, which prevent framing, caching, scripts and referrers.

use crate::wire::http::Response;
use maud::{DOCTYPE, Markup, html};

/// A page with one card.
pub struct Card<'a> {
    /// The HTTP status.
    pub status: u16,
    /// The title of the window.
    pub title: &'a str,
    /// The content of the card.
    pub content: Markup,
    /// The origin to which the page's form may lead, in addition to the service itself. Chromium applies the policy to
    /// a form's redirects too.
    pub form_action: Option<&'a str>,
}

impl Card<'_> {
    /// The page as a response.
    pub fn into_page(self) -> Response {
        self.render_document("card", None)
    }

    /// The page with a wider card.
    pub fn into_wide_page(self) -> Response {
        self.render_document("card wide", None)
    }

    /// The page with a wider card, public: search engines may index it, and caches may store it for some seconds.
    pub fn into_public_page(self, seconds: u32) -> Response {
        self.render_document("card wide", Some(seconds))
    }

    fn render_document(self, class: &str, max_age: Option<u32>) -> Response {
        let robots = if max_age.is_some() { "all" } else { "noindex" };
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                (head(&format!("{} · Canvass", self.title), robots, &["/assets/pages.css"]))
                body.plain {
                    header {
                        a.brand href="/" { img src="/favicon.svg" alt="" width="28" height="28"; "Canvass" }
                    }
                    main class=(class) { (self.content) }
                }
            }
        };
        let form_action = self.form_action.map(|origin| format!(" {origin}")).unwrap_or_default();
        let policy = format!(
            "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'{form_action}; \
             frame-ancestors 'none'; base-uri 'none'"
        );
        Response::new(self.status, "text/html; charset=utf-8", page.into_string())
            .with_header("content-security-policy", &policy)
            .with_header("x-content-type-options", "nosniff")
            .with_header("x-frame-options", "DENY")
            .with_header("referrer-policy", "same-origin")
            .with_header(
                "cache-control",
                &max_age.map_or("no-store".to_owned(), |seconds| format!("public, max-age={seconds}")),
            )
            .with_header("cross-origin-opener-policy", "same-origin")
    }
}

/// The title of a page with a form. That of a form with an error begins with it: screen readers speak the title first.
pub fn form_title(title: &str, has_error: bool) -> String {
    format!("{}{title}", if has_error { "Error: " } else { "" })
}

/// The head of a page: title, rule for robots, style sheets.
pub fn head(title: &str, robots: &str, styles: &[&str]) -> Markup {
    html! {
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="color-scheme" content="light dark";
            meta name="robots" content=(robots);
            title { (title) }
            link rel="icon" href="/favicon.svg" type="image/svg+xml";
            @for style in styles { link rel="stylesheet" href=(style); }
        }
    }
}

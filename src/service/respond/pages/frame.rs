//! The frame of every page that respondents see, and the headers that go with it.
//!
//! It loads no script and no style but the house's, and pictures from anywhere over https: a survey's
//! design names them. Only surveys made for other sites may be framed there, which is our choice.

use crate::service::html::layout::head;
use crate::service::html::{Html, element, text, text_element};
use crate::service::surveys::messages::{self, Locale, MessageKey};
use crate::wire::http::Response;

/// What the frame depends on.
#[derive(Debug, Clone)]
pub struct PageFrame {
    /// Language of the survey.
    pub language: String,
    /// Language of the words around it.
    pub locale: Locale,
    /// Whether the survey is a preview: every page says so.
    pub preview: bool,
    /// Title of the window.
    pub title: String,
    /// Where the service is at home; none if its name is not shown.
    pub home: Option<String>,
    /// Whether other sites may frame the page.
    pub embeddable: bool,
    /// Origins that the form may lead to by redirect, beside the service itself.
    pub redirect_targets: Vec<String>,
    /// The cookie to set, if any.
    pub cookie: Option<String>,
}

impl PageFrame {
    /// The frame of a page that belongs to no survey.
    pub fn without_survey(tongue: Locale, title: MessageKey) -> PageFrame {
        PageFrame {
            language: tongue.as_str().to_owned(),
            locale: tongue,
            preview: false,
            title: tongue.message(title).to_owned(),
            home: None,
            embeddable: false,
            redirect_targets: Vec::new(),
            cookie: None,
        }
    }

    /// The page as an answer.
    pub fn render_page(&self, status: u16, content: Vec<Html>) -> Response {
        let mut body = Vec::new();
        if self.preview {
            body.push(text_element(
                "p",
                &[("class", "preview"), ("role", "note")],
                self.locale.message(MessageKey::PreviewMeans),
            ));
        }
        body.push(element("main", &[("class", "card survey")], content));
        if let Some(home) = &self.home {
            let (before, behind) = self.locale.split_message(MessageKey::MadeWith);
            let name = text_element("a", &[("href", home)], "Canvass");
            body.push(element("footer", &[], [text(before), name, text(behind)]));
        }
        let body = element("body", &[("class", "plain")], body);
        let mut attributes = vec![("lang", self.language.as_str())];
        if messages::is_right_to_left(&self.language) {
            attributes.push(("dir", "rtl"));
        }
        let html = element("html", &attributes, [self.render_head(), body]).into_document();
        self.with_security_headers(Response::new(status, "text/html; charset=utf-8", html))
    }

    /// Sends the browser to another address, which is seen by `GET`.
    pub fn redirect_to(&self, address: &str) -> Response {
        self.with_security_headers(Response::empty(303).with_header("location", address))
    }

    fn render_head(&self) -> Html {
        let title = match self.preview {
            true => self.locale.format_message(MessageKey::Preview, &[&self.title]),
            false => self.title.clone(),
        };
        head(&title, "noindex", &["/assets/pages.css", "/assets/survey.css"])
    }

    fn with_security_headers(&self, response: Response) -> Response {
        let form_action = self.redirect_targets.iter().map(|origin| format!(" {origin}")).collect::<String>();
        let ancestors = if self.embeddable { "*" } else { "'none'" };
        let policy = format!(
            "default-src 'none'; style-src 'self'; img-src 'self' https:; form-action 'self'{form_action}; \
             frame-ancestors {ancestors}; base-uri 'none'"
        );
        let response = response
            .with_header("content-security-policy", &policy)
            .with_header("x-content-type-options", "nosniff")
            .with_header("x-robots-tag", "noindex")
            .with_header("referrer-policy", "same-origin")
            .with_header("cache-control", "no-store")
            .with_header("cross-origin-opener-policy", "same-origin");
        let response = if self.embeddable { response } else { response.with_header("x-frame-options", "DENY") };
        match &self.cookie {
            Some(cookie) => response.with_header("set-cookie", cookie),
            None => response,
        }
    }
}

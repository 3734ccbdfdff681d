//! The frame of every page that respondents see, and the headers that go with it.
//!
//! It loads no script and no style but the house's, and pictures from anywhere over https: a survey's
//! design names them. Only surveys made for other sites may be framed there, which is our choice.

use crate::service::html::layout::head;
use crate::service::html::{Html, element, phrase, text};
use crate::service::surveys::words::{self, Tongue, Word};
use crate::wire::http::Response;

/// What the frame depends on.
#[derive(Debug, Clone)]
pub struct Frame {
    /// Language of the survey.
    pub language: String,
    /// Language of the words around it.
    pub tongue: Tongue,
    /// Whether the survey is a preview: every page says so.
    pub preview: bool,
    /// Title of the window.
    pub title: String,
    /// Where the service is at home; none if its name is not shown.
    pub home: Option<String>,
    /// Whether other sites may frame the page.
    pub embeddable: bool,
    /// Origins that the form may lead to by redirect, beside the service itself.
    pub leads_to: Vec<String>,
    /// The cookie to set, if any.
    pub cookie: Option<String>,
}

impl Frame {
    /// The frame of a page that belongs to no survey.
    pub fn plain(tongue: Tongue, title: Word) -> Frame {
        Frame {
            language: tongue.as_str().to_owned(),
            tongue,
            preview: false,
            title: tongue.say(title).to_owned(),
            home: None,
            embeddable: false,
            leads_to: Vec::new(),
            cookie: None,
        }
    }

    /// The page as an answer.
    pub fn page(&self, status: u16, content: Vec<Html>) -> Response {
        let mut body = Vec::new();
        if self.preview {
            body.push(phrase("p", &[("class", "preview"), ("role", "note")], self.tongue.say(Word::PreviewMeans)));
        }
        body.push(element("main", &[("class", "card survey")], content));
        if let Some(home) = &self.home {
            let (before, behind) = self.tongue.around(Word::MadeWith);
            let name = phrase("a", &[("href", home)], "Canvass");
            body.push(element("footer", &[], [text(before), name, text(behind)]));
        }
        let body = element("body", &[("class", "plain")], body);
        let mut attributes = vec![("lang", self.language.as_str())];
        if words::is_right_to_left(&self.language) {
            attributes.push(("dir", "rtl"));
        }
        let html = element("html", &attributes, [self.head(), body]).document();
        self.protected(Response::new(status, "text/html; charset=utf-8", html))
    }

    /// Sends the browser to another address, which is seen by `GET`.
    pub fn to(&self, address: &str) -> Response {
        self.protected(Response::empty(303).with("location", address))
    }

    fn head(&self) -> Html {
        let title = match self.preview {
            true => self.tongue.tell(Word::Preview, &[&self.title]),
            false => self.title.clone(),
        };
        head(&title, "noindex", &["/assets/pages.css", "/assets/survey.css"])
    }

    fn protected(&self, response: Response) -> Response {
        let form_action = self.leads_to.iter().map(|origin| format!(" {origin}")).collect::<String>();
        let ancestors = if self.embeddable { "*" } else { "'none'" };
        let policy = format!(
            "default-src 'none'; style-src 'self'; img-src 'self' https:; form-action 'self'{form_action}; \
             frame-ancestors {ancestors}; base-uri 'none'"
        );
        let response = response
            .with("content-security-policy", &policy)
            .with("x-content-type-options", "nosniff")
            .with("x-robots-tag", "noindex")
            .with("referrer-policy", "same-origin")
            .with("cache-control", "no-store")
            .with("cross-origin-opener-policy", "same-origin");
        let response = if self.embeddable { response } else { response.with("x-frame-options", "DENY") };
        match &self.cookie {
            Some(cookie) => response.with("set-cookie", cookie),
            None => response,
        }
    }
}

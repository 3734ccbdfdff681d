//! The frame of every page for respondents, with its security headers.
//!
//! Pages load only our own styles, and pictures from any https origin, because the design of a survey names them. The
//! two scripts are part of survey pages, which work without them. Only surveys made for other sites can be framed
//! there, which is our choice.

use super::page_texts::PageTexts;
use crate::service::html::layout::head;
use crate::service::surveys::page_texts::{self, Locale, PageText};
use crate::wire::http::Response;
use base64ct::{Base64, Encoding as _};
use maud::{DOCTYPE, Markup, html};
use sha2::{Digest as _, Sha256};

/// Gives a page its own URL in the browser's history. A survey page answers a form, which the browser would ask to send
/// again when the respondent goes back to the page or reloads it. It has no character that HTML escapes.
const HISTORY_SCRIPT: &str = "history.replaceState(null, '', document.currentScript.dataset.url)";

/// Shows the value of each slider above it. It has no character that HTML escapes either.
const SLIDER_SCRIPT: &str = "for (const shown of document.querySelectorAll('output')) { \
     const slider = shown.nextElementSibling; \
     (slider.oninput = function () { shown.value = slider.value })() }";

/// The variable parts of the frame.
#[derive(Debug, Clone)]
pub struct PageFrame {
    /// Language of the survey.
    pub language: String,
    /// Locale of the service's own texts.
    pub locale: Locale,
    /// Whether the survey is a preview, which every page says.
    pub preview: bool,
    /// Title of the window.
    pub title: String,
    /// URL of the service's home page; `None` if the footer is not shown.
    pub home: Option<String>,
    /// Whether other sites may frame the page.
    pub embeddable: bool,
    /// Origins to which the form may redirect, in addition to the service itself.
    pub redirect_targets: Vec<String>,
    /// The cookie to set, if any.
    pub cookie: Option<String>,
    /// The proven address of the respondent, and the URL where another one can be entered.
    pub other_address: Option<(String, String)>,
    /// The URL that shows the same page again; `None` if no URL does.
    pub history_url: Option<String>,
    /// Whether a question of the page is a slider.
    pub has_slider: bool,
}

impl PageFrame {
    /// The frame of a page that belongs to no survey.
    pub fn without_survey(locale: Locale, title: PageText) -> PageFrame {
        PageFrame {
            language: locale.as_str().to_owned(),
            locale,
            preview: false,
            title: locale.text(title).to_owned(),
            home: None,
            embeddable: false,
            redirect_targets: Vec::new(),
            cookie: None,
            other_address: None,
            history_url: None,
            has_slider: false,
        }
    }

    /// The service's own texts on the page.
    pub fn texts(&self) -> PageTexts {
        PageTexts::on_page(self.locale, &self.language)
    }

    /// The complete page.
    pub fn render_page(&self, status: u16, content: &Markup) -> Response {
        let texts = self.texts();
        let direction = page_texts::is_right_to_left(&self.language).then_some("rtl");
        let page = html! {
            (DOCTYPE)
            html lang=(self.language) dir=[direction] {
                (self.render_head())
                body.plain {
                    @if self.preview {
                        header { p.preview { (texts.render(PageText::PreviewMeans)) } }
                    }
                    main.card.survey {
                        (content)
                        @if let Some((address, link)) = &self.other_address {
                            @let address = texts.own(address);
                            p.aside { a href=(link) { (texts.render_with(PageText::OtherAddress, &[address])) } }
                        }
                    }
                    @if let Some(url) = &self.history_url {
                        script data-url=(url) { (HISTORY_SCRIPT) }
                    }
                    @if self.has_slider { script { (SLIDER_SCRIPT) } }
                    @if let Some(home) = &self.home {
                        footer { (texts.render_with(PageText::MadeWith, &[html! { a href=(home) { "Canvass" } }])) }
                    }
                }
            }
        };
        self.with_security_headers(Response::new(status, "text/html; charset=utf-8", page.into_string()))
    }

    /// Redirects to a URL, by GET.
    pub fn redirect_to(&self, address: &str) -> Response {
        self.with_security_headers(Response::empty(303).with_header("location", address))
    }

    fn render_head(&self) -> Markup {
        let title = match self.preview {
            true => self.locale.format_text(PageText::Preview, &[&self.title]),
            false => self.title.clone(),
        };
        head(&title, "noindex", &["/assets/pages.css", "/assets/survey.css"])
    }

    fn with_security_headers(&self, response: Response) -> Response {
        let form_action = self.redirect_targets.iter().map(|origin| format!(" {origin}")).collect::<String>();
        let ancestors = if self.embeddable { "*" } else { "'none'" };
        let scripts = [(HISTORY_SCRIPT, self.history_url.is_some()), (SLIDER_SCRIPT, self.has_slider)];
        let hashes = scripts
            .into_iter()
            .filter(|(_, is_used)| *is_used)
            .map(|(script, _)| format!(" 'sha256-{}'", Base64::encode_string(&Sha256::digest(script))));
        let scripts = hashes.collect::<String>();
        let scripts = if scripts.is_empty() { scripts } else { format!(" script-src{scripts};") };
        let policy = format!(
            "default-src 'none';{scripts} style-src 'self'; img-src 'self' https:; form-action 'self'{form_action}; \
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

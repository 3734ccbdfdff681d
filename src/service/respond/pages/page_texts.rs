//! The service's own texts on a page. They are marked where their language is not that of the page, because it decides
//! how they are pronounced and, next to one that is written from right to left, where their punctuation is.

use crate::service::surveys::library::languages;
use crate::service::surveys::page_texts::{Locale, PageText};
use maud::{Markup, html};

/// The texts in the locale of a page.
#[derive(Debug, Clone, Copy)]
pub struct PageTexts {
    locale: Locale,
    /// The language of the page, if it is another one.
    page: Option<&'static str>,
}

impl PageTexts {
    /// The texts for a page in a language.
    pub fn on_page(locale: Locale, language: &str) -> PageTexts {
        let page = languages::find_language(language).map(|(code, ..)| *code);
        PageTexts { locale, page: page.filter(|code| Locale::of_language(code) != Some(locale)) }
    }

    /// The locale, for texts that cannot be marked, such as attributes with a text of the survey.
    pub fn locale(self) -> Locale {
        self.locale
    }

    /// The language of the texts, for an element that is to be marked; `None` if the page is in this language.
    pub fn lang(self) -> Option<&'static str> {
        self.page.map(|_| self.locale.as_str())
    }

    /// The direction of the texts, likewise. All of their languages are written from left to right.
    pub fn dir(self) -> Option<&'static str> {
        self.page.map(|_| "ltr")
    }

    /// A text.
    pub fn render(self, key: PageText) -> Markup {
        self.mark(html! { (self.locale.text(key)) })
    }

    /// A text with its placeholders filled in: with numbers, or with texts from [`PageTexts::own`].
    pub fn render_with(self, key: PageText, arguments: &[Markup]) -> Markup {
        let argument = |place: Option<usize>| arguments.get(place?);
        self.mark(html! {
            @for (text, place) in self.locale.text_parts(key) {
                (text)
                @if let Some(argument) = argument(place) { (argument) }
            }
        })
    }

    /// A text of a survey, or the one of the service if there is none. The English default text of a survey counts as
    /// none, since its author did not write it.
    pub fn render_or(self, text: &str, key: PageText) -> Markup {
        if text.trim().is_empty() || text == key.as_str() {
            self.render(key)
        } else {
            html! { (text) }
        }
    }

    /// A text of the survey or of the respondent within one of the service: in the language of the page, with its own
    /// direction.
    pub fn own(self, text: &str) -> Markup {
        html! { bdi lang=[self.page] { (text) } }
    }

    /// Content in the language of the texts.
    pub fn mark(self, text: Markup) -> Markup {
        match self.lang() {
            Some(lang) => html! { span lang=(lang) dir=[self.dir()] { (text) } },
            None => text,
        }
    }
}

//! The service's own messages on a page. They are marked where their language is not that of the page, because it decides
//! how they are pronounced and, next to one that is written from right to left, where their punctuation is.

use crate::service::surveys::messages::{Locale, MessageKey};
use maud::{Markup, html};

/// The messages in the locale of a page.
#[derive(Debug, Clone, Copy)]
pub struct PageMessages {
    locale: Locale,
    /// Whether the page is in another language.
    is_foreign: bool,
}

impl PageMessages {
    /// The messages for a page in a language.
    pub fn on_page(locale: Locale, language: &str) -> PageMessages {
        PageMessages { locale, is_foreign: Locale::of_language(language) != Some(locale) }
    }

    /// The locale, for texts that cannot be marked, such as attributes.
    pub fn locale(self) -> Locale {
        self.locale
    }

    /// A message.
    pub fn render(self, key: MessageKey) -> Markup {
        self.mark(html! { (self.locale.message(key)) })
    }

    /// A message with its placeholders filled in.
    pub fn render_with(self, key: MessageKey, arguments: &[Markup]) -> Markup {
        let argument = |place: Option<usize>| arguments.get(place?);
        self.mark(html! {
            @for (text, place) in self.locale.message_parts(key) {
                (text)
                @if let Some(argument) = argument(place) { (argument) }
            }
        })
    }

    /// A text of a survey, or the message if there is none. The English default text of a survey counts as none, since
    /// its author did not write it.
    pub fn render_or(self, text: &str, key: MessageKey) -> Markup {
        if text.trim().is_empty() || text == key.as_str() {
            self.render(key)
        } else {
            html! { (text) }
        }
    }

    /// A text in the language of the messages. All of these are written from left to right.
    pub fn mark(self, text: Markup) -> Markup {
        if self.is_foreign {
            html! { span lang=(self.locale.as_str()) dir="ltr" { (text) } }
        } else {
            text
        }
    }
}

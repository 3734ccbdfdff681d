//! HTML escaped by construction: text enters through [`text`], attribute values through the elements.
//!
//! Names of elements and attributes are literals of the program; everything else is escaped. No function inserts a
//! string without escaping it.

pub mod form;
pub mod layout;
pub mod notice;
pub mod refusal;
pub mod retry_delay;

use crate::wire::dates::Timestamp;

/// A piece of HTML.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Html(String);

/// A placeholder for content that is written later. No text can produce it, because `<` is escaped in text.
pub const SLOT: &str = "<slot>";

/// The placeholder [`SLOT`].
pub fn slot() -> Html {
    Html(SLOT.to_owned())
}

/// The HTML before and after a slot; `None` if there is none.
pub fn split_at_slot(Html(html): Html) -> Option<(String, String)> {
    html.split_once(SLOT).map(|(before, after)| (before.to_owned(), after.to_owned()))
}

/// Names and values of attributes; values are escaped.
pub type Attributes<'a> = &'a [(&'static str, &'a str)];

/// Text, escaped.
pub fn text(text: &str) -> Html {
    let mut html = String::with_capacity(text.len());
    escape_into(&mut html, text);
    Html(html)
}

/// An element with children.
pub fn element(name: &'static str, attributes: Attributes<'_>, children: impl IntoIterator<Item = Html>) -> Html {
    let mut children = children.into_iter();
    write_element(name, attributes, &mut || children.next())
}

/// Not generic: children come in forty types.
fn write_element(name: &'static str, attributes: Attributes<'_>, next_child: &mut dyn FnMut() -> Option<Html>) -> Html {
    let Html(mut html) = void(name, attributes);
    while let Some(Html(child)) = next_child() {
        html.push_str(&child);
    }
    html.push_str("</");
    html.push_str(name);
    html.push('>');
    Html(html)
}

/// A void element, which has neither children nor an end tag.
pub fn void(name: &'static str, attributes: Attributes<'_>) -> Html {
    let mut html = format!("<{name}");
    for (name, value) in attributes {
        html.push(' ');
        html.push_str(name);
        html.push_str("=\"");
        escape_into(&mut html, value);
        html.push('"');
    }
    html.push('>');
    Html(html)
}

/// An element that contains a text.
pub fn text_element(name: &'static str, attributes: Attributes<'_>, content: &str) -> Html {
    element(name, attributes, [text(content)])
}

impl Html {
    /// The HTML as a string, for a value such as an activity's message.
    pub fn into_fragment(self) -> String {
        self.0
    }

    /// The whole document around an `html` element.
    pub fn into_document(self) -> String {
        format!("<!doctype html>\n{}\n", self.0)
    }
}

/// Appends a text in which all markup is escaped.
pub fn escape_into(html: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            other => html.push(other),
        }
    }
}

/// The date of a timestamp: `YYYY-MM-DD`.
pub fn format_day(timestamp: Timestamp) -> String {
    timestamp.iso_without_offset().0.chars().take(10).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_attribute_values_are_escaped() {
        let html = element("a", &[("href", "/?a=1&b=\"'")], [text("<script>alert('x')</script>")]);
        assert_eq!(html.0, "<a href=\"/?a=1&amp;b=&quot;&#39;\">&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;</a>");
    }
}

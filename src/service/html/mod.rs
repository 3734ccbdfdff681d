//! The parts of HTML pages. Pages are written with maud, which escapes every text and attribute value. Only this file
//! uses [`PreEscaped`], for the slot below; `tests/tidy.rs` checks that.

pub mod form;
pub mod layout;
pub mod notice;
pub mod refusal;
pub mod retry_delay;

use crate::wire::dates::Timestamp;
use maud::{Markup, PreEscaped};

/// A placeholder for content that is written later. No text can produce it, because `<` is escaped in text.
pub const SLOT: &str = "<slot>";

/// The placeholder [`SLOT`].
pub fn slot() -> Markup {
    PreEscaped(SLOT.to_owned())
}

/// The HTML before and after a slot; `None` if there is none.
pub fn split_at_slot(html: Markup) -> Option<(String, String)> {
    html.into_string().split_once(SLOT).map(|(before, after)| (before.to_owned(), after.to_owned()))
}

/// The date of a timestamp: `YYYY-MM-DD`.
pub fn format_day(timestamp: Timestamp) -> String {
    timestamp.iso_without_offset().0.chars().take(10).collect()
}

#[cfg(test)]
mod tests {
    use maud::html;

    #[test]
    fn text_and_attribute_values_are_escaped() {
        let page = html! { a href=("/?a=1&b=\"'<") { ("<script>alert(\"x\")</script>") } };
        assert_eq!(
            page.into_string(),
            "<a href=\"/?a=1&amp;b=&quot;'&lt;\">&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;</a>"
        );
    }
}

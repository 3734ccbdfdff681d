//! The text in which headers cross to JavaScript and back: a line for each name and each value (`headers.js`).

use crate::wire::http::Header;

/// Headers from their lines.
pub(crate) fn parse_header_lines<'a>(mut lines: impl Iterator<Item = &'a str>) -> Vec<Header> {
    std::iter::from_fn(|| Some((lines.next()?.to_owned(), lines.next()?.to_owned()))).collect()
}

/// True for text without a line break.
#[inline(never)]
pub(crate) fn is_single_line(text: &str) -> bool {
    text.bytes().all(|byte| byte != b'\n')
}

/// Headers as lines, after the texts of `start`. A header with a line break is left out.
pub(crate) fn format_lines(start: &[&str], headers: &mut dyn Iterator<Item = &Header>) -> String {
    // Enough for most messages, so that the text is not copied while it grows.
    let mut lines = String::with_capacity(512);
    for text in start {
        lines.push_str(text);
    }
    // A line break in a name or value would shift all following pairs: header injection.
    for (name, value) in headers.filter(|(name, value)| is_single_line(name) && is_single_line(value)) {
        for text in [name, value] {
            lines.push_str(text);
            lines.push('\n');
        }
    }
    lines
}

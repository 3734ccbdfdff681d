//! Texts of other people in the results for an agent: without characters that hide or steer, on one line, and short.
//! And texts of an agent for the service, which stay as they are but for what reorders or hides them.
//!
//! What respondents have written is data. It is only ever the value of a member `untrusted`, and never in an error, a
//! description or an instruction. Links and pictures in Markdown and URLs are broken up, because a chat that shows
//! them would send what is in them. The name of a host alone stays.

use crate::gateway::agents::value::{ToValue, Value};
use crate::wire::plain_text::plain_text;

/// Characters of a respondent's text.
pub const ANSWER_MAX: usize = 300;

/// Characters that are shown before what a search has found.
const BEFORE: usize = 100;

/// Characters of a title, a heading or a label.
pub const LABEL_MAX: usize = 500;

/// A text that a respondent has written, marked as such.
pub fn untrusted(text: &str) -> Value {
    clean(text, ANSWER_MAX).to_value()
}

/// The part of a cleaned text that shows what a search has found, at this byte of the text in lower case.
pub fn excerpt(cleaned: &str, found: usize) -> Value {
    // A letter and its lower case may differ in length.
    let mut length = 0_usize;
    let place = cleaned.chars().position(|letter| {
        length = letter.to_lowercase().map(char::len_utf8).fold(length, usize::saturating_add);
        length > found
    });
    let (count, place) = (cleaned.chars().count(), place.unwrap_or_default());
    let skipped = place.saturating_sub(BEFORE).min(count.saturating_sub(ANSWER_MAX.saturating_sub(1)));
    if count <= ANSWER_MAX || skipped == 0 {
        return untrusted(cleaned);
    }
    untrusted(&["…", &cleaned.chars().skip(skipped).collect::<String>()].concat())
}

/// A title, a heading or a label as plain text, as the console shows it: the service stores some as HTML.
pub fn label(text: &str) -> String {
    clean(&plain_text(text), LABEL_MAX)
}

/// A text on one line of at most `most` characters, of which the last is `…` if it was cut.
pub fn clean(text: &str, most: usize) -> String {
    let mut cleaned = String::new();
    let (mut length, mut is_space) = (0_usize, true);
    for letter in text.chars() {
        let letter = match letter {
            _ if letter.is_whitespace() => ' ',
            _ if is_hidden(letter) => continue,
            '<' => '‹',
            '>' => '›',
            other => other,
        };
        if letter == ' ' && is_space {
            continue;
        }
        // `](` and `![` are what makes a link or a picture in Markdown, `://` and `www.` what chats link by themselves.
        let is_link = match letter {
            '(' => cleaned.ends_with(']'),
            '[' => cleaned.ends_with('!'),
            '/' => cleaned.ends_with(':'),
            '.' => cleaned.as_bytes().last_chunk().is_some_and(|last: &[u8; 3]| last.eq_ignore_ascii_case(b"www")),
            _ => false,
        };
        length = length.saturating_add(if is_link { 2 } else { 1 });
        if length > most {
            if cleaned.chars().count() == most {
                cleaned.pop();
            }
            cleaned.push('…');
            break;
        }
        if is_link {
            cleaned.push(' ');
        }
        is_space = letter == ' ';
        cleaned.push(letter);
    }
    cleaned.truncate(cleaned.trim_end().len());
    cleaned
}

/// A text of an agent for the service, on one line. Its characters stay, also those that join letters and pictures: the
/// service stores plain texts, and escapes them where it shows them.
pub fn outgoing(text: &str) -> String {
    let is_refused = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{e0000}'..='\u{e0fff}')
    };
    let kept: String = text.chars().filter(|letter| letter.is_whitespace() || !is_refused(*letter)).collect();
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Characters that people do not see, or that change the order of what they see.
fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{ANSWER_MAX, LABEL_MAX, clean, excerpt, label, outgoing};

    #[test]
    fn what_is_hidden_or_a_link_does_not_pass() {
        assert_eq!(clean("a\u{202e}b\u{200b}c\u{e0041}d\u{0}e\nf  g", 50), "abcde f g");
        assert_eq!(clean("![x](https://evil.example/?q=1)", 50), "! [x] (https: //evil.example/?q=1)");
        assert_eq!(clean("HTTP://a.example WWW.a.example", 50), "HTTP: //a.example WWW .a.example");
        assert_eq!(clean("a\u{1d173}b\u{1bca0}c", 50), "abc");
        assert_eq!(clean("<b>bold</b>", 50), "‹b›bold‹/b›");
        assert_eq!(clean("12345", 3), "12…");
        assert_eq!(clean("123", 3), "123");
        for (text, most) in [("](", 300), ("://", 301), ("www.", 299), ("](", 301), ("![", 7), ("é", 300), ("a b ", 9)]
        {
            assert!(clean(&text.repeat(400), most).chars().count() <= most, "{text}, {most}");
        }
    }

    #[test]
    fn an_outgoing_text_loses_only_what_reorders_or_hides() {
        assert_eq!(outgoing(" a\u{202e}b\u{2066}c\u{e0041}d\u{0}e\n\t f "), "abcde f");
        for kept in ["<18", "A < B", "[a](b) ![c](d)", "می\u{200c}خواهم", "👩\u{200d}💻 ❤\u{fe0f}", "\u{200f}(a)"]
        {
            assert_eq!(outgoing(kept), kept);
        }
    }

    #[test]
    fn an_excerpt_shows_what_was_found_wherever_it_is() {
        for before in ["x", "İ", "Σ ", "👩 "] {
            for (left, right) in [(0, 0), (1, 400), (100, 100), (101, 400), (299, 0), (400, 0), (400, 400), (2_000, 1)]
            {
                let text = clean(&[&before.repeat(left), "Refund", &"y ".repeat(right)].concat(), usize::MAX);
                let shown = excerpt(&text, text.to_lowercase().find("refund").unwrap());
                let shown = shown.as_str().unwrap();
                assert!(shown.contains("Refund") && shown.chars().count() <= ANSWER_MAX, "{before} {left} {right}");
                assert_eq!(text.chars().count() <= ANSWER_MAX, shown == text, "{before} {left} {right}");
                assert!(shown.ends_with('…') || text.ends_with(shown.trim_start_matches('…')));
            }
        }
    }

    #[test]
    fn a_label_is_the_text_that_the_console_shows() {
        let labels: Vec<(String, String)> =
            serde_json::from_str(include_str!("../../../tests/www/labels.json")).unwrap();
        for (html, text) in labels {
            assert_eq!(label(&html), clean(&text, LABEL_MAX), "{html}");
        }
        assert_eq!(label("List<int>"), "List‹int›");
    }
}

//! Conversion of text to HTML, and placeholders. A template is filled in once, so that no value is read as a
//! placeholder or as markup.

use super::plain_text::{next_tag, tag_name};
use crate::wire::plain_text::decode_entities;
use std::borrow::Cow;
use std::ops::Range;

/// The format of a text with placeholders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextFormat {
    /// Plain text.
    Text,
    /// A single line, such as a subject.
    Line,
    /// HTML: values are escaped, and names may be.
    Html,
}

/// Fills in every placeholder that has a value; others stay. Before a space or a punctuation mark, an empty value takes
/// the spaces before it along: `Hello [FirstName],` becomes `Hello,`, and `Bonjour [FirstName] !` becomes `Bonjour !`.
/// A name contains no bracket, so that each bracket is looked at once.
pub fn fill_placeholders(template: &str, format: TextFormat, value: &dyn Fn(&str) -> Option<String>) -> String {
    let mut filled = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('[') {
        filled.push_str(before);
        let name = after.find(['[', ']']).and_then(|end| after.split_at_checked(end));
        let found = name.and_then(|(name, remaining)| {
            let name = if format == TextFormat::Html { Cow::from(decode_entities(name)) } else { Cow::from(name) };
            Some((value(&name)?, remaining.strip_prefix(']')?))
        });
        match found {
            Some((value, remaining)) => {
                if value.is_empty() && remaining.starts_with([' ', '\u{a0}', '\u{202f}', ',', '.', '!', '?', ':', ';'])
                {
                    filled.truncate(filled.trim_end_matches(' ').len());
                }
                match format {
                    TextFormat::Text => filled.push_str(&value),
                    TextFormat::Line => filled.extend(value.chars().map(|c| if c.is_control() { ' ' } else { c })),
                    TextFormat::Html => escape_into(&mut filled, &value),
                }
                rest = remaining;
            }
            None => {
                filled.push('[');
                rest = after;
            }
        }
    }
    filled.push_str(rest);
    filled
}

/// Appends a text in which all markup is escaped, single quotes too: mails are filled into customers' own templates,
/// where an attribute may be in single quotes. maud does not escape those.
fn escape_into(html: &mut String, text: &str) {
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

/// Where the content of an HTML document begins and ends: behind the tag that opens it, before the tag that ends it.
/// What is in a comment is no tag: there are bodies for Outlook only.
pub fn content_range(html: &str) -> Range<usize> {
    let mut tags = Vec::new();
    let mut rest = html;
    while let Some((before, tag, after)) = next_tag(rest) {
        let start = html.len().saturating_sub(rest.len()).saturating_add(before.len());
        tags.push((tag_name(tag), start..html.len().saturating_sub(after.len())));
        rest = after;
    }
    let opened = ["body", "/head", "html", "!doctype"]
        .iter()
        .find_map(|name| tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name)));
    let ended = ["/body", "/html"].iter().find_map(|name| tags.iter().rfind(|(tag, _)| tag.eq_ignore_ascii_case(name)));
    let start = opened.map_or(0, |(_, place)| place.end);
    start..ended.map(|(_, place)| place.start).filter(|end| *end >= start).unwrap_or(html.len())
}

/// Text as HTML: paragraphs, line breaks and links.
pub fn to_html(text: &str) -> String {
    let paragraphs = text.replace("\r\n", "\n");
    let paragraphs = paragraphs.split("\n\n").map(|paragraph| {
        let lines = paragraph.trim_matches('\n').split('\n').map(|line| {
            let mut html = String::new();
            escape_into(&mut html, line);
            for name in ["[SurveyLink]", "[OptOutLink]", "[PrivacyLink]", "[FooterLink]"] {
                html = html.replace(name, &format!("<a href=\"{name}\">{name}</a>"));
            }
            html
        });
        format!("<p>{}</p>", lines.collect::<Vec<_>>().join("<br>\n"))
    });
    paragraphs.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::{TextFormat, content_range, fill_placeholders, to_html};

    fn value(name: &str) -> Option<String> {
        match name {
            "FirstName" => Some("<b>[LastName]</b>".to_owned()),
            "LastName" => Some("O'Hara\r\nBcc: x".to_owned()),
            _ => None,
        }
    }

    #[test]
    fn a_value_is_never_markup_nor_a_placeholder_nor_a_second_line() {
        assert_eq!(fill_placeholders("Hi [FirstName]!", TextFormat::Text, &value), "Hi <b>[LastName]</b>!");
        assert_eq!(fill_placeholders("Hi [FirstName]!", TextFormat::Html, &value), "Hi &lt;b&gt;[LastName]&lt;/b&gt;!");
        assert_eq!(fill_placeholders("For [LastName]", TextFormat::Line, &value), "For O'Hara  Bcc: x");
    }

    #[test]
    fn a_name_in_html_may_be_escaped() {
        let name = "Kid's <R&D>";
        let look = |asked: &str| (asked == name).then(|| "Ann".to_owned());
        for (template, format) in [
            ("[Kid's <R&D>]", TextFormat::Text),
            ("[Kid's <R&D>]", TextFormat::Line),
            (to_html("[Kid's <R&D>]").as_str(), TextFormat::Html),
            ("<p>[Kid&apos;s &lt;R&amp;D&gt;]</p>", TextFormat::Html),
        ] {
            assert_eq!(fill_placeholders(template, format, &look).replace("<p>", "").replace("</p>", ""), "Ann");
        }
        let text = "[Kid&#39;s &lt;R&amp;D&gt;]";
        assert_eq!(fill_placeholders(text, TextFormat::Text, &look), text, "a text has no entities");
    }

    #[test]
    fn an_empty_value_leaves_no_second_space_and_none_before_a_punctuation_mark() {
        let nameless = |name: &str| (name != "Nobody").then(String::new);
        for (template, filled) in [
            ("Hello [FirstName],", "Hello,"),
            ("Dear [FirstName] [LastName]!", "Dear!"),
            ("[FirstName], hello [Nobody],", ", hello [Nobody],"),
            ("a [FirstName] b", "a b"),
            ("a [Nobody] b", "a [Nobody] b"),
            ("Bonjour [FirstName] !", "Bonjour !"),
            ("Bonjour [FirstName]\u{a0}!", "Bonjour\u{a0}!"),
            ("Bonjour [FirstName]\u{202f}!", "Bonjour\u{202f}!"),
        ] {
            assert_eq!(fill_placeholders(template, TextFormat::Text, &nameless), filled);
        }
    }

    #[test]
    fn what_is_no_placeholder_stays() {
        for text in ["[Nobody]", "[", "a] [b", "[[x]", "no [FirstName"] {
            assert_eq!(fill_placeholders(text, TextFormat::Text, &value), text);
        }
        assert_eq!(
            fill_placeholders("[[FirstName]", TextFormat::Text, &|name| (name == "FirstName").then(|| "A".to_owned())),
            "[A"
        );
    }

    #[test]
    fn each_name_is_looked_at_once_however_many_brackets_there_are() {
        let looked = std::cell::Cell::new(0);
        for template in ["[".repeat(50_000), "[a".repeat(50_000) + "]", "[a]".repeat(50_000)] {
            looked.set(0);
            let look = |name: &str| {
                looked.set(looked.get() + name.len() + 1);
                None
            };
            assert_eq!(fill_placeholders(&template, TextFormat::Text, &look), template);
            assert!(looked.get() <= template.len(), "{} of {}", looked.get(), template.len());
        }
    }

    #[test]
    fn the_content_of_a_document_is_within_its_body() {
        for (html, content) in [
            ("<!DOCTYPE html><html><head><title>x</title></head><BODY class='>'><p>a</p></BODY></html>", "<p>a</p>"),
            ("<!doctype html><title>x</title></head><p>a</p></html>", "<p>a</p>"),
            ("<!doctype html>a", "a"),
            ("</body>a<body", ""),
            (
                "</head><!--[if mso]><body class=\"mso\"><![endif]--><!--[if !mso]><!--><body><!--<![endif]-->a</body>",
                "<!--<![endif]-->a",
            ),
            (
                "<html><style>/* <body> */</style><script>'</body>'</script>a<!-- </body> --></html>",
                "<style>/* <body> */</style><script>'</body>'</script>a<!-- </body> -->",
            ),
            ("a", "a"),
            ("", ""),
        ] {
            assert_eq!(html.get(content_range(html)), Some(content), "{html}");
        }
    }

    #[test]
    fn text_becomes_paragraphs_with_links_that_can_be_followed() {
        assert_eq!(
            to_html("Dear <you>,\nplease:\n\n[SurveyLink]"),
            "<p>Dear &lt;you&gt;,<br>\nplease:</p>\n<p><a href=\"[SurveyLink]\">[SurveyLink]</a></p>"
        );
    }
}

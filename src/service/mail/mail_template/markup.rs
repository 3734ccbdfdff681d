//! Conversion of text to HTML, and placeholders. A template is filled in once, so that no value is read as a
//! placeholder or as markup.

use super::plain_text::{next_tag, tag_name};
use crate::wire::plain_text::decode_entities;
use crate::wire::query;
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
/// Within a URL a value is percent-encoded. A name contains no bracket, so that each bracket is looked at once.
pub fn fill_placeholders(template: &str, format: TextFormat, value: &dyn Fn(&str) -> Option<String>) -> String {
    let mut filled = String::with_capacity(template.len());
    let mut rest = template;
    let mut place = UrlPlace::default();
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
                let value = if place.is_within(&filled) { encode_component(&value) } else { value };
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

/// The end of a growing text, and whether it is within a URL. Each letter is looked at once.
#[derive(Default)]
struct UrlPlace {
    seen: usize,
    is_url: bool,
}

impl UrlPlace {
    /// Whether what follows the text is in a URL, behind its scheme and something else: a value may be a whole URL or
    /// its host.
    fn is_within(&mut self, text: &str) -> bool {
        let added = text.get(self.seen..).unwrap_or_default();
        let word = added.rsplit(|c: char| c.is_whitespace() || "\"'<>".contains(c)).next().unwrap_or_default();
        self.is_url = SCHEME_ENDS.iter().any(|end| word.contains(end)) || (self.is_url && word.len() == added.len());
        self.seen = text.len();
        self.is_url && !SCHEME_ENDS.iter().any(|end| text.ends_with(end))
    }
}

/// Where the scheme of a URL ends.
const SCHEME_ENDS: [&str; 2] = ["://", "mailto:"];

/// A value in a URL. What has no meaning of its own there, in a path or behind it, stays, and so do the links of the
/// service.
fn encode_component(value: &str) -> String {
    let mut encoded = String::with_capacity(value.len());
    for part in value.split_inclusive(['/', ':', '@']) {
        let text = part.trim_end_matches(['/', ':', '@']);
        query::escape_into(&mut encoded, text);
        encoded.push_str(part.get(text.len()..).unwrap_or_default());
    }
    encoded
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
    fn a_value_in_a_url_is_encoded_and_elsewhere_it_is_not() {
        let look = |name: &str| match name {
            "Name" => Some("O'Hara & Söhne #1".to_owned()),
            "Link" => Some("https://canvass.example/r/a-b_c".to_owned()),
            "Email" => Some("a+b@mail.example".to_owned()),
            "Path" => Some("a/b".to_owned()),
            "Host" => Some("shop.example:81/?x=1".to_owned()),
            _ => None,
        };
        const NAME: &str = "O%27Hara%20%26%20S%C3%B6hne%20%231";
        for (template, filled) in [
            (
                "see https://x.example/?n=[Name]&e=[Email] now, [Name]",
                format!("see https://x.example/?n={NAME}&e=a%2Bb@mail.example now, O'Hara & Söhne #1"),
            ),
            ("[Link]?c=[Name]", format!("https://canvass.example/r/a-b_c?c={NAME}")),
            (
                "https://x.example/[Path]/[Name]?to=[Link]#[Name]",
                format!("https://x.example/a/b/{NAME}?to=https://canvass.example/r/a-b_c#{NAME}"),
            ),
            ("https://[Host]&n=[Name]", format!("https://shop.example:81/?x=1&n={NAME}")),
            ("mailto:[Email]?subject=[Name]", format!("mailto:a+b@mail.example?subject={NAME}")),
            ("[Link] [Name]", "https://canvass.example/r/a-b_c O'Hara & Söhne #1".to_owned()),
            ("(https://x.example/) a=[Name]", "(https://x.example/) a=O'Hara & Söhne #1".to_owned()),
        ] {
            assert_eq!(fill_placeholders(template, TextFormat::Text, &look), filled);
        }
        let html = "<a href=\"https://x.example/?n=[Name]\" title=\"[Name]\">[Name]</a><a href='[Link]'>[Name]</a>";
        let name = "O&#39;Hara &amp; Söhne #1";
        assert_eq!(
            fill_placeholders(html, TextFormat::Html, &look),
            format!(
                "<a href=\"https://x.example/?n={NAME}\" title=\"{name}\">{name}</a>\
                     <a href='https://canvass.example/r/a-b_c'>{name}</a>"
            )
        );
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

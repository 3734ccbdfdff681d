//! HTML as plain text, for the other part of a mail. The HTML is a customer's and need not be well-formed.

/// HTML as text: its visible text, and the URLs of its links.
pub fn to_text(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    let mut link = None;
    let mut hidden: Option<&str> = None;
    while let Some((before, after)) = rest.split_once('<') {
        if hidden.is_none() {
            push_words(&mut text, before);
        }
        if let Some(comment) = after.strip_prefix("!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
            continue;
        }
        let (tag, remaining) = split_tag(after);
        rest = remaining;
        let name_end =
            tag.find(|c: char| c.is_whitespace() || (c == '/' && !tag.starts_with('/'))).unwrap_or(tag.len());
        let name = tag.get(..name_end).unwrap_or_default().to_ascii_lowercase();
        match (name.as_str(), hidden) {
            ("/style", Some("style")) | ("/script", Some("script")) | ("/title", Some("title")) => hidden = None,
            (_, Some(_)) => {}
            ("style", None) => hidden = Some("style"),
            ("script", None) => hidden = Some("script"),
            // Nothing else in a head has text, and its end need not be written.
            ("title", None) => hidden = Some("title"),
            ("br" | "/tr" | "/li" | "/div", None) => text.push('\n'),
            ("/p" | "/h1" | "/h2" | "/h3" | "/ul" | "/ol" | "/table", None) => text.push_str("\n\n"),
            ("li", None) => text.push_str("- "),
            ("a", None) => link = attribute_value(tag.get(name_end..).unwrap_or_default(), "href"),
            ("/a", None) => {
                if let Some(address) = link.take().filter(|address| !text.ends_with(address.as_str())) {
                    text.push_str(&format!(" ({address})"));
                }
            }
            _ => {}
        }
    }
    if hidden.is_none() {
        push_words(&mut text, rest);
    }
    tidy_lines(&text)
}

/// A tag without its brackets, and what follows it. A bracket in a quoted value does not end it.
fn split_tag(text: &str) -> (&str, &str) {
    let mut quote = None;
    // A quote begins a value only behind an equals sign: an apostrophe elsewhere is none.
    let mut last = ' ';
    for (at, letter) in text.char_indices() {
        match quote {
            Some(open) if letter == open => quote = None,
            Some(_) => {}
            None if letter == '>' => {
                return (text.get(..at).unwrap_or_default(), text.get(at.saturating_add(1)..).unwrap_or_default());
            }
            None if last == '=' && matches!(letter, '"' | '\'') => quote = Some(letter),
            None => {}
        }
        if !letter.is_whitespace() {
            last = letter;
        }
    }
    // A quote that is not closed: the first bracket ends the tag.
    text.split_once('>').unwrap_or((text, ""))
}

/// The value of an attribute among those of a tag. Names have no case.
fn attribute_value(attributes: &str, wanted: &str) -> Option<String> {
    let mut rest = attributes.trim_start();
    while !rest.is_empty() {
        let end = rest.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(rest.len());
        let (name, after) = rest.split_at_checked(end)?;
        let (value, after) = match after.trim_start().strip_prefix('=') {
            Some(value) => split_value(value.trim_start()),
            None => ("", after),
        };
        if name.eq_ignore_ascii_case(wanted) {
            return Some(decode_entities(value));
        }
        // A stray equals sign has no name.
        rest = after.trim_start();
    }
    None
}

/// The value at the beginning of a text, and what follows it.
fn split_value(text: &str) -> (&str, &str) {
    match text.chars().next().filter(|letter| matches!(letter, '"' | '\'')) {
        Some(quote) => {
            let value = text.strip_prefix(quote).unwrap_or_default();
            value.split_once(quote).unwrap_or((value, ""))
        }
        None => text.split_at_checked(text.find(char::is_whitespace).unwrap_or(text.len())).unwrap_or((text, "")),
    }
}

/// Appends the text of a piece of HTML without tags: white space becomes one space, entities become characters.
fn push_words(text: &mut String, html: &str) {
    for character in decode_entities(html).chars() {
        if !character.is_whitespace() {
            text.push(character);
        } else if !text.is_empty() && !text.ends_with(char::is_whitespace) {
            text.push(' ');
        }
    }
}

/// The names of the characters from U+00A0 to U+00FF, in their order.
const LATIN: [&str; 96] = [
    "nbsp", "iexcl", "cent", "pound", "curren", "yen", "brvbar", "sect", "uml", "copy", "ordf", "laquo", "not", "shy",
    "reg", "macr", "deg", "plusmn", "sup2", "sup3", "acute", "micro", "para", "middot", "cedil", "sup1", "ordm",
    "raquo", "frac14", "frac12", "frac34", "iquest", "Agrave", "Aacute", "Acirc", "Atilde", "Auml", "Aring", "AElig",
    "Ccedil", "Egrave", "Eacute", "Ecirc", "Euml", "Igrave", "Iacute", "Icirc", "Iuml", "ETH", "Ntilde", "Ograve",
    "Oacute", "Ocirc", "Otilde", "Ouml", "times", "Oslash", "Ugrave", "Uacute", "Ucirc", "Uuml", "Yacute", "THORN",
    "szlig", "agrave", "aacute", "acirc", "atilde", "auml", "aring", "aelig", "ccedil", "egrave", "eacute", "ecirc",
    "euml", "igrave", "iacute", "icirc", "iuml", "eth", "ntilde", "ograve", "oacute", "ocirc", "otilde", "ouml",
    "divide", "oslash", "ugrave", "uacute", "ucirc", "uuml", "yacute", "thorn", "yuml",
];

/// Further names that are common in mails.
const NAMED: [(&str, char); 22] = [
    ("lt", '<'),
    ("gt", '>'),
    ("amp", '&'),
    ("quot", '"'),
    ("apos", '\''),
    ("ndash", '\u{2013}'),
    ("mdash", '\u{2014}'),
    ("lsquo", '\u{2018}'),
    ("rsquo", '\u{2019}'),
    ("sbquo", '\u{201a}'),
    ("ldquo", '\u{201c}'),
    ("rdquo", '\u{201d}'),
    ("bdquo", '\u{201e}'),
    ("bull", '\u{2022}'),
    ("hellip", '\u{2026}'),
    ("euro", '\u{20ac}'),
    ("trade", '\u{2122}'),
    ("rarr", '\u{2192}'),
    ("zwnj", '\u{200c}'),
    ("zwj", '\u{200d}'),
    ("ensp", ' '),
    ("emsp", ' '),
];

/// Text with characters in place of entities. Unknown ones stay.
fn decode_entities(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        plain.push_str(before);
        let end = after.find(|c: char| !c.is_ascii_alphanumeric() && c != '#').unwrap_or(after.len());
        let decoded = after
            .split_at_checked(end)
            .and_then(|(name, remaining)| Some((decode_entity(name)?, remaining.strip_prefix(';')?)));
        match decoded {
            Some((letter, remaining)) => {
                plain.push(letter);
                rest = remaining;
            }
            None => {
                plain.push('&');
                rest = after;
            }
        }
    }
    plain.push_str(rest);
    plain
}

fn decode_entity(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code).filter(|letter| !letter.is_control() || letter.is_whitespace());
    }
    if let Some((_, letter)) = NAMED.iter().find(|(known, _)| *known == name) {
        return Some(*letter);
    }
    let place = LATIN.iter().position(|known| *known == name)?;
    u8::try_from(place.checked_add(0xa0)?).ok().map(char::from)
}

/// Trims each line, and reduces several empty lines to one.
fn tidy_lines(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    let mut empty = 1_u8;
    for line in text.lines().map(str::trim) {
        empty = if line.is_empty() { empty.saturating_add(1) } else { 0 };
        if empty < 2 {
            tidy.push_str(line);
            tidy.push('\n');
        }
    }
    tidy.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::to_text;

    #[test]
    fn html_becomes_text_that_keeps_its_links() {
        let html = "<html><head><title>x</title><style>p { color: red }</style></head><body>\n<p>Dear  you &amp;\nme,</p>\
                    <ul><li>one</li><li>two</li></ul><p><a class=x href=\"[SurveyLink]\">Begin</a><br/>\
                    <a href='[OptOutLink]'>[OptOutLink]</a></p></body></html>";
        assert_eq!(to_text(html), "Dear you & me,\n\n- one\n- two\n\nBegin ([SurveyLink])\n[OptOutLink]");
        assert_eq!(to_text("a < b"), "a");
        assert_eq!(to_text("<p>unfinished <a href="), "unfinished");
    }

    #[test]
    fn the_end_of_a_head_need_not_be_written() {
        for html in [
            "<!doctype html><html><head><meta charset=utf-8><title>x</title><body><p>Hello</p></body></html>",
            "<head><style>p { color: red }</style><p>Hello</p>",
            "<title>x</title><p>Hello</p>",
        ] {
            assert_eq!(to_text(html), "Hello", "{html}");
        }
    }

    #[test]
    fn links_are_found_however_their_tags_are_written() {
        for (html, text) in [
            (r#"<A HREF="[SurveyLink]">Start</A>"#, "Start ([SurveyLink])"),
            (r#"<a href = "[SurveyLink]">Start</a>"#, "Start ([SurveyLink])"),
            (r#"<a data-href='x' href='[SurveyLink]'>Go</a>"#, "Go ([SurveyLink])"),
            (r#"<a title="a > b" href="[SurveyLink]">Start</a>"#, "Start ([SurveyLink])"),
            (r#"<a href=[SurveyLink] class=x>Start</a>"#, "Start ([SurveyLink])"),
            (r#"<a name="top">Top</a>"#, "Top"),
            ("<a href=\"x?a=1&amp;b=2\">X</a>", "X (x?a=1&b=2)"),
            ("it's <b title=\"unclosed>bold</b> text", "it's bold text"),
        ] {
            assert_eq!(to_text(html), text, "{html}");
        }
    }

    #[test]
    fn comments_are_left_out_and_entities_are_characters() {
        assert_eq!(to_text("a<!-- note > secret <b>draft</b> -->b<!--[if mso]>MSO<![endif]-->c<!-- open"), "abc");
        assert_eq!(to_text("Gr&uuml;&szlig;e, M&#252;nchen &ndash; it&rsquo;s &#x20AC;5"), "Grüße, München – it’s €5");
        assert_eq!(to_text("&amp;lt; &unknown; R&D AT&T; &#0; &#55296;"), "&lt; &unknown; R&D AT&T; &#0; &#55296;");
        for (name, letter) in [("nbsp", ' '), ("copy", '©'), ("times", '×'), ("divide", '÷'), ("yuml", 'ÿ')] {
            assert_eq!(to_text(&format!("x&{name};y")), format!("x{letter}y"));
        }
    }
}

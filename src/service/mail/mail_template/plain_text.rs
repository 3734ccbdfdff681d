//! HTML as plain text, for the other part of a mail. The HTML is a customer's and need not be well-formed.

use crate::wire::plain_text::decode_entities;

/// HTML as text: its visible text, and the URLs of its links.
pub fn to_text(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    let mut link = None;
    while let Some((before, tag, remaining)) = next_tag(rest) {
        push_words(&mut text, before);
        rest = remaining;
        let name = tag_name(tag).to_ascii_lowercase();
        let opened = name.strip_prefix('/').unwrap_or(&name);
        let lines = lines_around(opened);
        // The first block of a list item is on the line of its mark.
        let is_at_mark = name == opened && text.ends_with(LIST_MARK);
        if lines > 0 && !is_at_mark {
            end_lines(&mut text, lines);
        }
        match name.as_str() {
            "br" => text.push('\n'),
            "td" | "th" => push_words(&mut text, " "),
            "li" => text.push_str("- "),
            "a" => link = attribute_value(tag.get(name.len()..).unwrap_or_default(), "href"),
            "/a" => {
                if let Some(address) = link.take().filter(|address| !text.ends_with(address.as_str())) {
                    text.push_str(&format!(" ({address})"));
                }
            }
            _ => {}
        }
    }
    push_words(&mut text, rest);
    tidy_lines(&text)
}

/// The mark of a list item, after the end of the line before.
const LIST_MARK: &str = "\n- ";

/// How many line ends an element has before and after it: a block has its own lines, a paragraph an empty line too.
fn lines_around(element: &str) -> usize {
    match element {
        "address" | "article" | "dd" | "div" | "dt" | "footer" | "header" | "li" | "main" | "section" | "tr" => 1,
        "blockquote" | "dl" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "hr" | "ol" | "p" | "pre" | "table" | "ul" => 2,
        _ => 0,
    }
}

/// Makes a text end with a number of line ends at least.
fn end_lines(text: &mut String, lines: usize) {
    text.truncate(text.trim_end_matches(' ').len());
    let written = text.len().saturating_sub(text.trim_end_matches('\n').len());
    text.extend(std::iter::repeat_n('\n', lines.saturating_sub(written)));
}

/// The text before the next tag, the tag without its brackets, and what follows it. Of a comment, the tag is `!--`.
/// What follows an element without tags in it is what follows its content: nothing else in a head has text, and the end
/// of a head need not be written.
pub fn next_tag(html: &str) -> Option<(&str, &str, &str)> {
    let (before, after) = html.split_once('<')?;
    if let Some(comment) = after.strip_prefix("!--") {
        return Some((before, "!--", comment.split_once("-->").map_or("", |(_, after)| after)));
    }
    let (tag, rest) = split_tag(after);
    let raw = ["style", "script", "title"].into_iter().find(|raw| raw.eq_ignore_ascii_case(tag_name(tag)));
    Some((before, tag, raw.map_or(rest, |raw| skip_raw(rest, raw))))
}

/// The name of a tag, with the slash before it if it ends an element.
pub fn tag_name(tag: &str) -> &str {
    let end = tag.find(|c: char| c.is_whitespace() || (c == '/' && !tag.starts_with('/'))).unwrap_or(tag.len());
    tag.get(..end).unwrap_or_default()
}

/// What follows the content of an element in which only its own end is a tag.
fn skip_raw<'a>(html: &'a str, element: &str) -> &'a str {
    let mut rest = html;
    while let Some((_, after)) = rest.split_once("</") {
        rest = after;
        if after.get(..element.len()).is_some_and(|name| name.eq_ignore_ascii_case(element)) {
            return split_tag(after).1;
        }
    }
    ""
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

/// Appends the text of an HTML fragment without tags: white space becomes one space, entities become characters.
fn push_words(text: &mut String, html: &str) {
    for character in decode_entities(html).chars() {
        if !character.is_whitespace() {
            text.push(character);
        } else if !text.is_empty() && !text.ends_with(char::is_whitespace) {
            text.push(' ');
        }
    }
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
    fn blocks_have_lines_of_their_own_and_cells_a_space_between_them() {
        for (html, text) in [
            ("Dear you,<div>please answer</div>", "Dear you,\nplease answer"),
            ("<p>One<p>Two", "One\n\nTwo"),
            ("<tr><td>Mon</td><td>10:00</td></tr><tr><th>Tue<td>11:00", "Mon 10:00\nTue 11:00"),
            ("<h4>Title</h4>Text<blockquote>Words</blockquote><hr>End", "Title\n\nText\n\nWords\n\nEnd"),
            ("<div><div>a </div></div><div><br></div><div>b</div>", "a\n\nb"),
            ("<ul><li><p>one</p></li><li></li><li>two<ul><li>three</ul></ul>", "- one\n\n-\n- two\n\n- three"),
            ("a<br>b<br><p>c", "a\nb\n\nc"),
        ] {
            assert_eq!(to_text(html), text, "{html}");
        }
    }

    #[test]
    fn only_its_own_end_ends_a_script_a_style_or_a_title() {
        for html in [
            "<script>if(a<b) go(\"</p>\")</SCRIPT ><p>Hello</p>",
            "<style>/* <b> <!-- */</style>Hello",
            "<title>a < b</title>Hello<script>1<2",
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

//! Labels as plain text: tags of HTML removed, its common entities decoded, blanks collapsed.

/// The entities that editors write, with their texts.
const ENTITIES: &[(&str, &str)] =
    &[("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"), ("#39", "'"), ("nbsp", " ")];

/// The text without markup. A `<` that begins no tag stays.
pub(super) fn plain_text(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find(['<', '&']) {
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        text.push_str(before);
        let (written, length) = if from.starts_with('<') { tag(from) } else { entity(from) };
        text.push_str(written);
        rest = from.get(length..).unwrap_or_default();
    }
    text.push_str(rest);
    let mut plain = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        plain.push_str(if plain.is_empty() { "" } else { " " });
        plain.push_str(word);
    }
    plain
}

/// How a `<` is written, and its length in bytes. Tags such as `<br>` separate words; so do all.
fn tag(from: &str) -> (&'static str, usize) {
    let begins = from.as_bytes().get(1).is_some_and(|next| next.is_ascii_alphabetic() || matches!(next, b'/' | b'!'));
    match from.find('>').filter(|_| begins) {
        Some(end) => {
            let name = from.get(1..end).unwrap_or_default().trim_start_matches('/');
            let name = name.split(|letter: char| !letter.is_ascii_alphanumeric()).next().unwrap_or_default();
            let within_word = ["b", "i", "u", "em", "strong", "span", "font", "a", "sub", "sup", "s", "small"];
            let separates = !within_word.iter().any(|inline| name.eq_ignore_ascii_case(inline));
            (if separates { " " } else { "" }, end.saturating_add(1))
        }
        None => ("<", 1),
    }
}

fn entity(from: &str) -> (&'static str, usize) {
    for (name, text) in ENTITIES {
        let behind = from.get(1..).and_then(|from| from.strip_prefix(name));
        if behind.is_some_and(|behind| behind.starts_with(';')) {
            return (text, name.len().saturating_add(2));
        }
    }
    ("&", 1)
}

#[cfg(test)]
mod tests {
    use super::plain_text;

    #[test]
    fn markup_is_removed_and_text_stays() {
        for (html, text) in [
            ("<p>How was <b>your</b> visit?</p>", "How was your visit?"),
            ("un<b>believ</b>able", "unbelievable"),
            ("one<br/>two<BR>three", "one two three"),
            ("5 < 6 & 7 > 2", "5 < 6 & 7 > 2"),
            ("Q&amp;A &lt;b&gt; &nbsp; &unknown;", "Q&A <b> &unknown;"),
            ("  a \n b ", "a b"),
            ("<", "<"),
            ("<b", "<b"),
            ("<!-- note -->x", "x"),
            ("", ""),
        ] {
            assert_eq!(plain_text(html), text, "{html}");
        }
    }
}

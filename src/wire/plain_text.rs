//! HTML as text: entities decoded, and labels as plain text without markup. `www/src/text.ts` has the same rule.

/// The signs that editors write as entities, each before its name.
const SIGNS: &str = "&amp <lt >gt \"quot 'apos –ndash —mdash ‘lsquo ’rsquo ‚sbquo “ldquo ”rdquo „bdquo …hellip •bull \
                     €euro ™trade ×times ßszlig ÿyuml ŸYuml œoelig ŒOElig šscaron ŠScaron ≤le ≥ge →rarr \
                     \u{2002}ensp \u{2003}emsp \u{200c}zwnj \u{200d}zwj";

/// The names of the signs from U+00A0, and of the small letters from U+00E0. Those of the capital letters begin with
/// one.
const LATIN: &str = "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 \
                     sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest";
const LETTERS: &str = "agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc \
                       iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute \
                       thorn";

/// Elements that are within words, and those that separate them.
const WITHIN: &str =
    "a abbr b bdi bdo big cite code del em font i ins kbd mark q s small span strike strong sub sup u wbr";
const BETWEEN: &str = "audio blockquote br caption center dd div dl dt h1 h2 h3 h4 h5 h6 hr iframe img input li ol p \
                       pre script style svg table tbody td tfoot th thead tr ul video";

/// The text without markup, with blanks collapsed. What looks like no element is text: `x<y`, and `<you@example.com>`.
#[inline(never)]
pub fn plain_text(html: &str) -> String {
    let text = rewrite(html, &|from| comment(from).or_else(|| tag(from)).or_else(|| entity(from)));
    let mut plain = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        plain.push_str(if plain.is_empty() { "" } else { " " });
        plain.push_str(word);
    }
    plain
}

/// The text with characters in place of entities. Unknown ones stay.
pub fn decode_entities(text: &str) -> String {
    rewrite(text, &entity)
}

/// What is written for the markup at the beginning of a text, and its length in bytes.
type Markup = Option<(Option<char>, usize)>;

/// Writes a text with its markup as `read` reads it.
#[inline(never)]
fn rewrite(html: &str, read: &dyn Fn(&str) -> Markup) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find(['<', '&']) {
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        text.push_str(before);
        let (written, length) = read(from).unwrap_or_else(|| (from.chars().next(), 1));
        text.extend(written);
        rest = from.get(length..).unwrap_or_default();
    }
    text.push_str(rest);
    text
}

#[inline(never)]
fn comment(from: &str) -> Markup {
    let (note, _) = from.strip_prefix("<!--")?.split_once("-->")?;
    Some((None, note.len().saturating_add(7)))
}

#[inline(never)]
fn tag(from: &str) -> Markup {
    let inside = from.strip_prefix('<')?;
    let (inside, _) = inside.split_at_checked(inside.find(['<', '>'])?).filter(|(_, rest)| rest.starts_with('>'))?;
    let named = inside.strip_prefix('/').unwrap_or(inside);
    let name = named.split(|letter: char| letter.is_whitespace() || letter == '/').next()?;
    let is_in = |names: &str| names.split(' ').any(|known| known.eq_ignore_ascii_case(name));
    let within = is_in(WITHIN);
    (within || is_in(BETWEEN)).then(|| ((!within).then_some(' '), inside.len().saturating_add(2)))
}

#[inline(never)]
fn entity(from: &str) -> Markup {
    let name = from.strip_prefix('&')?;
    let end = name.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '#')?;
    let (name, _) = name.split_at_checked(end).filter(|(_, rest)| rest.starts_with(';'))?;
    let letter = match name.strip_prefix('#') {
        Some(number) => {
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?).filter(|letter| !letter.is_control() || letter.is_ascii_whitespace())
        }
        None => named(name),
    };
    Some((Some(letter?), name.len().saturating_add(2)))
}

#[inline(never)]
fn named(name: &str) -> Option<char> {
    let sign = SIGNS.split(' ').find_map(|sign| {
        let mut before = sign.strip_suffix(name)?.chars();
        before.next().filter(|_| before.next().is_none())
    });
    let latin = || Some(LATIN.split(' ').zip(0xA0_u8..).find(|(known, _)| *known == name)?.1);
    let first = if name.starts_with(|letter: char| letter.is_ascii_uppercase()) { 0xC0_u8 } else { 0xE0 };
    let letter = || Some(LETTERS.split(' ').zip(first..).find(|(known, _)| known.eq_ignore_ascii_case(name))?.1);
    sign.or_else(|| latin().or_else(letter).map(char::from))
}

#[cfg(test)]
mod tests {
    use super::{decode_entities, plain_text};

    /// Labels and their texts, which hold for the console too.
    const LABELS: &str = include_str!("../../tests/www/labels.json");

    #[test]
    fn markup_is_removed_and_text_stays() {
        let labels: Vec<(String, String)> = serde_json::from_str(LABELS).unwrap();
        for (html, text) in labels {
            assert_eq!(plain_text(&html), text, "{html}");
        }
    }

    #[test]
    fn entities_become_characters_and_all_else_stays() {
        assert_eq!(decode_entities("C&oelig;ur &amp;lt; <b>&Scaron;\n &x; &"), "Cœur &lt; <b>Š\n &x; &");
    }
}

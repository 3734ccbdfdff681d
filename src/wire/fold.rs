//! Folds texts for search: lower case, without diacritics, ligatures and full-width forms.
//!
//! Own small tables for Latin, Greek and Cyrillic letters; those of the standard library, which know all scripts, are
//! larger than the rest of the search.

use std::borrow::Cow;

/// The base letters of U+00C0 to U+017F; `*` for one that becomes two, and `=` for one that stays.
const LATIN: &str = "aaaaaa*ceeeeiiii=nooooo=ouuuuy**aaaaaa*ceeeeiiii=nooooo=ouuuuy*yaaaaaaccccccccddddeeeeeeeeeegggg\
gggghhhhiiiiiiiiii**jjkkkllllllllllnnnnnnnnnoooooo**rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

/// The base letters of U+01CD to U+0233, with the same signs.
const LATIN_EXTENDED: &str = "aaiioouuuuuuuuuu=aaaa**ggggkkoooo==j===gg==nnaa**ooaaaaeeeeiiiioooorrrruuuusstt=\
=hh======aaeeooooooooyy";

/// The base letters of U+1E00 to U+1EFF.
const LATIN_ADDITIONAL: &str = "aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmmmmmmnnnnnnnnoooooooopp\
pprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwyassssdaaaaaaaaaaaa\
aaaaaaaaaaaaeeeeeeeeeeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyyllvvyy";

/// Letters that become two, apart from those that become `ae`.
const DOUBLE: &[(char, &str)] =
    &[('Þ', "th"), ('þ', "th"), ('ß', "ss"), ('Ĳ', "ij"), ('ĳ', "ij"), ('Œ', "oe"), ('œ', "oe")];

/// The letters of U+FB00 to U+FB06.
const LIGATURES: &[&str] = &["ff", "fi", "fl", "ffi", "ffl", "st", "st"];

/// Folds a text. Two texts that differ only in case, diacritics and the form of letters become the same.
pub fn fold(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        return Cow::Borrowed(text);
    }
    let mut folded = String::with_capacity(text.len());
    fold_into(&mut folded, text);
    Cow::Owned(folded)
}

/// Appends a folded text.
pub fn fold_into(out: &mut String, text: &str) {
    if text.is_ascii() {
        let start = out.len();
        out.push_str(text);
        if let Some(added) = out.get_mut(start..) {
            added.make_ascii_lowercase();
        }
        return;
    }
    for letter in text.chars() {
        match letter {
            '\0'..='\x7f' => out.push(letter.to_ascii_lowercase()),
            'À'..='ſ' => fold_latin(out, LATIN, letter, 'À'),
            'Ǎ'..='ȳ' => fold_latin(out, LATIN_EXTENDED, letter, 'Ǎ'),
            'ẞ' => out.push_str("ss"),
            'Ḁ'..='ỿ' => out.push(base_letter(LATIN_ADDITIONAL, letter, 'Ḁ')),
            '\u{300}'..='\u{36f}' => {}
            'ﬀ'..='ﬆ' => out.push_str(LIGATURES.get(distance(letter, 'ﬀ')).copied().unwrap_or_default()),
            other => out.push(fold_other(other)),
        }
    }
}

fn fold_latin(out: &mut String, table: &str, letter: char, first: char) {
    match base_letter(table, letter, first) {
        '*' => out.push_str(DOUBLE.iter().find(|(double, _)| *double == letter).map_or("ae", |(_, two)| two)),
        '=' => out.push(if letter == 'Ð' { 'ð' } else { letter }),
        base => out.push(base),
    }
}

fn distance(letter: char, first: char) -> usize {
    u32::from(letter).wrapping_sub(u32::from(first)) as usize
}

fn base_letter(table: &str, letter: char, first: char) -> char {
    table.as_bytes().get(distance(letter, first)).map_or(letter, |base| char::from(*base))
}

/// Greek and Cyrillic letters, full-width forms, and the Latin letters of Vietnamese and Azerbaijani that no table has.
fn fold_other(letter: char) -> char {
    let shifted = |by: u32| char::from_u32(u32::from(letter).wrapping_add(by)).unwrap_or(letter);
    match letter {
        'Ơ' | 'ơ' => 'o',
        'Ư' | 'ư' => 'u',
        'Ə' => 'ə',
        'Ά' | 'ά' => 'α',
        'Έ' | 'έ' => 'ε',
        'Ή' | 'ή' => 'η',
        'Ί' | 'ί' | 'ϊ' | 'ΐ' | 'Ϊ' => 'ι',
        'Ό' | 'ό' => 'ο',
        'Ύ' | 'ύ' | 'ϋ' | 'ΰ' | 'Ϋ' => 'υ',
        'Ώ' | 'ώ' => 'ω',
        'ς' => 'σ',
        'Α'..='Ω' | 'А'..='И' | 'К'..='Я' => shifted(32),
        'Й' | 'й' => 'и',
        'Ё' | 'ё' => 'е',
        'Ї' | 'ї' => 'і',
        'Ѐ'..='Џ' => shifted(80),
        // Capital and small letters alternate.
        'Ҋ'..='ҿ' | 'Ә' | 'Ө' => shifted(!u32::from(letter) & 1),
        '\u{3000}' => ' ',
        '！'..='～' => shifted(0xfee0_u32.wrapping_neg()).to_ascii_lowercase(),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::fold;

    /// Texts as they are folded, which hold for the console too.
    const FOLDED: &str = include_str!("../../tests/www/fold.json");

    #[test]
    fn a_text_is_folded_as_the_console_folds_it() {
        let texts: Vec<(String, String)> = serde_json::from_str(FOLDED).unwrap();
        for (text, folded) in texts {
            assert_eq!(fold(&text), folded, "{text}");
        }
    }

    #[test]
    fn case_and_diacritics_do_not_count() {
        for (text, folded) in [
            ("Ärger über Öl und Straße", "arger uber ol und strasse"),
            ("ÀÉÎÕÜÝ Ñandú Çà ø", "aeiouy nandu ca o"),
            ("Łódź ŻÓŁĆ Český Dž", "lodz zolc cesky dz"),
            ("Œuvre ÆTHER ĲSSEL", "oeuvre aether ijssel"),
            ("Tiếng Việt ẞ", "tieng viet ss"),
            ("NGƯỜI Hương Trà, Sơn", "nguoi huong tra, son"),
            ("Țară ȘCOALĂ Ǽ Ǿ Ǒ ǚ", "tara scoala ae o o u"),
            ("ƏLİ əli Ґанок ҐАНОК Қазақ Өзен ҳ", "əli əli ґанок ґанок қазақ өзен ҳ"),
            ("e\u{301}a\u{308}", "ea"),
            ("ΆΘΗΝΑ Σίσυφος", "αθηνα σισυφοσ"),
            ("МОСКВА Ёлка Йод Ћ", "москва елка иод ћ"),
            ("とても 👩‍🔬 مرحبا", "とても 👩‍🔬 مرحبا"),
            ("ﬁne oﬃce ﬆop", "fine office stop"),
            ("Ｆｉｎｅ！\u{3000}１２３～", "fine! 123~"),
            ("plain", "plain"),
        ] {
            assert_eq!(fold(text), folded);
        }
    }

    #[test]
    fn the_tables_have_a_letter_for_each_of_their_range() {
        assert_eq!(super::LATIN.len(), 0x180 - 0xc0);
        assert_eq!(super::LATIN_EXTENDED.len(), 0x234 - 0x1cd);
        assert_eq!(super::LATIN_ADDITIONAL.len(), 0x100);
        // The lower case of a letter folds as the letter does, by the standard library's tables.
        for letter in ('À'..='ſ').chain('Ḁ'..='ỿ').chain('Α'..='ώ').chain('Ѐ'..='Я').chain('Ҋ'..='ҿ') {
            let lower: String = letter.to_lowercase().filter(|letter| *letter != '\u{307}').collect();
            let (one, other) = (letter.to_string(), lower);
            assert_eq!(fold(&one), fold(&other), "{letter}");
        }
    }
}

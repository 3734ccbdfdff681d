//! Frequent words: the number of responses to a question that contain each word.

use super::marks::is_of_word;
use super::stop_words::stop_words;
use super::texts::text_sources;
use crate::results::arguments::{Arguments, refuse};
use crate::results::json::JsonOut;
use crate::results::store::{Field, Store};
use crate::wire::failure::Failure;
use crate::wire::fold::fold;
use std::cmp::Ordering;
use std::collections::HashMap;

/// Words that are returned unless the query says otherwise.
const TOP: u32 = 100;

/// The least number of responses that contain a word, unless the query says otherwise.
const LEAST: u32 = 3;

/// Letters of the shortest word that is listed, without marks that are no letters. Words without spaces between them,
/// as in Japanese, are one.
const LETTERS: usize = 2;

/// Number of responses with a word, and the last of them. Words that differ in case and diacritics only are one.
#[derive(Debug)]
struct WordCount {
    responses: u32,
    last: u32,
    /// The spelling that is shown, and by how much it leads: that of most responses, if more than half have it.
    spelling: String,
    lead: u32,
}

/// Runs `{rule?, question, row?, top?, min?, language?}`. Words that are frequent in the respondent's language, or
/// in `language`, are left out.
pub(super) fn run(store: &Store, arguments: Arguments) -> Result<String, Box<Failure>> {
    let rows = arguments.rows(store)?;
    let question = arguments.question(store)?;
    let (top, least) = (arguments.count("top")?.unwrap_or(TOP), arguments.count("min")?.unwrap_or(LEAST));
    if top > 10_000 {
        return Err(refuse("top", "at most 10000"));
    }
    let sources = text_sources(store, Some(question), arguments.text("row")?);
    let language = arguments.text("language")?;
    let (mut n, mut counts) = (0_u32, HashMap::<String, WordCount>::new());
    for group in store.groups(&Field::Language, &rows, usize::MAX) {
        let frequent = stop_words(language.unwrap_or(&group.value));
        for row in &group.rows {
            let mut has_text = false;
            for source in sources.iter().filter(|source| source.column.present.contains(row)) {
                for text in store.text_at(source.column, row) {
                    has_text |= !text.trim().is_empty();
                    count_words(&text, row, &mut counts, &|word| {
                        frequent.iter().any(|list| list.binary_search(&word).is_ok())
                    });
                }
            }
            n = n.saturating_add(u32::from(has_text));
        }
    }
    let mut words: Vec<(String, u32)> = counts
        .into_values()
        .map(|count| (count.spelling, count.responses))
        .filter(|(_, count)| *count >= least)
        .collect();
    words.sort_unstable_by(compare_words);
    words.truncate(top as usize);
    Ok(JsonOut::document(|json| {
        json.member("n", n);
        json.objects("words", &words, |json, (word, count)| {
            json.member("word", word);
            json.member("count", *count);
        });
    }))
}

/// The order of words: the most frequent first. Inlined, it would be in a dozen places of the sort.
#[inline(never)]
fn compare_words(one: &(String, u32), other: &(String, u32)) -> Ordering {
    other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0))
}

/// Counts the words of a text once for its response.
fn count_words(text: &str, row: u32, counts: &mut HashMap<String, WordCount>, is_frequent: &dyn Fn(&str) -> bool) {
    for spelling in text.split(|letter| !is_of_word(letter)) {
        let word = fold(spelling);
        let mut letters = word.chars().filter(|letter| letter.is_alphanumeric());
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        if is_number || letters.nth(LETTERS.saturating_sub(1)).is_none() || is_frequent(&word) {
            continue;
        }
        if !counts.contains_key(&*word) {
            let count = WordCount { responses: 0, last: u32::MAX, spelling: spelling.to_owned(), lead: 0 };
            counts.insert(word.clone().into_owned(), count);
        }
        if let Some(count) = counts.get_mut(&*word).filter(|count| count.last != row) {
            count.responses = count.responses.saturating_add(1);
            count.last = row;
            if count.spelling == spelling {
                count.lead = count.lead.saturating_add(1);
            } else if count.lead > 0 {
                count.lead = count.lead.saturating_sub(1);
            } else {
                (count.spelling, count.lead) = (spelling.to_owned(), 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::count_words;
    use std::collections::HashMap;

    #[test]
    fn a_word_has_the_spelling_of_most_responses() {
        let mut counts = HashMap::new();
        let texts = ["die Tür", "TÜR, TÜR, TÜR", "scho\u{308}n", "Tür schön", "tür groß", "Tür schön 42 x"];
        for (row, text) in (0..).zip(texts) {
            count_words(text, row, &mut counts, &|word| word == "die");
        }
        let mut found: Vec<_> = counts.into_values().map(|count| (count.spelling, count.responses)).collect();
        found.sort();
        let expected = [("Tür", 5), ("groß", 1), ("schön", 3)].map(|(word, count)| (word.to_owned(), count));
        assert_eq!(found, expected);
    }

    #[test]
    fn marks_are_part_of_their_words() {
        for (text, words) in [
            ("बहुत अच्छी सेवा।", &["बहुत", "अच्छी", "सेवा"][..]),
            ("மிகவும் நல்ல சேவை", &["மிகவும்", "நல்ல", "சேவை"]),
            ("ดีมาก ค่ะ", &["ดีมาก", "ค่ะ"]),
            ("خِدْمَةٌ جَيِّدَة، شُكْرًا", &["خِدْمَةٌ", "جَيِّدَة", "شُكْرًا"]),
            ("שֵׁר֖וּת טוֹב־מְאֹד", &["שֵׁר֖וּת", "טוֹב", "מְאֹד"]),
            ("می\u{200c}خواهم क्\u{200d}ष അവന\u{d4d}\u{200d}", &["می\u{200c}خواهم", "क्\u{200d}ष", "അവന\u{d4d}\u{200d}"]),
            ("👩\u{200d}🔬❤\u{fe0f}👁\u{fe0f}\u{200d}🗨\u{fe0f}yes", &["yes"]),
        ] {
            let mut counts = HashMap::new();
            count_words(text, 0, &mut counts, &|_| false);
            let mut found: Vec<_> = counts.into_values().map(|count| count.spelling).collect();
            found.sort();
            let mut expected = words.to_vec();
            expected.sort();
            assert_eq!(found, expected);
        }
    }
}

//! Frequent words: the number of responses to a question that contain each word.

use super::json::JsonOut;
use super::stop_words::stop_words;
use super::texts::text_sources;
use crate::results::arguments::{Arguments, refuse};
use crate::results::store::{Field, Store, fold};
use crate::wire::failure::Failure;
use std::cmp::Ordering;
use std::collections::HashMap;

/// Words that are returned unless the question says otherwise.
const TOP: u32 = 100;

/// The least number of responses that contain a word, unless the question says otherwise.
const LEAST: u32 = 3;

/// Letters of the shortest word that is listed. Words without spaces between them, as in Japanese, are one.
const LETTERS: usize = 2;

/// Number of responses with a word, and the last of them.
#[derive(Debug, Clone, Copy)]
struct WordCount {
    responses: u32,
    last: u32,
}

/// Answers `{rule?, question, row?, top?, min?, language?}`. Words that are frequent in the respondent's language, or
/// in `language`, are left out.
pub(super) fn answer_words(store: &Store, arguments: Arguments) -> Result<String, Box<Failure>> {
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
                    count_words(&fold(&text), row, &mut counts, &|word| {
                        frequent.iter().any(|list| list.binary_search(&word).is_ok())
                    });
                }
            }
            n = n.saturating_add(u32::from(has_text));
        }
    }
    let mut words: Vec<(String, u32)> =
        counts.into_iter().map(|(word, count)| (word, count.responses)).filter(|(_, count)| *count >= least).collect();
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

/// Counts the words of a folded text once for its response.
fn count_words(text: &str, row: u32, counts: &mut HashMap<String, WordCount>, is_frequent: &dyn Fn(&str) -> bool) {
    for word in text.split(|letter: char| !letter.is_alphanumeric()) {
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        if is_number || word.chars().nth(LETTERS.saturating_sub(1)).is_none() || is_frequent(word) {
            continue;
        }
        match counts.get_mut(word) {
            Some(count) if count.last == row => {}
            Some(count) => *count = WordCount { responses: count.responses.saturating_add(1), last: row },
            None => {
                counts.insert(word.to_owned(), WordCount { responses: 1, last: row });
            }
        }
    }
}

//! Reads the parts of designs, rollups and responses that are counted.

use super::question::CountedQuestion;
use super::stats::{Stats, parse_float};
use super::{read_fields, read_scalar};
use crate::spec::questions::Parts;
use crate::spec::resources::responses::CollectionMode;
use crate::wire::check::{Expected, Mismatch};
use crate::wire::json::{Reader, ValueKind};
use crate::wire::text::parse_number;

/// The counts of a question in a rollup.
#[derive(Debug, Default)]
pub(super) struct RollupCounts {
    pub(super) answered: u64,
    pub(super) skipped: u64,
    pub(super) others: u64,
    pub(super) texts: u64,
    /// Row, choice and count.
    pub(super) chosen: Vec<(String, String, u64)>,
    pub(super) stats: Option<Stats>,
}

/// An answer of a response. Absent ids are empty.
#[derive(Debug, Default)]
pub(super) struct CountedAnswer {
    pub(super) row: String,
    pub(super) column: String,
    pub(super) choice: String,
    pub(super) is_other: bool,
    pub(super) text: Option<String>,
}

#[inline(never)]
fn read_count(reader: &mut Reader) -> Result<u64, Box<Mismatch>> {
    Ok(parse_number(&read_scalar(reader)?).unwrap_or(0))
}

/// Reads each item of a list, if the next value is a list.
#[inline(never)]
fn for_each_item<'a>(
    reader: &mut Reader<'a>,
    item: &mut dyn FnMut(&mut Reader<'a>) -> Result<(), Box<Mismatch>>,
) -> Result<(), Box<Mismatch>> {
    if reader.peek_kind()? != ValueKind::Array {
        return Ok(reader.skip_value()?);
    }
    reader.begin_array()?;
    while reader.next_item()? {
        item(reader)?;
    }
    Ok(())
}

/// Reads one member of a document that is an object.
#[inline(never)]
fn read_member<'a>(
    bytes: &'a [u8],
    wanted: &str,
    take: &mut dyn FnMut(&mut Reader<'a>) -> Result<(), Box<Mismatch>>,
) -> Result<(), Box<Mismatch>> {
    let mut reader = Reader::new(bytes);
    if reader.peek_kind()? != ValueKind::Object {
        return Err(Mismatch::at_cursor(Expected::Object));
    }
    read_fields(&mut reader, &mut |name, reader| {
        if name != wanted {
            return Ok(false);
        }
        take(reader)?;
        Ok(true)
    })?;
    Ok(reader.expect_end()?)
}

/// The questions of a design that have answers.
pub(super) fn read_design(bytes: &[u8]) -> Result<Vec<CountedQuestion>, Box<Mismatch>> {
    let mut questions: Vec<CountedQuestion> = Vec::new();
    read_member(bytes, "pages", &mut |reader| {
        for_each_item(reader, &mut |reader| {
            read_fields(reader, &mut |name, reader| {
                if name != "questions" {
                    return Ok(false);
                }
                for_each_item(reader, &mut |reader| {
                    let question = CountedQuestion::read_question(reader)?;
                    if question.parts != Parts::Nothing {
                        questions.push(question);
                    }
                    Ok(())
                })?;
                Ok(true)
            })
        })
    })?;
    Ok(questions)
}

/// Reads each item of a page.
pub(super) fn read_items<'a>(
    page: &'a [u8],
    item: &mut dyn FnMut(&mut Reader<'a>) -> Result<(), Box<Mismatch>>,
) -> Result<(), Box<Mismatch>> {
    read_member(page, "data", &mut |reader| for_each_item(reader, item))
}

/// A rollup: the question's id and its counts.
pub(super) fn read_rollup(reader: &mut Reader) -> Result<(String, Vec<RollupCounts>), Box<Mismatch>> {
    let (mut id, mut summaries) = (String::new(), Vec::new());
    read_fields(reader, &mut |name, reader| {
        match name {
            "id" => id = read_scalar(reader)?,
            "summary" => for_each_item(reader, &mut |reader| {
                summaries.push(read_rollup_counts(reader)?);
                Ok(())
            })?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok((id, summaries))
}

fn read_rollup_counts(reader: &mut Reader) -> Result<RollupCounts, Box<Mismatch>> {
    let mut rollup = RollupCounts::default();
    read_fields(reader, &mut |name, reader| {
        match name {
            "answered" => rollup.answered = read_count(reader)?,
            "skipped" => rollup.skipped = read_count(reader)?,
            "other_answered" => rollup.others = read_count(reader)?,
            "text" => rollup.texts = read_count(reader)?,
            "choices" => read_choices(reader, "", &mut rollup.chosen)?,
            "rows" => for_each_item(reader, &mut |reader| read_row(reader, &mut rollup.chosen))?,
            "stats" if reader.peek_kind()? == ValueKind::Object => rollup.stats = Some(read_stats(reader)?),
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok(rollup)
}

fn read_row(reader: &mut Reader, chosen: &mut Vec<(String, String, u64)>) -> Result<(), Box<Mismatch>> {
    let (mut id, mut counted) = (String::new(), Vec::new());
    read_fields(reader, &mut |name, reader| {
        match name {
            "id" => id = read_scalar(reader)?,
            "choices" => read_choices(reader, "", &mut counted)?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    chosen.extend(counted.into_iter().map(|(_, choice, count)| (id.clone(), choice, count)));
    Ok(())
}

fn read_choices(reader: &mut Reader, row: &str, chosen: &mut Vec<(String, String, u64)>) -> Result<(), Box<Mismatch>> {
    for_each_item(reader, &mut |reader| {
        let (mut id, mut count) = (String::new(), 0);
        read_fields(reader, &mut |name, reader| {
            match name {
                "id" => id = read_scalar(reader)?,
                "count" => count = read_count(reader)?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        chosen.push((row.to_owned(), id, count));
        Ok(())
    })
}

fn read_stats(reader: &mut Reader) -> Result<Stats, Box<Mismatch>> {
    let mut stats = Stats::default();
    read_fields(reader, &mut |name, reader| {
        let value = match name {
            "mean" => &mut stats.mean,
            "median" => &mut stats.median,
            "min" => &mut stats.min,
            "max" => &mut stats.max,
            "std" => &mut stats.std,
            _ => return Ok(false),
        };
        *value = parse_float(&read_scalar(reader)?).unwrap_or(0.0);
        Ok(true)
    })?;
    Ok(stats)
}

/// The pages of a response; `None` for a preview.
pub(super) fn read_response<'a>(reader: &mut Reader<'a>) -> Result<Option<&'a [u8]>, Box<Mismatch>> {
    let (mut pages, mut counts): (&[u8], bool) = (b"[]", true);
    read_fields(reader, &mut |name, reader| {
        match name {
            "pages" => pages = reader.read_raw()?,
            "collection_mode" => counts = read_scalar(reader)? != CollectionMode::SurveyPreview.as_str(),
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok(counts.then_some(pages))
}

/// Calls a function with the answers to each question of a response's pages.
pub(super) fn for_each_question(
    pages: &[u8],
    on_question: &mut dyn FnMut(&str, &[CountedAnswer]),
) -> Result<(), Box<Mismatch>> {
    let mut reader = Reader::new(pages);
    for_each_item(&mut reader, &mut |reader| {
        read_fields(reader, &mut |name, reader| {
            if name != "questions" {
                return Ok(false);
            }
            for_each_item(reader, &mut |reader| {
                let (mut id, mut answers) = (String::new(), Vec::new());
                read_fields(reader, &mut |name, reader| {
                    match name {
                        "id" => id = read_scalar(reader)?,
                        "answers" => for_each_item(reader, &mut |reader| {
                            answers.push(read_answer(reader)?);
                            Ok(())
                        })?,
                        _ => return Ok(false),
                    }
                    Ok(true)
                })?;
                on_question(&id, &answers);
                Ok(())
            })?;
            Ok(true)
        })
    })
}

fn read_answer(reader: &mut Reader) -> Result<CountedAnswer, Box<Mismatch>> {
    let mut answer = CountedAnswer::default();
    read_fields(reader, &mut |name, reader| {
        match name {
            "row_id" => answer.row = read_scalar(reader)?,
            "col_id" => answer.column = read_scalar(reader)?,
            "choice_id" => answer.choice = read_scalar(reader)?,
            "other_id" => answer.is_other = !read_scalar(reader)?.is_empty(),
            "text" => answer.text = Some(read_scalar(reader)?),
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok(answer)
}

//! What designs, rollups and responses say, as far as it is counted.

use super::question::Question;
use super::stats::{Stats, float};
use super::{fields, scalar};
use crate::spec::questions::Parts;
use crate::spec::resources::responses::CollectionMode;
use crate::wire::check::{Expected, Mismatch};
use crate::wire::json::{Kind, Reader};
use crate::wire::text::number;

/// What a rollup says about a question.
#[derive(Debug, Default)]
pub(super) struct Told {
    pub(super) answered: u64,
    pub(super) skipped: u64,
    pub(super) others: u64,
    pub(super) texts: u64,
    /// Row, choice and how often.
    pub(super) chosen: Vec<(String, String, u64)>,
    pub(super) stats: Option<Stats>,
}

/// An answer of a response. Ids are empty where it has none.
#[derive(Debug, Default)]
pub(super) struct Given {
    pub(super) row: String,
    pub(super) column: String,
    pub(super) choice: String,
    pub(super) is_other: bool,
    pub(super) text: Option<String>,
}

#[inline(never)]
fn count(reader: &mut Reader) -> Result<u64, Box<Mismatch>> {
    Ok(number(&scalar(reader)?).unwrap_or(0))
}

/// Reads each item of a list, if one comes next.
#[inline(never)]
fn each<'a>(
    reader: &mut Reader<'a>,
    item: &mut dyn FnMut(&mut Reader<'a>) -> Result<(), Box<Mismatch>>,
) -> Result<(), Box<Mismatch>> {
    if reader.peek()? != Kind::Array {
        return Ok(reader.skip()?);
    }
    reader.array()?;
    while reader.item()? {
        item(reader)?;
    }
    Ok(())
}

/// Reads one member of a document that is an object.
#[inline(never)]
fn member<'a>(
    bytes: &'a [u8],
    wanted: &str,
    take: &mut dyn FnMut(&mut Reader<'a>) -> Result<(), Box<Mismatch>>,
) -> Result<(), Box<Mismatch>> {
    let mut reader = Reader::new(bytes);
    if reader.peek()? != Kind::Object {
        return Err(Mismatch::here(Expected::Object));
    }
    fields(&mut reader, &mut |name, reader| {
        if name != wanted {
            return Ok(false);
        }
        take(reader)?;
        Ok(true)
    })?;
    Ok(reader.end()?)
}

/// The questions of a design that can be answered.
pub(super) fn design(bytes: &[u8]) -> Result<Vec<Question>, Box<Mismatch>> {
    let mut questions: Vec<Question> = Vec::new();
    member(bytes, "pages", &mut |reader| {
        each(reader, &mut |reader| {
            fields(reader, &mut |name, reader| {
                if name != "questions" {
                    return Ok(false);
                }
                each(reader, &mut |reader| {
                    let question = Question::read(reader)?;
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
pub(super) fn items<'a>(
    page: &'a [u8],
    item: &mut dyn FnMut(&mut Reader<'a>) -> Result<(), Box<Mismatch>>,
) -> Result<(), Box<Mismatch>> {
    member(page, "data", &mut |reader| each(reader, item))
}

/// A rollup: the question's id, and what it says.
pub(super) fn rollup(reader: &mut Reader) -> Result<(String, Vec<Told>), Box<Mismatch>> {
    let (mut id, mut summaries) = (String::new(), Vec::new());
    fields(reader, &mut |name, reader| {
        match name {
            "id" => id = scalar(reader)?,
            "summary" => each(reader, &mut |reader| {
                summaries.push(told(reader)?);
                Ok(())
            })?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok((id, summaries))
}

fn told(reader: &mut Reader) -> Result<Told, Box<Mismatch>> {
    let mut told = Told::default();
    fields(reader, &mut |name, reader| {
        match name {
            "answered" => told.answered = count(reader)?,
            "skipped" => told.skipped = count(reader)?,
            "other_answered" => told.others = count(reader)?,
            "text" => told.texts = count(reader)?,
            "choices" => choices(reader, "", &mut told.chosen)?,
            "rows" => each(reader, &mut |reader| row(reader, &mut told.chosen))?,
            "stats" if reader.peek()? == Kind::Object => told.stats = Some(stats(reader)?),
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok(told)
}

fn row(reader: &mut Reader, chosen: &mut Vec<(String, String, u64)>) -> Result<(), Box<Mismatch>> {
    let (mut id, mut counted) = (String::new(), Vec::new());
    fields(reader, &mut |name, reader| {
        match name {
            "id" => id = scalar(reader)?,
            "choices" => choices(reader, "", &mut counted)?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    chosen.extend(counted.into_iter().map(|(_, choice, count)| (id.clone(), choice, count)));
    Ok(())
}

fn choices(reader: &mut Reader, row: &str, chosen: &mut Vec<(String, String, u64)>) -> Result<(), Box<Mismatch>> {
    each(reader, &mut |reader| {
        let (mut id, mut times) = (String::new(), 0);
        fields(reader, &mut |name, reader| {
            match name {
                "id" => id = scalar(reader)?,
                "count" => times = count(reader)?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        chosen.push((row.to_owned(), id, times));
        Ok(())
    })
}

fn stats(reader: &mut Reader) -> Result<Stats, Box<Mismatch>> {
    let mut stats = Stats::default();
    fields(reader, &mut |name, reader| {
        let value = match name {
            "mean" => &mut stats.mean,
            "median" => &mut stats.median,
            "min" => &mut stats.min,
            "max" => &mut stats.max,
            "std" => &mut stats.std,
            _ => return Ok(false),
        };
        *value = float(&scalar(reader)?).unwrap_or(0.0);
        Ok(true)
    })?;
    Ok(stats)
}

/// The pages of a response; none for a preview.
pub(super) fn response<'a>(reader: &mut Reader<'a>) -> Result<Option<&'a [u8]>, Box<Mismatch>> {
    let (mut pages, mut counts): (&[u8], bool) = (b"[]", true);
    fields(reader, &mut |name, reader| {
        match name {
            "pages" => pages = reader.raw()?,
            "collection_mode" => counts = scalar(reader)? != CollectionMode::SurveyPreview.as_str(),
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok(counts.then_some(pages))
}

/// Shows the answers to each question of a response's pages.
pub(super) fn answers(pages: &[u8], look: &mut dyn FnMut(&str, &[Given])) -> Result<(), Box<Mismatch>> {
    let mut reader = Reader::new(pages);
    each(&mut reader, &mut |reader| {
        fields(reader, &mut |name, reader| {
            if name != "questions" {
                return Ok(false);
            }
            each(reader, &mut |reader| {
                let (mut id, mut given) = (String::new(), Vec::new());
                fields(reader, &mut |name, reader| {
                    match name {
                        "id" => id = scalar(reader)?,
                        "answers" => each(reader, &mut |reader| {
                            given.push(answer(reader)?);
                            Ok(())
                        })?,
                        _ => return Ok(false),
                    }
                    Ok(true)
                })?;
                look(&id, &given);
                Ok(())
            })?;
            Ok(true)
        })
    })
}

fn answer(reader: &mut Reader) -> Result<Given, Box<Mismatch>> {
    let mut given = Given::default();
    fields(reader, &mut |name, reader| {
        match name {
            "row_id" => given.row = scalar(reader)?,
            "col_id" => given.column = scalar(reader)?,
            "choice_id" => given.choice = scalar(reader)?,
            "other_id" => given.is_other = !scalar(reader)?.is_empty(),
            "text" => given.text = Some(scalar(reader)?),
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok(given)
}

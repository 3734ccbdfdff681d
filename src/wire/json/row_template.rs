//! Rows that look like one that was checked: all but the insides of their strings is the same, byte by byte.
//!
//! Most of a page is such rows. Where a row has what another had between its strings, it has the same fields with values
//! of the same kinds, so nothing is left to check but that its strings have no escapes.

use super::super::text::{HIGH, doubtful_bits, skip_plain_bytes};
use super::Reader;
use crate::spec::shape::Object;

/// Strings that a row may have whose insides differ from row to row.
const MOST: usize = 16;

/// The least that may stand between two of them: it is compared by eight bytes.
const LEAST: usize = 8;

/// How often rows alike are looked for in vain before no more are. Each that is found makes up for one time.
const PATIENCE: u32 = 4;

/// What rows have in common.
#[derive(Debug)]
pub struct RowTemplate<'a> {
    /// What stands before the first string: from behind the row before to its opening quote.
    first: &'a [u8],
    /// What stands behind each string; behind the last, up to the first string of the next row.
    gaps: [Gap<'a>; MOST],
    /// How many strings there are.
    count: usize,
    patience: u32,
}

/// What stands behind a string.
#[derive(Debug, Clone, Copy)]
struct Gap<'a> {
    bytes: &'a [u8],
    /// How long the string was when its end was last searched for.
    length: usize,
    /// How long it is again, if it was so twice: then nothing has to wait until its end is found.
    expected: usize,
}

impl Gap<'_> {
    fn ends(&mut self, length: usize) {
        self.expected = if self.length == length { length } else { usize::MAX };
        self.length = length;
    }
}

impl Default for RowTemplate<'_> {
    /// Nothing in common yet.
    fn default() -> Self {
        RowTemplate {
            first: &[],
            gaps: [Gap { bytes: &[], length: 0, expected: 0 }; MOST],
            count: 0,
            patience: PATIENCE,
        }
    }
}

impl<'a> RowTemplate<'a> {
    /// Passes over the rows that come next and are like the one that the reader has just left, or one before it, and
    /// gives how many there were. `row` begins at the comma before that one, whose fields are the table's.
    #[inline(never)]
    pub fn skip_similar_rows(&mut self, reader: &mut Reader<'a>, row: &'a [u8], table: &Object) -> u32 {
        if self.patience == 0 {
            return 0;
        }
        let mut passed = self.skip_matching_rows(reader);
        if passed == 0 {
            self.count = 0;
            let read = Reader { rest: row, ..*reader };
            if self.learn_row(read, table).is_some() {
                passed = self.skip_matching_rows(reader);
            }
        }
        self.patience = match passed {
            0 => self.patience.wrapping_sub(1),
            _ => self.patience.wrapping_add(passed).min(PATIENCE),
        };
        passed
    }

    /// Passes over the rows that come next and have all this in common.
    fn skip_matching_rows(&mut self, reader: &mut Reader<'a>) -> u32 {
        let gaps = self.gaps.get_mut(..self.count).unwrap_or_default();
        let mut passed = 0_u32;
        if gaps.is_empty() {
            return passed;
        }
        let Some(mut rest) = strip_bytes(reader.rest, self.first) else { return passed };
        loop {
            let (mut end, mut between) = (rest, 0);
            for gap in gaps.iter_mut() {
                // Nearly all the time that a page takes is spent here.
                end = after_plain_bytes(rest, gap.expected).unwrap_or_default();
                let next = strip_bytes(end, gap.bytes).or_else(|| {
                    end = skip_plain_bytes(rest);
                    gap.ends(rest.len().wrapping_sub(end.len()));
                    strip_bytes(end, gap.bytes)
                });
                let Some(next) = next else { return passed };
                (rest, between) = (next, gap.bytes.len());
            }
            // This row is whole, and the next has begun.
            reader.rest = end.get(between.wrapping_sub(self.first.len())..).unwrap_or_default();
            passed = passed.wrapping_add(1);
        }
    }

    /// Learns what a row is like that was checked. There is nothing to learn from one without strings, or if the next
    /// begins in another way. A string whose field wants something else than any string is left in the gap around it.
    fn learn_row(&mut self, mut reader: Reader<'a>, table: &Object) -> Option<()> {
        let mut gap = reader.rest;
        reader.next_item().ok()?;
        reader.begin_object().ok()?;
        let mut count = 0_usize;
        while let Some(key) = reader.next_key().ok()? {
            let other = table.fields.iter().any(|field| !field.shape.is_plain_text() && key.equals(field.name));
            reader.peek_kind().ok()?;
            let value = reader.rest;
            let text = if other { None } else { reader.try_read_text() };
            let Some(text) = text else {
                reader.skip_value().ok()?;
                continue;
            };
            let (between, inside) = gap.split_at_checked(gap.len().wrapping_sub(value.len()).wrapping_add(1))?;
            let place = if count == 0 { &mut self.first } else { &mut self.gaps.get_mut(count.wrapping_sub(1))?.bytes };
            *place = between;
            count = count.wrapping_add(1);
            gap = inside.get(text.len()..)?;
        }
        strip_bytes(reader.rest, self.first)?;
        let length = gap.len().wrapping_sub(reader.rest.len()).wrapping_add(self.first.len());
        self.gaps.get_mut(count.wrapping_sub(1))?.bytes = gap.get(..length)?;
        self.count = count;
        Some(())
    }
}

/// What stands behind a string of this length, if all its bytes are sure to be plain ASCII.
#[inline(always)]
fn after_plain_bytes(bytes: &[u8], length: usize) -> Option<&[u8]> {
    let (mut text, end) = bytes.split_at_checked(length)?;
    let mut found = 0;
    if let [.., a, b, c, d, e, f, g, h] = text {
        found = doubtful_bits([*a, *b, *c, *d, *e, *f, *g, *h]);
        while let Some((eight, more)) = text.split_first_chunk() {
            found |= doubtful_bits(*eight);
            text = more;
        }
    } else if length > 0 {
        let (eight, _) = bytes.split_first_chunk()?;
        found = doubtful_bits(*eight) & !u64::MAX.wrapping_shl((length as u32).wrapping_mul(8));
    }
    (found & HIGH == 0).then_some(end)
}

/// What stands behind these bytes, if they come next; nothing stands behind fewer than eight.
#[inline(always)]
fn strip_bytes<'a>(bytes: &'a [u8], mut wanted: &[u8]) -> Option<&'a [u8]> {
    let (mut found, rest) = bytes.split_at_checked(wanted.len())?;
    if last_word(found)? != last_word(wanted)? {
        return None;
    }
    loop {
        let ((ours, more), (theirs, left)) = (found.split_first_chunk()?, wanted.split_first_chunk()?);
        if u64::from_le_bytes(*ours) != u64::from_le_bytes(*theirs) {
            return None;
        }
        if more.len() <= LEAST {
            return Some(rest);
        }
        (found, wanted) = (more, left);
    }
}

/// The last eight bytes.
#[inline(always)]
fn last_word(bytes: &[u8]) -> Option<u64> {
    let [.., a, b, c, d, e, f, g, h] = bytes else { return None };
    Some(u64::from_le_bytes([*a, *b, *c, *d, *e, *f, *g, *h]))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::arithmetic_side_effects)]

    use super::*;
    use crate::spec::shape::{Choice, Field, Shape};
    use crate::wire::check::{Direction, Mismatch, check_body};
    use proptest::prelude::*;

    const SURVEY: Object = Object {
        name: "Survey",
        fields: &[
            Field { name: "id", shape: Shape::Id, required: true },
            Field { name: "title", shape: Shape::Text, required: true },
            Field { name: "count", shape: Shape::Integer, required: false },
            Field { name: "pages", shape: Shape::Array(&Shape::Text), required: false },
            Field {
                name: "kind",
                shape: Shape::Choice(&Choice { name: "Kind", values: &["a", "b"] }),
                required: false,
            },
        ],
    };

    const ROWS: Shape = Shape::Array(&Shape::Object(&SURVEY));

    /// How many of these rows are passed over when the first of them has been checked.
    fn passed(rows: &[&str]) -> u32 {
        let text = format!(",{}]", rows.join(","));
        let mut reader = Reader::new(text.as_bytes());
        let row = reader.rest();
        reader.next_item().and_then(|_| reader.skip_value()).unwrap();
        let passed = RowTemplate::default().skip_similar_rows(&mut reader, row, &SURVEY);
        let left = rows.get(1 + passed as usize..).unwrap().join(",");
        assert_eq!(
            reader.rest(),
            text.as_bytes().get(text.len() - left.len() - 2 + usize::from(left.is_empty())..).unwrap()
        );
        passed
    }

    #[test]
    fn rows_are_passed_over_that_differ_in_their_strings_alone() {
        let row = r#"{"id":"1","title":"one","count":3}"#;
        let longer = r#"{"id":"22","title":"éé, and a title that is much longer than the others","count":3}"#;
        // The last row is left: nothing like another comes behind it.
        assert_eq!(passed(&[row, longer, longer, longer, row, row]), 4);
        assert_eq!(passed(&[row, longer, r#"{"id":"1","title":"one","count":4}"#, row]), 1);
        assert_eq!(passed(&[row, r#"{"id":"1","title":null,"count":3}"#, row]), 0);
        assert_eq!(passed(&[row, r#"{"id":"1","title":"\"","count":3}"#, row]), 0);
        let spaced = "\n { \"id\" : \"1\" , \"title\" : \"one\" }";
        assert_eq!(passed(&[spaced, spaced, spaced]), 1);
        let strange = r#"{"id":"1","title":"","new":"any","pages":["1"]}"#;
        assert_eq!(passed(&[strange, r#"{"id":"","title":"1","new":"","pages":["1"]}"#, strange]), 1);
        assert_eq!(passed(&[strange, r#"{"id":"1","title":"","new":"any","pages":["2"]}"#, strange]), 0);
        let kind = r#"{"id":"1","title":"","kind":"a"}"#;
        assert_eq!(passed(&[kind, kind, r#"{"id":"1","title":"","kind":"c"}"#, kind]), 1);
    }

    #[test]
    fn a_string_of_the_length_that_is_expected_is_plain_if_no_byte_of_it_is_special() {
        for length in 0..40_usize {
            for place in 0..length {
                for byte in 0..=u8::MAX {
                    let mut text = vec![b'a'; 48];
                    if let Some(at) = text.get_mut(place) {
                        *at = byte;
                    }
                    let expected = !matches!(byte, b'"' | b'\\' | 0..=0x1f);
                    if byte < 0x80 || !expected {
                        let end = after_plain_bytes(&text, length).map(<[u8]>::len);
                        assert_eq!(end, expected.then_some(48 - length), "{length} {place} {byte}");
                    }
                    assert_eq!(skip_plain_bytes(&text).len(), if expected { 0 } else { 48 - place }, "{place} {byte}");
                }
            }
        }
    }

    /// Rows as they come and as they should not, in several ways of writing.
    fn row() -> impl Strategy<Value = String> {
        let id = prop_oneof![6 => "\"[0-9]{3}\"", 1 => "\"[a-zé ]{0,20}\"", 1 => Just("7".to_owned())];
        let title = prop_oneof![
            6 => "\"[a-z ]{0,40}\"",
            1 => "\"[a-zé\\\\\"\u{1}-\u{22}]{0,20}\"",
            1 => Just("null".to_owned())
        ];
        let count = prop_oneof![8 => Just("5"), 1 => Just("6"), 1 => Just("\"5\""), 1 => Just("null"), 1 => Just("-1")];
        let kind = prop_oneof![8 => Just(0), 1 => 1..7];
        (id, title, count, kind).prop_map(|(id, title, count, kind)| match kind {
            0 => format!(r#"{{"id":{id},"title":{title},"count":{count}}}"#),
            1 => format!("{{ \"id\": {id},\n\"title\" :{title}, \"count\": {count} }}"),
            2 => format!(r#"{{"title":{title},"id":{id}}}"#),
            3 => format!(r#"{{"id":{id}}}"#),
            4 => format!(r#"{{"id":{id},"title":{title},"pages":[{title}]}}"#),
            5 => format!(r#"{{"id":{id},"id":{title},"title":{title},"new":{{"id":{id}}}}}"#),
            _ => format!(r#"[{title}]"#),
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn a_long_list_is_checked_as_its_rows_are_each(rows in prop::collection::vec((row(), 1..6_usize), 1..8)) {
            let rows: Vec<String> = rows.into_iter().flat_map(|(row, times)| vec![row; times]).collect();
            let alone = |(place, row): (usize, &String)| {
                let mismatch = check_body(row.as_bytes(), &Shape::Object(&SURVEY), Direction::Response).err()?;
                Some(mismatch.in_field(&format!("[{place}]")))
            };
            let expected: Option<Box<Mismatch>> = rows.iter().enumerate().find_map(alone);
            let text = format!("[{}]", rows.join(","));
            prop_assert_eq!(check_body(text.as_bytes(), &ROWS, Direction::Response).err(), expected, "{}", text);
        }
    }
}

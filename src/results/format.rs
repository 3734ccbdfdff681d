//! Rows as text: CSV that spreadsheets open safely, JSON Lines, and arrays of JSON objects.

use super::column::Column;
use crate::wire::text::quote_into;
use std::borrow::Cow;

/// How a table is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// CSV after RFC 4180.
    Csv(Csv),
    /// One JSON object per line, keyed by column, without empty cells.
    JsonLines,
    /// The rows of each page as a JSON array of the same objects.
    Rows,
}

/// Options of CSV.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Csv {
    /// Whether it begins with a byte order mark, by which spreadsheets detect UTF-8.
    pub mark: bool,
    /// Whether cells are written unchanged, for programs. Otherwise an apostrophe precedes text that a spreadsheet
    /// would run or change.
    pub exact: bool,
}

impl Format {
    /// The names of the formats.
    pub const NAMES: &'static [&'static str] = &["csv", "jsonl", "rows"];

    /// The format with this name.
    pub fn parse(name: &str, csv: Csv) -> Option<Format> {
        match name {
            "csv" => Some(Format::Csv(csv)),
            "jsonl" => Some(Format::JsonLines),
            "rows" => Some(Format::Rows),
            _ => None,
        }
    }

    /// Writes the text before the first row.
    pub(super) fn write_header(self, columns: &[Column], out: &mut String) {
        let Format::Csv(csv) = self else { return };
        if csv.mark {
            out.push('\u{feff}');
        }
        for (position, column) in columns.iter().enumerate() {
            if position > 0 {
                out.push(',');
            }
            write_field(&column.heading, csv.exact, out);
        }
        out.push_str("\r\n");
    }

    /// Writes the text before the rows of a page.
    pub(super) fn open_page(self, out: &mut String) {
        if self == Format::Rows {
            out.push('[');
        }
    }

    /// Writes the text after the rows of a page.
    pub(super) fn close_page(self, out: &mut String) {
        if self == Format::Rows {
            out.push(']');
        }
    }

    /// Writes one row after `rows_before` others of its page; `names` are the keys of the columns, as JSON.
    pub(super) fn write_row(self, rows_before: usize, names: &[String], cells: &[Cow<str>], out: &mut String) {
        if let Format::Csv(csv) = self {
            for (position, cell) in cells.iter().enumerate() {
                if position > 0 {
                    out.push(',');
                }
                if !cell.is_empty() {
                    write_field(cell, csv.exact, out);
                }
            }
            out.push_str("\r\n");
            return;
        }
        if self == Format::Rows && rows_before > 0 {
            out.push(',');
        }
        let mut before = '{';
        for (name, cell) in names.iter().zip(cells).filter(|(_, cell)| !cell.is_empty()) {
            out.push(before);
            out.push_str(name);
            out.push(':');
            quote_into(out, cell);
            before = ',';
        }
        if before == '{' {
            out.push('{');
        }
        out.push('}');
        if self == Format::JsonLines {
            out.push('\n');
        }
    }
}

/// One field. It is quoted if RFC 4180 requires it, and if it contains a semicolon, a tab, or a blank at an end,
/// because some programs split or trim by these.
fn write_field(cell: &str, exact: bool, out: &mut String) {
    let marks = cell.bytes().fold(0, |marks, byte| marks | MARKS.get(usize::from(byte)).copied().unwrap_or(0));
    let quoted = marks & (QUOTE | APART) != 0 || cell.starts_with(' ') || cell.ends_with(' ');
    if quoted {
        out.push('"');
    }
    if !exact && is_misread(cell, marks) {
        out.push('\'');
    }
    if marks & QUOTE == 0 {
        out.push_str(cell);
    } else {
        for (position, part) in cell.split('"').enumerate() {
            out.push_str(if position > 0 { "\"\"" } else { "" });
            out.push_str(part);
        }
    }
    if quoted {
        out.push('"');
    }
}

/// A quote.
const QUOTE: u8 = 1;
/// Any other byte that is allowed only in a quoted field.
const APART: u8 = 2;
/// Any byte that no number contains.
const WORD: u8 = 4;

/// What each byte implies about its field. It is computed at compile time.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
const MARKS: [u8; 256] = {
    let (mut marks, mut byte) = ([WORD; 256], 0);
    while byte < marks.len() {
        marks[byte] = match byte as u8 {
            b'"' => WORD | QUOTE,
            b',' | b'\r' | b'\n' | b';' | b'\t' => WORD | APART,
            b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-' => 0,
            _ => WORD,
        };
        byte += 1;
    }
    marks
};

/// True for text that a spreadsheet would run as a formula, even after blanks or in full-width characters, and for
/// digits that it would lose: leading zeros, exponents, and more digits than it calculates with. Dates are not changed.
/// `www/src/results/models/crosstab.ts` has the same rule.
///
/// Some spreadsheets show the apostrophe. Without it, a respondent's formula would run on the reader's machine, and
/// lost digits could not be restored after the file is saved.
fn is_misread(cell: &str, marks: u8) -> bool {
    let Some(first) = cell.bytes().next().filter(|first| !first.is_ascii_alphabetic()) else { return false };
    if first.is_ascii_digit() {
        return marks & WORD == 0 && parse_number(cell).is_some_and(|number| !number.is_preserved());
    }
    if matches!(first, b'\t' | b'\r' | b'\n') {
        return true;
    }
    let shown = cell.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}');
    if !shown.starts_with(['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}']) {
        return false;
    }
    let negative = cell.strip_prefix('-').and_then(parse_number);
    !negative.is_some_and(|number| number.is_preserved())
}

/// The syntax of a number: digits, optionally a point and digits, optionally an exponent.
struct Number<'a> {
    whole: &'a str,
    digits: usize,
    has_exponent: bool,
}

impl Number<'_> {
    /// Whether a spreadsheet, which calculates with 15 digits, shows and saves it unchanged.
    fn is_preserved(&self) -> bool {
        !self.has_exponent && self.digits <= 15 && (self.whole.len() == 1 || !self.whole.starts_with('0'))
    }
}

fn parse_number(text: &str) -> Option<Number<'_>> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let power = exponent.map(|exponent| exponent.strip_prefix(['+', '-']).unwrap_or(exponent));
    let all = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = all(whole) && fraction.is_none_or(all) && power.is_none_or(all);
    let digits = whole.len().saturating_add(fraction.map_or(0, str::len));
    is_number.then_some(Number { whole, digits, has_exponent: exponent.is_some() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cells, and whether a spreadsheet misreads them, which hold for the console too.
    const CELLS: &str = include_str!("../../tests/www/cells.json");

    fn csv(cells: &[&str], exact: bool) -> String {
        let mut out = String::new();
        let cells: Vec<Cow<str>> = cells.iter().copied().map(Cow::Borrowed).collect();
        Format::Csv(Csv { mark: false, exact }).write_row(0, &[], &cells, &mut out);
        out
    }

    #[test]
    fn fields_are_quoted_after_rfc_4180() {
        assert_eq!(
            csv(&["a", "b,c", "say \"x\"", "two\r\nlines", ""], false),
            "a,\"b,c\",\"say \"\"x\"\"\",\"two\r\nlines\",\r\n"
        );
    }

    #[test]
    fn fields_are_in_quotes_that_other_separators_or_trimming_would_split_or_shorten() {
        assert_eq!(csv(&["a;=b", "a\tb", " a", "a ", "a b"], false), "\"a;=b\",\"a\tb\",\" a\",\"a \",a b\r\n");
    }

    #[test]
    fn formulas_are_neutralised_and_negative_numbers_stay() {
        let formulas = csv(&["=1+1", "+1", "-1-1", "@x", "\tx", "\rx", "\nx"], false);
        assert_eq!(formulas, "'=1+1,'+1,'-1-1,'@x,\"'\tx\",\"'\rx\",\"'\nx\"\r\n");
        assert_eq!(csv(&["-12", "-1.5", "-", "-.5", "-1.", "a=b"], false), "-12,-1.5,'-,'-.5,'-1.,a=b\r\n");
        assert_eq!(csv(&["=HYPERLINK(\"x\",1)"], false), "\"'=HYPERLINK(\"\"x\"\",1)\"\r\n");
        assert_eq!(csv(&[" =1", "\u{a0}+1", "\u{feff}@x"], false), "\"' =1\",'\u{a0}+1,'\u{feff}@x\r\n");
        assert_eq!(csv(&["\u{ff1d}1", "\u{ff20}x", "\u{ff0b}1"], false), "'\u{ff1d}1,'\u{ff20}x,'\u{ff0b}1\r\n");
    }

    #[test]
    fn digits_that_a_spreadsheet_would_lose_are_written_as_text() {
        assert_eq!(csv(&["007", "0", "0.5", "00", "-05", "10"], false), "'007,0,0.5,'00,'-05,10\r\n");
        assert_eq!(csv(&["123456789012345", "1234567890123456"], false), "123456789012345,'1234567890123456\r\n");
        assert_eq!(csv(&["3.14159265358979", "3.141592653589793"], false), "3.14159265358979,'3.141592653589793\r\n");
        assert_eq!(csv(&["1e5", "12E+3", "1e", "7 e", "01/02/2026"], false), "'1e5,'12E+3,1e,7 e,01/02/2026\r\n");
    }

    #[test]
    fn a_cell_that_a_spreadsheet_would_misread_is_a_text() {
        let cells: Vec<(String, bool)> = serde_json::from_str(CELLS).unwrap();
        for (text, is_misread) in cells {
            let written = csv(&[&text], false);
            assert_eq!(written.trim_start_matches('"').starts_with('\''), is_misread, "{text:?}");
        }
    }

    #[test]
    fn exact_cells_are_written_as_they_are() {
        assert_eq!(csv(&["=1", "007", "+1"], true), "=1,007,+1\r\n");
    }
}

//! Rows as bytes: CSV that spreadsheets open safely, and JSON Lines.

use super::column::Column;
use crate::wire::text::quote_into;

/// How a table is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// CSV after RFC 4180.
    Csv,
    /// The same with a byte order mark, by which spreadsheets know that it is UTF-8.
    CsvWithMark,
    /// One JSON object a line, keyed by column; cells that are empty are left out.
    JsonLines,
}

impl Format {
    /// The names of the formats.
    pub const NAMES: &'static [&'static str] = &["csv", "jsonl"];

    /// The format with a name.
    pub fn parse(name: &str) -> Option<Format> {
        match name {
            "csv" => Some(Format::Csv),
            "jsonl" => Some(Format::JsonLines),
            _ => None,
        }
    }

    /// The format with a mark, where it can have one.
    #[must_use]
    pub fn with_mark(self) -> Format {
        if self == Format::Csv { Format::CsvWithMark } else { self }
    }

    /// Writes what stands before the first row.
    pub(super) fn header(self, columns: &[Column], out: &mut Vec<u8>) {
        if self == Format::CsvWithMark {
            out.extend_from_slice("\u{feff}".as_bytes());
        }
        if self != Format::JsonLines {
            line(columns.iter().map(|column| column.heading.as_str()), out);
        }
    }

    /// Writes one row.
    pub(super) fn row(self, columns: &[Column], cells: &[String], out: &mut Vec<u8>) {
        if self != Format::JsonLines {
            return line(cells.iter().map(String::as_str), out);
        }
        let mut json = String::from("{");
        for (column, cell) in columns.iter().zip(cells).filter(|(_, cell)| !cell.is_empty()) {
            if json.len() > 1 {
                json.push(',');
            }
            quote_into(&mut json, &column.key);
            json.push(':');
            quote_into(&mut json, cell);
        }
        json.push_str("}\n");
        out.extend_from_slice(json.as_bytes());
    }
}

fn line<'a>(cells: impl Iterator<Item = &'a str>, out: &mut Vec<u8>) {
    for (position, cell) in cells.enumerate() {
        if position > 0 {
            out.push(b',');
        }
        field(cell, out);
    }
    out.extend_from_slice(b"\r\n");
}

/// One field. What a spreadsheet would run as a formula gets an apostrophe in front; negative numbers stay.
fn field(cell: &str, out: &mut Vec<u8>) {
    let quoted = cell.bytes().any(|byte| matches!(byte, b'"' | b',' | b'\r' | b'\n'));
    if quoted {
        out.push(b'"');
    }
    if matches!(cell.bytes().next(), Some(b'=' | b'+' | b'-' | b'@' | b'\t' | b'\r')) && !is_negative_number(cell) {
        out.push(b'\'');
    }
    for byte in cell.bytes() {
        if byte == b'"' {
            out.push(b'"');
        }
        out.push(byte);
    }
    if quoted {
        out.push(b'"');
    }
}

/// True for `-`, digits, and perhaps a point with more digits.
fn is_negative_number(cell: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    cell.strip_prefix('-').is_some_and(|number| match number.split_once('.') {
        Some((whole, fraction)) => digits(whole) && digits(fraction),
        None => digits(number),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn csv(cells: &[&str]) -> String {
        let mut out = Vec::new();
        line(cells.iter().copied(), &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn fields_are_quoted_after_rfc_4180() {
        assert_eq!(
            csv(&["a", "b,c", "say \"x\"", "two\r\nlines", ""]),
            "a,\"b,c\",\"say \"\"x\"\"\",\"two\r\nlines\",\r\n"
        );
    }

    #[test]
    fn formulas_are_neutralised_and_negative_numbers_stay() {
        assert_eq!(csv(&["=1+1", "+1", "-1-1", "@x", "\tx", "\rx"]), "'=1+1,'+1,'-1-1,'@x,'\tx,\"'\rx\"\r\n");
        assert_eq!(csv(&["-12", "-1.5", "-", "-.5", "-1.", "a=b"]), "-12,-1.5,'-,'-.5,'-1.,a=b\r\n");
        assert_eq!(csv(&["=HYPERLINK(\"x\",1)"]), "\"'=HYPERLINK(\"\"x\"\",1)\"\r\n");
    }
}

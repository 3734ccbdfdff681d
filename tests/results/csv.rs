//! CSV as another reader reads it, and as a spreadsheet would take it.

use crate::random::survey;
use crate::{EXACT, SAFE, rows, written};
use canvass::results::{Format, Table};
use proptest::prelude::*;
use serde_json::Value;

/// A reader of RFC 4180 that takes nothing else: its records, or what is wrong.
fn read(text: &str) -> Result<Vec<Vec<String>>, String> {
    let mut records = Vec::new();
    let mut record = Vec::new();
    let mut letters = text.chars().peekable();
    while letters.peek().is_some() {
        let mut field = String::new();
        if letters.next_if_eq(&'"').is_some() {
            loop {
                match letters.next().ok_or("a quote is open at the end")? {
                    '"' if letters.next_if_eq(&'"').is_some() => field.push('"'),
                    '"' => break,
                    letter => field.push(letter),
                }
            }
        } else {
            while let Some(letter) = letters.next_if(|letter| !matches!(letter, ',' | '\r' | '\n' | '"')) {
                field.push(letter);
            }
        }
        record.push(field);
        match (letters.next(), letters.next_if_eq(&'\n')) {
            (Some(','), None) => {}
            (Some('\r'), Some(_)) => records.push(std::mem::take(&mut record)),
            (other, _) => return Err(format!("{other:?} behind a field")),
        }
    }
    if record.is_empty() { Ok(records) } else { Err("the last record does not end".to_owned()) }
}

/// Whether a spreadsheet takes a field for what it is: no formula, and no number that it would write otherwise.
fn is_harmless(field: &str) -> bool {
    let bare = field.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}');
    let digits: String = field.chars().filter(char::is_ascii_digit).collect();
    let looks_like_number =
        field.parse::<f64>().is_ok() && !digits.is_empty() && field.ends_with(|last: char| last.is_ascii_digit());
    if looks_like_number && !field.starts_with(['+', '.']) && !field.starts_with("-.") {
        let unsigned = field.trim_start_matches('-');
        let zero_first = unsigned.len() > 1 && unsigned.starts_with('0') && !unsigned.starts_with("0.");
        return !zero_first && !field.contains(['e', 'E']) && digits.len() <= 15;
    }
    !bare.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) && !field.starts_with(['\t', '\r', '\n'])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn another_reader_finds_every_cell_again(survey in survey()) {
        let mut table = Table::new(survey.design.to_string().as_bytes(), None).unwrap();
        let cells = rows(&mut table, &survey.responses);
        let mut exact = String::new();
        table.write_header(EXACT, &mut exact);
        exact.push_str(&written(&mut table, &survey.responses, EXACT));
        let mut safe = String::new();
        table.write_header(SAFE, &mut safe);
        let unmarked = safe.strip_prefix('\u{feff}').map(str::to_owned);
        prop_assert!(unmarked.is_some());
        let safe = unmarked.unwrap() + &written(&mut table, &survey.responses, SAFE);

        let exact = read(&exact).unwrap();
        let headings: Vec<&str> = table.columns().iter().map(|column| column.heading.as_str()).collect();
        prop_assert_eq!(&exact[0], &headings);
        prop_assert_eq!(exact.len(), cells.len() + 1);
        for (record, cells) in exact[1..].iter().zip(&cells) {
            let expected: Vec<&str> =
                table.columns().iter().map(|column| cells.get(&column.key).map_or("", String::as_str)).collect();
            prop_assert_eq!(record, &expected);
        }
        let safe = read(&safe).unwrap();
        prop_assert_eq!(safe.len(), exact.len());
        for (safe, exact) in safe.iter().flatten().zip(exact.iter().flatten()) {
            prop_assert!(is_harmless(safe), "{:?}", safe);
            let expected = if is_harmless(exact) { exact.clone() } else { format!("'{exact}") };
            prop_assert_eq!(safe, &expected);
        }
    }

    #[test]
    fn every_line_of_json_is_an_object_of_texts_keyed_by_column(survey in survey()) {
        let mut table = Table::new(survey.design.to_string().as_bytes(), None).unwrap();
        let lines = written(&mut table, &survey.responses, Format::JsonLines);
        prop_assert_eq!(lines.matches('\n').count(), survey.responses.len());
        for line in lines.split_terminator('\n') {
            let row: Value = serde_json::from_str(line).unwrap();
            for (key, cell) in row.as_object().unwrap() {
                prop_assert!(table.columns().iter().any(|column| column.key == *key));
                prop_assert!(cell.as_str().is_some_and(|cell| !cell.is_empty()));
            }
        }
    }
}

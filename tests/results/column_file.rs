//! The file of columns: what is read from it is what would be derived, and a file that does not fit is ignored.

use crate::analysis_world::AnalysisWorld;
use crate::store::{page, store, survey};
use canvass::results::store::{CellColumns, Field, Rule, Store, TextColumn};
use proptest::prelude::*;
use serde_json::json;
use std::borrow::Cow;

/// All that a store shows.
fn shown(store: &Store) -> String {
    let mut shown = format!("{:?}", store.paths());
    let rows = store.held_rows();
    let texts = |column: &TextColumn| {
        let of_row = |row| store.text_at(column, row).map(Cow::into_owned).collect();
        rows.iter().map(of_row).collect::<Vec<Vec<String>>>()
    };
    for question in (0..store.design().questions.len()).filter_map(|question| store.columns(question)) {
        shown.push_str(&format!("\n{:?}", question.answered));
        for cell in &question.cells {
            let CellColumns { row, column, options, answered, codes, picked, numbers, is_multiple, .. } = cell;
            let counts = cell.counts(rows);
            shown.push_str(&format!(
                "\n{row} {column} {options:?} {answered:?} {codes:?} {picked:?} {numbers:?} {is_multiple}"
            ));
            shown.push_str(&format!(" {counts:?} {:?} {:?}", cell.texts.present, texts(&cell.texts)));
        }
        for other in &question.others {
            shown.push_str(&format!(
                "\n{} {} {:?} {:?}",
                other.id,
                other.row,
                other.texts.present,
                texts(&other.texts)
            ));
        }
    }
    let names = ["status", "collector", "language", "mode", "custom", "email", "first_name", "last_name", "ip"];
    let named = names.map(|name| Field::parse(name).unwrap()).into_iter();
    let fields: Vec<Field> = named.chain(store.variables().map(|name| Field::Variable(name.to_owned()))).collect();
    for row in rows {
        let values: Vec<_> = fields.iter().map(|field| store.field(field, row)).collect();
        let times = (store.date_created(row), store.date_modified(row), store.seconds(row));
        let is_found = store.row_of(&store.id(row)) == Some(row);
        shown.push_str(&format!("\n{} {times:?} {values:?} {is_found}", store.id(row)));
    }
    shown.push_str(&String::from_utf8(store.page(&Rule::default(), 0, 1000).unwrap()).unwrap());
    shown
}

fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = crate::store::crc32(&bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn columns_from_their_file_are_those_that_are_derived(survey in survey(), at in 0..5_usize) {
        let (one, two) = survey.responses.split_at(at.min(survey.responses.len()));
        let mut first = store(&survey.design);
        first.put(&page(one)).unwrap();
        let segment = first.pack();
        let file = first.column_file();
        let (mut derived, mut read) = (store(&survey.design), store(&survey.design));
        derived.load(segment.clone()).unwrap();
        prop_assert!(read.load_with(segment.clone(), &file).unwrap());
        prop_assert_eq!(shown(&derived), shown(&read));
        prop_assert_eq!(&read.column_file(), &file);
        // What comes later is the same as well.
        for store in [&mut derived, &mut read] {
            store.put(&page(two)).unwrap();
            prop_assert_eq!(store.column_file().is_empty(), !two.is_empty());
        }
        prop_assert_eq!(shown(&derived), shown(&read));
        prop_assert_eq!(derived.segment(), read.segment());
        for store in [&mut derived, &mut read] {
            store.redesign(survey.design.to_string().as_bytes()).unwrap();
        }
        prop_assert_eq!(shown(&derived), shown(&read));
        prop_assert_eq!(derived.pack(), read.pack());
        prop_assert_eq!(derived.column_file(), read.column_file());
    }

    #[test]
    fn a_file_that_does_not_fit_is_ignored(survey in survey(), at: prop::sample::Index, bit in 0..8_u8, cut: prop::sample::Index) {
        let mut first = store(&survey.design);
        first.put(&page(&survey.responses)).unwrap();
        let segment = first.pack();
        let file = first.column_file();
        let mut flipped = file.clone();
        flipped[at.index(file.len())] ^= 1 << bit;
        let mut other_design = survey.design.clone();
        other_design["title"] = json!("Another title");
        let mut of_other_design = store(&other_design);
        of_other_design.load(segment.clone()).unwrap();
        let of_other_design = of_other_design.column_file();
        let mut of_other_segment = store(&survey.design);
        of_other_segment.put(&page(&[json!({ "id": "77", "date_modified": crate::store::date(5) })])).unwrap();
        of_other_segment.pack();
        let of_other_segment = of_other_segment.column_file();
        for unfit in [&flipped, &file[..cut.index(file.len())], &[][..], &of_other_design, &of_other_segment] {
            let mut read = store(&survey.design);
            prop_assert!(!read.load_with(segment.clone(), unfit).unwrap());
            prop_assert_eq!(read.held() as usize, survey.responses.len());
        }
        // With a file that fits, a damaged segment is refused all the same.
        let mut damaged = segment.clone();
        damaged[at.index(segment.len())] ^= 1 << bit;
        prop_assert!(store(&survey.design).load_with(damaged, &file).is_err());
    }

    #[test]
    fn bytes_with_a_right_checksum_never_end_the_program(survey in survey(), at: prop::sample::Index, byte: u8) {
        let mut first = store(&survey.design);
        first.put(&page(&survey.responses)).unwrap();
        let segment = first.pack();
        let file = first.column_file();
        let mut body = file[..file.len() - 4].to_vec();
        let at = at.index(body.len());
        body[at] = byte;
        let mut read = store(&survey.design);
        read.load_with(segment, &with_checksum(body)).unwrap();
        let _ = (shown(&read), read.put(&page(&survey.responses)), read.pack());
    }
}

#[test]
fn a_store_of_more_than_one_segment_has_no_file() {
    let mut store = AnalysisWorld::new(3).store();
    assert!(store.column_file().is_empty());
    let one = store.pack();
    let file = store.column_file();
    assert!(!file.is_empty());
    let mut other = AnalysisWorld::new(3).store();
    assert!(!other.load_with(one, &file).unwrap(), "It has responses already.");
    let id = store.id(0).into_owned();
    store.remove(&[id]);
    assert!(store.column_file().is_empty());
}

#[test]
fn the_format_has_a_number() {
    let mut store = AnalysisWorld::new(7).store();
    store.pack();
    let file = store.column_file();
    let version = 4 + 1 + 4 + env!("CARGO_PKG_VERSION").len();
    let sum = crate::store::crc32(&file[version..file.len() - 4]);
    assert_eq!(
        (file[4], sum),
        (3, 927_211_912),
        "The columns of the same records have changed: raise `FORMAT` in column_file.rs, and set both numbers here.",
    );
}

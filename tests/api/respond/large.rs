//! Pages that are as large as a design permits, and files of every size: what was typed is never lost.

use super::browser::{Browser, Form, form, text};
use super::{answers, asking, taken};
use crate::support::World;
use canvass::service::body_bytes_max;
use canvass::service::respond::error_response::ErrorAudience;
use canvass::spec::limits::{FORM_BODY_BYTES_MAX, OPTIONS_MAX, PAGE_CELLS_MAX, UPLOAD_BYTES_MAX};
use serde_json::{Value, json};

fn upload(heading: &str) -> Value {
    json!({ "headings": [{ "heading": heading }], "family": "open_ended", "subtype": "single",
            "display_options": { "display_type": "file_upload" } })
}

/// A world with a page of a question with a text and two with files: its link, and its form with these two files.
fn with_files(sizes: [usize; 2]) -> (World, String, impl Fn(&Browser) -> Form) {
    let world = World::new();
    let note = json!({ "headings": [{ "heading": "Note" }], "family": "open_ended", "subtype": "single" });
    let (_, collector) = asking(&world, &json!([note, upload("Front"), upload("Back")]));
    let fill = move |browser: &Browser| {
        let page = text(&browser.open());
        let mut filled = form(&browser.open());
        let note = filled.fields[1].0.clone();
        filled.set(&note, &["Taken by hand"]);
        let mut fields =
            page.split("type=\"file\" id=\"").skip(1).map(|rest| rest.split_once('"').unwrap().0.to_owned());
        filled.files = sizes.map(|size| (fields.next().unwrap(), "photo.png".to_owned(), vec![b'x'; size])).into();
        filled
    };
    (world, collector, fill)
}

#[test]
fn the_page_with_most_fields_that_a_design_may_have_can_be_sent() {
    let rows: Value = (0..OPTIONS_MAX).map(|row| json!({ "text": row.to_string() })).collect();
    let count = usize::try_from(PAGE_CELLS_MAX).unwrap() / OPTIONS_MAX;
    for (family, subtype, typed, fields) in [("open_ended", "multi", "x", 1), ("datetime", "both", "", 2)] {
        let question = json!({ "headings": [{ "heading": "Fill in" }], "family": family, "subtype": subtype,
                               "answers": { "rows": rows } });
        let world = World::new();
        let (_, collector) = asking(&world, &vec![question; count].into());
        let browser = Browser::at(&world, &collector, None);
        let mut filled = form(&browser.open());
        assert_eq!(filled.fields.len(), count * OPTIONS_MAX * fields + 1, "{subtype}");
        filled.fields.iter_mut().skip(1).for_each(|(_, value)| *value = typed.to_owned());
        let page = browser.send(&filled, "next");
        assert!(text(&page).contains("Thank you"), "{subtype}: {}", page.status);
        let stored = answers(&taken(&world, &collector)[0]);
        assert_eq!(
            stored.iter().map(|(_, answers)| answers.as_array().unwrap().len()).sum::<usize>(),
            if typed.is_empty() { 0 } else { count * OPTIONS_MAX },
            "{subtype}"
        );
    }
}

#[test]
fn every_file_of_a_page_may_have_the_size_that_the_page_names() {
    let (world, collector, fill) = with_files([UPLOAD_BYTES_MAX; 2]);
    let browser = Browser::at(&world, &collector, None);
    let page = browser.send(&fill(&browser), "next");
    assert!(text(&page).contains("Thank you"), "{}", text(&page));
    assert_eq!(answers(&taken(&world, &collector)[0]).len(), 3);
}

#[test]
fn a_file_that_is_too_large_is_named_on_the_page_with_everything_else_that_was_typed() {
    let (world, collector, fill) = with_files([FORM_BODY_BYTES_MAX - 2000, 1000]);
    let browser = Browser::at(&world, &collector, None);
    let page = browser.send(&fill(&browser), "next");
    assert_eq!(page.status, 422);
    for words in [
        "The file is too large: it may have 512 KB.",
        "value=\"Taken by hand\"",
        "<strong><bdi>photo.png</bdi></strong>",
    ] {
        assert!(text(&page).contains(words), "{words}: {}", text(&page));
    }
    assert!(text(&browser.send(&form(&page), "next")).contains("Thank you"));
    assert_eq!(answers(&taken(&world, &collector)[0]).len(), 2);
}

#[test]
fn only_survey_pages_take_bodies_of_more_than_a_megabyte_and_a_larger_one_is_refused_as_its_sender_reads_it() {
    let world = World::new();
    for (path, bytes, words) in [
        ("/r/KEY", 8_000_000, "<!DOCTYPE html>"),
        ("//r/KEY", 8_000_000, "<!DOCTYPE html>"),
        ("/v3/surveys", 1_000_000, "\"id\":\"1030\""),
        ("/account/r", 1_000_000, "\"id\":\"1030\""),
    ] {
        assert_eq!(body_bytes_max(path), bytes, "{path}");
        let refused = ErrorAudience::from_request(&world.request("POST", "", path)).too_large();
        assert_eq!(refused.status, 413, "{path}");
        assert!(text(&refused).contains(words), "{}", text(&refused));
    }
}

//! Tests by their names: in which file one stands, and whether it exists.
//!
//! `api/quota::name` is in `tests/api/quota.rs`, `edge/...` and `e2e/...` in JavaScript, `src/...` beside the code.

use std::path::{Path, PathBuf};

/// A path below the root.
pub fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The file of a test and its name.
pub fn place(test: &str) -> (String, &str) {
    let (file, name) = test.rsplit_once("::").unwrap_or_else(|| panic!("{test} is not FILE::NAME"));
    let path = match file.split('/').next() {
        Some("edge" | "e2e") => format!("tests/{file}.test.mjs"),
        Some("src") => format!("{file}.rs"),
        _ => format!("tests/{file}.rs"),
    };
    (path, name)
}

/// Whether a test exists.
pub fn exists(test: &str) -> bool {
    let (path, name) = place(test);
    let text = std::fs::read_to_string(at(&path)).unwrap_or_default();
    if path.ends_with(".mjs") {
        return text.contains(&format!("test(\"{name}\""));
    }
    let before = |at: usize| text[..at].trim_end();
    let ends = ["#[test]", "#[wasm_bindgen_test]", "#[wasm_bindgen_test]\nasync"];
    let is_test = |before: &str| ends.iter().any(|end| before.ends_with(end));
    text.match_indices(&format!("fn {name}(")).any(|(at, _)| is_test(before(at)))
}

/// The tests as links, for a cell of a table.
pub fn linked<'a>(tests: impl IntoIterator<Item = &'a &'a str>) -> String {
    let link = |test: &&str| {
        let (path, name) = place(test);
        format!("[`{name}`](../{path})")
    };
    tests.into_iter().map(link).collect::<Vec<_>>().join("<br>")
}

/// Fails when a document is not as printed; writes it anew if the environment says `UPDATE=1`.
pub fn fresh(document: &str, printed: &str, binary: &str) {
    let path = at(document);
    if std::env::var("UPDATE").is_ok_and(|value| value == "1") {
        std::fs::write(&path, printed).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == printed, "{document} is stale: run UPDATE=1 cargo test --test {binary}");
}

//! Files that are printed from the tables are fresh. `UPDATE=1 cargo test --test generated` writes them anew.

#[path = "generated/typescript.rs"]
mod typescript;

/// Compares a committed file with what the tables print now, or writes it.
fn fresh(path: &str, printed: &str) {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, printed).unwrap();
    }
    let committed = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(committed == printed, "{path} is stale: run UPDATE=1 cargo test --test generated");
}

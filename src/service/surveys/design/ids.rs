//! The ids of what a question consists of: of its options, its assigned headings, the labels of its slider.
//!
//! They are found in the JSON text that is stored. There a quotation mark within a text is escaped, so that the end of a
//! name, the colon and the beginning of a text stand together only where a member has that name.

use crate::service::store::ids::{self, IdKind};
use crate::service::store::sql::{Sql, SqlError};

/// What the name of a member that holds an id ends with, and the beginning of the id.
const ID_MARKER: &str = "id\":\"";

/// Gives an id to everything that has an empty one in the JSON texts of questions.
pub fn assign_ids(sql: &dyn Sql, questions: Vec<&mut String>) -> Result<(), SqlError> {
    let missing: usize = questions.iter().map(|text| count_empty_ids(text)).sum();
    if missing == 0 {
        return Ok(());
    }
    let mut fresh = ids::next_ids(sql, IdKind::Option, missing)?;
    for text in questions {
        *text = replace_ids(text, &mut |id| if id.is_empty() { fresh.next() } else { None });
    }
    Ok(())
}

/// Takes every id away, for a copy that gets its own.
pub fn clear_ids(text: &str) -> String {
    replace_ids(text, &mut |_| Some(String::new()))
}

/// Whether the name that the text ends with, up to its last two letters, is that of a member that holds an id.
fn is_id_member(name: &str) -> bool {
    name.ends_with(['"', '_'])
}

fn count_empty_ids(text: &str) -> usize {
    let mut missing = 0_usize;
    replace_ids(text, &mut |id| {
        missing = missing.saturating_add(usize::from(id.is_empty()));
        None
    });
    missing
}

/// The text with other ids, where there is another.
fn replace_ids(text: &str, other: &mut dyn FnMut(&str) -> Option<String>) -> String {
    let (mut changed, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, after)) = rest.split_once(ID_MARKER) {
        let end = after.find('"').unwrap_or(after.len());
        let (id, behind) = after.split_at_checked(end).unwrap_or((after, ""));
        let other = if is_id_member(before) { other(id) } else { None };
        changed.extend([before, ID_MARKER, other.as_deref().unwrap_or(id)]);
        rest = behind;
    }
    changed + rest
}

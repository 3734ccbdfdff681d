//! The ids of a question's parts: options, assigned headings, labels of a slider.
//!
//! They are found in the stored JSON text without parsing it. In JSON a quotation mark within a string is escaped, so
//! the end of a name, the colon and the start of a string can be adjacent only where a member has that name.

use crate::service::store::ids::{self, IdKind};
use crate::service::store::sql::{Sql, SqlError};

/// The end of the name of a member that contains an id, and the start of the id.
const ID_MARKER: &str = "id\":\"";

/// Assigns an id to every part with an empty one in the JSON texts of questions.
///
/// # Errors
///
/// Fails if a statement fails.
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

/// Removes every id, for a copy that gets its own.
pub fn clear_ids(text: &str) -> String {
    replace_ids(text, &mut |_| Some(String::new()))
}

/// Whether a text before [`ID_MARKER`] ends with the start of a name that is `id` or ends with `_id`.
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

/// The text with the ids that `other` replaces.
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

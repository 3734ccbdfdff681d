//! Columns, and the keys by which answers find them.

use crate::wire::order::ordered;
use serde::Serialize;

/// What a column's cells hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Content {
    /// A fact about the response.
    Metadata,
    /// A custom variable of the survey.
    Variable,
    /// The label of what was chosen.
    Choice,
    /// The label of one choice, in the rows that picked it.
    Picked,
    /// What was written.
    Text,
    /// What was written into the field beside the choices.
    Other,
    /// A date or time in US order.
    Date,
    /// The address of an uploaded file.
    File,
    /// Answers that the design has no place for, as JSON.
    Unmatched,
}

/// One column. Ids are empty where they do not apply, and then left out of what is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Column {
    /// Name of the column, made of ids: it is the same in every export of the survey.
    pub key: String,
    /// Heading for people; no two columns have the same.
    pub heading: String,
    /// Id of the question.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub question_id: String,
    /// Id of the row.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub row_id: String,
    /// Id of the choice, of a menu's column, or of the "other" option.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub choice_id: String,
    /// What the cells hold.
    pub content: Content,
}

/// The key of a column, put together from ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Key(String);

impl Key {
    /// The key of ids, outer one first; empty ones are left out.
    pub(super) fn of(ids: &[&str]) -> Key {
        let mut key = String::new();
        for id in ids.iter().filter(|id| !id.is_empty()) {
            if !key.is_empty() {
                key.push('.');
            }
            key.push_str(id);
        }
        Key(key)
    }

    /// The key of a custom variable.
    pub(super) fn variable(name: &str) -> Key {
        Key::of(&["custom_variables", name])
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Makes headings distinct: a repeated one is followed by its column's key.
pub(super) fn distinguish(columns: &mut [Column]) {
    let heading = |position: usize| columns.get(position).map_or("", |column| &column.heading);
    let order = ordered(columns.len(), &|one, other| heading(one).cmp(heading(other)));
    let mut repeated = vec![false; columns.len()];
    for pair in order.windows(2) {
        if let [one, other] = pair
            && heading(*one) == heading(*other)
        {
            for position in [*one, *other] {
                if let Some(mark) = repeated.get_mut(position) {
                    *mark = true;
                }
            }
        }
    }
    for (column, repeated) in columns.iter_mut().zip(repeated) {
        if repeated {
            column.heading.push_str(" [");
            column.heading.push_str(&column.key);
            column.heading.push(']');
        }
    }
}

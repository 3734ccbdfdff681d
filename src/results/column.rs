//! Columns: what a cell holds, which part of the design it belongs to, and what people and programs call it.

use crate::wire::order::sorted_positions;
use crate::wire::text::quote_into;

/// What a column's cells hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnContent {
    /// A fact about the response.
    Metadata,
    /// A custom variable of the survey.
    Variable,
    /// The heading that the respondent saw, of those that the question has.
    Variant,
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

impl ColumnContent {
    /// Its name in what is told of a column.
    pub fn name(self) -> &'static str {
        match self {
            ColumnContent::Metadata => "metadata",
            ColumnContent::Variable => "variable",
            ColumnContent::Variant => "variant",
            ColumnContent::Choice => "choice",
            ColumnContent::Picked => "picked",
            ColumnContent::Text => "text",
            ColumnContent::Other => "other",
            ColumnContent::Date => "date",
            ColumnContent::File => "file",
            ColumnContent::Unmatched => "unmatched",
        }
    }
}

/// One column. Ids and texts are empty where they do not apply, and then left out of what is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Name of the column, made of ids: it is the same in every export of the survey.
    pub key: String,
    /// Heading for people; no two columns have the same.
    pub heading: String,
    /// What the cells hold.
    pub content: ColumnContent,
    /// Id of the question.
    pub question_id: String,
    /// Id of the row.
    pub row_id: String,
    /// Id of the choice, of a menu's column, or of the "other" option.
    pub choice_id: String,
    /// Family of the question.
    pub family: &'static str,
    /// Subtype of the question.
    pub subtype: &'static str,
    /// The question's heading.
    pub question: String,
    /// What the row is called.
    pub row: String,
    /// What the choice, the menu's column or the "other" option is called.
    pub choice: String,
}

impl Column {
    /// A column that belongs to no question.
    pub(super) fn without_question(key: String, heading: String, content: ColumnContent) -> Column {
        Column {
            key,
            heading,
            content,
            question_id: String::new(),
            row_id: String::new(),
            choice_id: String::new(),
            family: "",
            subtype: "",
            question: String::new(),
            row: String::new(),
            choice: String::new(),
        }
    }

    /// Writes what is told of the column, as a JSON object.
    pub(super) fn write_json(&self, json: &mut String) {
        let members = [
            ("key", self.key.as_str()),
            ("heading", &self.heading),
            ("content", self.content.name()),
            ("question_id", &self.question_id),
            ("row_id", &self.row_id),
            ("choice_id", &self.choice_id),
            ("family", self.family),
            ("subtype", self.subtype),
            ("question", &self.question),
            ("row", &self.row),
            ("choice", &self.choice),
        ];
        let mut before = '{';
        for (name, value) in members.into_iter().filter(|(_, value)| !value.is_empty()) {
            json.push(before);
            quote_into(json, name);
            json.push(':');
            quote_into(json, value);
            before = ',';
        }
        json.push('}');
    }
}

/// The key of ids, outer one first; empty ones are left out.
pub(super) fn key_of(ids: &[&str]) -> String {
    let mut key = String::new();
    for id in ids.iter().filter(|id| !id.is_empty()) {
        if !key.is_empty() {
            key.push('.');
        }
        key.push_str(id);
    }
    key
}

/// Makes headings distinct: a repeated one is followed by its column's key.
pub(super) fn make_headings_unique(columns: &mut [Column]) {
    let heading = |position: usize| columns.get(position).map_or("", |column| &column.heading);
    let order = sorted_positions(columns.len(), &|one, other| heading(one).cmp(heading(other)));
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

/// A number that two lists of columns share only if their keys are the same, in the same order (FNV-1a).
pub(super) fn fingerprint_of(columns: &[Column]) -> u32 {
    let mut print = 0x811c_9dc5_u32;
    for column in columns {
        for byte in column.key.bytes().chain([0]) {
            print = (print ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    }
    print
}

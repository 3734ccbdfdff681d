//! Columns: contents of the cells, part of the design, heading and key.

use crate::wire::order::sorted_positions;
use crate::wire::text::quote_into;

/// The contents of a column's cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnContent {
    /// Metadata of the response.
    Metadata,
    /// A custom variable of the survey.
    Variable,
    /// The one of the question's headings that the respondent saw.
    Variant,
    /// The label of the choice.
    Choice,
    /// The label of one choice, in responses that selected it.
    Picked,
    /// A text.
    Text,
    /// The text in the "other" field.
    Other,
    /// A date or time in US order.
    Date,
    /// The URL of an uploaded file.
    File,
    /// Answers without a column, as JSON.
    Unmatched,
}

impl ColumnContent {
    /// Its name in the description of a column.
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

/// One column. Ids and texts that do not apply are empty, and are omitted from its JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Key of the column, built from ids: it is the same in every export of the survey.
    pub key: String,
    /// Displayed heading, unique among the columns.
    pub heading: String,
    /// Contents of the cells.
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
    /// Label of the row.
    pub row: String,
    /// Label of the choice, of a menu's column, or of the "other" option.
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

    /// Writes the description of the column as a JSON object.
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

/// The key of a list of ids, the outer one first, without empty ones.
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

/// Makes headings unique: the column's key is appended to a repeated one.
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

/// A fingerprint (FNV-1a) of the columns' keys in their order.
pub(super) fn fingerprint_of(columns: &[Column]) -> u32 {
    let mut print = 0x811c_9dc5_u32;
    for column in columns {
        for byte in column.key.bytes().chain([0]) {
            print = (print ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    }
    print
}

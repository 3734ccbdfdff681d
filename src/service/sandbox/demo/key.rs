//! The ids of a question's options: each follows from the question's own, so that no table names one.

/// A question's id as a number, from which the ids of its options follow. Positions count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuestionKey(u64);

impl QuestionKey {
    /// The key of a question with this id.
    pub const fn for_question(id: u64) -> QuestionKey {
        QuestionKey(id)
    }

    /// The question's own id.
    pub fn id(self) -> String {
        self.0.to_string()
    }

    /// The id of a choice.
    pub fn choice_id(self, position: u64) -> String {
        self.option_id(position)
    }

    /// The id of a row.
    pub fn row_id(self, position: u64) -> String {
        self.option_id(position.saturating_add(40))
    }

    /// The id of a column.
    pub fn column_id(self, position: u64) -> String {
        self.option_id(position.saturating_add(54))
    }

    /// The id of a choice in a column.
    pub fn column_choice_id(self, column: u64, position: u64) -> String {
        self.option_id(column.saturating_mul(10).saturating_add(50).saturating_add(position))
    }

    /// The id of a heading that is assigned at random, or of a label of a slider.
    pub fn label_id(self, position: u64) -> String {
        self.option_id(position.saturating_add(94))
    }

    /// The id of the room for an answer of the respondent's own.
    pub fn other_id(self) -> String {
        self.option_id(99)
    }

    fn option_id(self, slot: u64) -> String {
        self.0.saturating_mul(100).saturating_add(slot).to_string()
    }
}

//! Ids of a question's options, computed from the question's id, so that the tables contain none.

/// A question's id as a number. Positions count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuestionKey(u64);

impl QuestionKey {
    /// The key of a question with this id.
    pub const fn for_question(id: u64) -> QuestionKey {
        QuestionKey(id)
    }

    /// Id of the question.
    pub fn id(self) -> String {
        self.0.to_string()
    }

    /// Id of a choice.
    pub fn choice_id(self, position: u64) -> String {
        self.option_id(position)
    }

    /// Id of a row.
    pub fn row_id(self, position: u64) -> String {
        self.option_id(position.saturating_add(40))
    }

    /// Id of a column.
    pub fn column_id(self, position: u64) -> String {
        self.option_id(position.saturating_add(54))
    }

    /// Id of a choice in a column.
    pub fn column_choice_id(self, column: u64, position: u64) -> String {
        self.option_id(column.saturating_mul(10).saturating_add(50).saturating_add(position))
    }

    /// Id of a heading that is assigned at random, or of a label of a slider.
    pub fn label_id(self, position: u64) -> String {
        self.option_id(position.saturating_add(94))
    }

    /// Id of the "other" option.
    pub fn other_id(self) -> String {
        self.option_id(99)
    }

    fn option_id(self, slot: u64) -> String {
        self.0.saturating_mul(100).saturating_add(slot).to_string()
    }
}

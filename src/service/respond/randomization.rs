//! A question as a respondent sees it: with the heading that was drawn and the order of its options.
//!
//! `choice_counts.rs` counts how often options are chosen.

use super::choice_counts::ChoiceCounts;
use super::pages::{PageTexts, QuestionView};
use crate::service::surveys::shuffle_seed::ShuffleSeed;
use crate::spec::resources::questions::Question;

impl ShuffleSeed {
    /// The question as this respondent sees it, without number and errors.
    pub fn build_question<'a>(
        &self,
        question: &'a Question,
        counts: &ChoiceCounts,
        texts: PageTexts,
    ) -> QuestionView<'a> {
        let times_picked = |id: &str| counts.times_picked(id);
        QuestionView {
            heading: self.pick_heading(question),
            choices: self.sorted_choices(question, &times_picked),
            rows: self.sorted_rows(question, &times_picked),
            question,
            number: None,
            errors: Vec::new(),
            texts,
        }
    }
}

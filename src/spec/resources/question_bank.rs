//! TABLE. The question bank.

use crate::spec::types::Id;

resources! {
    /// A question of the bank.
    BankQuestion {
        /// Id of the question in the bank.
        question_id: Id,
        /// Text; a pair of parentheses stands where a modifier goes.
        text: String,
        /// What can be put in; none in a team's own bank.
        modifiers: Vec<Modifier>,
        /// Locales of the question, such as `en_US`; none in a team's own bank.
        locales: Vec<String>,
    }
    /// A place in a question of the bank where something can be put in.
    Modifier {
        /// Id of the modifier.
        modifier_id: Id,
        /// How its options work: `open_ended` is the only kind known.
        modifier_type: String,
        /// What can be put in.
        options: Vec<ModifierOption>,
    }
    /// What can be put in the place of a modifier.
    ModifierOption {
        /// Id of the option.
        modifier_options_id: Id,
        /// Text of the option.
        value: String,
    }
}

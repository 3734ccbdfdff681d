//! TABLE. The question bank.

use crate::spec::types::Id;

resources! {
    /// A question of the bank.
    BankQuestion {
        /// Id of the question in the bank.
        question_id: Id,
        /// Text, with a pair of parentheses at the place of each modifier.
        text: String,
        /// The modifiers; none in a team's own bank.
        modifiers: Vec<Modifier>,
        /// Locales of the question, such as `en_US`; none in a team's own bank.
        locales: Vec<String>,
    }
    /// A modifier: a variable part of a question of the bank.
    Modifier {
        /// Id of the modifier.
        modifier_id: Id,
        /// Kind; `open_ended` is the only one known.
        modifier_type: String,
        /// The options.
        options: Vec<ModifierOption>,
    }
    /// A text that can replace a modifier.
    ModifierOption {
        /// Id of the option.
        modifier_options_id: Id,
        /// Text of the option.
        value: String,
    }
}

//! TABLE. The question bank. Left out by the specification.

use super::query::Paging;
use crate::spec::resources::question_bank::BankQuestion;
use crate::spec::types::{Flag, List};

queries! {
    /// Filter of a list of questions of the bank.
    BankFilter {
        /// Locale of the questions; `en_US` if not given.
        locale: Option<String>,
        /// Text that the questions contain.
        search: Option<String>,
        /// Whether to search the team's own bank; false if not given.
        custom: Option<Flag>,
    }
}

macro_rules! question_bank {
    ($then:ident) => { $then! {
        /// Lists the questions of the bank. No scope is documented for it.
        GET "/v3/question_bank/questions" ListBankQuestions() as "question_bank.questions.list"
            query(Paging, BankFilter) needs() -> 200 List<BankQuestion>;
    } };
}
question_bank!(endpoints);

//! The question bank: the service's questions, and the team's own.

use crate::service::actor::call_context::CallContext;
use crate::service::api::dispatch::Handle;
use crate::service::store::filter::Filter;
use crate::service::store::sql::{first_row, values};
use crate::service::surveys::library::bank::{self, DEFAULT_LOCALE};
use crate::spec::endpoints::query::Paging;
use crate::spec::endpoints::question_bank::ListBankQuestions;
use crate::spec::resources::question_bank::{BankQuestion, Modifier, ModifierOption};
use crate::spec::types::List;
use crate::wire::error::ApiError;

impl Handle for ListBankQuestions {
    fn handle_request(self, context: &CallContext) -> Result<List<BankQuestion>, ApiError> {
        let (paging, query) = self.query;
        if query.custom.is_some_and(|custom| custom.0) {
            return list_team_questions(context, &paging, query.search.as_deref());
        }
        let locale = query.locale.as_deref().unwrap_or(DEFAULT_LOCALE).replace('-', "_");
        let search = query.search.unwrap_or_default().to_lowercase();
        let matching: Vec<&bank::BankEntry> = bank::QUESTIONS
            .iter()
            .filter(|question| question.locales.iter().any(|other| other.eq_ignore_ascii_case(&locale)))
            .filter(|question| question.question.heading.to_lowercase().contains(&search))
            .collect();
        let slice = context.page_range(&paging);
        let data = slice.take_rows(matching.iter()).map(|question| bank_question(question)).collect();
        Ok(context.list_envelope::<ListBankQuestions, _>(slice, data, matching.len() as u64))
    }
}

/// The team's own questions. They have no locale, so `locale` is ignored: our choice.
fn list_team_questions(
    context: &CallContext,
    paging: &Paging,
    search: Option<&str>,
) -> Result<List<BankQuestion>, ApiError> {
    let slice = context.page_range(paging);
    let mut filter = Filter::new("1", &[]);
    filter.and_contains("text", search);
    let total = first_row(
        context.sql,
        &format!("SELECT COUNT(*) AS total FROM bank_questions WHERE {}", filter.where_clause()),
        &filter.bind_values(&[]),
    )?;
    let rows = context.sql.run(
        &format!(
            "SELECT id, text
             FROM bank_questions
             WHERE {}
             ORDER BY created, id
             LIMIT ? OFFSET ?",
            filter.where_clause()
        ),
        &filter.bind_values(values![slice.limit(), slice.offset()]),
    )?;
    let data = rows.iter().map(|row| BankQuestion {
        question_id: row.text("id").into(),
        text: row.text("text"),
        modifiers: Vec::new(),
        locales: Vec::new(),
    });
    Ok(context.list_envelope::<ListBankQuestions, _>(slice, data.collect(), total.map_or(0, |row| row.count("total"))))
}

fn bank_question(question: &bank::BankEntry) -> BankQuestion {
    let modifiers = question.modifiers.iter().map(|modifier| Modifier {
        modifier_id: modifier.id.into(),
        modifier_type: bank::MODIFIER_TYPE.to_owned(),
        options: modifier
            .options
            .iter()
            .map(|(id, text)| ModifierOption { modifier_options_id: (*id).into(), value: (*text).to_owned() })
            .collect(),
    });
    BankQuestion {
        question_id: question.id.into(),
        text: question.question.heading.to_owned(),
        modifiers: modifiers.collect(),
        locales: question.locales.iter().map(|locale| (*locale).to_owned()).collect(),
    }
}

//! The question bank: the service's own, and the team's.

use crate::service::actor::context::Context;
use crate::service::api::dispatch::Handle;
use crate::service::store::filter::Filter;
use crate::service::store::sql::{first, values};
use crate::service::surveys::library::bank::{self, DEFAULT_LOCALE};
use crate::spec::endpoints::query::Paging;
use crate::spec::endpoints::question_bank::ListBankQuestions;
use crate::spec::resources::question_bank::{BankQuestion, Modifier, ModifierOption};
use crate::spec::types::List;
use crate::wire::error::ApiError;

impl Handle for ListBankQuestions {
    fn handle(self, context: &Context) -> Result<List<BankQuestion>, ApiError> {
        let (paging, query) = self.query;
        if query.custom.is_some_and(|custom| custom.0) {
            return of_the_team(context, &paging, query.search.as_deref());
        }
        let locale = query.locale.as_deref().unwrap_or(DEFAULT_LOCALE).replace('-', "_");
        let search = query.search.unwrap_or_default().to_lowercase();
        let found: Vec<&bank::BankQuestion> = bank::QUESTIONS
            .iter()
            .filter(|question| question.locales.iter().any(|known| known.eq_ignore_ascii_case(&locale)))
            .filter(|question| question.question.heading.to_lowercase().contains(&search))
            .collect();
        let slice = context.slice(&paging);
        let data = slice.cut(found.iter()).map(|question| written(question)).collect();
        Ok(context.envelope::<ListBankQuestions, _>(slice, data, found.len() as u64))
    }
}

/// The team's own bank. Its questions have no locale, so that none is asked for: our choice.
fn of_the_team(context: &Context, paging: &Paging, search: Option<&str>) -> Result<List<BankQuestion>, ApiError> {
    let slice = context.slice(paging);
    let mut filter = Filter::new("1", &[]);
    filter.and_contains("text", search);
    let total = first(
        context.sql,
        &format!("SELECT COUNT(*) AS total FROM bank_questions WHERE {}", filter.sql()),
        &filter.values(&[]),
    )?;
    let rows = context.sql.run(
        &format!(
            "SELECT id, text
             FROM bank_questions
             WHERE {}
             ORDER BY created, id
             LIMIT ? OFFSET ?",
            filter.sql()
        ),
        &filter.values(values![slice.limit(), slice.offset()]),
    )?;
    let data = rows.iter().map(|row| BankQuestion {
        question_id: row.text("id").into(),
        text: row.text("text"),
        modifiers: Vec::new(),
        locales: Vec::new(),
    });
    Ok(context.envelope::<ListBankQuestions, _>(slice, data.collect(), total.map_or(0, |row| row.count("total"))))
}

fn written(question: &bank::BankQuestion) -> BankQuestion {
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

//! The summary: the results of each question within the responses in view.

use super::question_results::count_question;
use super::write::write_question;
use crate::results::arguments::{Arguments, refuse};
use crate::results::json::JsonOut;
use crate::results::store::{Rule, Store};
use crate::wire::failure::Failure;

/// Runs `{rule?, questions?: [id], own?: {question_id: rule}}`. A question's own rule takes the place of the rule,
/// so that a chart keeps all of its bars while it filters the others.
pub(super) fn run(store: &Store, arguments: Arguments) -> Result<String, Box<Failure>> {
    let rows = arguments.rows(store)?;
    let own = arguments.member("own");
    let own = own.map(|own| own.as_object().ok_or_else(|| refuse("own", "an object"))).transpose()?;
    let mut results = Vec::new();
    for position in arguments.questions(store)? {
        let question = store.design().questions.get(position);
        let rule = own.zip(question).and_then(|(own, question)| own.get(&question.id));
        results.extend(match rule {
            Some(rule) => count_question(store, position, &store.filter(&Rule::from_value(Some(rule))?)?),
            None => count_question(store, position, &rows),
        });
    }
    Ok(JsonOut::document(|json| {
        json.member("responses", rows.count());
        json.member("all", store.rows_in_view().count());
        json.objects("questions", &results, |json, question| write_question(json, store, question));
    }))
}

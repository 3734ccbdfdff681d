//! The question bank: predefined questions whose headings have modifiers.
//!
//! A team's own bank is in its database; its questions have no modifiers.

mod questions;

pub use questions::QUESTIONS;

use super::LibraryQuestion;
use crate::service::store::sql::{Sql, first_row, values};
use crate::spec::errors::Error;
use crate::spec::payload::Decode as _;
use crate::spec::resources::questions::{ModifierPick, ModifierPicks, QuestionBankPick, QuestionNew};
use crate::wire::error::ApiError;
use crate::wire::payload;
use serde_json::{Map, Value};

/// The placeholder for a modifier in a heading.
pub const PLACEHOLDER: &str = "()";

/// The type of every modifier in the API.
pub const MODIFIER_TYPE: &str = "open_ended";

/// The locale that is used when none is given.
pub const DEFAULT_LOCALE: &str = "en_US";

/// A question of the bank.
#[derive(Debug)]
pub struct BankEntry {
    /// The id of the question.
    pub id: &'static str,
    /// The locales that it is for.
    pub locales: &'static [&'static str],
    /// The question; its heading has a [`PLACEHOLDER`] for each modifier.
    pub question: LibraryQuestion,
    /// The modifiers for the placeholders, in order.
    pub modifiers: &'static [Modifier],
}

/// The options for one placeholder of a heading.
#[derive(Debug)]
pub struct Modifier {
    /// The id of the modifier.
    pub id: &'static str,
    /// The options: id and text. An empty text means that the caller provides it.
    pub options: &'static [(&'static str, &'static str)],
}

/// The question with this id.
pub fn find_bank_question(id: &str) -> Option<&'static BankEntry> {
    QUESTIONS.iter().find(|question| question.id == id)
}

/// The picked question, as a caller would submit it.
///
/// # Errors
///
/// 1020 if there is no such question, 1002 for a modifier that does not fit.
pub fn question_from_pick(sql: &dyn Sql, pick: &QuestionBankPick) -> Result<QuestionNew, ApiError> {
    let id = pick.question_bank_question_id.as_str();
    let missing = || ApiError::with_detail(Error::NotFound, format!("The bank has no question {id}."));
    if pick.is_custom == Some(true) {
        let row = first_row(sql, "SELECT body FROM bank_questions WHERE id = ?", values![id])?.ok_or_else(missing)?;
        return payload::from_value(row.json("body")).ok_or(Error::Internal.into());
    }
    let found = find_bank_question(id).ok_or_else(missing)?;
    let picks = pick.modifier_options.as_ref().map_or_else(|| Ok(Vec::new()), parse_picks)?;
    Ok(found.question.to_question(&found.fill_heading(&picks)?))
}

/// The picked options, in any of the accepted formats.
fn parse_picks(picks: &ModifierPicks) -> Result<Vec<ModifierPick>, ApiError> {
    let fields = match picks {
        ModifierPicks::Listed(picks) => return Ok(picks.clone()),
        ModifierPicks::Keyed(fields) => fields,
    };
    let pick = |fields: &Map<String, Value>| {
        ModifierPick::of(Value::Object(fields.clone()))
            .ok_or_else(|| modifier_error("takes `modifier_options_id` for a modifier".to_owned()))
    };
    if fields.contains_key("modifier_id") {
        return Ok(vec![pick(fields)?]);
    }
    let keyed = fields.iter().map(|(id, option)| {
        let mut fields = match option {
            Value::Object(option) => option.clone(),
            option => Map::from_iter([("modifier_options_id".to_owned(), option.clone())]),
        };
        fields.insert("modifier_id".to_owned(), id.as_str().into());
        pick(&fields)
    });
    keyed.collect()
}

impl BankEntry {
    /// The heading with the first option of each modifier.
    pub fn plain_heading(&self) -> String {
        self.fill_heading(&[]).unwrap_or_default()
    }

    /// The heading with its placeholders filled in. A modifier without a pick takes its first option. Our choice.
    fn fill_heading(&self, picks: &[ModifierPick]) -> Result<String, ApiError> {
        if let Some(unknown) =
            picks.iter().find(|pick| !self.modifiers.iter().any(|modifier| modifier.id == pick.modifier_id.0))
        {
            return Err(modifier_error(format!("has no modifier {}", unknown.modifier_id.0)));
        }
        let mut parts = self.question.heading.split(PLACEHOLDER);
        let mut heading = parts.next().unwrap_or_default().to_owned();
        for modifier in self.modifiers {
            let text = modifier.option_text(picks.iter().find(|pick| pick.modifier_id.0 == modifier.id))?;
            heading.extend([text.as_str(), parts.next().unwrap_or_default()]);
        }
        Ok(heading)
    }

    /// Whether a heading and its choices are those of this question, with any text in the placeholders.
    pub fn matches_question(&self, heading: &str, choices: &[&str]) -> bool {
        let mut rest = Some(heading);
        let mut parts = self.question.heading.split(PLACEHOLDER).peekable();
        let mut begins = true;
        while let Some(part) = parts.next() {
            let last = parts.peek().is_none();
            rest = rest.and_then(|rest| match (begins, last) {
                (true, true) => (rest == part).then_some(""),
                (true, false) => rest.strip_prefix(part),
                (false, true) => rest.ends_with(part).then_some(""),
                (false, false) => rest.split_once(part).map(|(_, rest)| rest),
            });
            begins = false;
        }
        rest.is_some() && self.question.choices == choices
    }
}

impl Modifier {
    fn option_text(&self, pick: Option<&ModifierPick>) -> Result<String, ApiError> {
        let picked = match pick {
            Some(pick) => self.options.iter().find(|(id, _)| *id == pick.modifier_options_id.0),
            None => self.options.first(),
        };
        let (id, text) = picked.ok_or_else(|| modifier_error(format!("has no such option of modifier {}", self.id)))?;
        let custom = pick.and_then(|pick| pick.value.as_deref()).map(str::trim).unwrap_or_default();
        match (text.is_empty(), custom.is_empty()) {
            (true, true) => Err(modifier_error(format!("takes a `value` for option {id}"))),
            (true, false) => Ok(custom.to_owned()),
            (false, _) => Ok((*text).to_owned()),
        }
    }
}

fn modifier_error(what: String) -> ApiError {
    ApiError::with_detail(Error::BadBody, format!("`question_bank.modifier_options`: the question {what}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pick(option: &str, value: Option<&str>) -> ModifierPick {
        ModifierPick { modifier_id: "7001".into(), modifier_options_id: option.into(), value: value.map(str::to_owned) }
    }

    #[test]
    fn a_place_takes_the_option_that_was_picked_or_the_first_one() {
        let question = find_bank_question("5001").unwrap();
        assert!(question.fill_heading(&[]).unwrap().contains("our company"));
        assert!(question.fill_heading(&[pick("70013", None)]).unwrap().contains("this product"));
        assert!(question.fill_heading(&[pick("70019", Some("our café"))]).unwrap().contains("our café"));
        for bad in
            [pick("70019", Some(" ")), pick("1", None), ModifierPick { modifier_id: "1".into(), ..pick("70011", None) }]
        {
            assert_eq!(question.fill_heading(&[bad]).unwrap_err().error, Error::BadBody);
        }
    }

    #[test]
    fn a_text_that_is_filled_in_is_no_placeholder() {
        let question = QUESTIONS.iter().find(|question| question.modifiers.len() == 2).unwrap();
        let own = ModifierPick { modifier_id: "7004".into(), ..pick("70049", Some("f()")) };
        let mut expected = question.question.heading.splitn(3, PLACEHOLDER).map(str::to_owned).collect::<Vec<_>>();
        expected.insert(1, "f()".to_owned());
        expected.insert(3, "in our shop".to_owned());
        assert_eq!(question.fill_heading(&[own]).unwrap(), expected.concat());
    }

    #[test]
    fn a_question_is_known_again_by_its_words_and_choices() {
        for question in QUESTIONS {
            let heading = question.question.heading.replace(PLACEHOLDER, "whatever it is");
            assert!(question.matches_question(&heading, question.question.choices), "{heading}");
            assert!(!question.matches_question(&heading, &["other choices"]), "{heading}");
            assert!(!question.matches_question(&format!("{heading}!"), question.question.choices), "{heading}");
        }
    }
}

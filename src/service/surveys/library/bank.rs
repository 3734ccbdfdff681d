//! The question bank: what its questions say once their modifiers are filled in.
//!
//! A team's own bank is in its database: such a question is kept as it was written, without modifiers.

mod questions;

pub use questions::QUESTIONS;

use super::Question;
use crate::service::store::sql::{Sql, first, values};
use crate::spec::errors::Error;
use crate::spec::payload::Decode as _;
use crate::spec::resources::questions::{ModifierPick, ModifierPicks, QuestionBankPick, QuestionNew};
use crate::wire::error::ApiError;
use crate::wire::payload;
use serde_json::{Map, Value};

/// What stands in a heading where a modifier goes.
pub const PLACE: &str = "()";

/// How the options of every modifier work.
pub const MODIFIER_TYPE: &str = "open_ended";

/// The locale that is meant when none is given.
pub const DEFAULT_LOCALE: &str = "en_US";

/// A question of the bank.
#[derive(Debug)]
pub struct BankQuestion {
    /// Its id.
    pub id: &'static str,
    /// The locales that it is written for.
    pub locales: &'static [&'static str],
    /// The question; its heading has a [`PLACE`] for each modifier.
    pub question: Question,
    /// What goes into the places, in order.
    pub modifiers: &'static [Modifier],
}

/// What goes into one place of a heading.
#[derive(Debug)]
pub struct Modifier {
    /// Its id.
    pub id: &'static str,
    /// The options: id and text. An empty text stands for one of the caller's own.
    pub options: &'static [(&'static str, &'static str)],
}

/// The question with this id.
pub fn question(id: &str) -> Option<&'static BankQuestion> {
    QUESTIONS.iter().find(|question| question.id == id)
}

/// The question that is meant, as a caller would write it; 1020 if there is none, 1002 for a modifier that does not fit.
pub fn written(sql: &dyn Sql, pick: &QuestionBankPick) -> Result<QuestionNew, ApiError> {
    let id = pick.question_bank_question_id.as_str();
    let missing = || ApiError::with(Error::NotFound, format!("The bank has no question {id}."));
    if pick.is_custom == Some(true) {
        let row = first(sql, "SELECT body FROM bank_questions WHERE id = ?", values![id])?.ok_or_else(missing)?;
        return payload::read(row.json("body")).ok_or(Error::Internal.into());
    }
    let found = question(id).ok_or_else(missing)?;
    let picks = pick.modifier_options.as_ref().map_or_else(|| Ok(Vec::new()), picked)?;
    Ok(found.question.written(&found.heading(&picks)?))
}

/// The options picked, however they were written.
fn picked(picks: &ModifierPicks) -> Result<Vec<ModifierPick>, ApiError> {
    let fields = match picks {
        ModifierPicks::Listed(picks) => return Ok(picks.clone()),
        ModifierPicks::Keyed(fields) => fields,
    };
    let pick = |fields: &Map<String, Value>| {
        ModifierPick::of(Value::Object(fields.clone()))
            .ok_or_else(|| unfit("takes `modifier_options_id` for a modifier".to_owned()))
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

impl BankQuestion {
    /// The heading with the first option in each place.
    pub fn plain_heading(&self) -> String {
        self.heading(&[]).unwrap_or_default()
    }

    /// The heading with its places filled. A modifier for which nothing was picked takes its first option: our choice.
    fn heading(&self, picks: &[ModifierPick]) -> Result<String, ApiError> {
        if let Some(stray) = picks.iter().find(|pick| !self.modifiers.iter().any(|own| own.id == pick.modifier_id.0)) {
            return Err(unfit(format!("has no modifier {}", stray.modifier_id.0)));
        }
        let mut heading = self.question.heading.to_owned();
        for modifier in self.modifiers {
            let text = modifier.text(picks.iter().find(|pick| pick.modifier_id.0 == modifier.id))?;
            heading = heading.replacen(PLACE, &text, 1);
        }
        Ok(heading)
    }

    /// Whether a heading and its choices are this question's, whatever stands in the places.
    pub fn asks(&self, heading: &str, choices: &[&str]) -> bool {
        let mut rest = Some(heading);
        let mut parts = self.question.heading.split(PLACE).peekable();
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
    fn text(&self, pick: Option<&ModifierPick>) -> Result<String, ApiError> {
        let picked = match pick {
            Some(pick) => self.options.iter().find(|(id, _)| *id == pick.modifier_options_id.0),
            None => self.options.first(),
        };
        let (id, text) = picked.ok_or_else(|| unfit(format!("has no such option of modifier {}", self.id)))?;
        let own = pick.and_then(|pick| pick.value.as_deref()).map(str::trim).unwrap_or_default();
        match (text.is_empty(), own.is_empty()) {
            (true, true) => Err(unfit(format!("takes a `value` for option {id}"))),
            (true, false) => Ok(own.to_owned()),
            (false, _) => Ok((*text).to_owned()),
        }
    }
}

fn unfit(what: String) -> ApiError {
    ApiError::with(Error::BadBody, format!("`question_bank.modifier_options`: the question {what}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pick(option: &str, value: Option<&str>) -> ModifierPick {
        ModifierPick { modifier_id: "7001".into(), modifier_options_id: option.into(), value: value.map(str::to_owned) }
    }

    #[test]
    fn a_place_takes_the_option_that_was_picked_or_the_first_one() {
        let question = question("5001").unwrap();
        assert!(question.heading(&[]).unwrap().contains("our company"));
        assert!(question.heading(&[pick("70013", None)]).unwrap().contains("this product"));
        assert!(question.heading(&[pick("70019", Some("our café"))]).unwrap().contains("our café"));
        for bad in
            [pick("70019", Some(" ")), pick("1", None), ModifierPick { modifier_id: "1".into(), ..pick("70011", None) }]
        {
            assert_eq!(question.heading(&[bad]).unwrap_err().error, Error::BadBody);
        }
    }

    #[test]
    fn a_question_is_known_again_by_its_words_and_choices() {
        for question in QUESTIONS {
            let heading = question.question.heading.replace(PLACE, "whatever it is");
            assert!(question.asks(&heading, question.question.choices), "{heading}");
            assert!(!question.asks(&heading, &["other choices"]), "{heading}");
            assert!(!question.asks(&format!("{heading}!"), question.question.choices), "{heading}");
        }
    }
}

//! Checks the answers to one question: which fields each has, which options it names, and how many answers are
//! permitted.

use super::answer_conflicts::{FieldViolation, PreviousAnswers};
use super::design::{answer_parts, other_option};
use super::options::{QuestionOptions, check_option};
use super::texts;
use super::violation::{Reason, Violation};
use crate::service::surveys::page_texts::PageText;
use crate::spec::questions::Parts;
use crate::spec::resources::questions::Question;
use crate::spec::resources::responses::{Answer, AnswerNew, ChoiceMetadata, ResponseQuestion, ResponseQuestionNew};
use crate::spec::types::Id;
use crate::wire::url::WebUrl;

/// A question whose answers are checked.
pub struct AnswerChecker<'a> {
    question: &'a Question,
    options: QuestionOptions<'a>,
    path: &'a str,
    violations: &'a mut Vec<Violation>,
}

/// An answer with no field set.
pub const EMPTY_ANSWER: Answer = Answer {
    choice_id: None,
    row_id: None,
    col_id: None,
    other_id: None,
    text: None,
    choice_metadata: None,
    tag_data: None,
    download_url: None,
    content_type: None,
    is_correct: None,
    score: None,
    simple_text: None,
};

impl<'a> AnswerChecker<'a> {
    /// A checker for a question, which is at this path of the request body.
    pub fn new(question: &'a Question, path: &'a str, violations: &'a mut Vec<Violation>) -> AnswerChecker<'a> {
        AnswerChecker { question, options: QuestionOptions::from_question(question), path, violations }
    }

    /// The checked answers, as they are stored. Blank texts are dropped. The variant that the respondent has seen may
    /// have been removed.
    pub fn check_question(mut self, new: &ResponseQuestionNew, seen: Option<&Id>) -> ResponseQuestion {
        let (mut answers, mut before): (Vec<Answer>, PreviousAnswers) = (Vec::new(), PreviousAnswers::default());
        for (index, submitted) in new.answers.iter().flatten().enumerate() {
            if let Some(answer) = self.check_answer(index, submitted) {
                match before.find_conflict(self.question, &self.options, submitted) {
                    Some((field, reason)) => {
                        self.add_violation(&field_path(index, field), answer.row_id.as_ref(), reason)
                    }
                    None => {
                        before.add_answer(self.question, submitted);
                        answers.push(answer);
                    }
                }
            }
        }
        if let Some(reason) = texts::check_sum(self.question, &answers) {
            self.add_violation(".answers", None, reason);
        }
        if let Some(id) = &new.variable_id
            && seen != Some(id)
            && !self.variant_ids().any(|variant| variant == id)
        {
            self.add_violation(".variable_id", None, "The question has no such variant.".to_owned().into());
        }
        ResponseQuestion {
            id: self.question.id.clone(),
            variable_id: new.variable_id.clone(),
            answers,
            family: None,
            subtype: None,
            heading: None,
        }
    }

    fn variant_ids(&self) -> impl Iterator<Item = &'a Id> {
        self.question.headings.iter().filter_map(|heading| heading.random_assignment.as_ref()?.id.as_ref())
    }

    fn add_violation(&mut self, field: &str, row: Option<&Id>, reason: Reason) {
        let question = Some(self.question.id.clone());
        self.violations.push(Violation::new(format!("{}{field}", self.path), question, row.cloned(), reason));
    }

    fn check_answer(&mut self, index: usize, new: &AnswerNew) -> Option<Answer> {
        if !self.check_fields(index, new) {
            return None;
        }
        let mut answer = Answer { row_id: new.row_id.clone(), ..EMPTY_ANSWER };
        let filled = match (&new.other_id, answer_parts(self.question)) {
            (Some(id), _) => self.set_comment(id, new, &mut answer),
            (None, Parts::Nothing) => Ok(false),
            (None, Parts::Choice | Parts::RowChoice) => self.set_choice(new, &mut answer),
            (None, Parts::RowColumnChoice) => self.set_cell(new, &mut answer),
            (None, Parts::RowText | Parts::Text) => self.set_text(new, &mut answer),
            (None, Parts::File) => self.set_file(new, &mut answer),
        };
        match filled {
            Ok(filled) => filled.then_some(answer),
            Err((field, reason)) => {
                self.add_violation(&field_path(index, field), new.row_id.as_ref(), reason);
                if let Some(violation) = self.violations.last_mut() {
                    violation.is_of_other = new.other_id.is_some();
                }
                None
            }
        }
    }

    /// Whether an answer has exactly the fields of its kind of question; each field too many or missing is a violation.
    fn check_fields(&mut self, index: usize, new: &AnswerNew) -> bool {
        let kind = answer_parts(self.question);
        let comment = new.other_id.is_some();
        let every_row = other_option(self.question).is_some_and(|other| other.is_in_every_row());
        let by_row = matches!(kind, Parts::RowChoice | Parts::RowColumnChoice | Parts::RowText);
        let by_choice = matches!(kind, Parts::Choice | Parts::RowChoice | Parts::RowColumnChoice);
        let written = comment || matches!(kind, Parts::RowText | Parts::Text);
        let file = !comment && kind == Parts::File;
        // Each field: name, whether it is present, whether it is required, whether it is permitted.
        let row = if comment { every_row } else { by_row };
        let fields = [
            ("choice_id", new.choice_id.is_some(), by_choice && !comment, by_choice && !comment),
            ("row_id", new.row_id.is_some(), row, row),
            (
                "col_id",
                new.col_id.is_some(),
                kind == Parts::RowColumnChoice && !comment,
                kind == Parts::RowColumnChoice && !comment,
            ),
            ("other_id", comment, false, by_choice),
            ("text", new.text.is_some(), written, written || file),
            ("download_url", new.download_url.is_some(), file, file),
            ("content_type", new.content_type.is_some(), file, file),
        ];
        let mut fits = true;
        for (name, is, must, may) in fields {
            let reason = match (is, must, may) {
                (true, _, false) => format!("The answer cannot have `{name}`."),
                (false, true, _) => format!("The answer must have `{name}`."),
                _ => continue,
            };
            self.add_violation(&field_path(index, name), new.row_id.as_ref(), reason.into());
            fits = false;
        }
        fits
    }

    fn check_row(&self, new: &AnswerNew) -> Result<(), FieldViolation> {
        let Some(id) = &new.row_id else { return Ok(()) };
        check_option(self.options.rows.get(id), "row", |row| row.visible).map_err(|reason| ("row_id", reason))?;
        Ok(())
    }

    fn set_choice(&self, new: &AnswerNew, answer: &mut Answer) -> FillResult {
        self.check_row(new)?;
        let Some(id) = &new.choice_id else { return Ok(false) };
        let choice = check_option(self.options.choices.get(id), "choice", |choice| choice.visible);
        let choice = choice.map_err(|reason| ("choice_id", reason))?;
        let weight = choice.weight.as_ref().filter(|_| answer_parts(self.question) == Parts::RowChoice);
        answer.choice_metadata = weight.map(|weight| ChoiceMetadata { weight: weight.to_string() });
        answer.choice_id = Some(id.clone());
        Ok(true)
    }

    fn set_cell(&self, new: &AnswerNew, answer: &mut Answer) -> FillResult {
        self.check_row(new)?;
        let (Some(column), Some(id)) = (&new.col_id, &new.choice_id) else { return Ok(false) };
        let found = check_option(self.options.columns.get(column), "column", |column| column.visible);
        let found = found.map_err(|reason| ("col_id", reason))?;
        let choice = found.choices.iter().find(|choice| choice.id == *id);
        check_option(choice, "choice of the column", |choice| choice.visible)
            .map_err(|reason| ("choice_id", reason))?;
        (answer.col_id, answer.choice_id) = (Some(column.clone()), Some(id.clone()));
        Ok(true)
    }

    fn set_comment(&self, id: &Id, new: &AnswerNew, answer: &mut Answer) -> FillResult {
        self.check_row(new)?;
        let other = other_option(self.question).filter(|other| other.id == *id);
        let other = other.ok_or(("other_id", "The question has no such \"other\" option.".to_owned().into()))?;
        let text = new.text.clone().unwrap_or_default();
        if text.trim().is_empty() {
            // A comment may be empty; an answer that picks "other" must have a text.
            let reason =
                || Reason::custom_or(other.error_text.as_deref().unwrap_or_default(), PageText::NeedsText.into());
            return if other.is_choice() { Err(("text", reason())) } else { Ok(false) };
        }
        let text = texts::normalize_comment(self.question, text).map_err(|reason| ("text", reason))?;
        (answer.other_id, answer.text) = (Some(id.clone()), Some(text));
        Ok(true)
    }

    fn set_text(&self, new: &AnswerNew, answer: &mut Answer) -> FillResult {
        self.check_row(new)?;
        let text = new.text.as_deref().unwrap_or_default();
        if text.trim().is_empty() {
            return Ok(false);
        }
        let row = new.row_id.as_ref().and_then(|id| self.options.rows.get(id).copied());
        answer.text = Some(texts::normalize_text(self.question, row, text).map_err(|reason| ("text", reason))?);
        let plain = answer_parts(self.question) == Parts::Text;
        answer.tag_data = plain.then(Vec::new);
        Ok(true)
    }

    /// Sets a file answer. The file is stored elsewhere: the answer has its URL.
    fn set_file(&self, new: &AnswerNew, answer: &mut Answer) -> FillResult {
        let url = new.download_url.clone().unwrap_or_default();
        if WebUrl::parse(&url).is_none() {
            return Err(("download_url", "It must be a URL that begins with https:// or http://.".to_owned().into()));
        }
        let name = new.text.as_deref().unwrap_or(&url);
        let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).unwrap_or_default();
        let options = self.question.display_options.as_ref().and_then(|options| options.custom_options.as_ref());
        let kinds = options.and_then(|options| options.option_set.as_deref()).unwrap_or_default();
        if !kinds.is_empty()
            && !kinds.iter().any(|kind| kind.0.trim_start_matches('.').eq_ignore_ascii_case(&extension))
        {
            let kinds: Vec<&str> = kinds.iter().map(|kind| kind.0.as_str()).collect();
            return Err(("download_url", Reason::with_args(PageText::NeedsKind, &[&kinds.join(", ")])));
        }
        (answer.download_url, answer.content_type) = (Some(url), new.content_type.clone());
        answer.text = new.text.clone();
        Ok(true)
    }
}

/// Whether the answer has content.
type FillResult = Result<bool, FieldViolation>;

fn field_path(index: usize, field: &str) -> String {
    format!(".answers[{index}].{field}")
}

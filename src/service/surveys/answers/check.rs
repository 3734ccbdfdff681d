//! Checks answers against the design: first each page and question in the input, then which required questions lack an
//! answer.
//!
//! What a response has already is not checked, because the design may have changed since: a response can be written
//! back as it was read.

use super::answer_checker::AnswerChecker;
use super::design::Design;
use super::violation::Violation;
use super::{quiz, required, unoffered};
use crate::spec::limits::{ANSWERS_MAX, PAGES_MAX};
use crate::spec::resources::questions::Question;
use crate::spec::resources::responses::{
    Answer, AnswerNew, QuizResults, ResponsePage, ResponsePageNew, ResponseQuestion, ResponseQuestionNew,
};
use crate::spec::types::Id;
use crate::wire::order;
use litemap::LiteMap;
use std::collections::BTreeMap;

/// Which required questions must be answered. A question that is answered must be answered completely in any case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completeness {
    /// None of them: the response is partial.
    Nothing,
    /// Those in the input: the respondent leaves their page.
    Submitted,
    /// All of them: the response is complete.
    All,
}

/// Checked answers, as they are stored.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckedAnswers {
    /// Every page of the survey with its answered questions.
    pub pages: Vec<ResponsePage>,
    /// The score, if the survey is a quiz.
    pub quiz_results: Option<QuizResults>,
}

/// Checks answers of a respondent that are added to a response. A question in the input replaces its earlier answers,
/// or keeps all of them if those that the respondent was shown are the same; other questions keep theirs, even if they
/// no longer fit the design.
///
/// # Errors
///
/// All violations in the input, and of required questions.
pub fn merge_answers(
    design: &Design,
    before: &[ResponsePage],
    submitted: &[ResponsePageNew],
    completeness: Completeness,
) -> Result<CheckedAnswers, Vec<Violation>> {
    let mut collector = AnswerCollector::default();
    for (index, page) in submitted.iter().enumerate() {
        let Some(found) = collector.find_page(design, &[], index, &page.id) else { continue };
        for (number, question) in page.questions.iter().enumerate() {
            collector.add_question(design, found, &[], [index, number], question);
        }
    }
    // What is required must be among the options that the respondent was shown.
    collector.check_required(design, before, completeness);
    let stored = index_questions(before);
    for question in design.questions() {
        if let Some(((_, answered), stored)) = collector.named.get_mut(&question.id).zip(stored.get(&question.id)) {
            unoffered::keep_unoffered(question, &stored.answers, &mut answered.answers);
        }
    }
    collector.merge_checked(design, before.to_vec())
}

/// Checks answers against a design, question by question.
#[derive(Default)]
pub struct AnswerCollector {
    named: AnswersByQuestion,
    /// The questions that the input leaves as they are.
    unchanged: LiteMap<Id, ()>,
    violations: Vec<Violation>,
}

/// The id of a page in the input, and the questions that the design has on it.
pub type FoundPage<'a> = (&'a Id, &'a [Question]);

impl AnswerCollector {
    /// The page with the id of the page at this index of the input. An id that is neither in the design nor in the
    /// previous answers is a violation.
    pub fn find_page<'a>(
        &mut self,
        design: &'a Design,
        before: &[ResponsePage],
        index: usize,
        id: &'a Id,
    ) -> Option<FoundPage<'a>> {
        let of_design = design.find_page(id).map(|page| page.questions.as_slice());
        let gone = || before.iter().any(|page| page.id == *id).then_some([].as_slice());
        let found = of_design.or_else(gone);
        let found = found.filter(|_| index < PAGES_MAX);
        if found.is_none() {
            let reason = match index < PAGES_MAX {
                true => format!("The survey has no page {}.", id.0).into(),
                false => format!("A survey has at most {PAGES_MAX} pages.").into(),
            };
            self.violations.push(Violation::new(format!("pages[{index}].id"), None, None, reason));
        }
        found.map(|questions| (id, questions))
    }

    /// Checks the question at these indexes of the input against its page, unless its previous answers are the same.
    pub fn add_question(
        &mut self,
        design: &Design,
        found: FoundPage,
        before: &[ResponsePage],
        [page, index]: [usize; 2],
        question: &ResponseQuestionNew,
    ) {
        let mut stored = before.iter().flat_map(|page| &page.questions);
        let stored = stored.find(|stored| stored.id == question.id);
        let is_repeated = self.named.contains_key(&question.id) || self.unchanged.contains_key(&question.id);
        if !is_repeated && stored.is_some_and(|stored| is_unchanged(question, stored)) {
            self.unchanged.insert(question.id.clone(), ());
            return;
        }
        let path = format!("pages[{page}].questions[{index}]");
        let mut refuse = |reason: String| {
            let question = Some(question.id.clone());
            self.violations.push(Violation::new(format!("{path}.id"), question, None, reason.into()));
        };
        let is_gone = || !design.questions().any(|other| other.id == question.id && other.visible);
        let is_empty = question.answers.iter().flatten().next().is_none();
        match find_question(found, &question.id) {
            // The answers to a question that is gone can still be erased.
            Err(_) if !is_repeated && stored.is_some() && is_empty && is_gone() => {
                let erased = stored.map(|stored| ResponseQuestion { answers: Vec::new(), ..stored.clone() });
                self.named.extend(erased.map(|erased| (question.id.clone(), (path, erased))));
            }
            Err(reason) => refuse(reason),
            Ok(_) if question.answers.iter().flatten().count() > ANSWERS_MAX => {
                refuse(format!("A question has at most {ANSWERS_MAX} answers."));
            }
            Ok(_) if is_repeated => refuse("The question occurs more than once.".to_owned()),
            Ok(design) => {
                let seen = stored.and_then(|stored| stored.variable_id.as_ref());
                let answered = AnswerChecker::new(design, &path, &mut self.violations).check_question(question, seen);
                self.named.insert(question.id.clone(), (path, answered));
            }
        }
    }

    /// Excuses the questions without previous answers from requiring one.
    pub fn leave_unanswered(&mut self, design: &Design, before: &[ResponsePage]) {
        let answered = index_questions(before);
        let missing = design.questions().map(|question| &question.id).filter(|id| !answered.contains_key(id));
        self.unchanged.extend(missing.map(|id| (id.clone(), ())));
    }

    /// Removes the previous answers that the input does not contain, because it replaces all.
    pub fn retain_unchanged(&self, before: &mut [ResponsePage]) {
        for page in before {
            page.questions.retain(|question| self.unchanged.contains_key(&question.id));
        }
    }

    /// The checked answers merged with the previous ones.
    ///
    /// # Errors
    ///
    /// All violations of the input, and of required questions.
    pub fn finish_check(
        mut self,
        design: &Design,
        before: Vec<ResponsePage>,
        completeness: Completeness,
    ) -> Result<CheckedAnswers, Vec<Violation>> {
        self.check_required(design, &before, completeness);
        self.merge_checked(design, before)
    }

    fn check_required(&mut self, design: &Design, before: &[ResponsePage], completeness: Completeness) {
        let stored = index_questions(before);
        let refused = order::collect_set(
            self.violations.iter().filter_map(|violation| violation.question.as_ref().map(|id| id.0.clone())),
        );
        for question in design.questions().filter(|question| question.visible) {
            let named = self.named.get(&question.id);
            let path = named.map(|(path, _)| path.as_str());
            let demanded = match completeness {
                Completeness::Nothing => false,
                Completeness::Submitted => path.is_some(),
                Completeness::All => true,
            };
            let answered = named.map(|(_, answered)| answered).or(stored.get(&question.id).copied());
            let answers = answered.map(|answered| answered.answers.as_slice()).unwrap_or_default();
            // A question whose answers were refused gets no second violation; one answered earlier and not in the input
            // is not checked.
            let is_left = path.is_none() && (!answers.is_empty() || self.unchanged.contains_key(&question.id));
            if !refused.contains(&question.id.0) && !is_left {
                let path = path.unwrap_or("pages");
                self.violations.extend(required::check_required(question, answers, demanded, path));
            }
        }
    }

    fn merge_checked(self, design: &Design, before: Vec<ResponsePage>) -> Result<CheckedAnswers, Vec<Violation>> {
        if !self.violations.is_empty() {
            return Err(self.violations);
        }
        let mut pages = merge_pages(design, before, self.named);
        let quiz_results = design.quiz.is_some().then(|| quiz::score_quiz(design, &mut pages));
        Ok(CheckedAnswers { pages, quiz_results })
    }
}

/// The required questions that have no answer on these pages.
pub fn missing_answers(design: &Design, pages: &[ResponsePage]) -> Vec<Violation> {
    let answered = index_questions(pages);
    let mut missing = Vec::new();
    for question in design.questions().filter(|question| question.visible) {
        if answered.get(&question.id).is_none_or(|answered| answered.answers.is_empty()) {
            missing.extend(required::check_required(question, &[], true, "pages"));
        }
    }
    missing
}

/// Questions in the input by id: the path and the checked answers.
type AnswersByQuestion = BTreeMap<Id, (String, ResponseQuestion)>;

fn find_question<'a>((page, questions): FoundPage<'a>, id: &Id) -> Result<&'a Question, String> {
    let question = questions.iter().find(|question| question.id == *id);
    match question {
        None => Err(format!("Page {} has no question {}.", page.0, id.0)),
        Some(question) if !question.visible => Err("The question was deleted.".to_owned()),
        Some(question) => Ok(question),
    }
}

/// Whether the answers to a question in the input are those that are stored.
fn is_unchanged(new: &ResponseQuestionNew, stored: &ResponseQuestion) -> bool {
    let given = new.answers.as_deref().unwrap_or_default();
    let same = |(new, stored): (&AnswerNew, &Answer)| {
        let options = new.choice_id == stored.choice_id && new.row_id == stored.row_id && new.col_id == stored.col_id;
        let file = new.download_url == stored.download_url && new.content_type == stored.content_type;
        options && file && new.other_id == stored.other_id && new.text == stored.text
    };
    new.variable_id == stored.variable_id
        && given.len() == stored.answers.len()
        && given.iter().zip(&stored.answers).all(same)
}

fn index_questions(pages: &[ResponsePage]) -> LiteMap<&Id, &ResponseQuestion> {
    order::collect_list_map(pages.iter().flat_map(|page| &page.questions).map(|question| (&question.id, question)))
}

/// The pages as they are stored: those of the design in its order, each with its answered questions, then the answers
/// on pages that are no longer in the design.
fn merge_pages(design: &Design, before: Vec<ResponsePage>, mut named: AnswersByQuestion) -> Vec<ResponsePage> {
    let design_ids = order::collect_list_set(design.questions().map(|question| &question.id));
    // Questions that left the design keep their answers, on the page where they were answered.
    let (mut old, mut lost) = (AnswersByQuestion::new(), Vec::new());
    for ResponsePage { id, questions } in before {
        let mut gone = Vec::new();
        for question in questions {
            match design_ids.contains_key(&question.id) {
                true => _ = old.insert(question.id.clone(), (String::new(), question)),
                false if named.contains_key(&question.id) => {}
                false => gone.push(question),
            }
        }
        lost.push(ResponsePage { id, questions: gone });
    }
    let mut pages: Vec<ResponsePage> = Vec::with_capacity(design.pages.len());
    for page in design.pages.iter() {
        let mut questions = Vec::new();
        for question in &page.questions {
            let earlier = old.remove(&question.id).map(|(_, answered)| answered);
            let mut answered = named.remove(&question.id).map(|(_, answered)| answered);
            if let Some(answered) = &mut answered
                && answered.variable_id.is_none()
            {
                // Other answers do not change which heading the respondent saw.
                answered.variable_id = earlier.as_ref().and_then(|earlier| earlier.variable_id.clone());
            }
            let answered = answered.or(earlier);
            questions.extend(answered.filter(|answered| !answered.answers.is_empty()));
        }
        for own in lost.iter_mut().filter(|own| own.id == page.id) {
            questions.append(&mut own.questions);
        }
        pages.push(ResponsePage { id: page.id.clone(), questions });
    }
    pages.extend(lost.into_iter().filter(|page| !page.questions.is_empty()));
    pages
}

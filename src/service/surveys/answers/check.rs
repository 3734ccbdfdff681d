//! Checks answers against the design: first each page and question in the input, then which required questions lack an
//! answer.

use super::answer_checker::AnswerChecker;
use super::design::{Design, DesignPage};
use super::violation::Violation;
use super::{quiz, required};
use crate::spec::resources::questions::Question;
use crate::spec::resources::responses::{
    QuizResults, ResponsePage, ResponsePageNew, ResponseQuestion, ResponseQuestionNew,
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

/// Checks answers that are added to a response. A question in the input replaces its earlier answers; other questions
/// keep theirs, even if they no longer fit the design.
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
        let Some(design_page) = collector.find_page(design, index, &page.id) else { continue };
        for (number, question) in page.questions.iter().enumerate() {
            collector.add_question(design_page, [index, number], question);
        }
    }
    collector.finish_check(design, before.to_vec(), completeness)
}

/// Checks answers against a design, question by question.
#[derive(Default)]
pub struct AnswerCollector {
    named: AnswersByQuestion,
    violations: Vec<Violation>,
}

impl AnswerCollector {
    /// The page of the design with the id of the page at this index of the input. An unknown id is a violation.
    pub fn find_page<'a>(&mut self, design: &'a Design, index: usize, id: &Id) -> Option<&'a DesignPage> {
        let design_page = design.find_page(id);
        if design_page.is_none() {
            let reason = format!("The survey has no page {}.", id.0).into();
            self.violations.push(Violation { path: format!("pages[{index}].id"), question: None, row: None, reason });
        }
        design_page
    }

    /// Checks the question at these indexes of the input against its page of the design.
    pub fn add_question(
        &mut self,
        design_page: &DesignPage,
        [page, index]: [usize; 2],
        question: &ResponseQuestionNew,
    ) {
        let path = format!("pages[{page}].questions[{index}]");
        let mut refuse = |reason: String| {
            let question = Some(question.id.clone());
            self.violations.push(Violation { path: format!("{path}.id"), question, row: None, reason: reason.into() });
        };
        match find_question(design_page, &question.id) {
            Err(reason) => refuse(reason),
            Ok(_) if self.named.contains_key(&question.id) => refuse("The question occurs more than once.".to_owned()),
            Ok(design) => {
                let answered = AnswerChecker::new(design, &path, &mut self.violations).check_question(question);
                self.named.insert(question.id.clone(), (path, answered));
            }
        }
    }

    /// The checked answers merged with the previous ones.
    ///
    /// # Errors
    ///
    /// All violations of the input, and of required questions.
    pub fn finish_check(
        self,
        design: &Design,
        before: Vec<ResponsePage>,
        completeness: Completeness,
    ) -> Result<CheckedAnswers, Vec<Violation>> {
        let AnswerCollector { named, mut violations } = self;
        let paths: LiteMap<Id, String> =
            order::collect_list_map(named.iter().map(|(id, (path, _))| (id.clone(), path.clone())));
        let mut pages = merge_pages(design, before, named);
        let answered = index_questions(&pages);
        let refused = order::collect_set(
            violations.iter().filter_map(|violation| violation.question.as_ref().map(|id| id.0.clone())),
        );
        for question in design.questions().filter(|question| question.visible) {
            let path = paths.get(&question.id).map(String::as_str);
            let demanded = match completeness {
                Completeness::Nothing => false,
                Completeness::Submitted => path.is_some(),
                Completeness::All => true,
            };
            let answers = answered.get(&question.id).map(|answered| answered.answers.as_slice()).unwrap_or_default();
            // A question whose answers were refused gets no second violation; one answered earlier and not in the input
            // is not checked.
            if !refused.contains(&question.id.0) && (path.is_some() || answers.is_empty()) {
                violations.extend(required::check_required(question, answers, demanded, path.unwrap_or("pages")));
            }
        }
        if !violations.is_empty() {
            return Err(violations);
        }
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

fn find_question<'a>(page: &'a DesignPage, id: &Id) -> Result<&'a Question, String> {
    let question = page.questions.iter().find(|question| question.id == *id);
    match question {
        None => Err(format!("Page {} has no question {}.", page.id.0, id.0)),
        Some(question) if !question.visible => Err("The question was deleted.".to_owned()),
        Some(question) => Ok(question),
    }
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

//! Answers against the design: every page and question that is named, then what must be answered at all.

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
use std::collections::BTreeMap;

/// Which of the required questions must be answered. A question that is answered must be so in full in any case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completeness {
    /// None of them: the response is not complete.
    Nothing,
    /// Those that are named in what is given: the respondent leaves their page.
    Submitted,
    /// All of them: the response is complete.
    All,
}

/// Answers that fit the design, as they are stored.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckedAnswers {
    /// Every page of the survey with the questions that are answered.
    pub pages: Vec<ResponsePage>,
    /// The score, if the survey is a quiz.
    pub quiz_results: Option<QuizResults>,
}

/// Checks answers that join those of a response: a question that is named loses its earlier answers, a question
/// that is not named keeps them, even where they no longer fit the design.
pub fn merge_answers(
    design: &Design,
    before: &[ResponsePage],
    given: &[ResponsePageNew],
    demand: Completeness,
) -> Result<CheckedAnswers, Vec<Violation>> {
    let mut naming = AnswerCollector::default();
    for (place, page) in given.iter().enumerate() {
        let Some(known) = naming.find_page(design, place, &page.id) else { continue };
        for (number, question) in page.questions.iter().enumerate() {
            naming.add_question(known, [place, number], question);
        }
    }
    naming.finish_check(design, before.to_vec(), demand)
}

/// Answers that are being held against a design, question by question.
#[derive(Default)]
pub struct AnswerCollector {
    named: AnswersByQuestion,
    problems: Vec<Violation>,
}

impl AnswerCollector {
    /// The page of the design that is named at a place of what is given, if there is one.
    pub fn find_page<'a>(&mut self, design: &'a Design, place: usize, id: &Id) -> Option<&'a DesignPage> {
        let known = design.find_page(id);
        if known.is_none() {
            let reason = format!("The survey has no page {}.", id.0).into();
            self.problems.push(Violation { path: format!("pages[{place}].id"), question: None, row: None, reason });
        }
        known
    }

    /// Takes the question at a place of what is given: on which page, and where there.
    pub fn add_question(&mut self, known: &DesignPage, [page, place]: [usize; 2], question: &ResponseQuestionNew) {
        let path = format!("pages[{page}].questions[{place}]");
        let mut refuse = |reason: String| {
            let question = Some(question.id.clone());
            self.problems.push(Violation { path: format!("{path}.id"), question, row: None, reason: reason.into() });
        };
        match find_question(known, &question.id) {
            Err(reason) => refuse(reason),
            Ok(_) if self.named.contains_key(&question.id) => {
                refuse("The question is named more than once.".to_owned())
            }
            Ok(design) => {
                let answered = AnswerChecker::new(design, &path, &mut self.problems).check_question(question);
                self.named.insert(question.id.clone(), (path, answered));
            }
        }
    }

    /// What the answers come to, beside those that were there before; or all that is wrong.
    pub fn finish_check(
        self,
        design: &Design,
        before: Vec<ResponsePage>,
        demand: Completeness,
    ) -> Result<CheckedAnswers, Vec<Violation>> {
        let AnswerCollector { named, mut problems } = self;
        let paths: BTreeMap<Id, String> =
            order::collect_map(named.iter().map(|(id, (path, _))| (id.clone(), path.clone())));
        let mut pages = merge_pages(design, before, named);
        let answered = index_questions(&pages);
        let refused = order::collect_set(problems.iter().filter_map(|problem| problem.question.clone()));
        for question in design.questions().filter(|question| question.visible) {
            let path = paths.get(&question.id).map(String::as_str);
            let demanded = match demand {
                Completeness::Nothing => false,
                Completeness::Submitted => path.is_some(),
                Completeness::All => true,
            };
            let answers = answered.get(&question.id).map(|answered| answered.answers.as_slice()).unwrap_or_default();
            // What was refused is not complained of a second time, and what was answered before is left alone.
            if !refused.contains(&question.id) && (path.is_some() || answers.is_empty()) {
                problems.extend(required::check_required(question, answers, demanded, path.unwrap_or("pages")));
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let quiz_results = design.quiz.is_some().then(|| quiz::score_quiz(design, &mut pages));
        Ok(CheckedAnswers { pages, quiz_results })
    }
}

/// A question that is named: where, and with which answers.
type AnswersByQuestion = BTreeMap<Id, (String, ResponseQuestion)>;

fn find_question<'a>(page: &'a DesignPage, id: &Id) -> Result<&'a Question, String> {
    let question = page.questions.iter().find(|question| question.id == *id);
    match question {
        None => Err(format!("Page {} has no question {}.", page.id.0, id.0)),
        Some(question) if !question.visible => Err("The question was deleted.".to_owned()),
        Some(question) => Ok(question),
    }
}

fn index_questions(pages: &[ResponsePage]) -> BTreeMap<&Id, &ResponseQuestion> {
    order::collect_map(pages.iter().flat_map(|page| &page.questions).map(|question| (&question.id, question)))
}

/// The pages as they are stored: those of the design in its order, each with what is answered on it, and at the
/// end what was answered on pages that are gone.
fn merge_pages(design: &Design, before: Vec<ResponsePage>, mut named: AnswersByQuestion) -> Vec<ResponsePage> {
    let known = order::collect_set(design.questions().map(|question| &question.id));
    let (mut old, mut lost) = (BTreeMap::new(), Vec::new());
    for ResponsePage { id, questions } in before {
        let mut gone = Vec::new();
        for question in questions {
            match known.contains(&question.id) {
                true => _ = old.insert(question.id.clone(), question),
                false => gone.push(question),
            }
        }
        lost.push(ResponsePage { id, questions: gone });
    }
    let mut pages: Vec<ResponsePage> = Vec::with_capacity(design.pages.len());
    for page in &design.pages {
        let mut questions = Vec::new();
        for question in &page.questions {
            let earlier = old.remove(&question.id);
            let now = named.remove(&question.id).map(|(_, answered)| answered);
            questions.extend(now.or(earlier).filter(|answered| !answered.answers.is_empty()));
        }
        for own in lost.iter_mut().filter(|own| own.id == page.id) {
            questions.append(&mut own.questions);
        }
        pages.push(ResponsePage { id: page.id.clone(), questions });
    }
    pages.extend(lost.into_iter().filter(|page| !page.questions.is_empty()));
    pages
}

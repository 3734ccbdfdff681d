//! Answers against the design: every page and question that is named, then what must be answered at all.

use super::cells::Answering;
use super::design::{Design, DesignPage};
use super::problem::Problem;
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
pub enum Demand {
    /// None of them: the response is not complete.
    Nothing,
    /// Those that are named in what is given: the respondent leaves their page.
    Named,
    /// All of them: the response is complete.
    All,
}

/// Answers that fit the design, as they are stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    /// Every page of the survey with the questions that are answered.
    pub pages: Vec<ResponsePage>,
    /// The score, if the survey is a quiz.
    pub quiz_results: Option<QuizResults>,
}

/// Checks answers that join those of a response: a question that is named loses its earlier answers, a question
/// that is not named keeps them, even where they no longer fit the design.
pub fn merge(
    design: &Design,
    before: &[ResponsePage],
    given: &[ResponsePageNew],
    demand: Demand,
) -> Result<Checked, Vec<Problem>> {
    let mut naming = Naming::default();
    for (place, page) in given.iter().enumerate() {
        let Some(known) = naming.page(design, place, &page.id) else { continue };
        for (number, question) in page.questions.iter().enumerate() {
            naming.question(known, [place, number], question);
        }
    }
    naming.finish(design, before.to_vec(), demand)
}

/// Answers that are being held against a design, question by question.
#[derive(Default)]
pub struct Naming {
    named: Named,
    problems: Vec<Problem>,
}

impl Naming {
    /// The page of the design that is named at a place of what is given, if there is one.
    pub fn page<'a>(&mut self, design: &'a Design, place: usize, id: &Id) -> Option<&'a DesignPage> {
        let known = design.page(id);
        if known.is_none() {
            let reason = format!("The survey has no page {}.", id.0).into();
            self.problems.push(Problem { path: format!("pages[{place}].id"), question: None, row: None, reason });
        }
        known
    }

    /// Takes the question at a place of what is given: on which page, and where there.
    pub fn question(&mut self, known: &DesignPage, [page, place]: [usize; 2], question: &ResponseQuestionNew) {
        let path = format!("pages[{page}].questions[{place}]");
        let mut refuse = |reason: String| {
            let question = Some(question.id.clone());
            self.problems.push(Problem { path: format!("{path}.id"), question, row: None, reason: reason.into() });
        };
        match found(known, &question.id) {
            Err(reason) => refuse(reason),
            Ok(_) if self.named.contains_key(&question.id) => {
                refuse("The question is named more than once.".to_owned())
            }
            Ok(design) => {
                let answered = Answering::new(design, &path, &mut self.problems).answered(question);
                self.named.insert(question.id.clone(), (path, answered));
            }
        }
    }

    /// What the answers come to, beside those that were there before; or all that is wrong.
    pub fn finish(self, design: &Design, before: Vec<ResponsePage>, demand: Demand) -> Result<Checked, Vec<Problem>> {
        let Naming { named, mut problems } = self;
        let paths: BTreeMap<Id, String> = order::map(named.iter().map(|(id, (path, _))| (id.clone(), path.clone())));
        let mut pages = merged(design, before, named);
        let answered = by_id(&pages);
        let refused = order::set(problems.iter().filter_map(|problem| problem.question.clone()));
        for question in design.questions().filter(|question| question.visible) {
            let path = paths.get(&question.id).map(String::as_str);
            let demanded = match demand {
                Demand::Nothing => false,
                Demand::Named => path.is_some(),
                Demand::All => true,
            };
            let answers = answered.get(&question.id).map(|answered| answered.answers.as_slice()).unwrap_or_default();
            // What was refused is not complained of a second time, and what was answered before is left alone.
            if !refused.contains(&question.id) && (path.is_some() || answers.is_empty()) {
                problems.extend(required::problem(question, answers, demanded, path.unwrap_or("pages")));
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let quiz_results = design.quiz.is_some().then(|| quiz::score(design, &mut pages));
        Ok(Checked { pages, quiz_results })
    }
}

/// A question that is named: where, and with which answers.
type Named = BTreeMap<Id, (String, ResponseQuestion)>;

fn found<'a>(page: &'a DesignPage, id: &Id) -> Result<&'a Question, String> {
    let question = page.questions.iter().find(|question| question.id == *id);
    match question {
        None => Err(format!("Page {} has no question {}.", page.id.0, id.0)),
        Some(question) if !question.visible => Err("The question was deleted.".to_owned()),
        Some(question) => Ok(question),
    }
}

fn by_id(pages: &[ResponsePage]) -> BTreeMap<&Id, &ResponseQuestion> {
    order::map(pages.iter().flat_map(|page| &page.questions).map(|question| (&question.id, question)))
}

/// The pages as they are stored: those of the design in its order, each with what is answered on it, and at the
/// end what was answered on pages that are gone.
fn merged(design: &Design, before: Vec<ResponsePage>, mut named: Named) -> Vec<ResponsePage> {
    let known = order::set(design.questions().map(|question| &question.id));
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

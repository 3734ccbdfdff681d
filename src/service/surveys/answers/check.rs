//! Answers against the design: every page and question that is named, then what must be answered at all.

use super::cells::Answering;
use super::design::{Design, DesignPage};
use super::problem::Problem;
use super::{quiz, required};
use crate::spec::resources::questions::Question;
use crate::spec::resources::responses::{QuizResults, ResponsePage, ResponsePageNew, ResponseQuestion};
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

/// Checks the answers of a new response.
pub fn check(design: &Design, given: &[ResponsePageNew], demand: Demand) -> Result<Checked, Vec<Problem>> {
    merge(design, &[], given, demand)
}

/// Checks answers that join those of a response: a question that is named loses its earlier answers, a question
/// that is not named keeps them, even where they no longer fit the design.
pub fn merge(
    design: &Design,
    before: &[ResponsePage],
    given: &[ResponsePageNew],
    demand: Demand,
) -> Result<Checked, Vec<Problem>> {
    let mut problems = Vec::new();
    let named = named(design, given, &mut problems);
    let mut pages = merged(design, before, &named);
    let answered = by_id(&pages);
    for question in design.questions().filter(|question| question.visible) {
        let demanded = match demand {
            Demand::Nothing => false,
            Demand::Named => named.contains_key(&question.id),
            Demand::All => true,
        };
        let path = named.get(&question.id).map(|(path, _)| path.as_str());
        let answers = answered.get(&question.id).map(|answered| answered.answers.as_slice()).unwrap_or_default();
        // What was refused is not complained of a second time, and what was answered before is left alone.
        let refused = problems.iter().any(|problem: &Problem| problem.question.as_ref() == Some(&question.id));
        if !refused && (path.is_some() || answers.is_empty()) {
            problems.extend(required::problem(question, answers, demanded, path.unwrap_or("pages")));
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let quiz_results = design.quiz.is_some().then(|| quiz::score(design, &mut pages));
    Ok(Checked { pages, quiz_results })
}

/// A question that is named: where, and with which answers.
type Named = BTreeMap<Id, (String, ResponseQuestion)>;

fn named(design: &Design, given: &[ResponsePageNew], problems: &mut Vec<Problem>) -> Named {
    let mut named = Named::new();
    for (place, page) in given.iter().enumerate() {
        let path = format!("pages[{place}]");
        let Some(known) = design.page(&page.id) else {
            let reason = format!("The survey has no page {}.", page.id.0).into();
            problems.push(Problem { path: format!("{path}.id"), question: None, row: None, reason });
            continue;
        };
        for (place, question) in page.questions.iter().enumerate() {
            let path = format!("{path}.questions[{place}]");
            let mut refuse = |reason: String| {
                let question = Some(question.id.clone());
                problems.push(Problem { path: format!("{path}.id"), question, row: None, reason: reason.into() });
            };
            match found(known, &question.id) {
                Err(reason) => refuse(reason),
                Ok(_) if named.contains_key(&question.id) => refuse("The question is named more than once.".to_owned()),
                Ok(design) => {
                    let answered = Answering::new(design, &path, problems).answered(question);
                    named.insert(question.id.clone(), (path, answered));
                }
            }
        }
    }
    named
}

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
fn merged(design: &Design, before: &[ResponsePage], named: &Named) -> Vec<ResponsePage> {
    let mut old = by_id(before);
    let known = order::set(design.questions().map(|question| &question.id));
    let gone = |page: &Id| -> Vec<ResponseQuestion> {
        let own = before.iter().filter(|before| before.id == *page).flat_map(|before| &before.questions);
        own.filter(|question| !known.contains(&question.id)).cloned().collect()
    };
    let kept = design.pages.iter().map(|page| {
        let mut questions = Vec::new();
        for question in &page.questions {
            let earlier = old.remove(&question.id);
            let now = named.get(&question.id).map(|(_, answered)| answered);
            questions.extend(now.or(earlier).filter(|answered| !answered.answers.is_empty()).cloned());
        }
        questions.extend(gone(&page.id));
        ResponsePage { id: page.id.clone(), questions }
    });
    let mut pages: Vec<ResponsePage> = kept.collect();
    let lost = before.iter().filter(|page| design.page(&page.id).is_none());
    let lost = lost.map(|page| ResponsePage { id: page.id.clone(), questions: gone(&page.id) });
    pages.extend(lost.filter(|page| !page.questions.is_empty()));
    pages
}

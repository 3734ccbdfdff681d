//! The way through a survey: which page is shown, and where a page that was filled in leads.

use super::pages::ending::{self, Refusal, Trouble};
use super::pages::fields::{Go, PASSWORD, TICKET};
use super::respondent::{Respondent, Taking};
use super::save::Saving;
use super::survey::{Shown, Survey};
use super::ticket::{self, Ticket};
use super::{Visit, body, broken, end, gate, proof};
use crate::service::store::attempts::Guess;
use crate::service::store::password;
use crate::service::surveys::answers::{Demand, DesignPage, Problem};
use crate::service::surveys::recipients;
use crate::service::surveys::words::Word;
use crate::spec::attempts::SURVEY;
use crate::spec::resources::collectors::EditResponseType;
use crate::spec::resources::responses::{ResponsePage, ResponseStatus};
use crate::wire::form::Form;
use crate::wire::http::Response;

/// The page on which a respondent stands.
pub fn show(visit: Visit) -> Result<Response, Refusal> {
    let survey = Survey::load(visit, None)?;
    if let Some(recipient) = visit.link.recipient.as_ref().filter(|_| visit.request.method == "GET") {
        recipients::clicked(visit.ground(), recipient).map_err(broken)?;
    }
    if !survey.gate.authenticates() {
        let respondent = Respondent::of(visit);
        return stand(&survey, &respondent, survey.ticket(&respondent)?);
    }
    match (proof::known(visit)?, closed(&survey, None)) {
        (Some(respondent), _) => stand(&survey, &respondent, survey.ticket(&respondent)?),
        (None, Some(closed)) => Ok(closed),
        (None, None) => proof::ask(&survey),
    }
}

/// The page on which a respondent stands who is known.
fn stand(survey: &Survey, respondent: &Respondent, ticket: Ticket) -> Result<Response, Refusal> {
    let taking = Taking::load(survey.visit, &respondent.taking)?;
    if let Some(closed) = closed(survey, taking.as_ref()) {
        return Ok(closed);
    }
    match taking {
        Some(taking) if taking.is_done() && repeats(survey) => {
            let anew = Respondent::fresh(survey.visit);
            begin(survey, Ticket { taking: anew.taking, word: anew.word, ..ticket })
        }
        Some(taking) if taking.is_done() && !editable(survey, &taking) => end::finished(survey, respondent, &taking),
        Some(taking) => {
            let notice = if taking.is_done() { Word::Reopened } else { Word::Resumed };
            let page = survey.page(Some(&taking.page_id))?;
            at(survey, &ticket, Some(&taking), page, Some(notice))
        }
        None => begin(survey, ticket),
    }
}

/// The first page for somebody who was not here before, or the question for the password.
fn begin(survey: &Survey, ticket: Ticket) -> Result<Response, Refusal> {
    if survey.gate.is_full() {
        return Ok(end::closed(survey));
    }
    match survey.gate.password() {
        Some(_) => ask_password(survey, &ticket, None),
        None => at(survey, &ticket, None, survey.page(None)?, None),
    }
}

fn ask_password(survey: &Survey, ticket: &Ticket, trouble: Option<Trouble>) -> Result<Response, Refusal> {
    let sealed = survey.sealed(ticket)?;
    Ok(ending::password(&survey.frame(None), &survey.title, &survey.visit.action(), &sealed, trouble))
}

/// A page as the respondent left it.
fn at(
    survey: &Survey,
    ticket: &Ticket,
    taking: Option<&Taking>,
    page: &DesignPage,
    notice: Option<Word>,
) -> Result<Response, Refusal> {
    let answered = match taking.filter(|taking| !taking.response_id.is_empty()) {
        Some(taking) => super::save::record(survey.visit, &taking.response_id, page)?.pages,
        None => Vec::new(),
    };
    let fields = survey.left(page, taking, &answered);
    let notice = notice.map_or("", |notice| survey.tongue().say(notice));
    survey.sheet(ticket, &Shown { page, fields, problems: &[], notice })
}

/// Whether a respondent who has finished may begin anew: on a shared address that says so. Whoever shows who they are
/// responds once.
fn repeats(survey: &Survey) -> bool {
    survey.visit.link.recipient.is_none() && survey.gate.repeats() && !survey.gate.authenticates()
}

/// Whether a respondent who has finished may change the answers.
fn editable(survey: &Survey, taking: &Taking) -> bool {
    let completed = taking.status == ResponseStatus::Completed && !taking.response_id.is_empty();
    completed && survey.gate.edits() == EditResponseType::Always
}

/// What those see whom the collector does not let in. Whoever has begun may finish when it has become full meanwhile.
fn closed(survey: &Survey, taking: Option<&Taking>) -> Option<Response> {
    let now = survey.visit.now;
    let may_finish = taking.is_some_and(|taking| !taking.is_done()) && survey.gate.is_full();
    let closed = survey.gate.is_over(now) || (survey.gate.is_closed(now) && !may_finish);
    closed.then(|| end::closed(survey))
}

/// Why a password does not open the survey, if it does not.
fn opens(survey: &Survey, given: &str) -> Result<Option<Trouble>, Refusal> {
    let Some(stored) = survey.gate.password() else { return Ok(None) };
    let visit = survey.visit;
    let guess = Guess { rules: &SURVEY, of: &survey.gate.id, client: visit.client() };
    if guess.wait(visit.ground()).map_err(broken)?.is_some() {
        return Ok(Some(Trouble::Exhausted));
    }
    let checked = password::check(visit.outside, visit.service.config.cost, given, Some(stored), visit.random)?;
    if !checked.fits {
        guess.failed(visit.ground()).map_err(broken)?;
        return Ok(Some(Trouble::Wrong));
    }
    if let Some(raised) = checked.raised {
        gate::keep_password(visit.sql, &survey.gate.id, &raised).map_err(broken)?;
    }
    Ok(None)
}

/// A page that was filled in, or the password.
pub fn submit(visit: Visit) -> Result<Response, Refusal> {
    let fields = body::read(visit.request)?;
    let ticket = ticket::open(&visit.service.config, fields.text(TICKET), visit.now);
    let ticket = ticket.filter(|ticket| ticket.link == *visit.link).ok_or(Refusal::StartAgain)?;
    let survey = Survey::load(visit, Some(&ticket.language))?;
    let taking = Taking::load(visit, &ticket.taking)?;
    if let Some(closed) = closed(&survey, taking.as_ref()) {
        return Ok(closed);
    }
    let Some(shown) = ticket.page.clone() else {
        if survey.gate.authenticates() && ticket.address.is_empty() {
            return match proof::submit(&survey, &ticket, &fields)? {
                Ok(respondent) => {
                    let (taking, address) = (respondent.taking.clone(), respondent.address.clone());
                    stand(&survey, &respondent, Ticket { taking, address, ..ticket })
                }
                Err(page) => Ok(page),
            };
        }
        return match opens(&survey, fields.text(PASSWORD))? {
            None => at(&survey, &ticket, None, survey.page(None)?, None),
            trouble => ask_password(&survey, &ticket, trouble),
        };
    };
    let page = survey.page(Some(&shown))?;
    if let Some(taking) = &taking {
        if taking.is_done() && !editable(&survey, taking) {
            let respondent = ticket.respondent();
            return end::finished(&survey, &respondent, taking);
        }
        // Answers that may never be changed are left alone once their page is saved.
        if survey.gate.edits() == EditResponseType::Never && taking.page_id != shown {
            return at(&survey, &ticket, Some(taking), survey.page(Some(&taking.page_id))?, Some(Word::Resumed));
        }
    }
    // The page that was filled in is gone: nobody has seen the one that stands in its place.
    if page.id.as_str() != shown {
        let stands = survey.page(taking.as_ref().map(|taking| taking.page_id.as_str()))?;
        return at(&survey, &ticket, taking.as_ref(), stands, Some(Word::Changed));
    }
    let go = Go::of(&fields);
    let saving = Saving::begin(&survey, &ticket, page, taking, fields)?;
    if go == Go::Next { onwards(&survey, &ticket, saving) } else { aside(&survey, &ticket, saving, go) }
}

/// To the next page or to the end, if the answers are as they must be.
fn onwards(survey: &Survey, ticket: &Ticket, mut saving: Saving) -> Result<Response, Refusal> {
    let page = saving.page;
    if let Err(problems) = saving.take(Demand::Named) {
        let fields = saving.fields_again();
        // A file would have to be picked again: so it is kept, and with it what else is right.
        if saving.has_files() && saving.take_rest(&problems) {
            saving.store(Some(page), ResponseStatus::Partial)?;
        }
        return survey.sheet(ticket, &Shown { page, fields, problems: &problems, notice: "" });
    }
    if let Some(next) = survey.beside(page, Go::Next) {
        let (taking, pages) = saving.store(Some(next), ResponseStatus::Partial)?;
        return reached(survey, ticket, &taking, &pages, next, &[]);
    }
    match saving.lacks() {
        problems if problems.is_empty() => {
            let (taking, _) = saving.store(None, ResponseStatus::Completed)?;
            let respondent = ticket.respondent();
            end::finished(survey, &respondent, &taking)
        }
        problems => {
            let lacking = problems.iter().find_map(|problem| {
                let id = problem.question.as_ref()?;
                survey.design.pages.iter().find(|page| page.questions.iter().any(|question| question.id == *id))
            });
            let lacking = lacking.unwrap_or(page);
            let (taking, pages) = saving.store(Some(lacking), ResponseStatus::Partial)?;
            reached(survey, ticket, &taking, &pages, lacking, &problems)
        }
    }
}

/// Back a page, or out of the survey. What cannot be saved as it is waits on the page.
fn aside(survey: &Survey, ticket: &Ticket, mut saving: Saving, go: Go) -> Result<Response, Refusal> {
    let page = saving.page;
    if let Err(problems) = saving.take(Demand::Nothing) {
        saving.take_rest(&problems);
    }
    let before = survey.beside(page, go).filter(|_| survey.gate.edits() != EditResponseType::Never);
    let stands = before.unwrap_or(page);
    let (taking, pages) = saving.store(Some(stands), ResponseStatus::Partial)?;
    if go == Go::Exit {
        let respondent = ticket.respondent();
        let (heading, words) = (survey.tongue().say(Word::Left), survey.tongue().say(Word::LeftMeans));
        return Ok(ending::says(&survey.frame(Some(&respondent)), 200, heading, words));
    }
    reached(survey, ticket, &taking, &pages, stands, &[])
}

/// A page to which a form has led.
fn reached(
    survey: &Survey,
    ticket: &Ticket,
    taking: &Taking,
    answered: &[ResponsePage],
    page: &DesignPage,
    problems: &[Problem],
) -> Result<Response, Refusal> {
    if taking.status == ResponseStatus::Overquota {
        return Ok(end::closed(survey));
    }
    let fields: Form = survey.left(page, Some(taking), answered);
    survey.sheet(ticket, &Shown { page, fields, problems, notice: "" })
}

//! The survey behind an address: its design, its words, its collector, and a page of it as one respondent sees it.

use super::form;
use super::gate::{Gate, origin};
use super::order::Seed;
use super::pages::ending::Refusal;
use super::pages::fields::{self, Go};
use super::pages::frame::Frame;
use super::pages::sheet::Sheet;
use super::pages::{Complaint, takes_a_file};
use super::paper::{Paper, Part};
use super::picked::Picked;
use super::respondent::{Respondent, Taking};
use super::speech::{LANGUAGE, Speech, Translating};
use super::ticket::{self, Ticket};
use super::{Visit, broken};
use crate::service::store::sql::{first, values};
use crate::service::surveys::answers::{Design, DesignPage, Problem, parts};
use crate::service::surveys::words::{Tongue, Word};
use crate::spec::questions::Parts;
use crate::spec::resources::collectors::EditResponseType;
use crate::spec::resources::questions::Question;
use crate::spec::resources::responses::ResponsePage;
use crate::wire::form::Form;
use crate::wire::http::Response;
use crate::wire::order;
use serde_json::Value;
use std::collections::VecDeque;

/// Name of the parameter with a value for the response.
const CUSTOM_VALUE: &str = "c";

/// A survey that is being taken.
pub struct Survey<'a> {
    /// The request.
    pub visit: Visit<'a>,
    /// The collector.
    pub gate: Gate,
    /// The design.
    pub design: Design,
    /// Title.
    pub title: String,
    /// The survey's own language, as far as there are words in it.
    own: Tongue,
    speech: Speech,
    body: Value,
}

/// A page as it is to be shown.
pub struct Shown<'a> {
    /// The page.
    pub page: &'a DesignPage,
    /// What stands in its fields.
    pub fields: Form,
    /// What is wrong with them.
    pub problems: &'a [Problem],
    /// A sentence above the questions.
    pub notice: &'a str,
}

impl<'a> Survey<'a> {
    /// The survey of the request's address, in the language that a form says, or in the respondent's.
    pub fn load(visit: Visit<'a>, language: Option<&str>) -> Result<Survey<'a>, Refusal> {
        let gate = Gate::of(visit.sql, visit.link).map_err(broken)?.ok_or(Refusal::Nothing)?;
        let row = first(
            visit.sql,
            "SELECT title, language, body
             FROM surveys
             WHERE id = ?",
            values![gate.survey_id.as_str()],
        );
        let row = row.map_err(broken)?.ok_or(Refusal::Nothing)?;
        let spoken = Translating::load(visit, &gate.survey_id, &row.text("language"), language)?;
        let (mut speech, design) = spoken.ok_or(Refusal::Nothing)?;
        let (mut title, mut body) = (row.text("title"), row.json("body"));
        speech.survey(visit, &gate.survey_id, &mut title, &mut body).map_err(broken)?;
        Ok(Survey { visit, gate, design, title, own: Tongue::of([row.text("language").as_str()]), speech, body })
    }

    /// Language.
    pub fn language(&self) -> &str {
        &self.speech.language
    }

    /// Language of the words around the survey's texts.
    pub fn tongue(&self) -> Tongue {
        self.speech.tongue
    }

    /// The frame of the survey's pages, with the respondent's cookie.
    pub fn frame(&self, respondent: Option<&Respondent>) -> Frame {
        let footer = self.body.get("footer").and_then(Value::as_bool);
        let shows_name = footer != Some(false) && self.gate.truth("/is_branding_enabled") != Some(false);
        Frame {
            language: self.speech.language.clone(),
            tongue: self.tongue(),
            preview: self.visit.link.preview.is_some(),
            title: self.title.clone(),
            home: shows_name.then(|| format!("{}/", self.visit.service.config.auth_origin)),
            embeddable: self.gate.is_embeddable(),
            leads_to: self.gate.leads_to().into_iter().filter_map(origin).map(str::to_owned).collect(),
            cookie: respondent.and_then(|respondent| respondent.cookie(self.visit)),
        }
    }

    /// The ticket of a respondent who was not here before, with what the address carries for the response.
    pub fn ticket(&self, respondent: &Respondent) -> Result<Ticket, Refusal> {
        let pairs = crate::wire::query::decode(&self.visit.request.query).map_err(|_| Refusal::Unreadable)?;
        let short = |value: &str| value.chars().take(crate::spec::limits::CUSTOM_VALUE_MAX).collect::<String>();
        let of = |name: &str| pairs.iter().find(|(known, _)| known == name).map(|(_, value)| short(value));
        let variables = self.design.variables.iter();
        Ok(Ticket {
            link: self.visit.link.clone(),
            taking: respondent.taking.clone(),
            page: None,
            begun: self.visit.now,
            custom_value: of(CUSTOM_VALUE).unwrap_or_default(),
            variables: order::map(variables.filter_map(|name| Some((name.clone(), of(name)?)))),
            word: respondent.word.clone(),
            address: respondent.address.clone(),
            language: self.speech.language.clone(),
        })
    }

    /// What the address must carry so that it leads to such a ticket again.
    pub fn carried(&self, ticket: &Ticket) -> Vec<(String, String)> {
        let value = [(CUSTOM_VALUE, &ticket.custom_value), (LANGUAGE, &ticket.language)];
        let value = value.into_iter().filter(|(_, value)| !value.is_empty());
        let value = value.map(|(name, value)| (name.to_owned(), value.clone()));
        ticket.variables.clone().into_iter().chain(value).collect()
    }

    /// The ticket, sealed.
    pub fn sealed(&self, ticket: &Ticket) -> Result<String, Refusal> {
        ticket::seal(&self.visit.service.config, ticket, self.visit.random).ok_or(Refusal::Broken)
    }

    /// The page with an id; the first one if it was deleted or none is given.
    pub fn page(&self, id: Option<&str>) -> Result<&DesignPage, Refusal> {
        let found = self.design.pages.iter().find(|page| Some(page.id.as_str()) == id);
        found.or(self.design.pages.first()).ok_or(Refusal::Nothing)
    }

    /// The page at a distance from another; none beyond either end.
    pub fn beside(&self, page: &DesignPage, go: Go) -> Option<&DesignPage> {
        let at = self.design.pages.iter().position(|known| known.id == page.id)?;
        match go {
            Go::Next => self.design.pages.get(at.saturating_add(1)),
            Go::Previous => self.design.pages.get(at.checked_sub(1)?),
            Go::Exit => None,
        }
    }

    /// The fields of a page as they were left: what could not be saved, or what was answered.
    pub fn left(&self, page: &DesignPage, taking: Option<&Taking>, answered: &[ResponsePage]) -> Form {
        if let Some(draft) = taking.and_then(|taking| taking.draft(page.id.as_str())) {
            return draft;
        }
        let unnamed = self.tongue().say(Word::YourFile);
        let mut fields = Form::default();
        for question in page.questions.iter().filter(|question| question.visible) {
            let answers = answered.iter().flat_map(|page| &page.questions).filter(|known| known.id == question.id);
            answers.for_each(|known| form::fill(&mut fields, question, &known.answers, unnamed));
        }
        fields
    }

    /// A page as the respondent sees it.
    pub fn sheet(&self, ticket: &Ticket, shown: &Shown) -> Result<Response, Refusal> {
        let page = shown.page;
        let ticket = Ticket { page: Some(page.id.0.clone()), begun: self.visit.now, ..ticket.clone() };
        let respondent = ticket.respondent();
        let visible = || page.questions.iter().filter(|question| question.visible);
        let picked = Picked::load(self.visit, &self.gate.survey_id, visible())?;
        let mut number = self.number(page);
        let parts: VecDeque<Part> = visible()
            .map(|question| Part {
                number: (parts(question) != Parts::Nothing).then(|| {
                    number = number.saturating_add(1);
                    number
                }),
                complaints: complaints(question, shown.problems, self.tongue()),
                question: question.clone(),
            })
            .collect();
        let complaints: Vec<(Option<usize>, Complaint)> = parts
            .iter()
            .flat_map(|part| part.complaints.iter().map(|complaint| (part.number, complaint.clone())))
            .collect();
        // A language is picked before anything is answered: to change it then would lose what was typed.
        let begins = self.visit.request.method != "POST" && shown.notice.is_empty();
        let languages = if begins { self.speech.others(self.visit) } else { Vec::new() };
        let at = self.design.pages.iter().position(|known| known.id == page.id).unwrap_or(0);
        let sheet = Sheet {
            survey: &self.title,
            action: &self.visit.action(),
            ticket: &self.sealed(&ticket)?,
            number: at.saturating_add(1),
            count: self.design.pages.len(),
            title: &page.title,
            description: &page.description,
            complaints: &complaints,
            takes_a_file: visible().any(takes_a_file),
            notice: shown.notice,
            languages: &languages,
            buttons: &self.buttons(page),
        };
        let paper = Paper {
            page: sheet.page(&self.frame(Some(&respondent))),
            parts,
            fields: shown.fields.clone(),
            seed: Seed(ticket.taking),
            picked,
            tongue: self.tongue(),
            html: String::new(),
            rows: 0,
        };
        Ok(Box::new(paper).page(self.visit.pieces))
    }

    /// How many questions that take an answer stand on the pages before one.
    fn number(&self, page: &DesignPage) -> usize {
        let before = self.design.pages.iter().take_while(|known| known.id != page.id);
        let questions = before.flat_map(|page| &page.questions);
        questions.filter(|question| question.visible && parts(question) != Parts::Nothing).count()
    }

    /// The buttons: in the survey's words, if they are others than those that it has anyway.
    fn buttons(&self, page: &DesignPage) -> Vec<(Go, String)> {
        let words = |name: &str| {
            self.body.pointer(&format!("/buttons_text/{name}")).and_then(Value::as_str).unwrap_or_default()
        };
        let named = |name: &str, word: Word| {
            let own = if words(name) == self.own.say(word) { "" } else { words(name) };
            self.tongue().or(own, word)
        };
        let last = self.beside(page, Go::Next).is_none();
        let first = self.beside(page, Go::Previous).is_none();
        let onwards = if last { named("done_button", Word::Done) } else { named("next_button", Word::Next) };
        let mut buttons = vec![(Go::Next, onwards)];
        if !first && self.gate.edits() != EditResponseType::Never {
            buttons.push((Go::Previous, named("prev_button", Word::Previous)));
        }
        let exit = words("exit_button");
        if !exit.is_empty() {
            buttons.push((Go::Exit, exit.to_owned()));
        }
        buttons
    }
}

/// What is wrong with a question, each at the field that it is about.
fn complaints(question: &Question, problems: &[Problem], tongue: Tongue) -> Vec<Complaint> {
    let field = fields::of(&question.id);
    let own = problems.iter().filter(|problem| problem.question.as_ref() == Some(&question.id));
    let mut complaints: Vec<Complaint> = Vec::new();
    for problem in own {
        let field = problem.row.as_ref().map_or_else(|| field.clone(), |row| fields::within(&field, row));
        let complaint = Complaint { field, message: problem.reason.say(tongue) };
        if !complaints.iter().any(|known| known.field == complaint.field) {
            complaints.push(complaint);
        }
    }
    complaints
}

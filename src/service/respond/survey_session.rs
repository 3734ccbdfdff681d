//! The survey behind an address: its design, its words, its collector, and a page of it as one respondent sees it.

use super::choice_counts::ChoiceCounts;
use super::collector_settings::{CollectorSettings, web_origin};
use super::form;
use super::form_token::{self, FormToken};
use super::locale::{LANGUAGE_PARAM, SurveyLocale, Translating};
use super::page_render::{PageRender, PendingQuestion};
use super::pages::fields::{self, PageButton};
use super::pages::frame::PageFrame;
use super::pages::status_pages::RespondError;
use super::pages::survey_page::SurveyPage;
use super::pages::{FieldError, takes_a_file};
use super::randomization::ShuffleSeed;
use super::respondent::{Progress, Respondent};
use super::{RespondContext, internal_error};
use crate::service::store::sql::{first_row, values};
use crate::service::surveys::answers::{Design, DesignPage, Violation, answer_parts};
use crate::service::surveys::messages::{Locale, MessageKey};
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
const CUSTOM_VALUE_PARAM: &str = "c";

/// A survey that is being taken.
pub struct SurveySession<'a> {
    /// The request.
    pub visit: RespondContext<'a>,
    /// The collector.
    pub collector: CollectorSettings,
    /// The design.
    pub design: Design,
    /// Title.
    pub title: String,
    /// The survey's own language, as far as there are words in it.
    own_locale: Locale,
    survey_locale: SurveyLocale,
    body: Value,
}

/// A page as it is to be shown.
pub struct PageView<'a> {
    /// The page.
    pub page: &'a DesignPage,
    /// What stands in its fields.
    pub fields: Form,
    /// What is wrong with them.
    pub problems: &'a [Violation],
    /// A sentence above the questions.
    pub notice: &'a str,
}

impl<'a> SurveySession<'a> {
    /// The survey of the request's address, in the language that a form says, or in the respondent's.
    pub fn load(visit: RespondContext<'a>, language: Option<&str>) -> Result<SurveySession<'a>, RespondError> {
        let gate = CollectorSettings::load_for_link(visit.sql, visit.link)
            .map_err(internal_error)?
            .ok_or(RespondError::NotFound)?;
        let row = first_row(
            visit.sql,
            "SELECT title, language, body
             FROM surveys
             WHERE id = ?",
            values![gate.survey_id.as_str()],
        );
        let row = row.map_err(internal_error)?.ok_or(RespondError::NotFound)?;
        let spoken = Translating::load(visit, &gate.survey_id, &row.text("language"), language)?;
        let (mut speech, design) = spoken.ok_or(RespondError::NotFound)?;
        let (mut title, mut body) = (row.text("title"), row.json("body"));
        speech.translate_survey(visit, &gate.survey_id, &mut title, &mut body).map_err(internal_error)?;
        Ok(SurveySession {
            visit,
            collector: gate,
            design,
            title,
            own_locale: Locale::from_codes([row.text("language").as_str()]),
            survey_locale: speech,
            body,
        })
    }

    /// Language.
    pub fn language(&self) -> &str {
        &self.survey_locale.language
    }

    /// Language of the words around the survey's texts.
    pub fn locale(&self) -> Locale {
        self.survey_locale.locale
    }

    /// The frame of the survey's pages, with the respondent's cookie.
    pub fn page_frame(&self, respondent: Option<&Respondent>) -> PageFrame {
        let footer = self.body.get("footer").and_then(Value::as_bool);
        let shows_name = footer != Some(false) && self.collector.bool_setting("/is_branding_enabled") != Some(false);
        PageFrame {
            language: self.survey_locale.language.clone(),
            locale: self.locale(),
            preview: self.visit.link.preview.is_some(),
            title: self.title.clone(),
            home: shows_name.then(|| format!("{}/", self.visit.service.config.auth_origin)),
            embeddable: self.collector.is_embeddable(),
            redirect_targets: self
                .collector
                .redirect_targets()
                .into_iter()
                .filter_map(web_origin)
                .map(str::to_owned)
                .collect(),
            cookie: respondent.and_then(|respondent| respondent.set_cookie(self.visit)),
        }
    }

    /// The ticket of a respondent who was not here before, with what the address carries for the response.
    pub fn new_token(&self, respondent: &Respondent) -> Result<FormToken, RespondError> {
        let pairs =
            crate::wire::query::decode_query(&self.visit.request.query).map_err(|_| RespondError::MalformedForm)?;
        let short = |value: &str| value.chars().take(crate::spec::limits::CUSTOM_VALUE_MAX).collect::<String>();
        let of = |name: &str| pairs.iter().find(|(known, _)| known == name).map(|(_, value)| short(value));
        let variables = self.design.variables.iter();
        Ok(FormToken {
            link: self.visit.link.clone(),
            taking: respondent.taking.clone(),
            page: None,
            begun: self.visit.now,
            custom_value: of(CUSTOM_VALUE_PARAM).unwrap_or_default(),
            variables: order::collect_map(variables.filter_map(|name| Some((name.clone(), of(name)?)))),
            word: respondent.word.clone(),
            address: respondent.address.clone(),
            language: self.survey_locale.language.clone(),
        })
    }

    /// What the address must carry so that it leads to such a ticket again.
    pub fn link_params(&self, ticket: &FormToken) -> Vec<(String, String)> {
        let value = [(CUSTOM_VALUE_PARAM, &ticket.custom_value), (LANGUAGE_PARAM, &ticket.language)];
        let value = value.into_iter().filter(|(_, value)| !value.is_empty());
        let value = value.map(|(name, value)| (name.to_owned(), value.clone()));
        ticket.variables.clone().into_iter().chain(value).collect()
    }

    /// The ticket, sealed.
    pub fn seal_token(&self, ticket: &FormToken) -> Result<String, RespondError> {
        form_token::seal_token(&self.visit.service.config, ticket, self.visit.random).ok_or(RespondError::InternalError)
    }

    /// The page with an id; the first one if it was deleted or none is given.
    pub fn find_page(&self, id: Option<&str>) -> Result<&DesignPage, RespondError> {
        let found = self.design.pages.iter().find(|page| Some(page.id.as_str()) == id);
        found.or(self.design.pages.first()).ok_or(RespondError::NotFound)
    }

    /// The page at a distance from another; none beyond either end.
    pub fn adjacent_page(&self, page: &DesignPage, go: PageButton) -> Option<&DesignPage> {
        let at = self.design.pages.iter().position(|known| known.id == page.id)?;
        match go {
            PageButton::Next => self.design.pages.get(at.saturating_add(1)),
            PageButton::Previous => self.design.pages.get(at.checked_sub(1)?),
            PageButton::Exit => None,
        }
    }

    /// The fields of a page as they were left: what could not be saved, or what was answered.
    pub fn saved_fields(&self, page: &DesignPage, taking: Option<&Progress>, answered: &[ResponsePage]) -> Form {
        if let Some(draft) = taking.and_then(|taking| taking.draft_fields(page.id.as_str())) {
            return draft;
        }
        let unnamed = self.locale().message(MessageKey::YourFile);
        let mut fields = Form::default();
        for question in page.questions.iter().filter(|question| question.visible) {
            let answers = answered.iter().flat_map(|page| &page.questions).filter(|known| known.id == question.id);
            answers.for_each(|known| form::fill_form(&mut fields, question, &known.answers, unnamed));
        }
        fields
    }

    /// A page as the respondent sees it.
    pub fn render_page(&self, ticket: &FormToken, shown: &PageView) -> Result<Response, RespondError> {
        let page = shown.page;
        let ticket = FormToken { page: Some(page.id.0.clone()), begun: self.visit.now, ..ticket.clone() };
        let respondent = ticket.respondent();
        let visible = || page.questions.iter().filter(|question| question.visible);
        let picked = ChoiceCounts::load(self.visit, &self.collector.survey_id, visible())?;
        let mut number = self.questions_before(page);
        let parts: VecDeque<PendingQuestion> = visible()
            .map(|question| PendingQuestion {
                number: (answer_parts(question) != Parts::Nothing).then(|| {
                    number = number.saturating_add(1);
                    number
                }),
                errors: field_errors(question, shown.problems, self.locale()),
                question: question.clone(),
            })
            .collect();
        let complaints: Vec<(Option<usize>, FieldError)> = parts
            .iter()
            .flat_map(|part| part.errors.iter().map(|complaint| (part.number, complaint.clone())))
            .collect();
        // A language is picked before anything is answered: to change it then would lose what was typed.
        let begins = self.visit.request.method != "POST" && shown.notice.is_empty();
        let languages = if begins { self.survey_locale.other_languages(self.visit) } else { Vec::new() };
        let at = self.design.pages.iter().position(|known| known.id == page.id).unwrap_or(0);
        let sheet = SurveyPage {
            survey: &self.title,
            action: &self.visit.form_action(),
            ticket: &self.seal_token(&ticket)?,
            number: at.saturating_add(1),
            count: self.design.pages.len(),
            title: &page.title,
            description: &page.description,
            errors: &complaints,
            takes_a_file: visible().any(takes_a_file),
            notice: shown.notice,
            languages: &languages,
            buttons: &self.page_buttons(page),
        };
        let paper = PageRender {
            skeleton: sheet.render_page(&self.page_frame(Some(&respondent))),
            pending: parts,
            fields: shown.fields.clone(),
            seed: ShuffleSeed(ticket.taking),
            choice_counts: picked,
            locale: self.locale(),
            html: String::new(),
            rows: 0,
        };
        Ok(Box::new(paper).render_piece(self.visit.chunked_work))
    }

    /// How many questions that take an answer stand on the pages before one.
    fn questions_before(&self, page: &DesignPage) -> usize {
        let before = self.design.pages.iter().take_while(|known| known.id != page.id);
        let questions = before.flat_map(|page| &page.questions);
        questions.filter(|question| question.visible && answer_parts(question) != Parts::Nothing).count()
    }

    /// The buttons: in the survey's words, if they are others than those that it has anyway.
    fn page_buttons(&self, page: &DesignPage) -> Vec<(PageButton, String)> {
        let words = |name: &str| {
            self.body.pointer(&format!("/buttons_text/{name}")).and_then(Value::as_str).unwrap_or_default()
        };
        let named = |name: &str, word: MessageKey| {
            let own = if words(name) == self.own_locale.message(word) { "" } else { words(name) };
            self.locale().text_or(own, word)
        };
        let last = self.adjacent_page(page, PageButton::Next).is_none();
        let first = self.adjacent_page(page, PageButton::Previous).is_none();
        let onwards =
            if last { named("done_button", MessageKey::Done) } else { named("next_button", MessageKey::Next) };
        let mut buttons = vec![(PageButton::Next, onwards)];
        if !first && self.collector.edit_policy() != EditResponseType::Never {
            buttons.push((PageButton::Previous, named("prev_button", MessageKey::Previous)));
        }
        let exit = words("exit_button");
        if !exit.is_empty() {
            buttons.push((PageButton::Exit, exit.to_owned()));
        }
        buttons
    }
}

/// What is wrong with a question, each at the field that it is about.
fn field_errors(question: &Question, problems: &[Violation], tongue: Locale) -> Vec<FieldError> {
    let field = fields::question_field(&question.id);
    let own = problems.iter().filter(|problem| problem.question.as_ref() == Some(&question.id));
    let mut complaints: Vec<FieldError> = Vec::new();
    for problem in own {
        let field = problem.row.as_ref().map_or_else(|| field.clone(), |row| fields::nested_field(&field, row));
        let complaint = FieldError { field, message: problem.reason.localize(tongue) };
        if !complaints.iter().any(|known| known.field == complaint.field) {
            complaints.push(complaint);
        }
    }
    complaints
}

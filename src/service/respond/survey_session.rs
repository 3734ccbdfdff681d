//! The survey of a URL: design, language and collector, and its pages as one respondent sees them.

use super::choice_counts::ChoiceCounting;
use super::collector_settings::{CollectorSettings, web_origin};
use super::decimal_sign::DecimalSign;
use super::form;
use super::form_token::{self, FormToken};
use super::locale::{DesignTranslation, SurveyLocale};
use super::page_render::{PageRender, PendingQuestion};
use super::pages::fields::PageButton;
use super::pages::frame::PageFrame;
use super::pages::status_pages::RespondError;
use super::pages::survey_page::SurveyPage;
use super::pages::{FieldError, PageTexts, field_errors, takes_a_file};
use super::respondent::{Progress, Respondent};
use super::{RespondContext, internal_error};
use crate::service::surveys::answers::{Design, DesignPage, Record, SurveyTexts, Violation, answer_parts, is_slider};
use crate::service::surveys::page_texts::{Locale, PageText};
use crate::service::surveys::shuffle_seed::ShuffleSeed;
use crate::spec::questions::Parts;
use crate::spec::resources::collectors::EditResponseType;
use crate::spec::resources::questions::Question;
use crate::spec::resources::responses::ResponsePage;
use crate::wire::form::Form;
use crate::wire::http::Response;
use crate::wire::order;
use maud::{Markup, html};
use serde_json::Value;
use std::collections::VecDeque;

/// A survey during one request.
pub struct SurveySession<'a> {
    /// The request.
    pub context: RespondContext<'a>,
    /// The collector.
    pub collector: CollectorSettings,
    /// The design.
    pub design: Design,
    /// The locale of the survey's own language.
    own_locale: Locale,
    survey_locale: SurveyLocale,
}

/// The contents of a page.
pub struct PageView<'a> {
    /// The page.
    pub page: &'a DesignPage,
    /// The values of its fields.
    pub fields: Form,
    /// The violations of its answers.
    pub violations: &'a [Violation],
    /// A notice above the questions.
    pub notice: Option<PageText>,
    /// Whether nothing was stored or sent yet.
    pub is_fresh: bool,
}

impl<'a> SurveySession<'a> {
    /// Loads the survey of the request's URL, in the language of the form token or of the respondent.
    ///
    /// # Errors
    ///
    /// [`RespondError::NotFound`]; an internal error, if a statement fails; while the design is translated, an error
    /// that is never sent.
    pub fn load(context: RespondContext<'a>, language: Option<&str>) -> Result<SurveySession<'a>, RespondError> {
        let collector =
            CollectorSettings::load_for_link(context).map_err(internal_error)?.ok_or(RespondError::NotFound)?;
        let translated = DesignTranslation::load(context, &collector.survey_id, language)?;
        let (mut survey_locale, mut design) = translated.ok_or(RespondError::NotFound)?;
        let SurveyTexts { title, language: own, body } = &mut design.survey;
        survey_locale.translate_survey(context, &collector.survey_id, title, body).map_err(internal_error)?;
        let own_locale = Locale::from_codes([own.as_str()]);
        Ok(SurveySession { context, collector, design, own_locale, survey_locale })
    }

    /// The survey's title, in the language of the respondent.
    pub fn title(&self) -> &str {
        &self.design.survey.title
    }

    /// Code of the survey's language.
    pub fn language(&self) -> &str {
        &self.survey_locale.language
    }

    /// Locale of the service's own texts.
    pub fn locale(&self) -> Locale {
        self.survey_locale.locale
    }

    /// The same texts as they are on the survey's pages.
    pub fn texts(&self) -> PageTexts {
        PageTexts::on_page(self.locale(), self.language())
    }

    /// The frame of the survey's pages, with the respondent's cookie.
    pub fn page_frame(&self, respondent: Option<&Respondent>) -> PageFrame {
        let footer = self.design.survey.body.get("footer").and_then(Value::as_bool);
        let shows_name = footer != Some(false) && self.collector.bool_setting("/is_branding_enabled") != Some(false);
        PageFrame {
            language: self.survey_locale.language.clone(),
            locale: self.locale(),
            preview: self.context.link.preview.is_some(),
            title: self.title().to_owned(),
            home: shows_name.then(|| format!("{}/", self.context.service.config.auth_origin)),
            embeddable: self.collector.is_embeddable(),
            redirect_targets: self
                .collector
                .redirect_targets()
                .into_iter()
                .filter_map(web_origin)
                .map(str::to_owned)
                .collect(),
            cookie: respondent.and_then(|respondent| respondent.set_cookie(self.context)),
            other_address: respondent.and_then(|respondent| respondent.other_address(self.context)),
            history_url: None,
            has_slider: false,
        }
    }

    /// Seals a form token.
    ///
    /// # Errors
    ///
    /// An internal error, if encryption fails.
    pub fn seal_token(&self, token: &FormToken) -> Result<String, RespondError> {
        form_token::seal_token(&self.context.service.config, token, self.context.random)
            .ok_or(RespondError::InternalError)
    }

    /// The page with an id. The first page, if the id is `None` or was deleted from the design.
    ///
    /// # Errors
    ///
    /// [`RespondError::NotFound`], if the survey has no pages.
    pub fn find_page(&self, id: Option<&str>) -> Result<&DesignPage, RespondError> {
        let found = self.design.pages.iter().find(|page| Some(page.id.as_str()) == id);
        found.or(self.design.pages.first()).ok_or(RespondError::NotFound)
    }

    /// The page that a button leads to; `None` at either end.
    pub fn adjacent_page(&self, page: &DesignPage, button: PageButton) -> Option<&DesignPage> {
        let index = self.design.pages.iter().position(|other| other.id == page.id)?;
        match button {
            PageButton::Next => self.design.pages.get(index.saturating_add(1)),
            PageButton::Previous => self.design.pages.get(index.checked_sub(1)?),
            PageButton::Exit => None,
        }
    }

    /// An existing response, with only the answers to the questions of a page.
    ///
    /// # Errors
    ///
    /// [`RespondError::NotFound`]; an internal error, if the statement fails.
    pub fn load_record(&self, id: &str, page: &DesignPage) -> Result<Record, RespondError> {
        let question_ids = order::collect_list_set(page.questions.iter().map(|question| &question.id));
        Record::load_sparse(self.context.sql, id, &|id| question_ids.contains_key(id))
            .map_err(internal_error)?
            .ok_or(RespondError::NotFound)
    }

    /// The values of a page's fields: the stored draft, or the answers.
    pub fn saved_fields(&self, page: &DesignPage, progress: Option<&Progress>, answered: &[ResponsePage]) -> Form {
        self.page_fields(page, progress.and_then(|progress| progress.draft_fields(page.id.as_str())), answered)
    }

    /// The same with what was typed instead of a draft. The files are those of the answers in any case.
    pub fn page_fields(&self, page: &DesignPage, typed: Option<Form>, answered: &[ResponsePage]) -> Form {
        let unnamed = self.locale().text(PageText::YourFile);
        let sign = DecimalSign::of_language(self.language());
        let fills_all = typed.is_none();
        let mut fields = typed.unwrap_or_default();
        let filled = |question: &&Question| question.visible && (fills_all || answer_parts(question) == Parts::File);
        for question in page.questions.iter().filter(filled) {
            let answers =
                answered.iter().flat_map(|page| &page.questions).filter(|response| response.id == question.id);
            answers.for_each(|response| form::fill_form(&mut fields, question, &response.answers, unnamed, sign));
        }
        fields
    }

    /// Renders a page, or its first chunk.
    ///
    /// # Errors
    ///
    /// An internal error, if a statement or encryption fails.
    pub fn render_page(&self, token: &FormToken, view: &PageView) -> Result<Response, RespondError> {
        let page = view.page;
        // The time before a refused attempt counts as well.
        let started = if view.violations.is_empty() { self.context.now } else { token.started };
        let token = FormToken { page: Some(page.id.0.clone()), started, ..token.clone() };
        let respondent = token.respondent();
        let visible = || page.questions.iter().filter(|question| question.visible);
        let mut number = self.questions_before(page);
        let parts: VecDeque<PendingQuestion> = visible()
            .map(|question| PendingQuestion {
                number: (answer_parts(question) != Parts::Nothing).then(|| {
                    number = number.saturating_add(1);
                    number
                }),
                errors: field_errors(question, view.violations),
                question: question.clone(),
            })
            .collect();
        let errors: Vec<(Option<usize>, FieldError)> =
            parts.iter().flat_map(|part| part.errors.iter().map(|error| (part.number, error.clone()))).collect();
        // Only an unanswered page offers other languages, because the links would lose what was typed.
        let offers_languages = self.context.request.method != "POST" && view.is_fresh;
        let languages = if offers_languages { self.survey_locale.other_languages(self.context) } else { Vec::new() };
        let index = self.design.pages.iter().position(|other| other.id == page.id).unwrap_or(0);
        let survey_page = SurveyPage {
            survey: self.title(),
            action: &self.context.form_action(),
            token: &self.seal_token(&token)?,
            number: index.saturating_add(1),
            count: self.design.pages.len(),
            title: &page.title,
            description: &page.description,
            errors: &errors,
            takes_a_file: visible().any(takes_a_file),
            notice: view.notice,
            languages: &languages,
            buttons: &self.page_buttons(page),
        };
        let render = PageRender {
            skeleton: survey_page.render_page(&PageFrame {
                history_url: self.page_url(&token, page),
                has_slider: visible().any(is_slider),
                ..self.page_frame(Some(&respondent))
            }),
            pending: parts,
            fields: view.fields.clone(),
            seed: ShuffleSeed(token.progress_id),
            counting: ChoiceCounting::for_order(&self.collector.survey_id, visible()),
            texts: self.texts(),
            html: String::new(),
            rows: 0,
        };
        Box::new(render).render_chunk(self.context)
    }

    /// Number of questions with an answer on the previous pages.
    fn questions_before(&self, page: &DesignPage) -> usize {
        let previous_pages = self.design.pages.iter().take_while(|other| other.id != page.id);
        let questions = previous_pages.flat_map(|page| &page.questions);
        questions.filter(|question| question.visible && answer_parts(question) != Parts::Nothing).count()
    }

    /// The visible buttons. Texts that the survey does not change are shown in the respondent's locale.
    fn page_buttons(&self, page: &DesignPage) -> Vec<(PageButton, Markup)> {
        let setting = |name: &str| {
            self.design
                .survey
                .body
                .pointer(&format!("/buttons_text/{name}"))
                .and_then(Value::as_str)
                .unwrap_or_default()
        };
        let button_text = |name: &str, key: PageText| {
            let own = if setting(name) == self.own_locale.text(key) { "" } else { setting(name) };
            self.texts().render_or(own, key)
        };
        let last = self.adjacent_page(page, PageButton::Next).is_none();
        let first = self.adjacent_page(page, PageButton::Previous).is_none();
        let next_text =
            if last { button_text("done_button", PageText::Done) } else { button_text("next_button", PageText::Next) };
        let mut buttons = vec![(PageButton::Next, next_text)];
        if !first && self.collector.edit_policy() != EditResponseType::Never {
            buttons.push((PageButton::Previous, button_text("prev_button", PageText::Previous)));
        }
        let exit = setting("exit_button");
        if !exit.is_empty() {
            buttons.push((PageButton::Exit, html! { (exit) }));
        }
        buttons
    }
}

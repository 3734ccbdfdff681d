//! The URL of a survey: the parameters that a respondent arrives with, and the URL of each page.

use super::decimal_sign::DecimalSign;
use super::form::is_decimal;
use super::form_token::FormToken;
use super::locale::LANGUAGE_PARAM;
use super::pages::fields::question_field;
use super::pages::status_pages::RespondError;
use super::respondent::{Progress, Respondent, read_cookie};
use super::survey_session::SurveySession;
use crate::service::surveys::answers::DesignPage;
use crate::spec::limits::CUSTOM_VALUE_MAX;
use crate::spec::resources::collectors::EditResponseType;
use crate::spec::resources::questions::Question;
use crate::wire::form::Form;
use crate::wire::order;
use crate::wire::query::encode_query;

/// Name of the parameter with a custom value for the response.
const CUSTOM_VALUE_PARAM: &str = "c";

/// Name of the parameter with the id of the page to show. No custom variable has a hyphen.
pub const PAGE_PARAM: &str = "survey-page";

impl SurveySession<'_> {
    /// The form token of a new respondent, with the values from the URL.
    pub fn new_token(&self, respondent: &Respondent) -> FormToken {
        let pairs: Vec<_> = self.context.query_pairs().collect();
        let short = |value: &str| value.chars().take(CUSTOM_VALUE_MAX).collect::<String>();
        let param = |name: &str| pairs.iter().find(|(key, _)| key == name).map(|(_, value)| short(value));
        let variables = self.design.variables.iter();
        FormToken {
            link: self.context.link.clone(),
            progress_id: respondent.progress_id.clone(),
            page: None,
            started: self.context.now,
            custom_value: param(CUSTOM_VALUE_PARAM).unwrap_or_default(),
            variables: order::collect_map(variables.filter_map(|name| Some((name.clone(), param(name)?)))),
            device_secret: respondent.device_secret.clone(),
            address: respondent.address.clone(),
            language: self.language().to_owned(),
        }
    }

    /// The URL parameters that lead to the same token again, and to the same answers that the URL fills in.
    pub fn link_params(&self, token: &FormToken) -> Vec<(String, String)> {
        let mut params = token_params(token);
        params.extend(self.first_answers());
        params
    }

    /// The URL parameters of a link that is sent to an address. Of the answers it has only choices and numbers, and
    /// few: a visitor may enter the address of someone else, and would send them any text in our name.
    pub fn sent_params(&self, token: &FormToken) -> Vec<(String, String)> {
        let is_plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let mut length = 0_usize;
        let answers = self
            .first_answers()
            .into_iter()
            .filter(|(name, value)| is_plain(name.trim_start_matches('q')) && is_plain(value));
        let few = answers.take_while(|(name, value)| {
            length = length.saturating_add(name.len()).saturating_add(value.len());
            length <= CUSTOM_VALUE_MAX
        });
        token_params(token).into_iter().chain(few).collect()
    }

    /// The URL of a form that comes before the first page. It keeps the answers that fill in that page.
    pub fn entry_url(&self) -> String {
        match self.first_answers().as_slice() {
            [] => self.context.form_action(),
            pairs => format!("{}?{}", self.context.form_action(), encode_query(pairs)),
        }
    }

    /// The URL that leads to the same token again.
    pub fn start_url(&self, token: &FormToken) -> String {
        format!("{}?{}", self.context.form_action(), encode_query(&self.link_params(token)))
    }

    /// The answers that the URL fills in, under the names of the page's fields. A mail links to its choices like this.
    pub fn prefilled_fields(&self, page: &DesignPage) -> Form {
        let sign = DecimalSign::of_language(self.language());
        Form::from_pairs(self.answer_params(page).into_iter().map(|(question, name, value)| {
            // A program writes the number of a link.
            let value = if is_decimal(question) { sign.to_typed(&value) } else { value };
            (name, value)
        }))
    }

    /// The URL parameters that fill in answers on the first page.
    fn first_answers(&self) -> Vec<(String, String)> {
        let answers = self.design.pages.first().map(|page| self.answer_params(page)).unwrap_or_default();
        answers.into_iter().map(|(_, name, value)| (name, value)).collect()
    }

    /// The URL parameters that fill in answers on a page, each with its question.
    fn answer_params<'a>(&self, page: &'a DesignPage) -> Vec<(&'a Question, String, String)> {
        let fields: Vec<(String, &Question)> =
            page.questions.iter().map(|question| (question_field(&question.id), question)).collect();
        let of_question = |(name, value): (String, String)| {
            let (_, question) = fields.iter().find(|(field, _)| name.split('.').next() == Some(field))?;
            Some((*question, name, value))
        };
        self.context.query_pairs().filter_map(of_question).collect()
    }

    /// The URL that shows a page to its respondent; `None` where only the form knows the respondent, because the
    /// browser sends no cookie. That of a form has no parameters of its own.
    pub fn page_url(&self, token: &FormToken, page: &DesignPage) -> Option<String> {
        if self.context.request.method != "POST" {
            return Some(self.context.link_with(PAGE_PARAM, page.id.as_str()));
        }
        self.knows_device(token).then(|| {
            let mut params = self.link_params(token);
            params.push((PAGE_PARAM.to_owned(), page.id.0.clone()));
            format!("{}?{}", self.context.form_action(), encode_query(&params))
        })
    }

    /// Whether the URL or the cookie of the request identifies the respondent of a form.
    pub fn knows_device(&self, token: &FormToken) -> bool {
        let is_known = || read_cookie(self.context).as_deref() == Some(token.device_secret.as_str());
        token.device_secret.is_empty() || is_known()
    }

    /// The page to resume at: the current one, or an earlier one that the URL names.
    ///
    /// # Errors
    ///
    /// [`RespondError::NotFound`], if the survey has no pages.
    pub fn resumed_page(&self, progress: &Progress) -> Result<&DesignPage, RespondError> {
        let current = self.current_page(Some(progress))?;
        let Some(id) = self.context.query_param(PAGE_PARAM) else { return Ok(current) };
        if self.collector.edit_policy() == EditResponseType::Never {
            return Ok(current);
        }
        let visited = self.design.pages.iter().take_while(|page| progress.is_done() || page.id != current.id);
        Ok(visited.into_iter().find(|page| page.id.as_str() == id).unwrap_or(current))
    }

    /// The page at which a respondent is. If it was deleted from the design, the first one; but if saved answers are
    /// final, the first one that was not saved, or the last page.
    ///
    /// # Errors
    ///
    /// [`RespondError::NotFound`], if the survey has no pages or the response does not exist.
    pub fn current_page(&self, progress: Option<&Progress>) -> Result<&DesignPage, RespondError> {
        let found = self.find_page(progress.map(|progress| progress.page_id.as_str()))?;
        let saved = progress.filter(|progress| progress.has_response() && progress.page_id != found.id.as_str());
        let Some(saved) = saved.filter(|_| self.collector.edit_policy() == EditResponseType::Never) else {
            return Ok(found);
        };
        let path = self.load_record(&saved.response_id, found)?.page_path;
        let pages = &self.design.pages;
        Ok(pages.iter().find(|page| !path.contains(&page.id)).or(pages.last()).unwrap_or(found))
    }
}

/// The URL parameters that lead to the same token again.
fn token_params(token: &FormToken) -> Vec<(String, String)> {
    let value = [(CUSTOM_VALUE_PARAM, &token.custom_value), (LANGUAGE_PARAM, &token.language)];
    let value = value.into_iter().filter(|(_, value)| !value.is_empty());
    let value = value.map(|(name, value)| (name.to_owned(), value.clone()));
    token.variables.clone().into_iter().chain(value).collect()
}

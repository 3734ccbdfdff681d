//! The writable fields of a survey: defaults, checks, and storage.

use super::field::FieldPath;
use crate::service::actor::call_context::CallContext;
use crate::service::store::sql::Row;
use crate::service::surveys::folders;
use crate::service::surveys::library::{LibraryTemplate, languages};
use crate::spec::errors::Error;
use crate::spec::limits::VARIABLES_MAX;
use crate::spec::resources::surveys::{ButtonsText, QuizFeedback, QuizOptions, RangesType, ShowResults, SurveyPatch};
use crate::spec::types::Id;
use crate::wire::error::ApiError;
use crate::wire::payload;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The folder id of surveys that are in no folder.
pub const NO_FOLDER: &str = "0";

/// The writable fields of a survey.
#[derive(Debug, Clone)]
pub struct SurveyFields {
    /// The title.
    pub title: String,
    /// A title that only editors see.
    pub nickname: String,
    /// The code of the language.
    pub language: String,
    /// The id of a category of the library.
    pub category: String,
    /// The id of the folder.
    pub folder_id: String,
    /// The texts of all four buttons.
    pub buttons_text: ButtonsText,
    /// The custom variables, which links may set.
    pub custom_variables: BTreeMap<String, String>,
    /// Whether pages show the footer.
    pub footer: bool,
    /// The id of the theme.
    pub theme_id: Option<Id>,
    /// The id of the template that it was created from.
    pub template_id: Option<Id>,
    /// The quiz options; `None` if it is not a quiz.
    pub quiz_options: Option<QuizOptions>,
}

impl SurveyFields {
    /// The fields of a new survey.
    pub fn new() -> SurveyFields {
        SurveyFields {
            title: "New Survey".to_owned(),
            nickname: String::new(),
            language: "en".to_owned(),
            category: String::new(),
            folder_id: NO_FOLDER.to_owned(),
            buttons_text: default_buttons("en"),
            custom_variables: BTreeMap::new(),
            footer: true,
            theme_id: None,
            template_id: None,
            quiz_options: None,
        }
    }

    /// The fields of a survey that is created from a template of the library.
    pub fn from_template(template: &LibraryTemplate) -> SurveyFields {
        SurveyFields {
            title: template.name.to_owned(),
            language: template.language.to_owned(),
            category: template.category.to_owned(),
            buttons_text: default_buttons(template.language),
            template_id: Some(template.id.into()),
            ..SurveyFields::new()
        }
    }

    /// The fields of a stored survey.
    pub fn from_row(row: &Row) -> SurveyFields {
        let Value::Object(mut body) = row.json("body") else { return SurveyFields::new() };
        let mut part = |name: &str| body.remove(name).unwrap_or(Value::Null);
        let id = |value: Value| value.as_str().map(Id::from);
        SurveyFields {
            title: row.text("title"),
            nickname: row.text("nickname"),
            language: row.text("language"),
            category: row.text("category"),
            folder_id: row.text("folder_id"),
            buttons_text: payload::from_value(part("buttons_text")).unwrap_or_else(|| default_buttons("en")),
            custom_variables: payload::from_value(part("custom_variables")).unwrap_or_default(),
            footer: part("footer").as_bool().unwrap_or(true),
            theme_id: id(part("theme_id")),
            template_id: id(part("template_id")),
            quiz_options: payload::from_value(part("quiz_options")),
        }
    }

    /// The fields that have no column, as JSON.
    pub fn extra_fields(&self) -> Value {
        let mut body = Map::new();
        body.insert("buttons_text".to_owned(), payload::to_value(&self.buttons_text));
        body.insert("footer".to_owned(), self.footer.into());
        body.insert("custom_variables".to_owned(), json!(self.custom_variables));
        if let Some(theme) = &self.theme_id {
            body.insert("theme_id".to_owned(), theme.as_str().into());
        }
        body.insert("template_id".to_owned(), self.template_id.as_ref().map(Id::as_str).into());
        if let Some(quiz) = &self.quiz_options {
            body.insert("quiz_options".to_owned(), payload::to_value(quiz));
        }
        body.into()
    }

    /// Sets the submitted fields in a survey of this owner.
    ///
    /// # Errors
    ///
    /// 1000 names the first invalid field, 1016 is for another folder of another's survey, 1020 for an unknown folder.
    pub fn apply_patch(
        &mut self,
        context: &CallContext,
        owner_id: &str,
        submitted: SurveyPatch,
    ) -> Result<(), ApiError> {
        let body = FieldPath::BODY;
        if let Some(title) = body.name("title").check_title(submitted.title)? {
            body.name("title").check_not_blank(&title)?;
            self.title = title;
        }
        if let Some(nickname) = body.name("nickname").check_title(submitted.nickname)? {
            self.nickname = nickname;
        }
        if let Some(language) = submitted.language {
            let at = body.name("language");
            let (code, ..) = languages::find_language(&language)
                .ok_or_else(|| at.must_error("be the code of a survey language, such as en"))?;
            // Buttons that still have their default texts follow the language. Our choice.
            if self.buttons_text == default_buttons(&self.language) {
                self.buttons_text = default_buttons(code);
            }
            self.language = (*code).to_owned();
        }
        if let Some(submitted) = submitted.buttons_text {
            set_buttons(body.name("buttons_text"), &mut self.buttons_text, submitted)?;
        }
        if let Some(variables) = submitted.custom_variables {
            self.custom_variables = check_variables(body.name("custom_variables"), variables)?;
        }
        if let Some(footer) = submitted.footer {
            self.footer = footer;
        }
        if let Some(folder) = submitted.folder_id
            && folder.0 != self.folder_id
        {
            self.folder_id = check_folder(context, owner_id, folder.0)?;
        }
        Ok(())
    }

    /// Sets the fields that a PUT leaves out to their defaults.
    pub fn reset_to_defaults(&mut self) {
        let previous = self.clone();
        *self = SurveyFields {
            category: previous.category,
            theme_id: previous.theme_id,
            template_id: previous.template_id,
            quiz_options: previous.quiz_options,
            ..SurveyFields::new()
        };
    }
}

/// The default texts of the buttons; English for languages not listed. The exit button is hidden. Our choice.
fn default_buttons(language: &str) -> ButtonsText {
    let [next, previous, done] = match language {
        "de" => ["Weiter", "Zurück", "Fertig"],
        "fr" | "fr-ca" => ["Suivant", "Précédent", "Terminé"],
        "es" => ["Siguiente", "Anterior", "Listo"],
        "it" => ["Avanti", "Indietro", "Fine"],
        "nl" => ["Volgende", "Vorige", "Gereed"],
        "sv" => ["Nästa", "Föregående", "Klar"],
        _ => ["Next", "Prev", "Done"],
    };
    let text = |text: &str| Some(text.to_owned());
    ButtonsText { next_button: text(next), prev_button: text(previous), done_button: text(done), exit_button: text("") }
}

fn set_buttons(at: FieldPath, buttons: &mut ButtonsText, submitted: ButtonsText) -> Result<(), ApiError> {
    let pairs = [
        ("next_button", &mut buttons.next_button, submitted.next_button),
        ("prev_button", &mut buttons.prev_button, submitted.prev_button),
        ("done_button", &mut buttons.done_button, submitted.done_button),
        ("exit_button", &mut buttons.exit_button, submitted.exit_button),
    ];
    for (name, button, text) in pairs {
        let Some(text) = at.name(name).check_title(text)? else { continue };
        if name != "exit_button" {
            at.name(name).check_not_blank(&text)?;
        }
        *button = Some(text);
    }
    Ok(())
}

fn check_variables(at: FieldPath, variables: BTreeMap<String, String>) -> Result<BTreeMap<String, String>, ApiError> {
    at.check_that(variables.len() <= VARIABLES_MAX, &format!("have at most {VARIABLES_MAX} members"))?;
    for (name, label) in &variables {
        let letters = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        at.check_that(letters && (1..=50).contains(&name.len()), "have names of 1 to 50 letters, digits or _")?;
        at.name(name).check_title(Some(label.clone()))?;
    }
    Ok(variables)
}

/// Checks that the folder belongs to the survey's owner, who must be the caller: folders of others are not visible.
fn check_folder(context: &CallContext, owner_id: &str, id: String) -> Result<String, ApiError> {
    if owner_id != context.account.user_id {
        return Err(ApiError::with_detail(
            Error::NotPermitted,
            "`folder_id`: only its owner may put the survey in a folder.",
        ));
    }
    if id != NO_FOLDER {
        folders::own_folder(context, &id).map_err(|error| match error.error {
            Error::NotFound => ApiError::with_detail(Error::NotFound, "`folder_id`: there is no such folder."),
            _ => error,
        })?;
    }
    Ok(id)
}

/// Checks the options of a quiz; `None` if the survey is not a quiz.
///
/// # Errors
///
/// 1000 names the first invalid field.
pub fn check_quiz(mut submitted: QuizOptions) -> Result<Option<QuizOptions>, ApiError> {
    if !submitted.is_quiz_mode {
        return Ok(None);
    }
    let at = FieldPath::BODY.name("quiz_options");
    if let Some(feedback) = &submitted.default_question_feedback {
        let at = at.name("default_question_feedback");
        at.name("correct_text").check_text(feedback.correct_text.clone())?;
        at.name("incorrect_text").check_text(feedback.incorrect_text.clone())?;
        at.name("partial_text").check_text(feedback.partial_text.clone())?;
    }
    if let Some(feedback) = &mut submitted.feedback {
        check_ranges(at.name("feedback"), feedback)?;
    }
    Ok(Some(QuizOptions {
        show_results_type: Some(submitted.show_results_type.unwrap_or(ShowResults::Disabled)),
        ..submitted
    }))
}

/// Checks that ranges are contiguous, and those in percent end at 100. Our choice. Their numbers are stored as
/// integers.
fn check_ranges(at: FieldPath, feedback: &mut QuizFeedback) -> Result<(), ApiError> {
    let at = at.name("ranges");
    at.check_that((1..=100).contains(&feedback.ranges.len()), "have 1 to 100 items")?;
    let mut after = None;
    for (index, range) in feedback.ranges.iter_mut().enumerate() {
        let at = at.item(index);
        let min = at.name("min").check_whole(Some(&range.min), 0)?;
        let max = at.name("max").check_whole(Some(&range.max), 0)?;
        (range.min, range.max) = (min.into(), max.into());
        let (min, max) = (min.get(), max.get());
        at.name("max").check_that(min <= max, "not be less than `min`")?;
        let percentage = feedback.ranges_type == RangesType::Percentage;
        at.name("max").check_that(!percentage || max <= 100, "not be more than 100 percent")?;
        let joins = after.is_none_or(|after: u32| after == min);
        at.name("min").check_that(joins, "be one more than the `max` of the range before")?;
        at.name("message").check_text(Some(range.message.clone()))?;
        after = Some(max.saturating_add(1));
    }
    Ok(())
}

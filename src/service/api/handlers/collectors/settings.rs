//! The settings of a collector: a request is merged into the present settings, and the result is checked as a whole.

use super::collector_type;
use crate::service::actor::call_context::CallContext;
use crate::service::api::handlers::text_limits::{check_name, copy_name};
use crate::service::environment::password;
use crate::service::store::sql::{Row, first_row, values};
use crate::service::surveys::collectors::{self, default_settings};
use crate::service::surveys::formats::{PLAIN_URL, is_colour, is_web_url, stored_address};
use crate::spec::errors::Error;
use crate::spec::limits::SETTINGS_BYTES_MAX;
use crate::spec::resources::collectors::{
    CollectorNew, CollectorPatch, CollectorStatus, CollectorType, POPUP_FIELDS, POPUP_PIXELS, PopupButton,
    RedirectType, THANK_YOU,
};
use crate::spec::types::Id;
use crate::wire::dates;
use crate::wire::error::ApiError;
use crate::wire::payload;
use serde_json::{Map, Value};

/// The new settings of a collector.
pub struct Settings {
    /// Type.
    pub kind: CollectorType,
    /// Name.
    pub name: String,
    /// All settings without a column, as JSON.
    body: Map<String, Value>,
    /// The fields of the request.
    patch: CollectorPatch,
    /// Whether the request brings a thank-you page that is neither the stored nor the default one.
    has_own_thanks: bool,
    /// Whether the settings differ from the stored ones.
    is_changed: bool,
}

impl Settings {
    /// The settings of a new collector.
    ///
    /// # Errors
    ///
    /// [`Error::BadBody`], if `type` is missing.
    pub fn new(context: &CallContext, survey_id: &Id, id: &str, new: &CollectorNew) -> Result<Settings, ApiError> {
        let kind = new.r#type.ok_or_else(|| bad_body("`type` or `from_collector_id` is required."))?;
        let patch = patch_from_new(new)?;
        let name = patch.name.clone().map_or_else(|| default_name(context, survey_id, kind, id), Ok)?;
        Settings::merge(kind, name, default_settings(kind, &caller_email(context)?), patch, &Map::new())
    }

    /// The settings of a copy. The request may contain more than the original's id: our choice. `type` cannot change.
    ///
    /// # Errors
    ///
    /// [`Error::BadBody`], if the request has another `type`.
    pub fn from_original(original: &Row, new: &CollectorNew) -> Result<Settings, ApiError> {
        let kind = collector_type(original)?;
        if new.r#type.is_some_and(|other| other != kind) {
            return Err(bad_body("`type` must be that of the original collector, or be left out."));
        }
        let patch = patch_from_new(new)?;
        let name = patch.name.clone().unwrap_or_else(|| copy_name(&original.text("name")));
        let stored = stored_settings(original);
        Settings::merge(kind, name, stored.clone(), patch, &stored)
    }

    /// The settings of a collector after an update, which changes only the fields of the request.
    ///
    /// # Errors
    ///
    /// An internal error, if the stored collector is damaged.
    pub fn from_patch(row: &Row, patch: &CollectorPatch) -> Result<Settings, ApiError> {
        let name = patch.name.clone().unwrap_or_else(|| row.text("name"));
        let stored = stored_settings(row);
        Settings::merge(collector_type(row)?, name, stored.clone(), patch.clone(), &stored)
    }

    /// The settings of a collector after a replacement, which resets every other field to its default. The password
    /// stays, because no client can read it to send it again: our choice. An empty one removes it.
    ///
    /// # Errors
    ///
    /// An internal error, if the stored collector is damaged or a statement fails.
    pub fn from_replacement(context: &CallContext, row: &Row, patch: &CollectorPatch) -> Result<Settings, ApiError> {
        let (kind, survey_id) = (collector_type(row)?, row.text("survey_id").into());
        let name = patch.name.clone().map_or_else(|| default_name(context, &survey_id, kind, &row.text("id")), Ok)?;
        let (mut body, stored) = (default_settings(kind, &caller_email(context)?), stored_settings(row));
        body.extend(stored.get("password").map(|password| ("password".to_owned(), password.clone())));
        Settings::merge(kind, name, body, patch.clone(), &stored)
    }

    /// Merges the request into `body`. Objects are merged field by field.
    fn merge(
        kind: CollectorType,
        name: String,
        mut body: Map<String, Value>,
        patch: CollectorPatch,
        stored: &Map<String, Value>,
    ) -> Result<Settings, ApiError> {
        let Value::Object(fields) = payload::to_value(&patch) else { return Err(Error::Internal.into()) };
        for (field, value) in fields {
            match (body.get_mut(&field), value) {
                _ if matches!(field.as_str(), "status" | "name" | "password") => {}
                (Some(Value::Object(old)), Value::Object(new)) => old.extend(new),
                (_, value) => drop(body.insert(field, value)),
            }
        }
        // The message has two fields. The newer one is in an object that also has a switch.
        let of_page = patch.thank_you_page.as_ref().and_then(|page| page.message.as_ref());
        if let Some(message) = of_page.or(patch.thank_you_message.as_ref()) {
            body.insert("thank_you_message".to_owned(), message.as_str().into());
            if let Some(Value::Object(page)) = body.get_mut("thank_you_page") {
                page.insert("message".to_owned(), message.as_str().into());
            }
        }
        let has_own_thanks = [stored, &Map::new()].iter().all(|known| thank_you(known) != thank_you(&body));
        let is_changed = body != *stored;
        Ok(Settings { kind, name, body, patch, has_own_thanks, is_changed })
    }

    /// The next status of an existing collector. `new` is accepted only from one that is new, as a client that sends
    /// back what it has read does. A collector whose response limit is reached is closed. Both are our choice.
    ///
    /// # Errors
    ///
    /// [`Error::BadBody`] for `new`; [`Error::Conflict`], if the close date or the response limit prevents opening.
    pub fn next_status(
        &self,
        context: &CallContext,
        row: &Row,
        requested: Option<CollectorStatus>,
    ) -> Result<CollectorStatus, ApiError> {
        let now = CollectorStatus::parse(&row.text("status")).ok_or(Error::Internal)?;
        let is_opened = self.patch.status == Some(CollectorStatus::Open);
        if self.patch.status == Some(CollectorStatus::New) && now != CollectorStatus::New {
            return Err(bad_body("`status` must be open or closed."));
        }
        let date = self.body.get("close_date").and_then(Value::as_str).and_then(dates::parse_date);
        if is_opened && date.is_some_and(|date| date <= context.now()) {
            return Err(ApiError::with_detail(Error::Conflict, "The `close_date` has passed. Set a later one."));
        }
        let is_full = collectors::is_full(self.body.get("response_limit"), row.count("response_count"));
        if is_opened && is_full {
            return Err(ApiError::with_detail(Error::Conflict, "The `response_limit` is reached. Set a higher one."));
        }
        Ok(if is_full { CollectorStatus::Closed } else { requested.unwrap_or(now) })
    }

    /// Checks the settings and returns them in their stored form.
    ///
    /// # Errors
    ///
    /// [`Error::BadBody`], if a setting is invalid; [`Error::PaymentRequired`], if the plan does not include one. While
    /// a password hash is pending, an internal error that is never sent.
    pub fn check_and_encode(&self, context: &CallContext) -> Result<String, ApiError> {
        let patch = &self.patch;
        if let Some(name) = &patch.name {
            check_name("name", name)?;
        }
        // Stored settings that are too large do not keep a collector from being closed.
        if self.is_changed && Value::Object(self.body.clone()).to_string().len() > SETTINGS_BYTES_MAX {
            return Err(bad_body(format!("The texts of a collector may have {SETTINGS_BYTES_MAX} bytes together.")));
        }
        for (field, url) in
            [("redirect_url", &patch.redirect_url), ("disqualification_url", &patch.disqualification_url)]
        {
            if url.as_ref().is_some_and(|url| !is_web_url(url)) {
                return Err(bad_body(format!("`{field}` must be an {PLAIN_URL}.")));
            }
        }
        let has_redirect = self.body.get("redirect_url").is_some_and(Value::is_string);
        if self.text_field("redirect_type") == RedirectType::Url.as_str() && !has_redirect {
            return Err(bad_body("`redirect_url` is required if `redirect_type` is url."));
        }
        if patch.response_limit.is_some_and(|limit| limit.get() == 0) {
            return Err(bad_body("`response_limit` must be 1 or more."));
        }
        let mut body = self.body.clone();
        if let Some(date) = &patch.close_date {
            let date = dates::parse_date(&date.0).ok_or_else(|| bad_body("`close_date` must be a date."))?;
            body.insert("close_date".to_owned(), date.with_offset().0.into());
        }
        self.check_popup()?;
        if let Some(sender) = self.check_sender()? {
            body.insert("sender_email".to_owned(), sender.into());
        }
        self.check_plan(context)?;
        match patch.password.as_deref() {
            Some("") => drop(body.remove("password")),
            Some(text) => {
                let stored =
                    password::hash_password(context.external, context.config.password_cost, text, context.random)?;
                drop(body.insert("password".to_owned(), stored.into()));
            }
            None => {}
        }
        Ok(Value::Object(body).to_string())
    }

    fn text_field(&self, field: &str) -> &str {
        self.body.get(field).and_then(Value::as_str).unwrap_or_default()
    }

    fn check_popup(&self) -> Result<(), ApiError> {
        let patch = &self.patch;
        let misplaced = POPUP_FIELDS.iter().find(|field| !self.kind.is_popup() && self.body.contains_key(**field));
        if let Some(field) = misplaced {
            return Err(bad_body(format!("`{field}` is only for popups.")));
        }
        let (min, max) = POPUP_PIXELS;
        for (field, pixels) in [("width", patch.width), ("height", patch.height)] {
            if pixels.is_some_and(|pixels| !(min..=max).contains(&pixels.get())) {
                return Err(bad_body(format!("`{field}` must be from {min} to {max}.")));
            }
        }
        let button = |button: &Option<PopupButton>| {
            button.iter().flat_map(|button| [button.bg_color.clone(), button.text_color.clone()]).collect::<Vec<_>>()
        };
        let colours = [
            ("border_color", vec![patch.border_color.clone()]),
            ("primary_button", button(&patch.primary_button)),
            ("secondary_button", button(&patch.secondary_button)),
        ];
        for (field, colours) in colours {
            if colours.iter().flatten().any(|colour| !is_colour(colour)) {
                return Err(bad_body(format!("Colours of `{field}` must be #HHH or #HHHHHH.")));
            }
        }
        let is_rate = |text: &String| (1..=100).any(|rate: u32| rate.to_string() == *text);
        if patch.sample_rate.as_ref().is_some_and(|text| !is_rate(text)) {
            return Err(bad_body("`sample_rate` must be a number from 1 to 100 as a string."));
        }
        Ok(())
    }

    /// Any address is accepted here: it is verified only when a message is sent.
    fn check_sender(&self) -> Result<Option<String>, ApiError> {
        let Some(sender) = &self.patch.sender_email else { return Ok(None) };
        if self.kind != CollectorType::Email {
            return Err(bad_body("`sender_email` is only for collectors of type email."));
        }
        stored_address(sender).map(Some).ok_or_else(|| bad_body("`sender_email` must be an email address."))
    }

    fn check_plan(&self, context: &CallContext) -> Result<(), ApiError> {
        if self.has_own_thanks && !context.account.plan.row().thank_you {
            let detail = "The plan does not include a custom thank-you page. Leave `thank_you_message` out.";
            return Err(ApiError::with_detail(Error::PaymentRequired, detail));
        }
        Ok(())
    }
}

fn bad_body(detail: impl Into<String>) -> ApiError {
    ApiError::with_detail(Error::BadBody, detail)
}

/// The fields that creating and changing a collector have in common.
fn patch_from_new(new: &CollectorNew) -> Result<CollectorPatch, ApiError> {
    payload::from_value(payload::to_value(new)).ok_or(Error::Internal.into())
}

/// The text of the thank-you page, and whether it is shown. Without settings it is the default.
fn thank_you(settings: &Map<String, Value>) -> (&str, bool) {
    let text = settings.get("thank_you_message").and_then(Value::as_str).unwrap_or(THANK_YOU);
    let is_shown = settings.get("thank_you_page").and_then(|page| page.get("is_enabled")).and_then(Value::as_bool);
    (text, is_shown.unwrap_or(true))
}

fn stored_settings(row: &Row) -> Map<String, Value> {
    match row.json("body") {
        Value::Object(body) => body,
        _ => Map::new(),
    }
}

/// The default name of a collector: its type, and its number among those of its type.
fn default_name(context: &CallContext, survey_id: &Id, kind: CollectorType, id: &str) -> Result<String, ApiError> {
    let row = first_row(
        context.sql,
        "SELECT COUNT(*) AS before
         FROM collectors
         WHERE survey_id = ? AND type = ? AND id < ?",
        values![survey_id.as_str(), kind.as_str(), id],
    )?;
    let number = row.map_or(0, |row| row.count("before")).saturating_add(1);
    Ok(format!("{} {number}", kind.title()))
}

fn caller_email(context: &CallContext) -> Result<String, ApiError> {
    let user = context.account.user_id.as_str();
    let row = first_row(context.sql, "SELECT email FROM users WHERE id = ?", values![user])?;
    Ok(row.map(|row| row.text("email")).unwrap_or_default())
}

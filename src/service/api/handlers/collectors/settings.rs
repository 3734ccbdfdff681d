//! The settings of a collector: what a request says of them laid over what there was, then checked as a whole.

use super::collector_type;
use crate::service::actor::context::Context;
use crate::service::store::password;
use crate::service::store::sql::{Row, first_row, values};
use crate::service::surveys::collectors::default_settings;
use crate::service::surveys::formats::{is_colour, is_email, is_web_url};
use crate::spec::errors::Error;
use crate::spec::resources::collectors::{
    CollectorNew, CollectorPatch, CollectorStatus, CollectorType, POPUP_FIELDS, POPUP_PIXELS, PopupButton, RedirectType,
};
use crate::spec::types::Id;
use crate::wire::dates;
use crate::wire::error::ApiError;
use crate::wire::payload;
use serde_json::{Map, Value};

/// A collector's settings as they are to be.
pub struct Settings {
    /// Kind.
    pub kind: CollectorType,
    /// Name.
    pub name: String,
    /// All that has no column.
    body: Map<String, Value>,
    /// What the request says.
    patch: CollectorPatch,
}

impl Settings {
    /// Those of a new collector.
    pub fn new(context: &Context, survey_id: &Id, id: &str, new: &CollectorNew) -> Result<Settings, ApiError> {
        let kind = new.r#type.ok_or_else(|| bad_body("`type` or `from_collector_id` must be given."))?;
        let said = patch_from_new(new)?;
        let name = said.name.clone().map_or_else(|| default_name(context, survey_id, kind, id), Ok)?;
        Settings { kind, name, body: default_settings(kind, &caller_email(context)?), patch: said }.overlay_patch()
    }

    /// Those of a copy. The request may say more than what to copy: our choice. `type` cannot change.
    pub fn from_original(original: &Row, new: &CollectorNew) -> Result<Settings, ApiError> {
        let kind = collector_type(original)?;
        if new.r#type.is_some_and(|other| other != kind) {
            return Err(bad_body("`type` must be that of the collector that `from_collector_id` names."));
        }
        let said = patch_from_new(new)?;
        let name = said.name.clone().unwrap_or_else(|| format!("Copy of {}", original.text("name")));
        Settings { kind, name, body: stored_settings(original), patch: said }.overlay_patch()
    }

    /// Those of a collector of which some change.
    pub fn from_patch(row: &Row, said: &CollectorPatch) -> Result<Settings, ApiError> {
        let name = said.name.clone().unwrap_or_else(|| row.text("name"));
        Settings { kind: collector_type(row)?, name, body: stored_settings(row), patch: said.clone() }.overlay_patch()
    }

    /// Those of a collector of which all that is left out goes back to its default.
    pub fn from_replacement(context: &Context, row: &Row, said: &CollectorPatch) -> Result<Settings, ApiError> {
        let (kind, survey_id) = (collector_type(row)?, row.text("survey_id").into());
        let name = said.name.clone().map_or_else(|| default_name(context, &survey_id, kind, &row.text("id")), Ok)?;
        Settings { kind, name, body: default_settings(kind, &caller_email(context)?), patch: said.clone() }
            .overlay_patch()
    }

    /// What the request says over what there was. An object is overlaid field by field.
    fn overlay_patch(mut self) -> Result<Settings, ApiError> {
        let Value::Object(said) = payload::to_value(&self.patch) else { return Err(Error::Internal.into()) };
        for (field, value) in said {
            match (self.body.get_mut(&field), value) {
                _ if matches!(field.as_str(), "status" | "name" | "password") => {}
                (Some(Value::Object(old)), Value::Object(new)) => old.extend(new),
                (_, value) => drop(self.body.insert(field, value)),
            }
        }
        // The message stands in two places, and the newer of them has a switch besides.
        let of_page = self.patch.thank_you_page.as_ref().and_then(|page| page.message.clone());
        if let Some(message) = of_page.or_else(|| self.patch.thank_you_message.clone()) {
            self.body.insert("thank_you_message".to_owned(), message.as_str().into());
            if let Some(Value::Object(page)) = self.body.get_mut("thank_you_page") {
                page.insert("message".to_owned(), message.into());
            }
        }
        Ok(self)
    }

    /// The status that a collector gets, which has one already. `new` is nobody's to give, and a collector that has
    /// all its responses is closed: our choice.
    pub fn next_status(
        &self,
        context: &Context,
        row: &Row,
        asked: Option<CollectorStatus>,
    ) -> Result<CollectorStatus, ApiError> {
        let now = CollectorStatus::parse(&row.text("status")).ok_or(Error::Internal)?;
        let opens = self.patch.status == Some(CollectorStatus::Open);
        if self.patch.status == Some(CollectorStatus::New) {
            return Err(bad_body("`status` must be open or closed."));
        }
        let date = self.body.get("close_date").and_then(Value::as_str).and_then(dates::parse_date);
        if opens && date.is_some_and(|date| date <= context.now) {
            return Err(ApiError::with_detail(Error::Conflict, "Its `close_date` has passed."));
        }
        let limit = self.body.get("response_limit").and_then(Value::as_u64);
        let full = limit.is_some_and(|limit| limit <= row.count("response_count"));
        if opens && full {
            return Err(ApiError::with_detail(Error::Conflict, "Its `response_limit` is reached."));
        }
        Ok(if full { CollectorStatus::Closed } else { asked.unwrap_or(now) })
    }

    /// The settings as they are stored, if they are right.
    pub fn check_and_encode(&self, context: &Context) -> Result<String, ApiError> {
        let said = &self.patch;
        if self.name.trim().is_empty() {
            return Err(bad_body("`name` must not be empty."));
        }
        for (field, url) in [("redirect_url", &said.redirect_url), ("disqualification_url", &said.disqualification_url)]
        {
            if url.as_ref().is_some_and(|url| !is_web_url(url)) {
                return Err(bad_body(format!("`{field}` must begin with http:// or https:// and a host.")));
            }
        }
        let leads = self.body.get("redirect_url").is_some_and(Value::is_string);
        if self.text_field("redirect_type") == RedirectType::Url.as_str() && !leads {
            return Err(bad_body("`redirect_url` must be given where `redirect_type` is url."));
        }
        if said.response_limit.is_some_and(|limit| limit.get() == 0) {
            return Err(bad_body("`response_limit` must be 1 or more."));
        }
        let mut body = self.body.clone();
        if let Some(date) = &said.close_date {
            let date = dates::parse_date(&date.0).ok_or_else(|| bad_body("`close_date` must be a date."))?;
            body.insert("close_date".to_owned(), date.with_offset().0.into());
        }
        self.check_popup()?;
        self.check_sender()?;
        self.check_plan(context)?;
        match said.password.as_deref() {
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
        let said = &self.patch;
        let alien = POPUP_FIELDS.iter().find(|field| !self.kind.is_popup() && self.body.contains_key(**field));
        if let Some(field) = alien {
            return Err(bad_body(format!("`{field}` is for popups alone.")));
        }
        let (least, most) = POPUP_PIXELS;
        for (field, pixels) in [("width", said.width), ("height", said.height)] {
            if pixels.is_some_and(|pixels| !(least..=most).contains(&pixels.get())) {
                return Err(bad_body(format!("`{field}` must be from {least} to {most}.")));
            }
        }
        let button = |button: &Option<PopupButton>| {
            button.iter().flat_map(|button| [button.bg_color.clone(), button.text_color.clone()]).collect::<Vec<_>>()
        };
        let colours = [
            ("border_color", vec![said.border_color.clone()]),
            ("primary_button", button(&said.primary_button)),
            ("secondary_button", button(&said.secondary_button)),
        ];
        for (field, colours) in colours {
            if colours.iter().flatten().any(|colour| !is_colour(colour)) {
                return Err(bad_body(format!("Colours of `{field}` must be #HHH or #HHHHHH.")));
            }
        }
        let rate = said.sample_rate.as_deref().map(|rate| rate.parse::<u32>().unwrap_or(0));
        if rate.is_some_and(|rate| !(1..=100).contains(&rate)) {
            return Err(bad_body("`sample_rate` must be a number from 1 to 100 as a string."));
        }
        Ok(())
    }

    /// Any address: whether it is verified is asked when a message is sent.
    fn check_sender(&self) -> Result<(), ApiError> {
        let Some(sender) = &self.patch.sender_email else { return Ok(()) };
        if self.kind != CollectorType::Email {
            return Err(bad_body("`sender_email` is for collectors of type email alone."));
        }
        if is_email(sender) { Ok(()) } else { Err(bad_body("`sender_email` must be an email address.")) }
    }

    fn check_plan(&self, context: &Context) -> Result<(), ApiError> {
        let own = self.patch.thank_you_message.is_some() || self.patch.thank_you_page.is_some();
        if own && !context.account.plan.row().thank_you {
            let detail = "The plan has no thank-you page of one's own: leave `thank_you_message` out.";
            return Err(ApiError::with_detail(Error::PaymentRequired, detail));
        }
        Ok(())
    }
}

fn bad_body(detail: impl Into<String>) -> ApiError {
    ApiError::with_detail(Error::BadBody, detail)
}

/// What creates a collector says the same as what changes one, and what to make it of besides.
fn patch_from_new(new: &CollectorNew) -> Result<CollectorPatch, ApiError> {
    payload::from_value(payload::to_value(new)).ok_or(Error::Internal.into())
}

fn stored_settings(row: &Row) -> Map<String, Value> {
    match row.json("body") {
        Value::Object(body) => body,
        _ => Map::new(),
    }
}

/// The name of a collector that was given none: its kind, and its number among those of its kind.
fn default_name(context: &Context, survey_id: &Id, kind: CollectorType, id: &str) -> Result<String, ApiError> {
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

fn caller_email(context: &Context) -> Result<String, ApiError> {
    let user = context.account.user_id.as_str();
    let row = first_row(context.sql, "SELECT email FROM users WHERE id = ?", values![user])?;
    Ok(row.map(|row| row.text("email")).unwrap_or_default())
}

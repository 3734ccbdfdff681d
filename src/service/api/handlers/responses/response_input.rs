//! The fields of a response that a caller writes, without its answers.

use crate::service::actor::call_context::CallContext;
use crate::service::api::handlers::text_limits::check_length;
use crate::service::store::sql::{first_row, values};
use crate::service::surveys::answers::{Design, RECIPIENT_COLUMNS, Record};
use crate::spec::errors::Error;
use crate::spec::limits::RESPONSE_FIELD_CHARS_MAX;
use crate::spec::types::{Date, Id};
use crate::wire::dates;
use crate::wire::error::ApiError;
use core::net::IpAddr;
use std::collections::BTreeMap;

/// The writable fields of a response; `None` leaves a field as it is.
pub struct ResponseInput {
    pub custom_variables: Option<BTreeMap<String, String>>,
    pub custom_value: Option<String>,
    pub date_created: Option<Date>,
    pub ip_address: Option<String>,
    pub recipient_id: Option<Id>,
}

impl ResponseInput {
    /// Writes the fields into a record. A text that the record has already may be longer than the limit.
    ///
    /// # Errors
    ///
    /// [`Error::BadBody`], which names the first invalid field.
    pub fn apply_to(self, context: &CallContext, design: &Design, record: &mut Record) -> Result<(), ApiError> {
        if let Some(variables) = self.custom_variables {
            // A variable that was removed from the survey stays in the responses that have it.
            let is_unknown = |name: &&String| {
                !design.variables.contains(name) && record.custom_variables.get(*name) != variables.get(*name)
            };
            if let Some(name) = variables.keys().find(is_unknown) {
                return Err(bad_field(&format!("custom_variables.{name}"), "a custom variable of the survey"));
            }
            let mut changed = variables.iter().filter(|(name, text)| record.custom_variables.get(*name) != Some(*text));
            changed.try_for_each(|(_, text)| check_length("custom_variables", text, RESPONSE_FIELD_CHARS_MAX))?;
            record.custom_variables = variables;
        }
        if let Some(value) = self.custom_value.filter(|value| *value != record.custom_value) {
            check_length("custom_value", &value, RESPONSE_FIELD_CHARS_MAX)?;
            record.custom_value = value;
        }
        if let Some(date) = self.date_created {
            record.created =
                dates::parse_date(&date.0).ok_or(bad_field("date_created", "a date such as 2026-01-31T12:00:00"))?;
        }
        if let Some(ip) = self.ip_address {
            if !ip.is_empty() && ip.parse::<IpAddr>().is_err() {
                return Err(bad_field("ip_address", "a network address such as 203.0.113.7"));
            }
            record.ip = ip;
        }
        match self.recipient_id {
            Some(id) if id.as_str() != record.recipient_id => set_recipient(context, record, id.as_str()),
            _ => Ok(()),
        }
    }
}

/// Sets the recipient. An empty id or `0`, as records without a recipient have it, removes it.
fn set_recipient(context: &CallContext, record: &mut Record, id: &str) -> Result<(), ApiError> {
    if matches!(id, "" | "0") {
        record.recipient_id.clear();
        record.set_respondent("", "", "");
        return Ok(());
    }
    let row = first_row(
        context.sql,
        &format!("SELECT {RECIPIENT_COLUMNS} FROM recipients WHERE id = ? AND collector_id = ?"),
        values![id, record.collector_id.as_str()],
    )?;
    let row = row.ok_or(bad_field("recipient_id", "a recipient of the collector"))?;
    record.recipient_id = id.to_owned();
    record.set_recipient(&row);
    Ok(())
}

fn bad_field(field: &str, expected: &str) -> ApiError {
    ApiError::with_detail(Error::BadBody, format!("`{field}` must be {expected}."))
}

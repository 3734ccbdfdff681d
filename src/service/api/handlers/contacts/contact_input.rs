//! The fields of a contact in a request, and their validation.

use crate::service::api::handlers::text_limits::check_length;
use crate::service::surveys::formats::{is_phone_number, stored_address};
use crate::spec::errors::Error;
use crate::spec::limits::TITLE_CHARS_MAX;
use crate::spec::resources::contacts::{CUSTOM_FIELDS, ContactNew, ContactPatch};
use crate::wire::error::ApiError;
use std::collections::BTreeMap;

/// Custom fields `1` to `6`; `None` where the request says nothing.
pub type CustomFields = [Option<String>; 6];

/// The fields of a contact in a request; `None` where the request says nothing.
#[derive(Debug, Clone, Default)]
pub struct ContactInput {
    /// First name.
    pub first_name: Option<String>,
    /// Last name.
    pub last_name: Option<String>,
    /// Email address.
    pub email: Option<String>,
    /// Phone number.
    pub phone_number: Option<String>,
    /// Custom fields.
    pub custom: CustomFields,
}

impl ContactInput {
    /// The input that creates or replaces a contact.
    ///
    /// # Errors
    ///
    /// [`Error::BadBody`], if an address or custom field is invalid or there is no address.
    pub fn from_new(body: &ContactNew) -> Result<ContactInput, ApiError> {
        let custom = custom_fields(body.custom_fields.as_ref())?;
        let (email, phone_number) =
            (check_email(body.email.as_ref())?, check_phone_number(body.phone_number.as_ref())?);
        if email.as_deref().unwrap_or_default().is_empty() && phone_number.as_deref().unwrap_or_default().is_empty() {
            return Err(no_address_error());
        }
        check_names(Some(&body.first_name), Some(&body.last_name))?;
        let (first_name, last_name) = (Some(body.first_name.clone()), Some(body.last_name.clone()));
        Ok(ContactInput { first_name, last_name, email, phone_number, custom })
    }

    /// The input that changes a contact.
    ///
    /// # Errors
    ///
    /// [`Error::BadBody`], if an address or custom field is invalid.
    pub fn from_patch(body: &ContactPatch) -> Result<ContactInput, ApiError> {
        check_names(body.first_name.as_deref(), body.last_name.as_deref())?;
        Ok(ContactInput {
            first_name: body.first_name.clone(),
            last_name: body.last_name.clone(),
            email: check_email(body.email.as_ref())?,
            phone_number: check_phone_number(body.phone_number.as_ref())?,
            custom: custom_fields(body.custom_fields.as_ref())?,
        })
    }

    /// The same with empty text in place of each missing field, for a replacement.
    pub fn fill_missing(self) -> ContactInput {
        let filled = |text: Option<String>| Some(text.unwrap_or_default());
        ContactInput {
            first_name: filled(self.first_name),
            last_name: filled(self.last_name),
            email: filled(self.email),
            phone_number: filled(self.phone_number),
            custom: self.custom.map(filled),
        }
    }
}

/// Custom fields by their numbers.
///
/// # Errors
///
/// [`Error::BadBody`], if there is no field with such a number.
pub fn custom_fields(fields: Option<&BTreeMap<String, String>>) -> Result<CustomFields, ApiError> {
    let mut custom = CustomFields::default();
    for (name, text) in fields.into_iter().flatten() {
        let slot = CUSTOM_FIELDS.iter().position(|field| field == name);
        let slot = slot.and_then(|index| custom.get_mut(index));
        let slot =
            slot.ok_or(ApiError::with_detail(Error::BadBody, "The keys of `custom_fields` must be \"1\" to \"6\"."))?;
        check_length("custom_fields", text, TITLE_CHARS_MAX)?;
        *slot = Some(text.clone());
    }
    Ok(custom)
}

/// The text of the address field; without one, the name. It identifies an invalid contact in the response.
pub fn address_or_name(body: &ContactNew) -> String {
    let address = [&body.email, &body.phone_number].into_iter().flatten().find(|text| !text.is_empty());
    address.cloned().unwrap_or_else(|| format!("{} {}", body.first_name, body.last_name))
}

/// Checks the lengths of names.
///
/// # Errors
///
/// [`Error::BadBody`], if one is too long.
pub fn check_names(first: Option<&str>, last: Option<&str>) -> Result<(), ApiError> {
    for (field, name) in [("first_name", first), ("last_name", last)] {
        check_length(field, name.unwrap_or_default(), TITLE_CHARS_MAX)?;
    }
    Ok(())
}

fn check_email(text: Option<&String>) -> Result<Option<String>, ApiError> {
    let stored = text.map(|text| if text.trim().is_empty() { Some(String::new()) } else { stored_address(text) });
    stored
        .map(|stored| stored.ok_or(ApiError::with_detail(Error::BadBody, "`email` must be an email address.")))
        .transpose()
}

fn check_phone_number(text: Option<&String>) -> Result<Option<String>, ApiError> {
    let text = text.map(|text| text.trim().to_owned());
    if text.as_ref().is_some_and(|text| !text.is_empty() && !is_phone_number(text)) {
        return Err(ApiError::with_detail(Error::BadBody, "`phone_number` must be a number such as +12175550142."));
    }
    Ok(text)
}

pub(super) fn no_address_error() -> ApiError {
    ApiError::with_detail(Error::BadBody, "`email` or `phone_number` is required.")
}

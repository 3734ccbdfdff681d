//! Displays: variants of a kind of question as a slider, an upload, a row of stars or pictures.

use super::field::FieldPath;
use crate::spec::questions::{Display, DisplaySubtype, DisplayType, Kind};
use crate::spec::resources::questions::{CustomOptions, DisplayOptions};
use crate::spec::types::{Id, Written};
use crate::wire::error::ApiError;

/// The file types that an upload accepts by default. Our choice.
const DEFAULT_UPLOAD_TYPES: &[&str] = &["pdf", "doc", "docx", "png", "jpg", "jpeg", "gif"];

/// Maximum number of file types of an upload.
const UPLOAD_TYPES_MAX: usize = 20;

/// Builds the display with its defaults; `None` if the object is empty. Other services return all fields of every
/// display: empty ones, and settings that this display does not have, are ignored.
///
/// # Errors
///
/// 1000 if the kind of question does not have this display, the display does not have a given text, picture or colour,
/// or the object has one without a type.
pub fn build_display(
    at: FieldPath,
    submitted: Option<DisplayOptions>,
    kind: &Kind,
    previous: Option<&DisplayOptions>,
) -> Result<Option<DisplayOptions>, ApiError> {
    let Some(submitted) = submitted.filter(|submitted| !is_empty(submitted)) else { return Ok(None) };
    let display_type = submitted.display_type.ok_or_else(|| at.name("display_type").must_error("be given"))?;
    at.name("display_type").check_that(
        Display::find_display(display_type, kind).is_some(),
        "fit the family and subtype of the question",
    )?;
    let slider = display_type == DisplayType::Slider;
    let custom = at.name("custom_options");
    let only_if = |permitted: bool, at: FieldPath| at.check_that(permitted, "be left out: the display has none");
    let emoji = display_type == DisplayType::Emoji;
    only_if(slider || is_blank(&submitted.left_label), at.name("left_label"))?;
    only_if(slider || is_blank(&submitted.middle_label), at.name("middle_label"))?;
    only_if(slider || is_blank(&submitted.right_label), at.name("right_label"))?;
    let subtype = submitted.display_subtype.filter(|subtype| *subtype != DisplaySubtype::Nothing);
    only_if(emoji || subtype.is_none(), at.name("display_subtype"))?;
    let options = submitted.custom_options.unwrap_or(NO_OPTIONS);
    only_if(emoji || is_blank(&options.color), custom.name("color"))?;
    let bare = DisplayOptions { display_type: Some(display_type), ..BARE };
    Ok(Some(match display_type {
        DisplayType::ImageChoice => bare,
        DisplayType::Emoji => {
            let color = options.color.filter(|color| !color.is_empty()).unwrap_or_else(|| "#f5a623".to_owned());
            custom.name("color").check_that(is_hex(&color), "be a colour such as #fa0 or #ffaa00")?;
            DisplayOptions {
                display_subtype: Some(subtype.unwrap_or(DisplaySubtype::Star)),
                show_display_number: Some(submitted.show_display_number.unwrap_or(false)),
                custom_options: Some(CustomOptions { color: Some(color), ..NO_OPTIONS }),
                ..bare
            }
        }
        DisplayType::Slider => {
            let start = custom.name("starting_position").check_whole(options.starting_position.as_ref(), 0)?;
            let step = custom.name("step_size").check_whole(options.step_size.as_ref(), 1)?;
            custom.name("step_size").check_that(step.get() > 0, "be 1 or more")?;
            let id = |old: Option<&Option<Id>>| Some(old.cloned().flatten().unwrap_or(Id(String::new())));
            DisplayOptions {
                left_label: Some(at.name("left_label").check_text(submitted.left_label)?.unwrap_or_default()),
                left_label_id: id(previous.map(|previous| &previous.left_label_id)),
                middle_label: Some(at.name("middle_label").check_text(submitted.middle_label)?.unwrap_or_default()),
                middle_label_id: id(previous.map(|previous| &previous.middle_label_id)),
                right_label: Some(at.name("right_label").check_text(submitted.right_label)?.unwrap_or_default()),
                right_label_id: id(previous.map(|previous| &previous.right_label_id)),
                show_display_number: Some(submitted.show_display_number.unwrap_or(true)),
                custom_options: Some(CustomOptions {
                    starting_position: Some(start.into()),
                    step_size: Some(step.into()),
                    ..NO_OPTIONS
                }),
                ..bare
            }
        }
        DisplayType::FileUpload => DisplayOptions {
            custom_options: Some(CustomOptions {
                option_set: Some(check_upload_types(custom.name("option_set"), options.option_set)?),
                ..NO_OPTIONS
            }),
            ..bare
        },
    }))
}

/// Whether the object neither names a display nor sets anything, as in text blocks of other services.
pub fn is_empty(display: &DisplayOptions) -> bool {
    let DisplayOptions { display_type, display_subtype, left_label, middle_label, right_label, .. } = display;
    let is_bare = |options: &CustomOptions| {
        let CustomOptions { starting_position, step_size, option_set, color } = options;
        let has_set = option_set.as_ref().is_some_and(|set| !set.is_empty());
        starting_position.is_none() && step_size.is_none() && !has_set && is_blank(color)
    };
    display_type.is_none()
        && display_subtype.is_none_or(|subtype| subtype == DisplaySubtype::Nothing)
        && [left_label, middle_label, right_label].into_iter().all(is_blank)
        && display.custom_options.as_ref().is_none_or(is_bare)
}

fn is_blank(text: &Option<String>) -> bool {
    text.as_deref().unwrap_or_default().is_empty()
}

const NO_OPTIONS: CustomOptions =
    CustomOptions { starting_position: None, step_size: None, option_set: None, color: None };

const BARE: DisplayOptions = DisplayOptions {
    display_type: None,
    display_subtype: None,
    left_label: None,
    left_label_id: None,
    middle_label: None,
    middle_label_id: None,
    right_label: None,
    right_label_id: None,
    show_display_number: None,
    custom_options: None,
};

/// The permitted file types in lower case and without a dot.
fn check_upload_types(at: FieldPath, submitted: Option<Vec<Written>>) -> Result<Vec<Written>, ApiError> {
    let Some(submitted) = submitted.filter(|endings| !endings.is_empty()) else {
        return Ok(DEFAULT_UPLOAD_TYPES.iter().map(|ending| Written((*ending).to_owned())).collect());
    };
    at.check_that(submitted.len() <= UPLOAD_TYPES_MAX, &format!("have at most {UPLOAD_TYPES_MAX} items"))?;
    let mut endings = Vec::with_capacity(submitted.len());
    for (index, Written(text)) in submitted.into_iter().enumerate() {
        let ending = text.trim_start_matches('.').to_ascii_lowercase();
        let fits = (1..=10).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_alphanumeric());
        at.item(index).check_that(fits, "be the ending of a file name, such as pdf")?;
        endings.push(Written(ending));
    }
    Ok(endings)
}

/// Whether a text has the documented data type "hex string".
fn is_hex(text: &str) -> bool {
    let digits = text.strip_prefix('#').unwrap_or_default();
    matches!(digits.len(), 3 | 6) && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

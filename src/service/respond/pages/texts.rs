//! Text answers: lines, essays, numbers, personal details, dates, sliders and files.

use super::fields::{self};
use super::question_view::{QuestionView, error_id, render_field_error};
use crate::service::html::{Html, element, text, text_element, void};
use crate::service::surveys::messages::MessageKey;
use crate::spec::questions::{DateStyle, Detail, DisplayType, Subtype};
use crate::spec::resources::questions::{DisplayOptions, Question, Row, ValidationType};
use crate::spec::types::{Nullable, Written};
use crate::wire::form::Form;

/// The formats of dates and times in hints.
const DATE: &str = "MM/DD/YYYY";
const TIME: &str = "hh:mm AM";

/// The field of a question with one text.
pub fn render_single(view: &QuestionView, fields: &Form) -> Vec<Html> {
    let field = view.field();
    match (view.display_type(), &view.question.display_options) {
        (Some(DisplayType::Slider), Some(display)) => return render_slider(view, display, &field, fields),
        (Some(DisplayType::FileUpload), Some(display)) => return render_upload(view, display, &field, fields),
        _ => {}
    }
    if view.question.subtype == Subtype::Essay {
        let layout = match &view.question.layout {
            Nullable::Value(layout) => layout.num_lines,
            Nullable::Null => None,
        };
        let lines = layout.map_or(5, |lines| lines.get().clamp(2, 30)).to_string();
        let describer = error_id(&field);
        let mut attributes =
            vec![("id", field.as_str()), ("name", field.as_str()), ("rows", lines.as_str()), ("maxlength", "15000")];
        attributes.extend(view.error_attributes(&field, &describer));
        return vec![text_element("textarea", &attributes, fields.text(&field))];
    }
    let mut hints = input_hints(view.question);
    hints.extend(view.is_required().then_some(("aria-required", "true")));
    vec![render_text_input(view, &field, fields, &hints)]
}

/// The rows of a question, each with its own field.
pub fn render_rows(view: &QuestionView, fields: &Form, style: Option<DateStyle>) -> Vec<Html> {
    let base = view.field();
    view.rows.iter().map(|row| render_row(view, row, &fields::nested_field(&base, &row.id), fields, style)).collect()
}

fn render_row(view: &QuestionView, row: &Row, field: &str, fields: &Form, style: Option<DateStyle>) -> Html {
    match style {
        None => {
            let mut hints = row.r#type.map(autofill_hints).unwrap_or_else(|| input_hints(view.question));
            hints.extend((row.required == Some(true)).then_some(("aria-required", "true")));
            let mut words = vec![text(&row.text)];
            if row.required == Some(true) {
                words.extend([
                    text(" "),
                    text_element("span", &[("class", "tag")], view.locale.message(MessageKey::Required)),
                ]);
            }
            let mut content = vec![element("label", &[("for", field)], words)];
            content.extend(render_field_error(view, field));
            content.push(render_text_input(view, field, fields, &hints));
            element("div", &[("class", "field")], content)
        }
        Some(DateStyle::Date) => render_date_input(view, &row.text, field, field, fields, DATE),
        Some(DateStyle::Time) => render_date_input(view, &row.text, field, field, fields, TIME),
        Some(DateStyle::DateTime) => {
            let mut content = vec![text_element("legend", &[], &row.text)];
            content.extend(render_field_error(view, field));
            content.push(render_date_input(
                view,
                view.locale.message(MessageKey::Date),
                &fields::date_field(field),
                field,
                fields,
                DATE,
            ));
            content.push(render_date_input(
                view,
                view.locale.message(MessageKey::Time),
                &fields::time_field(field),
                field,
                fields,
                TIME,
            ));
            element("fieldset", &[("class", "line row"), ("id", field), ("tabindex", "-1")], content)
        }
    }
}

/// A field for a date or a time, with its format. The error may belong to the row's field, which can be another one.
fn render_date_input(
    view: &QuestionView,
    label: &str,
    field: &str,
    row: &str,
    fields: &Form,
    form: &'static str,
) -> Html {
    let mut content = vec![element(
        "label",
        &[("for", field)],
        [text(label), text(" "), text_element("span", &[("class", "hint")], form)],
    )];
    content.extend(render_field_error(view, field));
    let describer = error_id(row);
    let mut attributes = vec![("type", "text"), ("id", field), ("name", field), ("value", fields.text(field))];
    attributes.extend([("placeholder", form), ("autocomplete", "off")]);
    attributes.extend(view.error_attributes(row, &describer));
    content.push(void("input", &attributes));
    element("div", &[("class", "field")], content)
}

fn render_text_input(view: &QuestionView, field: &str, fields: &Form, hints: &[(&'static str, &'static str)]) -> Html {
    let describer = error_id(field);
    let mut attributes = vec![("id", field), ("name", field), ("value", fields.text(field))];
    if !hints.iter().any(|(name, _)| *name == "type") {
        attributes.push(("type", "text"));
    }
    attributes.extend(hints.iter().copied());
    attributes.extend(view.error_attributes(field, &describer));
    void("input", &attributes)
}

/// The attributes that select a suitable keyboard.
fn input_hints(question: &Question) -> Vec<(&'static str, &'static str)> {
    let check = match &question.validation {
        Nullable::Value(validation) => Some(validation.r#type),
        Nullable::Null => None,
    };
    match check {
        Some(ValidationType::Email) => vec![("inputmode", "email"), ("autocomplete", "email")],
        Some(ValidationType::Integer) => vec![("inputmode", "numeric")],
        Some(ValidationType::Decimal) => vec![("inputmode", "decimal")],
        Some(ValidationType::DateUs) => vec![("placeholder", DATE)],
        Some(ValidationType::DateInternational) => vec![("placeholder", "DD/MM/YYYY")],
        _ if question.subtype == Subtype::Numerical => vec![("inputmode", "decimal")],
        _ => Vec::new(),
    }
}

/// The attributes for automatic filling of a personal detail.
fn autofill_hints(detail: Detail) -> Vec<(&'static str, &'static str)> {
    let (kind, name) = match detail {
        Detail::Name => ("text", "name"),
        Detail::Company => ("text", "organization"),
        Detail::Address => ("text", "address-line1"),
        Detail::Address2 => ("text", "address-line2"),
        Detail::City => ("text", "address-level2"),
        Detail::State => ("text", "address-level1"),
        Detail::Zip => ("text", "postal-code"),
        Detail::Country => ("text", "country-name"),
        Detail::Email => ("email", "email"),
        Detail::Phone => ("tel", "tel"),
    };
    vec![("type", kind), ("autocomplete", name)]
}

/// The range, step and start position of a slider.
///
/// The default is 0 to 100, or the bounds of the question's validation; it starts in the middle. This is our choice.
pub struct SliderScale {
    min: i64,
    max: i64,
    step: i64,
    /// Start position.
    pub start: i64,
}

impl SliderScale {
    /// The scale of a question.
    pub fn from_question(question: &Question) -> SliderScale {
        let bound = |bound: &Nullable<Written>| match bound {
            Nullable::Value(Written(text)) => text.trim().parse::<i64>().ok(),
            Nullable::Null => None,
        };
        let (min, max) = match &question.validation {
            Nullable::Value(validation) => (bound(&validation.min), bound(&validation.max)),
            Nullable::Null => (None, None),
        };
        let min = min.unwrap_or(0);
        let max = max.filter(|max| *max > min).unwrap_or_else(|| min.saturating_add(100));
        let settings = question.display_options.as_ref().and_then(|display| display.custom_options.as_ref());
        let number = |number: crate::spec::types::Integer| i64::from(number.get());
        let middle = min.saturating_add(max.saturating_sub(min).checked_div(2).unwrap_or(0));
        let start = settings.and_then(|settings| settings.starting_position).map_or(middle, number);
        let step = settings.and_then(|settings| settings.step_size).map_or(1, number).max(1);
        SliderScale { min, max, step, start: start.clamp(min, max) }
    }
}

/// A slider. It always has a value, so its start position is an answer only if the checkbox says so.
fn render_slider(view: &QuestionView, display: &DisplayOptions, field: &str, fields: &Form) -> Vec<Html> {
    let scale = SliderScale::from_question(view.question);
    let given = fields.text(field);
    let start = scale.start.to_string();
    let [min, max, step] = [scale.min, scale.max, scale.step].map(|number| number.to_string());
    let describer = error_id(field);
    let mut attributes = vec![
        ("type", "range"),
        ("id", field),
        ("name", field),
        ("min", min.as_str()),
        ("max", max.as_str()),
        ("step", step.as_str()),
        ("value", if given.is_empty() { start.as_str() } else { given }),
    ];
    attributes.extend(view.error_attributes(field, &describer));
    let label = |label: &Option<String>, number: &str| match (label.as_deref(), display.show_display_number) {
        (Some(words), Some(true)) if !words.is_empty() => format!("{words} ({number})"),
        (Some(words), _) => words.to_owned(),
        (None, _) => number.to_owned(),
    };
    let middle = display.middle_label.clone().unwrap_or_default();
    let labels = [label(&display.left_label, &min), middle, label(&display.right_label, &max)];
    let labels = labels.iter().map(|words| text_element("span", &[], words));
    let keep_start = fields::keep_start_field(field);
    let mut checkbox = vec![("type", "checkbox"), ("name", keep_start.as_str()), ("value", "yes")];
    if fields.has_value(&keep_start, "yes") {
        checkbox.push(("checked", ""));
    }
    let words = text(&view.locale.format_message(MessageKey::LeftThere, &[&start]));
    vec![
        void("input", &attributes),
        element("p", &[("class", "ends")], labels),
        element("label", &[("class", "kept")], [void("input", &checkbox), element("span", &[], [words])]),
    ]
}

/// A file field, with a checkbox that removes the previous file.
fn render_upload(view: &QuestionView, display: &DisplayOptions, field: &str, fields: &Form) -> Vec<Html> {
    let kinds = accepted_extensions(display);
    let accept = kinds.iter().map(|kind| format!(".{kind}")).collect::<Vec<_>>().join(",");
    let describer = error_id(field);
    let mut attributes = vec![("type", "file"), ("id", field), ("name", field)];
    if !accept.is_empty() {
        attributes.push(("accept", &accept));
    }
    attributes.extend(view.error_attributes(field, &describer));
    let mut content = Vec::new();
    let name = fields.text(&fields::previous_file_field(field));
    if !name.is_empty() {
        let removed = fields::remove_file_field(field);
        let mut checkbox = vec![("type", "checkbox"), ("name", removed.as_str()), ("value", "yes")];
        if fields.has_value(&removed, "yes") {
            checkbox.push(("checked", ""));
        }
        let (before, behind) = view.locale.split_message(MessageKey::Remove);
        let words = [text(before), text_element("strong", &[], name), text(behind)];
        content.push(element("label", &[("class", "kept")], [void("input", &checkbox), element("span", &[], words)]));
    }
    content.push(void("input", &attributes));
    let size = crate::spec::limits::UPLOAD_BYTES_MAX.checked_div(1024).unwrap_or(0);
    let max_size = view.locale.format_message(MessageKey::AtMost, &[&size.to_string()]);
    let hint = match kinds.is_empty() {
        true => max_size,
        false => format!("{}. {max_size}", kinds.join(", ").to_ascii_uppercase()),
    };
    content.push(text_element("p", &[("class", "hint")], &hint));
    content
}

/// The accepted file extensions, in lower case without a dot; all if empty.
pub fn accepted_extensions(display: &DisplayOptions) -> Vec<String> {
    let options = display.custom_options.as_ref().and_then(|options| options.option_set.as_ref());
    let extensions =
        options.into_iter().flatten().map(|Written(kind)| kind.trim().trim_start_matches('.').to_lowercase());
    extensions.filter(|kind| !kind.is_empty()).collect()
}

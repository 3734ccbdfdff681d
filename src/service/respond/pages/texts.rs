//! What respondents write: lines, essays, numbers, details of a person, dates, sliders and files.

use super::fields::{self};
use super::question_view::{QuestionView, error_id, render_field_error};
use crate::service::html::{Html, element, text, text_element, void};
use crate::service::surveys::messages::MessageKey;
use crate::spec::questions::{DateStyle, Detail, DisplayType, Subtype};
use crate::spec::resources::questions::{DisplayOptions, Question, Row, ValidationType};
use crate::spec::types::{Nullable, Written};
use crate::wire::form::Form;

/// How the parts of a date are written, as the hint says.
const DATE: &str = "MM/DD/YYYY";
const TIME: &str = "hh:mm AM";

/// The field of a question that takes one text.
pub fn render_single(asked: &QuestionView, fields: &Form) -> Vec<Html> {
    let field = asked.field();
    match (asked.display_type(), &asked.question.display_options) {
        (Some(DisplayType::Slider), Some(display)) => return render_slider(asked, display, &field, fields),
        (Some(DisplayType::FileUpload), Some(display)) => return render_upload(asked, display, &field, fields),
        _ => {}
    }
    if asked.question.subtype == Subtype::Essay {
        let layout = match &asked.question.layout {
            Nullable::Value(layout) => layout.num_lines,
            Nullable::Null => None,
        };
        let lines = layout.map_or(5, |lines| lines.get().clamp(2, 30)).to_string();
        let describer = error_id(&field);
        let mut attributes =
            vec![("id", field.as_str()), ("name", field.as_str()), ("rows", lines.as_str()), ("maxlength", "15000")];
        attributes.extend(asked.error_attributes(&field, &describer));
        return vec![text_element("textarea", &attributes, fields.text(&field))];
    }
    let mut hints = input_hints(asked.question);
    hints.extend(asked.is_required().then_some(("aria-required", "true")));
    vec![render_text_input(asked, &field, fields, &hints)]
}

/// The rows of a question, each with a field of its own.
pub fn render_rows(asked: &QuestionView, fields: &Form, moment: Option<DateStyle>) -> Vec<Html> {
    let base = asked.field();
    asked.rows.iter().map(|row| render_row(asked, row, &fields::nested_field(&base, &row.id), fields, moment)).collect()
}

fn render_row(asked: &QuestionView, row: &Row, field: &str, fields: &Form, moment: Option<DateStyle>) -> Html {
    match moment {
        None => {
            let mut hints = row.r#type.map(autofill_hints).unwrap_or_else(|| input_hints(asked.question));
            hints.extend((row.required == Some(true)).then_some(("aria-required", "true")));
            let mut words = vec![text(&row.text)];
            if row.required == Some(true) {
                words.extend([
                    text(" "),
                    text_element("span", &[("class", "tag")], asked.locale.message(MessageKey::Required)),
                ]);
            }
            let mut content = vec![element("label", &[("for", field)], words)];
            content.extend(render_field_error(asked, field));
            content.push(render_text_input(asked, field, fields, &hints));
            element("div", &[("class", "field")], content)
        }
        Some(DateStyle::Date) => render_date_input(asked, &row.text, field, field, fields, DATE),
        Some(DateStyle::Time) => render_date_input(asked, &row.text, field, field, fields, TIME),
        Some(DateStyle::DateTime) => {
            let mut content = vec![text_element("legend", &[], &row.text)];
            content.extend(render_field_error(asked, field));
            content.push(render_date_input(
                asked,
                asked.locale.message(MessageKey::Date),
                &fields::date_field(field),
                field,
                fields,
                DATE,
            ));
            content.push(render_date_input(
                asked,
                asked.locale.message(MessageKey::Time),
                &fields::time_field(field),
                field,
                fields,
                TIME,
            ));
            element("fieldset", &[("class", "line row"), ("id", field), ("tabindex", "-1")], content)
        }
    }
}

/// A date or a time, with how it is written. What is wrong is said of the row's field, which may be another.
fn render_date_input(
    asked: &QuestionView,
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
    content.extend(render_field_error(asked, field));
    let describer = error_id(row);
    let mut attributes = vec![("type", "text"), ("id", field), ("name", field), ("value", fields.text(field))];
    attributes.extend([("placeholder", form), ("autocomplete", "off")]);
    attributes.extend(asked.error_attributes(row, &describer));
    content.push(void("input", &attributes));
    element("div", &[("class", "field")], content)
}

fn render_text_input(asked: &QuestionView, field: &str, fields: &Form, hints: &[(&'static str, &'static str)]) -> Html {
    let describer = error_id(field);
    let mut attributes = vec![("id", field), ("name", field), ("value", fields.text(field))];
    if !hints.iter().any(|(name, _)| *name == "type") {
        attributes.push(("type", "text"));
    }
    attributes.extend(hints.iter().copied());
    attributes.extend(asked.error_attributes(field, &describer));
    void("input", &attributes)
}

/// The keyboard that fits what the text must be.
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

/// What a browser may fill in for a detail of a person.
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

/// Where a slider begins, where it ends, how far one step is, and where it stands at first.
///
/// From 0 to 100 unless the question is checked for a number within bounds, and in the middle: our choice.
pub struct SliderScale {
    least: i64,
    most: i64,
    step: i64,
    /// Where it stands at first.
    pub start: i64,
}

impl SliderScale {
    /// The scale of a question.
    pub fn from_question(question: &Question) -> SliderScale {
        let bound = |bound: &Nullable<Written>| match bound {
            Nullable::Value(Written(text)) => text.trim().parse::<i64>().ok(),
            Nullable::Null => None,
        };
        let (least, most) = match &question.validation {
            Nullable::Value(validation) => (bound(&validation.min), bound(&validation.max)),
            Nullable::Null => (None, None),
        };
        let least = least.unwrap_or(0);
        let most = most.filter(|most| *most > least).unwrap_or_else(|| least.saturating_add(100));
        let settings = question.display_options.as_ref().and_then(|display| display.custom_options.as_ref());
        let number = |number: crate::spec::types::Integer| i64::from(number.get());
        let middle = least.saturating_add(most.saturating_sub(least).checked_div(2).unwrap_or(0));
        let start = settings.and_then(|settings| settings.starting_position).map_or(middle, number);
        let step = settings.and_then(|settings| settings.step_size).map_or(1, number).max(1);
        SliderScale { least, most, step, start: start.clamp(least, most) }
    }
}

/// A slider. It always stands somewhere, so where it stood at first is an answer only if the box says so.
fn render_slider(asked: &QuestionView, display: &DisplayOptions, field: &str, fields: &Form) -> Vec<Html> {
    let scale = SliderScale::from_question(asked.question);
    let given = fields.text(field);
    let start = scale.start.to_string();
    let [least, most, step] = [scale.least, scale.most, scale.step].map(|number| number.to_string());
    let describer = error_id(field);
    let mut attributes = vec![
        ("type", "range"),
        ("id", field),
        ("name", field),
        ("min", least.as_str()),
        ("max", most.as_str()),
        ("step", step.as_str()),
        ("value", if given.is_empty() { start.as_str() } else { given }),
    ];
    attributes.extend(asked.error_attributes(field, &describer));
    let label = |label: &Option<String>, number: &str| match (label.as_deref(), display.show_display_number) {
        (Some(words), Some(true)) if !words.is_empty() => format!("{words} ({number})"),
        (Some(words), _) => words.to_owned(),
        (None, _) => number.to_owned(),
    };
    let middle = display.middle_label.clone().unwrap_or_default();
    let labels = [label(&display.left_label, &least), middle, label(&display.right_label, &most)];
    let labels = labels.iter().map(|words| text_element("span", &[], words));
    let kept = fields::keep_start_field(field);
    let mut tick = vec![("type", "checkbox"), ("name", kept.as_str()), ("value", "yes")];
    if fields.has_value(&kept, "yes") {
        tick.push(("checked", ""));
    }
    let words = text(&asked.locale.format_message(MessageKey::LeftThere, &[&start]));
    vec![
        void("input", &attributes),
        element("p", &[("class", "ends")], labels),
        element("label", &[("class", "kept")], [void("input", &tick), element("span", &[], [words])]),
    ]
}

/// A file, and what becomes of the one that was sent before.
fn render_upload(asked: &QuestionView, display: &DisplayOptions, field: &str, fields: &Form) -> Vec<Html> {
    let kinds = accepted_extensions(display);
    let accept = kinds.iter().map(|kind| format!(".{kind}")).collect::<Vec<_>>().join(",");
    let describer = error_id(field);
    let mut attributes = vec![("type", "file"), ("id", field), ("name", field)];
    if !accept.is_empty() {
        attributes.push(("accept", &accept));
    }
    attributes.extend(asked.error_attributes(field, &describer));
    let mut content = Vec::new();
    let name = fields.text(&fields::previous_file_field(field));
    if !name.is_empty() {
        let removed = fields::remove_file_field(field);
        let mut tick = vec![("type", "checkbox"), ("name", removed.as_str()), ("value", "yes")];
        if fields.has_value(&removed, "yes") {
            tick.push(("checked", ""));
        }
        let (before, behind) = asked.locale.split_message(MessageKey::Remove);
        let words = [text(before), text_element("strong", &[], name), text(behind)];
        content.push(element("label", &[("class", "kept")], [void("input", &tick), element("span", &[], words)]));
    }
    content.push(void("input", &attributes));
    let size = crate::spec::limits::UPLOAD_BYTES_MAX.checked_div(1024).unwrap_or(0);
    let most = asked.locale.format_message(MessageKey::AtMost, &[&size.to_string()]);
    let hint = match kinds.is_empty() {
        true => most,
        false => format!("{}. {most}", kinds.join(", ").to_ascii_uppercase()),
    };
    content.push(text_element("p", &[("class", "hint")], &hint));
    content
}

/// The kinds of file that an upload takes, as endings without a dot in lower case; any if none are named.
pub fn accepted_extensions(display: &DisplayOptions) -> Vec<String> {
    let options = display.custom_options.as_ref().and_then(|options| options.option_set.as_ref());
    let endings = options.into_iter().flatten().map(|Written(kind)| kind.trim().trim_start_matches('.').to_lowercase());
    endings.filter(|kind| !kind.is_empty()).collect()
}

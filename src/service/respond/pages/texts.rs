//! Text answers: lines, essays, numbers, personal details, dates, sliders and files.

use super::fields::{self};
use super::question_view::{QuestionView, aria_invalid};
use crate::service::surveys::answers::{SliderScale, dates};
use crate::service::surveys::page_texts::PageText;
use crate::spec::limits::FIELD_BYTES_MAX;
use crate::spec::questions::{DateStyle, Detail, DisplayType, Subtype};
use crate::spec::resources::questions::{DisplayOptions, Question, Row, ValidationType};
use crate::spec::types::{Nullable, Written};
use crate::wire::form::Form;
use maud::{Markup, html};

/// The formats of dates and times in hints.
const DATE: &str = "MM/DD/YYYY";
const DATE_INTERNATIONAL: &str = "DD/MM/YYYY";
const TIME: &str = "hh:mm AM";

/// The field of a question with one text.
pub fn render_single(view: &QuestionView, fields: &Form) -> Markup {
    let field = view.field();
    match (view.display_type(), &view.question.display_options) {
        (Some(DisplayType::Slider), Some(display)) => return render_slider(view, display, &field, fields),
        (Some(DisplayType::FileUpload), Some(display)) => return render_upload(view, display, &field, fields),
        _ => {}
    }
    if view.question.subtype != Subtype::Essay {
        return render_text_input(view, &field, fields, input_hints(view.question), view.is_required());
    }
    let layout = match &view.question.layout {
        Some(Nullable::Value(layout)) => layout.num_lines,
        _ => None,
    };
    let lines = layout.map_or(5, |lines| lines.get().clamp(2, 30));
    let error_id = view.error_id(&field);
    // A browser counts characters, each of which has up to three bytes in the form.
    let length = FIELD_BYTES_MAX.checked_div(3);
    html! {
        textarea id=(field) name=(field) rows=(lines) maxlength=[length] dir="auto"
            // HTML drops a line break at the start.
            aria-invalid=[aria_invalid(error_id.as_ref())] aria-describedby=[&error_id] { "\n" (fields.text(&field)) }
    }
}

/// The rows of a question, each with its own field.
pub fn render_rows(view: &QuestionView, fields: &Form, style: Option<DateStyle>) -> Markup {
    let base = view.field();
    html! {
        @for row in &view.rows { (render_row(view, row, &fields::nested_field(&base, &row.id), fields, style)) }
    }
}

fn render_row(view: &QuestionView, row: &Row, field: &str, fields: &Form, style: Option<DateStyle>) -> Markup {
    let is_required = row.required == Some(true);
    let date_format = if dates::is_day_first(view.question) { DATE_INTERNATIONAL } else { DATE };
    match style {
        None => {
            let hints = row.r#type.map_or_else(|| input_hints(view.question), autofill_hints);
            html! {
                .field {
                    label for=(field) {
                        (row.text)
                        @if is_required { " " span.tag { (view.texts.render(PageText::Required)) } }
                    }
                    (view.render_error(field))
                    (render_text_input(view, field, fields, hints, is_required))
                }
            }
        }
        Some(DateStyle::Date) => render_date_input(view, &html! { (row.text) }, field, field, fields, date_format),
        Some(DateStyle::Time) => render_date_input(view, &html! { (row.text) }, field, field, fields, TIME),
        Some(DateStyle::DateTime) => {
            let [date, time] = [PageText::Date, PageText::Time].map(|key| view.texts.render(key));
            html! {
                fieldset.line.row id=(field) tabindex="-1" {
                    legend { (row.text) }
                    (view.render_error(field))
                    (render_date_input(view, &date, &fields::date_field(field), field, fields, date_format))
                    (render_date_input(view, &time, &fields::time_field(field), field, fields, TIME))
                }
            }
        }
    }
}

/// A field for a date or a time, with its format. The error may belong to the row's field, which can be another one.
fn render_date_input(
    view: &QuestionView,
    label: &Markup,
    field: &str,
    row: &str,
    fields: &Form,
    format: &'static str,
) -> Markup {
    let error_id = view.error_id(row);
    html! {
        .field {
            label for=(field) { (label) " " span.hint { (format) } }
            (view.render_error(field))
            input type="text" id=(field) name=(field) value=(fields.text(field)) placeholder=(format) autocomplete="off"
                aria-invalid=[aria_invalid(error_id.as_ref())] aria-describedby=[&error_id];
        }
    }
}

/// What a browser is told of a text: keyboard, automatic filling, and an example.
#[derive(Clone, Copy)]
struct InputHints {
    r#type: &'static str,
    inputmode: Option<&'static str>,
    autocomplete: Option<&'static str>,
    placeholder: Option<&'static str>,
}

const NO_HINTS: InputHints = InputHints { r#type: "text", inputmode: None, autocomplete: None, placeholder: None };

fn render_text_input(view: &QuestionView, field: &str, fields: &Form, hints: InputHints, is_required: bool) -> Markup {
    let error_id = view.error_id(field);
    html! {
        input id=(field) name=(field) value=(fields.text(field)) type=(hints.r#type) dir="auto" inputmode=[hints.inputmode]
            autocomplete=[hints.autocomplete] placeholder=[hints.placeholder]
            aria-required=[is_required.then_some("true")] aria-invalid=[aria_invalid(error_id.as_ref())]
            aria-describedby=[&error_id];
    }
}

/// The hints that select a suitable keyboard.
fn input_hints(question: &Question) -> InputHints {
    let check = match &question.validation {
        Nullable::Value(validation) => Some(validation.r#type),
        Nullable::Null => None,
    };
    match check {
        Some(ValidationType::Email) => InputHints { inputmode: Some("email"), autocomplete: Some("email"), ..NO_HINTS },
        Some(ValidationType::Integer) => InputHints { inputmode: Some("numeric"), ..NO_HINTS },
        Some(ValidationType::Decimal) => InputHints { inputmode: Some("decimal"), ..NO_HINTS },
        Some(ValidationType::DateUs) => InputHints { placeholder: Some(DATE), ..NO_HINTS },
        Some(ValidationType::DateInternational) => InputHints { placeholder: Some(DATE_INTERNATIONAL), ..NO_HINTS },
        _ if question.subtype == Subtype::Numerical => InputHints { inputmode: Some("decimal"), ..NO_HINTS },
        _ => NO_HINTS,
    }
}

/// The hints for automatic filling of a personal detail.
const fn autofill_hints(detail: Detail) -> InputHints {
    let (r#type, purpose) = match detail {
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
    InputHints { r#type, autocomplete: Some(purpose), ..NO_HINTS }
}

/// A slider. It always has a value, so its start position is an answer only if the checkbox says so.
fn render_slider(view: &QuestionView, display: &DisplayOptions, field: &str, fields: &Form) -> Markup {
    let scale = SliderScale::from_question(view.question);
    let start = scale.start.to_string();
    let value = Some(fields.text(field)).filter(|given| !given.is_empty()).unwrap_or(&start);
    let error_id = view.error_id(field);
    let label = |label: &Option<String>, number: i32| match (label.as_deref(), display.show_display_number) {
        (None | Some(""), _) => number.to_string(),
        (Some(words), Some(true)) => format!("{words} ({number})"),
        (Some(words), _) => words.to_owned(),
    };
    let keep_start = fields::keep_start_field(field);
    html! {
        // The page's script shows the value here. Screen readers read that of the slider.
        @if display.show_display_number == Some(true) { output for=(field) aria-hidden="true" {} }
        input type="range" id=(field) name=(field) min=(scale.min) max=(scale.max) step=(scale.step) value=(value)
            aria-invalid=[aria_invalid(error_id.as_ref())] aria-describedby=[&error_id];
        p.ends {
            span { (label(&display.left_label, scale.min)) }
            span { (display.middle_label.as_deref().unwrap_or_default()) }
            span { (label(&display.right_label, scale.max)) }
        }
        label.kept {
            input type="checkbox" name=(keep_start) value="yes" checked[fields.has_value(&keep_start, "yes")];
            span { (view.texts.render_with(PageText::LeftThere, &[html! { (start) }])) }
        }
    }
}

/// A file field, with a checkbox that removes the previous file.
fn render_upload(view: &QuestionView, display: &DisplayOptions, field: &str, fields: &Form) -> Markup {
    let kinds = accepted_extensions(display);
    let accept = kinds.iter().map(|kind| format!(".{kind}")).collect::<Vec<_>>().join(",");
    let error_id = view.error_id(field);
    let previous = fields.text(&fields::previous_file_field(field));
    let remove = fields::remove_file_field(field);
    let kilobytes = crate::spec::limits::UPLOAD_BYTES_MAX.checked_div(1024).unwrap_or(0);
    html! {
        @if !previous.is_empty() {
            label.kept {
                input type="checkbox" name=(remove) value="yes" checked[fields.has_value(&remove, "yes")];
                @let name = html! { strong { (view.texts.own(previous)) } };
                span { (view.texts.render_with(PageText::Remove, &[name])) }
            }
        }
        input type="file" id=(field) name=(field) accept=[Some(&accept).filter(|accept| !accept.is_empty())]
            aria-invalid=[aria_invalid(error_id.as_ref())] aria-describedby=[&error_id];
        p.hint {
            @if !kinds.is_empty() { (kinds.join(", ").to_ascii_uppercase()) ". " }
            (view.texts.render_with(PageText::AtMost, &[html! { (kilobytes) }]))
        }
    }
}

/// The accepted file extensions, in lower case without a dot; all if empty.
pub fn accepted_extensions(display: &DisplayOptions) -> Vec<String> {
    let options = display.custom_options.as_ref().and_then(|options| options.option_set.as_ref());
    let extensions =
        options.into_iter().flatten().map(|Written(kind)| kind.trim().trim_start_matches('.').to_lowercase());
    extensions.filter(|kind| !kind.is_empty()).collect()
}

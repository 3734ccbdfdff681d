//! Choices: radio buttons, checkboxes, menus, pictures, and the field of the "other" option.

use super::fields::{self};
use super::question_view::{QuestionView, error_id, render_field_error};
use crate::service::html::{Html, element, text, text_element, void};
use crate::service::surveys::messages::MessageKey;
use crate::spec::questions::{DisplaySubtype, DisplayType, Kind, Picks, Subtype};
use crate::spec::resources::questions::{Choice, OtherOption};
use crate::wire::form::Form;

/// How many choices of a list can be selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SelectMode {
    /// One.
    One,
    /// Any number.
    Many,
}

impl SelectMode {
    /// The mode of a kind of question.
    pub fn from_kind(kind: Option<&Kind>) -> SelectMode {
        match kind.map(|kind| kind.picks) {
            Some(Picks::Many | Picks::ManyPerRow) => SelectMode::Many,
            _ => SelectMode::One,
        }
    }

    const fn input_type(self) -> &'static str {
        match self {
            SelectMode::One => "radio",
            SelectMode::Many => "checkbox",
        }
    }
}

/// Whether the choices are a menu.
pub fn is_menu(view: &QuestionView) -> bool {
    view.question.subtype == Subtype::Menu
}

/// The choices of a question, and its "other" option.
pub fn render_choices(view: &QuestionView, fields: &Form, mode: SelectMode) -> Vec<Html> {
    let field = view.field();
    let mut content = Vec::new();
    if is_menu(view) {
        content.push(render_menu(view, fields));
        content.extend(view.other_option().map(|other| render_other(view, other, &field, fields)));
        return content;
    }
    let class = match view.display_type() {
        Some(DisplayType::ImageChoice) => "options pictures",
        _ => match view.question.subtype {
            Subtype::VerticalTwoCol => "options two",
            Subtype::VerticalThreeCol => "options three",
            Subtype::Horiz => "options across",
            _ => "options",
        },
    };
    let mut items: Vec<Html> =
        view.choices.iter().map(|choice| render_option(view, choice, &field, fields, mode)).collect();
    match view.other_option() {
        Some(other) if other.is_answer_choice => {
            let id = other.id.as_str();
            let label = render_input(&field, id, fields, mode, [text(&other.text)]);
            items.push(element("li", &[], [label, render_other_input(view, other, &field, fields)]));
            content.push(element("ul", &[("class", class)], items));
        }
        other => {
            content.push(element("ul", &[("class", class)], items));
            content.extend(other.map(|other| render_other(view, other, &field, fields)));
        }
    }
    content
}

/// The choices of a question as a menu. It has the id of the question's field, so that the heading can label it.
pub fn render_menu(view: &QuestionView, fields: &Form) -> Html {
    let field = view.field();
    let other = view.other_option().filter(|other| other.is_answer_choice);
    let choices = view.choices.iter().map(|choice| (choice.id.as_str(), choice.text.as_str()));
    let options = choices.chain(other.map(|other| (other.id.as_str(), other.text.as_str())));
    let describer = error_id(&field);
    let mut attributes = view.error_attributes(&field, &describer);
    attributes.push(("aria-label", view.heading_text()));
    render_select(view, &field, options, fields, &attributes)
}

/// A `select` element, with an empty option first.
pub fn render_select<'a>(
    view: &QuestionView,
    field: &str,
    options: impl Iterator<Item = (&'a str, &'a str)>,
    fields: &Form,
    attributes: &[(&'static str, &str)],
) -> Html {
    let chosen = fields.text(field);
    let nothing = text_element("option", &[("value", "")], view.locale.message(MessageKey::Choose));
    let options = options.map(|(id, label_text)| {
        let attributes: &[(&'static str, &str)] =
            if id == chosen { &[("value", id), ("selected", "")] } else { &[("value", id)] };
        text_element("option", attributes, label_text)
    });
    let attributes: Vec<_> = [("id", field), ("name", field)].into_iter().chain(attributes.iter().copied()).collect();
    element("select", &attributes, std::iter::once(nothing).chain(options))
}

/// A list item with one choice.
pub fn render_option(view: &QuestionView, choice: &Choice, field: &str, fields: &Form, mode: SelectMode) -> Html {
    element("li", &[], [render_input(field, choice.id.as_str(), fields, mode, choice_label(view, choice))])
}

/// The label of a choice: text, picture, or symbol of a rating scale.
fn choice_label(view: &QuestionView, choice: &Choice) -> Vec<Html> {
    let mut face = Vec::new();
    if let Some(image) = &choice.image {
        let number = choice.position.get().to_string();
        let label_text = if choice.text.is_empty() {
            view.locale.format_message(MessageKey::Picture, &[&number])
        } else {
            String::new()
        };
        face.push(void("img", &[("src", &image.url), ("alt", &label_text), ("loading", "lazy")]));
    }
    let scale = view.question.display_options.as_ref().filter(|display| display.display_type == DisplayType::Emoji);
    let Some(scale) = scale.filter(|_| choice.is_na != Some(true)) else {
        let weight = choice.weight.map(|weight| weight.get().to_string()).unwrap_or_default();
        let label_text = if choice.text.is_empty() && choice.image.is_none() { weight } else { choice.text.clone() };
        face.push(text(&label_text));
        return face;
    };
    let rated: Vec<_> = view.choices.iter().filter(|choice| choice.is_na != Some(true)).collect();
    let index = rated.iter().position(|other| other.id == choice.id).unwrap_or(0);
    let symbol = scale_symbol(scale.display_subtype, index, rated.len());
    face.push(text_element("span", &[("class", "emoji"), ("aria-hidden", "true")], symbol));
    let number = [index.saturating_add(1), rated.len()].map(|number| number.to_string());
    let number = view.locale.format_message(MessageKey::Of, &[&number[0], &number[1]]);
    let label_text = if choice.text.is_empty() { number } else { choice.text.clone() };
    let hidden = choice.text.is_empty() && scale.show_display_number != Some(true);
    face.push(text_element("span", &[("class", if hidden { "visually-hidden" } else { "" })], &label_text));
    face
}

/// The symbol at a position of a scale. Thumbs have only two symbols, one for each half.
fn scale_symbol(subtype: Option<DisplaySubtype>, index: usize, count: usize) -> &'static str {
    const FACES: [&str; 5] = ["😞", "🙁", "😐", "🙂", "😀"];
    let upper = index.saturating_mul(2) >= count;
    match subtype {
        Some(DisplaySubtype::Heart) => "♥",
        Some(DisplaySubtype::Thumb) => {
            if upper {
                "👍"
            } else {
                "👎"
            }
        }
        Some(DisplaySubtype::Smiley) => {
            let steps = count.saturating_sub(1);
            let at = index.saturating_mul(4).checked_div(steps).unwrap_or(2);
            FACES.get(at).copied().unwrap_or("🙂")
        }
        Some(DisplaySubtype::Star) | None => "★",
    }
}

/// A radio button or checkbox with its label.
fn render_input(
    field: &str,
    value: &str,
    fields: &Form,
    mode: SelectMode,
    face: impl IntoIterator<Item = Html>,
) -> Html {
    let mut attributes = vec![("type", mode.input_type()), ("name", field), ("value", value)];
    if fields.has_value(field, value) {
        attributes.push(("checked", ""));
    }
    let face = element("span", &[("class", "face")], face);
    element("label", &[], [void("input", &attributes), face])
}

/// The field of the "other" option or of a comment, with its label.
pub fn render_other(view: &QuestionView, other: &OtherOption, base: &str, fields: &Form) -> Html {
    let field = fields::other_field(base);
    let label = text_element("label", &[("for", &field)], &other.text);
    element("div", &[("class", "field")], [label, render_other_input(view, other, base, fields)])
}

/// The field without a visible label: one line or several. `aria-label` names it for screen readers.
fn render_other_input(view: &QuestionView, other: &OtherOption, base: &str, fields: &Form) -> Html {
    let field = fields::other_field(base);
    let (describer, lines) = (error_id(&field), other.num_lines.get().clamp(2, 20).to_string());
    let mut attributes = vec![("id", field.as_str()), ("name", field.as_str()), ("aria-label", other.text.as_str())];
    attributes.extend(view.error_attributes(&field, &describer));
    let mut content: Vec<Html> = render_field_error(view, &field).into_iter().collect();
    if other.num_lines.get() > 1 {
        attributes.push(("rows", &lines));
        content.push(text_element("textarea", &attributes, fields.text(&field)));
    } else {
        attributes.extend([("type", "text"), ("value", fields.text(&field))]);
        content.push(void("input", &attributes));
    }
    element("div", &[], content)
}

//! Choices: radio buttons, checkboxes, menus, pictures, and the field of the "other" option.

use super::fields::{self};
use super::question_view::{QuestionView, aria_invalid};
use crate::service::surveys::page_texts::PageText;
use crate::spec::questions::{DisplaySubtype, DisplayType, Kind, Picks, Subtype};
use crate::spec::resources::questions::{Choice, DisplayOptions, OtherOption};
use crate::spec::types::Integer;
use crate::wire::form::Form;
use maud::{Markup, html};

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

/// The longest label of a narrow cell, in characters. Our choice.
const SHORT_LABEL_CHARS_MAX: usize = 3;

/// Whether the choices are a menu.
pub fn is_menu(view: &QuestionView) -> bool {
    view.question.subtype == Subtype::Menu
}

/// The choices of a question, and its "other" option.
pub fn render_choices(view: &QuestionView, fields: &Form, mode: SelectMode) -> Markup {
    let field = view.field();
    let other = view.other_option();
    let (other_choice, comment) = match other {
        Some(other) if other.is_choice() && !is_menu(view) => (Some(other), None),
        other => (None, other),
    };
    let class = match view.display_type() {
        Some(DisplayType::ImageChoice) => "options pictures",
        _ => match view.question.subtype {
            Subtype::VerticalTwoCol => "options two",
            Subtype::VerticalThreeCol => "options three",
            Subtype::Horiz if other_choice.is_none() => class_of_line(view),
            Subtype::Horiz => "options across",
            _ => "options",
        },
    };
    html! {
        @if is_menu(view) {
            (render_menu(view, fields))
        } @else {
            ul class=(class) {
                @for choice in &view.choices { (render_option(view, choice, &field, fields, mode)) }
                @if let Some(other) = other_choice {
                    li {
                        (render_input(&field, other.id.as_str(), fields, mode, &html! { (other.text) }))
                        @if mode == SelectMode::Many { (render_picked(other, &field, fields)) }
                        (render_other_input(view, other, &field, fields))
                    }
                }
            }
        }
        @if let Some(other) = comment { (render_other(view, other, &field, fields)) }
    }
}

/// The class of choices in a line: each has a narrow cell if all labels are short, as numbers and symbols are.
pub fn class_of_line(view: &QuestionView) -> &'static str {
    let is_short = |choice: &&Choice| match rating_scale(view, choice) {
        _ if !description_of(choice).is_empty() => false,
        Some(scale) => choice.text.is_empty() && scale.show_display_number != Some(true),
        None => choice.image.is_none() && choice.text.chars().count() <= SHORT_LABEL_CHARS_MAX,
    };
    if view.choices.iter().all(is_short) { "options across short" } else { "options across" }
}

/// The choices of a question as a menu. It has the id of the question's field, so that the heading can label it.
pub fn render_menu(view: &QuestionView, fields: &Form) -> Markup {
    let other = view.other_option().filter(|other| other.is_choice());
    let choices = view.choices.iter().map(|choice| (choice.id.as_str(), choice.text.as_str()));
    let mut options = choices.chain(other.map(|other| (other.id.as_str(), other.text.as_str())));
    render_select(view, &view.field(), Some(view.heading_text()), &mut options, fields)
}

/// A `select` element, with an empty option first. `label` names it for screen readers if no visible label does.
pub fn render_select<'a>(
    view: &QuestionView,
    field: &str,
    label: Option<&str>,
    options: &mut dyn Iterator<Item = (&'a str, &'a str)>,
    fields: &Form,
) -> Markup {
    let chosen = fields.text(field);
    let error_id = view.error_id(field);
    html! {
        select id=(field) name=(field) aria-invalid=[aria_invalid(error_id.as_ref())] aria-describedby=[&error_id]
            aria-label=[label] {
            option value="" lang=[view.texts.lang()] dir=[view.texts.dir()] {
                (view.texts.locale().text(PageText::Choose))
            }
            @for (id, text) in options { option dir="auto" value=(id) selected[id == chosen] { (text) } }
        }
    }
}

/// A list item with one choice.
pub fn render_option(view: &QuestionView, choice: &Choice, field: &str, fields: &Form, mode: SelectMode) -> Markup {
    html! { li { (render_input(field, choice.id.as_str(), fields, mode, &choice_label(view, choice))) } }
}

/// The label of a choice: text, picture, or symbol of a rating scale.
fn choice_label(view: &QuestionView, choice: &Choice) -> Markup {
    let weight = choice.weight.as_ref().map(ToString::to_string);
    html! {
        @if let Some(image) = &choice.image {
            img src=(image.url) alt=(picture_text(view, choice)) lang=[view.texts.lang()] loading="lazy";
        }
        @if let Some(scale) = rating_scale(view, choice) {
            (rating_label(view, choice, scale))
        } @else if choice.text.is_empty() && choice.image.is_none() {
            @if let Some(weight) = weight { (weight) }
        } @else {
            (choice.text)
        }
        @if !description_of(choice).is_empty() { small { (description_of(choice)) } }
    }
}

/// The text below the label of a choice; empty if it has none.
fn description_of(choice: &Choice) -> &str {
    choice.description.as_deref().unwrap_or_default()
}

/// The scale of symbols that a choice belongs to.
fn rating_scale<'a>(view: &QuestionView<'a>, choice: &Choice) -> Option<&'a DisplayOptions> {
    let is_rating = view.display_type() == Some(DisplayType::Emoji) && choice.is_na != Some(true);
    view.question.display_options.as_ref().filter(|_| is_rating)
}

/// The text of a choice's picture for screen readers; empty if the choice has a text of its own.
fn picture_text(view: &QuestionView, choice: &Choice) -> String {
    match choice.text.as_str() {
        "" => view.texts.locale().format_text(PageText::Picture, &[&choice.position.get().to_string()]),
        _ => String::new(),
    }
}

/// The symbol of a rating, and its text or its number on the scale.
fn rating_label(view: &QuestionView, choice: &Choice, scale: &DisplayOptions) -> Markup {
    let rated: Vec<_> = view.choices.iter().filter(|choice| choice.is_na != Some(true)).collect();
    let index = rated.iter().position(|other| other.id == choice.id).unwrap_or(0);
    let [number, count] = [index.saturating_add(1), rated.len()].map(|number| number.to_string());
    let is_hidden = choice.text.is_empty() && scale.show_display_number != Some(true);
    html! {
        span.emoji aria-hidden="true" { (scale_symbol(scale.display_subtype, index, rated.len())) }
        span.visually-hidden[is_hidden] {
            @if choice.text.is_empty() {
                (view.texts.render_with(PageText::Of, &[number, count].map(|number| html! { (number) })))
            } @else {
                (choice.text)
            }
        }
    }
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
        Some(DisplaySubtype::Star | DisplaySubtype::Nothing) | None => "★",
    }
}

/// A radio button or checkbox with its label.
fn render_input(field: &str, value: &str, fields: &Form, mode: SelectMode, face: &Markup) -> Markup {
    html! {
        label {
            input type=(mode.input_type()) name=(field) value=(value) checked[fields.has_value(field, value)];
            span.face { (face) }
        }
    }
}

/// A field with the text of the "other" option when it was picked, so that it can be unpicked while its text stays.
fn render_picked(other: &OtherOption, field: &str, fields: &Form) -> Markup {
    let picked = fields::picked_other_field(field);
    let is_picked = fields.has_value(field, other.id.as_str());
    let text = if is_picked { fields.text(&fields::other_field(field)) } else { fields.text(&picked) };
    html! { @if !text.is_empty() { input type="hidden" name=(picked) value=(text); } }
}

/// The field of the "other" option or of a comment, with its label.
pub fn render_other(view: &QuestionView, other: &OtherOption, base: &str, fields: &Form) -> Markup {
    html! {
        .field {
            label for=(fields::other_field(base)) { (other.text) }
            (render_other_input(view, other, base, fields))
        }
    }
}

/// The field without a visible label: one line or several. `aria-label` names it for screen readers.
fn render_other_input(view: &QuestionView, other: &OtherOption, base: &str, fields: &Form) -> Markup {
    let field = fields::other_field(base);
    let error_id = view.error_id(&field);
    let invalid = aria_invalid(error_id.as_ref());
    let lines = other.num_lines.map_or(1, Integer::get);
    html! {
        div {
            (view.render_error(&field))
            @if lines > 1 {
                textarea id=(field) name=(field) dir="auto" aria-label=(other.text) aria-invalid=[invalid]
                    aria-describedby=[&error_id] rows=(lines.min(20)) { "\n" (fields.text(&field)) }
            } @else {
                input id=(field) name=(field) dir="auto" aria-label=(other.text) aria-invalid=[invalid]
                    aria-describedby=[&error_id] type="text" value=(fields.text(&field));
            }
        }
    }
}

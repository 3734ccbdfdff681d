//! The parts of forms: labelled fields, hidden values, buttons.

use super::{Attributes, Html, element, text, text_element, void};
use crate::spec::account::{EMAIL_MAX, PASSWORD_MAX};

/// A labelled, required input. Its maximum length is that of an e-mail address or a password unless the attributes set
/// another.
pub fn input_field(name: &str, label: &str, attributes: Attributes<'_>) -> Html {
    let longest = if attributes.contains(&("type", "password")) { PASSWORD_MAX } else { EMAIL_MAX }.to_string();
    let mut all = vec![("id", name), ("name", name)];
    all.extend(attributes);
    if !attributes.iter().any(|(name, _)| *name == "maxlength") {
        all.push(("maxlength", &longest));
    }
    all.push(("required", ""));
    labelled_control(name, label, void("input", &all))
}

/// A control with its label.
pub fn labelled_control(name: &str, label: &str, control: Html) -> Html {
    element("div", &[("class", "field")], [text_element("label", &[("for", name)], label), control])
}

/// A hidden field.
pub fn hidden_input(name: &str, value: &str) -> Html {
    void("input", &[("type", "hidden"), ("name", name), ("value", value)])
}

/// A submit button.
pub fn submit_button(class: &str, label: &str) -> Html {
    text_element("button", &[("class", class), ("type", "submit")], label)
}

/// A form that is posted to a path.
pub fn post_form(action: &str, content: impl IntoIterator<Item = Html>) -> Html {
    element("form", &[("method", "post"), ("action", action)], content)
}

/// A drop-down list of values with labels.
pub fn select_field<'a>(
    name: &str,
    label: &str,
    chosen: &str,
    options: impl Iterator<Item = (&'a str, &'a str)>,
) -> Html {
    let options = options.map(|(value, label)| {
        let attributes = [("value", value), ("selected", "")];
        text_element("option", attributes.get(..if value == chosen { 2 } else { 1 }).unwrap_or_default(), label)
    });
    labelled_control(name, label, element("select", &[("id", name), ("name", name)], options))
}

/// A field for several lines, with a hint.
pub fn textarea_field(name: &str, label: &str, content: &str, hint: &str) -> Html {
    let area = element("textarea", &[("id", name), ("name", name), ("rows", "3")], [text(content)]);
    let hint = text_element("p", &[("class", "hint")], hint);
    element("div", &[("class", "field")], [text_element("label", &[("for", name)], label), area, hint])
}

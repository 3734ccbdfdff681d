//! A scope on a page: what it permits, in the words of the scope table, and its name.

use crate::service::html::{Html, element, text_element};
use crate::spec::scopes::Scope;

/// What the scope permits, and its name.
pub fn scope_label(scope: Scope) -> Html {
    element("span", &[], [text_element("strong", &[], scope.purpose()), text_element("code", &[], scope.as_str())])
}

/// A line of a list that nobody fills in, with what is said about the scope behind it.
pub fn scope_line(scope: Scope, said: impl IntoIterator<Item = Html>) -> Html {
    element("li", &[], [element("p", &[], std::iter::once(scope_label(scope)).chain(said))])
}

/// A list of such lines, or of those of a form.
pub fn scope_items(lines: impl IntoIterator<Item = Html>) -> Html {
    element("ul", &[("class", "scopes")], lines)
}

/// What is said of a scope that not every plan offers.
pub fn needs_plan() -> Html {
    text_element("em", &[("class", "tag warn")], "needs a paid plan")
}

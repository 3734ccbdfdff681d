//! Scopes on a page: the purpose from the scope table, and the name.

use crate::service::html::{Html, element, text_element};
use crate::spec::scopes::Scope;

/// The purpose and the name of a scope.
pub fn scope_label(scope: Scope) -> Html {
    element("span", &[], [text_element("strong", &[], scope.purpose()), text_element("code", &[], scope.as_str())])
}

/// A line of a list without input fields; `said` follows the scope.
pub fn scope_line(scope: Scope, tags: impl IntoIterator<Item = Html>) -> Html {
    element("li", &[], [element("p", &[], std::iter::once(scope_label(scope)).chain(tags))])
}

/// A list of scopes.
pub fn scope_items(lines: impl IntoIterator<Item = Html>) -> Html {
    element("ul", &[("class", "scopes")], lines)
}

/// The tag of a scope that not every plan offers.
pub fn needs_plan() -> Html {
    text_element("em", &[("class", "tag warn")], "needs a paid plan")
}

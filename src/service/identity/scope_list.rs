//! A scope on a page: what it permits, in the words of the scope table, and its name.

use crate::service::html::{Html, element, phrase};
use crate::spec::scopes::Scope;

/// What the scope permits, and its name.
pub fn named(scope: Scope) -> Html {
    element("span", &[], [phrase("strong", &[], scope.purpose()), phrase("code", &[], scope.as_str())])
}

/// A line of a list that nobody fills in, with what is said about the scope behind it.
pub fn line(scope: Scope, said: impl IntoIterator<Item = Html>) -> Html {
    element("li", &[], [element("p", &[], std::iter::once(named(scope)).chain(said))])
}

/// A list of such lines, or of those of a form.
pub fn list(lines: impl IntoIterator<Item = Html>) -> Html {
    element("ul", &[("class", "scopes")], lines)
}

/// What is said of a scope that not every plan offers.
pub fn needs_plan() -> Html {
    phrase("em", &[("class", "tag warn")], "needs a paid plan")
}

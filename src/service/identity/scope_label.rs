//! Scopes on a page: the purpose from the scope table, and the name.

use crate::spec::scopes::Scope;
use maud::{Markup, html};

/// The purpose and the name of a scope.
pub fn scope_label(scope: Scope) -> Markup {
    html! { span { strong { (scope.purpose()) } code { (scope.as_str()) } } }
}

/// The tag of a scope that not every plan offers.
pub fn needs_plan() -> Markup {
    html! { em.tag.warn { "needs a paid plan" } }
}

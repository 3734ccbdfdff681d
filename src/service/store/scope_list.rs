//! Lists of scopes in their stored form: names separated by spaces.

use crate::spec::scopes::Scope;

/// The stored form of scopes.
pub fn scope_list(scopes: &[Scope]) -> String {
    scopes.iter().map(|scope| scope.as_str()).collect::<Vec<_>>().join(" ")
}

/// The scopes of a stored list. Unknown names are left out.
pub fn parse_scope_list(list: &str) -> Vec<Scope> {
    list.split_whitespace().filter_map(Scope::parse).collect()
}

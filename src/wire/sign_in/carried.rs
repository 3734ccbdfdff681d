//! What a sign-in carries with it: in its state, which goes to the service and comes back, and in the tab.

/// Separates the random part of a state from the origin to which the gateway passes the callback on.
pub const ORIGIN_MARK: char = '@';

/// Separates the scopes from each other and from what the gateway needs back, in what is stored with a sign-in.
const SCOPE_MARK: &str = "~";

/// What is stored with a sign-in: `pkce`, which the gateway needs back with the code and may be empty, and the names of
/// the scopes that the app asks for.
pub fn join_carried<'a>(pkce: &'a str, scopes: impl Iterator<Item = &'a str>) -> String {
    [pkce].into_iter().chain(scopes).collect::<Vec<_>>().join(SCOPE_MARK)
}

/// What [`join_carried`] has joined.
pub fn split_carried(carried: &str) -> (&str, impl Iterator<Item = &str>) {
    let mut parts = carried.split(SCOPE_MARK);
    (parts.next().unwrap_or_default(), parts)
}

/// The state of a sign-in that a page of `origin` begins. The redirect URI is one constant: the gateway there passes
/// the callback on to the origin in the state, if it is another one and allowed.
pub fn state_from(random: String, redirect_uri: &str, origin: &str) -> String {
    let is_own = redirect_uri.strip_prefix(origin).is_some_and(|path| path.starts_with('/'));
    if is_own { random } else { format!("{random}{ORIGIN_MARK}{origin}") }
}

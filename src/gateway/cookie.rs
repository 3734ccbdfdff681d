//! The session cookie: the only cookie that is ever set.
//!
//! On https it has the `__Host-Http-` prefix. On plain http, which only a loopback origin may use, prefix and
//! `Secure` are left out, because some browsers refuse both there.

use super::origin::Origin;
use super::seal::SEALED_MAX;

const NAME: &str = "canvass";
const SECURE_NAME: &str = "__Host-Http-canvass";

/// The cookie's name, which depends on the scheme of the origin.
pub fn cookie_name(origin: &Origin) -> &'static str {
    if origin.is_secure() { SECURE_NAME } else { NAME }
}

/// The session cookie's value in a `Cookie` header. `None` if it is absent, repeated or too long.
pub fn find_in_header<'a>(header: &'a str, origin: &Origin) -> Option<&'a str> {
    let name = cookie_name(origin);
    let mut values = header.split(';').filter_map(|pair| pair.trim().split_once('=')).filter(|(key, _)| *key == name);
    let (_, value) = values.next()?;
    // Of two cookies with one name, another site on the same domain may have set one.
    (values.next().is_none() && value.len() <= SEALED_MAX).then_some(value)
}

/// The `Set-Cookie` header that stores a sealed session for `seconds`.
pub fn set_cookie(origin: &Origin, sealed: &str, seconds: i64) -> String {
    // `Strict`, because no request from another site needs the session, not even a link.
    let secure = if origin.is_secure() { "; Secure" } else { "" };
    format!("{}={sealed}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}", cookie_name(origin))
}

/// The `Set-Cookie` header that removes the session cookie.
pub fn clear_cookie(origin: &Origin) -> String {
    set_cookie(origin, "", 0)
}

//! The other origins whose pages may call, and the page of each to which a sign-in returns.

use super::origin::Origin;
use crate::spec::gateway::CALLBACK_PATH;
use crate::wire::sign_in::is_return_path;

/// Origins that can be listed: our choice.
const ORIGINS_MAX: usize = 16;

/// An origin whose pages may call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowedOrigin {
    /// The origin.
    pub origin: Origin,
    /// Path of its callback page.
    callback: String,
}

impl AllowedOrigin {
    /// URL of its callback page.
    pub fn callback_url(&self) -> String {
        [self.origin.as_str(), &self.callback].concat()
    }
}

/// All allowed origins, as configured.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AllowedOrigins(Vec<AllowedOrigin>);

impl AllowedOrigins {
    /// Parses origins separated by commas, each with the path of its callback page if that is not `/callback/`. `own`
    /// is the gateway's origin; `parse` parses an origin that may be called with credentials.
    ///
    /// # Errors
    ///
    /// The end of a sentence that begins with the variable's name.
    pub fn parse_list(
        list: &str,
        own: &Origin,
        parse: impl Fn(&str) -> Option<Origin>,
    ) -> Result<AllowedOrigins, &'static str> {
        let mut allowed: Vec<AllowedOrigin> = Vec::new();
        for entry in list.split(',').map(str::trim) {
            let authority = entry.find("://").map_or(0, |at| at.saturating_add(3));
            let end = entry.get(authority..).and_then(|rest| rest.find('/')).map(|at| at.saturating_add(authority));
            let (origin, path) = entry.split_at_checked(end.unwrap_or(entry.len())).unwrap_or((entry, ""));
            let origin = parse(origin).ok_or(
                "must list origins such as https://app.example.com, separated by commas: https, unless it is a loopback \
                 address",
            )?;
            let callback = if matches!(path, "" | "/") { CALLBACK_PATH } else { path };
            if !is_return_path(callback) || callback.contains(['?', '#']) {
                return Err("lists a callback page that is not a path such as /signed-in/");
            }
            if origin == *own || allowed.iter().any(|known| known.origin == origin) {
                return Err(
                    "lists an origin twice, or ORIGIN itself, which is always allowed. An origin has one callback page, \
                     which its apps share",
                );
            }
            if origin.is_loopback() && own.is_loopback() && origin.host() != own.host() {
                return Err(
                    "and ORIGIN mix localhost and 127.0.0.1, which are two sites: browsers send no session from one to \
                     the other. Use the same name in both",
                );
            }
            allowed.push(AllowedOrigin { origin, callback: callback.to_owned() });
        }
        if allowed.len() > ORIGINS_MAX { Err("lists more than 16 origins") } else { Ok(AllowedOrigins(allowed)) }
    }

    /// The allowed origin that is spelled exactly like this.
    pub fn find(&self, origin: &str) -> Option<&AllowedOrigin> {
        self.0.iter().find(|allowed| allowed.origin.as_str() == origin)
    }

    /// True if pages of no other origin may call.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

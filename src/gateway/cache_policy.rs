//! TABLE. Which responses are cached, for how long, and which of them a write invalidates. All of it is our choice.

use super::json;
use crate::spec::errors::Error;
use crate::wire::dates::{DAY, MINUTE, SECOND};
use crate::wire::http::Header;

/// How long a response may be served from the cache, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ttl {
    /// As long as this it is served without asking the service.
    pub fresh: i64,
    /// As long after that it is served once more, while the service is asked again.
    pub stale: i64,
}

impl Ttl {
    /// Encodes the TTL, to send it to the cache object in a header. A place in the table would not do: while a
    /// deployment replaces another, the object may have another table.
    pub fn encode(&self) -> String {
        [&self.fresh.to_string(), " ", &self.stale.to_string()].concat()
    }

    /// Decodes the result of [`Ttl::encode`].
    pub fn decode(text: &str) -> Option<Ttl> {
        let (fresh, stale) = text.split_once(' ')?;
        Some(Ttl { fresh: fresh.parse().ok()?, stale: stale.parse().ok()? })
    }
}

/// Responses that count survey responses, or lists to which other users add.
const LIST_TTL: Ttl = Ttl { fresh: 10 * SECOND, stale: 10 * SECOND };

/// Designs, which change while a user edits the survey.
const DESIGN_TTL: Ttl = Ttl { fresh: MINUTE, stale: 5 * MINUTE };

/// Data that only the operator of the service changes.
const LIBRARY_TTL: Ttl = Ttl { fresh: 60 * MINUTE, stale: DAY };

/// Responses with status 404.
pub const NOT_FOUND_TTL: Ttl = Ttl { fresh: 5 * SECOND, stale: 0 };

/// How long a confirmation of the account's access lasts. Each response of the service confirms it by naming the
/// granted scopes and those of the plan. Afterwards the service is asked, even if a response is still fresh.
pub const SCOPES_TTL: i64 = 10 * MINUTE;

/// How long a response may be served in place of a failed one, or to spare the quota.
pub const STALE_IF_ERROR_TTL: i64 = DAY;

/// The cached reads. No user, contact or survey response is among them.
pub const CACHED_ROUTES: &[(&str, Ttl)] = &[
    ("/v3/surveys", LIST_TTL),
    ("/v3/surveys/{survey_id}", LIST_TTL),
    ("/v3/surveys/{survey_id}/details", DESIGN_TTL),
    ("/v3/surveys/{survey_id}/pages", DESIGN_TTL),
    ("/v3/surveys/{survey_id}/pages/{page_id}", DESIGN_TTL),
    ("/v3/surveys/{survey_id}/pages/{page_id}/questions", DESIGN_TTL),
    ("/v3/surveys/{survey_id}/pages/{page_id}/questions/{question_id}", DESIGN_TTL),
    ("/v3/surveys/{survey_id}/languages", DESIGN_TTL),
    ("/v3/surveys/{survey_id}/languages/{language_code}", DESIGN_TTL),
    ("/v3/survey_folders", LIST_TTL),
    ("/v3/survey_folders/{folder_id}", LIST_TTL),
    ("/v3/groups", DESIGN_TTL),
    ("/v3/groups/{group_id}", DESIGN_TTL),
    ("/v3/organizations", DESIGN_TTL),
    ("/v3/team_survey_templates", DESIGN_TTL),
    ("/v3/roles", LIBRARY_TTL),
    ("/v3/survey_categories", LIBRARY_TTL),
    ("/v3/survey_templates", LIBRARY_TTL),
    ("/v3/survey_languages", LIBRARY_TTL),
    ("/v3/question_bank/questions", LIBRARY_TTL),
    ("/v3/benchmark_bundles", LIBRARY_TTL),
    ("/v3/benchmark_bundles/{bundle_id}", LIBRARY_TTL),
    ("/v3/errors", LIBRARY_TTL),
    ("/v3/errors/{error_id}", LIBRARY_TTL),
];

/// The nouns that a write invalidates in addition to its own. A row applies to a noun, or to one kind of resource below
/// it; the first row that matches counts. Surveys show their number of responses, and workgroups who sees which survey.
const ALSO_INVALIDATES: &[(&str, &str, &[&str])] = &[
    ("collectors", "messages", &[]),
    ("collectors", "recipients", &[]),
    ("collectors", "", &["surveys"]),
    ("surveys", "collectors", &[]),
    ("surveys", "", &["survey_folders"]),
    ("survey_folders", "", &["surveys"]),
    ("workgroups", "", &["surveys", "survey_folders"]),
    ("groups", "", &["organizations"]),
];

/// The TTL of a route; `None` if it is not cached.
pub fn ttl_of_route(template: &str) -> Option<Ttl> {
    CACHED_ROUTES.iter().find(|(path, _)| *path == template).map(|(_, ttl)| *ttl)
}

/// The TTL of a response; `None` if it must not be cached: an error, one that sets a cookie, or one that forbids it.
pub fn ttl_of_response(ttl: Ttl, status: u16, headers: &[Header]) -> Option<Ttl> {
    let forbids = |(name, value): &Header| match name.as_str() {
        "set-cookie" => true,
        "cache-control" => ["no-store", "no-cache"].iter().any(|word| value.to_ascii_lowercase().contains(word)),
        _ => false,
    };
    match status {
        _ if headers.iter().any(forbids) => None,
        200 => Some(ttl),
        404 => Some(NOT_FOUND_TTL),
        _ => None,
    }
}

/// Whether a body may be cached. That of a 200 must be one whole JSON object, which is no error: a connection that ends
/// within a body without a length looks like its end.
pub fn may_store(status: u16, body: &[u8]) -> bool {
    // `errmsg` is of the answer to a revoked token, which may have any status.
    status != 200 || json::is_object_without(body, &["error", "errmsg"]).is_ok_and(|is_kept| is_kept)
}

/// True if an older response may be served instead: the service failed, or the quota is used up.
pub fn allows_stale_if_error(status: u16) -> bool {
    status >= 500 || status == Error::RateLimit.row().status
}

/// True if a response says that the account's access may have changed, so that nothing cached of it may be served.
pub fn evicts_account(status: u16) -> bool {
    [Error::InvalidToken, Error::NotPermitted].iter().any(|error| error.row().status == status)
}

/// What a write to a path invalidates: everything below the resource, the lists that contain it, and the nouns of
/// `ALSO_INVALIDATES`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Invalidation<'a> {
    noun: &'a str,
    id: &'a str,
    also: &'static [&'static str],
}

impl<'a> Invalidation<'a> {
    /// The invalidation of a write to this path; `None` if no cached response depends on it.
    pub fn of_write(path: &'a str) -> Option<Invalidation<'a>> {
        let [noun, id, part] = path_parts(path);
        let applies = |row: &&(&str, &str, &[&str])| row.0 == noun && (row.1.is_empty() || row.1 == part);
        let also = ALSO_INVALIDATES.iter().find(applies).map_or(&[][..], |row| row.2);
        let is_cached = CACHED_ROUTES.iter().any(|(path, _)| path_parts(path)[0] == noun);
        (is_cached || !also.is_empty()).then_some(Invalidation { noun, id, also })
    }

    /// True if a response to a read of this path may be outdated now.
    pub fn covers_path(&self, path: &str) -> bool {
        let [noun, id, _] = path_parts(path);
        // A list has no id: it contains the resource, whichever it is.
        self.also.contains(&noun) || (noun == self.noun && (id.is_empty() || id == self.id))
    }
}

/// Noun, id and kind of part in `/v3/NOUN/ID/PART`; an absent one is empty.
fn path_parts(path: &str) -> [&str; 3] {
    let mut segments = path.split('/').skip(2);
    [(); 3].map(|()| segments.next().unwrap_or_default())
}

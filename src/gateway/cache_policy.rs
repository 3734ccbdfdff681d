//! TABLE. Which answers are kept and for how long, and which of them a write may make untrue. All of it is our choice.

use crate::spec::errors::Error;
use crate::wire::dates::{DAY, MINUTE, SECOND};
use crate::wire::http::Header;

/// How long an answer is good for, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ttl {
    /// For so long it is given without asking.
    pub fresh: i64,
    /// For so long after that it is given once more, while the service is asked anew.
    pub stale: i64,
}

/// What counts responses, or lists what others may add to.
const LIST_TTL: Ttl = Ttl { fresh: 10 * SECOND, stale: 10 * SECOND };

/// What somebody at work on a survey changes.
const DESIGN_TTL: Ttl = Ttl { fresh: MINUTE, stale: 5 * MINUTE };

/// What only the service changes.
const LIBRARY_TTL: Ttl = Ttl { fresh: 60 * MINUTE, stale: DAY };

/// An answer that there is nothing.
pub const NOT_FOUND_TTL: Ttl = Ttl { fresh: 5 * SECOND, stale: 0 };

/// For so long the service's word counts that an account may read what is kept of it: then it is asked again, whatever is
/// kept. Each of its answers says by its scopes what the account granted and what its plan has.
pub const SCOPES_TTL: i64 = 10 * MINUTE;

/// For so long an answer stands in for one that the service owes: it failed, or its quota is to be spared.
pub const STALE_IF_ERROR_TTL: i64 = DAY;

/// The reads whose answers are kept. No person, no contact and no response is among them.
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

/// The nouns that a write touches beside its own. A row is of a noun, or of one kind of thing below it; the first
/// that fits counts. Surveys tell how many responses they have, and workgroups who sees which survey.
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

/// The row of [`CACHED_ROUTES`] of a route.
pub fn find_row(template: &str) -> Option<usize> {
    CACHED_ROUTES.iter().position(|(path, _)| *path == template)
}

/// The pace of a row.
pub fn ttl_of_row(row: usize) -> Option<Ttl> {
    CACHED_ROUTES.get(row).map(|(_, pace)| *pace)
}

/// The pace of an answer; none if it must not be kept: an error, one with a cookie in it, one that forbids it.
pub fn ttl_of_response(pace: Ttl, status: u16, headers: &[Header]) -> Option<Ttl> {
    let forbids = |(name, value): &Header| match name.as_str() {
        "set-cookie" => true,
        "cache-control" => ["no-store", "no-cache"].iter().any(|word| value.to_ascii_lowercase().contains(word)),
        _ => false,
    };
    match status {
        _ if headers.iter().any(forbids) => None,
        200 => Some(pace),
        404 => Some(NOT_FOUND_TTL),
        _ => None,
    }
}

/// True if the service owes the answer: it failed, or the quota is spent.
pub fn allows_stale_if_error(status: u16) -> bool {
    status >= 500 || status == Error::RateLimit.row().status
}

/// True if an answer says that the account may not be what it was, so that nothing kept of it may be given any more.
pub fn evicts_account(status: u16) -> bool {
    [Error::InvalidToken, Error::NotPermitted].iter().any(|error| error.row().status == status)
}

/// What a write to a path may make untrue: all below the thing that it is about, the list that this stands in, and
/// what `ALSO_INVALIDATES` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Invalidation<'a> {
    noun: &'a str,
    id: &'a str,
    also: &'static [&'static str],
}

impl<'a> Invalidation<'a> {
    /// What a write to this path touches; none if no answer is kept of it.
    pub fn of_write(path: &'a str) -> Option<Invalidation<'a>> {
        let [noun, thing, part] = path_parts(path);
        let fits = |row: &&(&str, &str, &[&str])| row.0 == noun && (row.1.is_empty() || row.1 == part);
        let beside = ALSO_INVALIDATES.iter().find(fits).map_or(&[][..], |row| row.2);
        let kept = CACHED_ROUTES.iter().any(|(path, _)| path_parts(path)[0] == noun);
        (kept || !beside.is_empty()).then_some(Invalidation { noun, id: thing, also: beside })
    }

    /// True if the answer to a read of this path may be untrue now.
    pub fn covers_path(&self, path: &str) -> bool {
        let [noun, thing, _] = path_parts(path);
        self.also.contains(&noun) || (noun == self.noun && (thing.is_empty() || thing == self.id))
    }
}

/// Noun, id and kind of part of `/v3/NOUN/ID/PART`; empty where there is none.
fn path_parts(path: &str) -> [&str; 3] {
    let mut segments = path.split('/').skip(2);
    [(); 3].map(|()| segments.next().unwrap_or_default())
}

//! TABLE. Every operation, one file per noun in the order of the specification. Heading "Endpoints".
//!
//! The rows of a noun stand in a macro of the noun's name, so that each layer can replay them:
//! `users!(endpoints)` makes the request types here, `users!(dispatch)` the service's dispatch.

use super::endpoint::{Method, Route};
use super::shape::{Doc, Field};

pub mod query;

/// Replays the list of nouns: the one place where their order is written.
macro_rules! nouns {
    ($then:ident) => {
        $then! {
            users groups workgroups roles organizations surveys pages questions
            library question_bank folders languages benchmarks
            collectors messages recipients contacts responses rollups webhooks errors
        }
    };
}

macro_rules! declare {
    ($($noun:ident)+) => {
        $( #[macro_use] pub mod $noun; )+

        /// The routes of every noun, in table order.
        pub const NOUNS: &[&[&Route]] = &[$( $noun::ROUTES ),+];

        /// The prose of every noun's operations, in table order.
        const PROSE: &[&[Doc]] = &[$( $noun::DOCS ),+];
    };
}
nouns!(declare);

/// What routing needs of a row. A build that only routes carries none of the payloads' shapes.
#[derive(Debug)]
pub struct Signpost {
    /// Method on the wire.
    pub method: Method,
    /// Path with `{name}` for each argument.
    pub path: &'static str,
    /// Segments of the path.
    pub depth: usize,
    /// The second of them.
    pub noun: &'static str,
    /// The query parameters, by part.
    pub query: &'static [&'static [Field]],
}

/// The signpost of every route, in table order.
pub static SIGNPOSTS: [Signpost; COUNT] = signposts();

#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
const COUNT: usize = {
    let (mut noun, mut count) = (0, 0);
    while noun < NOUNS.len() {
        count += NOUNS[noun].len();
        noun += 1;
    }
    count
};

/// Runs while compiling.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
const fn signposts() -> [Signpost; COUNT] {
    let mut list = [const { Signpost { method: Method::GET, path: "", depth: 0, noun: "", query: &[] } }; COUNT];
    let (mut place, mut row, mut at) = (0, 0, 0);
    while place < NOUNS.len() {
        if row < NOUNS[place].len() {
            let Route { method, path, query, .. } = *NOUNS[place][row];
            list[at] = Signpost { method, path, depth: depth(path), noun: noun(path), query };
            (row, at) = (row + 1, at + 1);
        } else {
            (place, row) = (place + 1, 0);
        }
    }
    list
}

/// Segments of a path.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
const fn depth(path: &str) -> usize {
    let (mut at, mut count) = (0, 0);
    while at < path.len() {
        count += (path.as_bytes()[at] == b'/') as usize;
        at += 1;
    }
    count
}

/// The second segment of a path.
const fn noun(path: &'static str) -> &'static str {
    let (_, rest) = path.split_at(1);
    let (_, rest) = rest.split_at(ending(rest));
    if rest.is_empty() {
        return rest;
    }
    let (_, rest) = rest.split_at(1);
    rest.split_at(ending(rest)).0
}

/// Where the first segment of a text ends.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
const fn ending(text: &str) -> usize {
    let mut at = 0;
    while at < text.len() && text.as_bytes()[at] != b'/' {
        at += 1;
    }
    at
}

/// Every route, in table order. The position of a route is its number in the SDK.
pub fn routes() -> impl Iterator<Item = &'static Route> {
    NOUNS.iter().flat_map(|routes| routes.iter().copied())
}

/// The prose of every operation and its query parameters, in step with [`routes`]. For generators only.
pub fn docs() -> impl Iterator<Item = &'static Doc> {
    PROSE.iter().flat_map(|docs| docs.iter())
}

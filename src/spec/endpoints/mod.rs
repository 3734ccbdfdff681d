//! TABLE. Every operation, one file per noun in the order of the specification. Heading "Endpoints".
//!
//! The rows of a noun are in a macro with the noun's name, so that each layer can expand them in its own way:
//! `users!(endpoints)` generates the request types here, `users!(dispatch)` the service's dispatch.

use super::endpoint::{Method, Route};
use super::shape::{Doc, Field};

pub mod query;

/// Expands a macro with the list of nouns. Their order is defined only here.
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

        /// The descriptions of every noun's operations, in table order.
        const PROSE: &[&[Doc]] = &[$( $noun::DOCS ),+];
    };
}
nouns!(declare);

/// The part of a row that routing needs. A build that only routes contains none of the payloads' shapes.
#[derive(Debug)]
pub struct Signpost {
    /// Method on the wire.
    pub method: Method,
    /// Path with `{name}` for each argument.
    pub path: &'static str,
    /// The query parameters, one list for each part of the query.
    pub query: &'static [&'static [Field]],
}

/// The length and hash that the search compares first, for every route in table order.
pub static SIGNPOSTS: [Signpost; COUNT] = build_signposts();

/// The [`route_hash`] of every route, in table order. A search compares these two bytes and reads hardly any row that
/// does not match.
pub static ROUTE_HASHES: [u16; COUNT] = build_route_hashes();

#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
const COUNT: usize = {
    let (mut noun, mut count) = (0, 0);
    while noun < NOUNS.len() {
        count += NOUNS[noun].len();
        noun += 1;
    }
    count
};

/// Runs at compile time.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
const fn build_signposts() -> [Signpost; COUNT] {
    let mut list = [const { Signpost { method: Method::GET, path: "", query: &[] } }; COUNT];
    let (mut place, mut row, mut at) = (0, 0, 0);
    while place < NOUNS.len() {
        if row < NOUNS[place].len() {
            let Route { method, path, query, .. } = *NOUNS[place][row];
            list[at] = Signpost { method, path, query };
            (row, at) = (row + 1, at + 1);
        } else {
            (place, row) = (place + 1, 0);
        }
    }
    list
}

/// Runs at compile time.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
const fn build_route_hashes() -> [u16; COUNT] {
    let mut list = [0; COUNT];
    let mut row = 0;
    while row < COUNT {
        let path = SIGNPOSTS[row].path.as_bytes();
        let (mut at, mut depth, mut noun): (usize, usize, &[u8]) = (0, 0, &[]);
        while at < path.len() {
            let begun = at + 1;
            at = segment_end(path, begun);
            depth += 1;
            if depth == 2 {
                (_, noun) = path.split_at(begun);
                (noun, _) = noun.split_at(at - begun);
            }
        }
        list[row] = route_hash(depth, noun);
        row += 1;
    }
    list
}

/// The end of the path segment that begins here.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
const fn segment_end(path: &[u8], begun: usize) -> usize {
    let mut at = begun;
    while at < path.len() && path[at] != b'/' {
        at += 1;
    }
    at
}

/// A hash of the number of segments and of the second segment. A path and the routes that can match it have the same.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::cast_possible_truncation)]
pub const fn route_hash(depth: usize, noun: &[u8]) -> u16 {
    let (mut hash, mut at) = (depth as u16, 0);
    while at < noun.len() {
        hash = hash.wrapping_mul(31).wrapping_add(noun[at] as u16);
        at += 1;
    }
    hash
}

/// Every route, in table order. The position of a route is its number in the SDK.
pub fn routes() -> impl Iterator<Item = &'static Route> {
    NOUNS.iter().flat_map(|routes| routes.iter().copied())
}

/// The descriptions of every operation and its query parameters, in the order of [`routes`]. For generators only.
pub fn docs() -> impl Iterator<Item = &'static Doc> {
    PROSE.iter().flat_map(|docs| docs.iter())
}

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
    pub depth: u8,
    /// Where the second of them begins and ends.
    noun: (u8, u8),
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
    let mut list = [const { Signpost { method: Method::GET, path: "", depth: 0, noun: (0, 0), query: &[] } }; COUNT];
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
const fn depth(path: &str) -> u8 {
    let (mut at, mut count) = (0, 0);
    while at < path.len() {
        count += (path.as_bytes()[at] == b'/') as u8;
        at += 1;
    }
    count
}

/// Where the second segment of a path begins and ends.
#[allow(clippy::arithmetic_side_effects)]
const fn noun(path: &str) -> (u8, u8) {
    let start = ending(path, 1) + 1;
    let end = ending(path, start);
    assert!(start < 256 && end < 256, "the beginning of a path is too long");
    (start as u8, end as u8)
}

/// Where the segment of a path ends that is begun.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
const fn ending(path: &str, begun: usize) -> usize {
    let mut at = begun;
    while at < path.len() && path.as_bytes()[at] != b'/' {
        at += 1;
    }
    if at < path.len() { at } else { path.len() }
}

impl Signpost {
    /// The second segment of the path; empty if it has only one.
    pub fn noun(&self) -> &'static str {
        let (start, end) = self.noun;
        self.path.get(start.into()..end.into()).unwrap_or_default()
    }
}

/// Every route, in table order. The position of a route is its number in the SDK.
pub fn routes() -> impl Iterator<Item = &'static Route> {
    NOUNS.iter().flat_map(|routes| routes.iter().copied())
}

/// The prose of every operation and its query parameters, in step with [`routes`]. For generators only.
pub fn docs() -> impl Iterator<Item = &'static Doc> {
    PROSE.iter().flat_map(|docs| docs.iter())
}

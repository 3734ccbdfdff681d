//! TABLE. Every operation, one file per noun in the order of the specification. Heading "Endpoints".
//!
//! The rows of a noun stand in a macro of the noun's name, so that each layer can replay them:
//! `users!(endpoints)` makes the request types here, `users!(dispatch)` the service's dispatch.

use super::endpoint::Route;
use super::shape::Doc;

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

/// Every route, in table order. The position of a route is its number in the SDK.
pub fn routes() -> impl Iterator<Item = &'static Route> {
    NOUNS.iter().flat_map(|routes| routes.iter().copied())
}

/// The prose of every operation and its query parameters, in step with [`routes`]. For generators only.
pub fn docs() -> impl Iterator<Item = &'static Doc> {
    PROSE.iter().flat_map(|docs| docs.iter())
}

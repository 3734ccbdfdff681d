//! TABLE. Every operation, one file per noun in the order of the specification. Heading "Endpoints".
//!
//! The rows of a noun stand in a macro of the noun's name, so that each layer can replay them:
//! `users!(endpoints)` makes the request types here, `users!(dispatch)` the service's dispatch.

use super::endpoint::Route;

pub mod query;

/// Replays the list of nouns: the one place where their order is written.
macro_rules! nouns {
    ($then:ident) => {
        $then! { users groups }
    };
}

macro_rules! declare {
    ($($noun:ident)+) => {
        $( #[macro_use] pub mod $noun; )+

        /// The routes of every noun, in table order.
        pub const NOUNS: &[&[&Route]] = &[$( $noun::ROUTES ),+];
    };
}
nouns!(declare);

/// Every route, in table order. The position of a route is its number in the SDK.
pub fn routes() -> impl Iterator<Item = &'static Route> {
    NOUNS.iter().flat_map(|routes| routes.iter().copied())
}

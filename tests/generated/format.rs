//! The number of the format that messages between places have, in `src/service/actor/format.rs`.
//!
//! It follows from all that two programs must agree on to understand each other: the shapes of messages and turns, and
//! the numbers of the routes.

#[path = "../support/shape.rs"]
mod shape;

use canvass::service::actor::place::{Message, Place, Turn};
use canvass::service::identity::{account, listing, oauth};
use canvass::service::{respond, sandbox};
use canvass::spec::endpoints;
use shape::shape;
use std::fmt::Write as _;

/// What the number is made of.
fn agreed() -> String {
    let mut text = shape::<Place>() + &shape::<Message>() + &shape::<Turn>();
    text += &[
        shape::<account::Step>(),
        shape::<listing::Step>(),
        shape::<oauth::Step>(),
        shape::<respond::Step>(),
        shape::<sandbox::Step>(),
    ]
    .concat();
    for route in endpoints::routes() {
        writeln!(text, "{} {}", route.method.as_str(), route.path).unwrap();
    }
    text
}

fn number(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Never below the length of any message: programs from before there was a number began with that.
fn format() -> u32 {
    number(&agreed()) | 0x8000_0000
}

#[test]
fn the_format_of_messages_between_places_is_fresh() {
    let (high, low) = (format() >> 16, format() & 0xffff);
    super::fresh(
        "src/service/actor/format.rs",
        &format!(
            "//! The number of the format that messages between places have. Printed by `tests/generated.rs`.\n\
             \n\
             /// It follows from the shapes of all messages and from the order of the routes, and changes whenever they do.\n\
             pub const FORMAT: u32 = 0x{high:04x}_{low:04x};\n"
        ),
    );
}

#[test]
fn the_format_tells_every_message_and_every_variant_apart() {
    let text = agreed();
    for part in ["Spend Answer Sign Legacy Step", "Point Take Part", "redirect_uri", "SignOut", "GET /v3/groups\n"] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    for (old, new) in [("replies", "answers"), ("GET /v3/groups\n", "")] {
        assert_ne!(number(&text), number(&text.replace(old, new)), "{old}");
    }
}

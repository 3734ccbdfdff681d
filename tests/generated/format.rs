//! The version of the protocol between actors, in `src/service/actor/protocol_version.rs`.
//!
//! It follows from all that two programs must agree on to understand each other: the shapes of messages and turns, and
//! the numbers of the routes.

#[path = "../support/shape.rs"]
mod shape;

use canvass::service::actor::protocol::{ActorId, ActorReply, Message};
use canvass::service::identity::{account, listing, oauth};
use canvass::service::{respond, sandbox};
use canvass::spec::endpoints;
use shape::shape;
use std::fmt::Write as _;

/// What the number is made of.
fn agreed() -> String {
    let mut text = shape::<ActorId>() + &shape::<Message>() + &shape::<ActorReply>();
    text += &[
        shape::<account::AccountStep>(),
        shape::<listing::ListingStep>(),
        shape::<oauth::OAuthStep>(),
        shape::<respond::RespondStep>(),
        shape::<sandbox::SandboxStep>(),
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
        "src/service/actor/protocol_version.rs",
        &format!(
            "//! The version of the protocol between actors, written by `tests/generated.rs`.\n\
             \n\
             /// Computed from the shapes of all messages and the order of the routes; it changes when either does.\n\
             pub const PROTOCOL_VERSION: u32 = 0x{high:04x}_{low:04x};\n"
        ),
    );
}

#[test]
fn the_versions_of_databases_that_the_local_command_knows_are_fresh() {
    super::fresh(
        "pkg/local/src/data_versions.js",
        &format!(
            "// The newest versions of the databases in a data folder, written by `tests/generated.rs`.\n\n\
             /** Of teams, apps, the directory and the reviews. */\n\
             export const DATA_VERSIONS = {:?};\n",
            canvass::service::actor::schema::VERSIONS
        ),
    );
}

#[test]
fn the_format_distinguishes_every_message_and_every_variant() {
    let text = agreed();
    for part in [
        "RunCall RunLegacyCall RequestPermit ReturnLease RecallLease SignDelivery FeatureStep",
        "Claim Apply Free",
        "redirect_uri",
        "SignOut",
        "GET /v3/groups\n",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    for (old, new) in [("results", "answers"), ("GET /v3/groups\n", "")] {
        assert_ne!(number(&text), number(&text.replace(old, new)), "{old}");
    }
}

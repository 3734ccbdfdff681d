//! What the members of an answer are, by their names, as far as addresses are looked for.

use crate::spec::addresses::{HREF, LINKS, WAYS};
use crate::spec::types;
use crate::wire::text::Text;

/// What a member's value is, or each item of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Member {
    /// A resource, several, or what holds them.
    #[default]
    Way,
    /// The links of a list.
    Links,
    /// An address.
    Address,
    /// Nothing in which an address is looked for.
    Other,
}

impl Member {
    /// A member of a resource, of what leads to resources, or of the answer itself, which has the depth 1.
    pub(super) fn named(name: Text<'_>, depth: u32) -> Member {
        match name {
            // Most names are as long as none of ours.
            _ if name.plain().is_some_and(|name| !is_length(name.len())) => Member::Other,
            _ if name.is(HREF) => Member::Address,
            _ if depth == 1 && name.is(LINKS) => Member::Links,
            _ if WAYS.iter().any(|way| name.is(way)) => Member::Way,
            _ => Member::Other,
        }
    }

    /// A member of the links of a list.
    pub(super) fn of_links(name: Text<'_>) -> Member {
        let is_link = types::LINKS.fields.iter().any(|field| name.is(field.name));
        if is_link { Member::Address } else { Member::Other }
    }
}

/// The lengths of all names that are looked for, a bit for each.
const LENGTHS: u32 = {
    let (mut lengths, mut at) = ((1 << HREF.len()) | (1 << LINKS.len()), 0);
    while let Some((way, _)) = WAYS.split_at(at).1.split_first() {
        lengths |= 1 << way.len();
        at += 1;
    }
    lengths
};

fn is_length(length: usize) -> bool {
    u32::try_from(length).is_ok_and(|length| LENGTHS.checked_shr(length).is_some_and(|bits| bits & 1 == 1))
}

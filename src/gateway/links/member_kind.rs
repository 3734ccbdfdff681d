//! What the members of an answer are, by their names, as far as addresses are looked for.

use crate::spec::addresses::{ADDRESS_PATHS, HREF, LINKS};
use crate::spec::types;
use crate::wire::text::JsonText;

/// What a member's value is, or each item of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum MemberKind {
    /// A resource, several, or what holds them.
    #[default]
    Container,
    /// The links of a list.
    Links,
    /// An address.
    Address,
    /// Nothing in which an address is looked for.
    Other,
}

impl MemberKind {
    /// A member of a resource, of what leads to resources, or of the answer itself, which has the depth 1.
    pub(super) fn of_resource(name: JsonText<'_>, depth: u32) -> MemberKind {
        match name {
            // Most names are as long as none of ours.
            _ if name.plain().is_some_and(|name| !is_length(name.len())) => MemberKind::Other,
            _ if name.equals(HREF) => MemberKind::Address,
            _ if depth == 1 && name.equals(LINKS) => MemberKind::Links,
            _ if ADDRESS_PATHS.iter().any(|way| name.equals(way)) => MemberKind::Container,
            _ => MemberKind::Other,
        }
    }

    /// A member of the links of a list.
    pub(super) fn of_links(name: JsonText<'_>) -> MemberKind {
        let is_link = types::LINKS.fields.iter().any(|field| name.equals(field.name));
        if is_link { MemberKind::Address } else { MemberKind::Other }
    }
}

/// The lengths of all names that are looked for, a bit for each.
const LENGTHS: u32 = {
    let (mut lengths, mut at) = ((1 << HREF.len()) | (1 << LINKS.len()), 0);
    while let Some((way, _)) = ADDRESS_PATHS.split_at(at).1.split_first() {
        lengths |= 1 << way.len();
        at += 1;
    }
    lengths
};

fn is_length(length: usize) -> bool {
    u32::try_from(length).is_ok_and(|length| LENGTHS.checked_shr(length).is_some_and(|bits| bits & 1 == 1))
}

//! The kinds of members, by their names, as far as links are looked for.

use crate::spec::types;
use crate::spec::url_members::{HREF, LINKS, URL_PATHS};
use crate::wire::text::JsonText;

/// The kind of a member's value, or of each item if it is an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum MemberKind {
    /// A resource, a list of them, or an object on the path to them.
    #[default]
    Container,
    /// The links of a list.
    Links,
    /// A link.
    Address,
    /// Anything else: no link is looked for in it.
    Other,
}

impl MemberKind {
    /// The kind of a member of a resource, of an object on the path to resources, or of the response itself at depth 1.
    pub(super) fn of_resource(name: JsonText<'_>, depth: u32) -> MemberKind {
        match name {
            // Most names differ from all of ours in length alone.
            _ if name.plain().is_some_and(|name| !is_length(name.len())) => MemberKind::Other,
            _ if name.equals(HREF) => MemberKind::Address,
            _ if depth == 1 && name.equals(LINKS) => MemberKind::Links,
            _ if URL_PATHS.iter().any(|path| name.equals(path)) => MemberKind::Container,
            _ => MemberKind::Other,
        }
    }

    /// The kind of a member of a list's links.
    pub(super) fn of_links(name: JsonText<'_>) -> MemberKind {
        let is_link = types::LINKS.fields.iter().any(|field| name.equals(field.name));
        if is_link { MemberKind::Address } else { MemberKind::Other }
    }
}

/// The lengths of all names that are looked for, one bit each.
const LENGTHS: u32 = {
    let (mut lengths, mut at) = ((1 << HREF.len()) | (1 << LINKS.len()), 0);
    while let Some((path, _)) = URL_PATHS.split_at(at).1.split_first() {
        lengths |= 1 << path.len();
        at += 1;
    }
    lengths
};

fn is_length(length: usize) -> bool {
    u32::try_from(length).is_ok_and(|length| LENGTHS.checked_shr(length).is_some_and(|bits| bits & 1 == 1))
}

//! The members of an answer in which resources with an address of their own are found: read off the payloads' shapes
//! while compiling.

use super::endpoints::NOUNS;
use super::shape::Shape;
use super::types::ENVELOPE;

/// The member that is a resource's address.
pub const HREF: &str = "href";

/// The member of a list's envelope that holds the addresses of its neighbours.
pub const LINKS: &str = "links";

/// Every member that leads to resources with an address, whether its value is one of them, several, or what holds them.
pub const ADDRESS_PATHS: [&str; FOUND_PATHS.count] = address_paths();

const FOUND_PATHS: AddressPaths = find_address_paths();

/// Runs while compiling.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
const fn address_paths() -> [&'static str; FOUND_PATHS.count] {
    let (mut ways, mut at) = ([""; FOUND_PATHS.count], 0);
    while at < FOUND_PATHS.count {
        ways[at] = FOUND_PATHS.names[at];
        at += 1;
    }
    ways
}

#[derive(Clone, Copy)]
struct AddressPaths {
    names: [&'static str; 16],
    count: usize,
}

/// Runs while compiling.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
const fn find_address_paths() -> AddressPaths {
    let mut ways = AddressPaths { names: [""; 16], count: 0 };
    let (mut noun, mut row) = (0, 0);
    while noun < NOUNS.len() {
        if row < NOUNS[noun].len() {
            (_, ways) = collect_paths(&NOUNS[noun][row].response, ways);
            row += 1;
        } else {
            (noun, row) = (noun + 1, 0);
        }
    }
    ways
}

/// Whether an address is found in a value, and the ways with those that lead there. Free-form data is not looked into.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
const fn collect_paths(shape: &Shape, mut ways: AddressPaths) -> (bool, AddressPaths) {
    match shape {
        Shape::Array(inner) | Shape::Nullable(inner) | Shape::OneOrFirst(inner) => collect_paths(inner, ways),
        Shape::List(item) => {
            let (has, ways) = collect_paths(item, ways);
            (has, if has { ways.with_name(ENVELOPE[0].name) } else { ways })
        }
        Shape::Object(object) => {
            let (mut any, mut at) = (false, 0);
            while at < object.fields.len() {
                let field = &object.fields[at];
                let (has, more) = collect_paths(&field.shape, ways);
                ways = if has { more.with_name(field.name) } else { more };
                any = any || has || is_same(field.name, HREF);
                at += 1;
            }
            (any, ways)
        }
        _ => (false, ways),
    }
}

impl AddressPaths {
    #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
    const fn with_name(mut self, name: &'static str) -> AddressPaths {
        let mut at = 0;
        while at < self.count {
            if is_same(self.names[at], name) {
                return self;
            }
            at += 1;
        }
        self.names[self.count] = name;
        self.count += 1;
        self
    }
}

#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

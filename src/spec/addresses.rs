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
pub const WAYS: [&str; FOUND.count] = ways();

const FOUND: Ways = found();

/// Runs while compiling.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
const fn ways() -> [&'static str; FOUND.count] {
    let (mut ways, mut at) = ([""; FOUND.count], 0);
    while at < FOUND.count {
        ways[at] = FOUND.names[at];
        at += 1;
    }
    ways
}

#[derive(Clone, Copy)]
struct Ways {
    names: [&'static str; 16],
    count: usize,
}

/// Runs while compiling.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
const fn found() -> Ways {
    let mut ways = Ways { names: [""; 16], count: 0 };
    let (mut noun, mut row) = (0, 0);
    while noun < NOUNS.len() {
        if row < NOUNS[noun].len() {
            (_, ways) = below(&NOUNS[noun][row].response, ways);
            row += 1;
        } else {
            (noun, row) = (noun + 1, 0);
        }
    }
    ways
}

/// Whether an address is found in a value, and the ways with those that lead there. Free-form data is not looked into.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
const fn below(shape: &Shape, mut ways: Ways) -> (bool, Ways) {
    match shape {
        Shape::Array(inner) | Shape::Nullable(inner) | Shape::OneOrFirst(inner) => below(inner, ways),
        Shape::List(item) => {
            let (has, ways) = below(item, ways);
            (has, if has { ways.and(ENVELOPE[0].name) } else { ways })
        }
        Shape::Object(object) => {
            let (mut any, mut at) = (false, 0);
            while at < object.fields.len() {
                let field = &object.fields[at];
                let (has, more) = below(&field.shape, ways);
                ways = if has { more.and(field.name) } else { more };
                any = any || has || is_same(field.name, HREF);
                at += 1;
            }
            (any, ways)
        }
        _ => (false, ways),
    }
}

impl Ways {
    #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
    const fn and(mut self, name: &'static str) -> Ways {
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

//! The endpoint table, packed into bytes at compile time and unpacked by the SDK when it starts.
//!
//! As Rust values the table is mostly pointers, which compress badly: 22 KB of a download of 30. Packed, without what
//! the SDK never needs, it is a third of that. The bytes are computed from the rows, so nothing is written twice. Left
//! out are names of types and operations, statuses, and for responses the values of enumerations, which are open there,
//! and the alternative ways of writing, which only requests have.

// All of it runs at compile time, where a panic is a compiler error.
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::panic)]

mod unpack;

pub use unpack::unpack_routes;

use crate::spec::endpoint::Route;
use crate::spec::endpoints::NOUNS;
use crate::spec::gateway;
use crate::spec::shape::{Field, Object, Shape};

/// Bytes of the buffer for packing; compiling fails if it is too small.
const ROOM: usize = 48 * 1024;

/// Objects that can be packed; compiling fails if there are more.
const MOST_OBJECTS: usize = 512;

/// Bit in the kind of a required field.
const REQUIRED: u8 = 0x80;

/// Ends a name that is followed by another name.
const STOP: u8 = 0x1f;

/// Follows the last object.
const END: u8 = 0xff;

const ANY: u8 = 0;
const NOTHING: u8 = 1;
const TEXT: u8 = 2;
const INTEGER: u8 = 3;
const NUMBER: u8 = 4;
const BOOLEAN: u8 = 5;
const CHOICE: u8 = 6;
const ARRAY: u8 = 7;
const MAP: u8 = 8;
const NULLABLE: u8 = 9;
const LIST: u8 = 10;
const OBJECT: u8 = 11;
const WRITTEN: u8 = 12;
const ONE_OR_FIRST: u8 = 13;
const LISTED_OR_KEYED: u8 = 14;

/// The table while it is packed.
struct Packer {
    /// Names, kinds and counts in the order in which they are unpacked. A name ends before the first byte that is not
    /// printable ASCII. A field's name ends with its kind, so that repeated fields compress together with their kinds.
    bytes: [u8; ROOM],
    length: usize,
    /// The objects packed so far. Each comes after the objects that it contains.
    objects: [Option<&'static Object>; MOST_OBJECTS],
    packed: usize,
}

const PACKED: Packer = pack_table();

static BYTES: [u8; PACKED.length] = prefix(&PACKED.bytes);

const fn prefix<const N: usize>(bytes: &[u8; ROOM]) -> [u8; N] {
    let (mut copy, mut at) = ([0; N], 0);
    while at < N {
        copy[at] = bytes[at];
        at += 1;
    }
    copy
}

const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// True for bytes that names may have.
const fn is_of_name(byte: u8) -> bool {
    matches!(byte, 0x20..0x7f)
}

/// The rows of a noun. The index behind the last noun stands for the gateway's own rows.
const fn routes_of_noun(noun: usize) -> &'static [&'static Route] {
    if noun < NOUNS.len() { NOUNS[noun] } else { gateway::ROUTES }
}

/// The number of the operation with a name; `None` if there is none.
#[must_use]
pub const fn number_of(name: &str) -> Option<usize> {
    let (mut noun, mut number) = (0, 0);
    while noun <= NOUNS.len() {
        let mut row = 0;
        while row < routes_of_noun(noun).len() {
            if same(routes_of_noun(noun)[row].name, name) {
                return Some(number);
            }
            (row, number) = (row + 1, number + 1);
        }
        noun += 1;
    }
    None
}

#[derive(Clone, Copy)]
enum PackingPass {
    Requests,
    Answers,
    Routes,
}

const fn pack_table() -> Packer {
    let mut packer = Packer { bytes: [0; ROOM], length: 0, objects: [None; MOST_OBJECTS], packed: 0 };
    // Requests first: an object of both is packed with the values of its enumerations.
    packer.every_route(PackingPass::Requests);
    packer.every_route(PackingPass::Answers);
    packer.push_byte(END);
    packer.every_route(PackingPass::Routes);
    packer
}

impl Packer {
    const fn every_route(&mut self, pass: PackingPass) {
        let mut noun = 0;
        while noun <= NOUNS.len() {
            let mut row = 0;
            while row < routes_of_noun(noun).len() {
                let route = routes_of_noun(noun)[row];
                match pass {
                    PackingPass::Requests => self.pack_objects(&route.body, true),
                    PackingPass::Answers => self.pack_objects(&route.response, false),
                    PackingPass::Routes => self.pack_route(route),
                }
                row += 1;
            }
            noun += 1;
        }
    }

    const fn push_byte(&mut self, byte: u8) {
        self.bytes[self.length] = byte;
        self.length += 1;
    }

    /// Packs a number in one byte, or in two if it is 128 or more.
    const fn push_number(&mut self, number: usize) {
        assert!(number < 1 << 14, "a number of the tables is too large to pack");
        if number >= 128 {
            self.push_byte((number >> 7) as u8 | 0x80);
        }
        self.push_byte((number & 127) as u8);
    }

    const fn push_name(&mut self, name: &str) {
        let mut at = 0;
        while at < name.len() {
            let byte = name.as_bytes()[at];
            assert!(is_of_name(byte), "a name of the tables cannot be packed");
            self.push_byte(byte);
            at += 1;
        }
    }

    /// Packs the objects that a shape contains, unless they are packed already.
    const fn pack_objects(&mut self, shape: &'static Shape, closed: bool) {
        match shape {
            Shape::Array(inner)
            | Shape::Map(inner)
            | Shape::Nullable(inner)
            | Shape::OneOrFirst(inner)
            | Shape::ListedOrKeyed(inner)
            | Shape::List(inner) => self.pack_objects(inner, closed),
            // Inner objects first, because fields refer to objects by number.
            Shape::Object(object) if self.number_of(object) == self.packed => {
                let mut at = 0;
                while at < object.fields.len() {
                    self.pack_objects(&object.fields[at].shape, closed);
                    at += 1;
                }
                self.push_number(object.fields.len());
                self.pack_fields(object.fields, closed);
                self.objects[self.packed] = Some(object);
                self.packed += 1;
            }
            _ => {}
        }
    }

    const fn number_of(&self, object: &Object) -> usize {
        let mut at = 0;
        while at < self.packed {
            if let Some(known) = self.objects[at]
                && same(known.name, object.name)
            {
                return at;
            }
            at += 1;
        }
        at
    }

    // No names and no status: the SDK knows operations by their numbers.
    const fn pack_route(&mut self, route: &'static Route) {
        self.push_number(route.method as usize);
        self.push_name(route.path);
        let scope = match route.scope {
            Some(scope) => scope as u8 + 1,
            None => 0,
        };
        assert!(!is_of_name(scope), "a scope's number cannot end a path");
        self.push_byte(scope);
        let (mut part, mut fields) = (0, 0);
        while part < route.query.len() {
            fields += route.query[part].len();
            part += 1;
        }
        self.push_number(fields);
        part = 0;
        while part < route.query.len() {
            self.pack_fields(route.query[part], true);
            part += 1;
        }
        self.pack_shape(&route.body, false, true);
        self.pack_shape(&route.response, false, false);
    }

    const fn pack_fields(&mut self, fields: &'static [Field], closed: bool) {
        let mut at = 0;
        while at < fields.len() {
            self.push_name(fields[at].name);
            self.pack_shape(&fields[at].shape, fields[at].required, closed);
            at += 1;
        }
    }

    const fn pack_shape(&mut self, shape: &'static Shape, required: bool, closed: bool) {
        let flag = if required { REQUIRED } else { 0 };
        match shape {
            Shape::Any => self.push_byte(flag | ANY),
            Shape::Nothing => self.push_byte(flag | NOTHING),
            Shape::Integer => self.push_byte(flag | INTEGER),
            Shape::Number => self.push_byte(flag | NUMBER),
            Shape::Boolean => self.push_byte(flag | BOOLEAN),
            Shape::Choice(choice) if closed => {
                self.push_byte(flag | CHOICE);
                self.push_number(choice.values.len());
                let mut at = 0;
                while at < choice.values.len() {
                    self.push_name(choice.values[at]);
                    self.push_byte(STOP);
                    at += 1;
                }
            }
            Shape::Written if closed => self.push_byte(flag | WRITTEN),
            Shape::Text | Shape::Written | Shape::Id | Shape::Date | Shape::Choice(_) => self.push_byte(flag | TEXT),
            Shape::ListedOrKeyed(inner) if closed => self.pack_wrapper(flag | LISTED_OR_KEYED, inner, closed),
            Shape::Array(inner) | Shape::ListedOrKeyed(inner) => self.pack_wrapper(flag | ARRAY, inner, closed),
            Shape::Map(inner) => self.pack_wrapper(flag | MAP, inner, closed),
            Shape::Nullable(inner) => self.pack_wrapper(flag | NULLABLE, inner, closed),
            Shape::OneOrFirst(inner) if closed => self.pack_wrapper(flag | ONE_OR_FIRST, inner, closed),
            Shape::OneOrFirst(inner) => self.pack_shape(inner, required, closed),
            Shape::List(inner) => self.pack_wrapper(flag | LIST, inner, closed),
            Shape::Object(object) => {
                self.push_byte(flag | OBJECT);
                let number = self.number_of(object);
                assert!(number < self.packed, "an object stands before those that it is made of");
                self.push_number(number);
            }
        }
    }

    const fn pack_wrapper(&mut self, kind: u8, inner: &'static Shape, closed: bool) {
        self.push_byte(kind);
        self.pack_shape(inner, false, closed);
    }
}

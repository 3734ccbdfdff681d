//! The endpoint table packed into bytes while compiling, and unpacked by the SDK when it starts.
//!
//! As Rust values the table is mostly pointers, which compress badly: 22 KB of a download of 30. Packed, without
//! what the SDK never asks for, it is a third of that. Nothing is written twice: the bytes are computed from
//! the rows. Left out: names of types and operations, statuses, and of what occurs in answers alone the values
//! of enumerations, which are open there, and the second ways of writing, which requests alone have.

// All of it runs while compiling, where a panic is an error of the compiler.
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::panic)]

mod unpack;

pub use unpack::unpack;

use crate::spec::endpoint::Route;
use crate::spec::endpoints::NOUNS;
use crate::spec::gateway;
use crate::spec::shape::{Field, Object, Shape};

/// Room for packing; compiling fails if it is too small.
const ROOM: usize = 48 * 1024;

/// Objects that can be packed; compiling fails if there are more.
const MOST_OBJECTS: usize = 512;

/// Set in the kind of a field that must be there.
const REQUIRED: u8 = 0x80;

/// Stands behind a name that no other byte follows which cannot be part of one.
const STOP: u8 = 0x1f;

/// Stands behind the last object.
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

/// The table while it is being packed.
struct Packer {
    /// Names, kinds and counts in the order in which they are asked for. A name ends before the first byte that is
    /// none of printable ASCII: a field's with its kind, so that fields that recur compress together with it.
    bytes: [u8; ROOM],
    length: usize,
    /// The objects packed so far: an object stands behind those that it is made of.
    objects: [Option<&'static Object>; MOST_OBJECTS],
    packed: usize,
}

const PACKED: Packer = pack();

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

/// True for what names are made of.
const fn is_of_name(byte: u8) -> bool {
    matches!(byte, 0x20..0x7f)
}

/// The rows of a noun; those of the gateway stand behind the last.
const fn rows(noun: usize) -> &'static [&'static Route] {
    if noun < NOUNS.len() { NOUNS[noun] } else { gateway::ROUTES }
}

/// The number of the operation with a name, for use while compiling.
#[must_use]
pub const fn number_of(name: &str) -> usize {
    let (mut noun, mut number) = (0, 0);
    while noun <= NOUNS.len() {
        let mut row = 0;
        while row < rows(noun).len() {
            if same(rows(noun)[row].name, name) {
                return number;
            }
            (row, number) = (row + 1, number + 1);
        }
        noun += 1;
    }
    panic!("there is no operation of this name");
}

#[derive(Clone, Copy)]
enum Pass {
    Requests,
    Answers,
    Routes,
}

const fn pack() -> Packer {
    let mut packer = Packer { bytes: [0; ROOM], length: 0, objects: [None; MOST_OBJECTS], packed: 0 };
    // What requests are made of comes first, so that its enumerations are packed with their values.
    packer.every_route(Pass::Requests);
    packer.every_route(Pass::Answers);
    packer.byte(END);
    packer.every_route(Pass::Routes);
    packer
}

impl Packer {
    const fn every_route(&mut self, pass: Pass) {
        let mut noun = 0;
        while noun <= NOUNS.len() {
            let mut row = 0;
            while row < rows(noun).len() {
                let route = rows(noun)[row];
                match pass {
                    Pass::Requests => self.visit(&route.body, true),
                    Pass::Answers => self.visit(&route.response, false),
                    Pass::Routes => self.route(route),
                }
                row += 1;
            }
            noun += 1;
        }
    }

    const fn byte(&mut self, byte: u8) {
        self.bytes[self.length] = byte;
        self.length += 1;
    }

    /// A number in one byte, or in two from 128 on.
    const fn number(&mut self, number: usize) {
        assert!(number < 1 << 14, "a number of the tables is too large to pack");
        if number >= 128 {
            self.byte((number >> 7) as u8 | 0x80);
        }
        self.byte((number & 127) as u8);
    }

    const fn name(&mut self, name: &str) {
        let mut at = 0;
        while at < name.len() {
            let byte = name.as_bytes()[at];
            assert!(is_of_name(byte), "a name of the tables cannot be packed");
            self.byte(byte);
            at += 1;
        }
    }

    /// Packs the objects that a shape is made of, unless they are packed.
    const fn visit(&mut self, shape: &'static Shape, closed: bool) {
        match shape {
            Shape::Array(inner)
            | Shape::Map(inner)
            | Shape::Nullable(inner)
            | Shape::OneOrFirst(inner)
            | Shape::ListedOrKeyed(inner)
            | Shape::List(inner) => self.visit(inner, closed),
            Shape::Object(object) if self.number_of(object) == self.packed => {
                let mut at = 0;
                while at < object.fields.len() {
                    self.visit(&object.fields[at].shape, closed);
                    at += 1;
                }
                self.number(object.fields.len());
                self.fields(object.fields, closed);
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

    const fn route(&mut self, route: &'static Route) {
        self.number(route.method as usize);
        self.name(route.path);
        let scope = match route.scope {
            Some(scope) => scope as u8 + 1,
            None => 0,
        };
        assert!(!is_of_name(scope), "a scope's number cannot end a path");
        self.byte(scope);
        let (mut part, mut fields) = (0, 0);
        while part < route.query.len() {
            fields += route.query[part].len();
            part += 1;
        }
        self.number(fields);
        part = 0;
        while part < route.query.len() {
            self.fields(route.query[part], true);
            part += 1;
        }
        self.shape(&route.body, false, true);
        self.shape(&route.response, false, false);
    }

    const fn fields(&mut self, fields: &'static [Field], closed: bool) {
        let mut at = 0;
        while at < fields.len() {
            self.name(fields[at].name);
            self.shape(&fields[at].shape, fields[at].required, closed);
            at += 1;
        }
    }

    const fn shape(&mut self, shape: &'static Shape, required: bool, closed: bool) {
        let flag = if required { REQUIRED } else { 0 };
        match shape {
            Shape::Any => self.byte(flag | ANY),
            Shape::Nothing => self.byte(flag | NOTHING),
            Shape::Integer => self.byte(flag | INTEGER),
            Shape::Number => self.byte(flag | NUMBER),
            Shape::Boolean => self.byte(flag | BOOLEAN),
            Shape::Choice(choice) if closed => {
                self.byte(flag | CHOICE);
                self.number(choice.values.len());
                let mut at = 0;
                while at < choice.values.len() {
                    self.name(choice.values[at]);
                    self.byte(STOP);
                    at += 1;
                }
            }
            Shape::Written if closed => self.byte(flag | WRITTEN),
            Shape::Text | Shape::Written | Shape::Id | Shape::Date | Shape::Choice(_) => self.byte(flag | TEXT),
            Shape::ListedOrKeyed(inner) if closed => self.around(flag | LISTED_OR_KEYED, inner, closed),
            Shape::Array(inner) | Shape::ListedOrKeyed(inner) => self.around(flag | ARRAY, inner, closed),
            Shape::Map(inner) => self.around(flag | MAP, inner, closed),
            Shape::Nullable(inner) => self.around(flag | NULLABLE, inner, closed),
            Shape::OneOrFirst(inner) if closed => self.around(flag | ONE_OR_FIRST, inner, closed),
            Shape::OneOrFirst(inner) => self.shape(inner, required, closed),
            Shape::List(inner) => self.around(flag | LIST, inner, closed),
            Shape::Object(object) => {
                self.byte(flag | OBJECT);
                let number = self.number_of(object);
                assert!(number < self.packed, "an object stands before those that it is made of");
                self.number(number);
            }
        }
    }

    const fn around(&mut self, kind: u8, inner: &'static Shape, closed: bool) {
        self.byte(kind);
        self.shape(inner, false, closed);
    }
}

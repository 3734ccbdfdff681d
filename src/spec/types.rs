//! The data types of every payload: ids, integers, dates, free-form values and lists.

use super::param::Param;
use super::payload::{Decode, Encode, Reply, object, or_unsound, write_object};
use super::shape::{Doc, Field, Object, Shape, Shaped};
use litemap::LiteMap;
use serde_json::{Number, Value};
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

/// The largest integer of any payload.
pub const INTEGER_MAX: u32 = 2_147_483_647;

/// The id of a resource: a string, even if it has only digits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(transparent)]
pub struct Id(pub String);

impl Id {
    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Id {
    fn from(text: &str) -> Id {
        Id(text.to_owned())
    }
}

impl From<String> for Id {
    fn from(text: String) -> Id {
        Id(text)
    }
}

impl From<&Id> for Id {
    fn from(id: &Id) -> Id {
        id.clone()
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Encode for Id {
    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
    }
}

impl Decode for Id {
    fn read(value: Option<Value>, sound: &mut bool) -> Id {
        Id(String::read(value, sound))
    }
}

impl Shaped for Id {
    const SHAPE: Shape = Shape::Id;
}

impl Param for Id {
    fn parse(text: &str) -> Result<Id, &'static str> {
        Ok(Id(text.to_owned()))
    }
}

impl Param for String {
    fn parse(text: &str) -> Result<String, &'static str> {
        Ok(text.to_owned())
    }
}

/// A whole number from 0 to [`INTEGER_MAX`]. In a query it may be written as a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(transparent)]
pub struct Integer(u32);

impl Integer {
    /// The number as an integer, at most [`INTEGER_MAX`].
    pub const fn saturating(number: u64) -> Integer {
        if number > INTEGER_MAX as u64 { Integer(INTEGER_MAX) } else { Integer(number as u32) }
    }

    /// The integer that a number is, also if it is written as `5.0`; `None` if it is another number.
    pub fn from_number(number: &Number) -> Option<Integer> {
        let is_whole = |number: &f64| number.fract() == 0.0 && number.is_sign_positive();
        let whole = number.as_u64().or_else(|| number.as_f64().filter(is_whole).map(|number| number as u64));
        whole.filter(|number| *number <= u64::from(INTEGER_MAX)).map(Integer::saturating)
    }

    /// The number.
    pub const fn get(self) -> u32 {
        self.0
    }
}

impl From<u16> for Integer {
    fn from(number: u16) -> Integer {
        Integer(number.into())
    }
}

impl From<Integer> for u32 {
    fn from(integer: Integer) -> u32 {
        integer.0
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Encode for Integer {
    fn write(&self, out: &mut Vec<u8>) {
        // Writing to memory cannot fail.
        let _ = serde_json::to_writer(out, &self.0);
    }
}

impl Decode for Integer {
    fn read(value: Option<Value>, sound: &mut bool) -> Integer {
        let integer = value.as_ref().and_then(Value::as_number).and_then(Integer::from_number);
        Integer(or_unsound(integer.map(Integer::get), sound))
    }
}

impl Shaped for Integer {
    const SHAPE: Shape = Shape::Integer;
}

impl Param for Integer {
    fn parse(text: &str) -> Result<Integer, &'static str> {
        match text.parse::<u32>() {
            Ok(number) if number <= INTEGER_MAX && !text.starts_with('+') => Ok(Integer(number)),
            _ => Err("a whole number from 0 to 2147483647"),
        }
    }
}

/// A number that may be negative or fractional, encoded as it was sent: `30` does not become `30.0`.
impl Shaped for Number {
    const SHAPE: Shape = Shape::Number;
}

impl From<Integer> for Number {
    fn from(integer: Integer) -> Number {
        integer.0.into()
    }
}

impl Encode for Number {
    fn write(&self, out: &mut Vec<u8>) {
        // Writing to memory cannot fail.
        let _ = serde_json::to_writer(out, self);
    }
}

impl Decode for Number {
    fn read(value: Option<Value>, sound: &mut bool) -> Number {
        match value {
            Some(Value::Number(number)) => number,
            _ => {
                *sound = false;
                Number::from(0)
            }
        }
    }
}

/// A boolean in a query: `true`, `True`, `1` and their opposites.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flag(pub bool);

impl Shaped for Flag {
    const SHAPE: Shape = Shape::Boolean;
}

impl Param for Flag {
    fn parse(text: &str) -> Result<Flag, &'static str> {
        match text {
            "true" | "True" | "TRUE" | "1" => Ok(Flag(true)),
            "false" | "False" | "FALSE" | "0" => Ok(Flag(false)),
            _ => Err("true or false"),
        }
    }
}

impl Encode for Flag {
    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
    }
}

/// A comma-separated list in a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commas<T>(pub Vec<T>);

impl<T: Shaped> Shaped for Commas<T> {
    const SHAPE: Shape = Shape::Array(&T::SHAPE);
}

impl<T: Encode> Encode for Commas<T> {
    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
    }
}

impl<T: Param> Param for Commas<T> {
    fn parse(text: &str) -> Result<Commas<T>, &'static str> {
        text.split(',')
            .map(str::trim)
            .filter(|item| !item.is_empty())
            .map(T::parse)
            .collect::<Result<_, _>>()
            .map(Commas)
    }
}

/// A date string, always UTC. Its format is stated per field; `wire::dates` formats and parses all of them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(transparent)]
pub struct Date(pub String);

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Encode for Date {
    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
    }
}

impl Decode for Date {
    fn read(value: Option<Value>, sound: &mut bool) -> Date {
        Date(String::read(value, sound))
    }
}

impl Shaped for Date {
    const SHAPE: Shape = Shape::Date;
}

impl Param for Date {
    fn parse(text: &str) -> Result<Date, &'static str> {
        Ok(Date(text.to_owned()))
    }
}

/// Text for a value that some clients write as a number; a number is accepted as its text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Written(pub String);

impl Shaped for Written {
    const SHAPE: Shape = Shape::Written;
}

impl Encode for Written {
    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
    }
}

impl Decode for Written {
    fn read(value: Option<Value>, sound: &mut bool) -> Written {
        match value {
            Some(Value::Number(number)) => Written(number.to_string()),
            value => Written(String::read(value, sound)),
        }
    }
}

/// Data that the specification leaves open, passed on unchanged.
impl Shaped for Value {
    const SHAPE: Shape = Shape::Any;
}

impl<T: Shaped> Shaped for LiteMap<String, T> {
    const SHAPE: Shape = Shape::Map(&T::SHAPE);
}

impl<T: Shaped> Shaped for BTreeMap<String, T> {
    const SHAPE: Shape = Shape::Map(&T::SHAPE);
}

/// A value that may be `null`. A value that may be absent is an `Option`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Nullable<T> {
    /// `null`.
    Null,
    /// A value.
    Value(T),
}

impl<T> Nullable<T> {
    /// The value by reference; `None` for `null`.
    pub const fn as_option(&self) -> Option<&T> {
        match self {
            Nullable::Null => None,
            Nullable::Value(value) => Some(value),
        }
    }
}

impl<T> From<Option<T>> for Nullable<T> {
    fn from(option: Option<T>) -> Nullable<T> {
        option.map_or(Nullable::Null, Nullable::Value)
    }
}

impl<T> From<Nullable<T>> for Option<T> {
    fn from(nullable: Nullable<T>) -> Option<T> {
        match nullable {
            Nullable::Null => None,
            Nullable::Value(value) => Some(value),
        }
    }
}

impl<T: Shaped> Shaped for Nullable<T> {
    const SHAPE: Shape = Shape::Nullable(&T::SHAPE);
}

impl<T: Encode> Encode for Nullable<T> {
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Nullable::Null => ().write(out),
            Nullable::Value(value) => value.write(out),
        }
    }
}

impl<T: Decode> Decode for Nullable<T> {
    fn read(value: Option<Value>, sound: &mut bool) -> Nullable<T> {
        match value {
            Some(Value::Null) => Nullable::Null,
            value => Nullable::Value(T::read(value, sound)),
        }
    }

    fn of_null() -> Option<Nullable<T>> {
        Some(Nullable::Null)
    }
}

/// A payload that is already encoded: its JSON text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Encoded<T>(Vec<u8>, PhantomData<T>);

impl<T: Encode> Encoded<T> {
    /// The text of a payload.
    pub fn encode_payload(payload: &T) -> Encoded<T> {
        let mut text = Vec::new();
        payload.write(&mut text);
        Encoded(text, PhantomData)
    }

    /// Wraps the JSON text of a payload.
    pub fn written(text: Vec<u8>) -> Encoded<T> {
        Encoded(text, PhantomData)
    }

    /// The bytes of the text.
    pub fn byte_count(&self) -> usize {
        self.0.len()
    }
}

impl<T> Encode for Encoded<T> {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.0);
    }
}

impl<T: Encode + Decode> Decode for Encoded<T> {
    fn read(value: Option<Value>, sound: &mut bool) -> Encoded<T> {
        Encoded::encode_payload(&T::read(value, sound))
    }
}

impl<T: Decode> Reply for Encoded<T> {
    type Output = T;
}

impl<T: Shaped> Shaped for Encoded<T> {
    const SHAPE: Shape = T::SHAPE;
}

/// The URLs of a list's neighbours. `self` is always present; the others if the page exists.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Links {
    /// This page.
    pub this: String,
    /// The previous page, from page 2 on.
    pub prev: Option<String>,
    /// The next page, unless this is the last.
    pub next: Option<String>,
    /// The first page, from page 2 on.
    pub first: Option<String>,
    /// The last page, unless this is it.
    pub last: Option<String>,
}

/// The list envelope.
#[derive(Debug, Clone, PartialEq)]
pub struct List<T> {
    /// The resources of the page.
    pub data: Vec<T>,
    /// Resources per page.
    pub per_page: Integer,
    /// Page returned, from 1.
    pub page: Integer,
    /// Total number of resources.
    pub total: Integer,
    /// URLs of this page and its neighbours.
    pub links: Links,
}

impl Encode for Links {
    fn write(&self, out: &mut Vec<u8>) {
        write_object(LINKS.fields, &[&self.this, &self.prev, &self.next, &self.first, &self.last], out);
    }
}

impl Decode for Links {
    fn read(value: Option<Value>, sound: &mut bool) -> Links {
        let mut fields = object(value, sound);
        Links {
            this: Decode::take(&mut fields, "self", sound),
            prev: Decode::take(&mut fields, "prev", sound),
            next: Decode::take(&mut fields, "next", sound),
            first: Decode::take(&mut fields, "first", sound),
            last: Decode::take(&mut fields, "last", sound),
        }
    }
}

/// The fields of an envelope for encoding; its resources are first.
pub const ENVELOPE: &[Field] = &[
    Field { name: "data", shape: Shape::Any, required: true },
    Field { name: "per_page", shape: Shape::Integer, required: true },
    Field { name: "page", shape: Shape::Integer, required: true },
    Field { name: "total", shape: Shape::Integer, required: true },
    Field { name: "links", shape: Shape::Object(&LINKS), required: true },
];

impl<T: Encode> Encode for List<T> {
    fn write(&self, out: &mut Vec<u8>) {
        write_object(ENVELOPE, &[&self.data, &self.per_page, &self.page, &self.total, &self.links], out);
    }
}

impl<T: Decode> Decode for List<T> {
    fn read(value: Option<Value>, sound: &mut bool) -> List<T> {
        let mut fields = object(value, sound);
        List {
            data: Decode::take(&mut fields, "data", sound),
            per_page: Decode::take(&mut fields, "per_page", sound),
            page: Decode::take(&mut fields, "page", sound),
            total: Decode::take(&mut fields, "total", sound),
            links: Decode::take(&mut fields, "links", sound),
        }
    }
}

impl<T: Reply> Reply for List<T> {
    type Output = List<T::Output>;
}

impl<T: Shaped> Shaped for List<T> {
    const SHAPE: Shape = Shape::List(&T::SHAPE);
}

/// The fields of `links`, for checks and generators.
pub const LINKS: Object = Object {
    name: "Links",
    fields: &[
        Field { name: "self", shape: Shape::Text, required: true },
        Field { name: "prev", shape: Shape::Text, required: false },
        Field { name: "next", shape: Shape::Text, required: false },
        Field { name: "first", shape: Shape::Text, required: false },
        Field { name: "last", shape: Shape::Text, required: false },
    ],
};

/// Their descriptions, for generators.
pub const LINKS_DOC: Doc = Doc {
    name: LINKS.name,
    text: &[
        "The URLs of a list's neighbours; through a gateway they lead to the gateway. The SDK reads them and never follows them.",
    ],
    members: &[
        ("self", &["This page."]),
        ("prev", &["The page before, from page 2."]),
        ("next", &["The page after, unless this is the last."]),
        ("first", &["The first page, from page 2."]),
        ("last", &["The last page, unless this is it."]),
    ],
    parts: &[],
};

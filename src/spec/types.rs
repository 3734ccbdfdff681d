//! The data types of every payload: ids, integers, dates, free-form values and lists.

use super::param::Param;
use super::shape::{Field, Object, Shape, Shaped};
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;

/// The largest integer of any payload.
pub const INTEGER_MAX: u32 = 2_147_483_647;

/// The id of a resource: a string, whatever it looks like.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Integer(u32);

impl Integer {
    /// The number as an integer, cut off at [`INTEGER_MAX`].
    pub const fn saturating(number: u64) -> Integer {
        if number > INTEGER_MAX as u64 { Integer(INTEGER_MAX) } else { Integer(number as u32) }
    }

    /// The number.
    pub const fn get(self) -> u32 {
        self.0
    }
}

impl<'de> Deserialize<'de> for Integer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Integer, D::Error> {
        let number = u32::deserialize(deserializer)?;
        if number > INTEGER_MAX {
            return Err(serde::de::Error::custom("a whole number from 0 to 2147483647"));
        }
        Ok(Integer(number))
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

/// A truth value in a query: `true`, `True`, `1` and their opposites.
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

/// A comma-separated list in a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commas<T>(pub Vec<T>);

impl<T: Shaped> Shaped for Commas<T> {
    const SHAPE: Shape = Shape::Array(&T::SHAPE);
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

/// A date string, always UTC. Which dialect is stated per field; `wire::dates` writes and reads them all.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Date(pub String);

impl Shaped for Date {
    const SHAPE: Shape = Shape::Date;
}

impl Param for Date {
    fn parse(text: &str) -> Result<Date, &'static str> {
        Ok(Date(text.to_owned()))
    }
}

/// Text for a value that some clients write as a number; a number is taken as its text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Written(pub String);

impl Shaped for Written {
    const SHAPE: Shape = Shape::Written;
}

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Written, D::Error> {
        struct TextOrNumber;
        impl Visitor<'_> for TextOrNumber {
            type Value = Written;
            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a string or a number")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Written, E> {
                Ok(Written(text.to_owned()))
            }
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Written, E> {
                Ok(Written(number.to_string()))
            }
            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Written, E> {
                Ok(Written(number.to_string()))
            }
            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Written, E> {
                Ok(Written(number.to_string()))
            }
        }
        deserializer.deserialize_any(TextOrNumber)
    }
}

/// Data that the specification leaves open, carried as it is.
impl Shaped for serde_json::Value {
    const SHAPE: Shape = Shape::Any;
}

impl<T: Shaped> Shaped for BTreeMap<String, T> {
    const SHAPE: Shape = Shape::Map(&T::SHAPE);
}

/// A value that may be `null`. What may be absent is an `Option`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Nullable<T> {
    /// `null`.
    Null,
    /// A value.
    Value(T),
}

impl<T> From<Option<T>> for Nullable<T> {
    fn from(option: Option<T>) -> Nullable<T> {
        option.map_or(Nullable::Null, Nullable::Value)
    }
}

impl<T: Shaped> Shaped for Nullable<T> {
    const SHAPE: Shape = Shape::Nullable(&T::SHAPE);
}

impl<T: Serialize> Serialize for Nullable<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Nullable::Null => serializer.serialize_none(),
            Nullable::Value(value) => value.serialize(serializer),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Nullable<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Nullable<T>, D::Error> {
        Option::deserialize(deserializer).map(Nullable::from)
    }
}

/// The addresses of a list's neighbours. Self is always there; the others where the page exists.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Links {
    /// This page.
    #[serde(rename = "self")]
    pub this: String,
    /// The page before, from page 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prev: Option<String>,
    /// The page after, unless this is the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// The first page, from page 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// The last page, unless this is it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
}

/// The list envelope.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct List<T> {
    /// The resources of the page.
    pub data: Vec<T>,
    /// Resources per page.
    pub per_page: Integer,
    /// Page returned, from 1.
    pub page: Integer,
    /// Number of resources in all.
    pub total: Integer,
    /// Addresses of this page and its neighbours.
    pub links: Links,
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

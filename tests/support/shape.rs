//! The shape of a type as serde reads it: names, variants and parts in their order. An encoding without names depends
//! on nothing else.
//!
//! The type is decoded repeatedly from an input with a sample of every value, until each variant of each enum was used
//! once. The calls that it makes meanwhile are its shape.

#![allow(dead_code)]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use serde::de::value::Error;
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, IntoDeserializer, Visitor};
use serde::de::{EnumAccess, Error as _, MapAccess, SeqAccess, VariantAccess};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

/// Samples of strings, because some types accept only certain ones: the empty string, and every quoted word of the
/// sources, which include all tables.
fn samples() -> &'static [String] {
    static SAMPLES: OnceLock<Vec<String>> = OnceLock::new();
    SAMPLES.get_or_init(|| {
        let mut words = vec![String::new()];
        gather(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut words);
        words[1..].sort();
        words.dedup();
        words
    })
}

fn gather(folder: &Path, words: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            gather(&path, words);
        } else {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let plain = |word: &&str| word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
            words.extend(text.split('"').filter(plain).map(str::to_owned));
        }
    }
}

/// The shape of a type and of all types in it, one per line.
pub fn shape<T: DeserializeOwned>() -> String {
    let mut known = Known::default();
    let mut top = String::new();
    for _ in 0..1_000_000 {
        top.clear();
        known.fresh = false;
        let read = T::deserialize(Tracer { known: &mut known, out: &mut top, at: "" });
        match read {
            Ok(_) if !known.fresh => return known.written(&top),
            Ok(_) => {}
            Err(error) => known.other_sample(&error),
        }
    }
    panic!("the shape has no end")
}

/// The results so far.
#[derive(Default)]
struct Known {
    structs: BTreeMap<String, String>,
    enums: BTreeMap<String, Vec<Seen>>,
    /// The sample for the string at each path.
    samples: BTreeMap<String, usize>,
    /// The last sample.
    last: String,
    /// Whether this decoding left a variant unused.
    fresh: bool,
}

/// A variant.
#[derive(Clone, Default)]
struct Seen {
    parts: String,
    /// Whether all variants of its contents were used too.
    whole: bool,
}

impl Known {
    fn written(&self, top: &str) -> String {
        let structs = self.structs.iter().map(|(name, parts)| format!("{name} {{{parts}}}"));
        let enums = self.enums.iter().map(|(name, variants)| {
            let parts: Vec<_> = variants.iter().map(|seen| seen.parts.as_str()).collect();
            format!("{name} = {}", parts.join(" | "))
        });
        let lines: Vec<_> = [top.to_owned()].into_iter().chain(structs).chain(enums).collect();
        lines.join("\n") + "\n"
    }

    fn other_sample(&mut self, error: &Error) {
        let sample = self.samples.entry(self.last.clone()).or_default();
        *sample += 1;
        assert!(*sample < samples().len(), "{}: no word of any table will do: {error}", self.last);
    }
}

/// Decodes one value; the calls are written to `out`.
struct Tracer<'a> {
    known: &'a mut Known,
    out: &'a mut String,
    /// The path of the value: the type that contains it.
    at: &'a str,
}

impl<'a> Tracer<'a> {
    fn parts(self, count: usize) -> Parts<'a> {
        Parts { tracer: self, left: count, count }
    }

    fn again(&mut self) -> Tracer<'_> {
        Tracer { known: self.known, out: self.out, at: self.at }
    }
}

macro_rules! numbers {
    ($($method:ident $visit:ident $type:ident)+) => { $(
        fn $method<V: Visitor<'static>>(self, visitor: V) -> Result<V::Value, Error> {
            self.out.push_str(stringify!($type));
            visitor.$visit(Default::default())
        }
    )+ };
}

impl<'a> Deserializer<'static> for Tracer<'a> {
    type Error = Error;

    numbers! {
        deserialize_bool visit_bool bool
        deserialize_i8 visit_i8 i8
        deserialize_i16 visit_i16 i16
        deserialize_i32 visit_i32 i32
        deserialize_i64 visit_i64 i64
        deserialize_u8 visit_u8 u8
        deserialize_u16 visit_u16 u16
        deserialize_u32 visit_u32 u32
        deserialize_u64 visit_u64 u64
        deserialize_f32 visit_f32 f32
        deserialize_f64 visit_f64 f64
        deserialize_char visit_char char
    }

    fn deserialize_any<V: Visitor<'static>>(self, _: V) -> Result<V::Value, Error> {
        panic!("{}: bytes without names cannot be asked what they are", self.at)
    }

    fn deserialize_str<V: Visitor<'static>>(self, visitor: V) -> Result<V::Value, Error> {
        self.out.push_str("text");
        self.known.last = format!("{}.{}", self.at, self.out.len());
        let sample = self.known.samples.get(&self.known.last).copied().unwrap_or(0);
        visitor.visit_str(&samples()[sample])
    }

    fn deserialize_string<V: Visitor<'static>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'static>>(self, visitor: V) -> Result<V::Value, Error> {
        self.out.push_str("bytes");
        visitor.visit_bytes(&[])
    }

    fn deserialize_byte_buf<V: Visitor<'static>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'static>>(self, visitor: V) -> Result<V::Value, Error> {
        self.out.push('?');
        visitor.visit_some(self)
    }

    fn deserialize_unit<V: Visitor<'static>>(self, visitor: V) -> Result<V::Value, Error> {
        self.out.push_str("nothing");
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'static>>(self, name: &'static str, visitor: V) -> Result<V::Value, Error> {
        self.out.push_str(name);
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'static>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.out.push_str(name);
        self.out.push(' ');
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'static>>(self, visitor: V) -> Result<V::Value, Error> {
        self.out.push('*');
        visitor.visit_seq(self.parts(1))
    }

    fn deserialize_tuple<V: Visitor<'static>>(self, count: usize, visitor: V) -> Result<V::Value, Error> {
        self.out.push('(');
        let Tracer { known, out, at } = self;
        let value = visitor.visit_seq(Tracer { known, out, at }.parts(count));
        out.push(')');
        value
    }

    fn deserialize_tuple_struct<V: Visitor<'static>>(
        self,
        name: &'static str,
        count: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.out.push_str(name);
        self.deserialize_tuple(count, visitor)
    }

    fn deserialize_map<V: Visitor<'static>>(self, visitor: V) -> Result<V::Value, Error> {
        self.out.push_str("map ");
        visitor.visit_map(self.parts(1))
    }

    fn deserialize_struct<V: Visitor<'static>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let key = format!("{name}[{}]", fields.join(" "));
        self.out.push_str(&key);
        let mut parts = String::new();
        let tracer = Tracer { known: &mut *self.known, out: &mut parts, at: &key };
        let value = visitor.visit_seq(tracer.parts(fields.len()))?;
        self.known.structs.insert(key, parts);
        Ok(value)
    }

    fn deserialize_enum<V: Visitor<'static>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let key = format!("{name}[{}]", variants.join(" "));
        self.out.push_str(&key);
        let known = self.known.enums.entry(key.clone()).or_insert_with(|| vec![Seen::default(); variants.len()]);
        let place = known.iter().position(|seen| !seen.whole).unwrap_or(0);
        let before = std::mem::take(&mut self.known.fresh);
        let mut parts = String::new();
        let at = format!("{key}{place}");
        let tracer = Tracer { known: &mut *self.known, out: &mut parts, at: &at };
        let value = visitor.visit_enum(Variant { tracer, place })?;
        let seen = self.known.enums.get_mut(&key).unwrap();
        seen[place] = Seen { parts, whole: !self.known.fresh };
        self.known.fresh = before || seen.iter().any(|seen| !seen.whole);
        Ok(value)
    }

    fn deserialize_identifier<V: Visitor<'static>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_any(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'static>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_any(visitor)
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

/// The parts of a value in order.
struct Parts<'a> {
    tracer: Tracer<'a>,
    left: usize,
    count: usize,
}

impl Parts<'_> {
    fn part<T: DeserializeSeed<'static>>(&mut self, seed: T) -> Result<T::Value, Error> {
        if self.left < self.count {
            self.tracer.out.push_str(", ");
        }
        self.left = self.left.checked_sub(1).ok_or(Error::custom("no more parts"))?;
        seed.deserialize(self.tracer.again())
    }
}

impl SeqAccess<'static> for Parts<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'static>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        if self.left == 0 { Ok(None) } else { self.part(seed).map(Some) }
    }
}

impl MapAccess<'static> for Parts<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'static>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        if self.left == 0 { Ok(None) } else { self.part(seed).map(Some) }
    }

    fn next_value_seed<T: DeserializeSeed<'static>>(&mut self, seed: T) -> Result<T::Value, Error> {
        self.tracer.out.push_str(": ");
        seed.deserialize(self.tracer.again())
    }
}

/// The next variant.
struct Variant<'a> {
    tracer: Tracer<'a>,
    place: usize,
}

impl<'a> EnumAccess<'static> for Variant<'a> {
    type Error = Error;
    type Variant = Tracer<'a>;

    fn variant_seed<T: DeserializeSeed<'static>>(self, seed: T) -> Result<(T::Value, Tracer<'a>), Error> {
        let place = u32::try_from(self.place).unwrap();
        Ok((seed.deserialize(IntoDeserializer::<Error>::into_deserializer(place))?, self.tracer))
    }
}

impl VariantAccess<'static> for Tracer<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'static>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'static>>(self, count: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_tuple(count, visitor)
    }

    fn struct_variant<V: Visitor<'static>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_struct("", fields, visitor)
    }
}

//! The SDK's types of payloads, printed from the tables.

use crate::{choices, error_kinds, forms, fresh, ids, methods, prose};
use canvass::spec::endpoints::routes;
use canvass::spec::gateway::SessionEnd;
use canvass::spec::legacy::{self, RespondentList, RespondentListBody};
use canvass::spec::resources;
use canvass::spec::scopes::Scope;
use canvass::spec::shape::{Doc, Field, Object, Shape, Shaped};
use canvass::spec::types::{LINKS, LINKS_DOC};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

pub const HEAD: &str = "// Printed from the tables in src/spec by tests/generated. Do not edit: change a row and run the test with UPDATE=1.\n\n";

/// A name as that of a type.
pub fn camel(name: &str) -> String {
    name.split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}

#[test]
fn the_types_are_fresh() {
    let printer = Printer::new();
    let types = printer.print();
    let (parameters, operations) = methods::print(&printer, &types);
    fresh("pkg/src/generated/parameters.ts", &parameters);
    fresh("pkg/src/generated/operation_types.ts", &operations);
    fresh("pkg/src/generated/types.ts", &types);
}

pub fn indent(depth: usize) -> String {
    "  ".repeat(depth)
}

/// Which way a value goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    Answer,
    Request,
}

pub struct Printer {
    docs: BTreeMap<&'static str, &'static Doc>,
    objects: Vec<&'static Object>,
    choices: Vec<(&'static str, &'static [&'static str])>,
    ways: BTreeMap<&'static str, BTreeSet<Way>>,
}

impl Printer {
    fn new() -> Printer {
        let docs = resources::docs().chain([&LINKS_DOC]).chain(legacy::DOCS).map(|doc| (doc.name, doc)).collect();
        let mut printer = Printer { docs, objects: vec![&LINKS], choices: Vec::new(), ways: BTreeMap::new() };
        for route in routes() {
            for field in route.parameters() {
                printer.collect(&field.shape, Way::Request);
            }
            printer.collect(&route.body, Way::Request);
            printer.collect(&route.response, Way::Answer);
        }
        printer.collect(&RespondentListBody::SHAPE, Way::Request);
        printer.collect(&RespondentList::SHAPE, Way::Answer);
        printer
    }

    fn collect(&mut self, shape: &'static Shape, way: Way) {
        match shape {
            Shape::Array(inner)
            | Shape::Map(inner)
            | Shape::Nullable(inner)
            | Shape::OneOrFirst(inner)
            | Shape::ListedOrKeyed(inner)
            | Shape::List(inner) => self.collect(inner, way),
            Shape::Choice(choice) => match self.choices.iter().find(|(name, _)| *name == choice.name) {
                Some((name, values)) => assert_eq!(*values, choice.values, "two enumerations are called {name}"),
                None => self.choices.push((choice.name, choice.values)),
            },
            Shape::Object(object) => {
                match self.objects.iter().find(|known| known.name == object.name) {
                    Some(known) => {
                        let names = |object: &Object| object.fields.iter().map(|field| field.name).collect::<Vec<_>>();
                        assert_eq!(names(known), names(object), "two objects are called {}", object.name);
                    }
                    None => self.objects.push(object),
                }
                if self.ways.entry(object.name).or_default().insert(way) {
                    object.fields.iter().for_each(|field| self.collect(&field.shape, way));
                }
            }
            _ => {}
        }
    }

    /// True for an object that goes both ways and has something that is not the same in both.
    fn differs(&self, object: &Object) -> bool {
        self.ways.get(object.name).is_some_and(|ways| ways.len() == 2) && changes(&Shape::Object(leaked(object)))
    }

    /// Whether callers write the type: that of a request, or the one type of an object that goes both ways.
    pub fn is_given(&self, object: &Object, way: Way) -> bool {
        let is_sent = self.ways.get(object.name).is_some_and(|ways| ways.contains(&Way::Request));
        way == Way::Request || (is_sent && !self.differs(object))
    }

    pub fn name_of(&self, object: &Object, way: Way) -> String {
        if way == Way::Request && self.differs(object) {
            format!("{}Input", object.name)
        } else {
            object.name.to_owned()
        }
    }

    /// The type of a shape in which ids are of a type.
    pub fn shape(&self, shape: &Shape, way: Way, id: &str) -> String {
        match shape {
            Shape::Any => "unknown".to_owned(),
            Shape::Nothing => "void".to_owned(),
            Shape::Written if way == Way::Request => "string | number".to_owned(),
            Shape::Text | Shape::Written => "string".to_owned(),
            Shape::Id => id.to_owned(),
            Shape::Date => "DateText".to_owned(),
            Shape::Integer | Shape::Number => "number".to_owned(),
            Shape::Boolean => "boolean".to_owned(),
            Shape::Choice(choice) if way == Way::Request => choice.name.to_owned(),
            Shape::Choice(choice) => format!("Open<{}>", choice.name),
            Shape::ListedOrKeyed(inner) if way == Way::Request => {
                format!("ReadonlyArray<{}> | {{ readonly [key: string]: unknown }}", self.shape(inner, way, id))
            }
            Shape::Array(inner) | Shape::ListedOrKeyed(inner) => {
                format!("ReadonlyArray<{}>", self.shape(inner, way, id))
            }
            Shape::Map(inner) => format!("{{ readonly [key: string]: {} }}", self.shape(inner, way, id)),
            Shape::Nullable(inner) => format!("{} | null", self.shape(inner, way, id)),
            Shape::OneOrFirst(inner) if way == Way::Request => {
                let one = self.shape(inner, way, id);
                format!("{one} | readonly [{one}, ...unknown[]]")
            }
            Shape::OneOrFirst(inner) => self.shape(inner, way, id),
            Shape::Object(object) => self.name_of(object, way),
            Shape::List(inner) => format!("List<{}>", self.shape(inner, way, id)),
        }
    }

    /// A member: of a request if `given`, which may then also be undefined if it is optional.
    pub fn field(&self, out: &mut String, owner: &str, field: &Field, text: &[&str], way: Way, given: bool) {
        comment(out, 1, text);
        let shape = self.shape(&field.shape, way, &ids::within(owner, field));
        let name = field.name;
        let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            && !name.as_bytes()[0].is_ascii_digit();
        let name = if plain { name.to_owned() } else { format!("{name:?}") };
        let (mark, shape) = if field.required { ("", shape) } else { ("?", optional(shape, given)) };
        writeln!(out, "{}readonly {name}{mark}: {shape};", indent(1)).unwrap();
    }

    /// What a payload is.
    pub fn text(&self, object: &Object) -> Vec<&'static str> {
        self.docs.get(object.name).map_or(Vec::new(), |doc| doc.text.to_vec())
    }

    /// What a field of a payload is.
    pub fn about(&self, object: &Object, field: &Field) -> Vec<&'static str> {
        let members = self.docs.get(object.name).map_or(&[][..], |doc| doc.members);
        members.iter().find(|(name, _)| *name == field.name).map_or(Vec::new(), |(_, text)| text.to_vec())
    }

    /// A field of a payload as its table has it.
    pub fn member(&self, out: &mut String, object: &Object, field: &Field, way: Way) {
        self.field(out, object.name, field, &self.about(object, field), way, self.is_given(object, way));
    }

    fn object(&self, out: &mut String, object: &Object, name: &str, way: Way) {
        comment(out, 0, &self.text(object));
        writeln!(out, "export interface {name} {{").unwrap();
        object.fields.iter().for_each(|field| self.member(out, object, field, way));
        out.push_str("}\n\n");
    }

    /// A payload: one interface, or one for each of its forms.
    fn payload(&self, out: &mut String, object: &'static Object, way: Way) {
        let forms = forms::of(object);
        if forms.as_ref().is_none_or(|forms| forms.discriminators.is_empty()) {
            self.object(out, object, &self.name_of(object, way), way);
        }
        if let Some(forms) = forms {
            assert!(!self.differs(object), "{} goes both ways: its forms must say which", object.name);
            forms::print(self, out, object, &forms, way);
        }
        if let Some(name) = forms::patch_of(object) {
            self.object(out, object, &name, way);
        }
    }

    fn print(&self) -> String {
        let mut out = String::from(HEAD);
        out.push_str(
            r#"declare const kind: unique symbol;

/** The id of a resource: a string, whatever it looks like. */
export type Id = string;

/**
 * The id of a resource of one kind, a string at run time. A plain string is accepted, so ids from a URL or a file need
 * no cast; the id of another kind is not.
 */
export type IdOf<K extends string> = Id & { readonly [kind]?: K };

/**
 * A date, always UTC, a string at run time. A plain string is accepted; an id is not. Each field states its format.
 * `new Date` misreads formats without an offset, `toInstant` reads all.
 */
export type DateText = string & { readonly [kind]?: "date" };

/** One of the known values, or one that the service has added since. */
export type Open<T extends string> = T | (string & {});

/**
 * A value that the service has added since: a string that is none of the listed ones. It is what is left in the
 * `default` of a `switch`, and a string like any other at run time: compare it as `value as string`.
 */
export declare enum Unlisted {
  /** No string is this one: the type is all there is. */
  value = "(added since)",
}

/** Arguments of an operation that takes none. */
export type NoArguments = { readonly [name: string]: never };

/** A page of a list. */
export interface List<T> {
  /** The resources of the page. */
  readonly data: readonly T[];
  /** Resources per page. */
  readonly per_page: number;
  /** Page returned, from 1. */
  readonly page: number;
  /** Number of resources in all. */
  readonly total: number;
  /** Addresses of this page and its neighbours. */
  readonly links: Links;
}

"#,
        );
        for resource in ids::resources() {
            let (article, words) = (if resource.starts_with('o') { "an" } else { "a" }, resource.replace('_', " "));
            comment(&mut out, 0, &[&format!("The id of {article} {words}.")]);
            writeln!(out, "export type {} = IdOf<{resource:?}>;\n", ids::type_of(resource)).unwrap();
        }
        let scopes: Vec<(Scope, String)> =
            Scope::ALL.iter().map(|scope| (*scope, format!("{}.", scope.purpose()))).collect();
        out.push_str("/** What a token can be allowed to do. */\nexport type Scope =\n");
        for (position, (scope, purpose)) in scopes.iter().enumerate() {
            let end = if position + 1 == scopes.len() { ";\n" } else { "" };
            writeln!(out, "  /** {purpose} */\n  | {:?}{end}", scope.as_str()).unwrap();
        }
        let ends = SessionEnd::DOC;
        union(&mut out, ends.text, ends.name, ends.members.iter().copied());
        error_kinds::types(&mut out);
        for (name, values) in &self.choices {
            let doc =
                choices::doc(name).unwrap_or_else(|| panic!("the prose of {name} is not named: add it to choices.rs"));
            let about =
                |value: &str| doc.members.iter().find(|(known, _)| *known == value).map_or(&[][..], |(_, text)| text);
            union(&mut out, doc.text, name, values.iter().map(|value| (*value, about(value))));
        }
        for object in &self.objects {
            let ways = self.ways.get(object.name);
            if ways.is_none_or(|ways| ways.contains(&Way::Answer)) || !self.differs(object) {
                let way =
                    if ways.is_some_and(|ways| !ways.contains(&Way::Answer)) { Way::Request } else { Way::Answer };
                self.payload(&mut out, object, way);
            }
            if self.differs(object) {
                self.payload(&mut out, object, Way::Request);
            }
        }
        out
    }
}

/// The type of an optional member. `exactOptionalPropertyTypes` refuses undefined in a request unless the type has it.
pub fn optional(shape: String, given: bool) -> String {
    if given && shape != "unknown" { format!("{shape} | undefined") } else { shape }
}

fn leaked(object: &Object) -> &'static Object {
    Box::leak(Box::new(Object { name: object.name, fields: object.fields }))
}

/// True for what requests and answers write in different ways: an enumeration, say, is closed in the first alone.
fn changes(shape: &Shape) -> bool {
    match shape {
        Shape::Choice(_) | Shape::Written | Shape::OneOrFirst(_) | Shape::ListedOrKeyed(_) => true,
        Shape::Array(inner) | Shape::Map(inner) | Shape::Nullable(inner) | Shape::List(inner) => changes(inner),
        Shape::Object(object) => object.fields.iter().any(|field| changes(&field.shape)),
        _ => false,
    }
}

fn union<'a>(out: &mut String, text: &[&str], name: &str, values: impl Iterator<Item = (&'a str, &'a [&'a str])>) {
    comment(out, 0, text);
    write!(out, "export type {name} =").unwrap();
    for (value, text) in values {
        out.push('\n');
        comment(out, 1, text);
        write!(out, "  | {value:?}").unwrap();
    }
    out.push_str(";\n\n");
}

/// Prose as TSDoc. Links into the Rust documentation become their text.
pub fn comment(out: &mut String, depth: usize, text: &[&str]) {
    let pad = indent(depth);
    let lines: Vec<String> = text.iter().map(|line| prose::unlinked(line.trim()).replace("*/", "* /")).collect();
    match lines.as_slice() {
        [] => {}
        [line] => writeln!(out, "{pad}/** {line} */").unwrap(),
        lines => {
            writeln!(out, "{pad}/**").unwrap();
            for line in lines {
                writeln!(out, "{}", format!("{pad} * {line}").trim_end()).unwrap();
            }
            writeln!(out, "{pad} */").unwrap();
        }
    }
}

//! The SDK's generated halves: the numbers of the operations, and the types of everything that crosses.

use crate::{choices, forms, fresh, ids, prose};
use canvass::spec::endpoint::{Method, Route};
use canvass::spec::endpoints::{self, routes};
use canvass::spec::errors::Error;
use canvass::spec::gateway::{self, SessionEnd};
use canvass::spec::legacy::{self, RespondentList, RespondentListBody};
use canvass::spec::resources;
use canvass::spec::scopes::Scope;
use canvass::spec::shape::{Doc, Field, Object, Shape, Shaped};
use canvass::spec::types::{LINKS, LINKS_DOC};
use canvass::wire::cause::Cause;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

const HEAD: &str = "// Printed from the tables in src/spec by tests/generated. Do not edit: change a row and run the test with UPDATE=1.\n\n";

#[test]
fn the_numbers_of_the_operations_are_fresh() {
    let mut out = String::from(HEAD);
    out.push_str("/** Each operation's number: its position in the endpoint table. */\nexport const operations = ");
    numbers(&mut out, &tree(), 0);
    out.push_str(
        " as const;\n\n/** The gateway's own operations, behind those of the API. */\nexport const gateway = {\n",
    );
    for (route, number) in gateway::ROUTES.iter().zip(routes().count()..) {
        writeln!(out, "  {}: {number},", route.name).unwrap();
    }
    out.push_str("} as const;\n");
    fresh("pkg/src/operations.ts", &out);
}

#[test]
fn every_cause_has_an_error_of_its_own() {
    let mut out = String::from(HEAD);
    out.push_str("import { type CanvassError, errorOf } from \"./errors.js\";\n");
    for (cause, text) in Cause::DOCS {
        let kind = cause.as_str();
        let name = camel(kind);
        let codes = codes(*cause).collect::<Vec<_>>().join(", ");
        let codes = if codes.is_empty() { String::new() } else { format!(" Codes: {codes}.") };
        write!(
            out,
            "\n/** {}{codes} */\nexport type {name}Error = CanvassError<{kind:?}>;\nexport const {name}Error = errorOf({kind:?});\n",
            text.trim()
        )
        .unwrap();
    }
    fresh("pkg/src/causes.ts", &out);
}

/// A name as that of a type.
pub fn camel(name: &str) -> String {
    name.split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}

/// The codes of the error table that stand for a cause.
fn codes(cause: Cause) -> impl Iterator<Item = String> {
    Error::ALL.iter().filter(move |error| Cause::from_error(**error) == cause).map(|error| error.row().code.to_string())
}

#[test]
fn the_scopes_that_operations_need_are_fresh() {
    let mut out = String::from(HEAD);
    out.push_str("/** The scope that each operation needs, by noun; `never` where it needs none. */\n");
    out.push_str("export interface Needs {\n");
    needs(&mut out, &tree(), 1);
    out.push_str("}\n");
    fresh("pkg/src/needs.ts", &out);
}

#[test]
fn the_types_are_fresh() {
    let printer = Printer::new();
    let types = printer.print();
    fresh("pkg/src/operation_types.ts", &printer.print_operations(&types));
    fresh("pkg/src/types.ts", &types);
}

/// The operations below a noun, in table order.
#[derive(Default)]
struct Noun {
    entries: Vec<(String, Entry)>,
}

enum Entry {
    Operation(usize),
    Noun(Noun),
}

impl Noun {
    fn insert<'a>(&mut self, name: &mut impl Iterator<Item = &'a str>, number: usize) {
        let name: Vec<&str> = name.collect();
        self.place(&name, number);
    }

    fn place(&mut self, name: &[&str], number: usize) {
        let (first, rest) = name.split_first().unwrap();
        if rest.is_empty() {
            assert!(!self.entries.iter().any(|(known, _)| known == first), "{name:?} stands twice");
            self.entries.push(((*first).to_owned(), Entry::Operation(number)));
            return;
        }
        let found = self.entries.iter_mut().find(|(known, _)| known == first);
        let noun = match found {
            Some((_, Entry::Noun(noun))) => noun,
            Some(_) => panic!("{name:?} is an operation and a noun"),
            None => {
                self.entries.push(((*first).to_owned(), Entry::Noun(Noun::default())));
                match self.entries.last_mut() {
                    Some((_, Entry::Noun(noun))) => noun,
                    _ => unreachable!(),
                }
            }
        };
        noun.place(rest, number);
    }
}

/// All operations by noun.
fn tree() -> Noun {
    let mut tree = Noun::default();
    for (number, route) in routes().enumerate() {
        tree.insert(&mut route.name.split('.'), number);
    }
    tree
}

pub fn indent(depth: usize) -> String {
    "  ".repeat(depth)
}

fn numbers(out: &mut String, noun: &Noun, depth: usize) {
    out.push_str("{\n");
    for (name, entry) in &noun.entries {
        write!(out, "{}{name}: ", indent(depth + 1)).unwrap();
        match entry {
            Entry::Operation(number) => write!(out, "{number}").unwrap(),
            Entry::Noun(noun) => numbers(out, noun, depth + 1),
        }
        out.push_str(",\n");
    }
    write!(out, "{}}}", indent(depth)).unwrap();
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

    fn name_of(&self, object: &Object, way: Way) -> String {
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

    fn field(&self, out: &mut String, depth: usize, owner: &str, field: &Field, text: &[&str], way: Way) {
        comment(out, depth, text);
        let shape = self.shape(&field.shape, way, &ids::within(owner, field));
        let name = field.name;
        let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            && !name.as_bytes()[0].is_ascii_digit();
        let name = if plain { name.to_owned() } else { format!("{name:?}") };
        let (mark, null) = if field.required { ("", "") } else { ("?", " | null") };
        let null = if shape == "unknown" || shape.ends_with("| null") { "" } else { null };
        writeln!(out, "{}readonly {name}{mark}: {shape}{null};", indent(depth)).unwrap();
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
        self.field(out, 1, object.name, field, &self.about(object, field), way);
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

    fn operation(&self, out: &mut String, depth: usize, name: &str, route: &Route, doc: &Doc) {
        let mut text: Vec<String> = doc.text.iter().map(|line| (*line).to_owned()).collect();
        text.push(String::new());
        text.push(format!("`{} {}`", route.method.as_str(), route.path));
        if let Some(scope) = route.scope {
            text.push(String::new());
            text.push(format!("Needs the scope `{}`.", scope.as_str()));
        }
        let lines: Vec<&str> = text.iter().map(String::as_str).collect();
        comment(out, depth, &lines);
        let mut members = String::new();
        for argument in route.arguments() {
            comment(&mut members, depth + 2, &[&prose::argument(argument)]);
            writeln!(members, "{}readonly {argument}: {};", indent(depth + 2), ids::of(route.name, argument)).unwrap();
        }
        let mut required = route.arguments().next().is_some();
        for field in route.parameters() {
            let prose = doc.parts.iter().flat_map(|part| part.members).find(|(name, _)| *name == field.name);
            let text = prose.map_or(&[][..], |(_, text)| text);
            self.field(&mut members, depth + 2, route.name, field, text, Way::Request);
            required |= field.required;
        }
        let mut parts = Vec::new();
        if !members.is_empty() {
            parts.push(format!("{{\n{members}{}}}", indent(depth + 1)));
        }
        if let Shape::Object(object) = &route.body {
            required |= object.fields.iter().any(|field| field.required);
            let whole = || self.name_of(object, Way::Request);
            let patch = if route.method == Method::PATCH { forms::patch_of(object) } else { None };
            parts.push(patch.unwrap_or_else(whole));
        }
        let arguments = if parts.is_empty() { "NoArguments".to_owned() } else { parts.join(" & ") };
        let (mark, null) = if required { ("", "") } else { ("?", " | null") };
        let answered =
            |shape| forms::answered(route.name).map_or_else(|| self.shape(shape, Way::Answer, "Id"), str::to_owned);
        let (call, options) = match &route.response {
            Shape::List(item) => (format!("ListCall<{}>", answered(item)), "ListOptions"),
            shape => (format!("Call<{}>", answered(shape)), "CallOptions"),
        };
        let pad = indent(depth + 1);
        writeln!(out, "{}{name}(", indent(depth)).unwrap();
        writeln!(out, "{pad}args{mark}: {arguments}{null},").unwrap();
        writeln!(out, "{pad}options?: {options},\n{}): {call};", indent(depth)).unwrap();
    }

    fn nouns(&self, out: &mut String, noun: &Noun, depth: usize) {
        let all: Vec<(&Route, &Doc)> = routes().zip(endpoints::docs()).collect();
        for (name, entry) in &noun.entries {
            match entry {
                Entry::Operation(number) => {
                    let (route, doc) = all[*number];
                    self.operation(out, depth, name, route, doc);
                }
                Entry::Noun(noun) => {
                    writeln!(out, "{}readonly {name}: {{", indent(depth)).unwrap();
                    self.nouns(out, noun, depth + 1);
                    writeln!(out, "{}}};", indent(depth)).unwrap();
                }
            }
        }
    }

    fn print(&self) -> String {
        let mut out = String::from(HEAD);
        out.push_str(
            r#"declare const kind: unique symbol;

/** The id of a resource: a string, whatever it looks like. */
export type Id = string;

/**
 * The id of a resource of one kind. It is a string at run time, and any string that nobody called the id of another kind
 * passes for one: what comes out of an address or a file needs no cast, and a collector's id is no survey's.
 */
export type IdOf<K extends string> = Id & { readonly [kind]?: K };

/**
 * A date, always UTC. Its dialect is stated per field; `new Date` misreads those without offset, `toInstant` reads all.
 * It is a string at run time, and any string passes for one but an id.
 */
export type DateText = string & { readonly [kind]?: "date" };

/** One of the known values, or one that the service has added since. */
export type Open<T extends string> = T | (string & {});

/**
 * A value that the service has added since: a string that is none of the listed ones. It is what is left in the `default`
 * of a `switch`, and a string like any other at run time: compare it as `value as string`.
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
        out.push_str("/** Why a call failed. */\nexport type ErrorKind =\n");
        for (position, (cause, text)) in Cause::DOCS.iter().enumerate() {
            let end = if position + 1 == Cause::DOCS.len() { ";\n" } else { "" };
            writeln!(out, "  /** {} */\n  | {:?}{end}", text.trim(), cause.as_str()).unwrap();
        }
        out.push_str(
            "/** The codes of the API's error table by what they stand for. */\nexport interface ErrorCodes {\n",
        );
        for (cause, text) in Cause::DOCS {
            comment(&mut out, 1, &[text]);
            let codes = codes(*cause).collect::<Vec<_>>().join(" | ");
            let codes = if codes.is_empty() { "never".to_owned() } else { codes };
            writeln!(out, "  readonly {}: {codes};", cause.as_str()).unwrap();
        }
        out.push_str("}\n\n/** What may help, by the kind of the error. */\nexport interface ErrorActions {\n");
        for (cause, text) in Cause::DOCS {
            comment(&mut out, 1, &[text]);
            writeln!(out, "  readonly {}: {:?};", cause.as_str(), cause.remedy()).unwrap();
        }
        out.push_str("}\n\n");
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

    /// The methods, which take and give what `types` declares.
    fn print_operations(&self, types: &str) -> String {
        let mut body = String::from("/** Every operation of the API, by noun. */\nexport interface Operations {\n");
        self.nouns(&mut body, &tree(), 1);
        body.push_str("}\n");
        let words: BTreeSet<&str> = body.split(|letter: char| !letter.is_alphanumeric()).collect();
        let declared = types.lines().filter_map(|line| {
            let rest = ["export interface ", "export type "].iter().find_map(|start| line.strip_prefix(start))?;
            rest.split(|letter: char| !letter.is_alphanumeric()).next()
        });
        let mut out = String::from(HEAD);
        out.push_str("import type { Call, CallOptions, ListCall, ListOptions } from \"./call.js\";\nimport type {\n");
        for name in declared.filter(|name| words.contains(name)).collect::<BTreeSet<&str>>() {
            writeln!(out, "  {name},").unwrap();
        }
        out.push_str("} from \"./types.js\";\n\n");
        out + &body
    }
}

fn needs(out: &mut String, noun: &Noun, depth: usize) {
    let pad = indent(depth);
    for (name, entry) in &noun.entries {
        match entry {
            Entry::Operation(number) => {
                let scope = routes().nth(*number).and_then(|route| route.scope);
                let scope = scope.map_or_else(|| "never".to_owned(), |scope| format!("{:?}", scope.as_str()));
                writeln!(out, "{pad}readonly {name}: {scope};").unwrap();
            }
            Entry::Noun(noun) => {
                writeln!(out, "{pad}readonly {name}: {{").unwrap();
                needs(out, noun, depth + 1);
                writeln!(out, "{pad}}};").unwrap();
            }
        }
    }
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

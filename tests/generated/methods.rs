//! The SDK's methods: the type of each operation's arguments, what it returns, an example, and the errors that it can
//! have.

use crate::operations::{Entry, Noun, tree};
use crate::typescript::{HEAD, Printer, Way, camel, comment, indent};
use crate::{error_kinds, examples, forms, ids, prose};
use canvass::spec::endpoint::{Method, Route};
use canvass::spec::endpoints::{self, routes};
use canvass::spec::errors::Error;
use canvass::spec::scopes::PlanRule;
use canvass::spec::shape::{Doc, Shape};
use canvass::wire::cause::Cause;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The files of the arguments and of the methods, which use what `types` declares.
pub fn print(printer: &Printer, types: &str) -> (String, String) {
    let mut parameters = String::new();
    for (route, doc) in routes().zip(endpoints::docs()) {
        arguments(printer, &mut parameters, route, doc);
    }
    let mut operations = String::from("/** Every operation of the API, by noun. */\nexport interface Operations {\n");
    nouns(printer, &mut operations, &tree(), 1);
    operations.push_str("}\n");
    let from_types = |body: &str| imports(body, types, "./types.js");
    let calls = "import type { Call, CallOptions, ListCall, ListOptions } from \"../calls/call.js\";\n";
    let from_parameters = imports(&operations, &parameters, "./parameters.js");
    let parameters = [HEAD, &from_types(&parameters), "\n", parameters.trim_end(), "\n"].concat();
    let operations = [HEAD, calls, &from_parameters, &from_types(&operations), "\n", &operations].concat();
    (parameters, operations)
}

/// The import of what a text uses of the declarations of another file.
fn imports(body: &str, declarations: &str, file: &str) -> String {
    let code = body.lines().filter(|line| !line.trim_start().starts_with(['*', '/']));
    let words: BTreeSet<&str> = code.flat_map(|line| line.split(|letter: char| !letter.is_alphanumeric())).collect();
    let declared = declarations.lines().filter_map(|line| {
        let rest = ["export interface ", "export type "].iter().find_map(|start| line.strip_prefix(start))?;
        rest.split(|letter: char| !letter.is_alphanumeric()).next()
    });
    let names: BTreeSet<&str> = declared.filter(|name| words.contains(name)).collect();
    let lines: String = names.iter().map(|name| format!("  {name},\n")).collect();
    format!("import type {{\n{lines}}} from {file:?};\n")
}

/// The name of the type of an operation's arguments.
fn type_of(route: &Route) -> String {
    route.name.split('.').map(camel).collect::<String>() + "Params"
}

/// The type of an operation's body, if it has one.
fn body_of(printer: &Printer, route: &Route) -> Option<String> {
    let Shape::Object(object) = &route.body else { return None };
    let patch = if route.method == Method::PATCH { forms::patch_of(object) } else { None };
    Some(patch.unwrap_or_else(|| printer.name_of(object, Way::Request)))
}

/// The type of an operation's arguments: ids of the path, parameters of the query, and the body.
fn arguments(printer: &Printer, out: &mut String, route: &Route, doc: &Doc) {
    let mut members = String::new();
    for argument in route.arguments() {
        comment(&mut members, 1, &[&prose::argument(argument)]);
        let name = match prose::argument_shape(argument) {
            Shape::Choice(choice) => choice.name.to_owned(),
            _ => ids::of(route.name, argument),
        };
        writeln!(members, "  readonly {argument}: {name};").unwrap();
    }
    for field in route.parameters() {
        let prose = doc.parts.iter().flat_map(|part| part.members).find(|(name, _)| *name == field.name);
        let text = prose.map_or(&[][..], |(_, text)| text);
        printer.field(&mut members, route.name, field, text, Way::Request, true);
    }
    let name = type_of(route);
    comment(out, 0, &[&format!("Arguments of `{}`.", route.name)]);
    match (members.is_empty(), body_of(printer, route)) {
        (true, None) => writeln!(out, "export type {name} = NoArguments;\n"),
        (true, Some(body)) => writeln!(out, "export type {name} = {body};\n"),
        (false, None) => writeln!(out, "export interface {name} {{\n{members}}}\n"),
        (false, Some(body)) => writeln!(out, "export type {name} = {{\n{members}}} & {body};\n"),
    }
    .unwrap();
}

fn nouns(printer: &Printer, out: &mut String, noun: &Noun, depth: usize) {
    let all: Vec<(&Route, &Doc)> = routes().zip(endpoints::docs()).collect();
    for (name, entry) in &noun.entries {
        match entry {
            Entry::Operation(number) => {
                let (route, doc) = all[*number];
                operation(printer, out, depth, name, route, doc);
            }
            Entry::Noun(noun) => {
                writeln!(out, "{}readonly {name}: {{", indent(depth)).unwrap();
                nouns(printer, out, noun, depth + 1);
                writeln!(out, "{}}};", indent(depth)).unwrap();
            }
        }
    }
}

fn operation(printer: &Printer, out: &mut String, depth: usize, name: &str, route: &Route, doc: &Doc) {
    let answered =
        |shape| forms::answered(route.name).map_or_else(|| printer.shape(shape, Way::Answer, "Id"), str::to_owned);
    let (answer, call, options) = match &route.response {
        Shape::List(item) => (answered(item), "ListCall", "ListOptions"),
        shape => (answered(shape), "Call", "CallOptions"),
    };
    let body = body_of(printer, route);
    let mut text: Vec<String> = doc.text.iter().map(|line| (*line).to_owned()).collect();
    text.extend([String::new(), format!("`{} {}`", route.method.as_str(), route.path)]);
    if let Some(scope) = route.scope {
        text.extend([String::new(), format!("Needs the scope `{}`.", scope.as_str())]);
    }
    let parameters = type_of(route);
    text.extend([
        String::new(),
        format!("@param args - {}", argument_parts(route)),
        format!("@param options - Signal, timeouts and retries: {{@link {options}}}."),
    ]);
    text.extend(examples::example(route, body.as_deref(), &answer));
    text.extend(throws(route, doc));
    let lines: Vec<&str> = text.iter().map(String::as_str).collect();
    comment(out, depth, &lines);
    let has_required_field =
        matches!(&route.body, Shape::Object(object) if object.fields.iter().any(|field| field.required));
    let required =
        route.arguments().next().is_some() || route.parameters().any(|field| field.required) || has_required_field;
    let (mark, null) = if required { ("", "") } else { ("?", " | null") };
    let pad = indent(depth);
    writeln!(out, "{pad}{name}(args{mark}: {parameters}{null}, options?: {options}): {call}<{answer}>;").unwrap();
}

/// What the arguments of an operation are, in a sentence.
fn argument_parts(route: &Route) -> String {
    let parts = [
        (route.arguments().next().is_some(), "ids of the path"),
        (route.parameters().next().is_some(), "parameters of the query"),
        (!matches!(route.body, Shape::Nothing), "fields of the body"),
    ];
    let parts: Vec<&str> = parts.iter().filter(|(has, _)| *has).map(|(_, part)| *part).collect();
    match parts.split_last() {
        None => "None.".to_owned(),
        Some((last, [])) => format!("The {last}."),
        Some((last, first)) => format!("The {} and the {last}.", first.join(", the ")),
    }
}

/// The errors that an operation can have because of its row, its codes in the table's text, and those of every call.
fn throws(route: &Route, doc: &Doc) -> Vec<String> {
    let has_ids = route.arguments().next().is_some();
    let has_body = !matches!(route.body, Shape::Nothing);
    let has_arguments = has_ids || has_body || route.parameters().next().is_some();
    let mut found: Vec<(Cause, String)> = Vec::new();
    if let Some(scope) = route.scope {
        found.push((Cause::ScopeMissing, format!("if the user has not granted the scope `{}`.", scope.as_str())));
        let plan = match scope.plan_rule() {
            PlanRule::Free => None,
            PlanRule::Paid => Some("if the user has no paid plan."),
            PlanRule::PaidExceptWeblink => Some("if the user has no paid plan, unless the collector is a web link."),
        };
        found.extend(plan.map(|text| (Cause::PlanNeeded, text.to_owned())));
    }
    if has_ids {
        found.push((Cause::NotFound, "if an id is not that of a resource which the user can see.".to_owned()));
    }
    if has_arguments {
        found.push((Cause::InvalidArgument, "if an argument is missing or malformed; nothing was sent.".to_owned()));
        found.push((Cause::BadRequest, "if the service refuses an argument.".to_owned()));
    }
    if has_body {
        found.push((Cause::TooLarge, "if the body is too large.".to_owned()));
    }
    for row in Error::ALL.iter().filter(|error| names_code(doc, error.row().code)) {
        let cause = Cause::from_error(*row);
        if !found.iter().any(|(known, _)| *known == cause) {
            found.push((cause, format!("with the code {}.", row.row().code)));
        }
    }
    let mut lines: Vec<String> =
        found.iter().map(|(cause, when)| format!("@throws {{@link {}}} {when}", error_kinds::class(*cause))).collect();
    lines.push(
        "@throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`."
            .to_owned(),
    );
    lines
}

/// Whether the text of an operation names a code of the error table. 1000 is a number of items there.
fn names_code(doc: &Doc, code: u16) -> bool {
    let code = code.to_string();
    let mut words = doc.text.iter().flat_map(|line| line.split(|letter: char| !letter.is_alphanumeric()));
    code != "1000" && words.any(|word| word == code)
}

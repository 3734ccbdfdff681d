//! The forms of payloads as TypeScript: a union whose members a `switch` tells apart.

use crate::ids;
use crate::typescript::{Printer, Way, comment, indent, optional};
use canvass::spec::endpoint::Method;
use canvass::spec::endpoints::routes;
use canvass::spec::forms::{self, FieldRule, Form, Forms};
use canvass::spec::shape::{Field, Object, Shape};
use std::fmt::Write;

/// The forms of a payload, if it has any.
pub fn of(object: &Object) -> Option<Forms> {
    forms::all_forms().into_iter().find(|forms| forms.payload == object.name)
}

/// What a PATCH takes in place of a payload with forms: it may leave out anything, and is told by nothing.
pub fn patch_of(object: &Object) -> Option<String> {
    let patched = routes().any(|route| route.method == Method::PATCH && is(&route.body, object));
    (patched && of(object).is_some()).then(|| object.name.replace("New", "Patch"))
}

fn is(shape: &Shape, object: &Object) -> bool {
    matches!(shape, Shape::Object(other) if other.name == object.name)
}

/// What TypeScript calls the answer of an operation, if it is a form that only the place tells.
pub fn answered(operation: &str) -> Option<&'static str> {
    forms::ANSWERS.iter().find(|(name, _)| *name == operation).map(|(_, form)| *form)
}

/// The payload as a union of its forms, or its forms beside it.
pub fn print(printer: &Printer, out: &mut String, object: &'static Object, forms: &Forms, way: Way) {
    let varies = |field: &Field| forms.forms.iter().any(|form| form.fields.iter().any(|(name, _)| *name == field.name));
    for form in &forms.forms {
        for (name, _) in &form.fields {
            assert!(object.fields.iter().any(|field| field.name == *name), "{} has no field {name}", object.name);
        }
    }
    let base = if forms.discriminators.is_empty() {
        object.name.to_owned()
    } else {
        let base = format!("{}Fields", object.name);
        let lines = printer.text(object);
        let how = match (way, forms.discriminators) {
            (Way::Request, _) => "It takes one of these forms.".to_owned(),
            (Way::Answer, [first, ..]) => format!(
                "A `switch` on `{first}` tells its forms apart; `default` gets what the service has added since."
            ),
            (Way::Answer, []) => unreachable!(),
        };
        comment(out, 0, &[&lines[..], &["", &how]].concat());
        writeln!(out, "export type {} =", object.name).unwrap();
        let names: Vec<String> = forms.forms.iter().map(|form| format!("  | {}", form.name)).collect();
        writeln!(out, "{};\n", names.join("\n")).unwrap();
        comment(out, 0, &[&format!("What every form of {} has.", object.name)]);
        writeln!(out, "export interface {base} {{").unwrap();
        object.fields.iter().filter(|field| !varies(field)).for_each(|field| printer.member(out, object, field, way));
        out.push_str("}\n\n");
        base
    };
    for form in &forms.forms {
        comment(out, 0, &[form.text]);
        writeln!(out, "export interface {} extends {base} {{", form.name).unwrap();
        for field in object.fields {
            let known: Vec<&FieldRule> =
                form.fields.iter().filter(|(name, _)| *name == field.name).map(|(_, holds)| holds).collect();
            if !known.is_empty() {
                self::field(printer, out, object, form, field, &known, way);
            } else if varies(field) && !forms.discriminators.is_empty() {
                printer.member(out, object, field, way);
            }
        }
        out.push_str("}\n\n");
    }
}

fn field(
    printer: &Printer,
    out: &mut String,
    object: &Object,
    form: &Form,
    field: &Field,
    known: &[&FieldRule],
    way: Way,
) {
    let given = known.contains(&&FieldRule::Given);
    let inner = match &field.shape {
        Shape::Nullable(inner) if given => inner,
        shape => shape,
    };
    let mut shape = printer.shape(inner, way, &ids::within(object.name, field));
    let mut required = field.required || given;
    for holds in known {
        let values = |values: &[&str]| values.iter().map(|value| format!("{value:?}")).collect::<Vec<_>>().join(" | ");
        shape = match holds {
            FieldRule::Given => continue,
            FieldRule::Absent => {
                required = false;
                "never".to_owned()
            }
            FieldRule::Null => "null".to_owned(),
            FieldRule::One(strings) => values(strings),
            FieldRule::Among(strings) if way == Way::Answer => format!("Open<{}>", values(strings)),
            FieldRule::Among(strings) => values(strings),
            FieldRule::Unlisted => "Unlisted".to_owned(),
            FieldRule::Part(part) => {
                let named = printer.shape(&Shape::Object(innermost(inner)), way, "Id");
                assert!(shape.contains(&named), "{}.{} holds no {named}", form.name, field.name);
                shape.replace(&named, part)
            }
        };
    }
    comment(out, 1, &printer.about(object, field));
    let (mark, shape) = if required { ("", shape) } else { ("?", optional(shape, printer.is_given(object, way))) };
    writeln!(out, "{}readonly {}{mark}: {shape};", indent(1), field.name).unwrap();
}

/// The object that a shape is or holds.
fn innermost(shape: &Shape) -> &'static Object {
    match shape {
        Shape::Array(inner)
        | Shape::Map(inner)
        | Shape::Nullable(inner)
        | Shape::OneOrFirst(inner)
        | Shape::ListedOrKeyed(inner) => innermost(inner),
        Shape::Object(object) => object,
        _ => panic!("a form stands in place of an object"),
    }
}

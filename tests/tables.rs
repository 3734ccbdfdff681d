//! Rules that every row of the endpoint and resource tables keeps; a new row is checked without a new test.

use canvass::spec::endpoint::{Method, Route};
use canvass::spec::shape::{Doc, Field, Object, Shape};
use canvass::spec::{endpoints, resources};
use std::collections::{BTreeMap, BTreeSet};

/// The payloads that no row carries: what is posted to a webhook, and the body of every error.
const WITHOUT_ROW: &[&str] = &["Delivery", "DeliveryResources", "ErrorBody", "ErrorObject"];

/// A path without the names of its arguments.
fn template(path: &str) -> String {
    path.split('/').map(|part| if part.starts_with('{') { "{}" } else { part }).collect::<Vec<_>>().join("/")
}

/// The fields of a body, if it is an object.
fn fields(shape: Shape) -> &'static [Field] {
    match shape {
        Shape::Object(object) => object.fields,
        _ => &[],
    }
}

/// Hands every shape within a shape to `see`, itself included.
fn walk(shape: Shape, see: &mut dyn FnMut(Shape)) {
    see(shape);
    match shape {
        Shape::Array(inner)
        | Shape::Map(inner)
        | Shape::Nullable(inner)
        | Shape::OneOrFirst(inner)
        | Shape::ListedOrKeyed(inner)
        | Shape::List(inner) => walk(*inner, see),
        Shape::Object(object) => object.fields.iter().for_each(|field| walk(field.shape, see)),
        _ => {}
    }
}

/// Hands every shape of every row to `see`.
fn walk_all(see: &mut dyn FnMut(Shape)) {
    for route in endpoints::routes() {
        walk(route.body, see);
        walk(route.response, see);
        route.parameters().for_each(|field| walk(field.shape, see));
    }
}

/// Fails unless the lines of a doc comment are sentences. A table among them is not looked at.
fn check_prose(what: &str, lines: &[&str]) {
    let prose = lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty() && !line.starts_with('|'));
    let text = prose.collect::<Vec<_>>().join(" ");
    assert!(text.ends_with('.'), "{what}: prose must be sentences, is {text:?}");
    assert!(text.starts_with(|first: char| !first.is_lowercase()), "{what}: prose starts in lower case: {text:?}");
}

#[test]
fn no_two_rows_share_method_and_path() {
    let mut seen = BTreeMap::new();
    let mut spelling: BTreeMap<String, &str> = BTreeMap::new();
    for route in endpoints::routes() {
        let template = template(route.path);
        let other = seen.insert((route.method, template.clone()), route.name);
        assert_eq!(other, None, "{} has the method and path of another row", route.name);
        let path = *spelling.entry(template).or_insert(route.path);
        assert_eq!(path, route.path, "one path, two spellings of its arguments");
    }
}

#[test]
fn every_path_begins_with_v3() {
    for route in endpoints::routes() {
        assert!(route.path.starts_with("/v3/"), "{}", route.path);
    }
}

#[test]
fn names_are_unique_and_none_is_the_noun_of_another() {
    let names: Vec<&str> = endpoints::routes().map(|route| route.name).collect();
    let set: BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!(set.len(), names.len(), "a name stands twice");
    for name in &names {
        assert!(name.split('.').count() >= 2, "{name} has no noun");
        assert!(name.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c == '.'), "{name}");
        let noun = format!("{name}.");
        assert!(!names.iter().any(|other| other.starts_with(&noun)), "{name} is a method and a noun");
    }
}

#[test]
fn verbs_keep_to_their_methods() {
    for route in endpoints::routes() {
        let method = match route.name.rsplit('.').next() {
            Some("list" | "get") => Method::GET,
            Some("create") => Method::POST,
            Some("update") => Method::PATCH,
            Some("replace") => Method::PUT,
            Some("delete") => Method::DELETE,
            _ => continue,
        };
        assert_eq!(route.method, method, "{}", route.name);
    }
}

#[test]
fn arguments_parameters_and_fields_of_a_row_have_different_names() {
    for route in endpoints::routes() {
        let mut seen = BTreeSet::new();
        let names = route
            .arguments()
            .chain(route.parameters().map(|field| field.name))
            .chain(fields(route.body).iter().map(|field| field.name));
        for name in names {
            assert!(seen.insert(name), "{}: {name} stands twice in one argument object", route.name);
        }
    }
}

#[test]
fn reads_take_no_body_and_paged_lists_take_a_page() {
    for route in endpoints::routes() {
        if route.method.is_read() {
            assert!(matches!(route.body, Shape::Nothing), "{}: a GET must not need a body", route.name);
        }
        if matches!(route.response, Shape::List(_)) {
            let names: Vec<&str> = route.parameters().map(|field| field.name).collect();
            assert!(names.contains(&"page") && names.contains(&"per_page"), "{}: a list without paging", route.name);
        }
        assert!(matches!(route.status, 200 | 201), "{}: {}", route.name, route.status);
    }
}

#[test]
fn a_post_is_answered_with_201_except_for_six_rows_with_200() {
    let posts = endpoints::routes().filter(|route| route.method == Method::POST && route.status == 200);
    let names: BTreeSet<&str> = posts.map(|route| route.name).collect();
    let expected = [
        "collectors.messages.recipients.bulk",
        "collectors.messages.send",
        "contact_lists.contacts.create_bulk",
        "contact_lists.merge",
        "contacts.create_bulk",
        "survey_folders.create",
    ];
    assert_eq!(names, BTreeSet::from(expected));
}

#[test]
fn every_row_and_parameter_has_prose() {
    let rows: Vec<(&Route, &Doc)> = endpoints::routes().zip(endpoints::docs()).collect();
    assert_eq!(rows.len(), endpoints::docs().count());
    assert_eq!(rows.len(), endpoints::routes().count());
    for (route, doc) in rows {
        check_prose(route.name, doc.text);
        assert_eq!(route.query.len(), doc.parts.len(), "{}", route.name);
        for (part, doc) in route.query.iter().zip(doc.parts) {
            check_prose(doc.name, doc.text);
            check_members(doc, part);
        }
    }
}

/// Fails unless the prose has every field, in order.
fn check_members(doc: &Doc, fields: &[Field]) {
    let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
    assert_eq!(names, doc.members.iter().map(|(name, _)| *name).collect::<Vec<_>>(), "{}", doc.name);
    for (name, text) in doc.members {
        check_prose(&format!("{}.{name}", doc.name), text);
    }
}

#[test]
fn every_payload_and_field_has_prose() {
    let mut docs: BTreeMap<&str, &Doc> = BTreeMap::new();
    for doc in resources::docs() {
        assert!(docs.insert(doc.name, doc).is_none(), "two payloads are named {}", doc.name);
        check_prose(doc.name, doc.text);
        doc.members.iter().for_each(|(name, text)| check_prose(&format!("{}.{name}", doc.name), text));
    }
    walk_all(&mut |shape| {
        if let Shape::Object(object) = shape {
            let doc = docs.get(object.name).unwrap_or_else(|| panic!("{} has no prose", object.name));
            check_prose(doc.name, doc.text);
            check_members(doc, object.fields);
        }
    });
}

#[test]
fn every_payload_is_reached_from_a_row() {
    let mut reached = BTreeSet::new();
    walk_all(&mut |shape| {
        if let Shape::Object(Object { name, .. }) = shape {
            reached.insert(*name);
        }
    });
    for doc in resources::docs() {
        let known = reached.contains(doc.name) || WITHOUT_ROW.contains(&doc.name);
        assert!(known, "no row uses the payload {}", doc.name);
    }
}

#[test]
fn a_set_of_strings_has_one_name_and_a_name_one_set() {
    let mut sets: BTreeMap<&str, &[&str]> = BTreeMap::new();
    walk_all(&mut |shape| {
        if let Shape::Choice(choice) = shape {
            let unique: BTreeSet<_> = choice.values.iter().collect();
            assert_eq!(unique.len(), choice.values.len(), "{} lists a value twice", choice.name);
            assert_eq!(*sets.entry(choice.name).or_insert(choice.values), choice.values, "{}", choice.name);
        }
    });
}

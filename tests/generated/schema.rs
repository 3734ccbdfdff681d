//! Shapes as JSON Schema: each named type becomes one component, wherever it stands.

use crate::{choices, forms, prose};
use canvass::spec::forms::{FieldRule, Form, Forms};
use canvass::spec::shape::{Choice, Doc, Object, Shape};
use canvass::spec::types::{INTEGER_MAX, LINKS};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The components that were referred to so far.
pub struct Schemas {
    prose: BTreeMap<&'static str, &'static Doc>,
    schemas: BTreeMap<String, Value>,
}

impl Schemas {
    /// None yet.
    pub fn new() -> Schemas {
        Schemas { prose: prose::payloads(), schemas: BTreeMap::new() }
    }

    /// The components by name.
    pub fn into_components(self) -> Map<String, Value> {
        self.schemas.into_iter().collect()
    }

    /// The schema of a shape.
    pub fn of(&mut self, shape: Shape) -> Value {
        match shape {
            Shape::Any => json!({}),
            Shape::Nothing => json!({ "type": "null" }),
            Shape::Text | Shape::Id | Shape::Date => json!({ "type": "string" }),
            Shape::Written => json!({ "type": ["string", "number"] }),
            Shape::Integer => json!({ "type": "integer", "minimum": 0, "maximum": INTEGER_MAX }),
            Shape::Number => json!({ "type": "number" }),
            Shape::Boolean => json!({ "type": "boolean" }),
            Shape::Array(item) => json!({ "type": "array", "items": self.of(*item) }),
            Shape::Map(value) => json!({ "type": "object", "additionalProperties": self.of(*value) }),
            Shape::Nullable(value) => nullable(self.of(*value)),
            Shape::OneOrFirst(value) => {
                let one = self.of(*value);
                json!({ "anyOf": [one, { "type": "array", "items": one, "minItems": 1 }] })
            }
            Shape::ListedOrKeyed(item) => {
                json!({ "anyOf": [{ "type": "array", "items": self.of(*item) }, { "type": "object" }] })
            }
            Shape::Choice(choice) => self.choice(choice),
            Shape::Object(object) => self.object(object),
            Shape::List(item) => self.list(*item),
        }
    }

    /// What a shape is, in a sentence, if it is a named type.
    pub fn about(&self, shape: Shape) -> String {
        match shape {
            Shape::Object(object) => self.prose.get(object.name).map(|doc| prose::text(doc.text)).unwrap_or_default(),
            Shape::List(_) => "A page of the list.".to_owned(),
            Shape::Array(_) => "The items.".to_owned(),
            Shape::Nothing => "Done; there is no body.".to_owned(),
            _ => "The value.".to_owned(),
        }
    }

    fn choice(&mut self, choice: &Choice) -> Value {
        let mut schema = json!({ "type": "string", "enum": choice.values });
        if let Some(doc) = choices::doc(choice.name) {
            schema["description"] = prose::text(doc.text).into();
        }
        self.component(choice.name, schema)
    }

    fn object(&mut self, object: &Object) -> Value {
        let doc = self.prose.get(object.name).copied();
        let mut properties = Map::new();
        for field in object.fields {
            let mut schema = self.of(field.shape);
            let about = doc.and_then(|doc| doc.members.iter().find(|(name, _)| *name == field.name));
            if let (Some((_, lines)), Value::Object(schema)) = (about, &mut schema) {
                schema.insert("description".to_owned(), prose::text(lines).into());
            }
            properties.insert(field.name.to_owned(), schema);
        }
        let required: Vec<_> = object.fields.iter().filter(|field| field.required).map(|field| field.name).collect();
        let mut schema = Map::from_iter([("type".to_owned(), "object".into())]);
        if let Some(doc) = doc {
            schema.insert("description".to_owned(), prose::text(doc.text).into());
        }
        schema.insert("properties".to_owned(), properties.into());
        if !required.is_empty() {
            schema.insert("required".to_owned(), required.into());
        }
        match forms::of(object) {
            Some(forms) if forms.is_read() => schema.extend(self.forms(object, &forms)),
            _ => {}
        }
        self.component(object.name, schema.into())
    }

    /// The forms of a payload, each a component of its own, and what tells them apart if one field does.
    fn forms(&mut self, object: &Object, forms: &Forms) -> Map<String, Value> {
        let (mut one_of, mut mapping) = (Vec::new(), Map::new());
        for form in forms.forms.iter().filter(|form| !form.is_unlisted()) {
            let schema = self.form(object, form);
            let component = self.component(form.name, schema);
            for (_, holds) in form.fields.iter().filter(|(field, _)| *field == forms.discriminators[0]) {
                let FieldRule::One(values) = holds else { continue };
                mapping.extend(values.iter().map(|value| ((*value).to_owned(), component["$ref"].clone())));
            }
            one_of.push(component);
        }
        let mut told = Map::from_iter([("oneOf".to_owned(), one_of.into())]);
        if let [field] = forms.discriminators {
            told.insert("discriminator".to_owned(), json!({ "propertyName": field, "mapping": mapping }));
        }
        told
    }

    /// What a form says beyond its payload.
    fn form(&mut self, object: &Object, form: &Form) -> Value {
        let (mut properties, mut required) = (Map::new(), Vec::new());
        for (name, holds) in &form.fields {
            let field = object.fields.iter().find(|field| field.name == *name).unwrap();
            let schema = match holds {
                FieldRule::One(values) | FieldRule::Among(values) => json!({ "type": "string", "enum": values }),
                FieldRule::Null => json!({ "type": "null" }),
                FieldRule::Part(part) => self.part(field.shape, part),
                FieldRule::Given => {
                    let given = matches!(field.shape, Shape::Nullable(Shape::Text));
                    if given { json!({ "type": "string" }) } else { continue }
                }
                FieldRule::Absent | FieldRule::Unlisted => continue,
            };
            properties.insert((*name).to_owned(), schema);
        }
        for (name, holds) in &form.fields {
            let field = object.fields.iter().find(|field| field.name == *name).unwrap();
            if !required.contains(name) && (*holds == FieldRule::Given || field.required) {
                required.push(*name);
            }
        }
        json!({ "type": "object", "description": form.text, "properties": properties, "required": required })
    }

    /// A payload, or an array of payloads, of a form.
    fn part(&mut self, shape: Shape, part: &str) -> Value {
        match shape {
            Shape::Array(inner) => json!({ "type": "array", "items": self.part(*inner, part) }),
            Shape::Object(object) => {
                let forms = forms::of(object).unwrap().forms;
                let schema = self.form(object, forms.iter().find(|form| form.name == part).unwrap());
                self.component(part, schema)
            }
            _ => panic!("a form stands in place of an object"),
        }
    }

    /// The list envelope around items of a shape, as a component named after the items.
    fn list(&mut self, item: Shape) -> Value {
        let name = match item {
            Shape::Object(object) => format!("ListOf{}", object.name),
            _ => panic!("a list of something that is no resource"),
        };
        let links = self.object(&LINKS);
        let item = self.of(item);
        let integer = self.of(Shape::Integer);
        let with = |about: &str| {
            let mut schema = integer.clone();
            schema["description"] = about.into();
            schema
        };
        let schema = json!({
            "type": "object",
            "description": "A page of a list. `links` has `self` always, and each neighbour that exists.",
            "properties": {
                "data": { "type": "array", "items": item, "description": "The resources of the page." },
                "per_page": with("Resources per page."),
                "page": with("Page returned, from 1."),
                "total": with("Number of resources in all."),
                "links": links,
            },
            "required": ["data", "per_page", "page", "total", "links"],
        });
        self.component(&name, schema)
    }

    fn component(&mut self, name: &str, schema: Value) -> Value {
        let known = self.schemas.entry(name.to_owned()).or_insert_with(|| schema.clone());
        assert_eq!(*known, schema, "two different types have the name {name}");
        json!({ "$ref": format!("#/components/schemas/{name}") })
    }
}

fn nullable(mut schema: Value) -> Value {
    match schema.get("type") {
        Some(Value::String(name)) => {
            schema["type"] = json!([name, "null"]);
            schema
        }
        Some(Value::Array(names)) => {
            schema["type"] = names.iter().cloned().chain(["null".into()]).collect();
            schema
        }
        _ if schema.as_object().is_some_and(Map::is_empty) => schema,
        _ => json!({ "anyOf": [schema, { "type": "null" }] }),
    }
}

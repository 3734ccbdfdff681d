//! What the SDK's flows know of the tables: the numbers of an invitation, and what is posted to a webhook.

use crate::typescript::{HEAD, comment};
use crate::{error_kinds, fresh, ids};
use canvass::spec::events::{self, Delivery, DeliveryResources};
use canvass::spec::limits;
use canvass::spec::resources::messages::PLACEHOLDERS;
use canvass::spec::resources::webhooks::EventType;
use canvass::spec::shape::{Field, Object, Shape, Shaped};
use std::fmt::Write;

#[test]
fn the_facts_of_an_invitation_are_fresh() {
    let mut out = String::from(HEAD);
    comment(&mut out, 0, &["What the text of an email must contain."]);
    writeln!(out, "export const PLACEHOLDERS = {PLACEHOLDERS:?} as const;").unwrap();
    for (text, name, number) in [
        ("Most characters of a subject.", "SUBJECT_CHARS", limits::TITLE_CHARS_MAX),
        ("Most bytes of the text of a message.", "TEXT_BYTES", limits::MESSAGE_BYTES_MAX),
        ("Most recipients of one message.", "RECIPIENTS", limits::RECIPIENTS_MAX as usize),
        ("Most people in one bulk request.", "BULK", limits::CONTACTS_BULK_MAX as usize),
        ("Most bytes of a request's body.", "REQUEST_BYTES", limits::BODY_BYTES_MAX),
        ("Resources on the largest page of a list.", "PAGE", limits::PER_PAGE_MAX as usize),
    ] {
        out.push('\n');
        comment(&mut out, 0, &[text]);
        writeln!(out, "export const {name} = {number};").unwrap();
    }
    out.push('\n');
    out.push_str(&error_kinds::maybe_done());
    fresh("pkg/src/generated/facts.ts", &out);
}

#[test]
fn the_types_of_deliveries_are_fresh() {
    let mut out = String::from(HEAD);
    let mut known: Vec<String> =
        fields(&DeliveryResources::SHAPE).map(|field| ids::within("DeliveryResources", field)).collect();
    known.extend(["DateText", "EventType", "Id", "IdOf", "WebhookObjectType"].map(str::to_owned));
    known.sort();
    writeln!(out, "import type {{ {} }} from \"./types.js\";", known.join(", ")).unwrap();
    let last: i64 = events::RETRY_MINUTES.iter().sum::<i64>() * 60;
    for (text, name, value) in [
        ("Header of a delivery: the client id of the app.", "API_KEY_HEADER", format!("{:?}", events::API_KEY_HEADER)),
        ("Header of a delivery: its signature.", "SIGNATURE_HEADER", format!("{:?}", events::SIGNATURE_HEADER)),
        ("Seconds from the first attempt of a delivery to the last one.", "LAST_ATTEMPT", last.to_string()),
    ] {
        out.push('\n');
        comment(&mut out, 0, &[text]);
        writeln!(out, "export const {name} = {value};").unwrap();
    }
    object(&mut out, object_of(&DeliveryResources::SHAPE), "DeliveryResources");
    object(
        &mut out,
        object_of(&Delivery::SHAPE),
        "Delivery<E extends EventType, O extends string, F extends WebhookObjectType>",
    );
    out.push('\n');
    comment(
        &mut out,
        0,
        &[
            "What happened, told apart by `event_type`. The service may add events that are not listed here: they come",
            "through as they are, so that a `switch` needs a `default` that does nothing.",
        ],
    );
    out.push_str("export type WebhookEvent =\n");
    let all = EventType::ALL;
    for (position, event) in all.iter().enumerate() {
        let filters: Vec<String> = event.filters().iter().map(|filter| format!("{:?}", filter.as_str())).collect();
        let filters = if filters.is_empty() { "never".to_owned() } else { filters.join(" | ") };
        let end = if position + 1 == all.len() { ";" } else { "" };
        writeln!(out, "  | Delivery<{:?}, {:?}, {filters}>{end}", event.as_str(), event.concerns().as_str()).unwrap();
    }
    fresh("pkg/src/generated/deliveries.ts", &out);
}

fn fields(shape: &'static Shape) -> impl Iterator<Item = &'static Field> {
    object_of(shape).fields.iter()
}

fn object_of(shape: &'static Shape) -> &'static Object {
    match shape {
        Shape::Object(object) => object,
        other => panic!("{other:?} is no object"),
    }
}

fn object(out: &mut String, object: &Object, name: &str) {
    let doc = events::DOCS.iter().find(|doc| doc.name == object.name).unwrap();
    out.push('\n');
    comment(out, 0, doc.text);
    writeln!(out, "export interface {name} {{").unwrap();
    for field in object.fields {
        let text = doc.members.iter().find(|(known, _)| *known == field.name).map_or(&[][..], |(_, text)| *text);
        comment(out, 1, text);
        let shape = match (&field.shape, field.name) {
            (Shape::Choice(_), "event_type") => "E".to_owned(),
            (Shape::Choice(_), "object_type") => "O".to_owned(),
            (Shape::Choice(_), "filter_type") => "F".to_owned(),
            (Shape::Id, "object_id") => "IdOf<O>".to_owned(),
            (Shape::Id, "filter_id") => "IdOf<F>".to_owned(),
            (Shape::Id, name) => ids::of(object.name, name),
            (Shape::Date, _) => "DateText".to_owned(),
            (Shape::Text, _) => "string".to_owned(),
            (Shape::Object(inner), _) => inner.name.to_owned(),
            other => panic!("{other:?} has no type yet"),
        };
        let mark = if field.required { "" } else { "?" };
        writeln!(out, "  readonly {}{mark}: {shape};", field.name).unwrap();
    }
    out.push_str("}\n");
}

//! The table of tools as JSON Schema, and the check of a call's arguments against it.

use super::value::{ToValue, Value, object};
use crate::spec::tools::{AgentScope, Effect, Member, TOOLS, Tool, ValueKind};
use crate::wire::dates::parse_date;
use crate::wire::path::is_id;

/// The tools that an agent may call, as `tools/list` returns them.
pub fn list_tools(granted: &[AgentScope]) -> Value {
    Value::Array(TOOLS.iter().filter(|tool| granted.contains(&tool.scope)).map(describe_tool).collect())
}

fn describe_tool(tool: &Tool) -> Value {
    let description = [tool.description, " Cost in requests: ", tool.cost, "."].concat();
    let is_read = tool.effect == Effect::Read;
    object(vec![
        ("name", tool.name.to_value()),
        ("title", tool.title.to_value()),
        ("description", description.to_value()),
        ("inputSchema", object_schema(tool.input).to_value()),
        ("outputSchema", result_schema(tool.output).to_value()),
        (
            "annotations",
            object(vec![
                ("readOnlyHint", is_read.to_value()),
                ("destructiveHint", (tool.effect == Effect::Send).to_value()),
                // A plan is carried out once, however often the call is repeated.
                ("idempotentHint", true.to_value()),
                ("openWorldHint", (tool.effect == Effect::Send).to_value()),
            ]),
        ),
    ])
}

fn object_schema(members: &[Member]) -> Value {
    let (properties, required) = parts_of(members);
    with_properties(properties, required)
}

/// The schemas of an object's members, and the names of those that are required.
fn parts_of(members: &[Member]) -> (Vec<(&'static str, Value)>, Vec<&'static str>) {
    let properties = members.iter().map(|member| (member.name, kind_schema(member.kind, member.meaning)));
    let required = members.iter().filter(|member| member.required).map(|member| member.name);
    (properties.collect(), required.collect())
}

fn with_properties(properties: Vec<(&str, Value)>, required: Vec<&str>) -> Value {
    let mut schema = object(vec![
        ("type", "object".to_value()),
        ("properties", object(properties)),
        ("additionalProperties", false.to_value()),
    ]);
    if let (Some(object), false) = (schema.as_object_mut(), required.is_empty()) {
        object.insert("required", required.to_value());
    }
    schema
}

/// The schema of a result: the tool's own members, and those of all results.
fn result_schema(members: &[Member]) -> Value {
    let described = |kind: &str, description: &str| {
        object(vec![("type", kind.to_value()), ("description", description.to_value())])
    };
    let integer = || object(vec![("type", "integer".to_value())]);
    let cost = object(vec![
        ("type", "object".to_value()),
        ("properties", object(vec![("requests", integer()), ("left_today", integer())])),
        ("required", ["requests"].to_value()),
    ]);
    let (mut properties, mut required) = parts_of(members);
    properties.push(("truncated", described("boolean", "Whether a part is missing.")));
    properties.push(("how", described("string", "How to get the rest.")));
    properties.push(("may_be_a_day_old", object(vec![("type", "boolean".to_value())])));
    properties.push(("cost", cost));
    required.push("cost");
    with_properties(properties, required)
}

fn kind_schema(kind: ValueKind, meaning: &str) -> Value {
    let mut schema = match kind {
        ValueKind::Id => object(vec![
            ("type", "string".to_value()),
            ("pattern", "^[A-Za-z0-9_-]+$".to_value()),
            ("maxLength", (64).to_value()),
        ]),
        ValueKind::Text(most) => object(vec![("type", "string".to_value()), ("maxLength", most.to_value())]),
        ValueKind::Whole(least, most) => {
            object(vec![("type", "integer".to_value()), ("minimum", least.to_value()), ("maximum", most.to_value())])
        }
        ValueKind::Number => object(vec![("type", "number".to_value())]),
        ValueKind::Flag => object(vec![("type", "boolean".to_value())]),
        ValueKind::Date => object(vec![("type", "string".to_value())]),
        ValueKind::OneOf(values) => object(vec![("type", "string".to_value()), ("enum", values.to_value())]),
        ValueKind::List(of, most) => object(vec![
            ("type", "array".to_value()),
            ("items", kind_schema(*of, "").to_value()),
            ("maxItems", most.to_value()),
        ]),
        ValueKind::Object(members) => object_schema(members),
    };
    if let (Some(object), false) = (schema.as_object_mut(), meaning.is_empty()) {
        object.insert("description", meaning.to_value());
    }
    schema
}

/// Checks the arguments of a call.
///
/// # Errors
///
/// A sentence that says which argument is wrong and what it must be.
pub fn check_arguments(tool: &Tool, arguments: &Value) -> Result<(), String> {
    check_members(tool.input, arguments, "", tool.name)
}

fn check_members(members: &[Member], value: &Value, place: &str, tool: &str) -> Result<(), String> {
    let object = value.as_object().ok_or_else(|| sentence(place, "must be an object"))?;
    if let Some(unknown) =
        object.iter().map(|(name, _)| name).find(|name| !members.iter().any(|member| member.name == *name))
    {
        let known: Vec<&str> = members.iter().map(|member| member.name).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        let unknown: String = unknown.chars().filter(|letter| letter.is_ascii_graphic()).take(40).collect();
        return Err(format!("`{place}{unknown}` is not an argument of {tool}. Its arguments: {known}."));
    }
    for member in members {
        let name = [place, member.name].concat();
        match object.get(member.name) {
            None | Some(Value::Null) if member.required => {
                return Err(format!("`{name}` is missing. {}", member.meaning));
            }
            None | Some(Value::Null) => {}
            Some(value) => check_kind(member.kind, value, &name, tool)?,
        }
    }
    Ok(())
}

fn check_kind(kind: ValueKind, value: &Value, name: &str, tool: &str) -> Result<(), String> {
    let text = value.as_str();
    let wrong = match kind {
        ValueKind::Id if text.is_some_and(is_id) => None,
        ValueKind::Id => Some("must be an id, as another tool has returned it".to_owned()),
        ValueKind::Text(most) if text.is_some_and(|text| text.chars().count() <= usize::from(most)) => None,
        ValueKind::Text(most) => Some(format!("must be a text of at most {most} characters")),
        ValueKind::Whole(least, most) => {
            let range = u64::from(least)..=u64::from(most);
            let fits = value.as_u64().is_some_and(|number| range.contains(&number));
            (!fits).then(|| format!("must be a whole number from {least} to {most}"))
        }
        ValueKind::Number => (!value.is_number()).then(|| "must be a number".to_owned()),
        ValueKind::Flag => value.as_bool().is_none().then(|| "must be true or false".to_owned()),
        ValueKind::Date if text.is_some_and(|text| parse_date(text).is_some()) => None,
        ValueKind::Date => Some("must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z".to_owned()),
        ValueKind::OneOf(values) if text.is_some_and(|text| values.contains(&text)) => None,
        ValueKind::OneOf(values) => Some(format!("must be one of {}", values.join(", "))),
        ValueKind::Object(members) => return check_members(members, value, &[name, "."].concat(), tool),
        ValueKind::List(of, most) => match value.as_array() {
            Some(items) if items.len() <= usize::from(most) => {
                for (position, item) in items.iter().enumerate() {
                    check_kind(*of, item, &format!("{name}[{position}]"), tool)?;
                }
                None
            }
            _ => Some(format!("must be a list of at most {most}")),
        },
    };
    wrong.map_or(Ok(()), |wrong| Err(sentence(name, &wrong)))
}

fn sentence(name: &str, wrong: &str) -> String {
    match name {
        "" => ["The arguments ", wrong, "."].concat(),
        _ => ["`", name, "` ", wrong, "."].concat(),
    }
}

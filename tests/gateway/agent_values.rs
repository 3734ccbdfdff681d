//! Agents: JSON as trees, compared with serde_json, and what is stored and sent as JSON.

use canvass::gateway::agents::codec::FromValue;
use canvass::gateway::agents::connections::{Agents, AgentsCommand, AgentsReply, Connection, ToolCall};
use canvass::gateway::agents::plans::{Plan, PlanKind, PlanState};
use canvass::gateway::agents::value::{ToValue, Value};
use canvass::spec::tools::AgentScope;
use proptest::prelude::*;
use std::fmt::Debug;

fn documents() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(serde_json::Value::from),
        any::<i64>().prop_map(serde_json::Value::from),
        any::<u64>().prop_map(serde_json::Value::from),
        prop::num::f64::NORMAL.prop_map(serde_json::Value::from),
        any::<String>().prop_map(serde_json::Value::from),
    ];
    leaf.prop_recursive(6, 60, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(serde_json::Value::from),
            prop::collection::vec((any::<String>(), inner), 0..6)
                .prop_map(|members| serde_json::Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn a_tree_has_what_serde_json_has(document in documents()) {
        let json = document.to_string();
        let tree = Value::parse(json.as_bytes()).unwrap();
        // serde_json may read a number as its neighbour, so both texts are read.
        let read = |json: &str| serde_json::from_str::<serde_json::Value>(json).unwrap();
        prop_assert_eq!(read(&tree.to_json()), read(&json));
        prop_assert_eq!(tree.as_u64(), document.as_u64());
        prop_assert_eq!(tree.as_bool(), document.as_bool());
        prop_assert_eq!(tree.as_str(), document.as_str());
        prop_assert_eq!(tree.is_whole(), document.is_i64() || document.is_u64());
        for (name, value) in document.as_object().into_iter().flatten() {
            prop_assert_eq!(tree.get(name), Some(&Value::parse(value.to_string().as_bytes()).unwrap()));
        }
    }

    #[test]
    fn bytes_are_a_tree_or_refused_but_never_a_crash(bytes in prop::collection::vec(prop::sample::select(b"[]{},:\"\\u0019-.eE tfn\xff".to_vec()), 0..40)) {
        let parsed = Value::parse(&bytes).is_ok();
        let expected = serde_json::from_slice::<serde_json::Value>(&bytes).is_ok();
        prop_assert!(parsed == expected || parsed && has_exponent_or_escape(&bytes));
    }
}

/// Whether the two parsers may differ: over an exponent that 64 bits cannot hold, and over half of a surrogate pair.
fn has_exponent_or_escape(bytes: &[u8]) -> bool {
    bytes.iter().any(|byte| b"eE\\".contains(byte))
}

#[test]
fn of_a_repeated_name_the_last_counts_and_numbers_stay_as_written() {
    let tree = Value::parse(br#" {"a": 1, "b": 1.50e2, "a": "\u00e9"} "#).unwrap();
    assert_eq!(tree.get("a").and_then(Value::as_str), Some("é"));
    assert_eq!(tree.get("b").map(Value::to_json).as_deref(), Some("1.50e2"));
    let mut members = tree.as_object().cloned().unwrap();
    members.insert("a", 2_u64.to_value());
    assert_eq!(members.get("a").and_then(Value::as_u64), Some(2));
    members.insert("c", Value::Null);
    assert_eq!(Value::Object(members).to_json(), r#"{"a":1,"b":1.50e2,"a":2,"c":null}"#);
    for wrong in ["", "{", "[1,]", "{\"a\":1}x", "01", "\"\u{1}\""] {
        assert!(Value::parse(wrong.as_bytes()).is_err(), "{wrong}");
    }
    let nested = ["[".repeat(65), "]".repeat(65)].concat();
    assert!(Value::parse(nested.as_bytes()).is_err(), "nested too deeply");
}

fn connection() -> Connection {
    Connection {
        id: "01".to_owned(),
        account: "02".to_owned(),
        name: "Agent \"A\"".to_owned(),
        host: None,
        redirect: "agent.example".to_owned(),
        scopes: AgentScope::ALL.to_vec(),
        created: -1,
        used: i64::MAX,
        requests: u64::MAX,
        minute: (i64::MIN, u32::MAX),
        generation: 3,
        redeemed: true,
    }
}

fn call() -> ToolCall {
    ToolCall {
        at: 1,
        connection: "01".to_owned(),
        tool: "whoami".to_owned(),
        survey_id: Some("9".to_owned()),
        requests: 2,
        outcome: "done".to_owned(),
        bytes: 40_000,
    }
}

fn plan(kind: PlanKind, state: PlanState, result: Option<Value>) -> Plan {
    let what = Value::parse(br#"{"title":"A\nB","pages":[null,{"n":1.5}]}"#).unwrap();
    let (id, connection, agent) = ("03".to_owned(), "01".to_owned(), "Agent".to_owned());
    Plan { id, connection, agent, kind, state, until: 5, what, result }
}

fn passes<T: ToValue + FromValue + PartialEq + Debug>(sent: &[T]) {
    for message in sent {
        let bytes = message.to_value().to_json().into_bytes();
        assert_eq!(T::from_value(&Value::parse(&bytes).unwrap()).as_ref(), Some(message));
        // A message that lacks a part is none.
        let Value::Array(mut parts) = message.to_value() else { continue };
        parts.push(Value::Null);
        assert_eq!(T::from_value(&Value::Array(parts.clone())), None, "{message:?} with a part too many");
        parts.truncate(parts.len() - 2);
        assert_eq!(T::from_value(&Value::Array(parts)), None, "{message:?} with a part too few");
    }
}

#[test]
fn each_command_and_reply_arrives_as_it_was_sent() {
    let id = || "01".to_owned();
    let result = Some(Value::parse(br#"{"state":"sent"}"#).unwrap());
    passes(&[
        AgentsCommand::Add(connection()),
        AgentsCommand::List,
        AgentsCommand::Remove(id()),
        AgentsCommand::Redeem(id(), true),
        AgentsCommand::Rotate(id(), u32::MAX),
        AgentsCommand::Begin(id()),
        AgentsCommand::Finish(call()),
        AgentsCommand::Plan(plan(PlanKind::Survey, PlanState::Planned, None)),
        AgentsCommand::ShowPlan(id()),
        AgentsCommand::Agree(id()),
        AgentsCommand::Take(id(), id(), PlanKind::Link),
        AgentsCommand::Settle(id(), None),
        AgentsCommand::Settle(id(), result.clone()),
    ]);
    passes(&[
        AgentsReply::Done,
        AgentsReply::Refused,
        AgentsReply::Reused(Connection { host: Some("agent.example".to_owned()), ..connection() }),
        AgentsReply::Connection(connection()),
        AgentsReply::Wait(-1),
        AgentsReply::Plan(plan(PlanKind::Invitation, PlanState::Agreed, None)),
        AgentsReply::Plan(plan(PlanKind::Export, PlanState::Running, None)),
        AgentsReply::Plan(plan(PlanKind::Link, PlanState::Done, result)),
        AgentsReply::All(vec![connection()], vec![call(), ToolCall { survey_id: None, ..call() }]),
    ]);
}

#[test]
fn a_record_of_an_earlier_build_is_read() {
    let stored = r#"agents {"connections":[{"id":"01","account":"02","name":"A","host":null,"redirect":"a.example","scopes":["surveys.read"],"created":1,"used":2,"requests":3,"minute":[4,5],"generation":6,"redeemed":false}],"calls":[{"at":1,"connection":"01","tool":"whoami","survey_id":null,"requests":1,"outcome":"done","bytes":9}],"plans":[{"id":"p","connection":"01","agent":"A","kind":"Survey","state":"Planned","until":9,"what":{},"result":null}]}"#;
    let agents = Agents::decode(Some(stored)).unwrap();
    assert_eq!(agents.encode(), stored.replace("Survey", "survey").replace("Planned", "planned"));
    assert_eq!(Agents::decode(Some("agents {}")), None);
    assert_eq!(Agents::decode(Some("links {}")), None);
}

//! Invitations by mail: prepared by the agent, agreed to by the user on a page, and then sent once.

use super::{Run, Step, list, survey, text};
use crate::gateway::agents::plans::PlanKind;
use crate::gateway::agents::requests::ApiRequest;
use crate::gateway::agents::untrusted_text::{clean, outgoing};
use crate::gateway::agents::value::{ToValue, Value, object};

/// What the mail must contain, below the text.
const FOOTER: &str = "\n\n[SurveyLink]\n\n[OptOutLink]\n[PrivacyLink]\n[FooterLink]";

pub(super) fn prepare_invitation(arguments: Value) -> Run {
    let (people, left_out) = sort_addresses(list(&arguments, "emails"));
    let mut named: Option<Value> = None;
    Box::new(move |reply| {
        let Some(named) = &named else {
            if people.is_empty() {
                return Step::Fail("None of `emails` is an address that can be invited.".to_owned());
            }
            if reply.is_null() {
                return Step::ask(ApiRequest::get(&["surveys", text(&arguments, "survey_id")], &[]));
            }
            let about = survey(&reply);
            let subject = outgoing(text(&arguments, "subject"));
            // Each line by itself, because paragraphs stay.
            let lines: Vec<String> = text(&arguments, "text").lines().map(outgoing).collect();
            let what = object(vec![
                ("survey", about.to_value()),
                ("emails", people.to_value()),
                ("subject", subject.to_value()),
                ("text", (lines.join("\n").trim()).to_value()),
            ]);
            named = Some(about);
            return Step::Store(PlanKind::Invitation, what);
        };
        Step::Done(object(vec![
            ("survey", named.to_value()),
            ("invited", people.len().to_value()),
            ("left_out", left_out.to_value()),
            ("plan", text(&reply, "plan").to_value()),
            ("open", text(&reply, "open").to_value()),
            ("until", text(&reply, "until").to_value()),
        ]))
    })
}

/// The addresses that can be invited, each once, and the others with the reason.
fn sort_addresses(emails: &[Value]) -> (Vec<String>, Vec<String>) {
    let (mut people, mut left_out): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for email in emails.iter().filter_map(Value::as_str) {
        let address = email.trim().to_lowercase();
        let is_address = address.is_ascii()
            && !address
                .bytes()
                .any(|byte| byte.is_ascii_whitespace() || byte.is_ascii_control() || b"<>,;\"".contains(&byte))
            && address.split_once('@').is_some_and(|(local, host)| {
                !local.is_empty()
                    && host.contains('.')
                    && !host.contains('@')
                    && !host.starts_with('.')
                    && !host.ends_with('.')
            });
        if !is_address {
            left_out.push([&clean(email, 100), ": not an address"].concat());
        } else if people.contains(&address) {
            left_out.push([&address, ": named twice"].concat());
        } else {
            people.push(address);
        }
    }
    (people, left_out)
}

/// Why the service has not added an address, by the list of its answer that names it.
const REASONS: [(&str, &str); 5] = [
    ("opted_out", ": has opted out"),
    ("bounced", ": earlier mail bounced"),
    ("invalids", ": not an address"),
    ("existing", ": invited already"),
    ("duplicate", ": named twice"),
];

/// The addresses that the service has not added, with the reason.
fn refused_addresses(added: &Value) -> Value {
    let named = |(name, reason): &(&str, &str)| {
        let addresses = list(added, name).iter().filter_map(Value::as_str);
        addresses.map(|address| [&clean(address, 100), *reason].concat().to_value()).collect::<Vec<_>>()
    };
    Value::Array(REASONS.iter().flat_map(named).collect())
}

/// Creates a collector and a message with its recipients, and sends it.
pub(super) fn send_invitation(what: Value) -> Run {
    let (mut collector, mut message, mut added) = (None, None, None);
    Box::new(move |reply| {
        let survey_id = what.get("survey").map(|survey| text(survey, "id")).unwrap_or_default();
        let Some(collector_id) = &collector else {
            if reply.is_null() {
                let body = object(vec![("type", "email".to_value()), ("name", "Invitation by an agent".to_value())]);
                return Step::ask(ApiRequest::post(&["surveys", survey_id, "collectors"], body));
            }
            let collector_id = text(&reply, "id").to_owned();
            let mut body = object(vec![("type", "invite".to_value())]);
            if let Some(body) = body.as_object_mut() {
                if !text(&what, "subject").is_empty() {
                    body.insert("subject", text(&what, "subject").to_value());
                }
                if !text(&what, "text").is_empty() {
                    body.insert("body_text", ([text(&what, "text"), FOOTER].concat()).to_value());
                }
            }
            let step = Step::ask(ApiRequest::post(&["collectors", &collector_id, "messages"], body));
            collector = Some(collector_id);
            return step;
        };
        let Some(message_id) = &message else {
            let message_id = text(&reply, "id").to_owned();
            let contacts: Vec<Value> =
                list(&what, "emails").iter().map(|email| object(vec![("email", email.to_value())])).collect();
            let path = ["collectors", collector_id, "messages", &message_id, "recipients", "bulk"];
            let step = Step::ask(ApiRequest::post(&path, object(vec![("contacts", contacts.to_value())])));
            message = Some(message_id);
            return step;
        };
        let Some((invited, left_out)) = &added else {
            let invited = list(&reply, "succeeded").len();
            if invited == 0 {
                return Step::Fail(
                    "None of the people can be invited: they have opted out, or their addresses bounce.".to_owned(),
                );
            }
            added = Some((invited, refused_addresses(&reply)));
            return Step::ask(ApiRequest::post(
                &["collectors", collector_id, "messages", message_id, "send"],
                object(vec![]),
            ));
        };
        Step::Done(object(vec![
            ("state", "sent".to_value()),
            ("invited", invited.to_value()),
            ("left_out", left_out.to_value()),
            ("message_id", message_id.to_value()),
        ]))
    })
}

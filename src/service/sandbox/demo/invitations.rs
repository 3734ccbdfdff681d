//! Invitations of the demo world. Each email collector has sent one message, to all respondents and some other people.

use super::contacts::suppress_address;
use super::day_start;
use super::design::{DemoCollector, DemoSurvey};
use super::people::{DemoPerson, DemoTeam};
use super::responses::make_responses;
use super::surveys::SURVEYS;
use crate::service::store::sql::{Sql, SqlError, Value, values};
use crate::spec::endpoints::contacts::ContactStatus;
use crate::spec::resources::collectors::{AnonymousType, CollectorType};
use crate::spec::resources::messages::{DEFAULT_MAIL, DEFAULT_SUBJECT, MessageStatus, MessageType};
use crate::spec::resources::recipients::{MailStatus, RecipientResponseStatus};
use crate::spec::resources::responses::ResponseStatus;
use crate::wire::dates::{MINUTE, Timestamp};

/// The people without a response: whether they opened the mail, and why their address is suppressed.
const SILENT: [(bool, Option<ContactStatus>); 6] = [
    (true, None),
    (true, Some(ContactStatus::Optout)),
    (false, Some(ContactStatus::Bounced)),
    (false, None),
    (true, None),
    (false, None),
];

/// The numbers of people without a response follow this one, which is larger than that of any response.
const SILENT_FROM: u64 = 9000;

/// An invited person.
struct DemoInvitee<'a> {
    number: u64,
    address: &'a str,
    names: [&'a str; 2],
    /// The response status, if no response shows it.
    came: Option<RecipientResponseStatus>,
    opened: Option<Timestamp>,
    clicked: Option<Timestamp>,
    suppression: Option<ContactStatus>,
}

/// Writes the messages and recipients of a team's surveys.
pub fn seed_invitations(home: &DemoTeam, sql: &dyn Sql) -> Result<(), SqlError> {
    for survey in SURVEYS {
        if DemoPerson::find_by_key(survey.owner).is_none_or(|owner| owner.team_id != home.id) {
            continue;
        }
        for (position, collector) in (1_u64..).zip(survey.collectors) {
            if collector.kind == CollectorType::Email {
                write_invitation(survey, position, collector, sql)?;
            }
        }
    }
    Ok(())
}

/// Id of the message of the collector at a position.
fn message_id(survey: &DemoSurvey, position: u64) -> String {
    440_000_000_u64.saturating_add(survey.number.saturating_mul(10)).saturating_add(position).to_string()
}

fn write_invitation(
    survey: &DemoSurvey,
    position: u64,
    collector: &DemoCollector,
    sql: &dyn Sql,
) -> Result<(), SqlError> {
    let (id, collector_id) = (message_id(survey, position), survey.collector_id(position));
    let written = day_start(survey.made).saturating_add(MINUTE.saturating_mul(840));
    let sent = day_start(survey.made.saturating_add(1));
    sql.run(
        "INSERT INTO messages (id, collector_id, type, status, subject, body, is_html, is_branding_enabled,
                               embed_first_question, scheduled, created)
         VALUES (?, ?, ?, ?, ?, ?, 1, 1, 0, ?, ?)",
        values![
            id.as_str(),
            collector_id.as_str(),
            MessageType::Invite.as_str(),
            MessageStatus::Sent.as_str(),
            DEFAULT_SUBJECT,
            DEFAULT_MAIL,
            sent,
            written,
        ],
    )?;
    let anonymous = collector.anonymous != AnonymousType::NotAnonymous;
    let write = |invited: &DemoInvitee| write_recipient(survey, [&id, &collector_id], invited, written, sql);
    for (number, response) in
        (1_u64..).zip(make_responses(survey)).filter(|(_, made)| made.collector_id == collector_id)
    {
        let [email, first_name, last_name] = &response.respondent;
        let colleague = format!("colleague{number}@mail.example");
        write(&DemoInvitee {
            number,
            address: if anonymous { &colleague } else { email },
            names: [first_name, last_name],
            came: anonymous.then_some(match response.status {
                ResponseStatus::Partial => RecipientResponseStatus::PartiallyResponded,
                _ => RecipientResponseStatus::CompletelyResponded,
            }),
            opened: Some(response.created),
            clicked: Some(response.created),
            suppression: None,
        })?;
    }
    for (number, (opened, suppression)) in (SILENT_FROM.saturating_add(1)..).zip(SILENT) {
        let address = format!("silent{number}-{}@mail.example", survey.number);
        write(&DemoInvitee {
            number,
            address: &address,
            names: ["", ""],
            came: None,
            opened: opened.then_some(sent.saturating_add(MINUTE.saturating_mul(60))),
            clicked: None,
            suppression,
        })?;
        suppression.map_or(Ok(()), |status| suppress_address(&address, status, sql))?;
    }
    Ok(())
}

fn write_recipient(
    survey: &DemoSurvey,
    [message, collector]: [&str; 2],
    invited: &DemoInvitee,
    written: Timestamp,
    sql: &dyn Sql,
) -> Result<(), SqlError> {
    let id = survey.recipient_id(invited.number);
    let [first_name, last_name] = invited.names;
    let suppressed =
        |status: ContactStatus| -> Value { (invited.suppression == Some(status)).then(|| day_start(-2)).into() };
    sql.run(
        "INSERT INTO recipients (id, collector_id, message_id, address, first_name, last_name, custom_fields,
                                 extra_fields, response_status, opened, clicked, opted_out, bounced, created)
         VALUES (?, ?, ?, ?, ?, ?, '{}', '{}', ?, ?, ?, ?, ?, ?)",
        values![
            id.as_str(),
            collector,
            message,
            invited.address,
            first_name,
            last_name,
            invited.came.map(RecipientResponseStatus::as_str),
            invited.opened,
            invited.clicked,
            suppressed(ContactStatus::Optout),
            suppressed(ContactStatus::Bounced),
            written,
        ],
    )?;
    sql.run(
        "INSERT INTO message_recipients (message_id, recipient_id, status, opened, clicked)
         VALUES (?, ?, ?, ?, ?)",
        values![message, id, MailStatus::Sent.as_str(), invited.opened, invited.clicked],
    )?;
    Ok(())
}

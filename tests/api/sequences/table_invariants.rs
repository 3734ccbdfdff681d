//! What must be true of the tables themselves, calculated by slow queries: what is counted, and that whatever is named
//! is there.

use super::rows;
use crate::support::World;
use std::collections::BTreeMap;

/// Each finds what is wrong: rows that should not be.
const WRONG: &[(&str, &str)] = &[
    (
        "page_count, question_count or response_count of a survey",
        "SELECT id FROM surveys
         WHERE page_count <> (SELECT COUNT(*) FROM pages WHERE survey_id = surveys.id)
            OR question_count <> (SELECT COUNT(*) FROM questions WHERE survey_id = surveys.id)
            OR response_count <> (SELECT COUNT(*) FROM responses WHERE survey_id = surveys.id)",
    ),
    ("a survey without a page", "SELECT id FROM surveys WHERE id NOT IN (SELECT survey_id FROM pages)"),
    (
        "the folder of a survey",
        "SELECT id FROM surveys
         WHERE folder_id <> '0'
           AND NOT EXISTS (SELECT 1 FROM folders WHERE folders.id = folder_id AND folders.owner_id = surveys.owner_id)",
    ),
    (
        "the places of pages",
        "SELECT survey_id AS id FROM pages GROUP BY survey_id
         HAVING MIN(position) <> 1 OR MAX(position) <> COUNT(*) OR COUNT(DISTINCT position) <> COUNT(*)",
    ),
    (
        "the places of questions",
        "SELECT page_id AS id FROM questions GROUP BY page_id
         HAVING MIN(position) <> 1 OR MAX(position) <> COUNT(*) OR COUNT(DISTINCT position) <> COUNT(*)",
    ),
    ("a page of no survey", "SELECT id FROM pages WHERE survey_id NOT IN (SELECT id FROM surveys)"),
    (
        "a question of no page of its survey",
        "SELECT id FROM questions
         WHERE NOT EXISTS (SELECT 1 FROM pages WHERE pages.id = page_id AND pages.survey_id = questions.survey_id)",
    ),
    (
        "response_count of a collector",
        "SELECT id FROM collectors
         WHERE response_count <> (SELECT COUNT(*) FROM responses WHERE collector_id = collectors.id)",
    ),
    ("a collector of no survey", "SELECT id FROM collectors WHERE survey_id NOT IN (SELECT id FROM surveys)"),
    (
        "a collector that is open and has all its responses",
        "SELECT id FROM collectors
         WHERE status <> 'closed' AND response_count >= json_extract(body, '$.response_limit')",
    ),
    (
        "a response of no collector of its survey",
        "SELECT id FROM responses
         WHERE NOT EXISTS (
            SELECT 1 FROM collectors WHERE collectors.id = collector_id AND collectors.survey_id = responses.survey_id)",
    ),
    (
        "a response that was changed before it was made",
        "SELECT id FROM responses WHERE modified < created",
    ),
    ("a message of no collector", "SELECT id FROM messages WHERE collector_id NOT IN (SELECT id FROM collectors)"),
    (
        "a recipient of no message of their collector",
        "SELECT id FROM recipients
         WHERE NOT EXISTS (
            SELECT 1 FROM messages WHERE messages.id = message_id AND messages.collector_id = recipients.collector_id)",
    ),
    (
        "a recipient whom nothing is sent",
        "SELECT id FROM recipients
         WHERE NOT EXISTS (
            SELECT 1 FROM message_recipients WHERE message_recipients.message_id = recipients.message_id AND recipient_id = recipients.id)",
    ),
    (
        "a mailing of nothing or to nobody",
        "SELECT recipient_id AS id FROM message_recipients
         WHERE message_id NOT IN (SELECT id FROM messages) OR recipient_id NOT IN (SELECT id FROM recipients)",
    ),
    (
        "a mailing that is further than its message",
        "SELECT recipient_id AS id FROM message_recipients JOIN messages ON messages.id = message_id
         WHERE (messages.status = 'not_sent' AND message_recipients.status <> 'not_sent')
            OR (messages.status = 'sent' AND message_recipients.status = 'processing')",
    ),
    (
        "a message on the agenda that is not to be sent",
        "SELECT subject AS id FROM jobs
         WHERE kind = 'send_message'
           AND NOT EXISTS (SELECT 1 FROM messages WHERE id = jobs.subject AND status <> 'sent' AND scheduled IS NOT NULL)",
    ),
    (
        "a message that is to be sent and not on the agenda",
        "SELECT id FROM messages
         WHERE status <> 'sent' AND scheduled IS NOT NULL
           AND NOT EXISTS (SELECT 1 FROM jobs WHERE kind = 'send_message' AND subject = id)",
    ),
    (
        "what a message that waits counts for its day",
        "SELECT messages.id FROM messages JOIN message_sends ON message_sends.message_id = messages.id
         WHERE messages.status = 'not_sent' AND messages.type NOT IN ('reminder', 'thank_you')
           AND message_sends.recipients <> (SELECT COUNT(*) FROM message_recipients WHERE message_recipients.message_id = messages.id)",
    ),
    (
        "what a message counts for its day although it does not wait",
        "SELECT message_id AS id FROM message_sends JOIN messages ON messages.id = message_id WHERE scheduled IS NULL",
    ),
    (
        "a contact in no list, or nobody in a list",
        "SELECT contact_id AS id FROM contact_list_members
         WHERE contact_id NOT IN (SELECT id FROM contacts) OR list_id NOT IN (SELECT id FROM contact_lists)",
    ),
    (
        "a contact in the list of somebody else",
        "SELECT contact_id AS id FROM contact_list_members
         JOIN contacts ON contacts.id = contact_id JOIN contact_lists ON contact_lists.id = list_id
         WHERE contacts.user_id <> contact_lists.user_id",
    ),
    (
        "a share of nothing or with nobody",
        "SELECT id FROM shares
         WHERE resource_id NOT IN (SELECT id FROM surveys) OR workgroup_id NOT IN (SELECT id FROM workgroups)",
    ),
    (
        "a member of no workgroup, or nobody",
        "SELECT user_id AS id FROM workgroup_members
         WHERE user_id NOT IN (SELECT id FROM users) OR workgroup_id NOT IN (SELECT id FROM workgroups)",
    ),
    (
        "a workgroup without an owner",
        "SELECT id FROM workgroups
         WHERE NOT EXISTS (SELECT 1 FROM workgroup_members WHERE workgroup_id = workgroups.id AND is_owner)",
    ),
    (
        "a translation of nothing",
        "SELECT survey_id AS id FROM translations WHERE survey_id NOT IN (SELECT id FROM surveys)
         UNION ALL
         SELECT survey_id FROM translated_texts
         WHERE NOT EXISTS (
            SELECT 1 FROM translations
            WHERE translations.survey_id = translated_texts.survey_id
              AND translations.language = translated_texts.language)",
    ),
    (
        "a template of nothing",
        "SELECT id FROM team_templates WHERE survey_id NOT IN (SELECT id FROM surveys)",
    ),
    (
        "an object or a delivery of no webhook",
        "SELECT webhook_id AS id FROM webhook_objects WHERE webhook_id NOT IN (SELECT id FROM webhooks)
         UNION ALL
         SELECT webhook_id FROM deliveries WHERE webhook_id NOT IN (SELECT id FROM webhooks)",
    ),
    (
        "an option that is there twice",
        "SELECT option.value AS id FROM questions, json_tree(questions.body) AS option
         WHERE option.key = 'id' AND questions.id > '5' GROUP BY option.value HAVING COUNT(*) > 1",
    ),
];

/// What is wrong with the tables.
pub fn faults(world: &World) -> Vec<String> {
    let each = WRONG.iter().map(|(what, query)| (what, rows(world, query)));
    let wrong = each.filter(|(_, rows)| !rows.is_empty());
    wrong
        .map(|(what, rows)| format!("{what}: {}", rows.iter().map(|row| row.text("id")).collect::<Vec<_>>().join(" ")))
        .collect()
}

/// When each survey was changed last.
pub fn changes(world: &World) -> BTreeMap<String, i64> {
    let found = rows(world, "SELECT id, modified FROM surveys");
    found.iter().map(|row| (row.text("id"), row.integer("modified"))).collect()
}

/// A survey is changed by a write to its design, then and by nothing else.
pub fn unexpected_changes(world: &World, before: &BTreeMap<String, i64>, wrote: &[String]) -> Vec<String> {
    let mut faults = Vec::new();
    for (id, modified) in changes(world) {
        let expected = if wrote.contains(&id) { Some(world.now().0) } else { before.get(&id).copied() };
        if expected.is_some_and(|expected| expected != modified) {
            faults.push(format!("survey {id} says that it was changed at {modified}, not at {expected:?}"));
        }
    }
    faults
}

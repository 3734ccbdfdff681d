//! TABLE. Folders, team templates and questions of a team's bank in the demo world.

use super::day_start;
use super::people::{DemoPerson, DemoTeam, HARBOUR, NORTHWIND};
use super::surveys::SURVEYS;
use crate::service::store::sql::{Sql, SqlError, values};
use serde_json::json;

/// A folder: id, key of its owner, title, and the numbers of its surveys.
type DemoFolder = (&'static str, &'static str, &'static str, &'static [u64]);

const FOLDERS: &[DemoFolder] =
    &[("1400001", "owner", "Events", &[4]), ("1400002", "owner", "Archive", &[]), ("1400003", "free", "Garden", &[])];

/// A team template: id, team, name, and the number of its survey.
type DemoTemplate = (&'static str, &'static str, &'static str, u64);

const TEMPLATES: &[DemoTemplate] =
    &[("800001", NORTHWIND, "Our satisfaction survey", 2), ("800002", HARBOUR, "Weekly pulse", 8)];

/// A question of a team's bank: id, team, text, and choices; without choices it is an essay.
type DemoBankQuestion = (&'static str, &'static str, &'static str, &'static [&'static str]);

const BANK: &[DemoBankQuestion] = &[
    ("900001", NORTHWIND, "Which of our newsletters do you read?", &["Field notes", "The quarterly", "Neither"]),
    ("900002", NORTHWIND, "What should our next report be about?", &[]),
];

/// Writes the folders, templates and bank questions of a team.
pub fn seed_library(home: &DemoTeam, sql: &dyn Sql) -> Result<(), SqlError> {
    for (id, owner, title, surveys) in FOLDERS {
        let Some(owner) = DemoPerson::find_by_key(owner).filter(|owner| owner.team_id == home.id) else { continue };
        sql.run(
            "INSERT INTO folders (id, owner_id, title, created)
             VALUES (?, ?, ?, ?)",
            values![*id, owner.user_id, *title, day_start(-20)],
        )?;
        for survey in SURVEYS.iter().filter(|survey| surveys.contains(&survey.number)) {
            sql.run("UPDATE surveys SET folder_id = ? WHERE id = ?", values![*id, survey.id()])?;
        }
    }
    for (id, _, name, number) in TEMPLATES.iter().filter(|(_, team, ..)| *team == home.id) {
        let Some(survey) = SURVEYS.iter().find(|survey| survey.number == *number) else { continue };
        sql.run(
            "INSERT INTO team_templates (id, name, survey_id, created)
             VALUES (?, ?, ?, ?)",
            values![*id, *name, survey.id(), day_start(-12)],
        )?;
    }
    for (id, _, text, choices) in BANK.iter().filter(|(_, team, ..)| *team == home.id) {
        sql.run(
            "INSERT INTO bank_questions (id, text, body, created)
             VALUES (?, ?, ?, ?)",
            values![*id, *text, question_json(text, choices), day_start(-11)],
        )?;
    }
    Ok(())
}

fn question_json(text: &str, choices: &[&str]) -> String {
    let headings = json!([{ "heading": text }]);
    if choices.is_empty() {
        return json!({ "headings": headings, "family": "open_ended", "subtype": "essay" }).to_string();
    }
    let choices: Vec<_> = choices.iter().map(|choice| json!({ "text": choice })).collect();
    let answers = json!({ "choices": choices });
    json!({ "headings": headings, "family": "single_choice", "subtype": "vertical", "answers": answers }).to_string()
}

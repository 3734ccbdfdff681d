//! The first question of a survey in a mail: its heading, and its choices as links to the survey.

use crate::service::store::sql::{Sql, SqlError, values};
use maud::html;
use serde_json::Value;

/// A question to show in a mail.
pub struct FirstQuestion {
    /// Its id, if the first page asks it: the page has the choice of a link filled in.
    id: Option<String>,
    heading: String,
    /// The choices: id and text.
    choices: Vec<(String, String)>,
}

/// The first question of a survey that asks for an answer and has a heading, among the first ten; `None` if there is
/// none.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn load_first_question(sql: &dyn Sql, survey_id: &str) -> Result<Option<FirstQuestion>, SqlError> {
    let rows = sql.run(
        "SELECT questions.id, questions.body, pages.position
         FROM pages
         JOIN questions ON questions.page_id = pages.id
         WHERE pages.survey_id = ?
         ORDER BY pages.position, questions.position
         LIMIT 10",
        values![survey_id],
    )?;
    Ok(rows.iter().find_map(|row| {
        let body = row.json("body");
        let is_asked = body.get("family").and_then(Value::as_str).is_some_and(|family| family != "presentation");
        let is_visible = body.get("visible") != Some(&Value::Bool(false));
        let heading = body.pointer("/headings/0/heading").and_then(Value::as_str).filter(|text| !text.is_empty())?;
        let id = (row.integer("position") == 1).then(|| row.text("id"));
        let heading = heading.to_owned();
        (is_asked && is_visible).then(|| FirstQuestion { id, heading, choices: visible_choices(&body) })
    }))
}

fn visible_choices(body: &Value) -> Vec<(String, String)> {
    let all = body.pointer("/answers/choices").and_then(Value::as_array).into_iter().flatten();
    let visible = all.filter(|choice| choice.get("visible") != Some(&Value::Bool(false)));
    let member = |choice: &Value, name: &str| choice.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let named = visible.map(|choice| (member(choice, "id"), member(choice, "text")));
    named.filter(|(_, text)| !text.is_empty()).collect()
}

/// Replaces brackets, so that a text of the design is never read as a placeholder.
fn replace_brackets(text: &str) -> String {
    text.replace('[', "(").replace(']', ")")
}

impl FirstQuestion {
    /// The question as plain text.
    pub fn to_text(&self) -> String {
        let choices = self.choices.iter().map(|(_, text)| format!("\n- {}", replace_brackets(text)));
        format!("{}{}\n[SurveyLink]", replace_brackets(&self.heading), choices.collect::<String>())
    }

    /// The question as HTML.
    pub fn to_html(&self) -> String {
        let question = html! {
            p { strong { (replace_brackets(&self.heading)) } }
            "\n"
            ul {
                // Only what the respondent sends from the survey's page is an answer.
                @for (choice, text) in &self.choices {
                    @let parameter = self.id.as_ref().map(|id| format!("?q{id}={choice}")).unwrap_or_default();
                    li { a href={ "[SurveyLink]" (parameter) } { (replace_brackets(text)) } }
                }
            }
        };
        question.into_string()
    }
}

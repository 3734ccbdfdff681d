//! The first question of a survey in a mail: its heading, and its choices as links to the survey.

use crate::service::store::sql::{Sql, SqlError, values};
use crate::service::surveys::answer_fields::{nested_field, question_field};
use crate::service::surveys::answers::{answer_parts, other_option};
use crate::service::surveys::design::representation::parse_question;
use crate::service::surveys::shuffle_seed::ShuffleSeed;
use crate::spec::questions::{Parts, Subtype};
use crate::spec::resources::questions::{Choice, Question};
use maud::html;

/// A question to show in a mail.
pub struct FirstQuestion {
    question: Question,
    /// Whether the first page asks it: only that page has the choice of a link filled in.
    is_on_first_page: bool,
}

/// The first question of a survey that asks for an answer and has a heading, among the first ten; `None` if there is
/// none.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn load_first_question(sql: &dyn Sql, survey_id: &str) -> Result<Option<FirstQuestion>, SqlError> {
    let rows = sql.run(
        "SELECT questions.id, questions.body, questions.position, pages.position AS page_position
         FROM pages
         JOIN questions ON questions.page_id = pages.id
         WHERE pages.survey_id = ?
         ORDER BY pages.position, questions.position
         LIMIT 10",
        values![survey_id],
    )?;
    Ok(rows.iter().find_map(|row| {
        let question = parse_question(row.json("body"), &row.text("id"), row.count("position"))?;
        let is_asked = question.visible && answer_parts(&question) != Parts::Nothing;
        let has_heading = question.headings.iter().any(|heading| !heading.heading.is_empty());
        let is_on_first_page = row.integer("page_position") == 1;
        (is_asked && has_heading).then_some(FirstQuestion { question, is_on_first_page })
    }))
}

/// Replaces brackets, so that a text of the design is never read as a placeholder.
fn replace_brackets(text: &str) -> String {
    text.replace('[', "(").replace(']', ")")
}

/// The text of a choice, or its number on a scale; empty for a picture.
fn choice_label(choice: &Choice) -> String {
    match &choice.weight {
        Some(weight) if choice.text.is_empty() => weight.to_string(),
        _ => choice.text.clone(),
    }
}

impl FirstQuestion {
    /// The question as a recipient's page shows it, as text and as HTML, each with the end that separates it from the
    /// message. Options that the page sorts by how often they were chosen keep their own order, because the mail may be
    /// read much later: our choice.
    pub fn render_for(&self, seed: &ShuffleSeed) -> (String, String) {
        let heading = seed.pick_heading(&self.question).map_or("", |heading| heading.heading.as_str());
        let mut heading = replace_brackets(heading);
        if let [row] = seed.sorted_rows(&self.question, &|_| 0).as_slice()
            && !row.text.is_empty()
        {
            heading = format!("{heading} – {}", replace_brackets(&row.text));
        }
        let choices = self.linked_choices(seed);
        let lines = choices.iter().map(|(_, text)| format!("- {text}\n"));
        let text = format!("{heading}\n{}[SurveyLink]\n\n", lines.collect::<String>());
        let html = html! {
            @if !heading.is_empty() { p { strong { (heading) } } "\n" }
            @if choices.is_empty() {
                p { a href="[SurveyLink]" { "[SurveyLink]" } }
            } @else {
                ul {
                    // Only what the respondent sends from the survey's page is an answer.
                    @for (parameter, text) in &choices { li { a href={ "[SurveyLink]?" (parameter) } { (text) } } }
                }
            }
            "\n"
        };
        (text.trim_start().to_owned(), html.into_string())
    }

    /// The choices: the parameter that fills one in, and its text. Empty if one parameter cannot answer the question,
    /// if another page asks it, or if a choice is only a picture.
    fn linked_choices(&self, seed: &ShuffleSeed) -> Vec<(String, String)> {
        let question = &self.question;
        let field = question_field(&question.id);
        let rows = seed.sorted_rows(question, &|_| 0);
        let (field, other) = match (answer_parts(question), rows.as_slice()) {
            (Parts::Choice, _) => (field, other_option(question).filter(|other| other.is_choice())),
            (Parts::RowChoice, [row]) if question.subtype == Subtype::Rating => (nested_field(&field, &row.id), None),
            _ => return Vec::new(),
        };
        let choices = seed.sorted_choices(question, &|_| 0);
        let choices = choices.into_iter().map(|choice| (&choice.id, choice_label(choice)));
        let choices = choices.chain(other.map(|other| (&other.id, other.text.clone())));
        let linked = choices.map(|(id, text)| (format!("{field}={}", id.as_str()), replace_brackets(&text)));
        let linked: Vec<_> = linked.collect();
        let can_link = self.is_on_first_page && linked.iter().all(|(_, text)| !text.is_empty());
        if can_link { linked } else { Vec::new() }
    }
}

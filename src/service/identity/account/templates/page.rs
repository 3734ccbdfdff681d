//! The page of the team's templates.

use crate::service::html::form::{InputField, hidden_input, select_field};
use crate::service::html::layout::Card;
use crate::service::html::notice::{Notice, titled};
use crate::service::identity::paths::{CSRF_FIELD, TEMPLATES};
use crate::spec::account::{ACCOUNT_PATH, NAME_MAX};
use crate::wire::http::Response;
use maud::{Markup, html};

/// Name of the field with the survey's id.
pub const SURVEY: &str = "survey_id";

/// Name of the field with the template's name.
pub const NAME: &str = "name";

/// Name of the field with the template's id.
pub const TEMPLATE: &str = "template_id";

/// A template on the page.
pub struct TemplateEntry {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Title of its survey.
    pub survey: String,
    /// Whether the user may remove it.
    pub removable: bool,
}

/// Contents of the page.
pub struct TemplatesView<'a> {
    /// The templates.
    pub templates: Vec<TemplateEntry>,
    /// Ids and titles of the user's surveys.
    pub surveys: Vec<(String, String)>,
    /// CSRF token of the session.
    pub csrf_token: &'a str,
    /// Message at the top of the page.
    pub notice: Option<Notice>,
}

/// Renders the page.
pub fn templates_page(view: &TemplatesView<'_>) -> Response {
    let content = html! {
        h1 { "Templates of the team" }
        p.lead { "Every member of the team can start a survey with one of these." }
        @if let Some(notice) = view.notice { (notice) }
        @if view.templates.is_empty() { p.hint { "There are no templates yet." } }
        @for template in &view.templates { (template_entry(view, template)) }
        h2 { "Make a survey a template" }
        (offer_form(view))
        p.aside { a href=(ACCOUNT_PATH) { "To the account" } }
    };
    Card { status: 200, title: &titled("Templates of the team", view.notice), content, form_action: None }
        .into_wide_page()
}

fn template_entry(view: &TemplatesView<'_>, template: &TemplateEntry) -> Markup {
    html! {
        section {
            p.app { strong { (template.name) } " " span { "uses the survey " (template.survey) "." } }
            @if template.removable {
                form method="post" action={ (TEMPLATES) "/remove" } {
                    (hidden_input(CSRF_FIELD, view.csrf_token))
                    (hidden_input(TEMPLATE, &template.id))
                    button.button.danger type="submit" { "Remove" }
                }
            }
        }
    }
}

fn offer_form(view: &TemplatesView<'_>) -> Markup {
    let surveys = view.surveys.iter().map(|(id, title)| (id.as_str(), title.as_str()));
    html! {
        @if view.surveys.is_empty() {
            p.hint { "You have no surveys." }
        } @else {
            form method="post" action={ (TEMPLATES) "/offer" } {
                (hidden_input(CSRF_FIELD, view.csrf_token))
                (select_field(SURVEY, "Survey", "", surveys))
                (InputField::text(NAME, "Name of the template", NAME_MAX))
                p.hint {
                    "Changes to the survey change the template. Surveys that were created from it do not change."
                }
                button.button.primary type="submit" { "Make a template" }
            }
        }
    }
}

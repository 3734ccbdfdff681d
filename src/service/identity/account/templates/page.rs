//! The page of the team's templates.

use crate::service::html::form::{hidden_input, input_field, post_form, select_field, submit_button};
use crate::service::html::layout::Card;
use crate::service::html::notice::Notice;
use crate::service::html::{Html, element, text, text_element};
use crate::service::identity::paths::{CSRF_FIELD, TEMPLATES};
use crate::spec::account::{ACCOUNT_PATH, NAME_MAX};
use crate::wire::http::Response;

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
    let lead_text = "Every member of the team can start a survey with one of these.";
    let mut content =
        vec![text_element("h1", &[], "Templates of the team"), text_element("p", &[("class", "lead")], lead_text)];
    content.extend(view.notice.map(Notice::to_html));
    if view.templates.is_empty() {
        content.push(text_element("p", &[("class", "hint")], "There are no templates yet."));
    }
    content.extend(view.templates.iter().map(|template| template_entry(view, template)));
    content.push(text_element("h2", &[], "Make a survey a template"));
    content.push(offer_form(view));
    content.push(element("p", &[("class", "aside")], [text_element("a", &[("href", ACCOUNT_PATH)], "To the account")]));
    Card { status: 200, title: "Templates of the team", content, form_action: None }.into_wide_page()
}

fn template_entry(view: &TemplatesView<'_>, template: &TemplateEntry) -> Html {
    let line = [
        text_element("strong", &[], &template.name),
        text(" "),
        text_element("span", &[], &format!("uses the survey {}.", template.survey)),
    ];
    let mut parts = vec![element("p", &[("class", "app")], line)];
    if template.removable {
        let fields = [
            hidden_input(CSRF_FIELD, view.csrf_token),
            hidden_input(TEMPLATE, &template.id),
            submit_button("button danger", "Remove"),
        ];
        parts.push(post_form(&format!("{TEMPLATES}/remove"), fields));
    }
    element("section", &[], parts)
}

fn offer_form(view: &TemplatesView<'_>) -> Html {
    if view.surveys.is_empty() {
        return text_element("p", &[("class", "hint")], "You have no surveys.");
    }
    let longest = NAME_MAX.to_string();
    let surveys = view.surveys.iter().map(|(id, title)| (id.as_str(), title.as_str()));
    let hint = "Changes to the survey change the template. Surveys that were created from it do not change.";
    post_form(
        &format!("{TEMPLATES}/offer"),
        [
            hidden_input(CSRF_FIELD, view.csrf_token),
            select_field(SURVEY, "Survey", "", surveys),
            input_field(NAME, "Name of the template", &[("maxlength", &longest)]),
            text_element("p", &[("class", "hint")], hint),
            submit_button("button primary", "Make a template"),
        ],
    )
}

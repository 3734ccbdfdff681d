//! The page of the team's templates.

use crate::service::html::form::{field, hidden, post, select, submit};
use crate::service::html::layout::Card;
use crate::service::html::notice::Notice;
use crate::service::html::{Html, element, phrase, text};
use crate::service::identity::paths::{CSRF_FIELD, TEMPLATES};
use crate::spec::account::{ACCOUNT_PATH, NAME_MAX};
use crate::wire::http::Response;

/// Name of the field with the survey's id.
pub const SURVEY: &str = "survey_id";

/// Name of the field with the template's name.
pub const NAME: &str = "name";

/// Name of the field with the template's id.
pub const TEMPLATE: &str = "template_id";

/// A template.
pub struct Template {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Title of its survey.
    pub survey: String,
    /// Whether the visitor may take it back.
    pub removable: bool,
}

/// What the page shows.
pub struct View<'a> {
    /// The templates.
    pub templates: Vec<Template>,
    /// Ids and titles of the visitor's surveys.
    pub surveys: Vec<(String, String)>,
    /// The mark of the session's forms.
    pub mark: &'a str,
    /// What is said first.
    pub notice: Option<Notice>,
}

/// The page.
pub fn page(view: &View<'_>) -> Response {
    let about = "Whoever belongs to the team can begin a survey with one of these.";
    let mut content = vec![phrase("h1", &[], "Templates of the team"), phrase("p", &[("class", "lead")], about)];
    content.extend(view.notice.map(Notice::shown));
    if view.templates.is_empty() {
        content.push(phrase("p", &[("class", "hint")], "There is none yet."));
    }
    content.extend(view.templates.iter().map(|template| shown(view, template)));
    content.push(phrase("h2", &[], "Make a template of a survey"));
    content.push(offer(view));
    content.push(element("p", &[("class", "aside")], [phrase("a", &[("href", ACCOUNT_PATH)], "To the account")]));
    Card { status: 200, title: "Templates of the team", content, form_action: None }.wide_page()
}

fn shown(view: &View<'_>, template: &Template) -> Html {
    let line = [
        phrase("strong", &[], &template.name),
        text(" "),
        phrase("span", &[], &format!("is made of the survey {}.", template.survey)),
    ];
    let mut parts = vec![element("p", &[("class", "app")], line)];
    if template.removable {
        let fields = [hidden(CSRF_FIELD, view.mark), hidden(TEMPLATE, &template.id), submit("button danger", "Remove")];
        parts.push(post(&format!("{TEMPLATES}/remove"), fields));
    }
    element("section", &[], parts)
}

fn offer(view: &View<'_>) -> Html {
    if view.surveys.is_empty() {
        return phrase("p", &[("class", "hint")], "You have no survey of your own.");
    }
    let longest = NAME_MAX.to_string();
    let surveys = view.surveys.iter().map(|(id, title)| (id.as_str(), title.as_str()));
    let hint = "Changes to the survey change the template; surveys that were made from it stay as they are.";
    post(
        &format!("{TEMPLATES}/offer"),
        [
            hidden(CSRF_FIELD, view.mark),
            select(SURVEY, "Survey", "", surveys),
            field(NAME, "Name of the template", &[("maxlength", &longest)]),
            phrase("p", &[("class", "hint")], hint),
            submit("button primary", "Make a template"),
        ],
    )
}

//! Templates of the team: a user offers a survey of their own for others of the team to begin with.
//!
//! The API lists the templates and makes surveys from them, and has no operation that makes one: the account pages do.
//! A template is the survey as it is whenever somebody begins with it. A survey is one template at most, and goes with
//! its survey. Its owner takes it back, or an administrator. Our choice.

pub mod page;

use super::Outcome;
use super::session::{self, Me, Visitor, at_home, me, to};
use crate::service::actor::place::Turn;
use crate::service::actor::service::Service;
use crate::service::actor::visit::Visit;
use crate::service::html::notice::{self, Notice};
use crate::service::html::refusal::{Refusal, internal_error};
use crate::service::identity::names::is_name;
use crate::service::identity::paths::TEMPLATES;
use crate::service::store::ids::{self, Kind};
use crate::service::store::sql::{SqlError, atomically, first, values};
use crate::spec::account::TEAM_TEMPLATES_MAX;
use crate::spec::resources::groups::MemberType;
use crate::wire::dates::Moment;
use crate::wire::http::{Request, Response};
use page::{NAME, SURVEY, TEMPLATE, Template, View};
use serde::{Deserialize, Serialize};

/// Surveys that the page offers, those that were changed last.
const LISTED: i64 = 200;

/// Where a request stands: at the team, always.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Step {
    /// The page.
    Show(Option<Notice>),
    /// Offers a survey under a name.
    Offer(String, String),
    /// Takes a template back.
    Remove(String),
}

/// At the door: the page.
pub fn see(service: &Service, request: &Request, now: Moment) -> Outcome {
    let visitor = session::visitor(service, request, now).ok_or_else(|| session::sign_in_page("", None))?;
    let step = super::Step::Templates(visitor.clone(), Step::Show(super::notice(request)));
    Ok(at_home(&visitor, step))
}

/// At the door: a form of the page. Its path says which one.
pub fn read(service: &Service, request: &Request, now: Moment, name: &str) -> Outcome {
    let (visitor, fields) = session::form(service, request, now)?;
    let text = |name: &str| fields.first(name).unwrap_or_default().trim().to_owned();
    let step = match name {
        "offer" if !is_name(&text(NAME)) => return Err(back(Notice::BadName)),
        "offer" => Step::Offer(text(SURVEY), text(NAME)),
        "remove" => Step::Remove(text(TEMPLATE)),
        _ => return Err(Refusal::NoPage.page()),
    };
    Ok(at_home(&visitor, super::Step::Templates(visitor.clone(), step)))
}

fn back(notice: Notice) -> Response {
    to(&notice::at(TEMPLATES, notice))
}

/// At the team.
pub fn at_the_team(visit: &Visit<'_>, visitor: &Visitor, step: Step) -> Result<Turn, Response> {
    let me = me(visit, visitor)?;
    let notice = match step {
        Step::Show(notice) => return show(visit, &me, &visitor.mark, notice).map(Turn::from).map_err(internal_error),
        Step::Offer(survey, name) => atomically(visit.sql, || Ok(offer(visit, &me, &survey, &name)?)),
        Step::Remove(template) => atomically(visit.sql, || Ok(remove(visit, &me, &template)?)),
    };
    notice.map(|notice| back(notice).into()).map_err(|_| Refusal::Broken.page())
}

fn show(visit: &Visit<'_>, me: &Me, mark: &str, notice: Option<Notice>) -> Result<Response, SqlError> {
    let templates = visit.sql.run(
        "SELECT team_templates.id, team_templates.name, surveys.title, surveys.owner_id
         FROM team_templates
         JOIN surveys ON surveys.id = team_templates.survey_id
         ORDER BY team_templates.created, team_templates.id
         LIMIT ?",
        values![i64::from(TEAM_TEMPLATES_MAX)],
    )?;
    let surveys = visit.sql.run(
        "SELECT id, title
         FROM surveys
         WHERE owner_id = ?
         ORDER BY modified DESC, id DESC
         LIMIT ?",
        values![me.user_id.as_str(), LISTED],
    )?;
    let view = View {
        templates: templates
            .iter()
            .map(|row| Template {
                id: row.text("id"),
                name: row.text("name"),
                survey: row.text("title"),
                removable: me.member_type != MemberType::Regular || row.text("owner_id") == me.user_id,
            })
            .collect(),
        surveys: surveys.iter().map(|row| (row.text("id"), row.text("title"))).collect(),
        mark,
        notice,
    };
    Ok(page::page(&view))
}

/// A survey that is offered once more gets the new name.
fn offer(visit: &Visit<'_>, me: &Me, survey: &str, name: &str) -> Result<Notice, SqlError> {
    let own = "SELECT id FROM surveys WHERE id = ? AND owner_id = ?";
    if first(visit.sql, own, values![survey, me.user_id.as_str()])?.is_none() {
        return Ok(Notice::NoSurvey);
    }
    let renamed = "UPDATE team_templates SET name = ? WHERE survey_id = ? RETURNING id";
    if first(visit.sql, renamed, values![name, survey])?.is_some() {
        return Ok(Notice::TemplateMade);
    }
    let count = first(visit.sql, "SELECT COUNT(*) AS count FROM team_templates", &[])?;
    if count.is_some_and(|row| row.count("count") >= u64::from(TEAM_TEMPLATES_MAX)) {
        return Ok(Notice::TooManyTemplates);
    }
    visit.sql.run(
        "INSERT INTO team_templates (id, name, survey_id, created)
         VALUES (?, ?, ?, ?)",
        values![ids::next(visit.sql, Kind::TeamTemplate)?, name, survey, visit.now],
    )?;
    Ok(Notice::TemplateMade)
}

fn remove(visit: &Visit<'_>, me: &Me, template: &str) -> Result<Notice, SqlError> {
    let administers = me.member_type != MemberType::Regular;
    let row = first(
        visit.sql,
        "DELETE FROM team_templates
         WHERE id = ?
           AND (? OR survey_id IN (SELECT id FROM surveys WHERE surveys.id = survey_id AND owner_id = ?))
         RETURNING id",
        values![template, administers, me.user_id.as_str()],
    )?;
    Ok(if row.is_some() { Notice::TemplateRemoved } else { Notice::NoSurvey })
}

//! Templates of the team: a user offers a survey of their own for others of the team to begin with.
//!
//! The API lists the templates and makes surveys from them, and has no operation that makes one: the account pages do.
//! A template is the survey as it is whenever somebody begins with it. A survey is one template at most, and goes with
//! its survey. Its owner takes it back, or an administrator. Our choice.

pub mod page;

use super::RouteResult;
use super::session::{self, AccountSession, CurrentUser, current_user, in_own_team, redirect_to};
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::ActorReply;
use crate::service::actor::service::Service;
use crate::service::html::notice::{self, Notice};
use crate::service::html::refusal::{RefusalPage, internal_error};
use crate::service::identity::names::is_name;
use crate::service::identity::paths::TEMPLATES;
use crate::service::store::ids::{self, IdKind};
use crate::service::store::sql::{SqlError, first_row, in_transaction, values};
use crate::spec::account::TEAM_TEMPLATES_MAX;
use crate::spec::resources::groups::MemberType;
use crate::wire::dates::Timestamp;
use crate::wire::http::{Request, Response};
use page::{NAME, SURVEY, TEMPLATE, TemplateEntry, TemplatesView};
use serde::{Deserialize, Serialize};

/// Surveys that the page offers, those that were changed last.
const LISTED: i64 = 200;

/// Where a request stands: at the team, always.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum TemplatesStep {
    /// The page.
    Show(Option<Notice>),
    /// Offers a survey under a name.
    Offer(String, String),
    /// Takes a template back.
    Remove(String),
}

/// At the door: the page.
pub fn get_page(service: &Service, request: &Request, now: Timestamp) -> RouteResult {
    let visitor = session::read_session(service, request, now).ok_or_else(|| session::sign_in_page("", None))?;
    let step = super::AccountStep::Templates(visitor.clone(), TemplatesStep::Show(super::parse_notice(request)));
    Ok(in_own_team(&visitor, step))
}

/// At the door: a form of the page. Its path says which one.
pub fn post_form(service: &Service, request: &Request, now: Timestamp, name: &str) -> RouteResult {
    let (visitor, fields) = session::read_session_form(service, request, now)?;
    let text = |name: &str| fields.first(name).unwrap_or_default().trim().to_owned();
    let step = match name {
        "offer" if !is_name(&text(NAME)) => return Err(redirect_back(Notice::BadName)),
        "offer" => TemplatesStep::Offer(text(SURVEY), text(NAME)),
        "remove" => TemplatesStep::Remove(text(TEMPLATE)),
        _ => return Err(RefusalPage::NotFound.render_page()),
    };
    Ok(in_own_team(&visitor, super::AccountStep::Templates(visitor.clone(), step)))
}

fn redirect_back(notice: Notice) -> Response {
    redirect_to(&notice::notice_url(TEMPLATES, notice))
}

/// At the team.
pub fn handle_in_team(
    visit: &ActorContext<'_>,
    visitor: &AccountSession,
    step: TemplatesStep,
) -> Result<ActorReply, Response> {
    let me = current_user(visit, visitor)?;
    let notice = match step {
        TemplatesStep::Show(notice) => {
            return show_templates(visit, &me, &visitor.csrf_token, notice)
                .map(ActorReply::from)
                .map_err(internal_error);
        }
        TemplatesStep::Offer(survey, name) => {
            in_transaction(visit.sql, || Ok(offer_survey(visit, &me, &survey, &name)?))
        }
        TemplatesStep::Remove(template) => in_transaction(visit.sql, || Ok(remove_template(visit, &me, &template)?)),
    };
    notice.map(|notice| redirect_back(notice).into()).map_err(|_| RefusalPage::InternalError.render_page())
}

fn show_templates(
    visit: &ActorContext<'_>,
    me: &CurrentUser,
    mark: &str,
    notice: Option<Notice>,
) -> Result<Response, SqlError> {
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
    let view = TemplatesView {
        templates: templates
            .iter()
            .map(|row| TemplateEntry {
                id: row.text("id"),
                name: row.text("name"),
                survey: row.text("title"),
                removable: me.member_type != MemberType::Regular || row.text("owner_id") == me.user_id,
            })
            .collect(),
        surveys: surveys.iter().map(|row| (row.text("id"), row.text("title"))).collect(),
        csrf_token: mark,
        notice,
    };
    Ok(page::templates_page(&view))
}

/// A survey that is offered once more gets the new name.
fn offer_survey(visit: &ActorContext<'_>, me: &CurrentUser, survey: &str, name: &str) -> Result<Notice, SqlError> {
    let own = "SELECT id FROM surveys WHERE id = ? AND owner_id = ?";
    if first_row(visit.sql, own, values![survey, me.user_id.as_str()])?.is_none() {
        return Ok(Notice::NoSurvey);
    }
    let renamed = "UPDATE team_templates SET name = ? WHERE survey_id = ? RETURNING id";
    if first_row(visit.sql, renamed, values![name, survey])?.is_some() {
        return Ok(Notice::TemplateMade);
    }
    let count = first_row(visit.sql, "SELECT COUNT(*) AS count FROM team_templates", &[])?;
    if count.is_some_and(|row| row.count("count") >= u64::from(TEAM_TEMPLATES_MAX)) {
        return Ok(Notice::TooManyTemplates);
    }
    visit.sql.run(
        "INSERT INTO team_templates (id, name, survey_id, created)
         VALUES (?, ?, ?, ?)",
        values![ids::next_id(visit.sql, IdKind::TeamTemplate)?, name, survey, visit.now],
    )?;
    Ok(Notice::TemplateMade)
}

fn remove_template(visit: &ActorContext<'_>, me: &CurrentUser, template: &str) -> Result<Notice, SqlError> {
    let administers = me.member_type != MemberType::Regular;
    let row = first_row(
        visit.sql,
        "DELETE FROM team_templates
         WHERE id = ?
           AND (? OR survey_id IN (SELECT id FROM surveys WHERE surveys.id = survey_id AND owner_id = ?))
         RETURNING id",
        values![template, administers, me.user_id.as_str()],
    )?;
    Ok(if row.is_some() { Notice::TemplateRemoved } else { Notice::NoSurvey })
}

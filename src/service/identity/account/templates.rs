//! Templates of the team: a user offers an own survey as a template for the team's new surveys.
//!
//! The API lists the templates and creates surveys from them, and has no operation that creates one: the account pages
//! do. A template has the present state of its survey. A survey is at most one template, which is deleted with it. Its
//! owner or an administrator removes it. Our choice.

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

/// Maximum number of surveys that the form offers, the last modified first.
const LISTED: i64 = 200;

/// A step of this page. All run in the team actor.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum TemplatesStep {
    /// Shows the page.
    Show(Option<Notice>),
    /// Makes the survey with this id a template with this name.
    Offer(String, String),
    /// Removes a template.
    Remove(String),
}

/// Router: the page.
///
/// # Errors
///
/// The sign-in page, without a session.
pub fn get_page(service: &Service, request: &Request, now: Timestamp) -> RouteResult {
    let session = session::read_session(service, request, now).ok_or_else(|| session::sign_in_page("", None))?;
    let step = super::AccountStep::Templates(session.clone(), TemplatesStep::Show(super::parse_notice(request)));
    Ok(in_own_team(&session, step))
}

/// Router: a form of the page, named by the last path segment.
///
/// # Errors
///
/// A page or redirect, if there is no session, or the form is not from it, unknown or invalid.
pub fn post_form(service: &Service, request: &Request, now: Timestamp, name: &str) -> RouteResult {
    let (session, fields) = session::read_session_form(service, request, now)?;
    let text = |name: &str| fields.first(name).unwrap_or_default().trim().to_owned();
    let step = match name {
        "offer" if !is_name(&text(NAME)) => return Err(redirect_back(Notice::BadName)),
        "offer" => TemplatesStep::Offer(text(SURVEY), text(NAME)),
        "remove" => TemplatesStep::Remove(text(TEMPLATE)),
        _ => return Err(RefusalPage::NotFound.render_page()),
    };
    Ok(in_own_team(&session, super::AccountStep::Templates(session.clone(), step)))
}

fn redirect_back(notice: Notice) -> Response {
    redirect_to(&notice::notice_url(TEMPLATES, notice))
}

/// Team: handles one step.
///
/// # Errors
///
/// A page or redirect, if the session has ended or a statement fails.
pub fn handle_in_team(
    context: &ActorContext<'_>,
    session: &AccountSession,
    step: TemplatesStep,
) -> Result<ActorReply, Response> {
    let user = current_user(context, session)?;
    let notice = match step {
        TemplatesStep::Show(notice) => {
            return show_templates(context, &user, &session.csrf_token, notice)
                .map(ActorReply::from)
                .map_err(internal_error);
        }
        TemplatesStep::Offer(survey, name) => {
            in_transaction(context.sql, || Ok(offer_survey(context, &user, &survey, &name)?))
        }
        TemplatesStep::Remove(template) => {
            in_transaction(context.sql, || Ok(remove_template(context, &user, &template)?))
        }
    };
    notice.map(|notice| redirect_back(notice).into()).map_err(|_| RefusalPage::InternalError.render_page())
}

fn show_templates(
    context: &ActorContext<'_>,
    user: &CurrentUser,
    csrf_token: &str,
    notice: Option<Notice>,
) -> Result<Response, SqlError> {
    let templates = context.sql.run(
        "SELECT team_templates.id, team_templates.name, surveys.title, surveys.owner_id
         FROM team_templates
         JOIN surveys ON surveys.id = team_templates.survey_id
         ORDER BY team_templates.created, team_templates.id
         LIMIT ?",
        values![i64::from(TEAM_TEMPLATES_MAX)],
    )?;
    let surveys = context.sql.run(
        "SELECT id, title
         FROM surveys
         WHERE owner_id = ?
         ORDER BY modified DESC, id DESC
         LIMIT ?",
        values![user.user_id.as_str(), LISTED],
    )?;
    let view = TemplatesView {
        templates: templates
            .iter()
            .map(|row| TemplateEntry {
                id: row.text("id"),
                name: row.text("name"),
                survey: row.text("title"),
                removable: user.member_type != MemberType::Regular || row.text("owner_id") == user.user_id,
            })
            .collect(),
        surveys: surveys.iter().map(|row| (row.text("id"), row.text("title"))).collect(),
        csrf_token,
        notice,
    };
    Ok(page::templates_page(&view))
}

/// Makes a survey a template. A survey that is one already gets the new name.
fn offer_survey(context: &ActorContext<'_>, user: &CurrentUser, survey: &str, name: &str) -> Result<Notice, SqlError> {
    let own = "SELECT id FROM surveys WHERE id = ? AND owner_id = ?";
    if first_row(context.sql, own, values![survey, user.user_id.as_str()])?.is_none() {
        return Ok(Notice::NoSurvey);
    }
    let renamed = "UPDATE team_templates SET name = ? WHERE survey_id = ? RETURNING id";
    if first_row(context.sql, renamed, values![name, survey])?.is_some() {
        return Ok(Notice::TemplateMade);
    }
    let count = first_row(context.sql, "SELECT COUNT(*) AS count FROM team_templates", &[])?;
    if count.is_some_and(|row| row.count("count") >= u64::from(TEAM_TEMPLATES_MAX)) {
        return Ok(Notice::TooManyTemplates);
    }
    context.sql.run(
        "INSERT INTO team_templates (id, name, survey_id, created)
         VALUES (?, ?, ?, ?)",
        values![ids::next_id(context.sql, IdKind::TeamTemplate)?, name, survey, context.now],
    )?;
    Ok(Notice::TemplateMade)
}

fn remove_template(context: &ActorContext<'_>, user: &CurrentUser, template: &str) -> Result<Notice, SqlError> {
    let administers = user.member_type != MemberType::Regular;
    let row = first_row(
        context.sql,
        "DELETE FROM team_templates
         WHERE id = ?
           AND (? OR survey_id IN (SELECT id FROM surveys WHERE surveys.id = survey_id AND owner_id = ?))
         RETURNING id",
        values![template, administers, user.user_id.as_str()],
    )?;
    Ok(if row.is_some() { Notice::TemplateRemoved } else { Notice::NoSurvey })
}

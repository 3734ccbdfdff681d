//! Surveys: which ones a user sees, and a survey with its whole design.

use crate::service::context::Context;
use crate::service::dispatch::Handle;
use crate::service::filter::{Filter, anywhere, moment};
use crate::service::sql::{Row, first, values};
use crate::spec::endpoints::pages::GetPage;
use crate::spec::endpoints::query::SortOrder;
use crate::spec::endpoints::questions::GetQuestion;
use crate::spec::endpoints::surveys::{GetSurvey, GetSurveyDetails, ListSurveys, SurveyInclude, SurveySort};
use crate::spec::errors::Error;
use crate::spec::limits::QUESTIONS_MAX;
use crate::spec::resources::pages::PageDetails;
use crate::spec::resources::questions::Question;
use crate::spec::resources::surveys::{CollectStats, SurveyDetails, SurveyRef};
use crate::spec::types::{Id, Integer, List};
use crate::wire::error::ApiError;
use crate::wire::payload;
use serde_json::{Map, Value, json};

/// Surveys shared with the user of the parameter: by a workgroup in which the user is active.
const SHARED_WITH: &str = "surveys.id IN (
    SELECT shares.resource_id
    FROM workgroup_members
    JOIN shares ON shares.workgroup_id = workgroup_members.workgroup_id
    WHERE workgroup_members.user_id = ?
      AND workgroup_members.status = 'active'
      AND shares.resource_type = 'survey')";

impl Handle for ListSurveys {
    fn handle(self, context: &Context) -> Result<List<SurveyRef>, ApiError> {
        let (paging, query) = self.query;
        let include = query.include.map(|include| include.0).unwrap_or_default();
        let mut filter = whose(context, &include);
        filter.and_if("title LIKE ? ESCAPE '\\'", query.title.as_deref().map(anywhere));
        filter.and_if("modified >= ?", moment("start_modified_at", query.start_modified_at.as_ref())?);
        filter.and_if("modified < ?", moment("end_modified_at", query.end_modified_at.as_ref())?);
        filter.and_if("folder_id = ?", query.folder_id.map(|id| id.0));
        let order = match query.sort_by.unwrap_or(SurveySort::DateModified) {
            SurveySort::Title => "title",
            SurveySort::DateModified => "modified",
            SurveySort::NumResponses => "response_count",
        };
        let direction = query.sort_order.unwrap_or(SortOrder::Descending).as_str();
        let slice = context.slice(&paging);
        let total = first(
            context.sql,
            &format!("SELECT COUNT(*) AS total FROM surveys WHERE {}", filter.sql()),
            &filter.values(&[]),
        )?;
        let rows = context.sql.run(
            &format!(
                "SELECT id, title, nickname, language, question_count, response_count, created, modified,
                        (SELECT json_array(COUNT(*), TOTAL(status = 'open'), TOTAL(status = 'closed'))
                         FROM collectors
                         WHERE survey_id = surveys.id) AS collect_stats
                 FROM surveys
                 WHERE {}
                 ORDER BY {order} {direction}, id {direction}
                 LIMIT ? OFFSET ?",
                filter.sql()
            ),
            &filter.values(values![slice.limit(), slice.offset()]),
        )?;
        let data = rows.iter().map(|row| survey_ref(context, row, &include)).collect();
        Ok(context.envelope::<ListSurveys, _>(slice, data, total.map_or(0, |row| row.count("total"))))
    }
}

impl Handle for GetSurveyDetails {
    fn handle(self, context: &Context) -> Result<SurveyDetails, ApiError> {
        let row = visible(context, &self.survey_id)?;
        if row.count("question_count") > u64::from(QUESTIONS_MAX) {
            return Err(ApiError::with(Error::TooLarge, "The survey has more than 1000 questions."));
        }
        let mut survey = survey(context, &row);
        let pages = payload::write(&design(context, &self.survey_id)?);
        survey.insert("pages".to_owned(), pages);
        payload::read(survey.into()).ok_or(Error::Internal.into())
    }
}

/// Own surveys and shared ones, unless the caller names some of the three groups.
fn whose(context: &Context, include: &[SurveyInclude]) -> Filter {
    let user = context.account.user_id.as_str();
    let asks = |names: [SurveyInclude; 2]| names.iter().any(|name| include.contains(name));
    let owned = asks([SurveyInclude::Owned, SurveyInclude::Owner]);
    let shared_with = asks([SurveyInclude::SharedWith, SurveyInclude::ShareWith]);
    let shared_by = asks([SurveyInclude::SharedBy, SurveyInclude::ShareBy]);
    let any = !(owned || shared_with || shared_by);
    let groups: Vec<&str> = [
        (owned || any, "owner_id = ?"),
        (shared_with || any, SHARED_WITH),
        (shared_by, "owner_id = ? AND id IN (SELECT resource_id FROM shares WHERE resource_type = 'survey')"),
    ]
    .into_iter()
    .filter_map(|(asked, condition)| asked.then_some(condition))
    .collect();
    let users: Vec<_> = groups.iter().map(|_| user.into()).collect();
    Filter::new(format!("({})", groups.join(" OR ")), &users)
}

/// The survey, if the caller may see it; to everyone else it does not exist.
pub fn visible(context: &Context, id: &Id) -> Result<Row, ApiError> {
    let user = context.account.user_id.as_str();
    let row = first(
        context.sql,
        &format!(
            "SELECT id, owner_id, title, nickname, language, category, folder_id, body,
                    page_count, question_count, response_count, created, modified
             FROM surveys
             WHERE id = ? AND (owner_id = ? OR {SHARED_WITH})"
        ),
        values![id.as_str(), user, user],
    )?;
    row.ok_or(Error::NotFound.into())
}

/// The address of the console's page of a survey.
fn page_of(context: &Context, id: &str) -> String {
    format!("{}/#/surveys/{id}", context.request.origin)
}

fn survey_ref(context: &Context, row: &Row, include: &[SurveyInclude]) -> SurveyRef {
    let asks = |field| include.contains(&field);
    let count = |field, column: &str| asks(field).then(|| Integer::saturating(row.count(column)));
    let id = row.text("id");
    let stats: Option<(f64, f64, f64)> = serde_json::from_str(&row.text("collect_stats")).ok();
    SurveyRef {
        title: row.text("title"),
        nickname: row.text("nickname"),
        href: context.href::<GetSurvey>(&[&id]),
        response_count: count(SurveyInclude::ResponseCount, "response_count"),
        question_count: count(SurveyInclude::QuestionCount, "question_count"),
        date_created: asks(SurveyInclude::DateCreated).then(|| row.moment("created").to_the_minute()),
        date_modified: asks(SurveyInclude::DateModified).then(|| row.moment("modified").to_the_minute()),
        language: asks(SurveyInclude::Language).then(|| row.text("language")),
        analyze_url: asks(SurveyInclude::AnalyzeUrl).then(|| page_of(context, &id)),
        preview: asks(SurveyInclude::Preview).then(|| page_of(context, &id)),
        collect_stats: stats.filter(|_| asks(SurveyInclude::CollectStats)).map(|(total, open, closed)| CollectStats {
            total: Integer::saturating(total as u64),
            open: Integer::saturating(open as u64),
            closed: Integer::saturating(closed as u64),
        }),
        id: id.into(),
    }
}

/// A survey's own fields: what its columns hold, and its `body`.
fn survey(context: &Context, row: &Row) -> Map<String, Value> {
    let id = row.text("id");
    let columns = json!({
        "id": id,
        "title": row.text("title"),
        "nickname": row.text("nickname"),
        "language": row.text("language"),
        "category": row.text("category"),
        "folder_id": row.text("folder_id"),
        "question_count": row.count("question_count"),
        "page_count": row.count("page_count"),
        "response_count": row.count("response_count"),
        "date_created": row.moment("created").to_the_minute(),
        "date_modified": row.moment("modified").to_the_minute(),
        "is_owner": row.text("owner_id") == context.account.user_id,
        "href": context.href::<GetSurvey>(&[&id]),
        "analyze_url": page_of(context, &id),
        "edit_url": page_of(context, &id),
        "collect_url": page_of(context, &id),
        "summary_url": page_of(context, &id),
        "preview": page_of(context, &id),
    });
    merged(row.json("body"), columns)
}

/// The design: pages with their questions, in order.
fn design(context: &Context, survey_id: &Id) -> Result<Vec<PageDetails>, ApiError> {
    let pages = context.sql.run(
        "SELECT id, title, description, position
         FROM pages
         WHERE survey_id = ?
         ORDER BY position",
        values![survey_id.as_str()],
    )?;
    let questions = context.sql.run(
        "SELECT id, page_id, position, body
         FROM questions
         WHERE survey_id = ?
         ORDER BY page_id, position",
        values![survey_id.as_str()],
    )?;
    pages
        .iter()
        .map(|page| {
            let id = page.text("id");
            let own = questions.iter().filter(|question| question.text("page_id") == id);
            let own: Vec<Question> = own.map(|row| question(context, survey_id, &id, row)).collect::<Result<_, _>>()?;
            Ok(PageDetails {
                title: page.text("title"),
                description: page.text("description"),
                position: Integer::saturating(page.count("position")),
                question_count: Integer::saturating(own.len() as u64),
                href: context.href::<GetPage>(&[survey_id.as_str(), &id]),
                id: id.into(),
                questions: own,
            })
        })
        .collect()
}

fn question(context: &Context, survey_id: &Id, page_id: &str, row: &Row) -> Result<Question, ApiError> {
    let id = row.text("id");
    let columns = json!({
        "id": id,
        "position": row.count("position"),
        "href": context.href::<GetQuestion>(&[survey_id.as_str(), page_id, &id]),
    });
    payload::read(merged(row.json("body"), columns).into()).ok_or(Error::Internal.into())
}

fn merged(body: Value, columns: Value) -> Map<String, Value> {
    let fields = [body, columns].into_iter().filter_map(|part| match part {
        Value::Object(fields) => Some(fields),
        _ => None,
    });
    fields.flatten().collect()
}

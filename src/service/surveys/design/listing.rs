//! Lists of surveys: own and shared ones together in one order, each read from its own index.

use super::representation::{console_url, preview_url};
use crate::service::actor::context::Context;
use crate::service::store::filter::{Filter, json_list};
use crate::service::store::sql::{Row, first_row, values};
use crate::service::surveys::collectors::{self, CURRENT_STATUS_SQL};
use crate::spec::endpoints::query::SortOrder;
use crate::spec::endpoints::surveys::{GetSurvey, SurveyInclude, SurveySort};
use crate::spec::resources::surveys::{CollectStats, SurveyRef};
use crate::spec::types::{Encoded, Integer};
use crate::wire::error::ApiError;
use crate::wire::page_links::PageRange;
use std::collections::VecDeque;

/// The filters of own and shared surveys, or of the groups that the caller names. No survey is in two groups.
pub fn survey_groups(context: &Context, include: &[SurveyInclude]) -> Vec<Filter> {
    let user = context.account.user_id.as_str();
    let includes = |names: [SurveyInclude; 2]| names.iter().any(|name| include.contains(name));
    let own = includes([SurveyInclude::Owned, SurveyInclude::Owner]);
    let shared_with = includes([SurveyInclude::SharedWith, SurveyInclude::ShareWith]);
    let shared_by = includes([SurveyInclude::SharedBy, SurveyInclude::ShareBy]);
    let any = !(own || shared_with || shared_by);
    let mut groups = Vec::new();
    if own || any {
        groups.push(Filter::new("owner_id = ?", values![user]));
    } else if shared_by {
        // The unary plus disables the index for this term: SQLite would otherwise look for a share of every survey of
        // the owner.
        let condition = "+owner_id = ?
             AND id IN (SELECT resource_id FROM shares WHERE resource_type = 'survey')";
        groups.push(Filter::new(condition, values![user]));
    }
    if shared_with || any {
        let condition = "id IN (
                SELECT shares.resource_id
                FROM workgroup_members
                JOIN shares ON shares.workgroup_id = workgroup_members.workgroup_id
                WHERE workgroup_members.user_id = ?
                  AND workgroup_members.status = 'active'
                  AND shares.resource_type = 'survey')
             AND owner_id <> ?";
        groups.push(Filter::new(condition, values![user, user]));
    }
    groups
}

/// The ids of one page of the groups' surveys, and the total number.
///
/// Each group is read in order from its index, and no further than the page, so that a deep page costs no more than the
/// index entries before it.
///
/// # Errors
///
/// 1050 if a statement fails.
pub fn read_ids(
    context: &Context,
    groups: &[Filter],
    sort: SurveySort,
    order: Option<SortOrder>,
    slice: PageRange,
) -> Result<(Vec<String>, u64), ApiError> {
    let column = match sort {
        SurveySort::Title => "title",
        SurveySort::DateModified => "modified",
        SurveySort::NumResponses => "response_count",
    };
    let direction = order.unwrap_or(SortOrder::Descending).as_str();
    let each = |head: &str, between: &str| {
        let parts = groups.iter().map(|group| format!("{head} FROM surveys WHERE {}", group.where_clause()));
        parts.collect::<Vec<_>>().join(between)
    };
    let bound: Vec<_> = groups.iter().flat_map(|group| group.bind_values(&[])).collect();
    let counts = each("SELECT COUNT(*)", ") + (");
    let total =
        first_row(context.sql, &format!("SELECT ({counts}) AS total"), &bound)?.map_or(0, |row| row.count("total"));
    if total == 0 {
        return Ok((Vec::new(), 0));
    }
    let select = each(&format!("SELECT id, {column} AS sort_key"), " UNION ALL ");
    let rows = context.sql.run(
        &format!("{select} ORDER BY sort_key {direction}, id {direction} LIMIT ? OFFSET ?"),
        &[bound.as_slice(), values![slice.limit(), slice.offset()]].concat(),
    )?;
    Ok((rows.iter().map(|row| row.text("id")).collect(), total))
}

/// Surveys that one piece reads.
const SURVEYS_PER_PIECE: usize = 200;

/// A page of surveys that is being read.
pub struct SurveyListReader {
    /// The ids of surveys that are not read yet.
    ids: VecDeque<String>,
    total: u64,
    refs: Vec<Encoded<SurveyRef>>,
}

impl SurveyListReader {
    /// Starts reading surveys in this order; `total` is their number in all pages.
    pub fn from_ids((ids, total): (Vec<String>, u64)) -> Box<SurveyListReader> {
        Box::new(SurveyListReader { ids: ids.into(), total, refs: Vec::new() })
    }

    /// Reads the next piece; after the last, returns the surveys as a list shows them, and their total number.
    ///
    /// # Errors
    ///
    /// The error of a pause until all pieces are read.
    pub fn run_piece(
        mut self: Box<Self>,
        context: &Context,
        include: &[SurveyInclude],
    ) -> Result<(Vec<Encoded<SurveyRef>>, u64), ApiError> {
        let some: Vec<String> = self.ids.drain(..SURVEYS_PER_PIECE.min(self.ids.len())).collect();
        self.refs.extend(survey_refs(context, &some, include)?.iter().map(Encoded::encode_payload));
        match self.ids.is_empty() {
            true => Ok((self.refs, self.total)),
            false => Err(context.chunked_work.pause_with(self)),
        }
    }
}

/// The surveys with these ids in this order, as a list shows them.
fn survey_refs(context: &Context, ids: &[String], include: &[SurveyInclude]) -> Result<Vec<SurveyRef>, ApiError> {
    let mut bound = Vec::new();
    let stats = if include.contains(&SurveyInclude::CollectStats) {
        bound.resize(2, collectors::close_date_bound(context.now()));
        format!(
            "(SELECT json_array(COUNT(*), TOTAL({CURRENT_STATUS_SQL} = 'open'), TOTAL({CURRENT_STATUS_SQL} = 'closed'))
              FROM collectors
              WHERE survey_id = surveys.id)"
        )
    } else {
        "NULL".to_owned()
    };
    bound.push(json_list(ids.iter().map(String::as_str)));
    let rows = context.sql.run(
        &format!(
            "SELECT surveys.id, title, nickname, language, question_count, response_count, created, modified,
                    {stats} AS collect_stats
             FROM json_each(?) AS wanted
             JOIN surveys ON surveys.id = wanted.value
             ORDER BY wanted.key"
        ),
        &bound,
    )?;
    Ok(rows.iter().map(|row| survey_ref(context, row, include)).collect())
}

fn survey_ref(context: &Context, row: &Row, include: &[SurveyInclude]) -> SurveyRef {
    let includes = |field| include.contains(&field);
    let count = |field, column: &str| includes(field).then(|| Integer::saturating(row.count(column)));
    let id = row.text("id");
    let stats: Option<(f64, f64, f64)> = row.decode_json("collect_stats");
    SurveyRef {
        title: row.text("title"),
        nickname: row.text("nickname"),
        href: context.operation_url::<GetSurvey>(&[&id]),
        response_count: count(SurveyInclude::ResponseCount, "response_count"),
        question_count: count(SurveyInclude::QuestionCount, "question_count"),
        date_created: includes(SurveyInclude::DateCreated).then(|| row.timestamp("created").to_the_minute()),
        date_modified: includes(SurveyInclude::DateModified).then(|| row.timestamp("modified").to_the_minute()),
        language: includes(SurveyInclude::Language).then(|| row.text("language")),
        analyze_url: includes(SurveyInclude::AnalyzeUrl).then(|| console_url(context, &id)),
        preview: includes(SurveyInclude::Preview).then(|| preview_url(context, &id)),
        collect_stats: stats.map(|(total, open, closed)| CollectStats {
            total: Integer::saturating(total as u64),
            open: Integer::saturating(open as u64),
            closed: Integer::saturating(closed as u64),
        }),
        id: id.into(),
    }
}

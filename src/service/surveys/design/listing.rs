//! Lists of surveys: own and shared ones together in one order, each read from its own index.

use super::representation::{console_url, preview_url};
use crate::service::actor::call_context::CallContext;
use crate::service::store::filter::{Filter, json_list};
use crate::service::store::sql::{Row, Value, first_row, values};
use crate::service::surveys::collectors::{self, CURRENT_STATUS_SQL};
use crate::spec::endpoints::query::SortOrder;
use crate::spec::endpoints::surveys::{GetSurvey, SurveyInclude, SurveySort};
use crate::spec::errors::Error;
use crate::spec::payload::Encode as _;
use crate::spec::resources::surveys::{CollectStats, SurveyRef};
use crate::spec::types::Integer;
use crate::wire::error::ApiError;
use crate::wire::page_links::PageRange;
use std::collections::VecDeque;

/// The filters of own and shared surveys, or of the groups that the caller names. No survey is in two groups.
pub fn survey_groups(context: &CallContext, include: &[SurveyInclude]) -> Vec<Filter> {
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
        // The order of the join and the unary plus let SQLite read the shares of the user's own workgroups, and not all
        // shares of the team.
        let condition = "id IN (
                SELECT shares.resource_id
                FROM workgroup_members
                CROSS JOIN shares ON shares.workgroup_id = workgroup_members.workgroup_id
                WHERE workgroup_members.user_id = ?
                  AND workgroup_members.status = 'active'
                  AND +shares.resource_type = 'survey')
             AND owner_id <> ?";
        groups.push(Filter::new(condition, values![user, user]));
    }
    groups
}

/// The order of a list, and the page of it that is read.
pub struct ListOrder {
    /// The column that is sorted by.
    pub sort: SurveySort,
    /// The direction.
    pub order: SortOrder,
    /// The page.
    pub range: PageRange,
}

/// One page of the groups' surveys: rows of these columns and `sort_key`. The values are bound before the limit and the
/// offset.
///
/// Each group is read in order from its index, and no further than the page, so that a deep page costs no more than the
/// index entries before it. So the columns must be those of the index.
fn page_select(groups: &[Filter], ListOrder { sort, order, .. }: &ListOrder, columns: &str) -> String {
    let column = match sort {
        SurveySort::Title => "title COLLATE NOCASE",
        SurveySort::DateModified => "modified",
        SurveySort::NumResponses => "response_count",
    };
    let direction = order.as_str();
    let select = each_group(groups, &format!("SELECT {columns}, {column} AS sort_key"), " UNION ALL ");
    format!("{select} ORDER BY sort_key {direction}, id {direction} LIMIT ? OFFSET ?")
}

fn each_group(groups: &[Filter], head: &str, between: &str) -> String {
    let parts = groups.iter().map(|group| format!("{head} FROM surveys WHERE {}", group.where_clause()));
    parts.collect::<Vec<_>>().join(between)
}

/// Surveys that one chunk reads.
const SURVEYS_PER_CHUNK: usize = 200;

/// A page of surveys that is being read.
pub struct SurveyListReader {
    /// The ids of surveys that are not read yet.
    ids: VecDeque<String>,
    total: u64,
    /// The surveys so far as JSON texts, separated by commas.
    refs: Vec<u8>,
}

impl SurveyListReader {
    /// Starts reading the groups' surveys. A page that fits into one chunk is read at once; of a longer one the ids are
    /// read first, so that all its chunks belong to the same state.
    ///
    /// # Errors
    ///
    /// 1050 if a statement fails.
    pub fn start(
        context: &CallContext,
        groups: &[Filter],
        list_order: &ListOrder,
        include: &[SurveyInclude],
    ) -> Result<Box<SurveyListReader>, ApiError> {
        let mut bound: Vec<_> = groups.iter().flat_map(|group| group.bind_values(&[])).collect();
        let counts = format!("SELECT ({}) AS total", each_group(groups, "SELECT COUNT(*)", ") + ("));
        // All pages of a list have the same total.
        let total = context.sql.run_cached(&counts, &bound)?;
        let total = total.first().map_or(0, |row| row.count("total"));
        let mut reader = SurveyListReader { ids: VecDeque::new(), total, refs: Vec::new() };
        if total > 0 {
            let ListOrder { range, order, .. } = list_order;
            bound.extend_from_slice(values![range.limit(), range.offset()]);
            let (more_columns, mut values) = optional_columns(context, include);
            if usize::try_from(range.limit()).is_ok_and(|limit| limit > SURVEYS_PER_CHUNK) {
                let rows = context.sql.run(&page_select(groups, list_order, "id"), &bound)?;
                reader.ids = rows.iter().map(|row| row.text("id")).collect();
            } else if more_columns.is_empty() && !include.iter().any(|field| URL_FIELDS.contains(field)) {
                reader.refs = default_refs(context, &page_select(groups, list_order, "id, title, nickname"), &bound)?;
            } else {
                let (select, direction) = (page_select(groups, list_order, "id"), order.as_str());
                let statement = format!(
                    "SELECT surveys.id, title, nickname{more_columns}
                     FROM ({select}) AS page
                     JOIN surveys ON surveys.id = page.id
                     ORDER BY page.sort_key {direction}, page.id {direction}"
                );
                values.extend(bound);
                reader.read_refs(context, &statement, &values, include)?;
            }
        }
        Ok(Box::new(reader))
    }

    /// Reads the next chunk; after the last, returns the surveys as a list shows them, as JSON texts separated by
    /// commas, and their total number.
    ///
    /// # Errors
    ///
    /// The error of a pause until all chunks are read.
    pub fn run_chunk(
        mut self: Box<Self>,
        context: &CallContext,
        include: &[SurveyInclude],
    ) -> Result<(Vec<u8>, u64), ApiError> {
        if !self.ids.is_empty() {
            let some: Vec<String> = self.ids.drain(..SURVEYS_PER_CHUNK.min(self.ids.len())).collect();
            let (more_columns, mut values) = optional_columns(context, include);
            let statement = format!(
                "SELECT surveys.id, title, nickname{more_columns}
                 FROM json_each(?) AS wanted
                 JOIN surveys ON surveys.id = wanted.value
                 ORDER BY wanted.key"
            );
            values.push(json_list(some.iter().map(String::as_str)));
            self.read_refs(context, &statement, &values, include)?;
        }
        match self.ids.is_empty() {
            true => Ok((self.refs, self.total)),
            false => Err(context.chunked_work.pause_with(self)),
        }
    }

    /// Reads surveys as a list shows them.
    fn read_refs(
        &mut self,
        context: &CallContext,
        statement: &str,
        values: &[Value],
        include: &[SurveyInclude],
    ) -> Result<(), ApiError> {
        let rows = context.sql.run(statement, values)?;
        for row in rows {
            if !self.refs.is_empty() {
                self.refs.push(b',');
            }
            survey_ref(context, &row, include).write(&mut self.refs);
        }
        Ok(())
    }
}

/// The surveys of a select with the fields that a list always shows. SQLite writes their JSON, which takes a third of
/// the time of reading and writing them here.
fn default_refs(context: &CallContext, select: &str, bound: &[Value]) -> Result<Vec<u8>, ApiError> {
    let statement = format!(
        "SELECT json_group_array(json_object('id', id, 'title', title, 'nickname', nickname, 'href', ? || id)) AS refs
         FROM ({select})"
    );
    // The URL of a survey ends with its id.
    let url = context.operation_url::<GetSurvey>(&["0"]);
    let values = [values![url.strip_suffix('0').unwrap_or_default()], bound].concat();
    let row = first_row(context.sql, &statement, &values)?.ok_or(Error::Internal)?;
    let refs = row.text("refs");
    let refs = refs.strip_prefix('[').and_then(|refs| refs.strip_suffix(']')).ok_or(Error::Internal)?;
    Ok(refs.as_bytes().to_vec())
}

/// The fields that a list shows only if the caller includes them, and that have no column.
const URL_FIELDS: [SurveyInclude; 2] = [SurveyInclude::AnalyzeUrl, SurveyInclude::Preview];

/// The columns of fields that a list shows only if the caller includes them.
const OPTIONAL_COLUMNS: [(SurveyInclude, &str); 5] = [
    (SurveyInclude::ResponseCount, "response_count"),
    (SurveyInclude::QuestionCount, "question_count"),
    (SurveyInclude::DateCreated, "created"),
    (SurveyInclude::DateModified, "modified"),
    (SurveyInclude::Language, "language"),
];

/// The columns of the included fields, each after a comma, and their bound values.
fn optional_columns(context: &CallContext, include: &[SurveyInclude]) -> (String, Vec<Value>) {
    let (mut columns, mut values) = (String::new(), Vec::new());
    for (_, column) in OPTIONAL_COLUMNS.iter().filter(|(field, _)| include.contains(field)) {
        columns.push_str(", ");
        columns.push_str(column);
    }
    if include.contains(&SurveyInclude::CollectStats) {
        values.resize(2, collectors::close_date_bound(context.now()));
        columns.push_str(&format!(
            ", (SELECT json_array(COUNT(*), TOTAL({CURRENT_STATUS_SQL} = 'open'), TOTAL({CURRENT_STATUS_SQL} = 'closed'))
                FROM collectors
                WHERE survey_id = surveys.id) AS collect_stats"
        ));
    }
    (columns, values)
}

fn survey_ref(context: &CallContext, row: &Row, include: &[SurveyInclude]) -> SurveyRef {
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

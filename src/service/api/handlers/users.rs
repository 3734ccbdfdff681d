//! Users: the user of the token, workgroups of users, and resources shared with them.

use super::workgroups;
use crate::service::actor::call_context::CallContext;
use crate::service::api::dispatch::Handle;
use crate::service::store::filter::{Filter, json_list};
use crate::service::store::sql::{first_row, values};
use crate::spec::endpoints::users::{GetMe, ListUserShared, ListUserWorkgroups, SharedFilter};
use crate::spec::errors::Error;
use crate::spec::plans::{Feature, FeatureValue, QuestionType, UNLIMITED};
use crate::spec::resources::users::{SharedResource, User, UserScopes};
use crate::spec::resources::workgroups::Workgroup;
use crate::spec::types::{Id, List};
use crate::wire::error::ApiError;
use crate::wire::order;
use serde_json::Value;

impl Handle for GetMe {
    fn handle_request(self, context: &CallContext) -> Result<User, ApiError> {
        let account = context.account;
        let row = first_row(
            context.sql,
            "SELECT username, first_name, last_name, language, email, email_verified, created, last_login
             FROM users
             WHERE id = ?",
            values![account.user_id.as_str()],
        )?
        .ok_or(Error::UserDeleted)?;
        let names = |scopes: &mut dyn Iterator<Item = &'static str>| scopes.map(str::to_owned).collect();
        Ok(User {
            id: account.user_id.as_str().into(),
            username: row.text("username"),
            first_name: row.text("first_name"),
            last_name: row.text("last_name"),
            language: row.text("language"),
            email: row.text("email"),
            email_verified: row.boolean("email_verified"),
            account_type: account.plan.as_str().to_owned(),
            date_created: row.timestamp("created").with_offset(),
            date_last_login: row.timestamp("last_login").with_microseconds(),
            question_types: order::collect_list_map(
                QuestionType::ALL.iter().map(|kind| (kind.as_str().to_owned(), account.plan.includes(*kind))),
            ),
            scopes: UserScopes {
                granted: names(&mut account.granted.iter().map(|scope| scope.as_str())),
                available: names(&mut account.available_scopes().map(|scope| scope.as_str())),
            },
            sso_connections: Vec::new(),
            features: order::collect_map(
                Feature::ALL
                    .iter()
                    .map(|feature| (feature.as_str().to_owned(), feature_value(account.plan.feature(*feature)))),
            ),
            href: context.operation_url::<GetMe>(&[]),
        })
    }
}

impl Handle for ListUserWorkgroups {
    /// Of another user, only the workgroups that the caller sees.
    fn handle_request(self, context: &CallContext) -> Result<List<Workgroup>, ApiError> {
        let user = self.user_id.as_str();
        require_teammate(context, user)?;
        workgroups::list_workgroups::<ListUserWorkgroups>(context, &self.query.0, Some(user))
    }
}

impl Handle for ListUserShared {
    fn handle_request(self, context: &CallContext) -> Result<List<SharedResource>, ApiError> {
        let user = self.user_id.as_str();
        require_teammate(context, user)?;
        if context.account.user_id != user && !context.account.is_admin() {
            return Err(ApiError::with_detail(
                Error::NotPermitted,
                "Only the user and administrators of the team can see the shared resources.",
            ));
        }
        let (paging, query) = self.query;
        let filter = received_filter(user, &query)?;
        let slice = context.page_range(&paging);
        let total = first_row(
            context.sql,
            &format!(
                "SELECT COUNT(*) AS total
                 FROM workgroup_members
                 JOIN shares ON shares.workgroup_id = workgroup_members.workgroup_id
                 WHERE {}",
                filter.where_clause()
            ),
            &filter.bind_values(&[]),
        )?;
        let rows = context.sql.run(
            &format!(
                "SELECT {}
                 JOIN workgroup_members ON workgroup_members.workgroup_id = shares.workgroup_id
                 WHERE {}
                 ORDER BY shares.created, shares.id
                 LIMIT ? OFFSET ?",
                workgroups::SHARE_COLUMNS,
                filter.where_clause()
            ),
            &filter.bind_values(values![slice.limit(), slice.offset()]),
        )?;
        let include = query.include.map(|include| include.0).unwrap_or_default();
        let data =
            rows.iter().map(|row| workgroups::shared_resource(context, row, &include)).collect::<Result<_, _>>()?;
        Ok(context.list_envelope::<ListUserShared, _>(slice, data, total.map_or(0, |row| row.count("total"))))
    }
}

/// The shares of the workgroups of which the user is an active member.
fn received_filter(user: &str, query: &SharedFilter) -> Result<Filter, ApiError> {
    let mut filter =
        Filter::new("workgroup_members.user_id = ? AND workgroup_members.status = 'active'", values![user]);
    filter.and_if("shares.resource_type = ?", query.resource_type.map(|kind| kind.as_str()));
    if let Some(ids) = &query.resource_id {
        if query.resource_type.is_none() {
            let detail = "`resource_id` needs `resource_type`.";
            return Err(ApiError::with_detail(Error::BadParameters, detail));
        }
        filter.and("shares.resource_id IN (SELECT value FROM json_each(?))", [json_list(ids.0.iter().map(Id::as_str))]);
    }
    Ok(filter)
}

/// Checks that the user is in the caller's team. Other users do not exist for the caller.
fn require_teammate(context: &CallContext, user: &str) -> Result<(), ApiError> {
    let row = first_row(context.sql, "SELECT id FROM users WHERE id = ? AND deleted IS NULL", values![user])?;
    row.map(|_| ()).ok_or(Error::NotFound.into())
}

fn feature_value(value: FeatureValue) -> Value {
    match value {
        FeatureValue::Enabled(enabled) => Value::Bool(enabled),
        FeatureValue::Limit(limit) => Value::String(limit.map_or(UNLIMITED.to_owned(), |limit| limit.to_string())),
    }
}

//! Users: who the token speaks for.

use crate::service::context::Context;
use crate::service::dispatch::Handle;
use crate::service::sql::{first, values};
use crate::spec::endpoints::users::GetMe;
use crate::spec::errors::Error;
use crate::spec::plans::{Feature, FeatureValue, QuestionType, UNLIMITED};
use crate::spec::resources::users::{User, UserScopes};
use crate::wire::error::ApiError;
use serde_json::Value;

impl Handle for GetMe {
    fn handle(self, context: &Context) -> Result<User, ApiError> {
        let account = context.account;
        let row = first(
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
            email_verified: row.truth("email_verified"),
            account_type: account.plan.as_str().to_owned(),
            date_created: row.moment("created").with_offset(),
            date_last_login: row.moment("last_login").with_microseconds(),
            question_types: QuestionType::ALL
                .iter()
                .map(|kind| (kind.as_str().to_owned(), account.plan.includes(*kind)))
                .collect(),
            scopes: UserScopes {
                granted: names(&mut account.granted.iter().map(|scope| scope.as_str())),
                available: names(&mut account.available_scopes().map(|scope| scope.as_str())),
            },
            sso_connections: Vec::new(),
            features: Feature::ALL
                .iter()
                .map(|feature| (feature.as_str().to_owned(), written(account.plan.feature(*feature))))
                .collect(),
            href: context.href::<GetMe>(&[]),
        })
    }
}

fn written(value: FeatureValue) -> Value {
    match value {
        FeatureValue::Enabled(enabled) => Value::Bool(enabled),
        FeatureValue::Limit(limit) => Value::String(limit.map_or(UNLIMITED.to_owned(), |limit| limit.to_string())),
    }
}

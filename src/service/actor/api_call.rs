//! The messages of an API call on its way from the router to the app and the team.

use super::quota::Counting;
use super::token::AccessToken;
use crate::spec::apps::AppState;
use crate::wire::rate::QuotaStatus;
use serde::{Deserialize, Serialize};

/// An authenticated call, completed by each actor that it passes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApiCall {
    /// The access token.
    pub token: AccessToken,
    /// The state of the app; set by the app.
    pub app: Option<AppState>,
    /// How the app's quota counts the call; set by the app.
    pub counting: Option<Counting>,
}

/// A step of a call of the legacy operation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum LegacyStep {
    /// At the app: check the quota.
    CheckQuota(AccessToken),
    /// At the team: list the respondents.
    ListRespondents(AccessToken, AppState, QuotaStatus, Counting),
}

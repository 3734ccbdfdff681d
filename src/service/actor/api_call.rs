//! What is known of an API call on its way, beside its request.

use super::quota::Counting;
use super::token::AccessToken;
use crate::spec::apps::AppState;
use crate::wire::rate::QuotaStatus;
use serde::{Deserialize, Serialize};

/// What is known of a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApiCall {
    /// The token.
    pub token: AccessToken,
    /// The state of the app, once the app has been asked.
    pub app: Option<AppState>,
    /// How the app's quota counts it, once the app has been asked.
    pub counting: Option<Counting>,
}

/// Where a call of the legacy operation stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum LegacyStep {
    /// The app: does its quota permit the call?
    CheckQuota(AccessToken),
    /// The team: the respondents.
    ListRespondents(AccessToken, AppState, QuotaStatus, Counting),
}

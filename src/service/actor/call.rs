//! What is known of an API call on its way, beside its request.

use super::quota::Counting;
use super::token::Token;
use crate::spec::apps::AppState;
use crate::wire::rate::Quota;
use serde::{Deserialize, Serialize};

/// What is known of a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// The token.
    pub token: Token,
    /// The state of the app, once the app has been asked.
    pub app: Option<AppState>,
    /// How the app's quota counts it, once the app has been asked.
    pub counting: Option<Counting>,
}

/// Where a call of the legacy operation stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum LegacyStep {
    /// The app: does its quota permit the call?
    Spend(Token),
    /// The team: the respondents.
    Answer(Token, AppState, Quota, Counting),
}

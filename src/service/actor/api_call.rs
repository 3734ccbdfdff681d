//! The messages of an API call on its way from the router to the team.

use super::token::AccessToken;
use crate::service::environment::permit::Permit;
use serde::{Deserialize, Serialize};

/// An authenticated call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApiCall {
    /// The access token.
    pub token: AccessToken,
    /// The permit of a call that is handled again after an external call.
    pub permit: Option<Permit>,
    /// The directory's reply to a call that has asked for an address.
    pub address: Option<AddressReply>,
}

/// What the directory says of an e-mail address that a user is to get.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum AddressReply {
    /// No other account has it.
    Free,
    /// Another account has it.
    Taken,
    /// It was asked for too often.
    Limited,
    /// A statement failed.
    Failed,
}

impl From<AccessToken> for ApiCall {
    fn from(token: AccessToken) -> ApiCall {
        ApiCall { token, permit: None, address: None }
    }
}

//! Who signed in.

use crate::spec::plans::Plan;
use crate::spec::regions::Region;
use crate::wire::dates::Timestamp;
use serde::{Deserialize, Serialize};

/// A user who signed in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignedInUser {
    /// Id of the user.
    pub user_id: String,
    /// Id of the team.
    pub team: String,
    /// Where the team lives.
    pub region: Region,
    /// E-mail address of the account.
    pub email: String,
    /// The user's plan.
    pub plan: Plan,
}

/// What the team knows about who wants to sign in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum SignInResult {
    /// There is no such user, or the password is another.
    Unknown,
    /// The user has not accepted the invitation to the team. That such a user cannot sign in is our choice.
    Invited,
    /// Attempts have failed too often, so that this one was not looked at; one may be made at the moment.
    RateLimited(Timestamp),
    /// The user, whose account is deleted and can still be restored.
    Deleted(SignedInUser),
    /// The user.
    Active(SignedInUser),
}

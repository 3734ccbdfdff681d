//! The result of a sign-in.

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
    /// Region of the team.
    pub region: Region,
    /// E-mail address of the account.
    pub email: String,
    /// The user's plan.
    pub plan: Plan,
}

/// The result of looking a user up, with or without a password.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum SignInResult {
    /// There is no such user, or the password is wrong.
    Unknown,
    /// The user has not accepted the invitation to the team. That such a user cannot sign in is our choice.
    Invited,
    /// There were too many failed attempts, so this one was not checked. The next is possible at this time.
    RateLimited(Timestamp),
    /// The user, whose account is deleted and can still be restored.
    Deleted(SignedInUser),
    /// The user.
    Active(SignedInUser),
}

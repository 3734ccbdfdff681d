//! TABLE. The user, and the resources that were shared with a user.

use super::workgroups::{ResourceDetails, ResourceType, SharePermissions};
use crate::spec::types::{Date, Id};
use litemap::LiteMap;
use std::collections::BTreeMap;

resources! {
    /// The user of the token.
    User {
        /// Id of the user.
        id: Id,
        /// Name by which the user signs in.
        username: String,
        /// First name; empty if the user gave none.
        first_name: String,
        /// Last name; empty if the user gave none.
        last_name: String,
        /// Language of the account as an ISO 639-1 code.
        language: String,
        /// Email address of the account.
        email: String,
        /// Whether the owner of the account has confirmed the address.
        email_verified: bool,
        /// The plan of the account.
        account_type: String,
        /// When the account was created, with offset.
        date_created: Date,
        /// When the user last signed in, with microseconds and offset.
        date_last_login: Date,
        /// The question types of the editor by name; the value says whether the plan includes it.
        question_types: LiteMap<String, bool>,
        /// The granted and the available scopes.
        scopes: UserScopes,
        /// Names of the third-party sign-ins that are connected to the account.
        sso_connections: Vec<String>,
        /// Features of the plan by name; a value is a string or a boolean.
        features: BTreeMap<String, serde_json::Value>,
        /// URL of this resource.
        href: String,
    }
    /// The scopes of a token and those available to its user, by their names in the API.
    UserScopes {
        /// Scopes that the user approved for the app.
        granted: Vec<String>,
        /// Scopes that the account could approve.
        available: Vec<String>,
    }
    /// A resource that is shared with a user, with its permissions.
    SharedResource {
        /// Id of the share.
        share_id: Id,
        /// Workgroup through which the resource is shared.
        workgroup_id: Id,
        /// Kind of the resource.
        resource_type: ResourceType,
        /// Id of the resource.
        resource_id: Id,
        /// The user's permissions, as dotted names of an area and an access, such as `design.read_only`.
        privileges: Vec<String>,
        /// The actions that the workgroup may take; only if included.
        permissions: Option<SharePermissions>,
        /// A summary of the resource; only if included.
        resource_details: Option<ResourceDetails>,
    }
}

//! TABLE. The user.

use crate::spec::types::{Date, Id};
use std::collections::BTreeMap;

resources! {
    /// The user whom the token speaks for.
    User {
        /// Id of the user.
        id: Id,
        /// Username.
        username: String,
        /// Question types that the user may use: name of the type to whether it is available.
        question_types: BTreeMap<String, bool>,
        /// Date the account was created, with offset.
        date_created: Date,
    }
}

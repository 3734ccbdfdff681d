//! Members who were removed: they have no address any more. Mail about their surveys names the owner of the account,
//! also before the purge has passed them.

/// The id of the user to whom mail counts a survey, as SQL about a row of `surveys`.
pub const SURVEY_OWNER_SQL: &str = "COALESCE(
    (SELECT id FROM users WHERE id = surveys.owner_id AND username LIKE '%@%'),
    (SELECT id FROM users WHERE member_type = 'account_owner'))";

/// What a member who is removed has in place of a username and an address.
pub fn placeholder(user_id: &str) -> String {
    format!("former member {user_id}")
}

/// Whether the user with this username was removed.
pub fn is_removed(username: &str) -> bool {
    !username.contains('@')
}

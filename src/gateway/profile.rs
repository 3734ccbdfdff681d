//! The user of a session, as the service reports it at the sign-in: stored sealed, next to the access token.
//!
//! It is read once, with the new token, because a page wants to show who is signed in and an app may have no scope for
//! it later. A sign-in does not fail if it cannot be read.

use super::bearer;
use super::json::{self, JsonValue, write_object};

/// Bytes of the longest text that is stored: our choice.
const TEXT_MAX: usize = 320;

/// The path of the operation that returns the user of a token.
pub const PATH: &str = "/v3/users/me";

/// Whether a response about the user says nothing of whether the service may report it: it has failed, takes no
/// requests for the moment or none with this token, or is that of another region.
pub fn may_be_reported_later(status: u16, body: &[u8]) -> bool {
    matches!(status, 401 | 429 | 500..) || (bearer::may_be_elsewhere(status) && bearer::is_elsewhere(body))
}

/// A user of the service.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Profile {
    /// Id of the user at the service.
    pub user_id: String,
    /// First and last name; empty if the user gave none.
    pub name: String,
    /// E-mail address; empty if the service reports none.
    pub email: String,
    /// Name by which the user signs in; empty if the service reports none.
    pub username: String,
}

impl Profile {
    /// Parses the service's response about the user. `None` if it names no user.
    pub fn from_response(status: u16, body: &[u8]) -> Option<Profile> {
        let text = |name: &str| -> Option<String> {
            let value = json::get_member(body, name)?;
            let text = json::decode_text(value).or_else(|| json::decode_number(value))?;
            (text.len() <= TEXT_MAX).then_some(text)
        };
        let user_id = text("id").filter(|id| status == 200 && !id.is_empty())?;
        let names: Vec<String> = ["first_name", "last_name"].iter().filter_map(|name| text(name)).collect();
        let name = names.join(" ").trim().to_owned();
        let [email, username] = ["email", "username"].map(|name| text(name).unwrap_or_default());
        Some(Profile { user_id, name, email, username })
    }

    /// The name that colleagues know: that of the person, or else the one of the sign-in, on one line.
    pub fn shown_name(&self) -> String {
        let name = if self.name.is_empty() { &self.username } else { &self.name };
        name.chars().filter(|letter| !letter.is_control()).collect()
    }

    /// The profile as it is stored: JSON.
    pub fn encode(&self) -> String {
        let members = [("user_id", &self.user_id), ("name", &self.name), ("email", &self.email)]
            .into_iter()
            .chain([("username", &self.username)])
            .map(|(name, text)| (name, JsonValue::Text(text)));
        write_object(&members.collect::<Vec<_>>())
    }

    /// Decodes a stored profile.
    pub fn decode(stored: &[u8]) -> Option<Profile> {
        let text = |name: &str| json::get_member(stored, name).and_then(json::decode_text);
        Some(Profile {
            user_id: text("user_id")?,
            name: text("name")?,
            email: text("email")?,
            username: text("username")?,
        })
    }

    /// The members that a page gets. Those that are empty are left out.
    pub fn members(&self) -> impl Iterator<Item = (&'static str, JsonValue<'_>)> {
        [("name", self.name.as_str()), ("email", &self.email), ("username", &self.username)]
            .into_iter()
            .filter(|(_, text)| !text.is_empty())
            .map(|(name, text)| (name, JsonValue::Text(text)))
    }
}

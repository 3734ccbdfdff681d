//! Who may read the notes of a survey: an account to which the service shows the survey. The service is asked, and
//! never the cache of responses; what it allowed is remembered for a minute.

use super::account::Account;
use super::config::Upstream;
use super::json;
use crate::wire::dates::{MINUTE, Timestamp};

/// Milliseconds for which an account is taken to be able to read a survey.
pub const TRUSTED_FOR: i64 = MINUTE;

/// Pairs of an account and a survey that an isolate remembers: our choice.
pub const REMEMBERED_MAX: usize = 1_000;

/// The path of a survey at the service.
pub fn survey_path(survey_id: &str) -> String {
    ["/v3/surveys/", survey_id].concat()
}

/// The name of the object with the notes of a survey. `survey` is the service's response, which shows that the account
/// may read it. `None` if the response is not about the survey.
///
/// The service of this crate counts its surveys in a team, so that surveys of two teams may have one id, also where it
/// is the remote service. The link to a survey's preview, `/r/TEAM.preview.SURVEY.USER.…`, names the team. Another
/// remote service counts its surveys in a region.
pub fn notes_object_name(upstream: Upstream, account: &Account, survey_id: &str, survey: &[u8]) -> Option<String> {
    let text = |name: &str| json::get_member(survey, name).and_then(json::decode_text);
    if text("id")? != survey_id {
        return None;
    }
    let preview = text("preview");
    let team = preview.as_deref().and_then(team_of_preview);
    match (team, upstream) {
        (Some(team), _) => Some(["notes", account.region().as_str(), team, survey_id].join(".")),
        (None, Upstream::Remote) => Some(["notes", account.region().as_str(), survey_id].join(".")),
        (None, Upstream::Embedded) => None,
    }
}

/// The team in the URL of a preview, `…/r/TEAM.preview.SURVEY.USER.…`.
fn team_of_preview(url: &str) -> Option<&str> {
    let (_, link) = url.rsplit_once('/')?;
    let (team, rest) = link.split_once('.')?;
    (!team.is_empty() && rest.starts_with("preview.")).then_some(team)
}

/// What the service has allowed within the last minute.
#[derive(Default)]
pub struct AccessMemory {
    /// Account, survey, name of the object, and when the service was asked; the oldest first.
    allowed: Vec<(Account, String, String, Timestamp)>,
}

impl AccessMemory {
    /// The name of the object with the notes of a survey, if the account could read the survey within the last minute.
    pub fn find(&self, account: &Account, survey_id: &str, now: Timestamp) -> Option<&str> {
        let found = self.allowed.iter().find(|(known, survey, ..)| known == account && survey == survey_id);
        // A time in the future comes from a clock that was wrong.
        found
            .filter(|(.., at)| (0..TRUSTED_FOR).contains(&now.0.saturating_sub(at.0)))
            .map(|(_, _, name, _)| name.as_str())
    }

    /// Remembers that an account can read a survey.
    pub fn allow(&mut self, account: Account, survey_id: &str, name: &str, now: Timestamp) {
        self.deny(&account, survey_id);
        if self.allowed.len() >= REMEMBERED_MAX {
            self.allowed.remove(0);
        }
        self.allowed.push((account, survey_id.to_owned(), name.to_owned(), now));
    }

    /// Forgets it. What other accounts can read stays.
    pub fn deny(&mut self, account: &Account, survey_id: &str) {
        self.allowed.retain(|(known, survey, ..)| known != account || survey != survey_id);
    }
}

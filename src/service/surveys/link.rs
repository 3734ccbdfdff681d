//! Links for respondents: the key in a link names team, collector and recipient, so that routing needs no lookup.
//!
//! The key carries a MAC, so that no one can construct a link to a collector or recipient.

use crate::service::environment::config::Config;
use crate::service::environment::mac;
use base64ct::{Base64UrlUnpadded, Encoding as _};
use serde::{Deserialize, Serialize};

/// The path below which respondents take surveys.
pub const RESPOND_PATH: &str = "/r/";

/// The end of a recipient's URL at which they opt out.
pub const OPT_OUT_SUFFIX: &str = "/opt-out";

/// The end of a link's URL at which a page says which personal data is stored.
pub const PRIVACY_SUFFIX: &str = "/privacy";

/// The start of the path of a template of the library. No key equals it.
pub const TEMPLATES_PATH: &str = "/r/templates/";

/// The text in a key in place of a collector's id, for a preview.
const PREVIEW_COLLECTOR: &str = "preview";

const MAC_BYTES: usize = 9;
const MAC_PURPOSE: &str = "respondent link";

/// The content of a link's key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RespondentLink {
    /// The team.
    pub team: String,
    /// The id of the collector; empty for a preview.
    pub collector: String,
    /// The id of the recipient whom the link was sent to; `None` for a link that anyone may use.
    pub recipient: Option<String>,
    /// The ids of the survey that is previewed and of the user whose link it is, with a dot between; `None` for a link
    /// of a collector. Without the user it opens files only: such are the links in answers, and those of earlier
    /// builds.
    pub preview: Option<String>,
}

impl RespondentLink {
    /// A user's link to the preview of a survey. It opens the survey while the user can see it.
    pub fn preview(team: &str, survey: &str, user: &str) -> RespondentLink {
        RespondentLink::from_preview(team, format!("{survey}.{user}"))
    }

    fn from_preview(team: &str, preview: String) -> RespondentLink {
        RespondentLink { team: team.to_owned(), collector: String::new(), recipient: None, preview: Some(preview) }
    }

    /// The survey that is previewed, and the user whose link it is.
    pub fn previewed(&self) -> Option<(&str, &str)> {
        self.preview.as_deref()?.split_once('.')
    }

    /// The link below which files are stored. Answers contain it, so that it names neither a recipient nor a user.
    pub fn for_files(&self) -> RespondentLink {
        let preview = self.preview.as_deref().and_then(|preview| preview.split('.').next()).map(str::to_owned);
        RespondentLink { recipient: None, preview, ..self.clone() }
    }

    /// The key: ids and the MAC with dots between, which mail programs do not percent-encode.
    pub fn to_key(&self, config: &Config) -> Option<String> {
        let text = match (&self.preview, &self.recipient) {
            (Some(preview), _) => format!("{}.{PREVIEW_COLLECTOR}.{preview}", self.team),
            (None, Some(recipient)) => format!("{}.{}.{recipient}", self.team, self.collector),
            (None, None) => format!("{}.{}", self.team, self.collector),
        };
        let tag = mac::compute_tag::<MAC_BYTES>(config, MAC_PURPOSE, text.as_bytes())?;
        Some(format!("{text}.{}", Base64UrlUnpadded::encode_string(&tag)))
    }

    /// Verifies a key and reads the link; `None` if the service did not issue it. Keys of earlier builds have a tilde
    /// before the MAC, and some mail programs encode it.
    pub fn parse_key(config: &Config, key: &str) -> Option<RespondentLink> {
        let key = key.replace("%7E", "~").replace("%7e", "~");
        let (text, tag) = key.rsplit_once(['.', '~'])?;
        let tag = Base64UrlUnpadded::decode_vec(tag).ok()?;
        if !mac::verify_tag::<MAC_BYTES>(config, MAC_PURPOSE, text.as_bytes(), &tag) {
            return None;
        }
        let mut parts = text.splitn(3, '.').map(str::to_owned);
        let (team, collector, last) = (parts.next()?, parts.next()?, parts.next());
        Some(match last {
            Some(preview) if collector == PREVIEW_COLLECTOR => RespondentLink::from_preview(&team, preview),
            recipient => RespondentLink { team, collector, recipient, preview: None },
        })
    }

    /// The URL of the link on an origin.
    pub fn to_url(&self, config: &Config, origin: &str) -> String {
        format!("{origin}{RESPOND_PATH}{}", self.to_key(config).unwrap_or_default())
    }
}

/// The id of a recipient's progress in a survey. It is also the seed of what the recipient sees there and in mails.
pub fn recipient_progress(collector: &str, recipient: &str) -> String {
    format!("{collector}.{recipient}")
}

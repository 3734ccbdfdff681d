//! Addresses for respondents: a key names team, collector and recipient, so that routing needs no lookup.
//!
//! The key carries a MAC, so that nobody can make one for a collector or recipient that they were not sent.

use crate::service::store::config::Config;
use crate::service::store::mac;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

/// The path under which respondents are received.
pub const RESPOND_PATH: &str = "/r/";

/// What follows the address of a recipient where they opt out.
pub const OPT_OUT_SUFFIX: &str = "/opt-out";

/// What follows an address where it is told what is kept of a respondent.
pub const PRIVACY_SUFFIX: &str = "/privacy";

/// What the path of a template of the library begins with. No key is this word.
pub const TEMPLATES_PATH: &str = "/r/templates/";

/// What stands in a key for the collector of a preview.
const PREVIEW_COLLECTOR: &str = "preview";

const MAC_BYTES: usize = 9;
const MAC_PURPOSE: &str = "respondent link";

/// What the key of an address says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RespondentLink {
    /// The team.
    pub team: String,
    /// The collector; empty for a preview.
    pub collector: String,
    /// The recipient whom it was sent to; none for an address that everybody may use.
    pub recipient: Option<String>,
    /// The survey that is previewed; none for what leads through a collector.
    pub preview: Option<String>,
}

impl RespondentLink {
    /// The link to the preview of a survey: whoever sees the survey is given it.
    pub fn preview(team: &str, survey: &str) -> RespondentLink {
        RespondentLink {
            team: team.to_owned(),
            collector: String::new(),
            recipient: None,
            preview: Some(survey.to_owned()),
        }
    }

    /// The key: digits with dots between, a tilde, and the MAC.
    pub fn to_key(&self, config: &Config) -> Option<String> {
        let text = match (&self.preview, &self.recipient) {
            (Some(survey), _) => format!("{}.{PREVIEW_COLLECTOR}.{survey}", self.team),
            (None, Some(recipient)) => format!("{}.{}.{recipient}", self.team, self.collector),
            (None, None) => format!("{}.{}", self.team, self.collector),
        };
        let tag = mac::compute_tag::<MAC_BYTES>(config, MAC_PURPOSE, text.as_bytes())?;
        Some(format!("{text}~{}", URL_SAFE_NO_PAD.encode(tag)))
    }

    /// The link that a key stands for; none if the service did not make it.
    pub fn parse_key(config: &Config, key: &str) -> Option<RespondentLink> {
        let (text, tag) = key.split_once('~')?;
        let tag = URL_SAFE_NO_PAD.decode(tag).ok()?;
        if !mac::verify_tag::<MAC_BYTES>(config, MAC_PURPOSE, text.as_bytes(), &tag) {
            return None;
        }
        let mut parts = text.split('.').map(str::to_owned);
        let (team, collector, last) = (parts.next()?, parts.next()?, parts.next());
        Some(match last {
            Some(survey) if collector == PREVIEW_COLLECTOR => RespondentLink::preview(&team, &survey),
            recipient => RespondentLink { team, collector, recipient, preview: None },
        })
    }

    /// The address on an origin.
    pub fn to_url(&self, config: &Config, origin: &str) -> String {
        format!("{origin}{RESPOND_PATH}{}", self.to_key(config).unwrap_or_default())
    }
}

//! The ticket of a survey's page: sealed, so that the form that comes back proves that the page was ours.
//!
//! It stands in a hidden field, so that a survey can be taken without cookies, and is the page's
//! anti-forgery token: no other site can make one. It says who the respondent is and which page was shown.

use super::respondent::Respondent;
use crate::service::store::config::Config;
use crate::service::store::random::Random;
use crate::service::store::seal;
use crate::service::surveys::link::RespondentLink;
use crate::wire::dates::{DAY, Timestamp};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How long a page can be left open: our choice.
const TOKEN_LIFETIME: i64 = 14 * DAY;

/// What a page was about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormToken {
    /// The address of the survey.
    pub link: RespondentLink,
    /// The respondent's way through the survey.
    pub taking: String,
    /// The page that was shown; none if something else was asked before: the password, or who the respondent is.
    pub page: Option<String>,
    /// When the survey was opened.
    pub begun: Timestamp,
    /// The value that the link carried.
    pub custom_value: String,
    /// The survey's variables that the link carried.
    pub variables: BTreeMap<String, String>,
    /// The word of the respondent's cookie; empty for a recipient who needs none.
    pub word: String,
    /// The address that the respondent has shown to have; empty if none was shown.
    pub address: String,
    /// The language in which the survey speaks.
    pub language: String,
}

impl FormToken {
    /// Who sends the page back.
    pub fn respondent(&self) -> Respondent {
        let (taking, word, address) = (self.taking.clone(), self.word.clone(), self.address.clone());
        Respondent { taking, word, address }
    }
}

/// What tickets are sealed for.
pub const PURPOSE: &str = "survey ticket 2";

/// Seals a ticket.
pub fn seal_token(config: &Config, ticket: &FormToken, random: &dyn Random) -> Option<String> {
    seal::seal(config, PURPOSE, ticket, random)
}

/// Opens a ticket; none if the service did not seal it or its time is over.
pub fn open_token(config: &Config, text: &str, now: Timestamp) -> Option<FormToken> {
    seal::open::<FormToken>(config, PURPOSE, text).filter(|ticket| now < ticket.begun.saturating_add(TOKEN_LIFETIME))
}

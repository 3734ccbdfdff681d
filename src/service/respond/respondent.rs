//! Who a respondent is: a recipient by the address, anybody else by a cookie; and how far each has come.

use super::pages::status_pages::RespondError;
use super::{RespondContext, internal_error};
use crate::service::store::sql::{Row, first_row, values};
use crate::spec::resources::responses::ResponseStatus;
use crate::wire::dates::Timestamp;
use crate::wire::form::Form;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

/// Name of the cookie that knows a device again; over https it says that only https may set it. It cannot say that this
/// host alone may: that needs the whole origin's path, and whoever answers many surveys would send the cookies of all of
/// them with every request, until there is no room for the gateway's.
const COOKIE: &str = "taking";
const SECURE_COOKIE: &str = "__Secure-taking";

/// Seconds for which a device is known: a year.
const COOKIE_SECONDS: u32 = 31_536_000;

/// Who opens an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Respondent {
    /// The way through the survey that is this respondent's.
    pub taking: String,
    /// The word of the cookie; empty for a recipient who need not show who they are.
    pub word: String,
    /// The address that the respondent has shown to have; empty where nobody asks.
    pub address: String,
}

impl Respondent {
    /// The respondent of a request; somebody new if the address names nobody and no cookie came.
    pub fn from_request(visit: RespondContext) -> Respondent {
        match &visit.link.recipient {
            Some(recipient) => Respondent::for_recipient(&visit.link.collector, recipient),
            None => read_cookie(visit).map_or_else(|| Respondent::new_device(visit), Respondent::for_device),
        }
    }

    /// The respondent of an address that names a recipient: the same on every device.
    pub fn for_recipient(collector: &str, recipient: &str) -> Respondent {
        Respondent { taking: format!("{collector}.{recipient}"), word: String::new(), address: String::new() }
    }

    /// Somebody who was not here before.
    pub fn new_device(visit: RespondContext) -> Respondent {
        Respondent::for_device(visit.random.base64_id())
    }

    /// The word alone opens the answers that were given: so its hash is kept, not the word.
    fn for_device(word: String) -> Respondent {
        Respondent { taking: URL_SAFE_NO_PAD.encode(Sha256::digest(&word)), word, address: String::new() }
    }

    /// The cookie that knows the device again. It is sent back to this survey alone.
    pub fn set_cookie(&self, visit: RespondContext) -> Option<String> {
        let (name, secure) = if is_secure(visit) { (SECURE_COOKIE, "; Secure") } else { (COOKIE, "") };
        let (word, path) = (&self.word, visit.form_action());
        (!word.is_empty())
            .then(|| format!("{name}={word}; Path={path}; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Lax{secure}"))
    }
}

fn is_secure(visit: RespondContext) -> bool {
    visit.request.origin.starts_with("https:")
}

/// The word of the cookie that came.
pub fn read_cookie(visit: RespondContext) -> Option<String> {
    let headers = visit.request.headers.iter().filter(|(name, _)| name == "cookie");
    let mut pairs = headers.flat_map(|(_, value)| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let expected = if is_secure(visit) { SECURE_COOKIE } else { COOKIE };
    let (_, word) = pairs.find(|(name, _)| *name == expected)?;
    let is_word = word.len() == 22 && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    is_word.then(|| word.to_owned())
}

/// A respondent's way through a survey. It begins when the first page is saved.
#[derive(Debug, Clone, PartialEq)]
pub struct Progress {
    /// The respondent's.
    pub id: String,
    /// The response that it writes; empty once nothing may lead from the respondent to the answers.
    pub response_id: String,
    /// How far the response has come.
    pub status: ResponseStatus,
    /// The page on which the respondent stands; empty at the end.
    pub page_id: String,
    /// What was typed on a page and cannot be saved as it is, by page.
    pub drafts: Map<String, Value>,
    /// When it was last saved.
    pub modified: Timestamp,
}

impl Progress {
    /// How far a respondent has come; none if nothing was saved, or if the response was deleted since.
    pub fn load(visit: RespondContext, id: &str) -> Result<Option<Progress>, RespondError> {
        let row = first_row(
            visit.sql,
            "SELECT progress.id, progress.response_id, progress.page_id, progress.drafts, progress.modified,
                    responses.status
             FROM respondent_progress AS progress
             LEFT JOIN responses ON responses.id = progress.response_id
             WHERE progress.id = ?",
            values![id],
        );
        let known = row.map_err(internal_error)?.as_ref().and_then(Progress::from_row);
        match (&known, &visit.link.recipient) {
            (None, Some(recipient)) => Progress::find_by_recipient(visit, id, recipient),
            _ => Ok(known),
        }
    }

    fn from_row(row: &Row) -> Option<Progress> {
        let response_id = row.text("response_id");
        let status = match row.optional_text("status") {
            Some(status) => ResponseStatus::parse(&status)?,
            // Nothing leads to the answers any more: they were complete.
            None if response_id.is_empty() => ResponseStatus::Completed,
            None => return None,
        };
        let drafts = match row.json("drafts") {
            Value::Object(drafts) => drafts,
            _ => Map::new(),
        };
        let (id, page_id, modified) = (row.text("id"), row.text("page_id"), row.timestamp("modified"));
        Some(Progress { id, response_id, status, page_id, drafts, modified })
    }

    /// The response that a recipient has given by other ways than these pages.
    fn find_by_recipient(visit: RespondContext, id: &str, recipient: &str) -> Result<Option<Progress>, RespondError> {
        let row = first_row(
            visit.sql,
            "SELECT id AS response_id, status, modified
             FROM responses
             WHERE recipient_id = ? AND collector_id = ?
             ORDER BY created
             LIMIT 1",
            values![recipient, visit.link.collector.as_str()],
        );
        let known = row.map_err(internal_error)?.as_ref().and_then(Progress::from_row);
        Ok(known.map(|known| Progress { id: id.to_owned(), ..known }))
    }

    /// Whether the respondent has finished.
    pub fn is_done(&self) -> bool {
        self.status != ResponseStatus::Partial
    }

    /// What was typed on a page and could not be saved.
    pub fn draft_fields(&self, page: &str) -> Option<Form> {
        let pairs = self.drafts.get(page)?.as_array()?.iter();
        let text = |pair: &Value, at: usize| pair.get(at).and_then(Value::as_str).map(str::to_owned);
        Some(Form::from_pairs(pairs.filter_map(|pair| Some((text(pair, 0)?, text(pair, 1)?)))))
    }

    /// Keeps what was typed on a page, or forgets it.
    pub fn update_draft(&mut self, page: &str, typed: Option<&Form>) {
        match typed {
            Some(form) => {
                let pairs = form.texts().filter(|(name, _)| name.starts_with('q'));
                self.drafts.insert(page.to_owned(), pairs.map(|(name, value)| json!([name, value])).collect());
            }
            None => {
                self.drafts.shift_remove(page);
            }
        }
    }

    /// Stores it.
    pub fn store(&self, visit: RespondContext) -> Result<(), RespondError> {
        let written = visit.sql.run(
            "INSERT INTO respondent_progress (id, response_id, page_id, drafts, modified)
             VALUES (?, ?, ?, ?, ?)
             ON CONFLICT (id) DO UPDATE SET
               response_id = excluded.response_id,
               page_id = excluded.page_id,
               drafts = excluded.drafts,
               modified = excluded.modified",
            values![
                self.id.as_str(),
                Some(self.response_id.as_str()).filter(|id| !id.is_empty()),
                self.page_id.as_str(),
                Value::Object(self.drafts.clone()).to_string(),
                self.modified,
            ],
        );
        written.map(|_| ()).map_err(internal_error)
    }
}

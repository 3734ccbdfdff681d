//! Respondents: recipients are identified by their URL, those of fully anonymous collectors and all others by a cookie.
//! Their progress in a survey.

use super::collector_settings::CollectorSettings;
use super::pages::fields::PROOF;
use super::pages::status_pages::RespondError;
use super::{RespondContext, internal_error};
use crate::service::store::sql::{Row, first_row, values};
use crate::service::surveys::answers::Record;
use crate::service::surveys::link::recipient_progress;
use crate::service::surveys::recipients::RECIPIENT_STATUS_SQL;
use crate::spec::resources::collectors::AnonymousType;
use crate::spec::resources::recipients::RecipientResponseStatus;
use crate::spec::resources::responses::ResponseStatus;
use crate::wire::dates::Timestamp;
use base64ct::{Base64UrlUnpadded, Encoding as _};
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

/// Name of the device cookie. Over https the `__Secure-` prefix makes browsers accept it over https only. `__Host-`
/// would need the path `/`: a respondent of many surveys would send all their cookies with every request, until there
/// is no room for the gateway's.
const COOKIE: &str = "taking";
const SECURE_COOKIE: &str = "__Secure-taking";

/// Lifetime of the device cookie in seconds: a year.
const COOKIE_SECONDS: u32 = 31_536_000;

/// Cookies of a request that are read. Browsers send those with longer paths first, so that of the survey is among
/// them.
const COOKIES_MAX: usize = 200;

/// The respondent of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Respondent {
    /// Id of the progress in the survey.
    pub progress_id: String,
    /// The secret of the device cookie; empty for a recipient who needs none.
    pub device_secret: String,
    /// The proven e-mail address; empty without a proof.
    pub address: String,
}

impl Respondent {
    /// The respondent of a request. A new one, if the URL names no recipient and there is no cookie.
    ///
    /// The recipient of a fully anonymous collector is known by the cookie only: the owner of the survey can read the
    /// URL of each recipient, and must not learn the answers of one.
    ///
    /// # Errors
    ///
    /// When a statement fails.
    pub fn from_request(context: RespondContext, collector: &CollectorSettings) -> Result<Respondent, RespondError> {
        if let Some(recipient) = &context.link.recipient
            && collector.anonymity() != AnonymousType::FullyAnonymous
        {
            return Ok(Respondent::for_recipient(&context.link.collector, recipient));
        }
        let known = read_cookie(context).map(Respondent::for_device);
        match known {
            Some(device) if !device.is_of_other_collector(context, collector)? => Ok(device),
            _ => Ok(Respondent::new_device(context)),
        }
    }

    /// Whether the device cookie was set by another collector. The path of a cookie binds browsers only.
    fn is_of_other_collector(
        &self,
        context: RespondContext,
        collector: &CollectorSettings,
    ) -> Result<bool, RespondError> {
        let row = first_row(
            context.sql,
            "SELECT 1
             FROM respondent_progress
             WHERE id = ? AND (survey_id, collector_id) IS NOT (?, ?)",
            values![self.progress_id.as_str(), collector.survey_id.as_str(), collector.id.as_str()],
        );
        row.map(|row| row.is_some()).map_err(internal_error)
    }

    /// A recipient who is the same respondent on every device.
    pub fn for_recipient(collector: &str, recipient: &str) -> Respondent {
        Respondent {
            progress_id: recipient_progress(collector, recipient),
            device_secret: String::new(),
            address: String::new(),
        }
    }

    /// A new respondent on a new device.
    pub fn new_device(context: RespondContext) -> Respondent {
        Respondent::for_device(context.random.base64_id())
    }

    /// The secret gives access to the answers, so only its hash is stored.
    fn for_device(device_secret: String) -> Respondent {
        Respondent {
            progress_id: Base64UrlUnpadded::encode_string(&Sha256::digest(&device_secret)),
            device_secret,
            address: String::new(),
        }
    }

    /// The device cookie. Its path limits it to this survey.
    pub fn set_cookie(&self, context: RespondContext) -> Option<String> {
        let (name, secure) = if is_secure(context) { (SECURE_COOKIE, "; Secure") } else { (COOKIE, "") };
        let (device_secret, path) = (&self.device_secret, context.form_action());
        (!device_secret.is_empty()).then(|| {
            format!("{name}={device_secret}; Path={path}; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Lax{secure}")
        })
    }

    /// The proven address, and the URL where another one can be entered. `None` for a recipient, whose address is
    /// known, and on the page after a form, because the link would lose what is typed.
    pub fn other_address(&self, context: RespondContext) -> Option<(String, String)> {
        let offers = context.link.recipient.is_none() && context.request.method != "POST" && !self.address.is_empty();
        offers.then(|| (self.address.clone(), context.link_with(PROOF, "")))
    }
}

fn is_secure(context: RespondContext) -> bool {
    context.request.origin.starts_with("https:")
}

/// The secret in the device cookie of a request.
pub fn read_cookie(context: RespondContext) -> Option<String> {
    let headers = context.request.headers.iter().filter(|(name, _)| name == "cookie");
    let pairs = headers.flat_map(|(_, value)| value.split(';')).take(COOKIES_MAX);
    let mut pairs = pairs.filter_map(|pair| pair.trim().split_once('='));
    let expected = if is_secure(context) { SECURE_COOKIE } else { COOKIE };
    let (_, device_secret) = pairs.find(|(name, _)| *name == expected)?;
    let is_word = device_secret.len() == 22
        && device_secret.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    is_word.then(|| device_secret.to_owned())
}

/// The progress of a respondent in a survey. It is created when the first page is sent.
#[derive(Debug, Clone, PartialEq)]
pub struct Progress {
    /// Id, derived from the respondent.
    pub id: String,
    /// Id of the response. Empty before the first page is saved, and after the end of a fully anonymous survey, so that
    /// no link to the answers remains.
    pub response_id: String,
    /// Status of the response.
    pub status: ResponseStatus,
    /// The current page; empty at the end.
    pub page_id: String,
    /// Input that could not be saved as answers, by page id.
    pub drafts: Map<String, Value>,
    /// Id and draft of the submitted page, if the draft is too large to be stored.
    pub large_draft: Option<(String, Value)>,
    /// When it was last saved.
    pub modified: Timestamp,
}

impl Progress {
    /// That of a new respondent.
    pub fn new(id: &str, modified: Timestamp) -> Progress {
        Progress {
            id: id.to_owned(),
            response_id: String::new(),
            status: ResponseStatus::Partial,
            page_id: String::new(),
            drafts: Map::new(),
            large_draft: None,
            modified,
        }
    }

    /// Loads the progress in a collector. `None` if nothing was saved, or the response was deleted. Of a recipient who
    /// has finished on another device, or before the anonymity of the collector was changed, that of a complete
    /// response.
    ///
    /// # Errors
    ///
    /// When a statement fails.
    pub fn load(
        context: RespondContext,
        collector: &CollectorSettings,
        id: &str,
    ) -> Result<Option<Progress>, RespondError> {
        let row = first_row(
            context.sql,
            "SELECT progress.id, progress.response_id, progress.page_id, progress.drafts, progress.modified,
                    responses.status
             FROM respondent_progress AS progress
             LEFT JOIN responses ON responses.id = progress.response_id
             WHERE progress.id = ? AND progress.survey_id = ? AND progress.collector_id = ?",
            values![id, collector.survey_id.as_str(), collector.id.as_str()],
        );
        let progress = row.map_err(internal_error)?.as_ref().and_then(Progress::from_row);
        let Some(recipient) = &context.link.recipient else { return Ok(progress) };
        let is_of_recipient = id == recipient_progress(&context.link.collector, recipient);
        let progress = match progress {
            draft if is_of_recipient && draft.as_ref().is_none_or(Progress::is_draft) => {
                Progress::find_by_recipient(context, id, recipient)?.or(draft)
            }
            progress => progress,
        };
        match progress {
            Some(progress) if progress.is_done() => Ok(Some(progress)),
            progress => Ok(Progress::find_finished(context, id, recipient)?.or(progress)),
        }
    }

    /// The end of the survey, if the recipient has reached it on any device.
    fn find_finished(context: RespondContext, id: &str, recipient: &str) -> Result<Option<Progress>, RespondError> {
        let statement = format!("SELECT 1 FROM recipients WHERE id = ? AND {RECIPIENT_STATUS_SQL} = ?");
        let finished = RecipientResponseStatus::CompletelyResponded.as_str();
        let row = first_row(context.sql, &statement, values![recipient, finished]);
        let is_finished = row.map_err(internal_error)?.is_some();
        Ok(is_finished.then(|| Progress { status: ResponseStatus::Completed, ..Progress::new(id, context.now) }))
    }

    fn from_row(row: &Row) -> Option<Progress> {
        let (id, response_id, page_id) = (row.text("id"), row.text("response_id"), row.text("page_id"));
        let status = match row.optional_text("status") {
            Some(status) => ResponseStatus::parse(&status)?,
            // An anonymous response that is complete: nothing links to it any more.
            None if response_id.is_empty() && page_id.is_empty() => ResponseStatus::Completed,
            None if response_id.is_empty() => ResponseStatus::Partial,
            None => return None,
        };
        let drafts = match row.json("drafts") {
            Value::Object(drafts) => drafts,
            _ => Map::new(),
        };
        let modified = row.timestamp("modified");
        Some(Progress { response_id, status, page_id, drafts, ..Progress::new(&id, modified) })
    }

    /// The response of a recipient that was not given on these pages, for example by the API.
    fn find_by_recipient(context: RespondContext, id: &str, recipient: &str) -> Result<Option<Progress>, RespondError> {
        let row = first_row(
            context.sql,
            "SELECT id AS response_id, status, modified
             FROM responses
             WHERE recipient_id = ? AND recipient_id <> '' AND +collector_id = ?
             ORDER BY +created
             LIMIT 1",
            values![recipient, context.link.collector.as_str()],
        );
        let progress = row.map_err(internal_error)?.as_ref().and_then(Progress::from_row);
        Ok(progress.map(|progress| Progress { id: id.to_owned(), ..progress }))
    }

    /// Whether the response is still known. That of a fully anonymous survey is not after its end.
    pub const fn has_response(&self) -> bool {
        !self.response_id.is_empty()
    }

    /// Whether only a draft is stored: the first page was sent, and its answers are not valid yet.
    pub fn is_draft(&self) -> bool {
        !self.has_response() && !self.is_done()
    }

    /// Whether the respondent has finished.
    pub fn is_done(&self) -> bool {
        self.status != ResponseStatus::Partial
    }

    /// Whether the respondent has finished and may change the answers.
    pub fn may_be_edited(&self, collector: &CollectorSettings, now: Timestamp) -> bool {
        self.status == ResponseStatus::Completed && self.has_response() && collector.may_edit(now)
    }

    /// Stores the progress in the survey and the collector of a response. That of another collector is never replaced.
    ///
    /// # Errors
    ///
    /// [`RespondError::NotFound`], if the id is that of a progress in another collector; an internal error, if the
    /// statement fails.
    pub fn store(&self, context: RespondContext, record: &Record) -> Result<(), RespondError> {
        let written = context.sql.run(
            "INSERT INTO respondent_progress (id, survey_id, collector_id, response_id, page_id, drafts, modified)
             VALUES (?, ?, ?, ?, ?, ?, ?)
             ON CONFLICT (id) DO UPDATE SET
               response_id = excluded.response_id,
               page_id = excluded.page_id,
               drafts = excluded.drafts,
               modified = excluded.modified
             WHERE survey_id = excluded.survey_id AND collector_id = excluded.collector_id
             RETURNING 1 AS stored",
            values![
                self.id.as_str(),
                record.survey_id.as_str(),
                record.collector_id.as_str(),
                Some(self.response_id.as_str()).filter(|id| !id.is_empty()),
                self.page_id.as_str(),
                Value::Object(self.drafts.clone()).to_string(),
                self.modified,
            ],
        );
        if written.map_err(internal_error)?.is_empty() { Err(RespondError::NotFound) } else { Ok(()) }
    }
}

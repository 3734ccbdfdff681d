//! Who must show who they are, and how: by a link that works once, sent to their address before the survey opens.
//!
//! The documentation names `respondent_authentication` alone; all of this is our choice. On an address that everybody
//! may use, respondents name their own address: it stands with their answers, and responds once. A recipient's link
//! goes to the address that was invited. A device on which a link was followed is known for a month.

use super::form_token::FormToken;
use super::pages::fields::{EMAIL, PROOF};
use super::pages::status_pages::{self, IdentityPrompt, RespondError};
use super::respondent::Respondent;
use super::survey_session::SurveySession;
use super::{RespondContext, internal_error};
use crate::service::mail::outbox::{self, Mail, MailKind};
use crate::service::store::attempts;
use crate::service::store::sql::{Row, SqlError, first_row, values};
use crate::service::surveys::formats::is_email;
use crate::service::surveys::messages::MessageKey;
use crate::spec::account::SENDER;
use crate::spec::attempts::{PROOFS_OF_ADDRESS, PROOFS_OF_CLIENT};
use crate::wire::dates::{DAY, MINUTE, Timestamp};
use crate::wire::form::Form;
use crate::wire::http::Response;
use crate::wire::query;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

/// Minutes for which a link works.
const LINK_MINUTES: i64 = 60;

/// How long a device is known.
const DEVICE_LIFETIME: i64 = 30 * DAY;

/// The respondent whom the request's device is known to be.
pub fn known_respondent(visit: RespondContext) -> Result<Option<Respondent>, RespondError> {
    match super::respondent::read_cookie(visit) {
        Some(word) => find_device(visit, &word),
        None => Ok(None),
    }
}

fn find_device(visit: RespondContext, word: &str) -> Result<Option<Respondent>, RespondError> {
    let row = first_row(
        visit.sql,
        "SELECT progress_id, address
         FROM respondent_tokens
         WHERE id = ? AND collector_id = ? AND is_device = 1 AND expires > ?",
        values![hash_word(word), visit.link.collector.as_str(), visit.now],
    );
    Ok(row.map_err(internal_error)?.and_then(|row| respondent_from_row(visit, &row, word)))
}

/// Whom a proof shows, if it was made for the same address of the survey.
fn respondent_from_row(visit: RespondContext, row: &Row, word: &str) -> Option<Respondent> {
    let address = row.text("address");
    let taking = progress_id(visit, &address);
    (taking == row.text("progress_id")).then(|| Respondent { taking, word: word.to_owned(), address })
}

/// The way through the survey of whoever has an address: a recipient's is the invited one's.
fn progress_id(visit: RespondContext, address: &str) -> String {
    let collector = visit.link.collector.as_str();
    match &visit.link.recipient {
        Some(recipient) => Respondent::for_recipient(collector, recipient).taking,
        None => format!("{collector}.{}", hash_word(&format!("{collector} {}", address.to_lowercase()))),
    }
}

fn hash_word(word: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(word))
}

/// The page on which a link is asked for; or the one to which the link leads, with its button, since mail programs
/// look at links by themselves.
pub fn show_auth_page(survey: &SurveySession) -> Result<Response, RespondError> {
    let visit = survey.visit;
    let pairs = query::decode_query(&visit.request.query).unwrap_or_default();
    let word = pairs.iter().find(|(name, _)| name == PROOF).map_or("", |(_, word)| word.as_str());
    let ticket = survey.new_token(&Respondent::new_device(visit))?;
    render_auth_page(survey, &ticket, word, "", None)
}

fn render_auth_page(
    survey: &SurveySession,
    ticket: &FormToken,
    word: &str,
    typed: &str,
    trouble: Option<MessageKey>,
) -> Result<Response, RespondError> {
    let invited = invited_address(survey.visit)?;
    let proving = IdentityPrompt {
        survey: &survey.title,
        action: &survey.visit.form_action(),
        ticket: &survey.seal_token(ticket)?,
        word,
        to: invited.map(|address| mask_address(&address)),
        typed,
        error: trouble,
    };
    Ok(status_pages::identity_page(&survey.page_frame(None), &proving))
}

/// A form of such a page: who has shown to have an address, or the page that answers.
pub fn submit_auth(
    survey: &SurveySession,
    ticket: &FormToken,
    fields: &Form,
) -> Result<Result<Respondent, Response>, RespondError> {
    let word = fields.text(PROOF);
    if !word.is_empty() {
        return match redeem_link(survey.visit, word, &ticket.word)? {
            Some(respondent) => Ok(Ok(respondent)),
            None => render_auth_page(survey, ticket, "", "", Some(MessageKey::LinkStale)).map(Err),
        };
    }
    let typed = fields.text(EMAIL).trim();
    let invited = invited_address(survey.visit)?;
    let address = invited.as_deref().unwrap_or(typed);
    if invited.is_none() && !is_email(address) {
        return render_auth_page(survey, ticket, "", typed, Some(MessageKey::NeedsEmail)).map(Err);
    }
    if is_too_often(survey, address).map_err(internal_error)? {
        return render_auth_page(survey, ticket, "", typed, Some(MessageKey::TooOften)).map(Err);
    }
    send_link(survey, ticket, address)?;
    let to = if invited.is_some() { mask_address(address) } else { address.to_owned() };
    let tongue = survey.locale();
    let words = tongue.format_message(MessageKey::LinkSentMeans, &[&to, &LINK_MINUTES.to_string()]);
    Ok(Err(status_pages::message_page(&survey.page_frame(None), 200, tongue.message(MessageKey::LinkSent), &words)))
}

/// Whether an address or, where it is known, a client has had so many links that this one must wait. It counts if not.
fn is_too_often(survey: &SurveySession, address: &str) -> Result<bool, SqlError> {
    let (ground, collector) = (survey.visit.effects(), &survey.collector.id);
    let of_address = format!("{collector}\n{}", address.to_lowercase());
    if let Some(network) = survey.visit.client().rate_limit_key()
        && attempts::try_attempt(ground, &PROOFS_OF_CLIENT, &format!("{collector}\n{network}"))?.is_some()
    {
        return Ok(true);
    }
    Ok(attempts::try_attempt(ground, &PROOFS_OF_ADDRESS, &of_address)?.is_some())
}

/// Uses a link up, and knows the device from then on. A form that is sent twice is let in twice.
fn redeem_link(visit: RespondContext, word: &str, device_word: &str) -> Result<Option<Respondent>, RespondError> {
    if let Some(known) = find_device(visit, device_word)? {
        return Ok(Some(known));
    }
    let row = first_row(
        visit.sql,
        "SELECT progress_id, address
         FROM respondent_tokens
         WHERE id = ? AND collector_id = ? AND is_device = 0 AND expires > ?",
        values![hash_word(word), visit.link.collector.as_str(), visit.now],
    );
    let row = row.map_err(internal_error)?;
    let Some(known) = row.and_then(|row| respondent_from_row(visit, &row, device_word)) else { return Ok(None) };
    visit.sql.run("DELETE FROM respondent_tokens WHERE id = ?", values![hash_word(word)]).map_err(internal_error)?;
    store_proof(visit, device_word, &known.address, true, visit.now.saturating_add(DEVICE_LIFETIME))
        .map_err(internal_error)?;
    Ok(Some(known))
}

fn store_proof(
    visit: RespondContext,
    word: &str,
    address: &str,
    is_device: bool,
    expires: Timestamp,
) -> Result<(), SqlError> {
    visit.sql.run("DELETE FROM respondent_tokens WHERE expires <= ?", values![visit.now])?;
    visit.sql.run(
        "INSERT INTO respondent_tokens (id, collector_id, progress_id, address, is_device, expires)
         VALUES (?, ?, ?, ?, ?, ?)",
        values![
            hash_word(word),
            visit.link.collector.as_str(),
            progress_id(visit, address),
            address,
            is_device,
            expires,
        ],
    )?;
    Ok(())
}

/// Sends a link. It carries what the first one did: the value for the response, the variables, and the language.
fn send_link(survey: &SurveySession, ticket: &FormToken, address: &str) -> Result<(), RespondError> {
    let visit = survey.visit;
    let word = visit.random.base64_id();
    let lifetime = MINUTE.saturating_mul(LINK_MINUTES);
    store_proof(visit, &word, address, false, visit.now.saturating_add(lifetime)).map_err(internal_error)?;
    let carried = survey.link_params(ticket);
    let pairs: Vec<(String, String)> = carried.into_iter().chain([(PROOF.to_owned(), word)]).collect();
    let link = format!("{}{}?{}", visit.request.origin, visit.form_action(), query::encode_query(&pairs));
    let tongue = survey.locale();
    let mail = Mail {
        kind: if address.contains('@') { MailKind::Account } else { MailKind::Sms },
        to: address,
        from: SENDER,
        subject: &single_line(&tongue.format_message(MessageKey::LinkSubject, &[&survey.title])),
        text: &tongue.format_message(MessageKey::LinkText, &[&link, &LINK_MINUTES.to_string()]),
        html: None,
        headers: &[],
        recipient_id: visit.link.recipient.as_deref(),
    };
    outbox::enqueue_mail(visit.effects(), &mail).map(drop).map_err(internal_error)
}

/// A subject is one line.
fn single_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// The address or number to which the recipient of the survey's address was invited.
fn invited_address(visit: RespondContext) -> Result<Option<String>, RespondError> {
    let Some(recipient) = &visit.link.recipient else { return Ok(None) };
    let row = first_row(visit.sql, "SELECT address FROM recipients WHERE id = ?", values![recipient.as_str()]);
    let row = row.map_err(internal_error)?.ok_or(RespondError::NotFound)?;
    Ok(Some(row.text("address")))
}

/// An address as somebody may see it who has the link and perhaps not the address.
fn mask_address(address: &str) -> String {
    let start: String = address.chars().take(1).collect();
    match address.rsplit_once('@') {
        Some((_, host)) => format!("{start}…@{host}"),
        None => {
            let end = address.len().saturating_sub(2);
            format!("…{}", address.get(end..).unwrap_or_default())
        }
    }
}

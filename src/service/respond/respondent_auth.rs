//! Authentication of respondents: they prove an address by a link that works once, before the survey opens.
//!
//! The documentation names only `respondent_authentication`; everything else is our choice. On a shared URL,
//! respondents enter their own address, which is stored with their answers and can respond once. The link of a
//! recipient goes to the invited address. A device on which a link was followed stays authenticated for a month.

use super::form_token::FormToken;
use super::pages::fields::{EMAIL, PROOF};
use super::pages::status_pages::{self, IdentityPrompt, RespondError};
use super::respondent::Respondent;
use super::survey_session::SurveySession;
use super::{RespondContext, internal_error};
use crate::service::mail::outbox::{self, Mail, MailKind};
use crate::service::store::attempts;
use crate::service::store::expiry;
use crate::service::store::sql::{Row, SqlError, first_row, values};
use crate::service::surveys::formats::is_email;
use crate::service::surveys::page_texts::PageText;
use crate::spec::account::SENDER;
use crate::spec::attempts::{PROOFS_OF_ADDRESS, PROOFS_OF_CLIENT, PROOFS_OF_UNKNOWN};
use crate::wire::dates::{DAY, MINUTE, Timestamp};
use crate::wire::form::Form;
use crate::wire::http::Response;
use crate::wire::query;
use base64ct::{Base64UrlUnpadded, Encoding as _};
use maud::html;
use sha2::{Digest as _, Sha256};

/// Lifetime of a link in minutes.
const LINK_MINUTES: i64 = 60;

/// How long a device stays authenticated, and how long it is known whose a used link was.
const DEVICE_LIFETIME: i64 = 30 * DAY;

/// What a stored secret is that of, with the number that `respondent_tokens.is_device` has for it.
#[derive(Debug, Clone, Copy)]
enum ProofKind {
    /// A link that was not followed yet.
    Link = 0,
    /// An authenticated device.
    Device = 1,
    /// A link that was followed. It authenticates no device any more, but still names its respondent.
    UsedLink = 2,
}

/// The authenticated respondent of a request's device. `None` too, if the URL is the link of another respondent, or the
/// respondent asks for another address: a device may have several users.
///
/// # Errors
///
/// When a statement fails.
pub fn known_respondent(context: RespondContext) -> Result<Option<Respondent>, RespondError> {
    let Some(secret) = super::respondent::read_cookie(context) else { return Ok(None) };
    let Some(known) = find_proof(context, &secret, ProofKind::Device)? else { return Ok(None) };
    let Some(link) = context.query_param(PROOF) else { return Ok(Some(known)) };
    if link.is_empty() {
        return Ok(None);
    }
    let named = match find_proof(context, &link, ProofKind::Link)? {
        Some(respondent) => Some(respondent),
        None => find_proof(context, &link, ProofKind::UsedLink)?,
    };
    // A link that was never followed in time names nobody: it may be that of another.
    let is_another = named.is_none_or(|other| other.progress_id != known.progress_id);
    Ok(Some(known).filter(|_| !is_another))
}

/// The respondent of the proof with this secret.
fn find_proof(context: RespondContext, secret: &str, kind: ProofKind) -> Result<Option<Respondent>, RespondError> {
    let row = first_row(
        context.sql,
        "SELECT progress_id, address
         FROM respondent_tokens
         WHERE id = ? AND collector_id = ? AND is_device = ? AND expires > ?",
        values![hash_secret(secret), context.link.collector.as_str(), kind as i64, context.now],
    );
    Ok(row.map_err(internal_error)?.and_then(|row| respondent_from_row(context, &row, secret)))
}

/// The respondent of a proof, if the proof was made for the same URL of the survey.
fn respondent_from_row(context: RespondContext, row: &Row, secret: &str) -> Option<Respondent> {
    let address = row.text("address");
    let progress_id = progress_id(context, &address);
    (progress_id == row.text("progress_id")).then(|| Respondent {
        progress_id,
        device_secret: secret.to_owned(),
        address,
    })
}

/// The id of the progress for an address; for a recipient's URL, that of the recipient.
fn progress_id(context: RespondContext, address: &str) -> String {
    let collector = context.link.collector.as_str();
    match &context.link.recipient {
        Some(recipient) => Respondent::for_recipient(collector, recipient).progress_id,
        None => format!("{collector}.{}", hash_secret(&format!("{collector} {}", address.to_lowercase()))),
    }
}

fn hash_secret(secret: &str) -> String {
    Base64UrlUnpadded::encode_string(&Sha256::digest(secret))
}

/// The page that asks for an address, or the page that a link leads to. That has a button, because mail programs open
/// links by themselves.
///
/// # Errors
///
/// When a statement fails.
pub fn show_auth_page(survey: &SurveySession) -> Result<Response, RespondError> {
    let context = survey.context;
    let secret = context.query_param(PROOF).unwrap_or_default();
    let token = survey.new_token(&Respondent::new_device(context));
    render_auth_page(survey, &token, &secret, "", None)
}

fn render_auth_page(
    survey: &SurveySession,
    token: &FormToken,
    secret: &str,
    typed: &str,
    error: Option<PageText>,
) -> Result<Response, RespondError> {
    let invited = invited_address(survey.context)?;
    let prompt = IdentityPrompt {
        survey: survey.title(),
        action: &survey.entry_url(),
        token: &survey.seal_token(token)?,
        link_secret: secret,
        to: invited.map(|address| mask_address(&address)),
        typed,
        error,
    };
    Ok(status_pages::identity_page(&survey.page_frame(None), &prompt))
}

/// Handles a form of these pages. Returns the authenticated respondent, or a page.
///
/// # Errors
///
/// When a statement fails.
pub fn submit_auth(
    survey: &SurveySession,
    token: &FormToken,
    fields: &Form,
) -> Result<Result<Respondent, Response>, RespondError> {
    let secret = fields.text(PROOF);
    if !secret.is_empty() {
        return match redeem_link(survey.context, secret, &token.device_secret)? {
            Some(respondent) => Ok(Ok(respondent)),
            None => render_auth_page(survey, token, "", "", Some(PageText::LinkStale)).map(Err),
        };
    }
    let typed = fields.text(EMAIL).trim();
    let invited = invited_address(survey.context)?;
    let address = invited.as_deref().unwrap_or(typed);
    if invited.is_none() && !is_email(address) {
        return render_auth_page(survey, token, "", typed, Some(PageText::NeedsEmail)).map(Err);
    }
    if is_too_often(survey, address).map_err(internal_error)? {
        return render_auth_page(survey, token, "", typed, Some(PageText::TooOften)).map(Err);
    }
    send_link(survey, token, address)?;
    let shown_address = if invited.is_some() { mask_address(address) } else { address.to_owned() };
    let texts = survey.texts();
    let arguments = [texts.own(&shown_address), html! { (LINK_MINUTES) }];
    let message = texts.render_with(PageText::LinkSentMeans, &arguments);
    let heading = texts.render(PageText::LinkSent);
    Ok(Err(status_pages::message_page(&survey.page_frame(None), 200, &heading, &message)))
}

/// Whether the address or the client has had too many links. If not, this link is counted.
fn is_too_often(survey: &SurveySession, address: &str) -> Result<bool, SqlError> {
    let (effects, collector) = (survey.context.effects(), &survey.collector.id);
    let of_address = format!("{collector}\n{}", address.to_lowercase());
    let network = survey.context.client().rate_limit_key();
    let limit = if network.is_some() { &PROOFS_OF_CLIENT } else { &PROOFS_OF_UNKNOWN };
    let of_client = format!("{collector}\n{}", network.unwrap_or_default());
    if attempts::try_attempt(effects, limit, &of_client)?.is_some() {
        return Ok(true);
    }
    Ok(attempts::try_attempt(effects, &PROOFS_OF_ADDRESS, &of_address)?.is_some())
}

/// Redeems a link and authenticates the device. A form that is sent twice succeeds twice.
fn redeem_link(context: RespondContext, secret: &str, device_secret: &str) -> Result<Option<Respondent>, RespondError> {
    if let Some(respondent) = find_proof(context, device_secret, ProofKind::Device)? {
        return Ok(Some(respondent));
    }
    let Some(proven) = find_proof(context, secret, ProofKind::Link)? else { return Ok(None) };
    let respondent = Respondent { device_secret: device_secret.to_owned(), ..proven };
    let expires = context.now.saturating_add(DEVICE_LIFETIME);
    let used = "UPDATE respondent_tokens SET is_device = ?, expires = ? WHERE id = ?";
    context.sql.run(used, values![ProofKind::UsedLink as i64, expires, hash_secret(secret)]).map_err(internal_error)?;
    store_proof(context, device_secret, &respondent.address, ProofKind::Device, expires).map_err(internal_error)?;
    Ok(Some(respondent))
}

fn store_proof(
    context: RespondContext,
    secret: &str,
    address: &str,
    kind: ProofKind,
    expires: Timestamp,
) -> Result<(), SqlError> {
    context.sql.run(
        "INSERT INTO respondent_tokens (id, collector_id, progress_id, address, is_device, expires)
         VALUES (?, ?, ?, ?, ?, ?)",
        values![
            hash_secret(secret),
            context.link.collector.as_str(),
            progress_id(context, address),
            address,
            kind as i64,
            expires,
        ],
    )?;
    expiry::schedule(context.effects(), expires)
}

/// Sends a link. It contains what the first URL did: the custom value, the variables, the language, and
/// of the answers that fill in the first page the choices and numbers.
fn send_link(survey: &SurveySession, token: &FormToken, address: &str) -> Result<(), RespondError> {
    let context = survey.context;
    let secret = context.random.base64_id();
    let lifetime = MINUTE.saturating_mul(LINK_MINUTES);
    store_proof(context, &secret, address, ProofKind::Link, context.now.saturating_add(lifetime))
        .map_err(internal_error)?;
    let carried = survey.sent_params(token);
    let pairs: Vec<(String, String)> = carried.into_iter().chain([(PROOF.to_owned(), secret)]).collect();
    let link = format!("{}{}?{}", context.request.origin, context.form_action(), query::encode_query(&pairs));
    let locale = survey.locale();
    let mail = Mail {
        kind: if address.contains('@') { MailKind::Account } else { MailKind::Sms },
        to: address,
        from: SENDER,
        subject: &single_line(&locale.format_text(PageText::LinkSubject, &[survey.title()])),
        text: &locale.format_text(PageText::LinkText, &[&link, &LINK_MINUTES.to_string()]),
        html: None,
        headers: &[],
        recipient_id: context.link.recipient.as_deref(),
    };
    outbox::enqueue_mail(context.effects(), &mail).map(drop).map_err(internal_error)
}

/// Replaces control characters, because a mail's subject is one line.
fn single_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// The address or phone number of the recipient in the URL.
fn invited_address(context: RespondContext) -> Result<Option<String>, RespondError> {
    let Some(recipient) = &context.link.recipient else { return Ok(None) };
    let row = first_row(context.sql, "SELECT address FROM recipients WHERE id = ?", values![recipient.as_str()]);
    let row = row.map_err(internal_error)?.ok_or(RespondError::NotFound)?;
    Ok(Some(row.text("address")))
}

/// A masked address, for a reader who has the link and perhaps not the address.
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

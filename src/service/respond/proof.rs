//! Who must show who they are, and how: by a link that works once, sent to their address before the survey opens.
//!
//! The documentation names `respondent_authentication` alone; all of this is our choice. On an address that everybody
//! may use, respondents name their own address: it stands with their answers, and responds once. A recipient's link
//! goes to the address that was invited. A device on which a link was followed is known for a month.

use super::pages::ending::{self, Proving, Refusal};
use super::pages::fields::{EMAIL, PROOF};
use super::respondent::Respondent;
use super::survey::Survey;
use super::ticket::Ticket;
use super::{Visit, broken};
use crate::service::mail::outbox::{self, Mail, MailKind};
use crate::service::store::attempts;
use crate::service::store::sql::{Row, SqlError, first, values};
use crate::service::surveys::address::is_email;
use crate::service::surveys::words::Word;
use crate::spec::account::SENDER;
use crate::spec::attempts::{PROOFS_OF_ADDRESS, PROOFS_OF_CLIENT};
use crate::wire::dates::{DAY, MINUTE, Moment};
use crate::wire::form::Form;
use crate::wire::http::Response;
use crate::wire::query;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

/// Minutes for which a link works.
const LINK_MINUTES: i64 = 60;

/// How long a device is known.
const DEVICE: i64 = 30 * DAY;

/// The respondent whom the request's device is known to be.
pub fn known(visit: Visit) -> Result<Option<Respondent>, Refusal> {
    match super::respondent::cookie(visit) {
        Some(word) => device(visit, &word),
        None => Ok(None),
    }
}

fn device(visit: Visit, word: &str) -> Result<Option<Respondent>, Refusal> {
    let row = first(
        visit.sql,
        "SELECT taking, address
         FROM proofs
         WHERE id = ? AND collector_id = ? AND is_device = 1 AND expires > ?",
        values![hash(word), visit.link.collector.as_str(), visit.now],
    );
    Ok(row.map_err(broken)?.and_then(|row| respondent(visit, &row, word)))
}

/// Whom a proof shows, if it was made for the same address of the survey.
fn respondent(visit: Visit, row: &Row, word: &str) -> Option<Respondent> {
    let address = row.text("address");
    let taking = taking(visit, &address);
    (taking == row.text("taking")).then(|| Respondent { taking, word: word.to_owned(), address })
}

/// The way through the survey of whoever has an address: a recipient's is the invited one's.
fn taking(visit: Visit, address: &str) -> String {
    let collector = visit.link.collector.as_str();
    match &visit.link.recipient {
        Some(recipient) => Respondent::recipient(collector, recipient).taking,
        None => format!("{collector}.{}", hash(&format!("{collector} {}", address.to_lowercase()))),
    }
}

fn hash(word: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(word))
}

/// The page on which a link is asked for; or the one to which the link leads, with its button, since mail programs
/// look at links by themselves.
pub fn ask(survey: &Survey) -> Result<Response, Refusal> {
    let visit = survey.visit;
    let pairs = query::decode(&visit.request.query).unwrap_or_default();
    let word = pairs.iter().find(|(name, _)| name == PROOF).map_or("", |(_, word)| word.as_str());
    let ticket = survey.ticket(&Respondent::fresh(visit))?;
    page(survey, &ticket, word, "", None)
}

fn page(survey: &Survey, ticket: &Ticket, word: &str, typed: &str, trouble: Option<Word>) -> Result<Response, Refusal> {
    let invited = invited(survey.visit)?;
    let proving = Proving {
        survey: &survey.title,
        action: &survey.visit.action(),
        ticket: &survey.sealed(ticket)?,
        word,
        to: invited.map(|address| masked(&address)),
        typed,
        trouble,
    };
    Ok(ending::proving(&survey.frame(None), &proving))
}

/// A form of such a page: who has shown to have an address, or the page that answers.
pub fn submit(survey: &Survey, ticket: &Ticket, fields: &Form) -> Result<Result<Respondent, Response>, Refusal> {
    let word = fields.text(PROOF);
    if !word.is_empty() {
        return match redeemed(survey.visit, word, &ticket.word)? {
            Some(respondent) => Ok(Ok(respondent)),
            None => page(survey, ticket, "", "", Some(Word::LinkStale)).map(Err),
        };
    }
    let typed = fields.text(EMAIL).trim();
    let invited = invited(survey.visit)?;
    let address = invited.as_deref().unwrap_or(typed);
    if invited.is_none() && !is_email(address) {
        return page(survey, ticket, "", typed, Some(Word::NeedsEmail)).map(Err);
    }
    if is_too_often(survey, address).map_err(broken)? {
        return page(survey, ticket, "", typed, Some(Word::TooOften)).map(Err);
    }
    send(survey, ticket, address)?;
    let to = if invited.is_some() { masked(address) } else { address.to_owned() };
    let tongue = survey.tongue();
    let words = tongue.tell(Word::LinkSentMeans, &[&to, &LINK_MINUTES.to_string()]);
    Ok(Err(ending::says(&survey.frame(None), 200, tongue.say(Word::LinkSent), &words)))
}

/// Whether an address or, where it is known, a client has had so many links that this one must wait. It counts if not.
fn is_too_often(survey: &Survey, address: &str) -> Result<bool, SqlError> {
    let (ground, collector) = (survey.visit.ground(), &survey.gate.id);
    let of_address = format!("{collector}\n{}", address.to_lowercase());
    if let Some(network) = survey.visit.client().network()
        && attempts::make(ground, &PROOFS_OF_CLIENT, &format!("{collector}\n{network}"))?.is_some()
    {
        return Ok(true);
    }
    Ok(attempts::make(ground, &PROOFS_OF_ADDRESS, &of_address)?.is_some())
}

/// Uses a link up, and knows the device from then on. A form that is sent twice is let in twice.
fn redeemed(visit: Visit, word: &str, device_word: &str) -> Result<Option<Respondent>, Refusal> {
    if let Some(known) = device(visit, device_word)? {
        return Ok(Some(known));
    }
    let row = first(
        visit.sql,
        "SELECT taking, address
         FROM proofs
         WHERE id = ? AND collector_id = ? AND is_device = 0 AND expires > ?",
        values![hash(word), visit.link.collector.as_str(), visit.now],
    );
    let row = row.map_err(broken)?;
    let Some(known) = row.and_then(|row| respondent(visit, &row, device_word)) else { return Ok(None) };
    visit.sql.run("DELETE FROM proofs WHERE id = ?", values![hash(word)]).map_err(broken)?;
    keep(visit, device_word, &known.address, true, visit.now.plus(DEVICE)).map_err(broken)?;
    Ok(Some(known))
}

fn keep(visit: Visit, word: &str, address: &str, is_device: bool, expires: Moment) -> Result<(), SqlError> {
    visit.sql.run("DELETE FROM proofs WHERE expires <= ?", values![visit.now])?;
    visit.sql.run(
        "INSERT INTO proofs (id, collector_id, taking, address, is_device, expires)
         VALUES (?, ?, ?, ?, ?, ?)",
        values![hash(word), visit.link.collector.as_str(), taking(visit, address), address, is_device, expires,],
    )?;
    Ok(())
}

/// Sends a link. It carries what the first one did: the value for the response, the variables, and the language.
fn send(survey: &Survey, ticket: &Ticket, address: &str) -> Result<(), Refusal> {
    let visit = survey.visit;
    let word = visit.random.word();
    let lifetime = MINUTE.saturating_mul(LINK_MINUTES);
    keep(visit, &word, address, false, visit.now.plus(lifetime)).map_err(broken)?;
    let carried = survey.carried(ticket);
    let pairs: Vec<(String, String)> = carried.into_iter().chain([(PROOF.to_owned(), word)]).collect();
    let link = format!("{}{}?{}", visit.request.origin, visit.action(), query::encode(&pairs));
    let tongue = survey.tongue();
    let mail = Mail {
        kind: if address.contains('@') { MailKind::Account } else { MailKind::Sms },
        to: address,
        from: SENDER,
        subject: &line(&tongue.tell(Word::LinkSubject, &[&survey.title])),
        text: &tongue.tell(Word::LinkText, &[&link, &LINK_MINUTES.to_string()]),
        html: None,
        headers: &[],
        recipient_id: visit.link.recipient.as_deref(),
    };
    outbox::post(visit.ground(), &mail).map(drop).map_err(broken)
}

/// A subject is one line.
fn line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// The address or number to which the recipient of the survey's address was invited.
fn invited(visit: Visit) -> Result<Option<String>, Refusal> {
    let Some(recipient) = &visit.link.recipient else { return Ok(None) };
    let row = first(visit.sql, "SELECT address FROM recipients WHERE id = ?", values![recipient.as_str()]);
    let row = row.map_err(broken)?.ok_or(Refusal::Nothing)?;
    Ok(Some(row.text("address")))
}

/// An address as somebody may see it who has the link and perhaps not the address.
fn masked(address: &str) -> String {
    let start: String = address.chars().take(1).collect();
    match address.rsplit_once('@') {
        Some((_, host)) => format!("{start}…@{host}"),
        None => {
            let end = address.len().saturating_sub(2);
            format!("…{}", address.get(end..).unwrap_or_default())
        }
    }
}

//! Files that respondents send: kept with the team's data, and given to whoever knows the word in their address.
//!
//! The word stands in the answer alone. A file leaves as a download, never as a page.

use super::pages::ending::Refusal;
use super::pages::fields::{self};
use super::{Visit, broken, form};
use crate::service::store::sql::{first, values};
use crate::service::surveys::answers::{Problem, Reason};
use crate::service::surveys::link::Link;
use crate::service::surveys::words::Word;
use crate::spec::limits::UPLOAD_BYTES_MAX;
use crate::spec::resources::questions::Question;
use crate::spec::resources::responses::{Answer, AnswerNew};
use crate::spec::types::Id;
use crate::wire::form::{Form, Upload};
use crate::wire::http::Response;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// What a form says of a question that takes a file.
#[derive(Debug, Clone)]
pub struct Received {
    /// The question.
    pub question: Id,
    /// The answer: a new file, or the one that was there.
    pub answer: Option<AnswerNew>,
    /// What is wrong with the file.
    pub problem: Option<Problem>,
    /// A new file, and its word.
    pub upload: Option<(String, Upload)>,
}

/// Takes the file of a question, if there is one; without one, what was sent before stays unless it is to go.
pub fn receive(visit: Visit, question: &Question, sent: &Form, before: Option<&Answer>) -> Received {
    let field = fields::of(&question.id);
    let mut received = Received { question: question.id.clone(), answer: None, problem: None, upload: None };
    match sent.files.iter().find(|file| file.field == field) {
        Some(file) if file.bytes.len() > UPLOAD_BYTES_MAX => {
            let most = UPLOAD_BYTES_MAX.checked_div(1024).unwrap_or(0);
            received.problem = Some(Problem {
                path: "pages".to_owned(),
                question: Some(question.id.clone()),
                row: None,
                reason: Reason::with(Word::NeedsSmaller, &[&most.to_string()]),
            });
        }
        Some(file) => {
            let word = visit.random.word();
            let link = Link { recipient: None, ..visit.link.clone() };
            let url = format!("{}/files/{word}", link.address(&visit.service.config, &visit.request.origin));
            received.answer = Some(answer(url, media_type(&file.content_type), file.name.clone()));
            received.upload = Some((word, file.clone()));
        }
        None if sent.text(&fields::removed(&field)).is_empty() => {
            received.answer = before.and_then(|before| {
                let text = before.text.clone().unwrap_or_default();
                Some(answer(before.download_url.clone()?, before.content_type.as_deref().unwrap_or_default(), text))
            });
        }
        None => {}
    }
    received
}

fn answer(url: String, content_type: &str, name: String) -> AnswerNew {
    AnswerNew {
        text: Some(name),
        download_url: Some(url),
        content_type: Some(content_type.to_owned()),
        ..form::NOTHING
    }
}

/// The media type, if it is written like one.
fn media_type(given: &str) -> &str {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/+-._".contains(&byte);
    let is_type = given.len() <= 100 && given.split('/').count() == 2 && given.bytes().all(plain);
    if is_type { given } else { "application/octet-stream" }
}

impl Received {
    /// Keeps the file with its response.
    pub fn store(&self, visit: Visit, response_id: &str) -> Result<(), Refusal> {
        let Some((word, file)) = &self.upload else { return Ok(()) };
        let written = visit.sql.run(
            "INSERT INTO files (id, collector_id, response_id, name, content_type, content, created)
             VALUES (?, ?, ?, ?, ?, ?, ?)",
            values![
                word.as_str(),
                visit.link.collector.as_str(),
                response_id,
                file.name.as_str(),
                media_type(&file.content_type),
                STANDARD.encode(&file.bytes),
                visit.now,
            ],
        );
        written.map(|_| ()).map_err(broken)
    }
}

/// A file, as long as its response is there.
pub fn serve(visit: Visit, word: &str) -> Result<Response, Refusal> {
    let row = first(
        visit.sql,
        "SELECT files.name, files.content_type, files.content
         FROM files
         JOIN responses ON responses.id = files.response_id
         JOIN surveys ON surveys.id = responses.survey_id
         WHERE files.id = ? AND files.collector_id = ?",
        values![word, visit.link.collector.as_str()],
    );
    let row = row.map_err(broken)?.ok_or(Refusal::Nothing)?;
    let bytes = STANDARD.decode(row.text("content")).map_err(|_| Refusal::Broken)?;
    let mut name = String::new();
    crate::wire::query::escape_into(&mut name, &row.text("name"));
    Ok(Response::new(200, &row.text("content_type"), bytes)
        .with("content-disposition", &format!("attachment; filename*=UTF-8''{name}"))
        .with("content-security-policy", "default-src 'none'; sandbox")
        .with("x-content-type-options", "nosniff")
        .with("x-robots-tag", "noindex")
        .with("referrer-policy", "no-referrer")
        .with("cache-control", "private, no-store"))
}

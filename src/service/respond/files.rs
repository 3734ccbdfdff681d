//! Files that respondents send: kept with the team's data, and given to whoever knows the word in their address.
//!
//! The word stands in the answer alone. A file leaves as a download, never as a page.

use super::pages::fields::{self};
use super::pages::status_pages::RespondError;
use super::{RespondContext, form, internal_error};
use crate::service::store::sql::{first_row, values};
use crate::service::surveys::answers::{Reason, Violation};
use crate::service::surveys::link::RespondentLink;
use crate::service::surveys::messages::MessageKey;
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
pub struct FileAnswer {
    /// The question.
    pub question: Id,
    /// The answer: a new file, or the one that was there.
    pub answer: Option<AnswerNew>,
    /// What is wrong with the file.
    pub problem: Option<Violation>,
    /// A new file, and its word.
    pub upload: Option<(String, Upload)>,
}

/// Takes the file of a question, if there is one; without one, what was sent before stays unless it is to go.
pub fn receive_file(visit: RespondContext, question: &Question, sent: &Form, before: Option<&Answer>) -> FileAnswer {
    let field = fields::question_field(&question.id);
    let mut received = FileAnswer { question: question.id.clone(), answer: None, problem: None, upload: None };
    match sent.files.iter().find(|file| file.field == field) {
        Some(file) if file.bytes.len() > UPLOAD_BYTES_MAX => {
            let most = UPLOAD_BYTES_MAX.checked_div(1024).unwrap_or(0);
            received.problem = Some(Violation {
                path: "pages".to_owned(),
                question: Some(question.id.clone()),
                row: None,
                reason: Reason::with_args(MessageKey::NeedsSmaller, &[&most.to_string()]),
            });
        }
        Some(file) => {
            let word = visit.random.base64_id();
            let link = RespondentLink { recipient: None, ..visit.link.clone() };
            let url = format!("{}/files/{word}", link.to_url(&visit.service.config, &visit.request.origin));
            received.answer = Some(file_answer(url, media_type(&file.content_type), file.name.clone()));
            received.upload = Some((word, file.clone()));
        }
        None if sent.text(&fields::remove_file_field(&field)).is_empty() => {
            received.answer = before.and_then(|before| {
                let text = before.text.clone().unwrap_or_default();
                Some(file_answer(
                    before.download_url.clone()?,
                    before.content_type.as_deref().unwrap_or_default(),
                    text,
                ))
            });
        }
        None => {}
    }
    received
}

fn file_answer(url: String, content_type: &str, name: String) -> AnswerNew {
    AnswerNew {
        text: Some(name),
        download_url: Some(url),
        content_type: Some(content_type.to_owned()),
        ..form::EMPTY_ANSWER
    }
}

/// The media type, if it is written like one.
fn media_type(given: &str) -> &str {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/+-._".contains(&byte);
    let is_type = given.len() <= 100 && given.split('/').count() == 2 && given.bytes().all(plain);
    if is_type { given } else { "application/octet-stream" }
}

impl FileAnswer {
    /// Keeps the file with its response.
    pub fn store_file(&self, visit: RespondContext, response_id: &str) -> Result<(), RespondError> {
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
        written.map(|_| ()).map_err(internal_error)
    }
}

/// A file, as long as its response is there.
pub fn serve_file(visit: RespondContext, word: &str) -> Result<Response, RespondError> {
    let row = first_row(
        visit.sql,
        "SELECT files.name, files.content_type, files.content
         FROM files
         JOIN responses ON responses.id = files.response_id
         JOIN surveys ON surveys.id = responses.survey_id
         WHERE files.id = ? AND files.collector_id = ?",
        values![word, visit.link.collector.as_str()],
    );
    let row = row.map_err(internal_error)?.ok_or(RespondError::NotFound)?;
    let bytes = STANDARD.decode(row.text("content")).map_err(|_| RespondError::InternalError)?;
    let mut name = String::new();
    crate::wire::query::escape_into(&mut name, &row.text("name"));
    Ok(Response::new(200, &row.text("content_type"), bytes)
        .with_header("content-disposition", &format!("attachment; filename*=UTF-8''{name}"))
        .with_header("content-security-policy", "default-src 'none'; sandbox")
        .with_header("x-content-type-options", "nosniff")
        .with_header("x-robots-tag", "noindex")
        .with_header("referrer-policy", "no-referrer")
        .with_header("cache-control", "private, no-store"))
}

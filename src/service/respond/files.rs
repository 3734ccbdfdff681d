//! Files of respondents: stored with the team's data, and returned to any request with the secret in their URL.
//!
//! Only the answer contains the secret. A file is always a download, never a page, so that it cannot run scripts here.

use super::pages::fields::{self};
use super::pages::status_pages::RespondError;
use super::{RespondContext, form, internal_error};
use crate::service::store::sql::{first_row, values};
use crate::service::surveys::answers::{Reason, Violation};
use crate::service::surveys::page_texts::PageText;
use crate::spec::limits::UPLOAD_BYTES_MAX;
use crate::spec::resources::questions::Question;
use crate::spec::resources::responses::{Answer, AnswerNew, ResponsePage};
use crate::spec::types::Id;
use crate::wire::form::{Form, Upload};
use crate::wire::http::Response;
use base64ct::{Base64, Encoding as _};

/// The input of a form for a question that takes a file.
#[derive(Debug, Clone)]
pub struct FileAnswer {
    /// The question.
    pub question: Id,
    /// The answer: the new file or the previous one.
    pub answer: Option<AnswerNew>,
    /// The violation of the file.
    pub violation: Option<Violation>,
    /// The new file, with its secret.
    pub upload: Option<(String, Upload)>,
}

/// Receives the file of a question. Without a new file, the previous one stays, unless its removal is ticked.
pub fn receive_file(
    context: RespondContext,
    question: &Question,
    sent: &Form,
    previous: Option<&Answer>,
) -> FileAnswer {
    let field = fields::question_field(&question.id);
    let mut received = FileAnswer { question: question.id.clone(), answer: None, violation: None, upload: None };
    let refusal = |reason: Reason| {
        let question = Some(question.id.clone());
        Some(Violation::new("pages".to_owned(), question, None, reason))
    };
    match sent.files.iter().find(|file| file.field == field) {
        Some(file) if file.bytes.is_empty() => received.violation = refusal(PageText::NeedsContent.into()),
        Some(file) if file.bytes.len() > UPLOAD_BYTES_MAX => {
            let max_kilobytes = UPLOAD_BYTES_MAX.checked_div(1024).unwrap_or(0);
            received.violation = refusal(Reason::with_args(PageText::NeedsSmaller, &[&max_kilobytes.to_string()]));
        }
        Some(file) => {
            let secret = context.random.base64_id();
            let link = context.link.for_files();
            let url = format!("{}/files/{secret}", link.to_url(&context.service.config, &context.request.origin));
            received.answer = Some(file_answer(url, media_type(&file.content_type), file.name.clone()));
            received.upload = Some((secret, file.clone()));
        }
        None if sent.text(&fields::remove_file_field(&field)).is_empty() => {
            received.answer = previous.and_then(|previous| {
                let text = previous.text.clone().unwrap_or_default();
                Some(file_answer(
                    previous.download_url.clone()?,
                    previous.content_type.as_deref().unwrap_or_default(),
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

/// The media type if it is well formed, otherwise that of arbitrary bytes.
fn media_type(content_type: &str) -> &str {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/+-._".contains(&byte);
    let is_type = content_type.len() <= 100 && content_type.split('/').count() == 2 && content_type.bytes().all(plain);
    if is_type { content_type } else { "application/octet-stream" }
}

/// The URLs of the files that answers name.
pub fn file_urls(pages: &[ResponsePage]) -> Vec<String> {
    let answers = pages.iter().flat_map(|page| &page.questions).flat_map(|question| &question.answers);
    answers.filter_map(|answer| answer.download_url.clone()).collect()
}

impl FileAnswer {
    /// The new file and its secret, if the answers name it. The file of a refused answer is not stored.
    pub fn named_upload(&self, named: &[String]) -> Option<&(String, Upload)> {
        let url = self.answer.as_ref()?.download_url.as_ref()?;
        self.upload.as_ref().filter(|_| named.contains(url))
    }

    /// Stores the new file with its response, if the answers name it. Returns whether they do.
    ///
    /// # Errors
    ///
    /// When the statement fails.
    pub fn store_file(
        &self,
        context: RespondContext,
        response_id: &str,
        named: &[String],
    ) -> Result<bool, RespondError> {
        let Some((secret, file)) = self.named_upload(named) else { return Ok(false) };
        let written = context.sql.run(
            "INSERT INTO files (id, collector_id, response_id, name, content_type, content, created)
             VALUES (?, ?, ?, ?, ?, ?, ?)",
            values![
                secret.as_str(),
                context.link.collector.as_str(),
                response_id,
                file.name.as_str(),
                media_type(&file.content_type),
                Base64::encode_string(&file.bytes),
                context.now,
            ],
        );
        written.map(|_| true).map_err(internal_error)
    }
}

/// The file with this secret, while its response exists.
///
/// # Errors
///
/// [`RespondError::NotFound`]; an internal error, if the statement fails.
pub fn serve_file(context: RespondContext, secret: &str) -> Result<Response, RespondError> {
    let row = first_row(
        context.sql,
        "SELECT files.name, files.content_type, files.content
         FROM files
         JOIN responses ON responses.id = files.response_id
         JOIN surveys ON surveys.id = responses.survey_id
         WHERE files.id = ? AND files.collector_id = ?",
        values![secret, context.link.collector.as_str()],
    );
    let row = row.map_err(internal_error)?.ok_or(RespondError::NotFound)?;
    let bytes = Base64::decode_vec(&row.text("content")).map_err(|_| RespondError::InternalError)?;
    let mut name = String::new();
    crate::wire::query::escape_into(&mut name, &row.text("name"));
    Ok(Response::new(200, &row.text("content_type"), bytes)
        .with_header("content-disposition", &format!("attachment; filename*=UTF-8''{name}"))
        // Anyone can upload a file, so it must not run scripts as a page of ours.
        .with_header("content-security-policy", "default-src 'none'; sandbox")
        .with_header("x-content-type-options", "nosniff")
        .with_header("x-robots-tag", "noindex")
        .with_header("referrer-policy", "no-referrer")
        .with_header("cache-control", "private, no-store"))
}

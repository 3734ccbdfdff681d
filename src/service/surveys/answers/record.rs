//! A response as it is stored.

use super::answer_reader::AnswerReader;
use super::check::CheckedAnswers;
use crate::service::store::sql::{Row, Sql, SqlError, first_row, values};
use crate::spec::payload::{Decode, Encode as _};
use crate::spec::resources::questions::Question;
use crate::spec::resources::responses::{
    CollectionMode, QuizResults, ResponseMetadata, ResponsePage, ResponseQuestion, ResponseStatus, TypedValue,
};
use crate::spec::types::Id;
use crate::wire::dates::Timestamp;
use crate::wire::{order, payload};
use litemap::LiteMap;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The columns from which a record is read. The answers, which may be long, cross from SQLite as bytes.
pub const RESPONSE_COLUMNS: &str =
    "id, survey_id, collector_id, recipient_id, status, mode, email, first_name, last_name, ip,
    custom_value, total_time, body, CAST(pages AS BLOB) AS pages, created, modified";

/// The columns of a recipient that [`Record::set_recipient`] reads.
pub const RECIPIENT_COLUMNS: &str =
    "address, first_name, last_name, json_extract(custom_fields, '$.\"1\"') AS custom_value";

/// A response.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// The id; empty until it is stored.
    pub id: String,
    /// The id of the survey.
    pub survey_id: String,
    /// The id of the collector.
    pub collector_id: String,
    /// The id of the invited recipient; empty if there is none, or if the collector is anonymous.
    pub recipient_id: String,
    /// How far the respondent came.
    pub status: ResponseStatus,
    /// How it was collected.
    pub mode: CollectionMode,
    /// The respondent's e-mail address; empty if unknown.
    pub email: String,
    /// The respondent's first name; empty if unknown.
    pub first_name: String,
    /// The respondent's last name; empty if unknown.
    pub last_name: String,
    /// The respondent's IP address; empty if unknown.
    pub ip: String,
    /// The value that the web link passed.
    pub custom_value: String,
    /// Seconds that the respondent spent.
    pub total_time: i64,
    /// The survey's custom variables: name to value.
    pub custom_variables: BTreeMap<String, String>,
    /// The pages that were visited, in order.
    pub page_path: Vec<Id>,
    /// The page that the respondent is on; `None` if it is unknown, or the survey is done.
    pub current_page_id: Option<Id>,
    /// What is known about the respondent.
    pub metadata: ResponseMetadata,
    /// The score, if the survey is a quiz.
    pub quiz_results: Option<QuizResults>,
    /// The answered pages.
    pub pages: Vec<ResponsePage>,
    /// The JSON of questions whose answers are not decoded. The pages contain them with an empty answer.
    pub raw: LiteMap<Id, Vec<u8>>,
    /// When the response was started.
    pub created: Timestamp,
    /// When it was last changed.
    pub modified: Timestamp,
}

impl Record {
    /// A response that starts now, without respondent and answers.
    pub fn start(survey_id: &str, collector_id: &str, now: Timestamp) -> Record {
        Record {
            id: String::new(),
            survey_id: survey_id.to_owned(),
            collector_id: collector_id.to_owned(),
            recipient_id: String::new(),
            status: ResponseStatus::Partial,
            mode: CollectionMode::Default,
            email: String::new(),
            first_name: String::new(),
            last_name: String::new(),
            ip: String::new(),
            custom_value: String::new(),
            total_time: 0,
            custom_variables: BTreeMap::new(),
            page_path: Vec::new(),
            current_page_id: None,
            metadata: ResponseMetadata { contact: Some(LiteMap::new_vec()), respondent: Some(LiteMap::new_vec()) },
            quiz_results: None,
            pages: Vec::new(),
            raw: LiteMap::new_vec(),
            created: now,
            modified: now,
        }
    }

    /// Loads a response; `None` if there is none.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails or a stored value is invalid.
    pub fn load(sql: &dyn Sql, id: &str) -> Result<Option<Record>, SqlError> {
        let row = first_row(sql, &format!("SELECT {RESPONSE_COLUMNS} FROM responses WHERE id = ?"), values![id])?;
        row.as_ref().map(Record::from_row).transpose()
    }

    /// Loads a response without its answers, which take long to decode.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails or a stored value is invalid.
    pub fn load_head(sql: &dyn Sql, id: &str) -> Result<Option<Record>, SqlError> {
        let columns = RESPONSE_COLUMNS.replace("CAST(pages AS BLOB)", "'[]'");
        let row = first_row(sql, &format!("SELECT {columns} FROM responses WHERE id = ?"), values![id])?;
        row.as_ref().map(Record::from_row).transpose()
    }

    /// Loads a response, but decodes only the answers to questions that `reads` accepts, because decoding all takes
    /// long.
    pub fn load_sparse(sql: &dyn Sql, id: &str, reads: &dyn Fn(&Id) -> bool) -> Result<Option<Record>, SqlError> {
        let Some(row) = first_row(sql, &format!("SELECT {RESPONSE_COLUMNS} FROM responses WHERE id = ?"), values![id])?
        else {
            return Ok(None);
        };
        let corrupt = || corrupt_error(&row, "page");
        let split = AnswerReader::parse_stored(&row.text("pages")).ok_or_else(corrupt)?;
        let mut record = Record::with_pages(&row, Vec::new())?;
        (record.pages, record.raw) = split.read_wanted(reads).ok_or_else(corrupt)?;
        Ok(Some(record))
    }

    /// Decodes the answers to these questions too.
    pub fn open_questions(&mut self, questions: &[Question]) {
        let ids = order::collect_list_set(questions.iter().map(|question| &question.id));
        let known = self.pages.iter_mut().flat_map(|page| &mut page.questions);
        for known in known.filter(|known| ids.contains_key(&known.id)) {
            if let Some(text) = self.raw.remove(&known.id) {
                let read = serde_json::from_slice(&text).ok().and_then(payload::from_value::<ResponseQuestion>);
                known.answers = read.map(|read| read.answers).unwrap_or_default();
            }
        }
    }

    /// Reads a response from a row.
    ///
    /// # Errors
    ///
    /// Fails if a stored value is invalid.
    pub fn from_row(row: &Row) -> Result<Record, SqlError> {
        Record::with_pages(row, payload::from_value(row.json("pages")).ok_or_else(|| corrupt_error(row, "page"))?)
    }

    /// Reads a response without its answers from a row.
    ///
    /// # Errors
    ///
    /// Fails if a stored value is invalid.
    pub fn head_from_row(row: &Row) -> Result<Record, SqlError> {
        Record::with_pages(row, Vec::new())
    }

    fn with_pages(row: &Row, pages: Vec<ResponsePage>) -> Result<Record, SqlError> {
        let corrupt = |what| corrupt_error(row, what);
        let body = row.json("body");
        let metadata: Option<ResponseMetadata> = decode_member(&body, "metadata");
        Ok(Record {
            id: row.text("id"),
            survey_id: row.text("survey_id"),
            collector_id: row.text("collector_id"),
            recipient_id: row.text("recipient_id"),
            status: ResponseStatus::parse(&row.text("status")).ok_or_else(|| corrupt("status"))?,
            mode: CollectionMode::parse(&row.text("mode")).ok_or_else(|| corrupt("mode"))?,
            email: row.text("email"),
            first_name: row.text("first_name"),
            last_name: row.text("last_name"),
            ip: row.text("ip"),
            custom_value: row.text("custom_value"),
            total_time: row.integer("total_time"),
            custom_variables: decode_member(&body, "custom_variables").unwrap_or_default(),
            page_path: decode_member(&body, "page_path").unwrap_or_default(),
            current_page_id: decode_member(&body, "current_page_id"),
            metadata: metadata.unwrap_or(ResponseMetadata { contact: None, respondent: None }),
            quiz_results: decode_member(&body, "quiz_results"),
            pages,
            raw: LiteMap::new_vec(),
            created: row.timestamp("created"),
            modified: row.timestamp("modified"),
        })
    }

    /// The answers as JSON, as they are stored.
    pub fn pages_json(&self) -> String {
        let mut text = Vec::new();
        let separate = |text: &mut Vec<u8>| {
            if text.last() != Some(&b'[') {
                text.push(b',');
            }
        };
        text.push(b'[');
        for ResponsePage { id, questions } in &self.pages {
            separate(&mut text);
            // The questions are appended after the opening bracket.
            let page = payload::to_json(&ResponsePage { id: id.clone(), questions: Vec::new() });
            text.extend_from_slice(page.strip_suffix(b"]}").unwrap_or_default());
            for question in questions {
                separate(&mut text);
                match self.raw.get(&question.id) {
                    Some(raw) => text.extend_from_slice(raw),
                    None => question.write(&mut text),
                }
            }
            text.extend_from_slice(b"]}");
        }
        text.push(b']');
        String::from_utf8(text).unwrap_or_default()
    }

    /// Sets checked answers and their score.
    pub fn set_answers(&mut self, checked: CheckedAnswers) {
        self.pages = checked.pages;
        self.quiz_results = checked.quiz_results;
    }

    /// Sets name and address of the respondent, in the columns and in the metadata.
    pub fn set_respondent(&mut self, email: &str, first_name: &str, last_name: &str) {
        (self.email, self.first_name, self.last_name) = (email.to_owned(), first_name.to_owned(), last_name.to_owned());
        let known = [("first_name", first_name), ("last_name", last_name), ("email", email)];
        let known = known.into_iter().filter(|(_, value)| !value.is_empty());
        self.metadata.contact = Some(known.map(|(name, value)| (name.to_owned(), typed_value(value))).collect());
    }

    /// Sets name, address and first custom field of an invited recipient. A phone number is no email address.
    pub fn set_recipient(&mut self, row: &Row) {
        let address = Some(row.text("address")).filter(|address| address.contains('@')).unwrap_or_default();
        self.set_respondent(&address, &row.text("first_name"), &row.text("last_name"));
        let custom_value = Some(row.text("custom_value")).filter(|value| !value.is_empty());
        if let Some((contact, value)) = self.metadata.contact.as_mut().zip(custom_value) {
            contact.insert("custom_value".to_owned(), typed_value(&value));
        }
    }

    /// The fields that have no column, as JSON.
    pub(super) fn extra_fields(&self) -> Value {
        let mut body = json!({
            "custom_variables": self.custom_variables,
            "logic_path": {},
            "page_path": payload::to_value(&self.page_path),
            "metadata": payload::to_value(&self.metadata),
        });
        if let Some(fields) = body.as_object_mut() {
            if let Some(quiz) = &self.quiz_results {
                fields.insert("quiz_results".to_owned(), payload::to_value(quiz));
            }
            if let Some(page) = &self.current_page_id {
                fields.insert("current_page_id".to_owned(), page.as_str().into());
            }
        }
        body
    }
}

/// A text in the format of metadata.
pub fn typed_value(value: &str) -> TypedValue {
    TypedValue { r#type: "string".to_owned(), value: value.into() }
}

fn corrupt_error(row: &Row, what: &str) -> SqlError {
    SqlError(format!("response {} has a broken {what}", row.text("id")))
}

fn decode_member<T: Decode>(body: &Value, name: &str) -> Option<T> {
    payload::from_value(body.get(name)?.clone())
}

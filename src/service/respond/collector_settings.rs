//! The settings of a collector as they apply to respondents: open or closed, limits, password, redirects, anonymity.

use super::RespondContext;
use crate::service::store::sql::{Row, Sql, SqlError, first_row, values};
use crate::service::store::table_set::TableSet;
use crate::service::surveys::access::IS_SHARED_SQL;
use crate::service::surveys::collectors::{self, default_settings};
use crate::spec::resources::collectors::{
    AnonymousType, CollectorStatus, CollectorType, DisqualificationType, EditResponseType, RedirectType,
};
use crate::wire::dates::{self, Timestamp};
use crate::wire::url::WebUrl;
use serde_json::Value;
use std::rc::Rc;

/// The previews of a survey that are stored. The limits of its collectors do not count them. Our choice.
const PREVIEWS_MAX: u64 = 500;

/// Reads a collector without the number of its responses.
const COLLECTOR_SQL: &str = "SELECT id, survey_id, type, status, body FROM collectors WHERE id = ?";

/// What a row with JSON takes in memory when it is decoded, about, divided by its bytes.
const JSON_FACTOR: usize = 4;

/// A collector.
#[derive(Clone)]
pub struct CollectorSettings {
    /// Its id.
    pub id: String,
    /// Id of the survey.
    pub survey_id: String,
    /// Its type.
    pub kind: CollectorType,
    status: Option<CollectorStatus>,
    /// The number of responses; 0 for a collector without a limit.
    response_count: u64,
    body: Rc<Value>,
}

impl CollectorSettings {
    /// The settings of the collector of a request's link; `None` if the collector does not exist, if it opens for
    /// recipients alone, or if the user of the link to a preview cannot see the survey any more.
    ///
    /// # Errors
    ///
    /// When the statement fails.
    pub fn load_for_link(context: RespondContext) -> Result<Option<CollectorSettings>, SqlError> {
        let RespondContext { link, sql, .. } = context;
        if link.preview.is_none() {
            let collector = CollectorSettings::load_by_id(context, &link.collector)?;
            return Ok(collector.filter(|collector| link.recipient.is_some() || !collector.invites()));
        }
        let Some((survey_id, user)) = link.previewed() else { return Ok(None) };
        let statement = format!(
            "SELECT (SELECT COUNT(*) FROM responses WHERE survey_id = surveys.id AND collector_id = '') AS previews
             FROM surveys
             JOIN users ON users.id = ? AND users.deleted IS NULL
             WHERE surveys.id = ? AND (surveys.owner_id = users.id OR {IS_SHARED_SQL})"
        );
        let row = first_row(sql, &statement, values![user, survey_id, user])?;
        Ok(row.map(|row| CollectorSettings::for_preview(survey_id, row.count("previews"))))
    }

    /// The settings of a preview: open until the survey has as many previews as it may.
    fn for_preview(survey_id: &str, previews: u64) -> CollectorSettings {
        let mut body = default_settings(CollectorType::Weblink, "");
        body.insert("allow_multiple_responses".to_owned(), true.into());
        body.insert("response_limit".to_owned(), PREVIEWS_MAX.into());
        CollectorSettings {
            id: String::new(),
            survey_id: survey_id.to_owned(),
            kind: CollectorType::Weblink,
            status: Some(if previews < PREVIEWS_MAX { CollectorStatus::Open } else { CollectorStatus::Closed }),
            response_count: previews,
            body: Rc::new(Value::Object(body)),
        }
    }

    /// A collector, from memory until it is changed. What it has in memory is without the number of responses, which
    /// each of them changes, and which only a limit needs.
    fn load_by_id(context: RespondContext, id: &str) -> Result<Option<CollectorSettings>, SqlError> {
        let RespondContext { sql, memory, chunked_work, .. } = context;
        let key = format!("collector {id}");
        let cached = memory.object_cache.borrow_mut().find(&key, &memory.table_versions, chunked_work);
        let mut collector: CollectorSettings = match cached {
            Some(cached) => CollectorSettings::clone(&cached),
            None => {
                let basis = (TableSet::of_statement(COLLECTOR_SQL), memory.table_versions.last_write());
                let Some(row) = first_row(sql, COLLECTOR_SQL, values![id])? else { return Ok(None) };
                let Some(collector) = CollectorSettings::from_row(&row) else { return Ok(None) };
                let bytes = row.bytes().saturating_mul(JSON_FACTOR);
                memory.object_cache.borrow_mut().insert(key, Rc::new(collector.clone()), basis, bytes);
                collector
            }
        };
        if collector.body.get("response_limit").is_some_and(Value::is_u64) {
            let row = first_row(sql, "SELECT response_count FROM collectors WHERE id = ?", values![id])?;
            collector.response_count = row.map_or(0, |row| row.count("response_count"));
        }
        Ok(Some(collector))
    }

    fn from_row(row: &Row) -> Option<CollectorSettings> {
        Some(CollectorSettings {
            id: row.text("id"),
            survey_id: row.text("survey_id"),
            kind: CollectorType::parse(&row.text("type"))?,
            status: CollectorStatus::parse(&row.text("status")),
            response_count: 0,
            body: Rc::new(row.json("body")),
        })
    }

    /// Whether it opens for its recipients alone. Answers with files contain a link that names no recipient.
    const fn invites(&self) -> bool {
        matches!(self.kind, CollectorType::Email | CollectorType::Sms)
    }

    /// A text setting by its JSON pointer; empty if absent.
    pub fn text_setting(&self, pointer: &str) -> &str {
        self.body.pointer(pointer).and_then(Value::as_str).unwrap_or("")
    }

    /// A boolean setting by its JSON pointer; `None` if absent.
    pub fn bool_setting(&self, pointer: &str) -> Option<bool> {
        self.body.pointer(pointer).and_then(Value::as_bool)
    }

    /// Whether it accepts no responses: it was closed, or its close date has passed.
    fn is_closed(&self, now: Timestamp) -> bool {
        self.is_over(now) || self.status.is_none_or(|status| status == CollectorStatus::Closed)
    }

    /// Whether its close date has passed.
    fn is_over(&self, now: Timestamp) -> bool {
        dates::parse_date(self.text_setting("/close_date")).is_some_and(|close| close <= now)
    }

    /// Whether it is closed to a respondent. After the response limit is reached, one who `has_opened` it before may
    /// send pages, and sees the end.
    pub fn is_closed_to(&self, has_opened: bool, now: Timestamp) -> bool {
        self.is_over(now) || (self.is_closed(now) && !(has_opened && self.is_full()))
    }

    /// Whether respondents who have finished may change their answers.
    pub fn may_edit(&self, now: Timestamp) -> bool {
        self.edit_policy() == EditResponseType::Always && !self.is_closed(now)
    }

    /// Whether its response limit is reached.
    pub fn is_full(&self) -> bool {
        collectors::is_full(self.body.get("response_limit"), self.response_count)
    }

    /// The hash of the password, if the collector has one.
    pub fn password_hash(&self) -> Option<&str> {
        Some(self.text_setting("/password")).filter(|stored| !stored.is_empty())
    }

    /// Whether respondents must prove their address.
    pub fn requires_auth(&self) -> bool {
        self.bool_setting("/respondent_authentication") == Some(true)
    }

    /// Until when respondents may change their answers.
    pub fn edit_policy(&self) -> EditResponseType {
        EditResponseType::parse(self.text_setting("/edit_response_type")).unwrap_or(EditResponseType::UntilComplete)
    }

    /// How much is stored about respondents.
    pub fn anonymity(&self) -> AnonymousType {
        AnonymousType::parse(self.text_setting("/anonymous_type")).unwrap_or(AnonymousType::NotAnonymous)
    }

    /// Whether one device may respond several times. A survey that restarts at its end needs that.
    pub fn allows_repeats(&self) -> bool {
        self.bool_setting("/allow_multiple_responses") == Some(true) || self.redirect_type() == RedirectType::Loop
    }

    /// What happens when a respondent has finished.
    pub fn redirect_type(&self) -> RedirectType {
        RedirectType::parse(self.text_setting("/redirect_type")).unwrap_or(RedirectType::Close)
    }

    /// The URL to which disqualified respondents are sent; `None` if they see a message.
    pub fn disqualification_url(&self) -> Option<&str> {
        let redirects =
            DisqualificationType::parse(self.text_setting("/disqualification_type")) == Some(DisqualificationType::Url);
        Some(self.text_setting("/disqualification_url")).filter(|address| redirects && web_origin(address).is_some())
    }

    /// All URLs to which the end of the survey may redirect.
    pub fn redirect_targets(&self) -> Vec<&str> {
        let finished = (self.redirect_type() == RedirectType::Url).then(|| self.text_setting("/redirect_url"));
        finished.into_iter().chain(self.disqualification_url()).collect()
    }

    /// Whether other sites may frame the survey: only the two types that are made for it.
    pub fn is_embeddable(&self) -> bool {
        matches!(self.kind, CollectorType::EmbeddedSurvey | CollectorType::PopupSurvey)
    }
}

/// Stores the same password with another hash, after the cost was raised.
///
/// # Errors
///
/// When the statement fails.
pub fn update_password(sql: &dyn Sql, id: &str, stored: &str) -> Result<(), SqlError> {
    let statement = "UPDATE collectors SET body = json_set(body, '$.password', ?) WHERE id = ?";
    sql.run(statement, values![stored, id]).map(drop)
}

/// The origin of a URL that a browser may be sent to; `None` for anything but http and https.
pub fn web_origin(address: &str) -> Option<&str> {
    WebUrl::parse(address).filter(WebUrl::is_plain).map(|url| url.origin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_web_urls_are_redirect_targets() {
        assert_eq!(web_origin("https://shop.example:8443/thanks?a=b#c"), Some("https://shop.example:8443"));
        assert_eq!(web_origin("http://shop.example"), Some("http://shop.example"));
        for address in [
            "",
            "shop.example",
            "javascript:alert(1)",
            "data://x",
            "https://",
            "https://a b",
            "https://user@x/",
            "https://x;y/",
        ] {
            assert_eq!(web_origin(address), None, "{address}");
        }
    }
}

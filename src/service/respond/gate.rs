//! A collector as its respondents meet it: whether it is open, for how many, and what it keeps of them.

use crate::service::store::sql::{Row, Sql, SqlError, first, values};
use crate::service::surveys::collectors::defaults;
use crate::service::surveys::link::Link;
use crate::spec::resources::collectors::{
    AnonymousType, CollectorStatus, CollectorType, DisqualificationType, EditResponseType, RedirectType,
};
use crate::wire::dates::{self, Moment};
use crate::wire::url::WebUrl;
use serde_json::Value;

/// A collector.
pub struct Gate {
    /// Its id.
    pub id: String,
    /// The survey.
    pub survey_id: String,
    /// Its kind.
    pub kind: CollectorType,
    status: Option<CollectorStatus>,
    response_count: u64,
    body: Value,
}

impl Gate {
    /// The collector that a link leads through, if it is there.
    pub fn of(sql: &dyn Sql, link: &Link) -> Result<Option<Gate>, SqlError> {
        match &link.preview {
            Some(survey) => Ok(Some(Gate::preview(survey))),
            None => Gate::load(sql, &link.collector),
        }
    }

    /// What stands for a collector in a preview: it is always open, and begins anew as often as one likes.
    fn preview(survey_id: &str) -> Gate {
        let mut body = defaults(CollectorType::Weblink, "");
        body.insert("allow_multiple_responses".to_owned(), true.into());
        Gate {
            id: String::new(),
            survey_id: survey_id.to_owned(),
            kind: CollectorType::Weblink,
            status: Some(CollectorStatus::Open),
            response_count: 0,
            body: Value::Object(body),
        }
    }

    fn load(sql: &dyn Sql, id: &str) -> Result<Option<Gate>, SqlError> {
        let row = first(
            sql,
            "SELECT id, survey_id, type, status, body, response_count
             FROM collectors
             WHERE id = ?",
            values![id],
        )?;
        Ok(row.as_ref().and_then(Gate::read))
    }

    fn read(row: &Row) -> Option<Gate> {
        Some(Gate {
            id: row.text("id"),
            survey_id: row.text("survey_id"),
            kind: CollectorType::parse(&row.text("type"))?,
            status: CollectorStatus::parse(&row.text("status")),
            response_count: row.count("response_count"),
            body: row.json("body"),
        })
    }

    /// A text of the settings; empty if it is not there.
    pub fn text(&self, pointer: &str) -> &str {
        self.body.pointer(pointer).and_then(Value::as_str).unwrap_or("")
    }

    /// A truth of the settings; none if it is not there.
    pub fn truth(&self, pointer: &str) -> Option<bool> {
        self.body.pointer(pointer).and_then(Value::as_bool)
    }

    /// Whether it takes no answers any more: it was closed, or its time is over.
    pub fn is_closed(&self, now: Moment) -> bool {
        self.is_over(now) || self.status.is_none_or(|status| status == CollectorStatus::Closed)
    }

    /// Whether its time is over.
    pub fn is_over(&self, now: Moment) -> bool {
        dates::read(self.text("/close_date")).is_some_and(|close| close <= now)
    }

    /// Whether it has all the responses that it wants.
    pub fn is_full(&self) -> bool {
        let limit = self.body.get("response_limit").and_then(Value::as_u64);
        limit.is_some_and(|limit| self.response_count >= limit)
    }

    /// The stored password, if one must be given.
    pub fn password(&self) -> Option<&str> {
        Some(self.text("/password")).filter(|stored| !stored.is_empty())
    }

    /// Whether respondents must show who they are.
    pub fn authenticates(&self) -> bool {
        self.truth("/respondent_authentication") == Some(true)
    }

    /// Until when respondents may change their answers.
    pub fn edits(&self) -> EditResponseType {
        EditResponseType::parse(self.text("/edit_response_type")).unwrap_or(EditResponseType::UntilComplete)
    }

    /// How much is kept of who responded.
    pub fn anonymity(&self) -> AnonymousType {
        AnonymousType::parse(self.text("/anonymous_type")).unwrap_or(AnonymousType::NotAnonymous)
    }

    /// Whether one device may respond several times. A survey that begins anew by itself is for that.
    pub fn repeats(&self) -> bool {
        self.truth("/allow_multiple_responses") == Some(true) || self.redirect() == RedirectType::Loop
    }

    /// What happens when a respondent has finished.
    pub fn redirect(&self) -> RedirectType {
        RedirectType::parse(self.text("/redirect_type")).unwrap_or(RedirectType::Close)
    }

    /// Where respondents are sent who are disqualified, unless they read a message.
    pub fn turns_away_to(&self) -> Option<&str> {
        let sends = DisqualificationType::parse(self.text("/disqualification_type")) == Some(DisqualificationType::Url);
        Some(self.text("/disqualification_url")).filter(|address| sends && origin(address).is_some())
    }

    /// Where respondents are sent at the end, whichever it is.
    pub fn leads_to(&self) -> Vec<&str> {
        let finished = (self.redirect() == RedirectType::Url).then(|| self.text("/redirect_url"));
        finished.into_iter().chain(self.turns_away_to()).collect()
    }

    /// Whether other sites may frame the survey: the kinds that are made for that.
    pub fn is_embeddable(&self) -> bool {
        matches!(self.kind, CollectorType::EmbeddedSurvey | CollectorType::PopupSurvey)
    }
}

/// Stores the password of a collector as it is from now on: the same one, hashed in another way.
pub fn keep_password(sql: &dyn Sql, id: &str, stored: &str) -> Result<(), SqlError> {
    let statement = "UPDATE collectors SET body = json_set(body, '$.password', ?) WHERE id = ?";
    sql.run(statement, values![stored, id]).map(drop)
}

/// Scheme, host and port of an address that a browser may be sent to. None for anything else than the web.
pub fn origin(address: &str) -> Option<&str> {
    WebUrl::parse(address).filter(WebUrl::is_plain).map(|url| url.origin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_respondent_is_sent_to_the_web_alone() {
        assert_eq!(origin("https://shop.example:8443/thanks?a=b#c"), Some("https://shop.example:8443"));
        assert_eq!(origin("http://shop.example"), Some("http://shop.example"));
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
            assert_eq!(origin(address), None, "{address}");
        }
    }
}

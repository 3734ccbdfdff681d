//! Mail templates: a message that is rendered for each recipient, as text and as HTML.

mod first_question;
mod markup;
mod plain_text;

use super::outbox::{Mail, MailKind};
use crate::service::environment::config::Config;
use crate::service::store::sql::{Row, Sql, SqlError, first_row};
use crate::service::surveys::link::{OPT_OUT_SUFFIX, PRIVACY_SUFFIX, RespondentLink, recipient_progress};
use crate::service::surveys::shuffle_seed::ShuffleSeed;
use crate::spec::regions::Region;
use crate::spec::resources::messages::MessageType;
use first_question::FirstQuestion;
use markup::{TextFormat, content_range, fill_placeholders};
use std::collections::BTreeMap;

/// The line below a mail that names the service. Our choice.
const BRANDING: &str = "Sent with Canvass.";

/// A message, ready to be rendered for one recipient after the other.
pub struct MailTemplate<'a> {
    config: &'a Config,
    kind: MailKind,
    sender: String,
    subject: String,
    text: String,
    html: Option<String>,
    /// Where the content of the HTML begins.
    html_start: usize,
    /// The question before the text. Each recipient may see it differently.
    question: Option<FirstQuestion>,
    team: String,
    collector: String,
    origin: String,
}

/// Whether a survey has a question that can be shown in a mail.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn has_first_question(sql: &dyn Sql, survey_id: &str) -> Result<bool, SqlError> {
    Ok(first_question::load_first_question(sql, survey_id)?.is_some())
}

impl MailTemplate<'_> {
    /// Builds the template of a message. `message` has the columns of the message, and the survey and sender of its
    /// collector.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails.
    pub fn from_message<'a>(config: &'a Config, sql: &dyn Sql, message: &Row) -> Result<MailTemplate<'a>, SqlError> {
        let team = first_row(sql, "SELECT id, region FROM team", &[])?;
        let region = team.as_ref().and_then(Row::region).unwrap_or(Region::Us);
        let is_sms = MessageType::parse(&message.text("type")) == Some(MessageType::Sms);
        let body = message.text("body");
        let (mut text, mut html) = if message.boolean("is_html") {
            (plain_text::to_text(&body), body)
        } else {
            let html = markup::to_html(&body);
            (body, html)
        };
        if is_sms && !text.contains("[SurveyLink]") {
            text.push_str(" [SurveyLink]");
        }
        let question = match !is_sms && message.boolean("embed_first_question") {
            true => first_question::load_first_question(sql, &message.text("survey_id"))?,
            false => None,
        };
        if !is_sms && message.boolean("is_branding_enabled") {
            text = format!("{text}\n\n{BRANDING}\n");
            html.insert_str(content_range(&html).end, &format!("\n<p><small>{BRANDING}</small></p>"));
        }
        Ok(MailTemplate {
            config,
            kind: if is_sms { MailKind::Sms } else { MailKind::Invitation },
            sender: message.text("sender"),
            subject: message.text("subject"),
            text,
            html_start: content_range(&html).start,
            html: (!is_sms).then_some(html),
            question,
            team: team.map(|row| row.text("id")).unwrap_or_default(),
            collector: message.text("collector_id"),
            origin: config.region_origin(region).to_owned(),
        })
    }

    /// Renders the mail to a recipient and passes it to `on`.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails.
    pub fn render_for(&self, row: &Row, send: &dyn Fn(&Mail) -> Result<(), SqlError>) -> Result<(), SqlError> {
        let (id, address) = (row.text("id"), row.text("address"));
        let (team, collector) = (self.team.clone(), self.collector.clone());
        let seed = ShuffleSeed(recipient_progress(&collector, &id));
        let question = self.question.as_ref().map(|question| question.render_for(&seed));
        let (question_text, question_html) = question.unwrap_or_default();
        let link = RespondentLink { team, collector, recipient: Some(id.clone()), preview: None };
        let survey = link.to_url(self.config, &self.origin);
        let opt_out = format!("{survey}{OPT_OUT_SUFFIX}");
        let texts = |column: &str| -> BTreeMap<String, String> { row.decode_json(column).unwrap_or_default() };
        let (custom, extra) = (texts("custom_fields"), texts("extra_fields"));
        let value = |name: &str| match name {
            "SurveyLink" => Some(survey.clone()),
            "OptOutLink" => Some(opt_out.clone()),
            "PrivacyLink" => Some(format!("{survey}{PRIVACY_SUFFIX}")),
            "FooterLink" => Some(format!("{}/", self.origin)),
            "FirstName" => Some(row.text("first_name")),
            "LastName" => Some(row.text("last_name")),
            "Email" => Some(address.clone()),
            "CustomValue" => Some(custom.get("1").cloned().unwrap_or_default()),
            _ => match name
                .strip_prefix("CustomValue")
                .filter(|field| matches!(*field, "1" | "2" | "3" | "4" | "5" | "6"))
            {
                Some(field) => Some(custom.get(field).cloned().unwrap_or_default()),
                None => extra.get(name).cloned(),
            },
        };
        let unsubscribe = format!("<{opt_out}>");
        let headers =
            [("List-Unsubscribe", unsubscribe.as_str()), ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")];
        let html = self.html.as_ref().and_then(|html| html.split_at_checked(self.html_start));
        let html = html.map(|(start, content)| [start, &question_html, content].concat());
        send(&Mail {
            kind: self.kind,
            to: &address,
            from: &self.sender,
            subject: &fill_placeholders(&self.subject, TextFormat::Line, &value),
            text: &fill_placeholders(&[question_text.as_str(), &self.text].concat(), TextFormat::Text, &value),
            html: html.map(|html| fill_placeholders(&html, TextFormat::Html, &value)).as_deref(),
            headers: if self.kind == MailKind::Sms { &[] } else { &headers },
            recipient_id: Some(&id),
        })
    }
}

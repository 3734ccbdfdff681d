//! Recipients of a collector's messages, each with an own link.

mod add;
mod bulk;
mod recipient_sources;

use super::collectors::{collector_type, load_collector as collector, load_removable, load_writable};
use super::messages;
use crate::service::actor::call_context::CallContext;
use crate::service::actor::chunked_work::ChunkedWork;
use crate::service::api::body_items;
use crate::service::api::dispatch::Handle;
use crate::service::store::sql::{Row, first_row, values};
use crate::service::surveys::access::require_privilege;
use crate::service::surveys::collectors::removal;
use crate::service::surveys::link::{OPT_OUT_SUFFIX, RespondentLink};
use crate::service::surveys::recipients::RECIPIENT_STATUS_SQL;
use crate::spec::endpoints::query::Paging;
use crate::spec::endpoints::recipients::{
    BulkRecipients, CreateRecipient, DeleteRecipient, GetRecipient, ListMessageRecipients, ListRecipients,
    RecipientFields, RecipientInclude,
};
use crate::spec::errors::Error;
use crate::spec::limits::NAMED_LISTS_MAX;
use crate::spec::resources::collectors::CollectorType;
use crate::spec::resources::recipients::{
    MailStatus, Recipient, RecipientRef, RecipientResponseStatus, RecipientsAdded,
};
use crate::spec::resources::roles::Privilege;
use crate::spec::types::{Id, List};
use crate::wire::error::ApiError;
use crate::wire::page_links::PageRange;
use bulk::RecipientImport;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The recipients of one message, with the state of that message's mail.
const OF_MESSAGE: (&str, &str) = (
    "SELECT COUNT(*) AS total FROM message_recipients WHERE message_id = ?",
    "FROM message_recipients
     JOIN recipients ON recipients.id = message_recipients.recipient_id
     WHERE message_recipients.message_id = ?
     ORDER BY message_recipients.recipient_id
     LIMIT ? OFFSET ?",
);

/// The recipients of a collector, each once, with the state of the mail of the message that they were added to.
const OF_COLLECTOR: (&str, &str) = (
    "SELECT COUNT(*) AS total FROM recipients WHERE collector_id = ?",
    "FROM recipients
     LEFT JOIN message_recipients ON message_recipients.message_id = recipients.message_id
                                 AND message_recipients.recipient_id = recipients.id
     WHERE recipients.collector_id = ?
     ORDER BY recipients.id
     LIMIT ? OFFSET ?",
);

impl Handle for ListMessageRecipients {
    fn handle_request(self, context: &CallContext) -> Result<List<RecipientRef>, ApiError> {
        let parent = collector(context, &self.collector_id)?;
        messages::load_message(context, &self.collector_id, &self.message_id)?;
        let (paging, fields) = self.query;
        let (data, total, slice) = list_page(context, &parent, OF_MESSAGE, &self.message_id, &paging, fields)?;
        Ok(context.list_envelope::<ListMessageRecipients, _>(slice, data, total))
    }
}

impl Handle for CreateRecipient {
    fn handle_request(self, context: &CallContext) -> Result<Recipient, ApiError> {
        let (parent, _) = load_writable(context, &self.collector_id)?;
        add::check_addable(context, &self.collector_id, &self.message_id)?;
        let id = add::add_one(context, &parent, self.message_id.as_str(), &self.body)?;
        recipient_from_row(context, &parent, &load_recipient(context, &self.collector_id, &id.into())?)
    }
}

impl Handle for BulkRecipients {
    fn resume_request(context: &CallContext) -> Option<Result<RecipientsAdded, ApiError>> {
        RecipientImport::resume_pending(context)
    }

    fn eager_body<'a>(body: &'a [u8], chunked_work: &ChunkedWork) -> Cow<'a, [u8]> {
        body_items::body_without_items(body, "contacts", chunked_work)
    }

    fn handle_request(self, context: &CallContext) -> Result<RecipientsAdded, ApiError> {
        if self.body.contact_list_ids.iter().flatten().count() > NAMED_LISTS_MAX {
            let detail = format!("A request can name at most {NAMED_LISTS_MAX} contact lists.");
            return Err(ApiError::with_detail(Error::TooManyRecipients, detail));
        }
        RecipientImport::from_request(context, self).run_chunk(context)
    }
}

impl Handle for ListRecipients {
    fn handle_request(self, context: &CallContext) -> Result<List<RecipientRef>, ApiError> {
        let parent = collector(context, &self.collector_id)?;
        let (paging, fields) = self.query;
        let (data, total, slice) = list_page(context, &parent, OF_COLLECTOR, &self.collector_id, &paging, fields)?;
        Ok(context.list_envelope::<ListRecipients, _>(slice, data, total))
    }
}

impl Handle for GetRecipient {
    fn handle_request(self, context: &CallContext) -> Result<Recipient, ApiError> {
        let parent = collector(context, &self.collector_id)?;
        recipient_from_row(context, &parent, &load_recipient(context, &self.collector_id, &self.recipient_id)?)
    }
}

impl Handle for DeleteRecipient {
    fn handle_request(self, context: &CallContext) -> Result<Recipient, ApiError> {
        let (parent, _) = load_removable(context, &self.collector_id)?;
        let row = load_recipient(context, &self.collector_id, &self.recipient_id)?;
        removal::delete_recipient(context.effects(), self.recipient_id.as_str())?;
        recipient_from_row(context, &parent, &row)
    }
}

/// The columns of a recipient. The fields, which may be large, are read only if they are included.
fn select_columns(include: &[RecipientInclude]) -> String {
    let column = |field, name| if include.contains(&field) { name } else { "NULL" };
    format!(
        "recipients.id, recipients.collector_id, address, first_name, last_name,
         {} AS custom_fields, {} AS extra_fields,
         {RECIPIENT_STATUS_SQL} AS came, COALESCE(message_recipients.status, 'not_sent') AS mail_status",
        column(RecipientInclude::CustomFields, "custom_fields"),
        column(RecipientInclude::ExtraFields, "extra_fields"),
    )
}

fn list_page(
    context: &CallContext,
    parent: &Row,
    (count, list): (&str, &str),
    of: &Id,
    paging: &Paging,
    fields: RecipientFields,
) -> Result<(Vec<RecipientRef>, u64, PageRange), ApiError> {
    let include = fields.include.map(|include| include.0).unwrap_or_default();
    let slice = context.page_range(paging);
    let total = first_row(context.sql, count, values![of.as_str()])?;
    let rows = context.sql.run(
        &format!("SELECT {} {list}", select_columns(&include)),
        values![of.as_str(), slice.limit(), slice.offset()],
    )?;
    let may_use_links = may_use_links(context, parent)?;
    let one = |row| recipient_ref(context, parent, row, &include, may_use_links);
    let data = rows.iter().map(one).collect::<Result<_, _>>()?;
    Ok((data, total.map_or(0, |row| row.count("total")), slice))
}

fn load_recipient(context: &CallContext, collector_id: &Id, id: &Id) -> Result<Row, ApiError> {
    let row = first_row(
        context.sql,
        &format!(
            "SELECT {}
             FROM recipients
             LEFT JOIN message_recipients ON message_recipients.message_id = recipients.message_id
                               AND message_recipients.recipient_id = recipients.id
             WHERE recipients.id = ? AND recipients.collector_id = ?",
            select_columns(RecipientInclude::ALL)
        ),
        values![id.as_str(), collector_id.as_str()],
    )?;
    row.ok_or(Error::NotFound.into())
}

/// E-mail address and phone number; a recipient has only the one that the collector writes to.
fn recipient_address(parent: &Row, row: &Row) -> Result<(Option<String>, Option<String>), ApiError> {
    let address = Some(row.text("address"));
    Ok(if collector_type(parent)? == CollectorType::Sms { (None, address) } else { (address, None) })
}

/// Whether the caller gets the links of recipients. Who opens them answers and opts out as the recipient.
fn may_use_links(context: &CallContext, parent: &Row) -> Result<bool, ApiError> {
    match require_privilege(context, &parent.text("survey_id").into(), Privilege::CollectFullAccess) {
        Ok(_) => Ok(true),
        Err(error) if error.error == Error::NotPermitted => Ok(false),
        Err(error) => Err(error),
    }
}

fn survey_link(context: &CallContext, row: &Row) -> String {
    let link = RespondentLink {
        team: context.account.team_id.clone(),
        collector: row.text("collector_id"),
        recipient: Some(row.text("id")),
        preview: None,
    };
    link.to_url(context.config, &context.request.origin)
}

fn text_map(row: &Row, column: &str) -> BTreeMap<String, String> {
    row.decode_json(column).unwrap_or_default()
}

fn recipient_ref(
    context: &CallContext,
    parent: &Row,
    row: &Row,
    include: &[RecipientInclude],
    may_use_links: bool,
) -> Result<RecipientRef, ApiError> {
    let includes = |field| include.contains(&field);
    let (email, phone_number) = recipient_address(parent, row)?;
    let id = row.text("id");
    let link = survey_link(context, row);
    Ok(RecipientRef {
        email,
        phone_number,
        href: context.operation_url::<GetRecipient>(&[&row.text("collector_id"), &id]),
        survey_response_status: RecipientResponseStatus::parse(&row.text("came"))
            .filter(|_| includes(RecipientInclude::SurveyResponseStatus)),
        mail_status: MailStatus::parse(&row.text("mail_status")).filter(|_| includes(RecipientInclude::MailStatus)),
        custom_fields: includes(RecipientInclude::CustomFields).then(|| text_map(row, "custom_fields")),
        extra_fields: includes(RecipientInclude::ExtraFields).then(|| text_map(row, "extra_fields")),
        remove_link: (may_use_links && includes(RecipientInclude::RemoveLink))
            .then(|| format!("{link}{OPT_OUT_SUFFIX}")),
        survey_link: Some(link).filter(|_| may_use_links && includes(RecipientInclude::SurveyLink)),
        id: id.into(),
    })
}

fn recipient_from_row(context: &CallContext, parent: &Row, row: &Row) -> Result<Recipient, ApiError> {
    let all = recipient_ref(context, parent, row, RecipientInclude::ALL, may_use_links(context, parent)?)?;
    Ok(Recipient {
        id: all.id,
        survey_id: parent.text("survey_id").into(),
        email: all.email,
        phone_number: all.phone_number,
        first_name: Some(row.text("first_name")),
        last_name: Some(row.text("last_name")),
        survey_response_status: all.survey_response_status.ok_or(Error::Internal)?,
        mail_status: all.mail_status.ok_or(Error::Internal)?,
        custom_fields: all.custom_fields,
        extra_fields: all.extra_fields,
        remove_link: all.remove_link,
        survey_link: all.survey_link,
        href: all.href,
    })
}

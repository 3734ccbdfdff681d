//! The prose of the enumerations. Shapes do not carry it, lest builds do: so each is named here once more.

use canvass::spec::endpoints::{collectors, contacts, groups, query, recipients, responses, surveys, workgroups};
use canvass::spec::legacy;
use canvass::spec::questions;
use canvass::spec::resources;
use canvass::spec::shape::Doc;

const DOCS: &[&Doc] = &[
    resources::groups::MembershipStatus::DOC,
    resources::groups::ActivityType::DOC,
    resources::groups::Interval::DOC,
    resources::groups::MemberType::DOC,
    groups::MemberInclude::DOC,
    resources::workgroups::RoleName::DOC,
    resources::workgroups::ResourceType::DOC,
    workgroups::ShareInclude::DOC,
    surveys::SurveyInclude::DOC,
    surveys::SurveySort::DOC,
    query::SortOrder::DOC,
    resources::surveys::ShowResults::DOC,
    resources::surveys::RangesType::DOC,
    questions::Family::DOC,
    questions::Subtype::DOC,
    questions::DisplayType::DOC,
    questions::DisplaySubtype::DOC,
    questions::Detail::DOC,
    resources::questions::SortingType::DOC,
    resources::questions::RequiredType::DOC,
    resources::questions::ValidationType::DOC,
    resources::languages::TextContext::DOC,
    collectors::CollectorInclude::DOC,
    collectors::CollectorSort::DOC,
    resources::collectors::CollectorType::DOC,
    resources::collectors::CollectorStatus::DOC,
    resources::collectors::DisqualificationType::DOC,
    resources::collectors::RedirectType::DOC,
    resources::collectors::EditResponseType::DOC,
    resources::collectors::AnonymousType::DOC,
    resources::messages::MessageStatus::DOC,
    resources::messages::MessageType::DOC,
    resources::messages::MessageAudience::DOC,
    recipients::RecipientInclude::DOC,
    resources::recipients::RecipientResponseStatus::DOC,
    resources::recipients::MailStatus::DOC,
    resources::recipients::Duplicates::DOC,
    contacts::ContactStatus::DOC,
    contacts::ContactSort::DOC,
    resources::responses::ResponseStatus::DOC,
    resources::responses::CollectionMode::DOC,
    responses::TimeUnit::DOC,
    responses::ResponseSort::DOC,
    resources::rollups::TrendBy::DOC,
    resources::webhooks::EventType::DOC,
    resources::webhooks::WebhookObjectType::DOC,
    legacy::RespondentField::DOC,
    legacy::RespondentOrder::DOC,
    legacy::RespondentStatus::DOC,
    legacy::LegacyCollectionMode::DOC,
];

/// The prose of an enumeration, unless it is one that the SDK does not have.
pub fn doc(name: &str) -> Option<&'static Doc> {
    DOCS.iter().find(|doc| doc.name == name).copied()
}

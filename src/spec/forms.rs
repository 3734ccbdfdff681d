//! TABLE. Payloads with several forms: the fields that distinguish the forms, and the fields of each.
//!
//! Generators print types from it, and tests check the service against it. Checks at run time do not use it: the
//! payload's own table says which fields a response of a remote service may lack. No build links it.

use super::questions::{Design, Family, KINDS, Kind, Other, Subtype};
use super::resources::collectors::{CollectorType, POPUP_FIELDS};
use super::resources::messages::{MessageAudience, MessageType};
use super::resources::webhooks::{EventType, WebhookObjectType};

/// A property of a field in one form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldRule {
    /// It is present, and not null.
    Given,
    /// It is absent.
    Absent,
    /// It is null.
    Null,
    /// One of these strings only; they distinguish the form.
    One(Vec<&'static str>),
    /// One of these strings, or one that the service added later.
    Among(Vec<&'static str>),
    /// A string of no other form, which the service added later.
    Unlisted,
    /// As the payload's table says, with this form of the payload inside.
    Part(&'static str),
}

/// One form of a payload. Fields that it does not name are as in the payload's table.
#[derive(Debug, Clone)]
pub struct Form {
    /// Name of the type.
    pub name: &'static str,
    /// Its description.
    pub text: &'static str,
    /// Properties of its fields; a field may have several.
    pub fields: Vec<(&'static str, FieldRule)>,
}

/// The forms of a payload.
#[derive(Debug)]
pub struct Forms {
    /// Name of the payload.
    pub payload: &'static str,
    /// The fields that distinguish the forms, the most important first. Empty if the form depends on the operation or
    /// the containing payload: the payload is then a separate type in addition to its forms.
    pub discriminators: &'static [&'static str],
    /// The forms.
    pub forms: Vec<Form>,
}

impl Forms {
    /// Whether it is a payload of responses, which may get new forms; requests may use only the listed ones.
    pub fn is_read(&self) -> bool {
        self.forms.iter().any(Form::is_unlisted)
    }
}

impl Form {
    /// Whether it is the form for values that the service added later.
    pub fn is_unlisted(&self) -> bool {
        self.fields.iter().any(|(_, holds)| *holds == FieldRule::Unlisted)
    }
}

/// The operations whose responses have a form that depends on the operation.
pub const ANSWERS: &[(&str, &str)] = &[
    ("surveys.responses.bulk", "ResponseDetails"),
    ("surveys.responses.details", "ResponseDetails"),
    ("collectors.responses.bulk", "ResponseDetails"),
    ("collectors.responses.details", "ResponseDetails"),
];

/// Every payload with forms.
pub fn all_forms() -> Vec<Forms> {
    vec![
        Forms { payload: "Question", discriminators: &["family", "subtype"], forms: question_forms() },
        Forms { payload: "Answers", discriminators: &[], forms: DESIGNS.iter().map(answer_forms).collect() },
        Forms { payload: "Row", discriminators: &[], forms: vec![detail_row()] },
        Forms {
            payload: "QuestionNew",
            discriminators: &["family", "subtype", "question_bank"],
            forms: new_questions(),
        },
        Forms { payload: "AnswersNew", discriminators: &[], forms: new_answers() },
        Forms { payload: "Collector", discriminators: &["type"], forms: collector_forms() },
        Forms { payload: "CollectorNew", discriminators: &["type", "from_collector_id"], forms: new_collectors() },
        Forms { payload: "Message", discriminators: &["type"], forms: message_forms() },
        Forms { payload: "MessageNew", discriminators: &["type", "from_message_id"], forms: new_messages() },
        Forms {
            payload: "RecipientNew",
            discriminators: &["contact_id", "email", "phone_number"],
            forms: new_recipients(),
        },
        Forms { payload: "RecipientPerson", discriminators: &["email", "phone_number"], forms: people() },
        Forms { payload: "ContactNew", discriminators: &["email", "phone_number"], forms: contact_forms() },
        Forms { payload: "Response", discriminators: &[], forms: vec![response_details()] },
        Forms { payload: "Webhook", discriminators: &["event_type"], forms: webhook_forms() },
        Forms { payload: "WebhookNew", discriminators: &["event_type"], forms: new_webhooks() },
    ]
}

use FieldRule::{Absent, Among, Given, Null, One, Part, Unlisted};

fn make_form(
    name: &'static str,
    text: &'static str,
    fields: impl IntoIterator<Item = (&'static str, FieldRule)>,
) -> Form {
    Form { name, text, fields: fields.into_iter().collect() }
}

fn absent_fields(fields: &[&'static str]) -> impl Iterator<Item = (&'static str, FieldRule)> {
    fields.iter().map(|field| (*field, Absent))
}

/// The designs of questions: family, contents of `answers`, and the names of the forms for reading and writing.
type Alike = (Family, Design, &'static str, &'static str, &'static str);

const ALIKE: &[Alike] = &[
    (
        Family::SingleChoice,
        Design::Choices,
        "SingleChoiceQuestion",
        "SingleChoiceQuestionNew",
        "One of several choices.",
    ),
    (
        Family::MultipleChoice,
        Design::Choices,
        "MultipleChoiceQuestion",
        "MultipleChoiceQuestionNew",
        "Any number of several choices.",
    ),
    (Family::Matrix, Design::RowsAndChoices, "MatrixQuestion", "MatrixQuestionNew", "Rows with the same choices."),
    (
        Family::Matrix,
        Design::RowsAndColumns,
        "MatrixMenuQuestion",
        "MatrixMenuQuestionNew",
        "Rows and columns; each column has its own choices.",
    ),
    (
        Family::OpenEnded,
        Design::Nothing,
        "OpenEndedQuestion",
        "OpenEndedQuestionNew",
        "One text; with a display also a slider or an upload.",
    ),
    (
        Family::OpenEnded,
        Design::Rows,
        "OpenEndedRowsQuestion",
        "OpenEndedRowsQuestionNew",
        "A text or a number for every row.",
    ),
    (
        Family::Demographic,
        Design::Details,
        "DemographicQuestion",
        "DemographicQuestionNew",
        "Name, address and similar details, one in every row.",
    ),
    (
        Family::Datetime,
        Design::Rows,
        "DatetimeQuestion",
        "DatetimeQuestionNew",
        "A date, a time, or both for every row.",
    ),
    (
        Family::Presentation,
        Design::Nothing,
        "PresentationQuestion",
        "PresentationQuestionNew",
        "A text or an image without an answer.",
    ),
    (Family::ClickMap, Design::Nothing, "ClickMapQuestion", "ClickMapQuestionNew", "An image to click on."),
];

/// The types of `answers` of each design, if it has any, for reading and writing.
const DESIGNS: &[(Design, &str, &str, &str)] = &[
    (Design::Choices, "ChoiceAnswers", "ChoiceAnswersNew", "The options of a question with choices."),
    (Design::RowsAndChoices, "MatrixAnswers", "MatrixAnswersNew", "The options of a matrix."),
    (Design::RowsAndColumns, "MatrixMenuAnswers", "MatrixMenuAnswersNew", "The options of a matrix of menus."),
    (Design::Rows, "RowAnswers", "RowAnswersNew", "The options of a question with rows only."),
    (Design::Details, "DetailAnswers", "DetailAnswersNew", "The options of a demographic question."),
];

/// The subtypes of a family with a design.
pub fn subtypes_of(family: Family, design: Design) -> impl Iterator<Item = &'static Kind> {
    KINDS.iter().filter(move |kind| kind.family == family && kind.design == design)
}

fn subtype_names(family: Family, design: Design, wanted: impl Fn(Subtype) -> bool) -> Vec<&'static str> {
    subtypes_of(family, design)
        .map(|kind| kind.subtype)
        .filter(|subtype| wanted(*subtype))
        .map(Subtype::as_str)
        .collect()
}

/// True for a family with several designs, which the subtype distinguishes.
fn is_parted(family: Family) -> bool {
    ALIKE.iter().filter(|(other, ..)| *other == family).count() > 1
}

fn question_forms() -> Vec<Form> {
    let mut forms = Vec::new();
    for (family, design, name, _, text) in ALIKE {
        let subtypes = subtype_names(*family, *design, |_| true);
        let subtypes = if is_parted(*family) { One(subtypes) } else { Among(subtypes) };
        let mut fields = vec![("family", One(vec![family.as_str()])), ("subtype", subtypes)];
        match DESIGNS.iter().find(|(other, ..)| other == design) {
            Some((_, part, ..)) => fields.extend([("answers", Part(part)), ("answers", Given)]),
            None => fields.push(("answers", Absent)),
        }
        forms.push(make_form(name, text, fields));
    }
    let added = |family: Family| [("family", One(vec![family.as_str()])), ("subtype", Unlisted)];
    forms.extend([
        make_form(
            "UnlistedMatrixQuestion",
            "A matrix of a subtype that the service added later.",
            added(Family::Matrix),
        ),
        make_form(
            "UnlistedOpenEndedQuestion",
            "An open question of a subtype that the service added later.",
            added(Family::OpenEnded),
        ),
        make_form("UnlistedQuestion", "A question of a family that the service added later.", [("family", Unlisted)]),
    ]);
    forms
}

fn answer_forms((design, name, _, text): &(Design, &'static str, &'static str, &'static str)) -> Form {
    let mut fields = list_fields(*design);
    if *design == Design::Details {
        fields.push(("rows", Part("DetailRow")));
    }
    make_form(name, text, fields)
}

/// The lists that a design has and does not have, and whether it may have `other`.
fn list_fields(design: Design) -> Vec<(&'static str, FieldRule)> {
    let held = ["rows", "choices", "cols"].into_iter().zip(design.lists());
    let mut fields: Vec<_> = held.map(|(list, held)| (list, if held { Given } else { Absent })).collect();
    let roomy = KINDS.iter().any(|kind| kind.design == design && kind.other == Other::Allowed);
    if !roomy {
        fields.push(("other", Absent));
    }
    fields
}

fn detail_row() -> Form {
    make_form("DetailRow", "A row of a demographic question.", [("type", Given), ("required", Given)])
}

fn new_questions() -> Vec<Form> {
    let made = |name, text, family: Family, subtypes, part: Option<&'static str>, needed: bool| {
        let mut fields = vec![
            ("family", One(vec![family.as_str()])),
            ("family", Given),
            ("subtype", One(subtypes)),
            ("subtype", Given),
            ("headings", Given),
            ("question_bank", Absent),
        ];
        match part {
            Some(part) => fields.push(("answers", Part(part))),
            None => fields.push(("answers", Absent)),
        }
        if needed {
            fields.push(("answers", Given));
        }
        make_form(name, text, fields)
    };
    let mut forms = Vec::new();
    for (family, design, _, name, text) in ALIKE {
        let subtypes = subtype_names(*family, *design, |subtype| subtype != Subtype::Ranking);
        let part = DESIGNS.iter().find(|(other, ..)| other == design).map(|(_, _, part, _)| *part);
        forms.push(made(name, text, *family, subtypes, part, part.is_some() && *design != Design::Details));
    }
    let ranking = vec![Subtype::Ranking.as_str()];
    let text = "Rows to put in order; the service creates the choices.";
    forms.push(made("RankingQuestionNew", text, Family::Matrix, ranking, Some("RankingAnswersNew"), true));
    let text = "A question of the bank; other given fields override those of the bank.";
    let kind = absent_fields(&["family", "subtype"]);
    forms.push(make_form("BankQuestionNew", text, kind.chain([("question_bank", Given)])));
    forms
}

/// A demographic question without rows requests every detail, and the service creates a ranking's choices.
fn new_answers() -> Vec<Form> {
    let mut forms = Vec::new();
    for (design, _, name, text) in DESIGNS {
        let mut fields = list_fields(*design);
        if *design == Design::Details {
            fields.retain(|(list, _)| *list != "rows");
        }
        forms.push(make_form(name, text, fields));
    }
    let ranking = [("rows", Given), ("cols", Absent)];
    forms.push(make_form("RankingAnswersNew", "The rows of a ranking.", ranking));
    forms
}

const POPUPS: [CollectorType; 2] = [CollectorType::PopupInvitation, CollectorType::PopupSurvey];

fn collector_types(types: &[CollectorType]) -> (&'static str, FieldRule) {
    ("type", One(types.iter().map(|kind| kind.as_str()).collect()))
}

fn collector_forms() -> Vec<Form> {
    let plain = || absent_fields(&POPUP_FIELDS);
    let of = |name, text, kinds: &[CollectorType], known: Vec<(&'static str, FieldRule)>| {
        make_form(name, text, [collector_types(kinds)].into_iter().chain(known))
    };
    vec![
        of(
            "WeblinkCollector",
            "A URL at which anyone can take the survey.",
            &[CollectorType::Weblink],
            plain().chain([("url", Given)]).collect(),
        ),
        of(
            "EmailCollector",
            "Invitations by email.",
            &[CollectorType::Email],
            plain().chain([("url", Null)]).collect(),
        ),
        of(
            "SmsCollector",
            "Invitations by text message. Our service stores them and does not send them.",
            &[CollectorType::Sms],
            plain().collect(),
        ),
        of("PopupCollector", "A window above a page of your own.", &POPUPS, Vec::new()),
        of(
            "EmbeddedCollector",
            "A survey embedded in a page of your own.",
            &[CollectorType::EmbeddedSurvey],
            plain().collect(),
        ),
        make_form("UnlistedCollector", "A collector of a kind that the service added later.", [("type", Unlisted)]),
    ]
}

fn new_collectors() -> Vec<Form> {
    let popups = || absent_fields(&POPUP_FIELDS);
    let of = |name, text, kinds: &[CollectorType], lacks: Vec<(&'static str, FieldRule)>| {
        let known = [collector_types(kinds), ("type", Given), ("from_collector_id", Absent)];
        make_form(name, text, known.into_iter().chain(lacks))
    };
    let plain = [CollectorType::Weblink, CollectorType::Sms, CollectorType::EmbeddedSurvey];
    vec![
        of(
            "PlainCollectorNew",
            "Creates a web link, a collector of text messages, or an embedded survey.",
            &plain,
            popups().chain([("sender_email", Absent)]).collect(),
        ),
        of(
            "EmailCollectorNew",
            "Creates a collector of email invitations.",
            &[CollectorType::Email],
            popups().collect(),
        ),
        of("PopupCollectorNew", "Creates a popup.", &POPUPS, vec![("sender_email", Absent)]),
        make_form(
            "CollectorCopy",
            "Copies a collector; other given fields change the copy.",
            [("type", Absent), ("from_collector_id", Given)],
        ),
    ]
}

/// The recipients of a kind of message.
fn audience_names(kind: MessageType) -> Vec<&'static str> {
    kind.audiences().iter().map(|audience| MessageAudience::as_str(*audience)).collect()
}

const MESSAGES: &[(MessageType, &str, &str, &str)] = &[
    (MessageType::Invite, "InviteMessage", "InviteMessageNew", "An invitation by email."),
    (MessageType::Reminder, "ReminderMessage", "ReminderMessageNew", "A reminder by email."),
    (MessageType::ThankYou, "ThankYouMessage", "ThankYouMessageNew", "A thank-you message by email."),
    (
        MessageType::Sms,
        "SmsMessage",
        "SmsMessageNew",
        "An invitation by text message, without a subject; it is not sent.",
    ),
];

fn message_forms() -> Vec<Form> {
    let mut forms = Vec::new();
    for (kind, name, _, text) in MESSAGES {
        let mut fields = vec![("type", One(vec![kind.as_str()]))];
        fields.push(("subject", if *kind == MessageType::Sms { Absent } else { Given }));
        match audience_names(*kind) {
            none if none.is_empty() => fields.push(("recipient_status", Null)),
            some => fields.extend([("recipient_status", Among(some)), ("recipient_status", Given)]),
        }
        forms.push(make_form(name, text, fields));
    }
    forms.push(make_form("UnlistedMessage", "A message of a kind that the service added later.", [("type", Unlisted)]));
    forms
}

fn new_messages() -> Vec<Form> {
    let copied = ["from_collector_id", "from_message_id"];
    let mut forms = Vec::new();
    for (kind, _, name, text) in MESSAGES {
        let mut fields = vec![("type", One(vec![kind.as_str()])), ("type", Given), ("include_recipients", Absent)];
        fields.extend(absent_fields(&copied));
        if *kind == MessageType::Sms {
            fields.extend(absent_fields(&["subject", "embed_first_question"]));
        }
        match audience_names(*kind) {
            none if none.is_empty() => fields.push(("recipient_status", Absent)),
            some => fields.push(("recipient_status", Among(some))),
        }
        forms.push(make_form(name, text, fields));
    }
    let given = copied.map(|field| (field, Given));
    let lacks = [
        "type",
        "recipient_status",
        "subject",
        "body_text",
        "body_html",
        "body",
        "is_branding_enabled",
        "embed_first_question",
    ];
    let text = "Copies a message, on request with its recipients.";
    forms.push(make_form("MessageCopy", text, given.into_iter().chain(absent_fields(&lacks))));
    forms
}

fn new_recipients() -> Vec<Form> {
    let others = || absent_fields(&["contact_id"]);
    vec![
        make_form("ContactRecipientNew", "Adds a contact.", [("contact_id", Given)]),
        make_form("EmailRecipientNew", "Adds an email address.", others().chain([("email", Given)])),
        make_form("PhoneRecipientNew", "Adds a phone number.", others().chain([("phone_number", Given)])),
    ]
}

fn people() -> Vec<Form> {
    vec![
        make_form("EmailPerson", "A person by email address.", [("email", Given)]),
        make_form("PhonePerson", "A person by phone number.", [("phone_number", Given)]),
    ]
}

fn contact_forms() -> Vec<Form> {
    vec![
        make_form("EmailContactNew", "A contact with an email address.", [("email", Given)]),
        make_form("PhoneContactNew", "A contact with a phone number.", [("phone_number", Given)]),
    ]
}

fn response_details() -> Form {
    make_form("ResponseDetails", "A response with its answers.", [("pages", Given)])
}

/// The events whose webhooks name objects of these types.
fn event_types(filters: &[WebhookObjectType]) -> Vec<&'static str> {
    EventType::ALL.iter().filter(|event| event.filters() == filters).map(|event| event.as_str()).collect()
}

const BOTH: &[WebhookObjectType] = &[WebhookObjectType::Survey, WebhookObjectType::Collector];

fn webhook_forms() -> Vec<Form> {
    let named = EventType::ALL.iter().filter(|event| !event.filters().is_empty()).map(|event| event.as_str()).collect();
    let nothing = [("event_type", One(event_types(&[])))];
    vec![
        make_form(
            "ObjectWebhook",
            "A webhook about surveys or collectors that it names.",
            [("event_type", One(named)), ("object_type", Given), ("object_ids", Given)],
        ),
        make_form(
            "PlainWebhook",
            "A webhook about an event that belongs to no survey or collector yet.",
            nothing.into_iter().chain(absent_fields(&["object_type", "object_ids"])),
        ),
        make_form(
            "UnlistedWebhook",
            "A webhook about an event that the service added later.",
            [("event_type", Unlisted)],
        ),
    ]
}

fn new_webhooks() -> Vec<Form> {
    let survey = WebhookObjectType::Survey;
    let named = |filters| [("event_type", One(event_types(filters))), ("object_type", Given), ("object_ids", Given)];
    let nothing = [("event_type", One(event_types(&[])))];
    vec![
        make_form("ObjectWebhookNew", "A webhook about surveys or collectors.", named(BOTH)),
        make_form(
            "SurveyWebhookNew",
            "A webhook about surveys.",
            named(&[survey]).into_iter().chain([("object_type", One(vec![survey.as_str()]))]),
        ),
        make_form(
            "PlainWebhookNew",
            "A webhook about an event that belongs to no survey or collector yet.",
            nothing.into_iter().chain(absent_fields(&["object_type", "object_ids"])),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_kind_of_question_has_one_form() {
        for kind in KINDS {
            let forms = ALIKE.iter().filter(|(family, design, ..)| *family == kind.family && *design == kind.design);
            assert_eq!(forms.count(), 1, "{kind:?}");
            assert_eq!(DESIGNS.iter().any(|(design, ..)| *design == kind.design), kind.design != Design::Nothing);
        }
    }

    #[test]
    fn every_kind_of_collector_message_and_event_has_a_form() {
        let values_of = |payload: &str, field: &str| -> BTreeSet<&str> {
            let forms = all_forms().into_iter().find(|forms| forms.payload == payload).unwrap().forms;
            let fields = forms.into_iter().flat_map(|form| form.fields).filter(|(name, _)| *name == field);
            fields.flat_map(|(_, holds)| if let One(values) = holds { values } else { Vec::new() }).collect()
        };
        for payload in ["Collector", "CollectorNew"] {
            assert_eq!(values_of(payload, "type"), CollectorType::ALL.iter().map(|kind| kind.as_str()).collect());
        }
        for payload in ["Message", "MessageNew"] {
            assert_eq!(values_of(payload, "type"), MessageType::ALL.iter().map(|kind| kind.as_str()).collect());
        }
        for payload in ["Webhook", "WebhookNew"] {
            assert_eq!(values_of(payload, "event_type"), EventType::ALL.iter().map(|event| event.as_str()).collect());
        }
    }

    #[test]
    fn no_two_forms_have_one_name() {
        let mut seen = BTreeSet::new();
        for forms in all_forms() {
            assert!(forms.forms.iter().all(|form| seen.insert(form.name)), "{}", forms.payload);
        }
    }
}

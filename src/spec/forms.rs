//! TABLE. Payloads that come in several forms: which fields tell the forms apart, and what each of them has.
//!
//! Generators print types from it, and tests hold the service to it. No check is stricter for it: what an answer of a
//! remote service may lack is said by the payload's own table. No build links it.

use super::questions::{Design, Family, KINDS, Kind, Other, Subtype};
use super::resources::collectors::{CollectorType, POPUP_FIELDS};
use super::resources::messages::{MessageAudience, MessageType};
use super::resources::webhooks::{EventType, WebhookObjectType};

/// What is known of a field in one form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldRule {
    /// It is there, and is not null.
    Given,
    /// It is not there.
    Absent,
    /// It is null.
    Null,
    /// One of these strings and no other: what tells the form from the others.
    One(Vec<&'static str>),
    /// One of these strings, or one that the service has added since.
    Among(Vec<&'static str>),
    /// A string that no other form has: the service has added it since.
    Unlisted,
    /// What the payload's table says, with this form of the payload within.
    Part(&'static str),
}

/// One form of a payload. Of the fields that it does not name, the payload's table says everything.
#[derive(Debug, Clone)]
pub struct Form {
    /// Name of the type.
    pub name: &'static str,
    /// What it is.
    pub text: &'static str,
    /// What is known of its fields; of one there may be several things.
    pub fields: Vec<(&'static str, FieldRule)>,
}

/// The forms of a payload.
#[derive(Debug)]
pub struct Forms {
    /// Name of the payload.
    pub payload: &'static str,
    /// The fields that tell the forms apart, the first first. None where only the place tells: the payload is then a
    /// type of its own beside its forms.
    pub told_by: &'static [&'static str],
    /// The forms.
    pub forms: Vec<Form>,
}

impl Forms {
    /// Whether it is a payload of answers, which may grow new forms; requests may use the listed ones only.
    pub fn is_read(&self) -> bool {
        self.forms.iter().any(Form::is_unlisted)
    }
}

impl Form {
    /// Whether it stands for what the service has added since.
    pub fn is_unlisted(&self) -> bool {
        self.fields.iter().any(|(_, holds)| *holds == FieldRule::Unlisted)
    }
}

/// The operations whose answers have a form that only the place tells.
pub const ANSWERS: &[(&str, &str)] = &[
    ("surveys.responses.bulk", "ResponseDetails"),
    ("surveys.responses.details", "ResponseDetails"),
    ("collectors.responses.bulk", "ResponseDetails"),
    ("collectors.responses.details", "ResponseDetails"),
];

/// Every payload that has forms.
pub fn all_forms() -> Vec<Forms> {
    vec![
        Forms { payload: "Question", told_by: &["family", "subtype"], forms: question_forms() },
        Forms { payload: "Answers", told_by: &[], forms: DESIGNS.iter().map(answer_forms).collect() },
        Forms { payload: "Row", told_by: &[], forms: vec![detail_row()] },
        Forms { payload: "QuestionNew", told_by: &["family", "subtype", "question_bank"], forms: new_questions() },
        Forms { payload: "AnswersNew", told_by: &[], forms: new_answers() },
        Forms { payload: "Collector", told_by: &["type"], forms: collector_forms() },
        Forms { payload: "CollectorNew", told_by: &["type", "from_collector_id"], forms: new_collectors() },
        Forms { payload: "Message", told_by: &["type"], forms: message_forms() },
        Forms { payload: "MessageNew", told_by: &["type", "from_message_id"], forms: new_messages() },
        Forms { payload: "RecipientNew", told_by: &["contact_id", "email", "phone_number"], forms: new_recipients() },
        Forms { payload: "RecipientPerson", told_by: &["email", "phone_number"], forms: people() },
        Forms { payload: "ContactNew", told_by: &["email", "phone_number"], forms: contact_forms() },
        Forms { payload: "Response", told_by: &[], forms: vec![response_details()] },
        Forms { payload: "Webhook", told_by: &["event_type"], forms: webhook_forms() },
        Forms { payload: "WebhookNew", told_by: &["event_type"], forms: new_webhooks() },
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

/// The kinds of question whose designs are made alike: family, what `answers` holds, and what the forms are called, of
/// a question that is read and of one that is written.
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
    (Family::Matrix, Design::RowsAndChoices, "MatrixQuestion", "MatrixQuestionNew", "Rows that take the same choices."),
    (
        Family::Matrix,
        Design::RowsAndColumns,
        "MatrixMenuQuestion",
        "MatrixMenuQuestionNew",
        "Rows and columns; each column has choices of its own.",
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
        "Name, address and the like, a detail in every row.",
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
        "A text or an image that asks nothing.",
    ),
    (Family::ClickMap, Design::Nothing, "ClickMapQuestion", "ClickMapQuestionNew", "An image to click on."),
];

/// What `answers` of each design is called, if there is any, read and written.
const DESIGNS: &[(Design, &str, &str, &str)] = &[
    (Design::Choices, "ChoiceAnswers", "ChoiceAnswersNew", "The options of a question with choices."),
    (Design::RowsAndChoices, "MatrixAnswers", "MatrixAnswersNew", "The options of a matrix."),
    (Design::RowsAndColumns, "MatrixMenuAnswers", "MatrixMenuAnswersNew", "The options of a matrix of menus."),
    (Design::Rows, "RowAnswers", "RowAnswersNew", "The options of a question with rows alone."),
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

/// True for a family whose questions are made in more than one way: the subtype tells them apart.
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
            "A matrix of a subtype that the service has added since.",
            added(Family::Matrix),
        ),
        make_form(
            "UnlistedOpenEndedQuestion",
            "An open question of a subtype that the service has added since.",
            added(Family::OpenEnded),
        ),
        make_form(
            "UnlistedQuestion",
            "A question of a family that the service has added since.",
            [("family", Unlisted)],
        ),
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

/// The lists that a design has and has not, and whether there may be room for another answer.
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
    let text = "Rows to be put in order; the service makes the choices.";
    forms.push(made("RankingQuestionNew", text, Family::Matrix, ranking, Some("RankingAnswersNew"), true));
    let text = "A question of the bank; what is said beside it stands in place of what the bank says.";
    let kind = absent_fields(&["family", "subtype"]);
    forms.push(make_form("BankQuestionNew", text, kind.chain([("question_bank", Given)])));
    forms
}

/// A demographic question without rows asks for every detail, and a ranking's choices are made by the service.
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
            "An address at which everybody can take the survey.",
            &[CollectorType::Weblink],
            plain().chain([("url", Given)]).collect(),
        ),
        of(
            "EmailCollector",
            "Invitations by email.",
            &[CollectorType::Email],
            plain().chain([("url", Null)]).collect(),
        ),
        of("SmsCollector", "Invitations by text message.", &[CollectorType::Sms], plain().collect()),
        of("PopupCollector", "A window above a page of one's own.", &POPUPS, Vec::new()),
        of(
            "EmbeddedCollector",
            "A survey within a page of one's own.",
            &[CollectorType::EmbeddedSurvey],
            plain().collect(),
        ),
        make_form("UnlistedCollector", "A collector of a kind that the service has added since.", [("type", Unlisted)]),
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
            "Copies a collector; what is said beside it changes the copy.",
            [("type", Absent), ("from_collector_id", Given)],
        ),
    ]
}

/// To whom a message of a kind goes.
fn audience_names(kind: MessageType) -> Vec<&'static str> {
    kind.audiences().iter().map(|audience| MessageAudience::as_str(*audience)).collect()
}

const MESSAGES: &[(MessageType, &str, &str, &str)] = &[
    (MessageType::Invite, "InviteMessage", "InviteMessageNew", "An invitation by email."),
    (MessageType::Reminder, "ReminderMessage", "ReminderMessageNew", "A reminder by email."),
    (MessageType::ThankYou, "ThankYouMessage", "ThankYouMessageNew", "Thanks by email."),
    (MessageType::Sms, "SmsMessage", "SmsMessageNew", "An invitation by text message; it has no subject."),
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
    forms.push(make_form(
        "UnlistedMessage",
        "A message of a kind that the service has added since.",
        [("type", Unlisted)],
    ));
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
        "is_branding_enabled",
        "embed_first_question",
    ];
    let text = "Copies a message, with its recipients if they are asked for.";
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
            "A webhook about an event that the service has added since.",
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
        let told = |payload: &str, field: &str| -> BTreeSet<&str> {
            let forms = all_forms().into_iter().find(|forms| forms.payload == payload).unwrap().forms;
            let fields = forms.into_iter().flat_map(|form| form.fields).filter(|(name, _)| *name == field);
            fields.flat_map(|(_, holds)| if let One(values) = holds { values } else { Vec::new() }).collect()
        };
        for payload in ["Collector", "CollectorNew"] {
            assert_eq!(told(payload, "type"), CollectorType::ALL.iter().map(|kind| kind.as_str()).collect());
        }
        for payload in ["Message", "MessageNew"] {
            assert_eq!(told(payload, "type"), MessageType::ALL.iter().map(|kind| kind.as_str()).collect());
        }
        for payload in ["Webhook", "WebhookNew"] {
            assert_eq!(told(payload, "event_type"), EventType::ALL.iter().map(|event| event.as_str()).collect());
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

//! Which resource an id identifies, told by the payload or operation that it stands in: each has a type of its own.
//!
//! Shapes do not carry it, lest builds do.

use crate::typescript::camel;
use canvass::spec::shape::{Field, Shape};

/// The resources with the payloads in which `id` is theirs.
const PAYLOADS: &[(&str, &[&str])] = &[
    ("user", &["User", "WorkgroupMember"]),
    ("group", &["Group", "GroupRef", "Organization"]),
    ("member", &["Member", "MemberRef"]),
    ("workgroup", &["Workgroup"]),
    ("share", &["WorkgroupShare"]),
    ("role", &["Role", "DefaultRole"]),
    ("survey", &["Survey", "SurveyDetails", "SurveyRef"]),
    ("page", &["Page", "PageDetails", "PageRef", "ResponsePage", "ResponsePageNew"]),
    (
        "question",
        &["Question", "QuestionRef", "QuestionBenchmark", "ResponseQuestion", "ResponseQuestionNew", "Rollup", "Trend"],
    ),
    ("choice", &["Choice", "ChoiceNew", "ChoiceCount", "ColumnChoice"]),
    ("row", &["Row", "RowNew", "RowCounts", "TrendRow"]),
    ("column", &["Column", "ColumnNew"]),
    ("other_option", &["OtherOption", "OtherNew"]),
    ("random_assignment", &["RandomAssignment"]),
    ("survey_template", &["SurveyTemplate"]),
    ("survey_category", &["SurveyCategory"]),
    ("language", &["SurveyLanguage", "Translation", "TranslationRef"]),
    ("folder", &["Folder"]),
    ("bundle", &["Bundle", "BundleRef", "BundleAnalysis"]),
    ("bundle_question", &["BundleQuestion"]),
    ("collector", &["Collector", "CollectorRef"]),
    ("message", &["Message", "MessageRef"]),
    ("recipient", &["Recipient", "RecipientAdded", "RecipientRef"]),
    ("contact", &["Contact", "ContactRef"]),
    ("contact_list", &["ContactList"]),
    ("contact_field", &["ContactField"]),
    ("response", &["Response", "ResponseRef"]),
    ("webhook", &["Webhook", "WebhookRef"]),
];

/// The resources with the names of fields, parameters and arguments that hold their ids, wherever these stand.
const NAMES: &[(&str, &[&str])] = &[
    ("user", &["user_id", "owner_user_id"]),
    ("group", &["group_id", "organization_id"]),
    ("workgroup", &["workgroup_id"]),
    ("share", &["share_id"]),
    ("role", &["default_role_id"]),
    ("survey", &["survey_id", "from_survey_id"]),
    ("page", &["page_id", "page_ids", "current_page_id", "page_path"]),
    ("question", &["question_id", "question_ids"]),
    ("choice", &["choice_id"]),
    ("row", &["row_id"]),
    ("column", &["col_id"]),
    ("other_option", &["other_id"]),
    ("random_assignment", &["variable_id"]),
    ("survey_template", &["template_id", "from_template_id"]),
    ("team_survey_template", &["team_template_id", "from_team_template_id"]),
    ("survey_category", &["category"]),
    ("language", &["language", "language_code"]),
    ("folder", &["folder_id"]),
    ("bank_question", &["question_bank_question_id"]),
    ("modifier", &["modifier_id"]),
    ("modifier_option", &["modifier_options_id"]),
    ("bundle", &["bundle_id"]),
    ("collector", &["collector_id", "collector_ids", "from_collector_id"]),
    ("message", &["message_id", "from_message_id"]),
    ("recipient", &["recipient_id"]),
    ("contact", &["contact_id", "contact_ids"]),
    ("contact_list", &["contact_list_id", "contact_list_ids", "list_id"]),
    ("contact_field", &["contact_field_id"]),
    ("response", &["response_id", "respondent_id"]),
    ("webhook", &["webhook_id"]),
];

/// What is told by a name and its owner together: a payload, or an operation by the beginning of its name.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("member", "groups.members.", "member_id"),
    ("member", "groups.members.", "division_ids"),
    ("user", "workgroups.members.", "member_id"),
    ("bank_question", "BankQuestion", "question_id"),
    ("bundle_question", "benchmark_bundles.", "question_ids"),
];

/// Fields and parameters whose ids have no type: they stand for one of several resources, or for what is none.
const OTHERS: &[&str] = &[
    "error_id",
    "left_label_id",
    "middle_label_id",
    "object_ids",
    "event_id",
    "recipients",
    "resource_id",
    "right_label_id",
    "role_assignment_id",
    "theme_id",
];

/// The payloads whose own ids have no type.
const OTHER_PAYLOADS: &[&str] = &["ErrorDescription", "ErrorRef", "ResourceDetails"];

/// The resources whose ids have a type, in the order of their names.
pub fn resources() -> Vec<&'static str> {
    let lists = [PAYLOADS, NAMES].into_iter().flatten().map(|(resource, _)| *resource);
    let mut names: Vec<&str> = lists.chain(EXCEPTIONS.iter().map(|(resource, ..)| *resource)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The type of the ids in a field of a payload or operation; nothing if it holds none.
pub fn within(owner: &str, field: &Field) -> String {
    if holds_ids(&field.shape) { of(owner, field.name) } else { String::new() }
}

fn holds_ids(shape: &Shape) -> bool {
    match shape {
        Shape::Id => true,
        Shape::Array(inner)
        | Shape::Map(inner)
        | Shape::Nullable(inner)
        | Shape::OneOrFirst(inner)
        | Shape::ListedOrKeyed(inner) => holds_ids(inner),
        _ => false,
    }
}

/// The type of an id by where it stands: the payload or operation, and the name there.
pub fn of(owner: &str, name: &str) -> String {
    let listed = |list: &[(&'static str, &[&str])], wanted: &str| {
        list.iter().find(|(_, names)| names.contains(&wanted)).map(|(resource, _)| *resource)
    };
    let exception = EXCEPTIONS.iter().find(|(_, place, field)| owner.starts_with(place) && *field == name);
    let resource = match exception {
        Some((resource, ..)) => Some(*resource),
        None if name == "id" => listed(PAYLOADS, owner),
        None => listed(NAMES, name),
    };
    let others = if name == "id" { (OTHER_PAYLOADS, owner) } else { (OTHERS, name) };
    match resource {
        Some(resource) => type_of(resource),
        None if others.0.contains(&others.1) => "Id".to_owned(),
        None => panic!("which id is {name} of {owner}? Say so in tests/generated/ids.rs"),
    }
}

/// The type of a resource's id.
pub fn type_of(resource: &str) -> String {
    format!("{}Id", camel(resource))
}

#[test]
fn every_id_is_listed_once_and_occurs_in_a_payload() {
    let files = ["pkg/src/generated/types.ts", "pkg/src/generated/parameters.ts", "pkg/src/generated/deliveries.ts"];
    let printed: String = files.into_iter().map(crate::read).collect();
    let printed = printed.replace("?:", ":");
    let listed =
        |list: &[(&str, &'static [&'static str])]| list.iter().flat_map(|(_, names)| *names).copied().collect();
    let payloads: Vec<&str> = [listed(PAYLOADS), OTHER_PAYLOADS.to_vec()].concat();
    let names: Vec<&str> = [listed(NAMES), OTHERS.to_vec()].concat();
    for (mut list, stands) in [(payloads, "interface {} "), (names, " {}:")] {
        let count = list.len();
        list.sort_unstable();
        list.dedup();
        assert_eq!(list.len(), count);
        let stands = |name: &str| printed.contains(&stands.replace("{}", name));
        let lost: Vec<&str> =
            list.into_iter().filter(|name| !stands(name) && !stands(&format!("{name}Fields"))).collect();
        assert_eq!(lost, [""; 0]);
    }
}

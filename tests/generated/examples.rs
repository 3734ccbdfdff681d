//! An example call of every operation. `tests/edge/snippets.test.mjs` compiles all of them.

use canvass::spec::endpoint::Route;
use canvass::spec::shape::{Field, Shape};

/// Example bodies by the type of the arguments: fields of an object literal.
const BODIES: &[(&str, &str)] = &[
    ("CollectorNew", r#"type: "weblink", name: "Newsletter""#),
    ("CollectorPatch", r#"name: "Newsletter""#),
    ("ContactFieldPatch", r#"label: "Customer number""#),
    ("ContactListMerge", "list_id"),
    ("ContactListNew", r#"name: "Customers""#),
    ("ContactListPatch", r#"name: "Customers""#),
    ("ContactNew", r#"email: "ada@mail.example", first_name: "Ada", last_name: "Lovelace""#),
    ("ContactPatch", r#"first_name: "Ada""#),
    ("ContactsNew", r#"contacts: [{ email: "ada@mail.example", first_name: "Ada", last_name: "Lovelace" }]"#),
    ("FolderNew", r#"title: "Customers""#),
    ("MemberPatch", r#"email: "ada@mail.example""#),
    ("MessageNew", r#"type: "invite", subject: "We want your opinion""#),
    ("MessagePatch", r#"subject: "We want your opinion""#),
    ("MessageSend", r#"scheduled_date: "2030-01-31T09:00:00+00:00""#),
    ("PageNew", r#"title: "Your visit""#),
    ("QuestionNew", r#"family: "open_ended", subtype: "essay", headings: [{ heading: "How was it?" }]"#),
    ("QuestionPatch", r#"headings: [{ heading: "How was it?" }]"#),
    ("RecipientNew", r#"email: "ada@mail.example", first_name: "Ada""#),
    ("RecipientsNew", r#"contacts: [{ email: "ada@mail.example" }, { email: "eve@mail.example" }]"#),
    ("ResponseNew", r#"pages: [{ id: page_id, questions: [{ id: question_id, answers: [{ text: "Good" }] }] }]"#),
    ("ResponsePatch", r#"response_status: "completed""#),
    ("SurveyNew", r#"title: "Your visit""#),
    ("SurveyPatch", r#"title: "Your visit""#),
    (
        "TranslationNew",
        r#"enabled: true, translations: [{ resource_id: survey_id, context: "survey_title", translation: "Ihr Besuch" }]"#,
    ),
    ("TranslationPatch", "enabled: true"),
    (
        "WebhookNew",
        r#"name: "Responses", event_type: "response_completed", object_type: "survey", object_ids: [survey_id], subscription_url: "https://app.example/hook""#,
    ),
    ("WebhookPatch", r#"name: "Responses""#),
    ("WorkgroupMemberNew", "user_id"),
    ("WorkgroupMemberPatch", "is_workgroup_owner: true"),
    ("WorkgroupMembersNew", "members: [{ user_id }]"),
    ("WorkgroupNew", r#"name: "Research", is_visible: true"#),
    ("WorkgroupPatch", r#"name: "Research""#),
    ("WorkgroupShareNew", r#"resource_type: "survey", resource_id: survey_id"#),
    ("WorkgroupSharesNew", r#"shares: [{ resource_type: "survey", resource_id: survey_id }]"#),
];

/// The lines of an example: a call with the ids of the path, what else is required, and the body that the table has. A
/// list is iterated; any other result gets the name of its type.
pub fn example(route: &Route, body: Option<&str>, answer: &str) -> Vec<String> {
    let mut given: Vec<String> = route.arguments().map(str::to_owned).collect();
    given.extend(
        route.parameters().filter(|field| field.required).map(|field| format!("{}: {}", field.name, value(field))),
    );
    let is_list = matches!(route.response, Shape::List(_));
    if is_list && route.parameters().any(|field| field.name == "per_page") {
        given.push("per_page: 100".to_owned());
    }
    if let Some(body) = body {
        let found = BODIES.iter().find(|(name, _)| *name == body);
        given.push(found.unwrap_or_else(|| panic!("{body} has no example: add a row to BODIES")).1.to_owned());
    }
    let arguments = if given.is_empty() { String::new() } else { format!("{{ {} }}", given.join(", ")) };
    let call = format!("canvass.{}({arguments})", route.name);
    let name = answer[..1].to_lowercase() + &answer[1..];
    let code = match route.response {
        Shape::List(_) => format!("for await (const {name} of {call}) console.log({name});"),
        Shape::Nothing => format!("await {call};"),
        _ => format!("const {name} = await {call};"),
    };
    ["@example", "```js", &code, "```"].map(str::to_owned).to_vec()
}

/// A value of a required parameter.
fn value(field: &Field) -> String {
    match &field.shape {
        Shape::Choice(choice) => format!("{:?}", choice.values[0]),
        Shape::Array(Shape::Id) => format!("[{}]", field.name.trim_end_matches('s')),
        Shape::Id => field.name.to_owned(),
        other => panic!("the required parameter {} is {other:?}, of which there is no example yet", field.name),
    }
}

//! Responses as the SDK reads them, those of other services among them.

use super::*;
use crate::spec::endpoints::routes;
use serde_json::{Value, json};

fn response<'a, 'h>(status: u16, body: &'a str, header: &'h dyn Fn(&str) -> Option<String>) -> ApiResponse<'a, 'h> {
    ApiResponse { status, body: body.as_bytes(), header }
}

#[test]
fn a_response_without_a_quota_waits_as_long_as_it_says() {
    let later = |name: &str| (name == "retry-after").then(|| "7".to_owned());
    let failure = response(429, "", &later).failure().unwrap();
    assert_eq!((failure.cause, failure.wait), (Cause::RateLimited, Some(7)));
    assert_eq!(response(200, "{}", &later).failure(), None);
}

#[test]
fn a_list_returns_its_next_page_and_a_removal_nothing() {
    let route = |name| routes().find(|route| route.name == name).unwrap();
    let body = r#"{"data":[],"page":1,"per_page":2,"total":9,"links":{"self":"x","next":"x?page=2"}}"#;
    let result = response(200, body, &|_| None).decode_result(route("groups.list"), "{}");
    assert_eq!(result, Ok(DecodedResponse { value: body.as_bytes(), next: Some(r#"{"page":"2"}"#.to_owned()) }));
    let result = response(204, "", &|_| None).decode_result(route("groups.list"), "{}");
    assert_eq!(result, Ok(DecodedResponse { value: &[], next: None }));
    let refused = response(200, "[]", &|_| None).decode_result(route("groups.list"), "{}").unwrap_err();
    assert_eq!((refused.cause, refused.status), (Cause::UnexpectedAnswer, 200));
}

/// Decodes a body of another service as the SDK does; a failure names the first field that is not usable. The bodies
/// are older and leaner than those of this service; their texts are invented.
fn check(operation: &str, body: &Value) -> Result<(), String> {
    let route = routes().find(|route| route.name == operation).unwrap();
    let decoded = response(200, &body.to_string(), &|_| None).decode_result(route, "{}").map(drop);
    decoded.map_err(|failure| failure.path)
}

fn url(path: &str) -> String {
    format!("https://api.example/v3/{path}")
}

fn list(item: Value) -> Value {
    json!({ "data": [item], "per_page": 50, "page": 1, "total": 1, "links": { "self": url("surveys?page=1&per_page=50") } })
}

/// A survey of the time before templates, themes and owners.
fn old_survey() -> Value {
    json!({
        "title": "Tree houses", "nickname": "", "language": "en", "question_count": 2, "page_count": 1,
        "response_count": 7, "date_created": "2015-04-02T09:30:00", "date_modified": "2015-04-03T10:00:00",
        "id": "70000001", "href": url("surveys/70000001"), "analyze_url": "https://www.example/analyze/a",
        "buttons_text": { "next_button": "Next", "prev_button": "Back", "done_button": "Done", "exit_button": "" },
        "edit_url": "https://www.example/create/?sm=a", "collect_url": "https://www.example/collect/?sm=a",
        "summary_url": "https://www.example/summary/a", "preview": "https://www.example/r/Preview/?sm=a",
    })
}

fn question(more: Value) -> Value {
    let mut question = json!({
        "id": "71000001", "position": 1, "visible": true, "family": "open_ended", "subtype": "single", "sorting": null,
        "required": null, "validation": null, "forced_ranking": false, "headings": [{ "heading": "How high is it?" }],
        "href": url("surveys/70000001/pages/72000001/questions/71000001"),
    });
    question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    question
}

fn details(question: Value) -> Value {
    let mut survey = old_survey();
    survey["pages"] = json!([{
        "title": "", "description": "", "position": 1, "question_count": 1, "id": "72000001",
        "href": url("surveys/70000001/pages/72000001"), "questions": [question],
    }]);
    survey
}

#[test]
fn an_older_survey_collector_and_team_are_usable() {
    assert_eq!(check("surveys.get", &old_survey()), Ok(()));
    assert_eq!(check("surveys.details", &details(question(json!({})))), Ok(()));
    let collector = json!({
        "status": "open", "id": "73000001", "type": "weblink", "name": "Garden gate", "close_date": null,
        "thank_you_message": "Thank you!", "closed_page_message": "Come back in spring.", "sender_email": null,
        "redirect_url": "https://www.example", "display_survey_results": false, "edit_response_type": "never",
        "anonymous_type": "not_anonymous", "allow_multiple_responses": false, "password_enabled": false,
        "date_created": "2015-10-06T12:56:55+00:00", "date_modified": "2015-10-06T12:56:55+00:00",
        "url": "https://www.example/r/GARDEN", "href": url("collectors/73000001"),
    });
    assert_eq!(check("collectors.get", &collector), Ok(()));
    let item = json!({ "name": "Popup 1", "id": "73000002", "href": url("collectors/73000002"), "type": "popup" });
    assert_eq!(check("surveys.collectors.list", &list(item)), Ok(()));
    let team = json!({ "id": "74000001", "name": "Carpenters", "owner_email": "ada@example.com", "href": url("groups/74000001") });
    assert_eq!(check("groups.get", &team), Ok(()));
}

#[test]
fn a_display_needs_no_type_and_a_layout_no_whole_numbers() {
    let block = json!({ "family": "presentation", "subtype": "descriptive_text", "layout": null, "nickname": "Text1",
        "display_options": { "show_display_number": false } });
    assert_eq!(check("surveys.details", &details(question(block))), Ok(()));
    let slider = json!({
        "layout": {
            "bottom_spacing": 0, "col_width": 33.3, "col_width_format": "percent", "left_spacing": 0, "num_chars": 50,
            "num_lines": null, "position": "new_row", "right_spacing": 0, "top_spacing": -1.5, "width": 66.6,
            "width_format": "percent",
        },
        "headings": [
            { "heading": "How high?", "random_assignment": { "percent": 33.3, "position": 1, "variable_name": "", "id": "75000001" } },
            { "heading": "How low?", "random_assignment": { "percent": 66.7, "position": 2, "variable_name": "", "id": "75000002" } },
        ],
        "display_options": {
            "display_type": "slider", "display_subtype": "", "left_label": "0", "left_label_id": "76000001",
            "middle_label": "", "middle_label_id": null, "right_label": "10", "right_label_id": "76000002",
            "show_display_number": true,
            "custom_options": { "starting_position": 0, "option_set": ["adjusted_scale"], "step_size": 1 },
        },
    });
    assert_eq!(check("surveys.pages.questions.get", &question(slider)), Ok(()));
    let scale = json!({ "family": "matrix", "subtype": "rating", "answers": {
        "rows": [{ "visible": true, "text": "", "position": 1, "id": "77000001" }],
        "choices": [{ "description": "", "weight": -100, "id": "78000001", "visible": true, "is_na": false, "text": "Not at all likely", "position": 1 }],
    } });
    assert_eq!(check("surveys.details", &details(question(scale))), Ok(()));
}

#[test]
fn settings_may_be_below_zero_or_fractions_and_options_lack_what_is_newer() {
    let slider = json!({ "display_options": {
        "display_type": "slider", "custom_options": { "starting_position": -5, "step_size": 0.5 },
    } });
    assert_eq!(check("surveys.details", &details(question(slider))), Ok(()));
    let option = |id: &str, text: &str| json!({ "visible": true, "text": text, "position": 1, "id": id });
    let mut choice = option("78000001", "Oak");
    choice["quiz_options"] = json!({ "score": -1.5 });
    let quiz = json!({ "family": "single_choice", "subtype": "vertical",
        "answers": { "choices": [choice], "other": option("79000001", "Other (please specify)") } });
    assert_eq!(check("surveys.details", &details(question(quiz))), Ok(()));
    let mut column = option("80000001", "Wood");
    column["choices"] = json!([option("81000001", "Oak")]);
    let menus = json!({ "family": "matrix", "subtype": "menu",
        "answers": { "rows": [option("77000001", "Floor")], "cols": [column] } });
    assert_eq!(check("surveys.details", &details(question(menus))), Ok(()));
    let mut survey = old_survey();
    survey["quiz_options"] = json!({ "is_quiz_mode": true, "feedback": { "ranges_type": "percentage", "ranges": [
        { "min": -10, "max": 49.5, "message": "Once more" },
    ] } });
    assert_eq!(check("surveys.get", &survey), Ok(()));
}

#[test]
fn a_response_of_another_service_is_usable() {
    let response = json!({
        "id": "13000000001", "recipient_id": "", "collection_mode": "default", "response_status": "completed",
        "custom_value": "", "ip_address": "192.0.2.7", "logic_path": {}, "metadata": { "contact": {} }, "page_path": [],
        "collector_id": "73000001", "survey_id": "70000001", "custom_variables": {}, "total_time": 10,
        "edit_url": "https://www.example/r/?sm=e", "analyze_url": "https://www.example/analyze/browse/a",
        "date_created": "2022-03-05T18:05:46+00:00", "date_modified": "2022-03-05T18:05:57+00:00",
        "href": url("surveys/70000001/responses/13000000001"),
        "pages": [{ "id": "72000001", "questions": [{ "id": "71000001", "answers": [{ "tag_data": [], "text": "Four metres" }] }] }],
    });
    assert_eq!(check("surveys.responses.bulk", &list(response)), Ok(()));
}

#[test]
fn a_survey_without_id_or_title_is_none() {
    for name in ["id", "title", "href"] {
        let mut survey = old_survey();
        survey.as_object_mut().unwrap().remove(name);
        assert_eq!(check("surveys.get", &survey), Err(name.to_owned()));
    }
}

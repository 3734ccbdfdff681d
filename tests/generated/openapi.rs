//! www/openapi.json: the tables printed as OpenAPI 3.1.

use crate::outside::{authorize, content_page, delivery, respondent_list, token};
use crate::refusals::{error_table, header_refs, headers, pipeline, refusal_ref, refusals};
use crate::schema::Schemas;
use crate::{fresh, prose};
use canvass::spec::content::{self, PAGES};
use canvass::spec::endpoint::{Method, QueryPart as _, Route};
use canvass::spec::endpoints;
use canvass::spec::legacy;
use canvass::spec::oauth::{self, TokenRequest};
use canvass::spec::scopes::{PlanRule, Scope};
use canvass::spec::shape::{Doc, Field, Shape};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The server: the one that serves the document, whatever its address. A client resolves it against the document's URL.
const SERVER: &str = "/";

const ABOUT: &str = "Surveys, their design, collectors, messages, recipients and responses, on behalf of an account. \
    Send an access token as `Authorization: bearer TOKEN`. Every account lives in one region: use the address that \
    came with its token. Enumerations in answers may grow new values; requests may use the listed ones only. Dates \
    are UTC; their form is stated per field.";

/// The members of a JSON object.
pub type Object = Map<String, Value>;

#[test]
fn openapi_json_is_fresh() {
    fresh("www/openapi.json", &printed());
}

#[test]
fn every_operation_is_described_once() {
    let document: Value = serde_json::from_str(&printed()).unwrap();
    let operations =
        document["paths"].as_object().unwrap().values().flat_map(|path| path.as_object().unwrap().values());
    let ids: Vec<&str> = operations.map(|operation| operation["operationId"].as_str().unwrap()).collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "an operationId stands twice");
    for route in endpoints::routes() {
        let operation = &document["paths"][route.path][route.method.as_str().to_lowercase()];
        assert_eq!(operation["operationId"], route.name);
    }
}

#[test]
fn the_document_declares_version_1_0_0() {
    let document: Value = serde_json::from_str(&printed()).unwrap();
    assert_eq!(document["info"]["version"], "1.0.0");
}

#[test]
fn the_document_names_no_address_of_one_installation() {
    let document: Value = serde_json::from_str(&printed()).unwrap();
    assert_eq!(document["servers"].as_array().unwrap().iter().map(|server| &server["url"]).collect::<Vec<_>>(), ["/"]);
    assert!(!printed().contains("127.0.0.1"), "an address of a local service");
}

#[test]
fn the_form_for_a_token_requires_what_the_service_requires() {
    let document: Value = serde_json::from_str(&printed()).unwrap();
    let form = &document["paths"][oauth::TOKEN_PATH]["post"]["requestBody"]["content"][oauth::FORM_TYPE]["schema"];
    let fields = || TokenRequest::FIELDS.iter();
    let required: Vec<&str> = fields().filter(|field| field.required).map(|field| field.name).collect();
    assert_eq!(form["required"], json!(required));
    assert_eq!(form["properties"].as_object().unwrap().len(), fields().count());
}

#[test]
fn no_name_of_the_crate_reaches_the_reader() {
    assert!(!printed().contains("::"), "a description names an item of the crate");
}

fn printed() -> String {
    let mut schemas = Schemas::new();
    let mut paths = BTreeMap::<&str, Object>::new();
    for (route, doc) in endpoints::routes().zip(endpoints::docs()) {
        let operation = operation(&mut schemas, route, doc);
        paths.entry(route.path).or_default().insert(key(route.method), operation);
    }
    paths.entry(legacy::PATH).or_default().insert(key(legacy::METHOD), respondent_list(&mut schemas));
    paths.entry(oauth::AUTHORIZE_PATH).or_default().insert(key(Method::GET), authorize(&mut schemas));
    paths.entry(oauth::TOKEN_PATH).or_default().insert(key(Method::POST), token(&mut schemas));
    for page in PAGES {
        paths.entry(page.path).or_default().insert(key(page.method), content_page(page));
    }
    let webhook = delivery(&mut schemas);
    let responses = refusals(&mut schemas);
    let mut components = schemas.into_components();
    let table = format!("{}\n\n{}", components["ErrorBody"]["description"].as_str().unwrap(), error_table());
    components["ErrorBody"]["description"] = table.into();
    let document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Canvass survey service",
            "version": content::VERSION,
            "description": ABOUT,
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": SERVER, "description": "The service that serves this document." }],
        "tags": tags(),
        "paths": paths,
        "webhooks": { "delivery": { "post": webhook } },
        "components": {
            "securitySchemes": security_schemes(),
            "headers": headers(),
            "responses": responses,
            "schemas": components,
        },
    });
    serde_json::to_string_pretty(&document).unwrap() + "\n"
}

fn key(method: Method) -> String {
    method.as_str().to_lowercase()
}

fn noun(route: &Route) -> &'static str {
    route.name.rsplit_once('.').map_or(route.name, |(noun, _)| noun)
}

fn tags() -> Vec<Value> {
    let mut names: Vec<&str> = Vec::new();
    for route in endpoints::routes() {
        if !names.contains(&noun(route)) {
            names.push(noun(route));
        }
    }
    let sdk = names.iter().map(|name| json!({ "name": name, "description": format!("`canvass.{name}` in the SDK.") }));
    let others = [
        ("legacy", "The one operation that is left of the API before `/v3`."),
        ("oauth", "Access on behalf of an account, by OAuth 2.0."),
        ("content", "Public pages: plans and registration."),
        ("deliveries", "What the service posts to an app's webhooks."),
    ];
    sdk.chain(others.map(|(name, about)| json!({ "name": name, "description": about }))).collect()
}

fn operation(schemas: &mut Schemas, route: &Route, doc: &Doc) -> Value {
    let text = prose::text(doc.text);
    let mut parameters: Vec<Value> = route.arguments().map(|name| path_parameter(schemas, name)).collect();
    for (fields, doc) in route.query.iter().zip(doc.parts) {
        parameters.extend(query_parameters(schemas, fields, doc));
    }
    let mut operation = Object::new();
    operation.insert("operationId".into(), route.name.into());
    operation.insert("tags".into(), json!([noun(route)]));
    operation.insert("summary".into(), prose::summary(&text).into());
    operation.insert("description".into(), [text, needs(route.scope)].join("\n\n").trim().into());
    operation.insert("security".into(), security(route.scope));
    if !parameters.is_empty() {
        operation.insert("parameters".into(), parameters.into());
    }
    if !matches!(route.body, Shape::Nothing) {
        // An empty body is read as an empty object.
        let required = matches!(route.body, Shape::Object(object) if object.fields.iter().any(|field| field.required));
        operation
            .insert("requestBody".into(), json!({ "required": required, "content": json_of(schemas.of(route.body)) }));
    }
    let mut success = json!({ "description": schemas.about(route.response), "headers": header_refs() });
    if !matches!(route.response, Shape::Nothing) {
        success["content"] = json_of(schemas.of(route.response));
    }
    let mut responses = Object::from_iter([(route.status.to_string(), success)]);
    responses.extend(pipeline(route).into_iter().map(|status| (status.to_string(), refusal_ref(status))));
    responses.insert("default".into(), json!({ "$ref": "#/components/responses/Refused" }));
    operation.insert("responses".into(), responses.into());
    operation.into()
}

/// What a row's scope asks of the token and of the plan, in a sentence.
fn needs(scope: Option<Scope>) -> String {
    let Some(scope) = scope else { return String::new() };
    let plan = match scope.plan_rule() {
        PlanRule::Free => "which every plan has",
        PlanRule::Paid => "which needs a paid plan",
        PlanRule::PaidExceptWeblink => "which needs a paid plan except for collectors of type `weblink`",
    };
    format!("Needs the scope `{}`, {plan}.", scope.as_str())
}

pub fn security(scope: Option<Scope>) -> Value {
    let scopes: Vec<&str> = scope.iter().map(|scope| scope.as_str()).collect();
    json!([{ "oauth2": scopes }, { "bearer": [] }])
}

fn path_parameter(schemas: &mut Schemas, name: &str) -> Value {
    let (about, schema) = (prose::argument(name), schemas.of(prose::argument_shape(name)));
    json!({ "name": name, "in": "path", "required": true, "description": about, "schema": schema })
}

/// The parameters of one part of a query.
pub fn query_parameters(schemas: &mut Schemas, fields: &[Field], doc: &Doc) -> Vec<Value> {
    let members = doc.members.iter().map(|(_, lines)| prose::text(lines));
    fields
        .iter()
        .zip(members)
        .map(|(field, about)| {
            let mut parameter = json!({
                "name": field.name, "in": "query", "required": field.required, "description": about,
                "schema": schemas.of(field.shape),
            });
            if matches!(field.shape, Shape::Array(_)) {
                parameter["style"] = "form".into();
                parameter["explode"] = false.into();
            }
            parameter
        })
        .collect()
}

pub fn json_of(schema: Value) -> Value {
    json!({ "application/json": { "schema": schema } })
}

fn security_schemes() -> Value {
    let scopes: Object =
        Scope::ALL.iter().map(|scope| (scope.as_str().to_owned(), format!("{}.", scope.purpose()).into())).collect();
    json!({
        "oauth2": {
            "type": "oauth2",
            "description": "Tokens do not expire; the person can revoke them. There is no refresh.",
            "flows": { "authorizationCode": {
                "authorizationUrl": oauth::AUTHORIZE_PATH,
                "tokenUrl": oauth::TOKEN_PATH,
                "scopes": scopes,
            } },
        },
        "bearer": { "type": "http", "scheme": oauth::SCHEME, "description": "An access token of the account." },
    })
}

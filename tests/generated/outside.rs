//! The operations of openapi.json that are no row of the endpoint table: legacy, OAuth, public pages, deliveries.

use crate::openapi::{json_of, query_parameters, security};
use crate::prose;
use crate::schema::Schemas;
use canvass::spec::content;
use canvass::spec::endpoint::Query;
use canvass::spec::events::{self, Delivery};
use canvass::spec::legacy::{self, Failure, RespondentList, RespondentListBody, RespondentListQuery};
use canvass::spec::oauth::{self, Authorization, TokenAnswer, TokenRefusal, TokenRequest};
use canvass::spec::shape::Shaped;
use serde_json::{Map, Value, json};

pub fn respondent_list(schemas: &mut Schemas) -> Value {
    let answers = [schemas.of(RespondentList::SHAPE), schemas.of(Failure::SHAPE)];
    json!({
        "operationId": "legacy.get_respondent_list",
        "tags": ["legacy"],
        "summary": "Lists the respondents of a survey",
        "description": "Every answer has HTTP status 200; `status` in its body says how it went, and 0 is success.",
        "security": security(None),
        "parameters": parameters::<(RespondentListQuery,)>(schemas),
        "requestBody": { "required": true, "content": json_of(schemas.of(RespondentListBody::SHAPE)) },
        "responses": {
            legacy::HTTP_STATUS.to_string(): {
                "description": "The respondents, or why there are none.",
                "content": json_of(json!({ "oneOf": answers })),
            },
        },
    })
}

pub fn authorize(schemas: &mut Schemas) -> Value {
    json!({
        "operationId": "oauth.authorize",
        "tags": ["oauth"],
        "summary": "Asks the person at the browser for access",
        "description": "Send the person's browser here. It comes back to `redirect_uri` with `code` and `state`, or \
            with `error` and `error_description`.",
        "security": [],
        "parameters": parameters::<(Authorization,)>(schemas),
        "responses": {
            "200": { "description": "The sign-in or consent page.", "content": { "text/html": {} } },
            "302": { "description": "Back to the app." },
            "400": { "description": "A page that says what is wrong with the app or its address; no redirect.",
                "content": { "text/html": {} } },
        },
    })
}

pub fn token(schemas: &mut Schemas) -> Value {
    let fields = parameters::<(TokenRequest,)>(schemas);
    let properties: Map<String, Value> = fields
        .iter()
        .map(|field| {
            let about = &field["description"];
            (field["name"].as_str().unwrap().to_owned(), json!({ "type": "string", "description": about }))
        })
        .collect();
    let required: Vec<&Value> =
        fields.iter().filter(|field| field["required"] == true).map(|field| &field["name"]).collect();
    let form = json!({ "type": "object", "properties": properties, "required": required });
    let refusal = json_of(schemas.of(TokenRefusal::SHAPE));
    json!({
        "operationId": "oauth.token",
        "tags": ["oauth"],
        "summary": "Exchanges a code for an access token",
        "description": "The token does not expire; the person can revoke it.",
        "security": [],
        "requestBody": { "required": true, "content": { oauth::FORM_TYPE: { "schema": form } } },
        "responses": {
            "200": { "description": "The token.", "content": json_of(schemas.of(TokenAnswer::SHAPE)) },
            "400": { "description": "The request or its code is not good.", "content": refusal },
            "401": { "description": "There is no such app, or the secret is not its own.", "content": refusal },
        },
    })
}

pub fn content_page(page: &content::ContentPage) -> Value {
    let name = match page.path {
        content::SIGN_UP_PATH => "content.sign_up",
        content::SIGN_UP_GUIDE_PATH => "content.sign_up_guide",
        content::PRICING_PATH => "content.pricing",
        content::PRICING_GUIDE_PATH => "content.pricing_guide",
        path => panic!("the page {path} has no name: add one here"),
    };
    json!({
        "operationId": name,
        "tags": ["content"],
        "summary": prose::summary(page.meaning),
        "description": page.meaning,
        "security": [],
        "responses": {
            "200": {
                "description": "The page.",
                "content": { page.content_type: { "schema": { "type": "string" } } },
            },
        },
    })
}

pub fn delivery(schemas: &mut Schemas) -> Value {
    json!({
        "operationId": "deliveries.delivery",
        "tags": ["deliveries"],
        "summary": "Tells an app what happened",
        "description": format!(
            "`{}` names the app; `{}` is the signature: base64 of HMAC-SHA1 over the raw body, keyed with client id, \
             `&` and client secret.", events::API_KEY_HEADER, events::SIGNATURE_HEADER,
        ),
        "security": [],
        "requestBody": { "required": true, "content": json_of(schemas.of(Delivery::SHAPE)) },
        "responses": { "200": { "description": "Taken." } },
    })
}

/// The parameters of a query that belongs to no row.
fn parameters<Q: Query>(schemas: &mut Schemas) -> Vec<Value> {
    Q::PARTS.iter().zip(Q::DOCS).flat_map(|(fields, doc)| query_parameters(schemas, fields, doc)).collect()
}

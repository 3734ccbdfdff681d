//! What openapi.json says of every answer: the headers of the quota and the scopes, and the refusals by status.

use crate::openapi::{Object, json_of};
use crate::schema::Schemas;
use canvass::spec::endpoint::Route;
use canvass::spec::endpoints;
use canvass::spec::errors::{Error, ErrorBody};
use canvass::spec::legacy::Failure;
use canvass::spec::limits::{RATE_HEADERS, SCOPE_HEADERS};
use canvass::spec::shape::{Shape, Shaped};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What the headers of the quota and the scopes say, in the order of the tables.
const RATE_PROSE: [&str; 6] = [
    "Requests that the app may send in a day.",
    "Requests left of the day.",
    "Seconds until the day's count begins anew, at midnight UTC.",
    "Requests that the app may send in a minute.",
    "Requests left of the minute.",
    "Seconds until the minute's count begins anew.",
];
const SCOPE_PROSE: [&str; 2] = [
    "The scopes that the account's plan makes available, separated by commas.",
    "The scopes that the token was granted, separated by commas.",
];

/// The statuses that any call of a row can be refused with before its handler is asked.
pub fn pipeline(route: &Route) -> BTreeSet<u16> {
    let mut errors = vec![
        Error::NotFound,
        Error::BadHeaders,
        Error::NoToken,
        Error::WrongRegion,
        Error::RateLimit,
        Error::BadParameters,
        Error::Internal,
    ];
    if !matches!(route.body, Shape::Nothing) {
        errors.extend([Error::NotJson, Error::BadBody, Error::TooLarge]);
    }
    errors.into_iter().map(|error| error.row().status).collect()
}

pub fn refusal_ref(status: u16) -> Value {
    json!({ "$ref": format!("#/components/responses/Refused{status}") })
}

/// One answer per status that the pipeline can give, and one for all else.
pub fn refusals(schemas: &mut Schemas) -> Object {
    let body = schemas.of(ErrorBody::SHAPE);
    let revoked = schemas.of(Failure::SHAPE);
    let statuses: BTreeSet<u16> = endpoints::routes().flat_map(pipeline).collect();
    let mut refusals = Object::new();
    for status in statuses {
        let rows = Error::ALL.iter().map(|error| error.row()).filter(|row| row.status == status);
        let causes: Vec<String> = rows.map(|row| format!("- `{}` {}", row.code, row.meaning)).collect();
        let has_revoked = status == Error::RevokedToken.row().status;
        let schema = if has_revoked { json!({ "oneOf": [body, revoked] }) } else { body.clone() };
        let about =
            if has_revoked { "\n\nA revoked token has a body of its own: `status` 1 and `errmsg`." } else { "" };
        refusals.insert(
            format!("Refused{status}"),
            json!({
                "description": causes.join("\n") + about,
                "headers": header_refs(),
                "content": json_of(schema),
            }),
        );
    }
    let other = json!({
        "description": "Any other row of the error table: see `ErrorBody`.",
        "headers": header_refs(),
        "content": json_of(body),
    });
    refusals.insert("Refused".into(), other);
    refusals
}

pub fn error_table() -> String {
    let rows = Error::ALL.iter().map(|error| error.row());
    let rows = rows.map(|row| format!("| {} | {} | {} | {} |", row.code, row.status, row.name, row.meaning));
    let head = ["| Code | Status | Name | Meaning |", "|---|---|---|---|"].map(str::to_owned);
    head.into_iter().chain(rows).collect::<Vec<_>>().join("\n")
}

pub fn headers() -> Object {
    let rate = RATE_HEADERS.iter().zip(RATE_PROSE).map(|(name, about)| {
        let about = format!("{about} On every answer from the quota check on.");
        ((*name).to_owned(), json!({ "description": about, "schema": { "type": "integer", "minimum": 0 } }))
    });
    let scopes = SCOPE_HEADERS.iter().zip(SCOPE_PROSE).map(|(name, about)| {
        let about = format!("{about} On every answer to a token whose grant stands.");
        ((*name).to_owned(), json!({ "description": about, "schema": { "type": "string" } }))
    });
    rate.chain(scopes).collect()
}

pub fn header_refs() -> Object {
    let names = RATE_HEADERS.iter().chain(&SCOPE_HEADERS);
    names.map(|name| ((*name).to_owned(), json!({ "$ref": format!("#/components/headers/{name}") }))).collect()
}

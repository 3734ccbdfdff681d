//! The kinds of the SDK's errors: a class for each, its codes and remedy, and the table of the guide.

use crate::typescript::{HEAD, camel, comment};
use crate::{fresh, read};
use canvass::spec::errors::Error;
use canvass::wire::cause::Cause;
use std::fmt::Write;

const GUIDE: &str = "docs/SDK.md";

/// The table of the guide is between these lines.
const BEGIN: &str = "<!-- error kinds: printed by tests/generated/error_kinds.rs -->\n";
const END: &str = "<!-- end of error kinds -->\n";

/// What the developer or the user can do about an error of each kind.
const REMEDIES: &[(&str, &str)] = &[
    ("signed_out", "Sign in. `error.ended` says why the session ended. With a token, replace the token."),
    ("scope_missing", "Sign in with `scopes: [error.remedy.scope]`, so that the user can grant it."),
    ("plan_needed", "The user needs a plan with this feature; hide the feature from other users."),
    (
        "not_permitted",
        "Ask the owner of the resource or an admin of the team for access. If the app is disabled, deploy it or request an extension of its draft window on its page.",
    ),
    ("resource_limit", "Delete what is no longer needed, or use a plan with a higher limit."),
    ("wrong_region", "Sign in again; with a token, name the origins of all regions as `api`."),
    ("email_unverified", "The user opens the link in the mail of the service."),
    ("not_found", "Check the id. The resource may be deleted, or belong to another account."),
    ("conflict", "Choose another name or address, or read the resource and change it."),
    ("too_large", "Request less: `error.remedy.per_page` is a page size that fits. Send less in one request."),
    ("rate_limited", "Repeat the call after `error.remedy.until`, or allow a longer pause with `maxWait`."),
    ("bad_request", "Correct the arguments as the message says."),
    ("service_failed", "Repeat the call later. Before you repeat a write, check whether it was done."),
    ("gateway_refused", "Call the gateway from its own origin, or from one that its `ALLOWED_ORIGIN` names."),
    ("invalid_argument", "Correct the argument that `error.path` names."),
    ("network", "Check the connection and repeat the call. Before you repeat a write, check whether it was done."),
    (
        "timeout",
        "Repeat the call, or allow more time with `timeout` and `deadline`. Before you repeat a write, check whether it was done.",
    ),
    ("offline", "Repeat the call when the browser is online."),
    ("unexpected_answer", "Update the SDK. If that does not help, report `error.path` and `error.request_id`."),
    ("sign_in_denied", "Explain to the user what the access is for, and offer to sign in again."),
    ("state_missing", "Start a new sign-in. The callback page was opened again, or in another tab."),
    ("state_mismatch", "Start a new sign-in. Somebody may have sent the user a link to the callback page."),
    ("sign_in_expired", "Start a new sign-in."),
    ("sign_in_failed", "Start a new sign-in. `error.cause` says what failed."),
    ("popup_blocked", "Call `signIn` in a click handler before any `await`, or without `popup`."),
    ("popup_closed", "Offer to sign in again."),
    (
        "engine_failed",
        "Repeat the call. Before you repeat a write, check whether it was done. Continue an export from `error.checkpoint`.",
    ),
    ("unavailable", "Change the page's policy, or use a platform that has what the message names."),
    ("configuration", "Correct the option or the variable that the message names."),
];

#[test]
fn every_cause_has_an_error_of_its_own() {
    let mut out = String::from(HEAD);
    out.push_str("import { type CanvassError, errorOf } from \"../errors.js\";\n");
    for (cause, text) in Cause::DOCS {
        let kind = cause.as_str();
        let name = class(*cause);
        let codes = codes(*cause).collect::<Vec<_>>().join(", ");
        let codes = if codes.is_empty() { String::new() } else { format!(" Codes: {codes}.") };
        out.push('\n');
        comment(&mut out, 0, &[&format!("{}{codes}", text.trim()), "", remedy(*cause)]);
        write!(out, "export type {name} = CanvassError<{kind:?}>;\nexport const {name} = errorOf({kind:?});\n")
            .unwrap();
    }
    fresh("pkg/src/generated/causes.ts", &out);
}

#[test]
fn the_guide_says_the_cause_and_the_remedy_of_every_kind() {
    let guide = read(GUIDE);
    let (before, rest) = guide.split_once(BEGIN).unwrap_or_else(|| panic!("{GUIDE} must have the line {BEGIN}"));
    let (_, after) = rest.split_once(END).unwrap_or_else(|| panic!("{GUIDE} must have the line {END}"));
    let mut table = String::from("| Kind | Cause | Remedy |\n|---|---|---|\n");
    for (cause, text) in Cause::DOCS {
        writeln!(table, "| `{}` | {} | {} |", cause.as_str(), text.trim(), remedy(*cause)).unwrap();
    }
    fresh(GUIDE, &[before, BEGIN, "\n", &table, "\n", END, after].concat());
}

#[test]
fn every_remedy_is_of_a_kind() {
    let kinds: Vec<&str> = Cause::DOCS.iter().map(|(cause, _)| cause.as_str()).collect();
    let named: Vec<&str> = REMEDIES.iter().map(|(kind, _)| *kind).collect();
    assert_eq!(named, kinds, "REMEDIES must have a row for each cause, in the order of the causes");
}

/// The types of kinds, codes and actions.
pub fn types(out: &mut String) {
    out.push_str("/** Why a call failed. */\nexport type ErrorKind =\n");
    for (position, (cause, text)) in Cause::DOCS.iter().enumerate() {
        let end = if position + 1 == Cause::DOCS.len() { ";\n" } else { "" };
        writeln!(out, "  /** {} */\n  | {:?}{end}", text.trim(), cause.as_str()).unwrap();
    }
    out.push_str("/** The codes of the API's error table by what they stand for. */\nexport interface ErrorCodes {\n");
    for (cause, text) in Cause::DOCS {
        comment(out, 1, &[text]);
        let codes = codes(*cause).collect::<Vec<_>>().join(" | ");
        let codes = if codes.is_empty() { "never".to_owned() } else { codes };
        writeln!(out, "  readonly {}: {codes};", cause.as_str()).unwrap();
    }
    out.push_str("}\n\n/** What may help, by the kind of the error. */\nexport interface ErrorActions {\n");
    for (cause, text) in Cause::DOCS {
        comment(out, 1, &[text]);
        writeln!(out, "  readonly {}: {:?};", cause.as_str(), cause.remedy()).unwrap();
    }
    out.push_str("}\n\n");
}

/// The list of failures with an unknown outcome. It is printed where it is used, because chunks of the SDK share no
/// module.
pub fn maybe_done() -> String {
    let kinds = Cause::DOCS.iter().map(|(cause, _)| *cause).filter(|cause| cause.may_be_done());
    let kinds = kinds.map(Cause::as_str).collect::<Vec<_>>();
    let mut out = String::new();
    comment(&mut out, 0, &["Kinds of failures after which a write may have been done nevertheless."]);
    writeln!(out, "export const MAYBE_DONE: readonly string[] = {kinds:?};").unwrap();
    out
}

/// The name of a cause's class.
pub fn class(cause: Cause) -> String {
    format!("{}Error", camel(cause.as_str()))
}

fn remedy(cause: Cause) -> &'static str {
    let found = REMEDIES.iter().find(|(kind, _)| *kind == cause.as_str());
    found.unwrap_or_else(|| panic!("{} has no remedy: add a row to REMEDIES", cause.as_str())).1
}

/// The codes of the error table that stand for a cause.
fn codes(cause: Cause) -> impl Iterator<Item = String> {
    Error::ALL.iter().filter(move |error| Cause::from_error(**error) == cause).map(|error| error.row().code.to_string())
}

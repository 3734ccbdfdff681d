//! The notes of a survey: read and changed at their object, once the service has shown the survey to the account.

use super::objects::records::call_records_object;
use super::page_request::{self, PageRules};
use super::session::{OpenSession, look_up_record};
use super::survey_access::find_notes_object;
use super::{PlatformRandom, RequestContext};
use crate::gateway::json::JsonValue;
use crate::gateway::notes::{notes_response, survey_of_path, version_of_tag};
use crate::gateway::problem::Problem;
use crate::gateway::proxy::{BODY_MAX, Refusal};
use crate::gateway::records::RecordsCommand;
use crate::gateway::session as rules;
use crate::spec::endpoint::Method;
use crate::spec::errors::Error;
use crate::wire::http::Response;
use crate::wire::text::hex;
use worker::web_sys;

/// Responds to a page that reads or changes the notes of a survey.
///
/// # Errors
///
/// If the platform cannot build the response.
pub(crate) async fn respond(context: &RequestContext) -> worker::Result<web_sys::Response> {
    let rules = PageRules {
        other: context.allowed_origin(),
        methods: &[Method::GET, Method::PATCH],
        body_max: BODY_MAX,
        too_large: Error::TooLarge.into(),
    };
    page_request::respond(context, rules, async |method, session, change| {
        use_notes(context, method, session, change).await
    })
    .await
}

async fn use_notes(
    context: &RequestContext,
    method: Method,
    session: &mut OpenSession,
    change: &[u8],
) -> Result<Response, Refusal> {
    let survey_id = survey_of_path(&context.head().path).ok_or(Problem::NotFound)?;
    let name = match find_notes_object(context, session, survey_id).await? {
        Ok(name) => name,
        Err(refused) => return Ok(refused),
    };
    let (command, body) = match method {
        Method::GET => (RecordsCommand::ReadNotes, Vec::new()),
        _ => describe_change(context, session, change).await?,
    };
    Ok(match call_records_object(context, &name, &command, &body).await {
        Ok(reply) => {
            let reply = String::from_utf8(reply).map_err(|_| Problem::Internal)?;
            let (version, notes) = reply.split_once('\n').ok_or(Problem::Internal)?;
            notes_response(context.head(), version.parse().map_err(|_| Problem::Internal)?, notes)
        }
        Err((Problem::NotesChanged, version)) => {
            Problem::NotesChanged.with_members(&[("version", JsonValue::Number(version))])
        }
        Err((problem, _)) => problem.to_response(),
    })
}

/// The command for a change, and its body: a line with the author's name, and the change.
async fn describe_change(
    context: &RequestContext,
    session: &mut OpenSession,
    change: &[u8],
) -> Result<(RecordsCommand, Vec<u8>), Refusal> {
    let if_match = context.head().header("if-match").map(|tag| version_of_tag(tag).ok_or(Problem::BadRequest));
    let new_id = hex(&PlatformRandom.random_bytes::<8>());
    let command = RecordsCommand::ChangeNotes { if_match: if_match.transpose()?, new_id };
    let mut body = author_name(context, session).await?.into_bytes();
    body.push(b'\n');
    body.extend_from_slice(change);
    Ok((command, body))
}

/// The name of the session's user as colleagues see it; empty if the service did not report one.
async fn author_name(context: &RequestContext, session: &mut OpenSession) -> Result<String, Refusal> {
    let token = session.token.clone();
    // The session was opened a moment ago, so that its record is in this isolate.
    let Ok((record, _)) = look_up_record(context, &mut session.jar, &token, Method::GET).await? else {
        return Err(Problem::SignedOut.into());
    };
    let config = &context.config;
    let profile = rules::open_profile(&config.sealer, &config.origin, &token, &record);
    Ok(profile.map(|profile| profile.shown_name()).unwrap_or_default())
}

//! The notes of a survey: read and changed at their object, once the service has shown the survey to the account.

use super::objects::records::call_records_object;
use super::page_request::{self, with_cookie};
use super::session::{OpenSession, look_up_record, open_session};
use super::survey_access::find_notes_object;
use super::{PlatformRandom, RequestContext};
use crate::gateway::json::JsonValue;
use crate::gateway::notes::{notes_response, survey_of_path, version_of_tag};
use crate::gateway::problem::Problem;
use crate::gateway::proxy::{self, BODY_MAX, Refusal};
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
    page_request::respond(context, &[Method::GET, Method::PATCH], async |method| use_notes(context, method).await).await
}

async fn use_notes(context: &RequestContext, method: Method) -> Result<Response, Refusal> {
    let survey_id = survey_of_path(&context.head().path).ok_or(Problem::NotFound)?;
    proxy::check_body(context.head(), context.incoming.body_size())?;
    let mut session = open_session(context, method).await?;
    let name = match find_notes_object(context, &mut session, survey_id).await? {
        Ok(name) => name,
        Err(refused) => return Ok(with_cookie(refused, &session)),
    };
    let (command, body) = match method {
        Method::GET => (RecordsCommand::ReadNotes, Vec::new()),
        _ => read_change(context, &mut session).await?,
    };
    let response = match call_records_object(&context.env, &name, &command, &body).await {
        Ok(reply) => {
            let reply = String::from_utf8(reply).map_err(|_| Problem::Internal)?;
            let (version, notes) = reply.split_once('\n').ok_or(Problem::Internal)?;
            notes_response(context.head(), version.parse().map_err(|_| Problem::Internal)?, notes)
        }
        Err((Problem::NotesChanged, version)) => {
            Problem::NotesChanged.with_members(&[("version", JsonValue::Number(version))])
        }
        Err((problem, _)) => problem.to_response(),
    };
    Ok(with_cookie(response, &session))
}

/// The command for a change, and its body: a line with the author's name, and the change.
async fn read_change(
    context: &RequestContext,
    session: &mut OpenSession,
) -> Result<(RecordsCommand, Vec<u8>), Refusal> {
    let change = context.incoming.read_body(BODY_MAX).await.map_err(|_| Problem::BadRequest)?.ok_or(Error::TooLarge)?;
    let if_match = context.head().header("if-match").map(|tag| version_of_tag(tag).ok_or(Problem::BadRequest));
    let new_id = hex(&PlatformRandom.random_bytes::<8>());
    let command = RecordsCommand::ChangeNotes { if_match: if_match.transpose()?, new_id };
    let mut body = author_name(context, session).await?.into_bytes();
    body.push(b'\n');
    body.extend(change);
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

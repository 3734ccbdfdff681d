//! Shared links: an account publishes, lists, replaces and revokes its own, and anyone who has a link opens it.

use super::objects::records::{RecordsRefusal, call_records_object};
use super::page_request::{self, PageRules};
use super::profile::find_owner_ids;
use super::session::OpenSession;
use super::{PlatformRandom, RequestContext, convert, static_files};
use crate::gateway::json::{JsonValue, write_object};
use crate::gateway::problem::Problem;
use crate::gateway::proxy::Refusal;
use crate::gateway::records::{RecordsCommand, owner_ids};
use crate::gateway::shares::link::NO_OPENINGS;
use crate::gateway::shares::list::ListedLink;
use crate::gateway::shares::{
    BODY_MAX, PublicPart, TIME_HEADER, data_response, is_own_id, link_object_name, list_object_name, make_id,
    parse_path, parse_public_path, parse_publication, parse_replacement, public_response, reader_object_name,
    refused_response,
};
use crate::gateway::static_files::StaticFile;
use crate::spec::endpoint::Method;
use crate::wire::http::Response;
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use worker::js_sys::Promise;
use worker::wasm_bindgen::JsValue;
use worker::web_sys;

/// Responds to a page that publishes, lists, replaces or revokes links.
///
/// # Errors
///
/// If the platform cannot build the response.
pub(crate) async fn respond(context: &RequestContext) -> worker::Result<web_sys::Response> {
    let methods: &[Method] = match parse_path(&context.head().path) {
        Ok(None) => &[Method::GET, Method::POST],
        Ok(Some(_)) => &[Method::PUT, Method::DELETE],
        Err(problem) => return context.respond_with(&problem.to_response()),
    };
    let rules = PageRules {
        other: context.allowed_origin(),
        methods,
        body_max: BODY_MAX,
        too_large: Problem::ShareTooLarge.into(),
    };
    page_request::respond(context, rules, async |method, session, body| {
        change_links(context, method, session, body).await
    })
    .await
}

async fn change_links(
    context: &RequestContext,
    method: Method,
    session: &OpenSession,
    body: &[u8],
) -> Result<Response, Refusal> {
    let id = parse_path(&context.head().path)?;
    let (owners, missing) = match method {
        // A new link is in the list of the session's own id.
        Method::POST => (owner_ids(&session.token, None), None),
        _ => find_owner_ids(context, session).await,
    };
    let lists: Vec<String> = owners.iter().map(|owner| list_object_name(owner)).collect();
    let changed = match (method, id) {
        (Method::GET, _) => list_links(context, &lists).await,
        (Method::POST, _) => publish(context, lists.first().map_or("", String::as_str), body).await,
        (Method::PUT, Some(id)) => replace(context, &lists, id, body).await,
        (Method::DELETE, Some(id)) => revoke(context, &lists, id).await,
        _ => Err((Problem::NotFound, 0)),
    };
    match missing {
        // A list without some of the links would say that there are none.
        Some(refusal) if method == Method::GET || matches!(changed, Err((Problem::NotFound, _))) => Err(refusal),
        _ => Ok(changed.unwrap_or_else(refused_response).with_header(TIME_HEADER, &context.now.0.to_string())),
    }
}

async fn list_links(context: &RequestContext, lists: &[String]) -> Result<Response, RecordsRefusal> {
    let mut links: Vec<ListedLink> = Vec::new();
    for list in lists {
        let lines = call(context, list, &RecordsCommand::ListLinks, &[]).await?;
        links.extend(String::from_utf8(lines).unwrap_or_default().split('\n').filter_map(ListedLink::decode));
    }
    // All links are asked at once.
    let asked: Vec<Promise> = links.iter().map(|link| ask_openings(context, &link.id)).collect();
    let mut shown = Vec::new();
    for (link, openings) in links.iter().zip(asked) {
        let openings = JsFuture::from(openings).await.ok().and_then(|openings| openings.as_string());
        shown.push(link.to_json(openings.as_deref().unwrap_or(NO_OPENINGS)));
    }
    Ok(Response::json(200, ["[", &shown.join(","), "]"].concat()))
}

/// The openings of a link as JSON; `undefined` if it has ended meanwhile.
fn ask_openings(context: &RequestContext, id: &str) -> Promise {
    let (context, name) = (context.clone(), link_object_name(id));
    future_to_promise(async move {
        let openings = call(&context, &name, &RecordsCommand::CountOpenings, &[]).await;
        Ok(openings.ok().and_then(|json| String::from_utf8(json).ok()).map_or(JsValue::UNDEFINED, JsValue::from))
    })
}

async fn publish(context: &RequestContext, list: &str, body: &[u8]) -> Result<Response, RecordsRefusal> {
    let publication = parse_publication(body, context.now).map_err(|problem| (problem, 0))?;
    let config = &context.config;
    let id =
        make_id(&config.sealer.ring, &config.origin, PlatformRandom.random_bytes()).ok_or((Problem::Internal, 0))?;
    let (survey_id, ends_at) = (publication.survey_id, publication.ends_at);
    // Listed first: what fails in between can be seen and removed.
    call(context, list, &RecordsCommand::AddLink { id: id.clone(), survey_id, ends_at }, &[]).await?;
    let data = publication.data.as_bytes();
    let name = link_object_name(&id);
    call(context, &name, &RecordsCommand::CreateLink(ends_at), data).await?;
    // It may have been revoked since it was listed, before there were data to delete.
    let listed = call(context, list, &RecordsCommand::CheckLink(id.clone()), &[]).await;
    if let Err(unlisted @ (Problem::NotFound, _)) = listed {
        call(context, &name, &RecordsCommand::ForgetAll, &[]).await?;
        return Err(unlisted);
    }
    let ends_at = ends_at.with_offset().0;
    let members = [("id", JsonValue::Text(&id)), ("ends_at", JsonValue::Text(&ends_at))];
    Ok(Response::json(201, write_object(&members)))
}

/// The list that has a link.
///
/// # Errors
///
/// If no list has it, or one cannot be asked.
async fn list_of<'a>(context: &RequestContext, lists: &'a [String], id: &str) -> Result<&'a str, RecordsRefusal> {
    for list in lists {
        match call(context, list, &RecordsCommand::CheckLink(id.to_owned()), &[]).await {
            Ok(_) => return Ok(list),
            Err((Problem::NotFound, _)) => {}
            Err(refused) => return Err(refused),
        }
    }
    Err((Problem::NotFound, 0))
}

async fn replace(
    context: &RequestContext,
    lists: &[String],
    id: &str,
    body: &[u8],
) -> Result<Response, RecordsRefusal> {
    let list = list_of(context, lists, id).await?;
    let data = parse_replacement(body).map_err(|problem| (problem, 0))?;
    call(context, list, &RecordsCommand::RepublishLink(id.to_owned()), &[]).await?;
    call(context, &link_object_name(id), &RecordsCommand::ReplaceData, data.as_bytes()).await?;
    Ok(Response::empty(204))
}

async fn revoke(context: &RequestContext, lists: &[String], id: &str) -> Result<Response, RecordsRefusal> {
    let list = list_of(context, lists, id).await?;
    // The link first: if the list cannot be changed, the page still has it and can try again.
    let name = link_object_name(id);
    call(context, &name, &RecordsCommand::ForgetAll, &[]).await?;
    call(context, list, &RecordsCommand::RemoveLink(id.to_owned()), &[]).await?;
    // It may have been published since, while it was still listed.
    call(context, &name, &RecordsCommand::ForgetAll, &[]).await?;
    Ok(Response::empty(204))
}

async fn call(
    context: &RequestContext,
    name: &str,
    command: &RecordsCommand,
    body: &[u8],
) -> Result<Vec<u8>, RecordsRefusal> {
    call_records_object(context, name, command, body).await
}

/// Responds to anyone who opens a link. The request's cookie is not looked at, and none is set.
///
/// # Errors
///
/// If the platform cannot build the response.
pub(crate) async fn respond_public(context: &RequestContext) -> worker::Result<web_sys::Response> {
    let response = match parse_public_path(&context.head().path) {
        Some(PublicPart::Page) => return static_files::respond(context, &StaticFile::shared_page()).await,
        Some(PublicPart::Data(_)) if context.head().method != Method::GET.as_str() => {
            Err(Problem::MethodNotAllowed.to_response().with_header("allow", "GET"))
        }
        Some(PublicPart::Data(id)) => open_link(context, id).await.map_err(refused_response),
        None => Err(Problem::NotFound.to_response()),
    };
    let response = match response {
        Ok(stored) => data_response(&stored, &context.origin),
        Err(refused) => public_response(refused, &context.origin),
    };
    convert::to_platform_response(response, &[])
}

/// The stored data of a link.
async fn open_link(context: &RequestContext, id: &str) -> Result<Vec<u8>, RecordsRefusal> {
    let config = &context.config;
    // Before any object is asked: an invented id wakes none.
    if !is_own_id(&config.sealer.ring, &config.origin, id) {
        return Err((Problem::NotFound, 0));
    }
    let header = config.client_ip_header.as_deref();
    let reader = reader_object_name(&config.sealer.ring, &context.head().headers, header, id);
    call(context, &reader, &RecordsCommand::CountRead, &[]).await?;
    call(context, &link_object_name(id), &RecordsCommand::OpenLink, &[]).await
}

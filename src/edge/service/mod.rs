//! The embedded service: follows its messages from place to place, and decides nothing.

mod database;
mod derive;
mod email;
mod objects;
mod outside;
mod wake;

use crate::edge::upstream::Incoming;
use crate::edge::{Platform, Visit, note, stub};
use crate::gateway::config::Config;
use crate::hooks;
use crate::service::Service;
use crate::service::actor::place::{Message, Place, Turn};
use crate::service::respond::failure::Reader;
use crate::service::sandbox::journal::Trace;
use crate::service::store::config::{Config as ServiceConfig, OwnApp, PostOffice};
use crate::service::store::derivation::ADVISED;
use crate::service::store::question::{Question, Reply};
use crate::spec::regions::Region;
use crate::wire::http::{Request, Response};
use worker::Env;

pub(crate) use crate::service::handles;

/// Places that one request may visit: far more than any needs.
const VISITS_MAX: usize = 16;

/// Answers a request.
pub(crate) async fn respond(visit: &Visit, request: Request) -> worker::Result<Incoming> {
    hooks::answer(visit, request, |request| walk(visit, request)).await
}

async fn walk(Visit { env, config, now, .. }: &Visit, request: Request) -> (Response, Trace) {
    let service = service(config);
    let reader = Reader::of(&request);
    let mut trace = Trace::default();
    let answer = follow(env, service.enter(request, *now), &mut trace).await;
    (answer.unwrap_or_else(|| reader.broken()), trace)
}

/// Follows a walk to its answer, and what shows on its way; none if it could not go on.
async fn follow(env: &Env, mut turn: Turn, trace: &mut Trace) -> Option<Response> {
    for _ in 0..VISITS_MAX {
        if crate::SANDBOX {
            trace.saw(&turn);
        }
        match turn {
            Turn::Answer(response) => return Some(response),
            Turn::Ask { question, place, message } => {
                let reply = match &question {
                    Question::Send(outgoing) => Reply::Sent(outside::send(outgoing, outside::QUESTION_TIMEOUT).await),
                    Question::Derive(derivation) => Reply::Derived(derive::derive(derivation).await),
                };
                turn = Turn::Go { place, message: Box::new(message.replied(question, reply)) };
            }
            Turn::Go { place, message } => match visit(env, &place, &message).await {
                Ok(next) => turn = next,
                Err(error) => {
                    note("place could not be visited", &error);
                    break;
                }
            },
        }
    }
    None
}

/// Sends a message to a place.
pub(crate) async fn visit(env: &Env, place: &Place, message: &Message) -> worker::Result<Turn> {
    let binding = match place {
        Place::Team(_) => "TEAM",
        Place::App(_) => "APP",
        // The reviews need no class of their own: what a place holds follows from the place.
        Place::Directory(_) | Place::Reviews => "DIRECTORY",
    };
    let answer = stub::call(env, binding, &place.name(), &objects::pack(place, message)?).await?;
    Ok(crate::service::respond::failure::read_turn(&answer, &message.request))
}

/// The service as the gateway's configuration describes it.
pub(crate) fn service(config: &Config) -> Service {
    let text = |secret: &crate::gateway::secret::Secret| secret.text().unwrap_or_default().to_owned();
    Service {
        config: ServiceConfig {
            origins: Region::ALL
                .map(|region| config.api.of(region.into()).map_or_else(String::new, |api| api.as_str().to_owned())),
            auth_origin: config.auth.as_str().to_owned(),
            key: config.service_key.expose().to_vec(),
            app: OwnApp {
                client_id: config.client_id.clone(),
                client_secret: text(&config.client_secret),
                redirect_uri: config.redirect_uri.clone(),
            },
            post_office: match &config.mail_url {
                Some(url) => Some(PostOffice::Server { url: url.clone(), token: text(&config.mail_token) }),
                None => config.platform_mails.then_some(PostOffice::Platform),
            },
            reviewers: config.reviewers.clone(),
            quotas: config.quotas.clone(),
            client_header: config.client_header.clone(),
            demo: if crate::SANDBOX { Some(crate::service::sandbox::demo::client_secret) } else { None },
            cost: ADVISED,
        },
    }
}

impl crate::service::store::random::Random for Platform {
    fn fill(&self, bytes: &mut [u8]) {
        Platform::fill(self, bytes);
    }
}

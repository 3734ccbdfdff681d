//! Where the API is: in this Worker, or at another origin. Redirects are never followed. The addresses in an answer lead
//! back to the gateway before anything else sees it.

use super::told::{self, Told};
use super::{Visit, convert, isolate, rounds};
use crate::embedded;
use crate::gateway::config::{Config, Upstream};
use crate::gateway::headers::of_client;
use crate::gateway::links::{Scan, Way, led_back};
use crate::gateway::log::Level;
use crate::gateway::metrics::Counter;
use crate::gateway::origin::Origin;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::ERROR_BODY_MAX;
use crate::wire::http::{Header, Request, Response};
use crate::wire::text::pieces;
use std::mem;
use std::rc::Rc;
use worker::js_sys::{ArrayBuffer, Function, Uint8Array};
use worker::wasm_bindgen::{self, JsCast, JsValue, closure::Closure, prelude::wasm_bindgen};
use worker::web_sys;

#[wasm_bindgen(module = "/src/edge/fetch.js")]
extern "C" {
    fn prompt(number: f64, tell: &Function, call: &str, body: &JsValue, milliseconds: u32);
    fn patient(number: f64, tell: &Function, call: &str, body: &JsValue, milliseconds: u32);
    fn passed(body: &web_sys::ReadableStream, milliseconds: u32, change: &JsValue) -> web_sys::ReadableStream;
}

/// A request to the API.
pub(crate) struct Outgoing<'a> {
    pub(crate) method: &'a str,
    pub(crate) origin: &'a Origin,
    pub(crate) path: &'a str,
    pub(crate) query: &'a str,
    pub(crate) headers: Vec<Header>,
    pub(crate) body: Body,
    /// Milliseconds after which a remote call is given up, whatever has come; without it, one that stalls is.
    pub(crate) timeout: Option<u32>,
    /// Where the API begins at the gateway, if the addresses in the answer lead there.
    pub(crate) prefix: Option<&'static str>,
}

/// The body of a request to the API.
#[derive(Default)]
pub(crate) enum Body {
    #[default]
    None,
    Bytes(Vec<u8>),
    Stream(web_sys::ReadableStream),
}

/// The API's answer.
pub(crate) struct Incoming {
    pub(crate) status: u16,
    pub(crate) headers: Vec<Header>,
    pub(crate) body: Answer,
}

/// The body of the API's answer.
pub(crate) enum Answer {
    Bytes(Vec<u8>),
    /// All of it, in the platform's memory.
    Whole(ArrayBuffer),
    Stream(Option<web_sys::ReadableStream>),
}

impl From<Response> for Incoming {
    fn from(Response { status, headers, body }: Response) -> Incoming {
        Incoming { status, headers, body: Answer::Bytes(body) }
    }
}

impl Incoming {
    /// The answer with its body, which is that of an error.
    pub(crate) async fn whole(self) -> Result<Response, Problem> {
        let Incoming { status, headers, body } = self;
        let body = body.bytes(ERROR_BODY_MAX).await.ok().flatten().ok_or(Problem::UpstreamFailed)?;
        Ok(Response { status, headers, body })
    }
}

impl Answer {
    /// The body twice.
    pub(crate) fn split(self) -> worker::Result<[Answer; 2]> {
        Ok(match self {
            Answer::Bytes(bytes) => [Answer::Bytes(bytes.clone()), Answer::Bytes(bytes)],
            Answer::Whole(buffer) => [Answer::Whole(buffer.clone()), Answer::Whole(buffer)],
            Answer::Stream(None) => [Answer::Stream(None), Answer::Stream(None)],
            Answer::Stream(Some(stream)) => {
                convert::split(&stream).ok_or("a stream has two ends")?.map(|stream| Answer::Stream(Some(stream)))
            }
        })
    }

    /// Gives up a body that nobody reads.
    pub(crate) fn cancel(self) {
        if let Answer::Stream(Some(stream)) = self {
            let _ = stream.cancel();
        }
    }

    /// The body with its addresses led back, if they lead anywhere: see [`Outgoing`]. A stream of a remote service that
    /// no timeout ends is given up when it stalls.
    fn passing(self, config: &Rc<Config>, prefix: Option<&'static str>, timeout: Option<u32>) -> Answer {
        let stalls = config.upstream == Upstream::Remote && timeout.is_none();
        match (self, prefix) {
            (Answer::Bytes(bytes), Some(prefix)) => {
                let led = led_back(&bytes, way(config, prefix));
                Answer::Bytes(led.unwrap_or(bytes))
            }
            (Answer::Whole(buffer), Some(prefix)) => {
                let led = led_back(&Uint8Array::new(&buffer).to_vec(), way(config, prefix));
                led.map_or(Answer::Whole(buffer), Answer::Bytes)
            }
            (Answer::Stream(Some(stream)), prefix) if stalls || prefix.is_some() => {
                let milliseconds = if stalls { config.upstream_timeout } else { 0 };
                let change = prefix.map_or(JsValue::UNDEFINED, |prefix| change(Rc::clone(config), prefix));
                Answer::Stream(Some(passed(&stream, milliseconds, &change)))
            }
            (body, _) => body,
        }
    }

    /// The body's bytes; none if there are more than `most`.
    pub(crate) async fn bytes(self, most: u64) -> worker::Result<Option<Vec<u8>>> {
        let bytes = match self {
            Answer::Bytes(bytes) => bytes,
            Answer::Whole(buffer) if u64::from(buffer.byte_length()) > most => return Ok(None),
            Answer::Whole(buffer) => Uint8Array::new(&buffer).to_vec(),
            Answer::Stream(stream) => return convert::read(stream, most).await,
        };
        Ok(u64::try_from(bytes.len()).is_ok_and(|length| length <= most).then_some(bytes))
    }

    /// The platform's response of which this is the body, with more headers.
    pub(crate) fn under(
        self,
        status: u16,
        headers: Vec<Header>,
        extra: &[Header],
    ) -> worker::Result<web_sys::Response> {
        let headers = convert::with(headers, extra);
        match self {
            Answer::Bytes(body) => convert::response(Response { status, headers, body }, &[]),
            Answer::Whole(buffer) => convert::filled(status, &headers, Some(&buffer)),
            Answer::Stream(stream) => convert::filled(status, &headers, stream.as_ref()),
        }
    }
}

fn way<'a>(config: &'a Config, prefix: &'static str) -> Way<'a> {
    Way { api: &config.api, gateway: &config.origin, prefix }
}

/// What changes a stream: it is given each piece, and nothing at the end, and gives what takes its place, if anything does.
fn change(config: Rc<Config>, prefix: &'static str) -> JsValue {
    let mut scan = Some(Scan::default());
    let change = move |piece: Option<Uint8Array>| {
        let led = match piece {
            Some(piece) => scan.as_mut()?.piece(&piece.to_vec(), way(&config, prefix)),
            None => scan.take().map(Scan::end),
        };
        led.map(|led| Uint8Array::from(led.as_slice()))
    };
    Closure::<dyn FnMut(Option<Uint8Array>) -> Option<Uint8Array>>::new(change).into_js_value()
}

/// Sends a request to the API. One without a body can be sent again.
pub(crate) async fn send(visit: &Visit, outgoing: &mut Outgoing<'_>) -> Result<Incoming, Problem> {
    visit.trace.attach(&mut outgoing.headers);
    let sent = match visit.config.upstream {
        Upstream::Embedded => embedded(visit, outgoing).await,
        Upstream::Remote => remote(visit, outgoing).await,
    };
    let Incoming { status, headers, body } = sent.map_err(|error| {
        visit.note(Level::Error, "upstream failed", &error);
        isolate::count(Counter::UpstreamFailures);
        if error.to_string().contains("TimeoutError") { Problem::UpstreamTimeout } else { Problem::UpstreamFailed }
    })?;
    // An error is the service's own to the last byte.
    let prefix = outgoing.prefix.filter(|_| (200..300).contains(&status));
    Ok(Incoming { status, headers, body: body.passing(&visit.config, prefix, outgoing.timeout) })
}

async fn embedded(visit: &Visit, outgoing: &mut Outgoing<'_>) -> worker::Result<Incoming> {
    let body = match mem::take(&mut outgoing.body) {
        Body::None => Vec::new(),
        Body::Bytes(bytes) => bytes,
        Body::Stream(stream) => convert::read(Some(stream), u64::MAX).await?.unwrap_or_default(),
    };
    outgoing.headers.extend(of_client(&visit.head().headers, visit.config.client_header.as_deref()));
    let request = Request {
        method: outgoing.method.to_owned(),
        origin: outgoing.origin.as_str().to_owned(),
        path: outgoing.path.to_owned(),
        query: outgoing.query.to_owned(),
        headers: mem::take(&mut outgoing.headers),
        body,
    };
    embedded::respond(visit, request).await
}

async fn remote(visit: &Visit, outgoing: &mut Outgoing<'_>) -> worker::Result<Incoming> {
    let body = match mem::take(&mut outgoing.body) {
        Body::None => JsValue::UNDEFINED,
        Body::Bytes(bytes) => Uint8Array::from(bytes.as_slice()).into(),
        Body::Stream(stream) => stream.into(),
    };
    let question = if outgoing.query.is_empty() { "" } else { "?" };
    let Outgoing { method, path, query, .. } = *outgoing;
    if ![method, path, query].into_iter().all(convert::is_one) {
        return Err(worker::Error::RustError("an address of two lines".to_owned()));
    }
    let start = [method, "\n", outgoing.origin.as_str(), path, question, query, "\n"];
    let call = convert::lines(&start, &mut outgoing.headers.iter());
    let under_way = told::call(|number, tell| match outgoing.timeout {
        Some(milliseconds) => prompt(number, tell, &call, &body, milliseconds),
        None => {
            rounds::see_to_it(&visit.context);
            patient(number, tell, &call, &body, visit.config.upstream_timeout);
        }
    });
    let Told { status, lines, body } = under_way.await;
    if status == 0 {
        return Err(worker::Error::RustError(lines));
    }
    let body = match body.dyn_into() {
        Ok(whole) => Answer::Whole(whole),
        Err(stream) => Answer::Stream(stream.dyn_into().ok()),
    };
    Ok(Incoming { status, headers: convert::pairs(pieces(&lines, b'\n')), body })
}

//! Conversions of requests and responses between the platform's types and the crate's.

use super::runtime::headers::{format_lines, parse_header_lines};
use crate::gateway::headers::COMMON_HEADERS;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::BodySize;
use crate::wire::http::{Header, Request, Response};
use crate::wire::text::{hex, split_on};
use std::cell::{OnceCell, RefCell};
use wasm_bindgen_futures::JsFuture;
use worker::js_sys::{Array, Function, Promise, Reflect, Uint8Array};
use worker::wasm_bindgen::{self, JsCast, JsValue, prelude::wasm_bindgen};
use worker::web_sys;

#[wasm_bindgen(module = "/src/edge/runtime/headers.js")]
extern "C" {
    #[wasm_bindgen(js_name = linesOf)]
    fn lines_of(headers: &web_sys::Headers) -> String;

    #[wasm_bindgen(js_name = headOf)]
    fn head_of(request: &web_sys::Request) -> String;

    #[wasm_bindgen(js_name = headersOf)]
    fn headers_of(lines: &str) -> web_sys::Headers;

    #[wasm_bindgen(catch, js_name = responseOf)]
    fn response_of(
        status: u16,
        shared: &web_sys::Headers,
        lines: &str,
        body: &JsValue,
    ) -> Result<web_sys::Response, JsValue>;
}

/// Sets of shared headers that are cached.
const SHARED_HEADERS_MAX: usize = 32;

thread_local! {
    /// Headers that many responses share, as lines and as the platform's object: copying the object into a response
    /// takes less time than appending its headers.
    static SHARED_HEADERS: RefCell<Vec<(String, web_sys::Headers)>> = const { RefCell::new(Vec::new()) };
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = ["crypto", "subtle"], js_name = digest)]
    fn subtle_digest(algorithm: &str, bytes: &Uint8Array) -> Result<Promise, JsValue>;
}

/// A digest of the bytes: 96 bits of their SHA-256, in hexadecimal digits.
///
/// # Errors
///
/// If the platform refuses to hash.
pub(crate) async fn digest_bytes(bytes: &Uint8Array) -> worker::Result<String> {
    let hash = JsFuture::from(subtle_digest("SHA-256", bytes)?).await?;
    Ok(hex(Uint8Array::new(&hash).to_vec().get(..12).unwrap_or_default()))
}

/// A request as it arrived, with its head already converted.
pub(crate) struct IncomingRequest {
    pub(crate) head: Request,
    raw: web_sys::Request,
    /// Resolves the promise of [`IncomingRequest::on_sent`].
    sent: OnceCell<Function>,
    /// Whether other requests may wait for its response too.
    is_shared: bool,
}

impl IncomingRequest {
    pub(crate) fn from_platform(raw: web_sys::Request) -> IncomingRequest {
        let head = head_of(&raw);
        let mut lines = split_on(&head, b'\n');
        let (method, url) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
        // The platform has parsed and normalised the URL: only its parts have to be found.
        let host = url.bytes().position(|byte| byte == b':').map_or(0, |colon| colon.saturating_add("://".len()));
        let path = url.bytes().skip(host).position(|byte| byte == b'/').map_or(url.len(), |at| host.saturating_add(at));
        let (origin, rest) = url.split_at_checked(path).unwrap_or_default();
        let rest = split_on(rest, b'#').next().filter(|path| !path.is_empty()).unwrap_or("/");
        let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
        let head = Request {
            method: method.to_owned(),
            origin: origin.to_owned(),
            path: path.to_owned(),
            query: query.to_owned(),
            headers: parse_header_lines(lines),
            body: Vec::new(),
        };
        IncomingRequest { head, raw, sent: OnceCell::new(), is_shared: false }
    }

    /// Another request that is made for this one, and given up with it.
    pub(crate) fn with_head(&self, head: Request) -> IncomingRequest {
        IncomingRequest { head, raw: Clone::clone(&self.raw), sent: OnceCell::new(), is_shared: false }
    }

    /// The same request, with a response that other requests may wait for too.
    pub(crate) fn detached(self) -> IncomingRequest {
        IncomingRequest { is_shared: true, ..self }
    }

    /// True if other requests may wait for its response too, which a Durable Object fetches.
    pub(crate) fn is_detached(&self) -> bool {
        self.is_shared
    }

    /// True once the client has disconnected, if the platform reports that.
    pub(crate) fn is_aborted(&self) -> bool {
        // The first of several waiting clients must not end the work for the others.
        !self.is_shared && self.raw.signal().aborted()
    }

    /// A promise that resolves when the request is sent to the API.
    pub(crate) fn on_sent(&self) -> Promise {
        Promise::new(&mut |resolve, _| {
            let _ = self.sent.set(resolve);
        })
    }

    /// Resolves the promise of [`IncomingRequest::on_sent`].
    pub(crate) fn mark_sent(&self) {
        let _ = self.sent.get().map(|resolve| resolve.call0(&JsValue::UNDEFINED));
    }

    /// The host that the request was sent to.
    pub(crate) fn host(&self) -> &str {
        self.head.origin.rsplit('/').next().unwrap_or_default()
    }

    /// The size of the body, as far as it is known before it is read.
    pub(crate) fn body_size(&self) -> BodySize {
        match self.head.header("content-length").map(str::parse) {
            Some(Ok(0)) => BodySize::Absent,
            // Without a length, only the stream shows whether there is a body.
            _ if self.raw.body().is_none() => BodySize::Absent,
            Some(Ok(length)) => BodySize::Sized(length),
            _ => BodySize::Unsized,
        }
    }

    /// The body's bytes. `None` if there are more than `limit`.
    ///
    /// # Errors
    ///
    /// [`Problem::BadRequest`] if the client breaks off: that is no failure of the gateway.
    pub(crate) async fn read_body(&self, limit: u64) -> Result<Option<Vec<u8>>, Problem> {
        match self.body_size() {
            BodySize::Absent => Ok(Some(Vec::new())),
            // In one step: reading a stream takes two at least, each of which takes as long.
            BodySize::Sized(length) if length <= limit => {
                let whole = self.raw.array_buffer().map_err(|_| Problem::BadRequest)?;
                let bytes = Uint8Array::new(&JsFuture::from(whole).await.map_err(|_| Problem::BadRequest)?);
                Ok((u64::from(bytes.length()) <= limit).then(|| bytes.to_vec()))
            }
            BodySize::Sized(_) | BodySize::Unsized => {
                read_stream(self.raw.body(), limit).await.map_err(|_| Problem::BadRequest)
            }
        }
    }
}

/// Reads a stream to its end. If it has more than `limit` bytes, it is cancelled, and the result is `None`.
///
/// # Errors
///
/// If the stream breaks.
pub(crate) async fn read_stream(
    stream: Option<web_sys::ReadableStream>,
    limit: u64,
) -> worker::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    let Some(stream) = stream else { return Ok(Some(bytes)) };
    let reader: web_sys::ReadableStreamDefaultReader = stream.get_reader().unchecked_into();
    loop {
        let chunk = JsFuture::from(reader.read()).await?;
        if Reflect::get(&chunk, &JsValue::from_str("done"))?.is_truthy() {
            return Ok(Some(bytes));
        }
        let chunk: Uint8Array = Reflect::get(&chunk, &JsValue::from_str("value"))?.dyn_into()?;
        let length = u64::from(chunk.length()).saturating_add(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
        if length > limit {
            let _ = JsFuture::from(reader.cancel()).await;
            return Ok(None);
        }
        bytes.extend(chunk.to_vec());
    }
}

/// A stream as two with the same content.
pub(crate) fn tee_stream(stream: &web_sys::ReadableStream) -> Option<[web_sys::ReadableStream; 2]> {
    let [one, other]: [JsValue; 2] = Array::from(&stream.tee()).to_vec().try_into().ok()?;
    Some([one.unchecked_into(), other.unchecked_into()])
}

/// The platform's headers as the crate's.
pub(crate) fn from_platform_headers(headers: &web_sys::Headers) -> Vec<Header> {
    parse_header_lines(split_on(&lines_of(headers), b'\n'))
}

/// Headers as the platform's. A header that the platform refuses is left out.
pub(crate) fn to_platform_headers(headers: &[Header]) -> web_sys::Headers {
    headers_of(&format_lines(&[], &mut headers.iter()))
}

/// Headers that many responses share, as the platform's.
fn shared_headers(lines: String) -> web_sys::Headers {
    SHARED_HEADERS.with_borrow_mut(|cache| {
        if let Some((_, headers)) = cache.iter().find(|(known, _)| *known == lines) {
            return headers.clone();
        }
        let headers = headers_of(&lines);
        if cache.len() >= SHARED_HEADERS_MAX {
            cache.remove(0);
        }
        cache.push((lines, headers.clone()));
        headers
    })
}

/// The headers and those of `extra` whose names they do not have.
pub(crate) fn merge_headers(mut headers: Vec<Header>, extra: &[Header]) -> Vec<Header> {
    for header in extra {
        if !headers.iter().any(|(name, _)| *name == header.0) {
            headers.push(header.clone());
        }
    }
    headers
}

/// A response as the platform's. `extra` are more headers.
///
/// # Errors
///
/// If the platform refuses the status.
pub(crate) fn to_platform_response(response: Response, extra: &[Header]) -> worker::Result<web_sys::Response> {
    let headers = merge_headers(response.headers, extra);
    let body = (!response.body.is_empty()).then(|| Uint8Array::from(response.body.as_slice()));
    build_response(response.status, &headers, body.as_ref())
}

/// The platform's response with a body that is the platform's too: bytes or a stream.
///
/// # Errors
///
/// If the platform refuses the status.
pub(crate) fn build_response(
    status: u16,
    headers: &[Header],
    body: Option<&impl AsRef<JsValue>>,
) -> worker::Result<web_sys::Response> {
    let selected = |shared| headers.iter().filter(move |(name, _)| COMMON_HEADERS.contains(&name.as_str()) == shared);
    let shared = shared_headers(format_lines(&[], &mut selected(true)));
    Ok(response_of(
        status,
        &shared,
        &format_lines(&[], &mut selected(false)),
        body.map_or(&JsValue::NULL, AsRef::as_ref),
    )?)
}

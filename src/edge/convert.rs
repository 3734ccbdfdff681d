//! Requests and responses: the platform's to ours and back.

use crate::gateway::headers::COMMON_HEADERS;
use crate::gateway::proxy::BodySize;
use crate::wire::http::{Header, Request, Response};
use crate::wire::text::{hex, split_on};
use std::cell::{OnceCell, RefCell};
use wasm_bindgen_futures::JsFuture;
use worker::js_sys::{Array, Function, Promise, Reflect, Uint8Array};
use worker::wasm_bindgen::{self, JsCast, JsValue, prelude::wasm_bindgen};
use worker::web_sys;

#[wasm_bindgen(module = "/src/edge/headers.js")]
extern "C" {
    #[wasm_bindgen(js_name = linesOf)]
    fn lines_of(headers: &web_sys::Headers) -> String;

    #[wasm_bindgen(js_name = headOf)]
    fn head_of(request: &web_sys::Request) -> String;

    #[wasm_bindgen(js_name = headersOf)]
    fn headers_of(lines: &str) -> web_sys::Headers;

    #[wasm_bindgen(catch, js_name = answerOf)]
    fn answer_of(
        status: u16,
        common: &web_sys::Headers,
        lines: &str,
        body: &JsValue,
    ) -> Result<web_sys::Response, JsValue>;
}

/// Kinds of answers whose common headers are kept.
const SHARED_HEADERS_MAX: usize = 16;

thread_local! {
    /// The common headers of the kinds of answers, and what the platform made of them: it copies them into the next answer
    /// in less time than it takes them one by one.
    static SHARED_HEADERS: RefCell<Vec<(String, web_sys::Headers)>> = const { RefCell::new(Vec::new()) };
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = ["crypto", "subtle"], js_name = digest)]
    fn subtle_digest(algorithm: &str, bytes: &Uint8Array) -> Result<Promise, JsValue>;
}

/// What tells these bytes from others: 96 bits of their hash, in hexadecimal digits.
pub(crate) async fn digest_bytes(bytes: &Uint8Array) -> worker::Result<String> {
    let hash = JsFuture::from(subtle_digest("SHA-256", bytes)?).await?;
    Ok(hex(Uint8Array::new(&hash).to_vec().get(..12).unwrap_or_default()))
}

/// A request as it came in: all but its body is ours already.
pub(crate) struct IncomingRequest {
    pub(crate) head: Request,
    raw: web_sys::Request,
    /// Called when the request is sent on.
    sent: OnceCell<Function>,
    /// Whether others may wait for its answer too.
    is_shared: bool,
}

impl IncomingRequest {
    pub(crate) fn from_platform(raw: web_sys::Request) -> IncomingRequest {
        let head = head_of(&raw);
        let mut lines = split_on(&head, b'\n');
        let (method, url) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
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

    /// The same, for whose answer others may wait too.
    pub(crate) fn detached(self) -> IncomingRequest {
        IncomingRequest { is_shared: true, ..self }
    }

    /// True once nobody waits for the answer any more, where the platform tells.
    pub(crate) fn is_aborted(&self) -> bool {
        !self.is_shared && self.raw.signal().aborted()
    }

    /// A promise that the request is sent on.
    pub(crate) fn on_sent(&self) -> Promise {
        Promise::new(&mut |done, _| {
            let _ = self.sent.set(done);
        })
    }

    /// Keeps that promise.
    pub(crate) fn mark_sent(&self) {
        let _ = self.sent.get().map(|done| done.call0(&JsValue::UNDEFINED));
    }

    /// The host that the request was sent to.
    pub(crate) fn host(&self) -> &str {
        self.head.origin.rsplit('/').next().unwrap_or_default()
    }

    /// What is known of the body.
    pub(crate) fn body_size(&self) -> BodySize {
        match self.head.header("content-length").map(str::parse) {
            Some(Ok(0)) => BodySize::Absent,
            _ if self.raw.body().is_none() => BodySize::Absent,
            Some(Ok(length)) => BodySize::Sized(length),
            _ => BodySize::Unsized,
        }
    }

    /// The body as a stream, untouched.
    pub(crate) fn body_stream(&self) -> Option<web_sys::ReadableStream> {
        self.raw.body()
    }

    /// The body's bytes; none if there are more than `most`.
    pub(crate) async fn read_body(&self, most: u64) -> worker::Result<Option<Vec<u8>>> {
        read_stream(self.raw.body(), most).await
    }
}

/// Reads a stream to its end; none, and the stream is cancelled, if it has more than `most` bytes.
pub(crate) async fn read_stream(stream: Option<web_sys::ReadableStream>, most: u64) -> worker::Result<Option<Vec<u8>>> {
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
        if length > most {
            let _ = JsFuture::from(reader.cancel()).await;
            return Ok(None);
        }
        bytes.extend(chunk.to_vec());
    }
}

/// A stream as two, each with all of it.
pub(crate) fn tee_stream(stream: &web_sys::ReadableStream) -> Option<[web_sys::ReadableStream; 2]> {
    let [one, other]: [JsValue; 2] = Array::from(&stream.tee()).to_vec().try_into().ok()?;
    Some([one.unchecked_into(), other.unchecked_into()])
}

/// Headers as ours.
pub(crate) fn from_platform_headers(headers: &web_sys::Headers) -> Vec<Header> {
    parse_header_lines(split_on(&lines_of(headers), b'\n'))
}

/// Headers of lines as ours.
pub(crate) fn parse_header_lines<'a>(mut lines: impl Iterator<Item = &'a str>) -> Vec<Header> {
    std::iter::from_fn(|| Some((lines.next()?.to_owned(), lines.next()?.to_owned()))).collect()
}

/// Headers as the platform's. One that the platform refuses is left out.
pub(crate) fn to_platform_headers(headers: &[Header]) -> web_sys::Headers {
    headers_of(&format_lines(&[], &mut headers.iter()))
}

/// Headers that most answers share, as the platform's.
fn shared_headers(lines: String) -> web_sys::Headers {
    SHARED_HEADERS.with_borrow_mut(|kinds| {
        if let Some((_, made)) = kinds.iter().find(|(known, _)| *known == lines) {
            return made.clone();
        }
        let made = headers_of(&lines);
        if kinds.len() >= SHARED_HEADERS_MAX {
            kinds.remove(0);
        }
        kinds.push((lines, made.clone()));
        made
    })
}

/// True for text that stays one line.
#[inline(never)]
pub(crate) fn is_single_line(text: &str) -> bool {
    text.bytes().all(|byte| byte != b'\n')
}

/// Headers as they cross to the platform, behind a start. One that would be two lines is left out.
pub(crate) fn format_lines(start: &[&str], headers: &mut dyn Iterator<Item = &Header>) -> String {
    let mut lines = String::with_capacity(512);
    for text in start {
        lines.push_str(text);
    }
    for (name, value) in headers.filter(|(name, value)| is_single_line(name) && is_single_line(value)) {
        for text in [name, value] {
            lines.push_str(text);
            lines.push('\n');
        }
    }
    lines
}

/// Headers with more of them; one that is there already is not given twice.
pub(crate) fn merge_headers(mut headers: Vec<Header>, extra: &[Header]) -> Vec<Header> {
    for header in extra {
        if !headers.iter().any(|(name, _)| *name == header.0) {
            headers.push(header.clone());
        }
    }
    headers
}

/// A response as the platform's, with more headers.
pub(crate) fn to_platform_response(response: Response, extra: &[Header]) -> worker::Result<web_sys::Response> {
    let headers = merge_headers(response.headers, extra);
    let body = (!response.body.is_empty()).then(|| Uint8Array::from(response.body.as_slice()));
    build_response(response.status, &headers, body.as_ref())
}

/// A response whose body is the platform's, bytes or a stream that passes through untouched.
pub(crate) fn build_response(
    status: u16,
    headers: &[Header],
    body: Option<&impl AsRef<JsValue>>,
) -> worker::Result<web_sys::Response> {
    let of = |shared| headers.iter().filter(move |(name, _)| COMMON_HEADERS.contains(&name.as_str()) == shared);
    let common = shared_headers(format_lines(&[], &mut of(true)));
    Ok(answer_of(status, &common, &format_lines(&[], &mut of(false)), body.map_or(&JsValue::NULL, AsRef::as_ref))?)
}

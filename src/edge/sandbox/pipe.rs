//! Bodies that are written while they are read, completely or only in part.

use crate::edge::timer::sleep;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use worker::js_sys::{Error, Promise, Uint8Array};
use worker::wasm_bindgen::{self, JsValue, prelude::wasm_bindgen};
use worker::web_sys;

/// Milliseconds for the platform to send the first half.
const FLUSH_MS: u64 = 50;

#[wasm_bindgen]
extern "C" {
    pub(super) type IdentityTransformStream;
    #[wasm_bindgen(constructor)]
    pub(super) fn new() -> IdentityTransformStream;
    #[wasm_bindgen(structural, method, getter)]
    pub(super) fn readable(this: &IdentityTransformStream) -> web_sys::ReadableStream;
    #[wasm_bindgen(structural, method, getter)]
    pub(super) fn writable(this: &IdentityTransformStream) -> Writable;

    /// A stream whose length is announced in the headers.
    #[wasm_bindgen(extends = IdentityTransformStream)]
    type FixedLengthStream;
    #[wasm_bindgen(constructor)]
    fn new(length: f64) -> FixedLengthStream;

    pub(super) type Writable;
    #[wasm_bindgen(structural, method, catch, js_name = getWriter)]
    pub(super) fn get_writer(this: &Writable) -> Result<Writer, JsValue>;

    pub(super) type Writer;
    #[wasm_bindgen(structural, method, catch)]
    pub(super) fn write(this: &Writer, chunk: &Uint8Array) -> Result<Promise, JsValue>;
    #[wasm_bindgen(structural, method, catch)]
    pub(super) fn close(this: &Writer) -> Result<Promise, JsValue>;
    #[wasm_bindgen(structural, method, catch)]
    fn abort(this: &Writer, reason: &JsValue) -> Result<Promise, JsValue>;
}

/// A body whose connection breaks after the first half. Its headers announce the full length.
///
/// # Errors
///
/// If the platform refuses to write to the stream.
pub(crate) fn broken_stream(body: &[u8]) -> worker::Result<web_sys::ReadableStream> {
    let pipe = FixedLengthStream::new(body.len() as f64);
    let writer = pipe.writable().get_writer()?;
    let half = Uint8Array::from(body.get(..body.len() / 2).unwrap_or_default());
    spawn_local(async move {
        let _ = write_half(&writer, &half).await;
    });
    Ok(pipe.readable())
}

async fn write_half(writer: &Writer, half: &Uint8Array) -> Result<(), JsValue> {
    JsFuture::from(writer.write(half)?).await?;
    // The platform has taken the bytes but not sent them: an immediate abort would discard them and the headers.
    sleep(FLUSH_MS).await;
    JsFuture::from(writer.abort(&Error::new("a fault of the sandbox breaks this answer"))?).await.map(drop)
}

//! The API's response: its body is in WebAssembly's memory, in the platform's, or a stream.

use super::convert;
use crate::gateway::headers::CacheScope;
use crate::wire::http::{Header, Response};
use worker::js_sys::{ArrayBuffer, Uint8Array};
use worker::web_sys;

/// A response of the API.
pub(crate) struct UpstreamResponse {
    pub(crate) status: u16,
    pub(crate) headers: Vec<Header>,
    pub(crate) body: ResponseBody,
}

/// A response from the cache or from the API.
pub(crate) struct CacheReply {
    pub(crate) response: UpstreamResponse,
    /// `Cache-Status` of a read.
    pub(crate) cache_status: Option<String>,
    pub(crate) scope: CacheScope,
}

/// The body of a response of the API.
pub(crate) enum ResponseBody {
    Bytes(Vec<u8>),
    /// The whole body in the platform's memory.
    Whole(ArrayBuffer),
    Stream(Option<web_sys::ReadableStream>),
}

impl From<Response> for UpstreamResponse {
    fn from(Response { status, headers, body }: Response) -> UpstreamResponse {
        UpstreamResponse { status, headers, body: ResponseBody::Bytes(body) }
    }
}

impl ResponseBody {
    /// The body twice.
    ///
    /// # Errors
    ///
    /// If the platform cannot split the stream.
    pub(crate) fn split_in_two(self) -> worker::Result<[ResponseBody; 2]> {
        Ok(match self {
            ResponseBody::Bytes(bytes) => [ResponseBody::Bytes(bytes.clone()), ResponseBody::Bytes(bytes)],
            ResponseBody::Whole(buffer) => [ResponseBody::Whole(buffer.clone()), ResponseBody::Whole(buffer)],
            ResponseBody::Stream(None) => [ResponseBody::Stream(None), ResponseBody::Stream(None)],
            ResponseBody::Stream(Some(stream)) => convert::tee_stream(&stream)
                .ok_or("a stream has two ends")?
                .map(|stream| ResponseBody::Stream(Some(stream))),
        })
    }

    /// Cancels a stream that is not read, which releases its connection.
    pub(crate) fn cancel(self) {
        if let ResponseBody::Stream(Some(stream)) = self {
            let _ = stream.cancel();
        }
    }

    /// The body's bytes. `None` if there are more than `limit`.
    ///
    /// # Errors
    ///
    /// If the stream breaks.
    pub(crate) async fn read_bytes(self, limit: u64) -> worker::Result<Option<Vec<u8>>> {
        let bytes = match self {
            ResponseBody::Bytes(bytes) => bytes,
            ResponseBody::Whole(buffer) if u64::from(buffer.byte_length()) > limit => return Ok(None),
            ResponseBody::Whole(buffer) => Uint8Array::new(&buffer).to_vec(),
            ResponseBody::Stream(stream) => return convert::read_stream(stream, limit).await,
        };
        Ok(u64::try_from(bytes.len()).is_ok_and(|length| length <= limit).then_some(bytes))
    }

    /// The platform's response with this body. `extra` are more headers.
    ///
    /// # Errors
    ///
    /// If the platform refuses the status.
    pub(crate) fn into_response(
        self,
        status: u16,
        headers: Vec<Header>,
        extra: &[Header],
    ) -> worker::Result<web_sys::Response> {
        let headers = convert::merge_headers(headers, extra);
        match self {
            ResponseBody::Bytes(body) => convert::to_platform_response(Response { status, headers, body }, &[]),
            ResponseBody::Whole(buffer) => convert::build_response(status, &headers, Some(&buffer)),
            ResponseBody::Stream(stream) => convert::build_response(status, &headers, stream.as_ref()),
        }
    }
}

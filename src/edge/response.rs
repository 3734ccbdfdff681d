//! The API's response: its body is in our memory, in the platform's, or still on its way.

use super::convert;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::ERROR_BODY_MAX;
use crate::wire::http::{Header, Response};
use worker::js_sys::{ArrayBuffer, Uint8Array};
use worker::web_sys;

/// The API's answer.
pub(crate) struct UpstreamResponse {
    pub(crate) status: u16,
    pub(crate) headers: Vec<Header>,
    pub(crate) body: ResponseBody,
}

/// The body of the API's answer.
pub(crate) enum ResponseBody {
    Bytes(Vec<u8>),
    /// All of it, in the platform's memory.
    Whole(ArrayBuffer),
    Stream(Option<web_sys::ReadableStream>),
}

impl From<Response> for UpstreamResponse {
    fn from(Response { status, headers, body }: Response) -> UpstreamResponse {
        UpstreamResponse { status, headers, body: ResponseBody::Bytes(body) }
    }
}

impl UpstreamResponse {
    /// The answer with its body, which is that of an error.
    pub(crate) async fn read_whole_error(self) -> Result<Response, Problem> {
        let UpstreamResponse { status, headers, body } = self;
        let body = body.read_bytes(ERROR_BODY_MAX).await.ok().flatten().ok_or(Problem::UpstreamFailed)?;
        Ok(Response { status, headers, body })
    }
}

impl ResponseBody {
    /// The body twice.
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

    /// Gives up a body that nobody reads.
    pub(crate) fn cancel(self) {
        if let ResponseBody::Stream(Some(stream)) = self {
            let _ = stream.cancel();
        }
    }

    /// The body's bytes; none if there are more than `most`.
    pub(crate) async fn read_bytes(self, most: u64) -> worker::Result<Option<Vec<u8>>> {
        let bytes = match self {
            ResponseBody::Bytes(bytes) => bytes,
            ResponseBody::Whole(buffer) if u64::from(buffer.byte_length()) > most => return Ok(None),
            ResponseBody::Whole(buffer) => Uint8Array::new(&buffer).to_vec(),
            ResponseBody::Stream(stream) => return convert::read_stream(stream, most).await,
        };
        Ok(u64::try_from(bytes.len()).is_ok_and(|length| length <= most).then_some(bytes))
    }

    /// The platform's response of which this is the body, with more headers.
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

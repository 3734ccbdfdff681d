//! The operations whose handlers are still to be built. Each answers 501 until its handler exists.

use super::context::Context;
use super::dispatch::Handle;
use crate::spec::endpoint::Endpoint;
use crate::spec::errors::Error;
use crate::wire::error::ApiError;
use crate::wire::http::Response;
use serde_json::json;

/// The answer of an operation that is not built: an error object with the id 501, which no row of the table has.
pub fn run<E: Endpoint>(_: &Context) -> Result<Response, ApiError> {
    let body = json!({ "error": {
        "docs": "",
        "message": format!("{} is not part of this version.", E::ROUTE.name),
        "id": "501",
        "name": "Not Implemented",
        "http_status_code": 501,
    } });
    Ok(Response::json(501, body.to_string()))
}

macro_rules! unbuilt {
    ($( $noun:ident { $($name:ident)+ } )+) => {
        /// The names of the operations that are not built yet.
        pub const UNBUILT: &[&str] =
            &[$( $( <crate::spec::endpoints::$noun::$name as Endpoint>::ROUTE.name ),+ ),+];

        $( $(
            impl Handle for crate::spec::endpoints::$noun::$name {
                const BUILT: bool = false;
                fn handle(self, _: &Context) -> Result<Self::Response, ApiError> {
                    Err(ApiError::from(Error::Internal))
                }
            }
        )+ )+
    };
}

unbuilt! {
    webhooks {
        ListWebhooks
        CreateWebhook
        GetWebhook
        UpdateWebhook
        ReplaceWebhook
        DeleteWebhook
    }
}

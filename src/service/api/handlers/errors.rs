//! The error table as a resource.

use crate::service::actor::call_context::CallContext;
use crate::service::api::dispatch::Handle;
use crate::service::api::documentation;
use crate::spec::endpoints::errors::{GetError, ListErrors};
use crate::spec::errors::Error;
use crate::spec::resources::errors::{ErrorDescription, ErrorRef};
use crate::spec::types::List;
use crate::wire::error::ApiError;

impl Handle for ListErrors {
    fn handle_request(self, context: &CallContext) -> Result<List<ErrorRef>, ApiError> {
        let slice = context.page_range(&self.query.0);
        let data = slice.take_rows(Error::ALL.iter()).map(|error| {
            let ErrorDescription { id, name, message, docs, .. } =
                documentation::error_description(*error, &context.request.origin);
            ErrorRef { id, name, message: Some(message), href: docs.clone(), docs: Some(docs) }
        });
        Ok(context.list_envelope::<ListErrors, _>(slice, data.collect(), Error::ALL.len() as u64))
    }
}

impl Handle for GetError {
    fn handle_request(self, context: &CallContext) -> Result<ErrorDescription, ApiError> {
        let error = documentation::find_error(self.error_id.as_str()).ok_or(Error::NotFound)?;
        Ok(documentation::error_description(error, &context.request.origin))
    }
}

//! Errors: the error table as a resource.

use crate::service::context::Context;
use crate::service::dispatch::Handle;
use crate::spec::endpoints::errors::{GetError, ListErrors};
use crate::spec::errors::Error;
use crate::spec::resources::errors::{ErrorDescription, ErrorRef};
use crate::spec::types::List;
use crate::wire::error::ApiError;

impl Handle for ListErrors {
    fn handle(self, context: &Context) -> Result<List<ErrorRef>, ApiError> {
        let slice = context.slice(&self.query.0);
        let data = slice.cut(Error::ALL.iter()).map(|error| {
            let (row, id) = (error.row(), error.row().code.to_string());
            let href = context.href::<GetError>(&[&id]);
            ErrorRef {
                id: id.into(),
                name: row.name.to_owned(),
                message: Some(row.meaning.to_owned()),
                docs: Some(href.clone()),
                href,
            }
        });
        Ok(context.envelope::<ListErrors, _>(slice, data.collect(), Error::ALL.len() as u64))
    }
}

impl Handle for GetError {
    fn handle(self, context: &Context) -> Result<ErrorDescription, ApiError> {
        let row = Error::ALL.iter().map(|error| error.row()).find(|row| row.code.to_string() == self.error_id.0);
        let row = row.ok_or(Error::NotFound)?;
        Ok(ErrorDescription {
            name: row.name.to_owned(),
            message: row.meaning.to_owned(),
            docs: context.href::<GetError>(&[self.error_id.as_str()]),
            id: self.error_id,
        })
    }
}

//! Whether a collector accepts a response from an app.

use crate::service::actor::call_context::CallContext;
use crate::service::store::sql::Row;
use crate::service::surveys::collectors;
use crate::spec::errors::Error;
use crate::spec::resources::collectors::CollectorStatus;
use crate::spec::resources::responses::ResponseStatus;
use crate::wire::error::ApiError;

/// Checks that the collector is open and below its response limit. A response with the status `overquota` is accepted
/// above the limit.
///
/// # Errors
///
/// [`Error::Conflict`].
pub fn check_open(context: &CallContext, row: &Row, status: ResponseStatus) -> Result<(), ApiError> {
    let is_full = collectors::is_full(row.json("body").get("response_limit"), row.count("response_count"));
    if status == ResponseStatus::Overquota && is_full {
        return Ok(());
    }
    if is_full {
        return Err(ApiError::with_detail(Error::Conflict, "The collector has reached its `response_limit`."));
    }
    if collectors::current_status(row, context.now()) == Some(CollectorStatus::Closed) {
        return Err(ApiError::with_detail(Error::Conflict, "The collector is closed."));
    }
    Ok(())
}

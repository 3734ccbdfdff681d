//! Folders, in which owners sort their surveys.

use crate::service::actor::call_context::CallContext;
use crate::service::store::sql::{Row, first_row, values};
use crate::spec::errors::Error;
use crate::wire::error::ApiError;

/// A folder of the caller. Other users' folders do not exist for the caller.
///
/// # Errors
///
/// 1020 if the caller has no such folder.
pub fn own_folder(context: &CallContext, id: &str) -> Result<Row, ApiError> {
    let row = first_row(
        context.sql,
        "SELECT id, title,
                (SELECT COUNT(*)
                 FROM surveys
                 WHERE surveys.owner_id = folders.owner_id AND surveys.folder_id = folders.id) AS surveys
         FROM folders
         WHERE id = ? AND owner_id = ?",
        values![id, context.account.user_id.as_str()],
    )?;
    row.ok_or(Error::NotFound.into())
}

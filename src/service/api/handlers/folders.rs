//! Folders. Each belongs to one user, is visible to that user only, and contains surveys of that user.

use crate::service::actor::call_context::CallContext;
use crate::service::api::dispatch::Handle;
use crate::service::api::handlers::text_limits::check_name;
use crate::service::store::ids::{self, IdKind};
use crate::service::store::sql::{Row, first_row, values};
use crate::service::surveys::folders;
use crate::spec::endpoints::folders::{CreateFolder, DeleteFolder, GetFolder, ListFolders, UpdateFolder};
use crate::spec::resources::folders::Folder;
use crate::spec::types::{Integer, List};
use crate::wire::error::ApiError;

/// The folder of surveys without one.
const NO_FOLDER: &str = "0";

/// Surveys that one chunk takes out of a folder that is deleted. If the call ends early, the folder keeps the others.
const SURVEYS_PER_CHUNK: i64 = 200;

impl Handle for ListFolders {
    fn handle_request(self, context: &CallContext) -> Result<List<Folder>, ApiError> {
        let slice = context.page_range(&self.query.0);
        let user = context.account.user_id.as_str();
        let total = first_row(context.sql, "SELECT COUNT(*) AS total FROM folders WHERE owner_id = ?", values![user])?;
        let rows = context.sql.run(
            "SELECT id, title,
                    (SELECT COUNT(*)
                     FROM surveys
                     WHERE surveys.owner_id = folders.owner_id AND surveys.folder_id = folders.id) AS surveys
             FROM folders
             WHERE owner_id = ?
             ORDER BY created, id
             LIMIT ? OFFSET ?",
            values![user, slice.limit(), slice.offset()],
        )?;
        let data = rows.iter().map(|row| folder_from_row(context, row)).collect();
        Ok(context.list_envelope::<ListFolders, _>(slice, data, total.map_or(0, |row| row.count("total"))))
    }
}

impl Handle for CreateFolder {
    fn handle_request(self, context: &CallContext) -> Result<Folder, ApiError> {
        check_name("title", &self.body.title)?;
        let id = ids::next_id(context.sql, IdKind::Folder)?;
        context.sql.run(
            "INSERT INTO folders (id, owner_id, title, created)
             VALUES (?, ?, ?, ?)",
            values![id.as_str(), context.account.user_id.as_str(), self.body.title, context.now()],
        )?;
        Ok(folder_from_row(context, &folders::own_folder(context, &id)?))
    }
}

impl Handle for GetFolder {
    fn handle_request(self, context: &CallContext) -> Result<Folder, ApiError> {
        Ok(folder_from_row(context, &folders::own_folder(context, self.folder_id.as_str())?))
    }
}

impl Handle for UpdateFolder {
    fn handle_request(self, context: &CallContext) -> Result<Folder, ApiError> {
        let id = self.folder_id.as_str();
        folders::own_folder(context, id)?;
        check_name("title", &self.body.title)?;
        context.sql.run("UPDATE folders SET title = ? WHERE id = ?", values![self.body.title, id])?;
        Ok(folder_from_row(context, &folders::own_folder(context, id)?))
    }
}

impl Handle for DeleteFolder {
    fn handle_request(self, context: &CallContext) -> Result<Folder, ApiError> {
        let (id, user) = (self.folder_id.as_str(), context.account.user_id.as_str());
        let deleted = match context.chunked_work.take_state(|_: &Folder| true) {
            Some(deleted) => deleted,
            None => Box::new(folder_from_row(context, &folders::own_folder(context, id)?)),
        };
        let emptied = context.sql.run(
            "UPDATE surveys
             SET folder_id = ?
             WHERE rowid IN (SELECT rowid FROM surveys WHERE owner_id = ? AND folder_id = ? LIMIT ?)
             RETURNING 1 AS emptied",
            values![NO_FOLDER, user, id, SURVEYS_PER_CHUNK],
        )?;
        if i64::try_from(emptied.len()).unwrap_or(i64::MAX) >= SURVEYS_PER_CHUNK {
            return Err(context.chunked_work.pause_keeping_writes(deleted));
        }
        context.sql.run("DELETE FROM folders WHERE id = ?", values![id])?;
        Ok(*deleted)
    }
}

fn folder_from_row(context: &CallContext, row: &Row) -> Folder {
    let id = row.text("id");
    Folder {
        title: row.text("title"),
        num_surveys: Integer::saturating(row.count("surveys")),
        href: context.operation_url::<GetFolder>(&[&id]),
        id: id.into(),
    }
}

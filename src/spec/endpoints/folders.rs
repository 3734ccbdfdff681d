//! TABLE. Folders of surveys. Left out by the specification; no scope is documented for them, so
//! that they need those of surveys is our choice.

use super::query::Paging;
use crate::spec::resources::folders::{Folder, FolderNew};
use crate::spec::types::List;

macro_rules! folders {
    ($then:ident) => { $then! {
        /// Lists the folders of the user. Its scope is our choice.
        GET "/v3/survey_folders" ListFolders() as "survey_folders.list"
            query(Paging) needs(SurveysRead) -> 200 List<Folder>;
        /// Creates a folder. Unlike other creations it returns status 200. Its scope is our choice.
        POST "/v3/survey_folders" CreateFolder() as "survey_folders.create"
            body(FolderNew) needs(SurveysWrite) -> 200 Folder;
        /// Returns a folder. Its scope is our choice.
        GET "/v3/survey_folders/{folder_id}" GetFolder(folder_id) as "survey_folders.get"
            needs(SurveysRead) -> 200 Folder;
        /// Changes the title of a folder. Its scope is our choice.
        PATCH "/v3/survey_folders/{folder_id}" UpdateFolder(folder_id) as "survey_folders.update"
            body(FolderNew) needs(SurveysWrite) -> 200 Folder;
        /// Deletes a folder; its surveys remain without a folder. Scope and response are our choice.
        DELETE "/v3/survey_folders/{folder_id}" DeleteFolder(folder_id) as "survey_folders.delete"
            needs(SurveysWrite) -> 200 Folder;
    } };
}
folders!(endpoints);

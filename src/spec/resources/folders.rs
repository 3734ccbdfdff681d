//! TABLE. Folders of surveys.

use crate::spec::types::{Id, Integer};

resources! {
    /// A folder of surveys.
    Folder {
        /// Id of the folder.
        id: Id,
        /// Title.
        title: String,
        /// Number of surveys in it.
        num_surveys: Integer,
        /// Address of the folder.
        href: String,
    }
    /// What makes or changes a folder.
    FolderNew {
        /// Title.
        title: String,
    }
}

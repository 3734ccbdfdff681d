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
        /// URL of the folder.
        href: String,
    }
    /// A new folder, or changes to one.
    FolderNew {
        /// Title.
        title: String,
    }
}

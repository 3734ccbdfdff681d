//! TABLE. The error table as a resource.

use crate::spec::types::Id;

resources! {
    /// A row of the error table in a list.
    ErrorRef {
        /// The code.
        id: Id,
        /// URL of the row.
        href: String,
        /// Name of the error.
        name: String,
        /// Its meaning. Newer responses have it.
        message: Option<String>,
        /// URL of its documentation. Newer responses have it.
        docs: Option<String>,
    }
    /// A row of the error table.
    ErrorDescription {
        /// The code.
        id: Id,
        /// Name of the error.
        name: String,
        /// Its meaning.
        message: String,
        /// Its cause. Other services do not have this field.
        cause: Option<String>,
        /// Its remedy. Other services do not have this field.
        remedy: Option<String>,
        /// URL of its documentation, which needs no token: a page in a browser, otherwise this resource.
        docs: String,
    }
}

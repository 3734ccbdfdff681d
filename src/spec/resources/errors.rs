//! TABLE. The error table as a resource.

use crate::spec::types::Id;

resources! {
    /// A row of the error table in a list.
    ErrorRef {
        /// The code.
        id: Id,
        /// Address of the row.
        href: String,
        /// Name of the error.
        name: String,
        /// What it means. Newer answers have it.
        message: Option<String>,
        /// Address of its documentation. Newer answers have it.
        docs: Option<String>,
    }
    /// A row of the error table.
    ErrorDescription {
        /// The code.
        id: Id,
        /// Name of the error.
        name: String,
        /// What it means.
        message: String,
        /// Why it happens. Other services do not say.
        cause: Option<String>,
        /// What helps. Other services do not say.
        remedy: Option<String>,
        /// Address of its documentation, which opens without a token: a page in a browser, this resource elsewhere.
        docs: String,
    }
}

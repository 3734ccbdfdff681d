//! TABLE. Errors: the body of a refusal, and the error table as a resource.

use crate::spec::types::{Id, Integer};

resources! {
    /// The body of every refusal but that of a revoked token, which has a status and a message of its own.
    ErrorBody {
        /// What went wrong.
        error: ErrorObject,
    }
    /// What went wrong.
    ErrorObject {
        /// Address of the error's documentation.
        docs: String,
        /// What went wrong in words. Some answers in the field lack it.
        message: Option<String>,
        /// The code: a string. Clients must take a number too, which older answers have.
        id: Id,
        /// Name of the error.
        name: String,
        /// The HTTP status.
        http_status_code: Integer,
    }
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
        /// Address of its documentation.
        docs: String,
    }
}

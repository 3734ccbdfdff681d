//! The query parameters that several nouns share.

use crate::spec::types::Integer;

queries! {
    /// Which page of a list.
    Paging {
        /// Page to return, from 1; 1 if not given.
        page: Option<Integer>,
        /// Resources per page; 50 if not given, 1000 at most unless the operation says otherwise.
        per_page: Option<Integer>,
    }
}

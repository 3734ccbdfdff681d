//! TABLE. The query parameters that several nouns share.

use crate::spec::types::Integer;

choices! {
    /// The direction of a sorted list, in upper case; a query may use lower case.
    SortOrder { Ascending "ASC", Descending "DESC" }
}

queries! {
    /// Page of a list.
    Paging {
        /// Page to return, from 1; 1 if not given.
        page: Option<Integer>,
        /// Resources per page; 50 if not given, at most 1000 unless the operation says otherwise.
        per_page: Option<Integer>,
    }
}

#[cfg(test)]
mod tests {
    use super::SortOrder;
    use crate::spec::param::Param;

    #[test]
    fn a_query_may_write_a_sort_order_in_any_case() {
        for text in ["DESC", "desc", "Desc"] {
            assert_eq!(<SortOrder as Param>::parse(text), Ok(SortOrder::Descending), "{text}");
        }
        assert!(<SortOrder as Param>::parse("down").is_err());
        assert_eq!(SortOrder::parse("desc"), None, "a body writes it as documented");
    }
}

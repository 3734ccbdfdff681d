//! TABLE. Errors: the error table as a resource. Heading "Errors".

use super::query::Paging;
use crate::spec::resources::errors::{ErrorDescription, ErrorRef};
use crate::spec::types::List;

macro_rules! errors {
    ($then:ident) => { $then! {
        /// Lists the errors of the API.
        GET "/v3/errors" ListErrors() as "errors.list"
            query(Paging) needs() -> 200 List<ErrorRef>;
        /// Explains an error.
        GET "/v3/errors/{error_id}" GetError(error_id) as "errors.get"
            needs() -> 200 ErrorDescription;
    } };
}
errors!(endpoints);

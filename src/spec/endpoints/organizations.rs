//! TABLE. Organizations: the settings of a team for its workgroups. Left out by the specification.

use super::query::Paging;
use crate::spec::resources::organizations::Organization;
use crate::spec::types::List;

macro_rules! organizations {
    ($then:ident) => { $then! {
        /// Lists the organizations of the user: one at most. No scope is documented for it.
        GET "/v3/organizations" ListOrganizations() as "organizations.list"
            query(Paging) needs() -> 200 List<Organization>;
    } };
}
organizations!(endpoints);

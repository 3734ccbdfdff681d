//! TABLE. Roles: the permissions of a member of a workgroup. Left out by the specification.

use super::query::Paging;
use crate::spec::resources::roles::Role;
use crate::spec::types::List;

macro_rules! roles {
    ($then:ident) => { $then! {
        /// Lists the roles that can be assigned in the team.
        GET "/v3/roles" ListRoles() as "roles.list"
            query(Paging) needs(RolesRead) -> 200 List<Role>;
    } };
}
roles!(endpoints);

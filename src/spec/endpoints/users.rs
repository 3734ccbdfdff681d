//! TABLE. Users: the user of the token. Heading "Users and teams".

use super::query::Paging;
use super::workgroups::ShareInclude;
use crate::spec::resources::users::{SharedResource, User};
use crate::spec::resources::workgroups::{ResourceType, Workgroup};
use crate::spec::types::{Commas, Id, List};

queries! {
    /// Filter and extra fields of a list of shared resources.
    SharedFilter {
        /// Kind of the resources.
        resource_type: Option<ResourceType>,
        /// Ids of the resources, separated by commas; may be given only together with `resource_type`.
        resource_id: Option<Commas<Id>>,
        /// Extra fields of each record. The specification names one value; accepting both at once is our choice.
        include: Option<Commas<ShareInclude>>,
    }
}

macro_rules! users {
    ($then:ident) => { $then! {
        /// Returns the user of the token.
        GET "/v3/users/me" GetMe() as "users.me"
            needs(UsersRead) -> 200 User;
        /// Lists the workgroups to which a user belongs, pending or active, if they are visible to the caller: our
        /// choice.
        GET "/v3/users/{user_id}/workgroups" ListUserWorkgroups(user_id) as "users.workgroups.list"
            query(Paging) needs(WorkgroupsRead) -> 200 List<Workgroup>;
        /// Lists the resources that workgroups share with a user; for the user and the admins, which is our choice.
        GET "/v3/users/{user_id}/shared" ListUserShared(user_id) as "users.shared.list"
            query(Paging, SharedFilter) needs(WorkgroupsSharesRead) -> 200 List<SharedResource>;
    } };
}
users!(endpoints);

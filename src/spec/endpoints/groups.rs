//! TABLE. Groups: teams and their members. Heading "Users and teams".

use super::query::Paging;
use crate::spec::resources::groups::{Group, GroupRef};
use crate::spec::types::List;

macro_rules! groups {
    ($then:ident) => { $then! {
        /// Lists the teams the user belongs to: one at most.
        GET "/v3/groups" ListGroups() as "groups.list"
            query(Paging) needs(GroupsRead) -> 200 List<GroupRef>;
        /// Returns a team.
        GET "/v3/groups/{group_id}" GetGroup(group_id) as "groups.get"
            needs(GroupsRead) -> 200 Group;
    } };
}
groups!(endpoints);

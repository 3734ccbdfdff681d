//! TABLE. Workgroups, their members and shares. Heading "Workgroups".

use super::query::Paging;
use crate::spec::resources::workgroups::{
    Workgroup, WorkgroupMember, WorkgroupMemberNew, WorkgroupMemberPatch, WorkgroupMembersAdded, WorkgroupMembersNew,
    WorkgroupNew, WorkgroupPatch, WorkgroupShare, WorkgroupShareNew, WorkgroupSharesAdded, WorkgroupSharesNew,
};
use crate::spec::types::{Commas, List};

choices! {
    /// Extra fields of a share.
    ShareInclude { Permissions "permissions", ResourceDetails "resource_details" }
}

queries! {
    /// Extra fields of a list of shares.
    ShareFields {
        /// Extra fields of each share.
        include: Option<Commas<ShareInclude>>,
    }
}

macro_rules! workgroups {
    ($then:ident) => { $then! {
        /// Lists the workgroups of the team that are visible to the user. A hidden one with which a survey of the user
        /// is shared is listed too, without its description, metadata and members, so that the user finds the share:
        /// our choice.
        GET "/v3/workgroups" ListWorkgroups() as "workgroups.list"
            query(Paging) needs(WorkgroupsRead) -> 200 List<Workgroup>;
        /// Creates a workgroup. Its creator becomes an owner and active member.
        POST "/v3/workgroups" CreateWorkgroup() as "workgroups.create"
            body(WorkgroupNew) needs(WorkgroupsWrite) -> 201 Workgroup;
        /// Returns a workgroup, as in the list.
        GET "/v3/workgroups/{workgroup_id}" GetWorkgroup(workgroup_id) as "workgroups.get"
            needs(WorkgroupsRead) -> 200 Workgroup;
        /// Changes name, description, visibility or extra data of a workgroup.
        PATCH "/v3/workgroups/{workgroup_id}" UpdateWorkgroup(workgroup_id) as "workgroups.update"
            body(WorkgroupPatch) needs(WorkgroupsWrite) -> 200 Workgroup;
        /// Deletes a workgroup and its shares. That the deleted resource is returned is our choice.
        DELETE "/v3/workgroups/{workgroup_id}" DeleteWorkgroup(workgroup_id) as "workgroups.delete"
            needs(WorkgroupsWrite) -> 200 Workgroup;
        /// Lists the members of a workgroup, pending ones included.
        GET "/v3/workgroups/{workgroup_id}/members" ListWorkgroupMembers(workgroup_id) as "workgroups.members.list"
            query(Paging) needs(WorkgroupsMembersRead) -> 200 List<WorkgroupMember>;
        /// Adds a user of the team to a workgroup. A user who has joined the team is an active member immediately; an
        /// invited user is pending. Status 201 and this rule are our choice.
        POST "/v3/workgroups/{workgroup_id}/members" CreateWorkgroupMember(workgroup_id)
            as "workgroups.members.create"
            body(WorkgroupMemberNew) needs(WorkgroupsMembersWrite) -> 201 WorkgroupMember;
        /// Adds several users to a workgroup. Status and response are our choice.
        POST "/v3/workgroups/{workgroup_id}/members/bulk" BulkWorkgroupMembers(workgroup_id)
            as "workgroups.members.bulk"
            body(WorkgroupMembersNew) needs(WorkgroupsMembersWrite) -> 201 WorkgroupMembersAdded;
        /// Returns a member of a workgroup.
        GET "/v3/workgroups/{workgroup_id}/members/{member_id}" GetWorkgroupMember(workgroup_id, member_id)
            as "workgroups.members.get"
            needs(WorkgroupsMembersRead) -> 200 WorkgroupMember;
        /// Changes whether a member owns the workgroup. For the last active owner the error is 1025.
        PATCH "/v3/workgroups/{workgroup_id}/members/{member_id}" UpdateWorkgroupMember(workgroup_id, member_id)
            as "workgroups.members.update"
            body(WorkgroupMemberPatch) needs(WorkgroupsMembersWrite) -> 200 WorkgroupMember;
        /// Removes a member from a workgroup. For the last active owner the error is 1025. That the removed member is
        /// returned is our choice.
        DELETE "/v3/workgroups/{workgroup_id}/members/{member_id}" DeleteWorkgroupMember(workgroup_id, member_id)
            as "workgroups.members.delete"
            needs(WorkgroupsMembersWrite) -> 200 WorkgroupMember;
        /// Lists the resources shared with a workgroup; for its members and the admins. Other users see what they
        /// shared themselves, and shares of their own surveys. Our choice.
        GET "/v3/workgroups/{workgroup_id}/shares" ListWorkgroupShares(workgroup_id) as "workgroups.shares.list"
            query(Paging, ShareFields) needs(WorkgroupsSharesRead) -> 200 List<WorkgroupShare>;
        /// Shares a survey with a workgroup of which the user is a member: one of the user's own, or any for an admin.
        /// The status 201 is our choice.
        POST "/v3/workgroups/{workgroup_id}/shares" CreateWorkgroupShare(workgroup_id) as "workgroups.shares.create"
            body(WorkgroupShareNew) needs(WorkgroupsSharesWrite) -> 201 WorkgroupShare;
        /// Shares several resources with a workgroup. Status and response are our choice.
        POST "/v3/workgroups/{workgroup_id}/shares/bulk" BulkWorkgroupShares(workgroup_id) as "workgroups.shares.bulk"
            body(WorkgroupSharesNew) needs(WorkgroupsSharesWrite) -> 201 WorkgroupSharesAdded;
        /// Returns a share, to users who see it in the list: our choice.
        GET "/v3/workgroups/{workgroup_id}/shares/{share_id}" GetWorkgroupShare(workgroup_id, share_id)
            as "workgroups.shares.get"
            needs(WorkgroupsSharesRead) -> 200 WorkgroupShare;
        /// Ends a share; for the user who shared the survey, its owner, and the workgroup's owners and the admins. That
        /// the ended share is returned is our choice.
        DELETE "/v3/workgroups/{workgroup_id}/shares/{share_id}" DeleteWorkgroupShare(workgroup_id, share_id)
            as "workgroups.shares.delete"
            needs(WorkgroupsSharesWrite) -> 200 WorkgroupShare;
    } };
}
workgroups!(endpoints);

//! TABLE. Workgroups, their members and shares.

use super::groups::MembershipStatus;
use crate::spec::types::{Date, Id, Integer, Nullable};
use std::collections::BTreeMap;

choices! {
    /// The kinds of resource that can be shared with a workgroup.
    ResourceType { Survey "survey" }
    /// The roles that the service defines.
    RoleName {
        Analyzer "Analyzer", Collector "Collector", FullAccess "Full Access", Viewer "Viewer", Editor "Editor",
    }
}

resources! {
    /// A workgroup: members of a team who work on the same surveys.
    Workgroup {
        /// Id of the workgroup.
        id: Id,
        /// Name.
        name: String,
        /// Description; empty if there is none.
        description: String,
        /// Whether the workgroup is visible to the whole team, or only to its members and the admins.
        is_visible: bool,
        /// Extra data of the app.
        metadata: BTreeMap<String, serde_json::Value>,
        /// When the workgroup was created, without offset.
        created_at: Date,
        /// When the workgroup was last changed, without offset.
        updated_at: Date,
        /// The members who have accepted.
        members: Vec<WorkgroupUser>,
        /// The membership of the token's user.
        membership: Membership,
        /// Number of resources shared with the workgroup. One table of the specification spells it `share_count`; its
        /// examples and this service use this name.
        shares_count: Option<Integer>,
        /// The same as text, under the other name of the specification. This service does not return it.
        share_count: Option<String>,
        /// Number of members, pending ones included.
        members_count: Integer,
        /// Role of members without an assigned role.
        default_role: DefaultRole,
        /// Organization of the workgroup: the team.
        organization_id: Id,
    }
    /// A user among the members of a workgroup.
    WorkgroupUser {
        /// Id of the user.
        user_id: Id,
        /// Whether the user is an owner of the workgroup.
        is_owner: bool,
    }
    /// The membership of a user in a workgroup.
    Membership {
        /// Whether the user is an owner of the workgroup.
        is_owner: bool,
        /// State of the invitation; null if the user is not a member.
        status: Nullable<MembershipStatus>,
    }
    /// The role that members of a workgroup have by default. A new workgroup has Full Access.
    DefaultRole {
        /// Id of the role.
        id: Id,
        /// Name of the role.
        name: RoleName,
        /// Description of the role; empty if there is none.
        description: String,
        /// Whether the role can be assigned.
        is_enabled: bool,
        /// Extra data of the role.
        metadata: BTreeMap<String, serde_json::Value>,
    }
    /// A new workgroup.
    WorkgroupNew {
        /// Name.
        name: String,
        /// Whether the workgroup is visible to the whole team, or only to its members and the admins.
        is_visible: bool,
        /// Description; empty if not given.
        description: Option<String>,
        /// Extra data of the app. The specification describes it as required in one place only; that it is optional,
        /// and empty by default, is our choice.
        metadata: Option<BTreeMap<String, serde_json::Value>>,
    }
    /// Changes to a workgroup.
    WorkgroupPatch {
        /// New name.
        name: Option<String>,
        /// New description.
        description: Option<String>,
        /// Whether the workgroup is visible to the whole team.
        is_visible: Option<bool>,
        /// Extra data that replaces the existing data.
        metadata: Option<BTreeMap<String, serde_json::Value>>,
    }
    /// A member of a workgroup.
    WorkgroupMember {
        /// Id of the member, which is the id of the user.
        id: Id,
        /// Id of the workgroup.
        workgroup_id: Id,
        /// Whether the member is an owner of the workgroup.
        is_workgroup_owner: bool,
        /// Id of the member's role assignment.
        role_assignment_id: Id,
        /// State of the invitation.
        status: MembershipStatus,
        /// When the member was added, without offset.
        created_at: Date,
        /// When the membership was last changed, without offset.
        updated_at: Date,
    }
    /// A new member of a workgroup.
    WorkgroupMemberNew {
        /// Id of the user to add.
        user_id: Id,
        /// Whether the user becomes an owner of the workgroup; false if not given, which is our choice.
        is_workgroup_owner: Option<bool>,
    }
    /// Several users to add to a workgroup.
    WorkgroupMembersNew {
        /// The users to add.
        members: Vec<WorkgroupMemberNew>,
    }
    /// Changes to a member of a workgroup.
    WorkgroupMemberPatch {
        /// Whether the member is an owner of the workgroup.
        is_workgroup_owner: Option<bool>,
    }
    /// The members that a call has added. The documentation shows no response: this one is our choice.
    WorkgroupMembersAdded {
        /// The members that were added.
        members: Vec<WorkgroupMember>,
    }
    /// A resource that is shared with a workgroup.
    WorkgroupShare {
        /// Id of the share.
        id: Id,
        /// Id of the workgroup.
        workgroup_id: Id,
        /// Organization of the workgroup: the team.
        organization_id: Id,
        /// User who shared the resource.
        owner_user_id: Id,
        /// Id of the resource.
        resource_id: Id,
        /// Kind of the resource.
        resource_type: ResourceType,
        /// When the resource was shared, without offset.
        created_at: Date,
        /// The actions that the workgroup may take; only if included.
        permissions: Option<SharePermissions>,
        /// A summary of the resource; only if included.
        resource_details: Option<ResourceDetails>,
    }
    /// The actions that a workgroup may take on a shared resource. The specification names the two groups of actions,
    /// but not their form: this one is our choice.
    SharePermissions {
        /// Actions on the survey itself, as dotted names.
        survey: Vec<String>,
        /// Actions on the collectors of the survey, as dotted names.
        collector: Vec<String>,
    }
    /// A summary of a shared resource. The specification names no fields: these are our choice.
    ResourceDetails {
        /// Id of the resource.
        id: Id,
        /// Title of the resource.
        title: String,
        /// Title for editors; empty if there is none.
        nickname: String,
        /// URL of the resource.
        href: String,
    }
    /// A new share.
    WorkgroupShareNew {
        /// Kind of the resource.
        resource_type: ResourceType,
        /// Id of the resource.
        resource_id: Id,
    }
    /// Several resources to share with a workgroup.
    WorkgroupSharesNew {
        /// The resources to share, at most 1000.
        shares: Vec<WorkgroupShareNew>,
    }
    /// The shares that a call has created. The documentation shows no response: this one is our choice.
    WorkgroupSharesAdded {
        /// The shares that were created.
        shares: Vec<WorkgroupShare>,
    }
}

//! TABLE. Groups: teams, their members, and the record of what the members did.

use crate::spec::types::{Date, Id, Integer, Nullable};

choices! {
    /// The role of a member in the team.
    MemberType { Regular "regular", AccountOwner "account_owner", Admin "admin" }
    /// Whether an invitation was accepted: to a team as to a workgroup.
    MembershipStatus { Active "active", Pending "pending" }
    /// The length of one step of an activity series.
    Interval { Daily "daily", Weekly "weekly", Monthly "monthly", Yearly "yearly" }
    /// What a member did. The specification shows no set; this is the published one.
    ActivityType {
        AuthenticationSucceeded "authentication_succeeded",
        AuthenticationFailed "authentication_failed",
        AuthenticationSignout "authentication_signout",
        GroupInfoUpdatedGroupName "group_info_updated_group_name",
        InviteCreated "invite_created",
        InviteResent "invite_resent",
        MemberDeleted "member_deleted",
        MemberJoined "member_joined",
        SurveyInfoCreate "survey_info_create",
        SurveyInfoDelete "survey_info_delete",
        SurveyInfoCopy "survey_info_copy",
        SurveyInfoUpdate "survey_info_update",
        SurveyInfoTransfer "survey_info_transfer",
        CollectorInfoCreated "collector_info_created",
        CollectorInfoDeleted "collector_info_deleted",
        CollectorInfoUpdated "collector_info_updated",
        MemberUpdatedGroupMemberType "member_updated_group_member_type",
        PermissionCreated "permission_created",
        PermissionUpdated "permission_updated",
        SharedViewCreated "shared_view_created",
        SharedViewUpdated "shared_view_updated",
        ExportExportCreate "export_export_create",
        ExportDownloaded "export_downloaded",
        RespondentUpdated "respondent_updated",
        RespondentDeleted "respondent_deleted",
        GrantInfoCreated "grant_info_created",
        GrantInfoDeleted "grant_info_deleted",
    }
}

resources! {
    /// A team in a list.
    GroupRef {
        /// Id of the team.
        id: Id,
        /// Name of the team.
        name: String,
        /// Address of the team.
        href: String,
    }
    /// A team. A plain member reads the owner's address besides, to know whom to ask.
    Group {
        /// Id of the team.
        id: Id,
        /// Name of the team.
        name: String,
        /// Number of members, pending ones included.
        member_count: Integer,
        /// Number of members that the team may have.
        max_invites: Integer,
        /// When the team was created, with offset.
        date_created: Date,
        /// Email address of the owner; for plain members.
        owner_email: Option<String>,
        /// Address of this resource.
        href: String,
    }
    /// A member in a list. What is optional is there only if included.
    MemberRef {
        /// Id of the member.
        id: Id,
        /// Name by which the member signs in.
        username: String,
        /// First name.
        first_name: Option<String>,
        /// Last name.
        last_name: Option<String>,
        /// Id of the member's user; an empty string while the invitation is pending, which is our choice.
        user_id: Option<Id>,
        /// Email address.
        email: Option<String>,
        /// Role in the team.
        r#type: Option<MemberType>,
        /// Language of the account as an ISO 639-1 code.
        language: Option<String>,
        /// State of the invitation.
        status: Option<MembershipStatus>,
        /// Address of the member.
        href: String,
    }
    /// A member of a team.
    Member {
        /// Id of the member.
        id: Id,
        /// Name by which the member signs in.
        username: String,
        /// Email address.
        email: String,
        /// Role in the team.
        r#type: MemberType,
        /// State of the invitation.
        status: MembershipStatus,
        /// Id of the member's user; an empty string while the invitation is pending, which is our choice.
        user_id: Id,
        /// Language of the account as an ISO 639-1 code.
        language: String,
        /// First name.
        first_name: String,
        /// Last name.
        last_name: String,
        /// When the member was added to the team, with offset.
        date_created: Date,
        /// Address of this resource.
        href: String,
    }
    /// What changes in a member.
    MemberPatch {
        /// New email address of the member.
        email: String,
    }
    /// A stretch of the record of a team's activities, newest first. Not the usual list envelope.
    Activities {
        /// The records.
        results: Vec<Activity>,
        /// Number of records asked for.
        limit: Integer,
        /// Number of records left out before the first one.
        offset: Integer,
        /// Number of records in all.
        total: Integer,
        /// Names of the fields that hold text for people, separated by commas: `activity_msg,member_type`.
        sl_translate: String,
    }
    /// One thing that a member did. Its ids are numbers, unlike those of every other resource.
    Activity {
        /// What was done, in words, with HTML markup.
        activity_msg: String,
        /// What was done.
        activity_type: ActivityType,
        /// City from which it was done, if known.
        city: Nullable<String>,
        /// Country from which it was done, if known.
        country: Nullable<String>,
        /// When it was done, as YYYY-MM-DD HH:MM:SS.
        date_created: Date,
        /// Name of the member's division, if the team has divisions.
        division_name: Nullable<String>,
        /// Email address of the member.
        email: String,
        /// The team as a number.
        group_id: Integer,
        /// Address of the network from which it was done, if known.
        ip_address: Nullable<String>,
        /// Role of the member in words, with HTML markup.
        member_type: String,
        /// The user as a number.
        user_id: Integer,
        /// Name of the user.
        user_name: String,
    }
    /// How often something was done per step of time. The newest step comes first.
    ActivitySeries {
        /// Length of a step.
        interval: Interval,
        /// How often it was done in each step.
        series: Vec<Integer>,
        /// Label of each step, as long as the interval needs: `2020` for a year.
        times: Vec<String>,
    }
}

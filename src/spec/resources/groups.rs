//! TABLE. Groups: teams, their members and activity records.

use crate::spec::types::{Date, Id, Integer, Nullable};

choices! {
    /// The role of a member in the team.
    MemberType { Regular "regular", AccountOwner "account_owner", Admin "admin" }
    /// Whether an invitation to a team or a workgroup was accepted.
    MembershipStatus { Active "active", Pending "pending" }
    /// The length of one interval of an activity series.
    Interval { Daily "daily", Weekly "weekly", Monthly "monthly", Yearly "yearly" }
    /// The types of activity. The specification shows no set; this is the published one.
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
        /// URL of the team.
        href: String,
    }
    /// A team. Plain members also see the owner's address, so that they know whom to ask.
    Group {
        /// Id of the team.
        id: Id,
        /// Name of the team.
        name: String,
        /// Number of members, pending ones included. Other services give it to admins only.
        member_count: Option<Integer>,
        /// Number of members that the team may have. Other services give it to admins only.
        max_invites: Option<Integer>,
        /// When the team was created, with offset. Other services give it to admins only.
        date_created: Option<Date>,
        /// Email address of the owner; for plain members.
        owner_email: Option<String>,
        /// URL of this resource.
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
        /// URL of the member.
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
        /// URL of this resource.
        href: String,
    }
    /// Changes to a member.
    MemberPatch {
        /// New email address of the member.
        email: String,
    }
    /// A range of a team's activities, newest first. It does not have the usual list envelope.
    Activities {
        /// The records.
        results: Vec<Activity>,
        /// Number of records that the page may have.
        limit: Integer,
        /// Number of skipped records.
        offset: Integer,
        /// Total number of records.
        total: Integer,
        /// Names of the fields with displayed text, separated by commas: `activity_msg,member_type`.
        sl_translate: String,
    }
    /// One activity of a member. Its ids are numbers, unlike those of every other resource.
    Activity {
        /// Description of the activity, with HTML markup.
        activity_msg: String,
        /// Type of the activity.
        activity_type: ActivityType,
        /// City of the client, if known.
        city: Nullable<String>,
        /// Country of the client, if known.
        country: Nullable<String>,
        /// Time of the activity, as YYYY-MM-DD HH:MM:SS.
        date_created: Date,
        /// Name of the member's division, if the team has divisions.
        division_name: Nullable<String>,
        /// Email address of the member.
        email: String,
        /// The team as a number.
        group_id: Integer,
        /// IP address of the client, if known.
        ip_address: Nullable<String>,
        /// Displayed role of the member, with HTML markup.
        member_type: String,
        /// The user as a number.
        user_id: Integer,
        /// Name of the user.
        user_name: String,
    }
    /// Counts of one type of activity per interval, newest first.
    ActivitySeries {
        /// Length of an interval.
        interval: Interval,
        /// Count in each interval.
        series: Vec<Integer>,
        /// Label of each interval, as precise as the interval: `2020` for a year.
        times: Vec<String>,
    }
}

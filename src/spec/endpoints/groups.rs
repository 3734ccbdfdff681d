//! TABLE. Groups: teams, their members and activities. Heading "Users and teams".

use super::query::Paging;
use crate::spec::resources::groups::{
    Activities, ActivitySeries, Group, GroupRef, Interval, Member, MemberPatch, MemberRef,
};
use crate::spec::types::{Commas, Date, Id, Integer, List};

choices! {
    /// Extra fields of the members in a list.
    MemberInclude {
        FirstName "first_name", LastName "last_name", UserId "user_id", Email "email", Type "type",
        Language "language", Status "status",
    }
}

queries! {
    /// Filter and extra fields of a list of members.
    MemberFilter {
        /// Ids of the members to list, separated by commas.
        division_ids: Option<Commas<Id>>,
        /// Extra fields of each member.
        include: Option<Commas<MemberInclude>>,
    }
    /// Range of the activities to return.
    ActivityWindow {
        /// Number of records to return, at most 1000; 50 if not given, 0 for the total only.
        limit: Option<Integer>,
        /// Number of records to skip; 0 if not given.
        offset: Option<Integer>,
    }
    /// Period of the activities.
    ActivityDates {
        /// Earliest date.
        start_date: Option<Date>,
        /// Latest date, inclusive.
        end_date: Option<Date>,
    }
    /// Settings for counting a type of activity.
    SeriesStep {
        /// Length of one interval of the series.
        interval: Interval,
    }
}

macro_rules! groups {
    ($then:ident) => { $then! {
        /// Lists the teams the user belongs to, at most one.
        GET "/v3/groups" ListGroups() as "groups.list"
            query(Paging) needs(GroupsRead) -> 200 List<GroupRef>;
        /// Returns a team.
        GET "/v3/groups/{group_id}" GetGroup(group_id) as "groups.get"
            needs(GroupsRead) -> 200 Group;
        /// Returns the activities of a team's members; for its admins. That it needs this scope is our choice.
        GET "/v3/groups/{group_id}/activities" ListActivities(group_id) as "groups.activities.list"
            query(ActivityWindow, ActivityDates) needs(GroupsRead) -> 200 Activities;
        /// Counts one type of activity over time; for admins of the team. `action_type` is one of the activity types;
        /// the error 1003 for other values, and this scope, are our choice.
        GET "/v3/groups/{group_id}/activities/{action_type}" GetActivitySeries(group_id, action_type)
            as "groups.activities.get"
            query(SeriesStep, ActivityDates) needs(GroupsRead) -> 200 ActivitySeries;
        /// Lists the members of a team.
        GET "/v3/groups/{group_id}/members" ListMembers(group_id) as "groups.members.list"
            query(Paging, MemberFilter) needs(GroupsRead) -> 200 List<MemberRef>;
        /// Returns a member of a team.
        GET "/v3/groups/{group_id}/members/{member_id}" GetMember(group_id, member_id) as "groups.members.get"
            needs(GroupsRead) -> 200 Member;
        /// Changes the email address of a member; for admins, and for the owner's own address only for the owner. An
        /// active member signs in as before until the new address is confirmed by the link in a mail to it; it must not
        /// be the address of another account, and a user can change ten addresses a day. A pending member is invited at
        /// the new address, which needs a confirmed address of the caller and counts as one of the invitations of the
        /// day. The specification shows no response, scope or rule: the returned member, the scope `groups_write` and
        /// all other rules are our choice.
        PATCH "/v3/groups/{group_id}/members/{member_id}" UpdateMember(group_id, member_id)
            as "groups.members.update"
            body(MemberPatch) needs(GroupsWrite) -> 200 Member;
    } };
}
groups!(endpoints);

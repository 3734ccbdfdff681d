//! TABLE. Activities of the people of the demo world before it starts.

use super::day_start;
use super::people::{DemoPerson, DemoTeam};
use crate::service::store::sql::{Sql, SqlError, values};
use crate::spec::resources::groups::ActivityType::{self, *};
use crate::wire::dates::MINUTE;

/// An activity: day, minute of the day, key of the person, type, and subject.
type Activity = (i64, i64, &'static str, ActivityType, &'static str);

/// Every activity, the oldest first.
#[rustfmt::skip]
const ACTIVITIES: &[Activity] = &[
    (-640, 580, "owner",       InviteCreated,                "anton@northwind.example"),
    (-640, 655, "admin",       MemberJoined,                 ""),
    (-639, 600, "owner",       MemberUpdatedGroupMemberType, "Anton Reyes"),
    (-390, 615, "regular",     MemberJoined,                 ""),
    (-210, 700, "regular_two", MemberJoined,                 ""),
    (-100, 540, "owner",       SurveyInfoCreate,             "Every kind of question"),
    (-85,  600, "owner",       PermissionCreated,            "Every kind of question"),
    (-75,  540, "owner",       SurveyInfoCreate,             "Customer satisfaction 2025"),
    (-75,  600, "owner",       CollectorInfoCreated,         "Link below the invoice"),
    (-60,  540, "admin",       SurveyInfoCreate,             "Employee engagement"),
    (-60,  600, "admin",       CollectorInfoCreated,         "All staff"),
    (-58,  610, "admin",       PermissionCreated,            "Employee engagement"),
    (-40,  540, "owner",       SurveyInfoCreate,             "Research Day: your feedback"),
    (-40,  565, "owner",       SurveyInfoUpdate,             "Research Day: your feedback"),
    (-30,  540, "owner",       SurveyInfoCreate,             "Produktforschung: Küchengeräte für Gäste"),
    (-28,  605, "owner",       PermissionCreated,            "Produktforschung: Küchengeräte für Gäste"),
    (-20,  540, "regular",     SurveyInfoCreate,             "Where shall we have lunch?"),
    (-20,  600, "regular",     CollectorInfoCreated,         "Chat"),
    (-15,  660, "admin",       ExportExportCreate,           "Employee engagement"),
    (-15,  662, "admin",       ExportDownloaded,             "Employee engagement"),
    (-6,   545, "owner",       InviteCreated,                "petra@northwind.example"),
    (-5,   481, "owner",       AuthenticationSucceeded,      ""),
    (-3,   540, "owner",       SurveyInfoCreate,             "New Survey"),
    (-2,   470, "admin",       AuthenticationFailed,         ""),
    (-2,   471, "admin",       AuthenticationSucceeded,      ""),
    (-2,   480, "admin",       GrantInfoDeleted,             "Chartroom"),
    (-2,   700, "admin",       AuthenticationSignout,        ""),
    (-1,   484, "owner",       AuthenticationSucceeded,      ""),
    (-1,   490, "owner",       CollectorInfoUpdated,         "Chat"),
    (-1,   495, "regular",     AuthenticationSucceeded,      ""),
];

/// Writes the activities of a team.
pub fn seed_activities(home: &DemoTeam, sql: &dyn Sql) -> Result<(), SqlError> {
    for (on, minute, key, kind, subject) in ACTIVITIES {
        let Some(person) = DemoPerson::find_by_key(key).filter(|person| person.team_id == home.id) else { continue };
        let last = person.user_id.trim_start_matches("200100");
        sql.run(
            "INSERT INTO activities (kind, user_id, subject, ip, at)
             VALUES (?, ?, ?, ?, ?)",
            values![
                kind.as_str(),
                person.user_id,
                *subject,
                format!("192.0.2.{}", last.trim_start_matches('0')),
                day_start(*on).saturating_add(MINUTE.saturating_mul(*minute)),
            ],
        )?;
    }
    Ok(())
}

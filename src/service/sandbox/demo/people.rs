//! TABLE. People of the demo world and their teams: two teams, and accounts without one.

use super::day_start;
use crate::service::actor::protocol::ActorId;
use crate::service::environment::config::Config;
use crate::service::environment::derivation::HashCost;
use crate::service::environment::password;
use crate::service::store::ids;
use crate::service::store::sql::{Sql, SqlError, values};
use crate::spec::plans::Plan;
use crate::spec::regions::Region;
use crate::spec::resources::groups::{MemberType, MembershipStatus};

/// The cost of hashing a password of the demo world: the minimum, because all of them are public.
const PRINTED: HashCost = HashCost { calls: 1, rounds: 1 };

/// A team, or the account of one person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DemoTeamKind {
    /// A team with this number of seats.
    Team(i64),
    /// An account without a team.
    Account,
}

/// A team actor of the demo world.
#[derive(Debug)]
pub struct DemoTeam {
    /// Id of the team.
    pub id: &'static str,
    /// Name of the team; empty for an account without one.
    pub name: &'static str,
    /// Region.
    pub region: Region,
    /// Team or account.
    pub kind: DemoTeamKind,
    /// Day of creation.
    pub made: i64,
}

/// A person of the demo world.
#[derive(Debug)]
pub struct DemoPerson {
    /// The key of the person in the other tables.
    pub key: &'static str,
    /// Id of the team.
    pub team_id: &'static str,
    /// Id of the user.
    pub user_id: &'static str,
    /// Id as a member of the team.
    pub member_id: &'static str,
    /// E-mail address, which is also the username.
    pub email: &'static str,
    /// Password; empty for a person who has not accepted the invitation.
    pub password: &'static str,
    /// First and last name.
    pub name: (&'static str, &'static str),
    /// Language of the account.
    pub language: &'static str,
    /// Plan.
    pub plan: Plan,
    /// Role in the team.
    pub member_type: MemberType,
    /// Active, or pending until the invitation is accepted.
    pub status: MembershipStatus,
    /// Day of creation of the account.
    pub made: i64,
    /// A description for developers.
    pub note: &'static str,
}

/// Id of the demo world's main team.
pub const NORTHWIND: &str = "61001";
/// Id of the other team.
pub const HARBOUR: &str = "61002";
/// Id of the account on the free plan.
const FREE: &str = "62001";
/// Id of the purged account.
const GONE: &str = "62002";
/// Id of the account in the EU.
pub const EU: &str = "63001";
/// Id of the account in Canada.
pub const CA: &str = "64001";

/// Every team and account.
#[rustfmt::skip]
pub const DEMO_TEAMS: &[DemoTeam] = &[
    DemoTeam { id: NORTHWIND, name: "Northwind Research", region: Region::Us, kind: DemoTeamKind::Team(25), made: -700 },
    DemoTeam { id: HARBOUR, name: "Harbour Analytics", region: Region::Us, kind: DemoTeamKind::Team(10), made: -400 },
    DemoTeam { id: FREE, name: "", region: Region::Us, kind: DemoTeamKind::Account, made: -120 },
    DemoTeam { id: GONE, name: "", region: Region::Us, kind: DemoTeamKind::Account, made: -500 },
    DemoTeam { id: EU, name: "", region: Region::Eu, kind: DemoTeamKind::Account, made: -300 },
    DemoTeam { id: CA, name: "", region: Region::Ca, kind: DemoTeamKind::Account, made: -250 },
];

/// Every person. The first one of a team owns it.
#[rustfmt::skip]
pub const PEOPLE: &[DemoPerson] = {
    use MemberType::{AccountOwner, Admin, Regular};
    use MembershipStatus::{Active, Pending};
    use Plan::{Advantage, Basic, Enterprise, Standard, Team};
    &[
        DemoPerson { key: "owner", team_id: NORTHWIND, user_id: "20010001", member_id: "31010001",
            email: "olivia@northwind.example", password: "olivia-northwind", name: ("Olivia", "Marsh"),
            language: "en", plan: Team, member_type: AccountOwner, status: Active, made: -700,
            note: "Owns the team and most of its surveys." },
        DemoPerson { key: "admin", team_id: NORTHWIND, user_id: "20010002", member_id: "31010002",
            email: "anton@northwind.example", password: "anton-northwind", name: ("Anton", "Reyes"),
            language: "en", plan: Team, member_type: Admin, status: Active, made: -640,
            note: "Administers the team." },
        DemoPerson { key: "regular", team_id: NORTHWIND, user_id: "20010003", member_id: "31010003",
            email: "rosa@northwind.example", password: "rosa-northwind", name: ("Rosa", "Lindqvist"),
            language: "sv", plan: Team, member_type: Regular, status: Active, made: -390,
            note: "Sees the owner's surveys through a workgroup." },
        DemoPerson { key: "regular_two", team_id: NORTHWIND, user_id: "20010004", member_id: "31010004",
            email: "ravi@northwind.example", password: "ravi-northwind", name: ("Ravi", "Okafor"),
            language: "en", plan: Team, member_type: Regular, status: Active, made: -210,
            note: "Belongs to the team and to no workgroup." },
        DemoPerson { key: "pending", team_id: NORTHWIND, user_id: "20010005", member_id: "31010005",
            email: "petra@northwind.example", password: "", name: ("Petra", "Novak"),
            language: "cs", plan: Team, member_type: Regular, status: Pending, made: -6,
            note: "Was invited to the team and has not accepted: cannot sign in." },
        DemoPerson { key: "other_team", team_id: HARBOUR, user_id: "20020001", member_id: "31020001",
            email: "hana@harbour.example", password: "hana-harbour", name: ("Hana", "Sato"),
            language: "en", plan: Enterprise, member_type: AccountOwner, status: Active, made: -400,
            note: "Owns another team in the same region: must see nothing of the first one." },
        DemoPerson { key: "free", team_id: FREE, user_id: "20030001", member_id: "31030001",
            email: "frank@solo.example", password: "frank-solo-free", name: ("Frank", "Adeyemi"),
            language: "en", plan: Basic, member_type: AccountOwner, status: Active, made: -120,
            note: "Is on the free plan and in no team: answers of responses need a paid plan." },
        DemoPerson { key: "gone", team_id: GONE, user_id: "20030002", member_id: "31030002",
            email: "greta@solo.example", password: "", name: ("Greta", "Holm"),
            language: "en", plan: Basic, member_type: AccountOwner, status: Active, made: -500,
            note: "Deleted the account, too long ago to restore it: cannot sign in." },
        DemoPerson { key: "eu", team_id: EU, user_id: "20040001", member_id: "31040001",
            email: "elke@ufer.example", password: "elke-ufer-eu", name: ("Elke", "Brückner"),
            language: "de", plan: Standard, member_type: AccountOwner, status: Active, made: -300,
            note: "Lives in the EU datacenter." },
        DemoPerson { key: "ca", team_id: CA, user_id: "20050001", member_id: "31050001",
            email: "claire@rive.example", password: "claire-rive-ca", name: ("Claire", "Gagnon"),
            language: "fr", plan: Advantage, member_type: AccountOwner, status: Active, made: -250,
            note: "Lives in the Canadian datacenter." },
    ]
};

/// Deleted accounts: key of the person and day.
const DELETED: &[(&str, i64)] = &[("gone", -60)];

impl DemoPerson {
    /// The person with this key.
    pub fn find_by_key(key: &str) -> Option<&'static DemoPerson> {
        PEOPLE.iter().find(|person| person.key == key)
    }

    /// The team of the person.
    pub fn team(&self) -> Option<&'static DemoTeam> {
        DEMO_TEAMS.iter().find(|home| home.id == self.team_id)
    }

    /// The stored form of the password.
    fn stored_password(&self, config: &Config) -> String {
        if self.password.is_empty() {
            return String::new();
        }
        let salt = config.derive_key(&format!("demo salt {}", self.key));
        password::hash_with_salt(self.password, salt.first_chunk().copied().unwrap_or_default(), PRINTED)
    }
}

/// Writes a team and its people.
pub fn seed_team(config: &Config, home: &DemoTeam, sql: &dyn Sql) -> Result<(), SqlError> {
    let (is_team, most) = match home.kind {
        DemoTeamKind::Team(most) => (true, most),
        DemoTeamKind::Account => (false, 1),
    };
    sql.run(
        "INSERT INTO team (id, name, region, is_team, max_invites, created)
         VALUES (?, ?, ?, ?, ?, ?)",
        values![home.id, home.name, home.region.as_str(), is_team, most, day_start(home.made)],
    )?;
    ids::start_sequences(sql, home.id)?;
    PEOPLE.iter().filter(|person| person.team_id == home.id).try_for_each(|person| seed_person(config, person, sql))
}

fn seed_person(config: &Config, person: &DemoPerson, sql: &dyn Sql) -> Result<(), SqlError> {
    let active = person.status == MembershipStatus::Active;
    let deleted = DELETED.iter().find(|(key, _)| *key == person.key).map(|(_, gone)| *gone);
    let login = if active { day_start(deleted.unwrap_or(0).saturating_sub(1)) } else { day_start(person.made) };
    sql.run(
        "INSERT INTO users (id, member_id, username, email, email_verified, password, first_name, last_name,
                            language, plan, member_type, member_status, created, last_login,
                            deleted)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        values![
            person.user_id,
            person.member_id,
            person.email,
            person.email,
            active,
            person.stored_password(config),
            person.name.0,
            person.name.1,
            person.language,
            person.plan.as_str(),
            person.member_type.as_str(),
            person.status.as_str(),
            day_start(person.made),
            login.saturating_add(31_415_926),
            deleted.map(day_start),
        ],
    )?;
    Ok(())
}

/// Writes the addresses of a shard of the directory, for people who can sign in.
pub fn seed_directory(shard: &ActorId, sql: &dyn Sql) -> Result<(), SqlError> {
    let people =
        PEOPLE.iter().filter(|person| !person.password.is_empty() && ActorId::of_email(person.email) == *shard);
    for person in people {
        let Some(home) = person.team() else { continue };
        sql.run(
            "INSERT INTO addresses (email, region, team)
             VALUES (?, ?, ?)",
            values![person.email, home.region.as_str(), home.id],
        )?;
    }
    Ok(())
}

//! Groups: the caller's own team, who sees what of it, and what its members did.

use crate::support::people::{MEMBER_OLIVIA, MEMBER_RAVI, NORTHWIND, ROSA as ROSA_ID};
use crate::support::surveys::RESEARCH_DAY;
use crate::support::{Answered, World, people};
use canvass::service::actor::protocol::ActorId;
use canvass::service::store::sql::Sql;
use canvass::spec::account::INVITATIONS_A_DAY;
use canvass::spec::errors::Error;
use canvass::spec::resources::groups::ActivityType;
use canvass::wire::dates::DAY;
use serde_json::{Value, json};

const TEAM: &str = "/v3/groups/61001";

#[test]
fn a_user_belongs_to_one_team_at_most() {
    let world = World::new();
    let groups = world.get("owner", "/v3/groups").ok();
    assert_eq!(groups["total"], 1);
    assert_eq!(groups["data"][0]["href"], format!("http://127.0.0.1:8787/v3/groups/{NORTHWIND}"));
    assert_eq!(groups["data"][0].as_object().unwrap().len(), 3, "an item has id, name and href alone");
    assert_eq!(world.get("eu", "/v3/groups").ok()["total"], 0);
}

#[test]
fn every_member_sees_all_of_the_team_and_a_plain_one_the_owners_address_too() {
    let world = World::new();
    let admin = world.get("admin", TEAM).ok();
    assert!(admin["member_count"].as_u64().unwrap() >= 5 && admin["max_invites"].is_u64());
    assert!(admin["date_created"].as_str().unwrap().ends_with("+00:00"));
    let mut member = world.get("regular", TEAM).ok();
    assert_eq!(member.as_object_mut().unwrap().remove("owner_email"), Some(json!("olivia@northwind.example")));
    assert_eq!(member, admin);
}

#[test]
fn another_team_does_not_exist_for_the_caller() {
    let world = World::new();
    for path in ["", "/members", "/members/1"] {
        assert_eq!(world.get("other_team", &format!("{TEAM}{path}")).error(), Some(Error::NotFound), "{path}");
    }
    assert_eq!(
        world.get("eu", "/v3/groups/63001").error(),
        Some(Error::NotFound),
        "an account without a team has no group"
    );
}

#[test]
fn members_are_listed_with_the_fields_that_include_names() {
    let world = World::new();
    let plain = world.get("owner", &format!("{TEAM}/members")).ok();
    assert_eq!(plain["data"][0].as_object().unwrap().len(), 3, "an item has id, username and href alone");
    let path = format!("{TEAM}/members?include=email,type,status&per_page=2&page=2");
    let page = world.get("owner", &path).ok();
    assert_eq!(page["data"][0].as_object().unwrap().len(), 6);
    assert!(page["links"]["next"].as_str().unwrap().contains("include=email%2Ctype%2Cstatus"), "filters survive");
    let statuses = world.get("owner", &format!("{TEAM}/members?include=status")).ok();
    let pending = statuses["data"].as_array().unwrap().iter().filter(|member| member["status"] == "pending").count();
    assert_eq!(pending, 1);
}

#[test]
fn division_ids_pick_members_by_their_ids() {
    let world = World::new();
    let all = world.get("owner", &format!("{TEAM}/members")).ok();
    let id = all["data"][1]["id"].as_str().unwrap();
    let picked = world.get("owner", &format!("{TEAM}/members?division_ids={id},0")).ok();
    assert_eq!((picked["total"].as_u64(), picked["data"][0]["id"].as_str()), (Some(1), Some(id)));
}

#[test]
fn one_member_has_every_field() {
    let world = World::new();
    let list = world.get("owner", &format!("{TEAM}/members")).ok();
    let id = list["data"][0]["id"].as_str().unwrap();
    let member = world.get("owner", &format!("{TEAM}/members/{id}")).ok();
    assert_eq!(member.as_object().unwrap().len(), 11);
    world.get("owner", &format!("{TEAM}/members/nobody")).fails(Error::NotFound);
}

const ACTIVITIES: &str = "/v3/groups/61001/activities";
const PETRA: &str = "/v3/groups/61001/members/31010005";
const ROSA: &str = "/v3/groups/61001/members/31010003";

#[test]
fn an_invitation_to_another_address_counts_as_one_of_the_day_and_needs_a_confirmed_address() {
    let unconfirmed = World::new();
    let team = unconfirmed.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    team.run("UPDATE users SET email_verified = 0", &[]).unwrap();
    unconfirmed.patch("owner", PETRA, json!({ "email": "petra@mail.example" })).fails(Error::EmailUnverified);
    let world = World::new();
    let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let mails = || team.run("SELECT COUNT(*) AS mails FROM outbox", &[]).unwrap()[0].integer("mails");
    let before = mails();
    let change = |number: u32| world.patch("owner", PETRA, json!({ "email": format!("petra{number}@mail.example") }));
    for number in 0..INVITATIONS_A_DAY {
        let changed = change(number);
        assert_eq!(changed.status, 200, "{number}: {}", changed.body());
    }
    let refused = change(INVITATIONS_A_DAY);
    refused.fails(Error::ResourceQuota);
    assert!(refused.body()["error"]["message"].as_str().unwrap().contains("100 invitations a day"));
    assert_eq!(world.get("owner", PETRA).ok()["email"], format!("petra{}@mail.example", INVITATIONS_A_DAY - 1));
    assert_eq!(mails() - before, i64::from(INVITATIONS_A_DAY));
    world.pass(DAY);
    assert_eq!(change(INVITATIONS_A_DAY).status, 200);
}

fn results(world: &World, query: &str) -> Vec<Value> {
    world.get("admin", &format!("{ACTIVITIES}{query}")).ok()["results"].as_array().unwrap().clone()
}

#[test]
fn activities_are_for_administrators_of_the_team() {
    let world = World::new();
    for path in [ACTIVITIES.to_owned(), format!("{ACTIVITIES}/survey_info_create?interval=daily")] {
        for token in ["owner", "admin"] {
            assert_eq!(world.get(token, &path).status, 200, "{path}");
        }
        assert_eq!(world.get("regular", &path).error(), Some(Error::NotPermitted), "{path}");
        assert_eq!(world.get("other_team", &path).error(), Some(Error::NotFound), "{path}");
        assert_eq!(world.get("eu", &path).error(), Some(Error::NotFound), "{path}");
    }
}

#[test]
fn activities_come_newest_first_in_an_envelope_of_their_own() {
    let world = World::new();
    let all = world.get("admin", ACTIVITIES).ok();
    assert_eq!((&all["limit"], &all["offset"]), (&json!(50), &json!(0)));
    assert_eq!(all["sl_translate"], "activity_msg,member_type");
    assert_eq!(all.as_object().unwrap().len(), 5);
    let dates: Vec<&str> =
        all["results"].as_array().unwrap().iter().map(|a| a["date_created"].as_str().unwrap()).collect();
    assert!(dates.is_sorted_by(|later, earlier| later >= earlier), "{dates:?}");
    let total = all["total"].as_u64().unwrap();
    assert_eq!(dates.len() as u64, total.min(50));
    let some = world.get("admin", &format!("{ACTIVITIES}?limit=3&offset=2")).ok();
    assert_eq!(some["results"].as_array().unwrap(), &all["results"].as_array().unwrap()[2..5]);
    assert_eq!((&some["limit"], &some["offset"], &some["total"]), (&json!(3), &json!(2), &json!(total)));
}

#[test]
fn the_activities_of_a_list_are_counted_once_for_all_its_windows() {
    let world = World::new();
    let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let counted = |offset: u64| {
        team.forget();
        let list = world.get("admin", &format!("{ACTIVITIES}?limit=1&offset={offset}")).ok();
        let plans = team.plans();
        let counts = plans.iter().filter(|(sql, _)| sql.starts_with("SELECT COUNT(*) AS total FROM activities"));
        (counts.count(), list["total"].as_u64().unwrap())
    };
    let (_, total) = counted(0);
    assert_eq!(counted(1), (0, total));
    world.post("owner", "/v3/surveys", json!({ "title": "x" })).ok();
    assert_eq!(counted(2), (1, total + 1));
}

#[test]
fn an_activity_says_who_did_what_in_html() {
    let world = World::new();
    let before = world.get("owner", ACTIVITIES).ok()["total"].as_u64().unwrap();
    let group = world.post("owner", "/v3/workgroups", json!({ "name": "x", "is_visible": true })).ok();
    let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    team.run(&format!("UPDATE surveys SET title = '<i>Tom & Jerry</i>' WHERE id = '{RESEARCH_DAY}'"), &[]).unwrap();
    let mut request =
        world.request("POST", "owner", &format!("/v3/workgroups/{}/shares", group["id"].as_str().unwrap()));
    request.headers.push(("content-type".to_owned(), "application/json".to_owned()));
    request.headers.push(("cf-connecting-ip".to_owned(), "198.51.100.7".to_owned()));
    request.body = br#"{"resource_type":"survey","resource_id":"301000004"}"#.to_vec();
    world.call(request).ok();
    let list = world.get("owner", ACTIVITIES).ok();
    assert_eq!(list["total"].as_u64(), Some(before + 1));
    let expected = json!({
        "activity_msg": "<strong>Olivia Marsh</strong> shared <em>&lt;i&gt;Tom &amp; Jerry&lt;/i&gt;</em> with a workgroup.",
        "activity_type": "permission_created",
        "city": null,
        "country": null,
        "date_created": "2026-02-02 02:40:00",
        "division_name": null,
        "email": "olivia@northwind.example",
        "group_id": 61001,
        "ip_address": "198.51.100.7",
        "member_type": "<span class=\"member-type\">(Primary Admin)</span>",
        "user_id": 20010001,
        "user_name": "Olivia Marsh",
    });
    assert_eq!(list["results"][0], expected);
    world.post("owner", "/v3/surveys", json!({})).ok();
    let unknown = world.get("owner", ACTIVITIES).ok()["results"][0]["ip_address"].clone();
    assert_eq!(unknown, Value::Null, "the address was not known");
}

#[test]
fn the_dates_of_activities_include_the_last_day() {
    let world = World::new();
    let shared = results(&world, "?start_date=2025-12-08&end_date=2025-12-08");
    assert_eq!(shared.len(), 1);
    assert_eq!(shared[0]["date_created"], "2025-12-08 10:05:00");
    assert_eq!(results(&world, "?end_date=2025-12-08")[0], shared[0]);
    assert_eq!(results(&world, "?start_date=2025-12-08").last(), shared.last());
    assert_eq!(results(&world, "?start_date=2025-12-08T10:05:00&end_date=2025-12-08%2010:05:00"), shared);
    assert!(results(&world, "?start_date=2025-12-08T10:05:01&end_date=2025-12-08T23:59:59").is_empty());
    for name in ["start_date", "end_date"] {
        for path in
            [format!("{ACTIVITIES}?{name}=tomorrow"), format!("{ACTIVITIES}/member_joined?interval=daily&{name}=x")]
        {
            let answer = world.get("admin", &path);
            answer.fails(Error::BadParameters);
            assert!(answer.body()["error"]["message"].as_str().unwrap().contains(&format!("`{name}`")));
        }
    }
}

#[test]
fn a_stretch_of_the_activities_may_be_empty() {
    let world = World::new();
    let all = world.get("admin", ACTIVITIES).ok();
    let none = world.get("admin", &format!("{ACTIVITIES}?limit=0")).ok();
    assert_eq!((&none["results"], &none["limit"]), (&json!([]), &json!(0)));
    assert_eq!(none["total"], all["total"], "it says how many there are");
}

#[test]
fn a_series_counts_steps_from_the_newest_and_empty_ones_between() {
    let world = World::new();
    let series = |query: &str| world.get("owner", &format!("{ACTIVITIES}/authentication_succeeded?{query}")).ok();
    let daily = json!({
        "interval": "daily",
        "series": [2, 1, 0, 0, 1],
        "times": ["2026-01-04", "2026-01-03", "2026-01-02", "2026-01-01", "2025-12-31"],
    });
    assert_eq!(series("interval=daily"), daily);
    assert_eq!(series("interval=weekly"), json!({ "interval": "weekly", "series": [4], "times": ["2025-12-29"] }));
    assert_eq!(series("interval=monthly")["times"], json!(["2026-01", "2025-12"]));
    assert_eq!(series("interval=yearly"), json!({ "interval": "yearly", "series": [3, 1], "times": ["2026", "2025"] }));
    assert_eq!(series("interval=yearly&start_date=2026-01-04")["series"], json!([2]));
    assert_eq!(series("interval=yearly&end_date=2026-01-03")["series"], json!([1, 1]));
    assert_eq!(series("interval=daily&end_date=2001-01-01"), json!({ "interval": "daily", "series": [], "times": [] }));
}

#[test]
fn a_series_needs_an_interval_and_a_type_of_activity() {
    let world = World::new();
    for (path, field) in [
        ("authentication_succeeded", "interval"),
        ("authentication_succeeded?interval=hourly", "interval"),
        ("sneezed?interval=daily", "action_type"),
    ] {
        let answer = world.get("owner", &format!("{ACTIVITIES}/{path}"));
        assert_eq!(answer.error(), Some(Error::BadParameters), "{path}");
        assert!(answer.body()["error"]["message"].as_str().unwrap().contains(&format!("`{field}`")));
    }
    let answer = world.get("owner", &format!("{ACTIVITIES}/sneezed?interval=daily")).body();
    let listed = "must be one of these values: authentication_succeeded authentication_failed ";
    assert!(answer["error"]["message"].as_str().unwrap().contains(listed), "{answer}");
    assert_eq!(ActivityType::ALL.len(), 27);
    for kind in ActivityType::ALL {
        assert_eq!(world.get("owner", &format!("{ACTIVITIES}/{}?interval=yearly", kind.as_str())).status, 200);
    }
}

#[test]
fn an_administrator_changes_the_address_of_a_member_who_keeps_the_username() {
    let world = World::new();
    let changed = world.patch("admin", ROSA, json!({ "email": " Rosa.L@Northwind.example " })).ok();
    assert_eq!(changed["email"], "rosa.l@northwind.example");
    assert_eq!(changed["username"], "rosa@northwind.example");
    assert_eq!(world.get("owner", ROSA).ok(), changed);
    let me = world.get("regular", "/v3/users/me").ok();
    assert_eq!((&me["email"], &me["email_verified"]), (&json!("rosa.l@northwind.example"), &json!(false)));
}

#[test]
fn who_has_not_joined_is_invited_again_at_the_new_address() {
    let world = World::new();
    assert_eq!(world.get("owner", PETRA).ok()["user_id"], "", "nobody yet");
    let changed = world.patch("owner", PETRA, json!({ "email": "p.novak@northwind.example" })).ok();
    assert_eq!((&changed["username"], &changed["status"]), (&json!("p.novak@northwind.example"), &json!("pending")));
    let newest = &results(&world, "?limit=1")[0];
    assert_eq!(newest["activity_type"], "invite_resent");
    assert!(newest["activity_msg"].as_str().unwrap().contains("<em>p.novak@northwind.example</em>"));
}

#[test]
fn an_address_is_changed_by_administrators_alone_and_must_be_one() {
    let world = World::new();
    let email = json!({ "email": "new@northwind.example" });
    assert_eq!(world.patch("regular", ROSA, email.clone()).error(), Some(Error::NotPermitted), "not even the own one");
    world.patch("other_team", ROSA, email.clone()).fails(Error::NotFound);
    world.patch("owner", &format!("/v3/groups/{}/members/1", people::NORTHWIND), email.clone()).fails(Error::NotFound);
    let owner = &format!("/v3/groups/{NORTHWIND}/members/{MEMBER_OLIVIA}");
    let refused = world.patch("admin", owner, email.clone());
    refused.fails(Error::NotPermitted);
    let message = refused.body()["error"]["message"].clone();
    assert!(message.as_str().unwrap().contains("Only the owner of the team"), "{message}");
    world.patch("owner", ROSA, json!({ "email": "ravi@northwind.example" })).fails(Error::AlreadyExists);
    for bad in [
        json!({ "email": "rosa" }),
        json!({ "email": "" }),
        json!({ "email": "a b@c.example" }),
        json!({ "email": 1 }),
        json!({}),
    ] {
        let answer = world.patch("owner", ROSA, bad);
        answer.fails(Error::BadBody);
        assert!(answer.body()["error"]["message"].as_str().unwrap().contains("`email`"));
    }
    assert_eq!(world.get("owner", ROSA).ok()["email"], "rosa@northwind.example");
    world
        .patch(
            "owner",
            &format!("/v3/groups/{}/members/{MEMBER_RAVI}", people::NORTHWIND),
            json!({ "email": "r.okafor@northwind.example" }),
        )
        .ok();
    let username = json!({ "email": "ravi@northwind.example" });
    assert_eq!(
        world.patch("owner", ROSA, username).error(),
        Some(Error::AlreadyExists),
        "by which somebody else signs in"
    );
    assert_eq!(world.patch("owner", owner, email).ok()["email"], "new@northwind.example");
}

#[test]
fn a_user_who_deleted_the_account_is_no_member_any_more() {
    let world = World::new();
    let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let members =
        || world.get("owner", &format!("/v3/groups/{}/members", people::NORTHWIND)).ok()["total"].as_u64().unwrap();
    let before = members();
    team.run(
        &format!("UPDATE users SET deleted = ? WHERE id = '{ROSA_ID}'"),
        &[world.now().saturating_add(-DAY).into()],
    )
    .unwrap();
    // The service did not see this write.
    world.evict_all();
    assert_eq!(members(), before - 1);
    assert_eq!(world.get("owner", &format!("/v3/groups/{}", people::NORTHWIND)).ok()["member_count"], before - 1);
    world.get("owner", ROSA).fails(Error::NotFound);
}

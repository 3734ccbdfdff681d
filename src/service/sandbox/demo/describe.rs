//! The demo world as `GET /sandbox` returns it: people to sign in as, apps, tokens, surveys.

use super::apps::APPS;
use super::contacts::LISTS;
use super::design::DemoSurvey;
use super::people::{DEMO_TEAMS, DemoPerson, DemoTeamKind, PEOPLE};
use super::surveys::SURVEYS;
use super::tokens::TOKENS;
use super::workgroups::WORKGROUPS;
use crate::service::environment::config::Config;
use crate::spec::regions::Region;
use crate::wire::dates::Timestamp;
use serde_json::{Value, json};

/// The whole demo world as JSON.
pub fn describe_world(config: &Config, now: Timestamp) -> Value {
    json!({
        "clock": now.with_offset(),
        "origins": {
            "us": config.region_origin(Region::Us),
            "eu": config.region_origin(Region::Eu),
            "ca": config.region_origin(Region::Ca),
        },
        "console": {
            "client_id": config.gateway_app.client_id,
            "redirect_uri": config.gateway_app.redirect_uri,
        },
        "people": PEOPLE.iter().map(describe_person).collect::<Vec<_>>(),
        "teams": describe_teams(),
        "apps": APPS.iter().map(|app| json!({
            "key": app.key,
            "name": app.name,
            "client_id": app.client_id(config),
            "client_secret": app.client_secret(config),
            "state": app.state.as_str(),
            "owner": app.owner,
            "redirect_uris": app.redirect_uris(config),
            "note": app.note,
        })).collect::<Vec<_>>(),
        "tokens": TOKENS.iter().map(|token| json!({
            "name": token.name,
            "token": token.token_text(config),
            "person": token.person,
            "app": token.app,
            "region": DemoPerson::find_by_key(token.person).and_then(DemoPerson::team).map(|home| home.region.as_str()),
            "scopes": token.scopes().iter().map(|scope| scope.as_str()).collect::<Vec<_>>(),
            "note": token.note,
        })).collect::<Vec<_>>(),
        "surveys": SURVEYS.iter().map(|each| describe_survey(each)).collect::<Vec<_>>(),
        "contact_lists": LISTS.iter().map(|(id, owner, name, contacts)| json!({
            "id": id,
            "name": name,
            "owner": owner,
            "contacts": contacts.len(),
        })).collect::<Vec<_>>(),
        "workgroups": WORKGROUPS.iter().map(|workgroup| json!({
            "id": workgroup.id(),
            "name": workgroup.name,
            "team": workgroup.home,
            "is_visible": workgroup.is_visible,
        })).collect::<Vec<_>>(),
    })
}

fn describe_person(person: &DemoPerson) -> Value {
    let home = person.team();
    let team = home.filter(|home| home.kind != DemoTeamKind::Account);
    json!({
        "key": person.key,
        "email": person.email,
        "password": person.password,
        "name": format!("{} {}", person.name.0, person.name.1),
        "role": team.map(|_| person.member_type.as_str()),
        "status": person.status.as_str(),
        "plan": person.plan.as_str(),
        "region": home.map(|home| home.region.as_str()),
        "team": team.map(|home| home.name),
        "user_id": person.user_id,
        "member_id": team.map(|_| person.member_id),
        "note": person.note,
    })
}

fn describe_survey(survey: &DemoSurvey) -> Value {
    let home = DemoPerson::find_by_key(survey.owner).and_then(DemoPerson::team);
    let collectors = (1_u64..).zip(survey.collectors);
    json!({
        "id": survey.id(),
        "title": survey.title,
        "owner": survey.owner,
        "region": home.map(|home| home.region.as_str()),
        "responses": survey.response_count(),
        "collectors": collectors.map(|(position, _)| survey.collector_id(position)).collect::<Vec<_>>(),
        "note": survey.note,
    })
}

fn describe_teams() -> Vec<Value> {
    let teams = DEMO_TEAMS.iter().filter(|home| home.kind != DemoTeamKind::Account);
    teams.map(|home| json!({ "id": home.id, "name": home.name, "region": home.region.as_str() })).collect()
}

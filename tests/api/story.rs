//! The demo survey by region: satisfaction falls in one region, and the texts name the cause.

use crate::lifelike::{answers, details, picked, questions, responses, share, text};
use crate::support::World;
use serde_json::Value;

/// The survey of customers by region.
const REGIONS: &str = "301000015";

/// When the West was moved to another carrier.
const MOVED: &str = "2025-11-03";

/// Region by region: responses to both questions, and how many of them are satisfied.
fn satisfied(responses: &[&Value], region: &Value, satisfaction: &Value) -> [(usize, usize); 4] {
    let mut table = [(0, 0); 4];
    for response in responses {
        let (Some(region), Some(rated)) = (picked(response, region), picked(response, satisfaction)) else { continue };
        table[region].0 += 1;
        table[region].1 += usize::from(rated >= 3);
    }
    table
}

/// The statistic of the pooled test of two proportions.
fn z((n, x): (usize, usize), (m, y): (usize, usize)) -> f64 {
    let (p, q, pooled) = (share(x, n), share(y, m), share(x + y, n + m));
    (p - q) / (pooled * (1.0 - pooled) * (share(1, n) + share(1, m))).sqrt()
}

#[test]
fn in_the_demo_satisfaction_falls_in_the_west_after_november_and_nowhere_else() {
    let world = World::new();
    let design = details(&world, REGIONS);
    let (region, satisfaction) = (questions(&design)[0], questions(&design)[1]);
    let all = responses(&world, REGIONS);
    assert_eq!(all.len(), 900);
    let whole: Vec<&Value> = all.iter().collect();
    let (before, after): (Vec<&Value>, Vec<&Value>) = whole.iter().partition(|each| text(each, "date_created") < MOVED);
    let table = satisfied(&whole, region, satisfaction);
    assert!(table.iter().all(|(n, _)| *n > 100), "{table:?}");
    let [north, south, east, west] = table;
    for other in [north, south, east] {
        assert!(z(other, west) > 2.58, "the crosstab shows it: {table:?}");
    }
    for (one, other) in [(north, south), (north, east), (south, east)] {
        assert!(z(one, other).abs() < 1.96, "the others are alike: {table:?}");
    }
    let (early, late) = (satisfied(&before, region, satisfaction), satisfied(&after, region, satisfaction));
    assert!(z(early[3], late[3]) > 3.29, "{early:?} {late:?}");
    for index in 0..3 {
        assert!(z(early[index], late[index]).abs() < 1.96, "{early:?} {late:?}");
        assert!(z(early[index], early[3]).abs() < 1.96, "{early:?}");
    }
}

#[test]
fn in_the_demo_the_west_recommends_less_and_names_the_carrier() {
    let world = World::new();
    let design = details(&world, REGIONS);
    let all_questions = questions(&design);
    let (region, rated, score, reason) = (all_questions[0], all_questions[2], all_questions[4], all_questions[5]);
    let all = responses(&world, REGIONS);
    let late = |west: bool| {
        all.iter().filter(move |each| text(each, "date_created") >= MOVED && (picked(each, region) == Some(3)) == west)
    };
    let nps = |west: bool| {
        let scores: Vec<usize> = late(west).filter_map(|each| picked(each, score)).collect();
        let part = |least: usize, most: usize| {
            share(scores.iter().filter(|score| (least..=most).contains(*score)).count(), scores.len()) * 100.0
        };
        part(9, 10) - part(0, 6)
    };
    assert!(nps(false) > 0.0 && nps(true) < -30.0, "{} {}", nps(false), nps(true));
    let reasons = |west: bool| {
        let texts: Vec<&str> =
            late(west).flat_map(|each| answers(each, text(reason, "id"))).map(|answer| text(answer, "text")).collect();
        share(texts.iter().filter(|text| text.contains("carrier") || text.contains("elivery")).count(), texts.len())
    };
    assert!(reasons(true) > 0.4 && reasons(false) < 0.2, "{} {}", reasons(true), reasons(false));
    let mean = |row: usize| {
        let id = &rated["answers"]["rows"][row]["id"];
        let weights: Vec<usize> = late(true)
            .flat_map(|each| answers(each, text(rated, "id")))
            .filter(|answer| answer["row_id"] == *id)
            .filter_map(|answer| answer["choice_metadata"]["weight"].as_str()?.parse().ok())
            .collect();
        share(weights.iter().sum(), weights.len())
    };
    let rows = [mean(0), mean(1), mean(2), mean(3)];
    assert!([0, 2, 3].iter().all(|row| rows[*row] > rows[1] + 0.5), "delivery is rated worst: {rows:?}");
}

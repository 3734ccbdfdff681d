//! The rules of a synchronisation, one by one.

use crate::model::{Device, Server};
use canvass::results::sync::SyncMode::{Audit, Probe};
use canvass::results::sync::{SyncMachine, SyncState};

#[track_caller]
fn check_equal(device: &Device, server: &Server) {
    assert!(device.is_complete());
    assert_eq!(device.holds(), server.truth());
}

fn synced(server: &mut Server) -> Device {
    let mut device = Device::default();
    device.sync(server, Probe);
    check_equal(&device, server);
    server.clock += 3_600_000;
    device
}

#[test]
fn a_clock_that_was_set_back_is_found_by_the_number_and_everything_is_compared() {
    for refused in [None, Some(403), Some(404), Some(200)] {
        let mut server = Server::with_responses(100, 2_500, 2_000);
        let mut device = synced(&mut server);
        server.refused = refused;
        server.clock -= 86_400_000;
        for _ in 0..3 {
            server.clock += 1_000;
            server.create();
        }
        let outcome = device.sync(&mut server, Probe);
        assert_eq!(outcome.added, 3);
        check_equal(&device, &server);
        assert!(server.requests.iter().any(|request| request["operation"] == "respondents"));
    }
}

#[test]
fn an_edit_with_an_earlier_time_is_found_when_everything_is_compared() {
    for restricted in [false, true] {
        let mut server = Server::with_responses(100, 2_500, 2_000);
        let mut device = synced(&mut server);
        server.restricted = restricted;
        server.clock -= 86_400_000;
        server.edit(700);
        device.sync(&mut server, Probe);
        assert_ne!(device.holds(), server.truth());
        let outcome = device.sync(&mut server, Audit);
        assert_eq!((outcome.added, outcome.changed), (0, 1));
        check_equal(&device, &server);
    }
}

#[test]
fn equal_numbers_of_new_and_deleted_responses_are_found() {
    let mut server = Server::with_responses(100, 2_500, 2_000);
    let mut device = synced(&mut server);
    for n in 0..5 {
        server.create();
        server.delete(n * 400);
    }
    let outcome = device.sync(&mut server, Probe);
    assert_eq!((outcome.added, outcome.removed), (5, 5));
    check_equal(&device, &server);
}

#[test]
fn a_survey_that_was_cleared_is_empty_here_too() {
    let mut server = Server::with_responses(100, 2_500, 2_000);
    let mut device = synced(&mut server);
    for _ in 0..2_500 {
        server.delete(0);
    }
    let outcome = device.sync(&mut server, Probe);
    assert_eq!((outcome.removed, outcome.requests), (2_500, 1));
    check_equal(&device, &server);
}

#[test]
fn a_page_without_responses_whose_total_is_not_0_removes_nothing() {
    let mut server = Server::with_responses(100, 250, 2_000);
    let mut device = synced(&mut server);
    server.is_blank = true;
    for mode in [Probe, Audit] {
        assert_eq!(device.sync(&mut server, mode).removed, 0);
        assert_eq!(device.holds(), server.truth());
    }
    server.is_blank = false;
    device.sync(&mut server, Probe);
    check_equal(&device, &server);
}

#[test]
fn an_edit_that_becomes_visible_late_is_found_by_the_next_visit() {
    // Of 300 responses within a minute, the newest 100 fit on a probe.
    let mut server = Server::with_responses(100, 300, 200);
    let mut device = synced(&mut server);
    server.show_edit(50, server.responses.values().nth(70).unwrap().modified);
    device.sync(&mut server, Probe);
    check_equal(&device, &server);
    device.sync(&mut server, Probe);
    // What has come to rest is not read again.
    assert_eq!(device.sync(&mut server, Probe).requests, 1);
}

/// A visit after every response was edited. While the second page of changes is read, one of it is edited.
fn visit_while_one_is_edited(page: u64, from_end: usize) -> (Device, Server) {
    let mut server = Server::with_responses(page, 2_500, 2_000);
    let mut device = synced(&mut server);
    for n in 0..2_500 {
        server.clock += 2_000;
        server.edit(n);
    }
    server.clock += 3_600_000;
    let mut request = 0;
    let meanwhile = |server: &mut Server| {
        request += 1;
        server.edited_while_read = (request == 3).then_some(from_end);
    };
    device.sync_among(&mut server, Probe, None, meanwhile, |_| false);
    (device, server)
}

#[test]
fn a_response_that_is_edited_while_its_page_is_read_hides_none_of_those_before_it() {
    for page in [3, 100, 1_000] {
        for from_end in [0, 1, page as usize - 2, page as usize - 1] {
            let (device, server) = visit_while_one_is_edited(page, from_end);
            check_equal(&device, &server);
        }
    }
}

#[test]
fn responses_that_are_edited_while_they_are_listed_hide_none_that_differ() {
    for from_end in 0..100 {
        let mut server = Server::with_responses(100, 1_200, 2_000);
        server.list = 100;
        let mut device = synced(&mut server);
        // Edits that a visit does not see, because they have earlier times.
        let now = server.clock;
        for n in 50..150 {
            server.clock = server.responses.values().nth(n).unwrap().modified + 1_000;
            server.edit(n);
        }
        server.clock = now;
        let mut request = 0;
        let meanwhile = |server: &mut Server| {
            request += 1;
            server.edited_while_read = (request == 1).then_some(from_end);
        };
        device.sync_among(&mut server, Audit, None, meanwhile, |_| false);
        check_equal(&device, &server);
    }
}

#[test]
fn lost_responses_are_fetched_again() {
    let mut server = Server::with_responses(100, 2_500, 2_000);
    let mut device = synced(&mut server);
    device.lose_one();
    device.sync(&mut server, Probe);
    check_equal(&device, &server);
    device.lose_responses();
    let outcome = device.sync(&mut server, Probe);
    assert_eq!(outcome.added, 2_500);
    check_equal(&device, &server);
}

#[test]
fn a_page_that_is_too_large_is_requested_in_the_size_that_fits_and_the_size_is_remembered() {
    let mut server = Server::with_responses(1_000, 2_500, 2_000);
    server.fits = Some(130);
    let mut device = synced(&mut server);
    assert_eq!(server.requests.iter().filter(|request| request["arguments"]["per_page"] == 1_000).count(), 1);
    for n in 0..300 {
        server.clock += 1_000;
        server.edit(n);
    }
    let before = server.requests.len();
    device.sync(&mut server, Probe);
    let fits = |size: u64| size <= 130;
    assert!(server.requests.len() > before);
    assert!(
        server.requests.iter().skip(before).all(|request| request["arguments"]["per_page"].as_u64().is_some_and(fits))
    );
    check_equal(&device, &server);
}

#[test]
fn a_refusal_that_is_final_keeps_what_is_held() {
    let mut machine = SyncMachine::new(SyncState::default(), None);
    machine.begin(Probe);
    for status in [401, 403, 404, 429, 500] {
        assert!(!machine.refuse(status, None), "{status}");
    }
}

#[test]
fn an_audit_is_not_ended_by_the_quota_or_by_the_end_of_the_session() {
    let mut server = Server::with_responses(100, 2_500, 2_000);
    let mut device = synced(&mut server);
    for status in [401, 429, 503] {
        server.refused = Some(status);
        assert_eq!(device.sync(&mut server, Audit).refused, Some(status));
    }
    server.refused = None;
    server.requests.clear();
    device.sync(&mut server, Probe);
    check_equal(&device, &server);
}

#[test]
fn a_refused_list_is_requested_again_by_the_next_audit_only() {
    let mut server = Server::with_responses(100, 2_500, 2_000);
    let mut device = synced(&mut server);
    let mut listed = |server: &mut Server| {
        server.requests.clear();
        device.sync(server, Audit);
        check_equal(&device, server);
        server.requests.iter().filter(|request| request["operation"] == "respondents").count()
    };
    server.refused = Some(200);
    assert_eq!((listed(&mut server), listed(&mut server)), (1, 1));
    server.refused = None;
    assert_eq!(listed(&mut server), 3);
}

#[test]
fn the_time_of_the_last_comparison_is_a_time_of_the_service() {
    let mut server = Server::with_responses(100, 250, 2_000);
    let mut device = synced(&mut server);
    let first = SyncState::from_json(&device.state).unwrap();
    assert_eq!(first.audited, first.cursor);
    server.create();
    device.sync(&mut server, Probe);
    let later = SyncState::from_json(&device.state).unwrap();
    assert_eq!(later.audited, first.cursor);
    device.sync(&mut server, Audit);
    let state = SyncState::from_json(&device.state).unwrap();
    assert_eq!(state.audited, later.cursor);
}

#[test]
fn a_state_that_is_not_one_is_refused() {
    for text in ["[]", "{", "{\"cursor\":\"yesterday\"}", "null", "{} {}"] {
        assert!(SyncState::from_json(text).is_err(), "{text}");
    }
    assert_eq!(SyncState::from_json("{\"later\":[1]}").unwrap(), SyncState::default());
}

#[test]
fn a_response_that_is_not_as_documented_changes_nothing() {
    let mut server = Server::with_responses(100, 250, 2_000);
    let device = synced(&mut server);
    let state = SyncState::from_json(&device.state).unwrap();
    let mut machine = SyncMachine::new(state.clone(), None);
    machine.begin(Probe);
    let mut held = crate::model::rows();
    for body in
        ["", "[]", "{}", r#"{"data":[{"id":"1"}],"total":1}"#, r#"{"data":[{"id":"1","date_modified":"x"}],"total":1}"#]
    {
        assert!(machine.take(&mut held, body.as_bytes()).is_err(), "{body}");
    }
    assert_eq!(machine.state().cursor, state.cursor);
}

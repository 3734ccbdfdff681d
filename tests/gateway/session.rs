//! Sessions: which cookie opens one, under which keys, and for how long.

use crate::support::{KEY_A, KEY_B, KEY_C, origin};
use canvass::crypto::secret::Secret;
use canvass::gateway::binding::Binding;
use canvass::gateway::cookie;
use canvass::gateway::exchange::TokenGrant;
use canvass::gateway::keys::Purpose;
use canvass::gateway::origin::Origin;
use canvass::gateway::region::Region;
use canvass::gateway::seal::Sealer;
use canvass::gateway::session::{
    IDLE_LIFETIME, LIFETIME, RECHECK_AFTER, REFRESH_AFTER, SessionRecord, SessionToken, begin_session, open_token,
    reseal_record,
};
use canvass::gateway::session_jar::SessionJar;
use canvass::gateway::session_object::{SessionCommand, SessionState, StorageChange, apply_command};
use canvass::gateway::session_record_cache::{REMEMBERED_MAX, SessionRecordCache};
use canvass::gateway::unstored_ends::{REMEMBERED_MAX as UNSTORED_MAX, UnstoredEnds};
use canvass::spec::endpoint::Method;
use canvass::spec::gateway::SessionEnd;
use canvass::wire::dates::{MINUTE, Timestamp};
use proptest::prelude::*;

const NOW: Timestamp = Timestamp(1_700_000_000_000);
const TOKEN: &str = "canary-token";

fn sealer(keys: &str) -> Sealer {
    Sealer::from_secrets(keys).ok().unwrap()
}

fn home() -> Origin {
    origin("https://app.example.com")
}

fn session(keys: &str, seed: u8) -> (SessionToken, SessionRecord) {
    let grant = TokenGrant { token: Secret::new(TOKEN), region: eu(), profile: None };
    begin_session(&sealer(keys), &home(), "app-1", &grant, NOW, &[seed; 48], [seed; 24]).unwrap()
}

fn eu() -> Region {
    Region::from_name("eu").unwrap()
}

fn set_cookie(keys: &str, session_token: &SessionToken, now: Timestamp) -> String {
    let mut jar = SessionJar::default();
    jar.add_session(session_token.clone());
    jar.to_set_cookie(&sealer(keys), &home(), now, [9; 24]).unwrap()
}

/// The `Cookie` header that a browser sends back.
fn sent(keys: &str, session_token: &SessionToken, now: Timestamp) -> String {
    set_cookie(keys, session_token, now).split(';').next().unwrap().to_owned()
}

fn jar(keys: &str, header: &str, now: Timestamp) -> SessionJar {
    SessionJar::open_cookie(&sealer(keys), &home(), Some(header), now)
}

fn opened(keys: &str, header: &str, now: Timestamp) -> Option<SessionToken> {
    jar(keys, header, now).current().cloned()
}

fn is_refresh(keys: &str, header: &str, now: Timestamp) -> bool {
    jar(keys, header, now).is_changed()
}

#[test]
fn s20_the_cookie_has_every_attribute_and_no_domain() {
    let (session_token, _) = session(KEY_A, 1);
    let header = set_cookie(KEY_A, &session_token, NOW);
    assert!(header.starts_with("__Host-Http-canvass="), "{header}");
    assert!(header.ends_with("; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure"), "{header}");
    assert!(!header.contains("Domain"), "{header}");
    assert!(header.len() < 1024, "s34: {} bytes", header.len());
}

#[test]
fn s35_a_loopback_origin_drops_prefix_and_secure() {
    let header = cookie::set_cookie(&origin("http://127.0.0.1:8787"), "x", 60);
    assert_eq!(header, "canvass=x; Path=/; Max-Age=60; HttpOnly; SameSite=Strict");
    let header = cookie::clear_cookie(&home());
    assert_eq!(header, "__Host-Http-canvass=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure");
}

#[test]
fn a_session_opens_with_its_cookie_among_others() {
    let (session_token, record) = session(KEY_A, 1);
    let header = format!("a=b; {}; canvass=other", sent(KEY_A, &session_token, NOW));
    let opened = opened(KEY_A, &header, NOW).unwrap();
    assert_eq!(opened.region, eu());
    let found = open_token(&sealer(KEY_A), &home(), &opened, &record).unwrap();
    assert!(found.is(TOKEN.as_bytes()) && !found.is(b"canary-tokem"));
}

#[test]
fn s23_what_is_sealed_for_one_use_opens_for_no_other() {
    let sealer = sealer(KEY_A);
    let binding = Binding { purpose: Purpose::SessionJar, name: b"one", origin: "https://a", key_share: b"half" };
    let sealed = sealer.seal(binding, b"message", [3; 24]).unwrap();
    assert_eq!(sealer.open(binding, &sealed).unwrap().0, b"message");
    for other in [
        Binding { purpose: Purpose::Token, ..binding },
        Binding { purpose: Purpose::SingleSession, ..binding },
        Binding { name: b"two", ..binding },
        Binding { name: b"", ..binding },
        Binding { origin: "https://b", ..binding },
        Binding { key_share: b"", ..binding },
        Binding { key_share: b"hal", ..binding },
    ] {
        assert!(sealer.open(other, &sealed).is_none());
    }
    let (session_token, _) = session(KEY_A, 1);
    let header = sent(KEY_A, &session_token, NOW);
    assert!(
        SessionJar::open_cookie(&sealer, &origin("https://app.example.org"), Some(&header), NOW).sessions().is_empty()
    );
}

#[test]
fn s24_any_change_of_the_cookie_is_no_session() {
    let (session_token, _) = session(KEY_A, 1);
    let header = sent(KEY_A, &session_token, NOW);
    let start = header.find('=').unwrap() + 1;
    for at in start..header.len() {
        for with in ["A", "B", "_", "", "AA", "=", "é"] {
            let changed = format!("{}{with}{}", &header[..at], &header[at + 1..]);
            assert!(changed == header || opened(KEY_A, &changed, NOW).is_none(), "{changed}");
        }
        assert!(opened(KEY_A, &header[..at], NOW).is_none());
    }
    assert!(opened(KEY_A, &format!("{header}A"), NOW).is_none());
    assert!(opened(KEY_A, &format!("{header}; {header}"), NOW).is_none(), "given twice");
    assert!(opened(KEY_B, &header, NOW).is_none(), "another key");
    assert!(opened(KEY_A, "", NOW).is_none());
}

#[test]
fn s27_the_first_key_seals_any_listed_key_opens_and_a_dropped_one_does_not() {
    let (session_token, record) = session(KEY_A, 1);
    let old = sent(KEY_A, &session_token, NOW);
    let rotated = format!("{KEY_B}, {KEY_A}");
    assert!(is_refresh(&rotated, &old, NOW), "sealed anew on use");
    let opened_token = opened(&rotated, &old, NOW).unwrap();
    let new = sent(&rotated, &opened_token, NOW);
    assert!(opened(KEY_B, &new, NOW).is_some() && opened(KEY_A, &new, NOW).is_none());
    assert!(!is_refresh(&rotated, &new, NOW));
    assert!(opened(&format!("{KEY_C},{KEY_B}"), &old, NOW).is_none());

    let renewed_record = reseal_record(&sealer(&rotated), &home(), &opened_token, &record, [7; 24]).unwrap();
    assert!(open_token(&sealer(KEY_B), &home(), &opened_token, &renewed_record).unwrap().is(TOKEN.as_bytes()));
    assert!(reseal_record(&sealer(&rotated), &home(), &opened_token, &renewed_record, [7; 24]).is_none());
}

/// An isolate of the former deployment runs while the new key becomes the first.
#[test]
fn s27_a_key_that_is_listed_last_opens_what_it_seals_elsewhere_as_the_first() {
    let (former, replaced) = (format!("{KEY_A},{KEY_B}"), format!("{KEY_B},{KEY_A}"));
    let (session_token, record) = session(&former, 1);
    let old = sent(&former, &session_token, NOW);
    assert!(opened(KEY_A, &old, NOW).is_some(), "a key that is listed last seals nothing");
    let new = sent(&replaced, &opened(&replaced, &old, NOW).unwrap(), NOW);
    let new_record = reseal_record(&sealer(&replaced), &home(), &session_token, &record, [7; 24]).unwrap();
    let by_former = opened(&former, &new, NOW).unwrap();
    assert!(open_token(&sealer(&former), &home(), &by_former, &new_record).unwrap().is(TOKEN.as_bytes()));
    assert!(opened(KEY_A, &new, NOW).is_none(), "a key that is the first at once signs users out");
}

#[test]
fn s30_a_write_always_looks_the_record_up_and_a_read_after_five_minutes() {
    const { assert!(RECHECK_AFTER == 5 * MINUTE) };
    let (session_token, record) = session(KEY_A, 1);
    let mut cache = SessionRecordCache::default();
    assert!(cache.get(&session_token.id, Method::GET, NOW).is_none());
    cache.update(session_token.id, Some(record), NOW);
    assert!(cache.get(&session_token.id, Method::GET, NOW.saturating_add(RECHECK_AFTER - 1)).is_some());
    for method in [Method::POST, Method::PUT, Method::PATCH, Method::DELETE] {
        assert!(cache.get(&session_token.id, method, NOW).is_none());
    }
    assert!(cache.get(&session_token.id, Method::GET, NOW.saturating_add(RECHECK_AFTER)).is_none());
    assert!(cache.get(&session_token.id, Method::GET, NOW.saturating_add(-1)).is_none());
    cache.update(session_token.id, None, NOW);
    assert!(cache.get(&session_token.id, Method::GET, NOW).is_none());
}

#[test]
fn what_an_isolate_remembers_is_bounded() {
    let (_, record) = session(KEY_A, 1);
    let mut cache = SessionRecordCache::default();
    let id = |number: usize| u128::try_from(number).unwrap().to_be_bytes();
    for number in 0..REMEMBERED_MAX * 2 {
        cache.update(id(number), Some(record.clone()), NOW);
    }
    let state = (0..REMEMBERED_MAX * 2).filter(|number| cache.get(&id(*number), Method::GET, NOW).is_some()).count();
    assert!((1..=REMEMBERED_MAX).contains(&state), "{state}");
}

#[test]
fn s30_a_session_that_has_ended_stays_ended() {
    let (SessionToken { id, .. }, record) = session(KEY_A, 1);
    let (open, why) = (SessionState::Open(record.clone()), SessionEnd::Revoked);
    let begin = SessionCommand::Begin(id, record.clone());
    assert_eq!(
        apply_command(SessionState::Absent, begin.clone()),
        (StorageChange::Store(id, record.clone()), open.clone())
    );
    assert_eq!(apply_command(open.clone(), SessionCommand::Show(id)), (StorageChange::None, open.clone()));
    assert_eq!(
        apply_command(open.clone(), SessionCommand::End(id, why)),
        (StorageChange::End(id, record.began_at, why), open.clone())
    );
    assert_eq!(
        apply_command(open.clone(), SessionCommand::EndAll(why, None)),
        (StorageChange::EndAll(why, None), SessionState::Absent)
    );
    assert_eq!(
        apply_command(open.clone(), SessionCommand::ForgetAll),
        (StorageChange::RemoveAll, SessionState::Absent)
    );
    for gone in [SessionState::Absent, SessionState::Ended(SessionEnd::SignedOut)] {
        let late = [
            SessionCommand::Renew(id, record.clone()),
            SessionCommand::Move(id, record.clone()),
            SessionCommand::End(id, why),
            SessionCommand::Show(id),
        ];
        for call in late {
            assert_eq!(
                apply_command(gone.clone(), call),
                (StorageChange::None, gone.clone()),
                "the first reason stays"
            );
        }
    }
    for used in [open, SessionState::Ended(why)] {
        assert_eq!(
            apply_command(used, begin.clone()),
            (StorageChange::None, SessionState::Absent),
            "an id is used once"
        );
    }
    let moved_on = SessionState::Open(SessionRecord { epoch: record.epoch + 1, ..record.clone() });
    assert_eq!(apply_command(moved_on.clone(), SessionCommand::Renew(id, record)), (StorageChange::None, moved_on));
}

#[test]
fn an_account_that_is_found_elsewhere_moves_with_all_its_sessions_and_renewing_a_token_leaves_it_there() {
    let (SessionToken { id, .. }, record) = session(KEY_A, 1);
    let us = Region::from_name("us").unwrap();
    let moved = SessionRecord { region: us, ..record.clone() };
    let late = SessionRecord { sealed: "from before".to_owned(), ..moved.clone() };
    let applied = apply_command(SessionState::Open(record.clone()), SessionCommand::Move(id, late));
    assert_eq!(
        applied,
        (StorageChange::StoreAll(id, moved.clone()), SessionState::Open(moved.clone())),
        "it changes no token"
    );
    let renewed = SessionRecord { sealed: "sealed again".to_owned(), ..record };
    let both = SessionRecord { region: us, ..renewed.clone() };
    let applied = apply_command(SessionState::Open(moved), SessionCommand::Renew(id, renewed));
    assert_eq!(applied, (StorageChange::Store(id, both.clone()), SessionState::Open(both)));
}

#[test]
fn s85_an_end_that_is_not_stored_refuses_its_sessions_and_no_others_until_it_is() {
    let ((one, _), (two, _)) = (session(KEY_A, 1), session(KEY_A, 2));
    let mut other = one.clone();
    other.account = [9; 16];
    let mut unstored = UnstoredEnds::default();
    assert!(unstored.is_empty());
    let end = SessionCommand::End(one.id, SessionEnd::SignedOut);
    for _ in 0..2 {
        assert!(unstored.add_end(one.account, end.clone()), "what is known already takes no more room");
    }
    let ended = |unstored: &UnstoredEnds| [&one, &two, &other].map(|session_token| unstored.end_reason(session_token));
    assert_eq!(ended(&unstored), [Some(SessionEnd::SignedOut), None, None]);
    assert_eq!(unstored.all_ends(), [(one.account, end.clone())]);
    assert_eq!((unstored.ends_of_account(&one.account).len(), unstored.ends_of_account(&other.account).len()), (1, 0));
    assert!(unstored.is_unstored(&one.account, &end) && !unstored.is_unstored(&other.account, &end));
    unstored.remove_stored(&one.account, &end);
    assert!(!unstored.is_unstored(&one.account, &end));
    assert_eq!(ended(&unstored), [None, None, None]);
    assert!(unstored.add_end(one.account, SessionCommand::EndAll(SessionEnd::SignedOut, None)));
    assert_eq!(ended(&unstored), [Some(SessionEnd::SignedOut), Some(SessionEnd::SignedOut), None]);
    let many =
        |number: usize| SessionCommand::End(u128::try_from(number).unwrap().to_be_bytes(), SessionEnd::SignedOut);
    assert!((1..UNSTORED_MAX).all(|number| unstored.add_end(one.account, many(number))));
    assert!(!unstored.add_end(one.account, many(0)), "what is remembered gives way to nothing");
    assert_eq!(unstored.end_reason(&one), Some(SessionEnd::SignedOut));
}

#[test]
fn an_end_of_all_sessions_that_is_stored_late_is_about_those_that_began_before_it() {
    let (one, record) = session(KEY_A, 1);
    let all = SessionCommand::EndAll(SessionEnd::SignedOut, None);
    for (later, ended) in [(-1, None), (0, Some(SessionEnd::SignedOut))] {
        let late = all.clone().delayed(record.began_at.saturating_add(later));
        let until = record.began_at.saturating_add(later);
        assert_eq!(late, SessionCommand::EndAll(SessionEnd::SignedOut, Some(until)));
        assert_eq!(late.clone().delayed(record.began_at.saturating_add(9)), late, "its time stays");
        let mut unstored = UnstoredEnds::default();
        assert!(unstored.add_end(one.account, late));
        assert_eq!(unstored.end_reason(&one), ended);
    }
    let end = SessionCommand::End(one.id, SessionEnd::SignedOut);
    assert_eq!(end.clone().delayed(record.began_at), end);
}

#[test]
fn a_call_crosses_to_the_object_and_back() {
    let (SessionToken { id, .. }, record) = session(KEY_A, 1);
    let (begin, renew) = (SessionCommand::Begin(id, record.clone()), SessionCommand::Renew(id, record.clone()));
    let ends = SessionEnd::ALL.iter().flat_map(|why| {
        let all = SessionCommand::EndAll(*why, None);
        [SessionCommand::End(id, *why), all.clone(), all.delayed(record.began_at)]
    });
    for call in
        [begin, renew, SessionCommand::Move(id, record.clone()), SessionCommand::Show(id), SessionCommand::ForgetAll]
            .into_iter()
            .chain(ends)
    {
        assert_eq!(SessionCommand::decode(&call.encode()), Some(call));
    }
    let of_before = [&b"f"[..], &id].concat();
    assert_eq!(
        SessionCommand::decode(&of_before),
        Some(SessionCommand::End(id, SessionEnd::SignedOut)),
        "an earlier version says no reason"
    );
    for bytes in
        [&b""[..], b"x", b"b", b"bxxx", b"s", b"sx", b"f ", b"ax", b"e", b"ex", b"esigned_out ", b"u", b"u12345678x"]
    {
        assert_eq!(SessionCommand::decode(bytes), None);
    }
    for bytes in [&b"s0123456789abcdefx"[..], b"b0123456789abcdef", b"f0123456789abcdefx"] {
        assert_eq!(SessionCommand::decode(bytes), None);
    }
    let ended = SessionEnd::ALL.iter().map(|why| SessionState::Ended(*why));
    for state in [SessionState::Absent, SessionState::Open(record)].into_iter().chain(ended) {
        assert_eq!(SessionState::decode(&state.encode()), state);
    }
}

#[test]
fn s30_a_record_of_another_epoch_gives_no_token() {
    let (session_token, record) = session(KEY_A, 1);
    let get = |record: &SessionRecord| open_token(&sealer(KEY_A), &home(), &session_token, record).is_some();
    assert!(get(&record));
    assert!(!get(&SessionRecord { epoch: 2, ..record.clone() }));
    assert!(get(&SessionRecord { region: Region::from_name("us").unwrap(), ..record.clone() }), "an account may move");
    assert!(!get(&SessionRecord { began_at: NOW.saturating_add(1), ..record.clone() }));
}

#[test]
fn s31_lifetime_and_idle_time_are_the_servers() {
    let (session_token, _) = session(KEY_A, 1);
    let header = sent(KEY_A, &session_token, NOW);
    assert!(opened(KEY_A, &header, NOW.saturating_add(IDLE_LIFETIME - 1)).is_some());
    assert!(opened(KEY_A, &header, NOW.saturating_add(IDLE_LIFETIME)).is_none());
    assert!(opened(KEY_A, &header, NOW.saturating_add(-LIFETIME)).is_none(), "from the future");
    assert!(!is_refresh(KEY_A, &header, NOW.saturating_add(REFRESH_AFTER - 1)));
    assert!(is_refresh(KEY_A, &header, NOW.saturating_add(REFRESH_AFTER)));

    let mut now = NOW;
    let mut header = header;
    while let Some(session_token) = opened(KEY_A, &header, now) {
        header = sent(KEY_A, &session_token, now);
        now = now.saturating_add(IDLE_LIFETIME - 1);
        assert!(now <= NOW.saturating_add(LIFETIME + IDLE_LIFETIME), "used again and again, a session lives for ever");
    }
    assert!(now >= NOW.saturating_add(LIFETIME));
}

#[test]
fn s33_the_stored_record_alone_reveals_nothing() {
    let (session_token, record) = session(KEY_A, 1);
    let (other, _) = session(KEY_A, 2);
    assert!(!String::from_utf8_lossy(&record.encode()).contains(TOKEN));
    assert!(
        open_token(&sealer(KEY_A), &home(), &other, &record).is_none(),
        "the server's secret without the cookie's half"
    );
    assert!(
        open_token(&sealer(KEY_B), &home(), &session_token, &record).is_none(),
        "the cookie without the server's secret"
    );
}

proptest! {
    #[test]
    fn s25_no_cookie_header_panics_or_opens(header in any::<String>(), value in "[A-Za-z0-9_-]{0,300}") {
        prop_assert!(opened(KEY_A, &header, NOW).is_none());
        let header = format!("__Host-Http-canvass={value}");
        prop_assert!(opened(KEY_A, &header, NOW).is_none());
    }

    #[test]
    fn s25_an_oversized_cookie_is_not_looked_at(length in 4097_usize..20_000) {
        let header = format!("__Host-Http-canvass={}", "A".repeat(length));
        prop_assert!(cookie::find_in_header(&header, &home()).is_none());
    }

    #[test]
    fn s24_no_single_bit_can_be_flipped(at in 0_usize..200, bit in 0_u8..8) {
        let (session_token, _) = session(KEY_A, 1);
        let mut bytes = sent(KEY_A, &session_token, NOW).into_bytes();
        let at = ("__Host-Http-canvass=".len() + at).min(bytes.len() - 1);
        bytes[at] ^= 1 << bit;
        prop_assert!(opened(KEY_A, &String::from_utf8_lossy(&bytes), NOW).is_none());
    }
}

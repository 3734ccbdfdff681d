//! The session jar: several accounts in one browser, one of them current.

use crate::support::{KEY_A, KEY_B, REMOTE, origin, read, remote, with};
use canvass::crypto::secret::Secret;
use canvass::gateway::binding::Binding;
use canvass::gateway::config::{Build, Config};
use canvass::gateway::cookie;
use canvass::gateway::exchange::TokenGrant;
use canvass::gateway::keys::Purpose;
use canvass::gateway::origin::Origin;
use canvass::gateway::region::Region;
use canvass::gateway::seal::Sealer;
use canvass::gateway::session::{IDLE_LIFETIME, LIFETIME, SessionToken, account_name, begin_session};
use canvass::gateway::session_jar::{ACCOUNTS_MAX, SessionJar};
use canvass::spec::gateway::SessionEnd;
use canvass::wire::dates::Timestamp;
use proptest::prelude::*;
use std::collections::BTreeSet;

const NOW: Timestamp = Timestamp(1_700_000_000_000);

fn home() -> Origin {
    origin("https://app.example.com")
}

/// A new session of the account of `person`; `seed` makes it unique.
fn session_at(person: u8, seed: u8, now: Timestamp) -> SessionToken {
    let grant = TokenGrant {
        token: Secret::new(format!("token-{person}")),
        region: Region::from_name("eu").unwrap(),
        profile: None,
    };
    let sealer = Sealer::from_secrets(KEY_A).ok().unwrap();
    begin_session(&sealer, &home(), "app-1", &grant, now, &[seed; 48], [seed; 24]).unwrap().0
}

fn session(person: u8) -> SessionToken {
    session_at(person, person, NOW)
}

fn jar_of(people: &[u8]) -> SessionJar {
    let mut jar = SessionJar::default();
    for person in people {
        assert!(jar.add_session(session(*person)).is_empty());
    }
    jar
}

fn sent(jar: &SessionJar, now: Timestamp) -> String {
    let sealer = Sealer::from_secrets(KEY_A).ok().unwrap();
    jar.to_set_cookie(&sealer, &home(), now, [9; 24]).unwrap().split(';').next().unwrap().to_owned()
}

fn opened_with(keys: &str, header: &str, now: Timestamp) -> SessionJar {
    SessionJar::open_cookie(&Sealer::from_secrets(keys).ok().unwrap(), &home(), Some(header), now)
}

fn opened(header: &str, now: Timestamp) -> SessionJar {
    opened_with(KEY_A, header, now)
}

fn ids(jar: &SessionJar) -> Vec<u8> {
    jar.sessions().iter().map(|session_token| session_token.id[0]).collect()
}

fn current(jar: &SessionJar) -> Option<u8> {
    jar.current().map(|session_token| session_token.id[0])
}

#[test]
fn an_account_that_is_added_becomes_current_and_the_others_stay() {
    let jar = opened(&sent(&jar_of(&[1, 2, 3]), NOW), NOW);
    assert_eq!((ids(&jar), current(&jar)), (vec![3, 2, 1], Some(3)));
    assert!(!jar.is_changed());
}

#[test]
fn accounts_are_shown_in_the_order_of_signing_in_and_say_nothing() {
    let mut jar = SessionJar::default();
    for person in [3, 1, 2] {
        jar.add_session(session_at(person, person, NOW.saturating_add(-1000 * i64::from(person))));
    }
    let shown = |seed: u8| session_at(seed, seed, NOW).public_id();
    let first = jar.to_json();
    assert_eq!(
        first,
        format!(
            r#"{{"signed_in":true,"region":"eu","account":"{two}","accounts":[{{"id":"{three}","region":"eu","current":false}},{{"id":"{two}","region":"eu","current":true}},{{"id":"{one}","region":"eu","current":false}}]}}"#,
            one = shown(1),
            two = shown(2),
            three = shown(3),
        )
    );
    assert!(shown(1).len() == 21 && shown(1).starts_with("acct_"));
    let (session, account) = (cookie_hex(&session(1).id), cookie_hex(&session(1).account));
    assert!(!first.contains(&session) && !first.contains(&account), "an id tells a session or an account");
    assert_eq!(SessionJar::default().to_json(), r#"{"signed_in":false}"#);
}

#[test]
fn a_jar_learns_where_an_account_lives_and_the_cookie_with_it() {
    let (eu, us) = (Region::from_name("eu").unwrap(), Region::from_name("us").unwrap());
    let mut jar = opened(&sent(&jar_of(&[1, 2]), NOW), NOW);
    jar.set_region(&session(1).id, eu);
    assert!(!jar.is_changed(), "that is no news");
    jar.set_region(&session(1).id, us);
    assert!(jar.is_changed());
    let regions =
        |jar: &SessionJar| jar.sessions().iter().map(|session_token| session_token.region).collect::<Vec<_>>();
    assert_eq!(regions(&opened(&sent(&jar, NOW), NOW)), [eu, us]);
}

fn cookie_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn an_account_is_named_by_its_token_and_app_alone() {
    let (one, other) = (session_at(1, 1, NOW), session_at(1, 2, NOW));
    assert_eq!(one.account, other.account);
    assert_eq!(one.public_id(), other.public_id(), "what pages see is the same at each sign-in");
    let token = Secret::new("token-1");
    assert_eq!(account_name("app-1", &token), one.account);
    assert_ne!(account_name("app-2", &token), one.account);
    assert_ne!(account_name("app-1", &Secret::new("token-2")), one.account);
}

#[test]
fn signing_in_to_an_account_again_ends_its_earlier_session_and_no_other() {
    let mut jar = jar_of(&[1, 2]);
    let ended = jar.add_session(session_at(1, 9, NOW));
    assert_eq!((ended.len(), ended[0].id[0]), (1, 1));
    assert_eq!(ids(&jar), [9, 2]);
}

#[test]
fn a_sixth_account_ends_the_one_that_was_used_longest_ago() {
    let mut jar = jar_of(&[1, 2, 3, 4, 5]);
    assert!(jar.select_account(&session(1).public_id()));
    let ended = jar.add_session(session(6));
    assert_eq!((ended.len(), ended[0].id[0]), (1, 2));
    assert_eq!(ids(&jar), [6, 1, 5, 4, 3]);
}

#[test]
fn a_switch_is_to_an_account_of_this_jar_only() {
    let mut jar = opened(&sent(&jar_of(&[1, 2]), NOW), NOW);
    for stranger in ["", "x", &session(3).public_id()] {
        assert!(!jar.select_account(stranger) && !jar.is_changed());
    }
    assert!(jar.select_account(&session(1).public_id()) && jar.is_changed());
    assert_eq!(current(&opened(&sent(&jar, NOW), NOW)), Some(1));
}

#[test]
fn who_leaves_the_current_account_is_in_the_one_used_before_it() {
    let mut jar = jar_of(&[1, 2, 3]);
    assert_eq!(jar.remove_current()[0].id[0], 3);
    assert_eq!(current(&jar), Some(2));
    jar.remove_current();
    jar.remove_current();
    assert!(jar.remove_current().is_empty());
    let sealer = Sealer::from_secrets(KEY_A).ok().unwrap();
    assert_eq!(
        jar.to_set_cookie(&sealer, &home(), NOW, [9; 24]),
        Some(cookie::clear_cookie(&home())),
        "an empty jar is no cookie"
    );
}

#[test]
fn s31_each_session_of_a_jar_ends_by_its_own_times() {
    let mut jar = SessionJar::default();
    jar.add_session(session_at(1, 1, NOW.saturating_add(3_600_000 - LIFETIME)).used_at(NOW));
    jar.add_session(session_at(2, 2, NOW));
    let header = sent(&jar, NOW);
    assert_eq!(ids(&opened(&header, NOW)), [2, 1]);
    let later = opened(&header, NOW.saturating_add(3_600_000));
    assert_eq!((ids(&later), current(&later), later.is_changed()), (vec![2], Some(2), true));
    // Only the second is used; the first has been idle since.
    let header = sent(&jar_of(&[1, 2]), NOW.saturating_add(IDLE_LIFETIME - 1));
    assert_eq!(ids(&opened(&header, NOW.saturating_add(IDLE_LIFETIME))), [2]);
}

#[test]
fn where_the_current_session_is_over_no_other_steps_in_unasked() {
    let mut jar = SessionJar::default();
    jar.add_session(session_at(1, 1, NOW));
    jar.add_session(session_at(2, 2, NOW.saturating_add(3_600_000 - LIFETIME)));
    let header = sent(&jar, NOW);
    let mut late = opened(&header, NOW.saturating_add(3_600_000));
    assert_eq!((ids(&late), current(&late), late.is_changed()), (vec![1], None, true));
    assert!(late.remove_current().is_empty(), "who leaves what is over leaves nothing else");
    assert_eq!(current(&opened(&header, NOW.saturating_add(3_600_000)).acknowledge_end()), Some(1));
}

#[test]
fn a_session_that_is_over_by_its_times_says_which_and_only_of_the_current_account() {
    let ended = |people: &[&SessionToken], now| {
        let mut jar = SessionJar::default();
        people.iter().for_each(|session_token| drop(jar.add_session(SessionToken::clone(session_token))));
        opened(&sent(&jar, NOW), now).end_reason()
    };
    let (one, used) = (session(1), session_at(2, 2, NOW.saturating_add(IDLE_LIFETIME - LIFETIME)).used_at(NOW));
    assert_eq!(ended(&[&one], NOW.saturating_add(IDLE_LIFETIME - 1)), None);
    assert_eq!(ended(&[&one], NOW.saturating_add(IDLE_LIFETIME)), Some(SessionEnd::Idle));
    assert_eq!(ended(&[&one], NOW.saturating_add(LIFETIME)), Some(SessionEnd::Idle), "it was that first");
    assert_eq!(ended(&[&used], NOW.saturating_add(IDLE_LIFETIME - 1)), None);
    assert_eq!(ended(&[&used], NOW.saturating_add(IDLE_LIFETIME)), Some(SessionEnd::Expired));
    assert_eq!(
        ended(&[&used.used_at(NOW.saturating_add(-IDLE_LIFETIME)), &one], NOW),
        None,
        "another account's is nobody's matter"
    );
    assert_eq!(
        opened(&format!("{}x", sent(&jar_of(&[1]), NOW)), NOW.saturating_add(IDLE_LIFETIME)).end_reason(),
        None,
        "no seal opens"
    );
}

#[test]
fn why_a_session_ended_is_shown_once_and_gone_with_the_next_sign_in_or_switch() {
    let header = sent(&jar_of(&[1, 2]), NOW);
    let mut jar = opened(&header, NOW);
    jar.remove_ended(&session(1).id, Some(SessionEnd::SignedOut));
    assert_eq!(jar.end_reason(), None, "it was not the current one");
    jar.remove_ended(&session(2).id, Some(SessionEnd::Revoked));
    assert_eq!(jar.to_json(), r#"{"signed_in":false,"ended":"revoked"}"#);
    assert_eq!(opened(&sent(&jar, NOW), NOW).to_json(), r#"{"signed_in":false}"#);
    jar.add_session(session(3));
    assert!(!jar.to_json().contains("ended"));
    let mut jar = opened(&header, NOW);
    jar.remove_ended(&session(2).id, Some(SessionEnd::Idle));
    assert!(jar.to_json().ends_with(r#""current":true}],"ended":"idle"}"#), "another account steps in");
    assert!(jar.select_account(&session(1).public_id()));
    assert!(!jar.to_json().contains("ended"));
}

#[test]
fn a_cookie_that_is_older_than_jars_opens_and_is_sealed_as_one() {
    let session_token = session(1);
    // Id, key share, epoch, times, and the region by its number.
    let bytes = session_token.encode();
    let old = [&bytes[32..100], &[1]].concat();
    let name = cookie::cookie_name(&home());
    let binding = Binding {
        purpose: Purpose::SingleSession,
        name: name.as_bytes(),
        origin: "https://app.example.com",
        key_share: b"",
    };
    let sealed = Sealer::from_secrets(KEY_A).ok().unwrap().seal(binding, &old, [4; 24]).unwrap();
    let jar = opened(&format!("{name}={sealed}"), NOW);
    let found = jar.current().unwrap();
    assert_eq!((found.id, found.account, found.region.as_str()), (session_token.id, session_token.id, "eu"));
    assert!(jar.is_changed());
    let again = opened(&sent(&jar, NOW), NOW);
    assert_eq!((current(&again), again.is_changed()), (Some(1), false));
    let long = Sealer::from_secrets(KEY_A).ok().unwrap().seal(binding, &[&old[..], &[1]].concat(), [4; 24]).unwrap();
    assert!(opened(&format!("{name}={long}"), NOW).sessions().is_empty());
}

#[test]
fn s27_a_jar_is_resealed_by_the_first_key() {
    let header = sent(&jar_of(&[1, 2]), NOW);
    let rotated = opened_with(&format!("{KEY_B},{KEY_A}"), &header, NOW);
    assert_eq!((ids(&rotated), rotated.is_changed()), (vec![2, 1], true));
    assert!(opened_with(KEY_B, &header, NOW).sessions().is_empty());
}

#[test]
fn s29_a_cookie_that_was_copied_before_a_sign_in_holds_nothing_of_it() {
    let planted = sent(&jar_of(&[1]), NOW);
    let mut jar = opened(&planted, NOW);
    jar.add_session(session(2));
    assert_ne!(sent(&jar, NOW), planted);
    assert_eq!(ids(&opened(&planted, NOW)), [1]);
}

/// An action of a person with the accounts of a browser.
#[derive(Debug, Clone)]
enum Action {
    SignIn(u8),
    Switch(u8),
    Leave,
    SignOut(u8),
    Wait(i64),
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        (0_u8..8).prop_map(Action::SignIn),
        (0_u8..8).prop_map(Action::Switch),
        Just(Action::Leave),
        (0_u8..8).prop_map(Action::SignOut),
        (0_i64..IDLE_LIFETIME).prop_map(Action::Wait),
    ]
}

proptest! {
    #[test]
    fn s34_whatever_is_done_with_a_jar_no_session_is_lost_doubled_or_mixed_up(
        deeds in prop::collection::vec(action(), 0..60)
    ) {
        let (mut now, mut seed) = (NOW, 0_u8);
        let mut header = String::new();
        let mut open: BTreeSet<u8> = BTreeSet::new();
        for deed in deeds {
            let mut jar = opened(&header, now).acknowledge_end();
            let over: Vec<u8> = open.iter().copied().filter(|id| !ids(&jar).contains(id)).collect();
            open.retain(|id| !over.contains(id));
            let of = |jar: &SessionJar, person: u8| {
                let name = session(person).account;
                jar.sessions().iter().find(|session_token| session_token.account == name).map(|session_token| (session_token.id, session_token.public_id()))
            };
            let (before, mut pause) = (current(&jar), 0);
            match deed {
                Action::SignIn(person) => {
                    seed += 1;
                    for ended in jar.add_session(session_at(person, seed, now)) {
                        prop_assert!(open.remove(&ended.id[0]));
                    }
                    open.insert(seed);
                    prop_assert_eq!(current(&jar), Some(seed));
                }
                Action::Switch(person) => match of(&jar, person) {
                    Some((id, shown)) => {
                        prop_assert!(jar.select_account(&shown));
                        prop_assert_eq!(current(&jar), Some(id[0]));
                    }
                    None => prop_assert!(!jar.select_account("a stranger")),
                },
                Action::Leave => {
                    for ended in jar.remove_current() {
                        prop_assert!(Some(ended.id[0]) == before && open.remove(&ended.id[0]));
                    }
                }
                Action::SignOut(person) => if let Some((id, _)) = of(&jar, person) {
                    jar.remove_ended(&id, None);
                    prop_assert!(open.remove(&id[0]));
                    prop_assert!(before == Some(id[0]) || current(&jar) == before, "another account became current");
                },
                Action::Wait(time) => pause = time,
            }
            let inside: BTreeSet<u8> = ids(&jar).into_iter().collect();
            prop_assert_eq!(&inside, &open);
            prop_assert_eq!(inside.len(), jar.sessions().len());
            prop_assert!(inside.len() <= ACCOUNTS_MAX);
            let accounts: BTreeSet<_> = jar.sessions().iter().map(|session_token| session_token.account).collect();
            prop_assert_eq!(accounts.len(), inside.len(), "an account has two sessions");
            header = sent(&jar, now);
            prop_assert!(header.len() < 1024);
            let again = opened(&header, now);
            prop_assert_eq!(ids(&again), ids(&jar));
            now = now.saturating_add(pause);
        }
    }

    #[test]
    fn two_tabs_that_switch_at_once_lose_nothing(one in 1_u8..6, other in 1_u8..6) {
        let header = sent(&jar_of(&[1, 2, 3, 4, 5]), NOW);
        for chosen in [one, other] {
            let mut tab = opened(&header, NOW);
            prop_assert!(tab.select_account(&session(chosen).public_id()));
            let last = opened(&sent(&tab, NOW), NOW);
            prop_assert_eq!(current(&last), Some(chosen));
            let all: BTreeSet<u8> = ids(&last).into_iter().collect();
            prop_assert_eq!(all, (1..=5).collect::<BTreeSet<u8>>());
        }
    }

    #[test]
    fn s24_no_bit_of_a_jar_can_be_flipped(at in 0_usize..700, bit in 0_u8..8) {
        let mut bytes = sent(&jar_of(&[1, 2, 3, 4, 5]), NOW).into_bytes();
        let at = ("__Host-Http-canvass=".len() + at).min(bytes.len() - 1);
        bytes[at] ^= 1 << bit;
        prop_assert!(opened(&String::from_utf8_lossy(&bytes), NOW).sessions().is_empty());
    }
}

#[test]
fn a_page_gets_its_settings_with_the_session_signed_in_or_not() {
    let off = read(Build::Gateway, &with(REMOTE, "KEEP_RESULTS", "off")).ok().unwrap();
    let shown = |config: &Config| SessionJar::default().with_members(&config.page_settings());
    assert_eq!(shown(&remote()), r#"{"signed_in":false,"keep_results":true}"#);
    assert_eq!(shown(&off), r#"{"signed_in":false,"keep_results":false}"#);
}

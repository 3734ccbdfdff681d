//! Secrets are never printed, and sealing never repeats a nonce.

use crate::support::{KEY_A, origin};
use canvass::crypto::aead::Nonce;
use canvass::crypto::secret::Secret;
use canvass::gateway::binding::Binding;
use canvass::gateway::exchange::TokenGrant;
use canvass::gateway::keys::Purpose;
use canvass::gateway::region::Region;
use canvass::gateway::seal::Sealer;
use canvass::gateway::session::{REFRESH_AFTER, begin_session};
use canvass::gateway::session_jar::{ACCOUNTS_MAX, SessionJar};
use canvass::gateway::unseal_cache::ENTRIES_MAX;
use canvass::wire::dates::Timestamp;
use serde::Serialize;
use std::fmt::{Debug, Display};
use std::marker::PhantomData;

trait Otherwise {
    const HAS: bool = false;
}

/// Whether a type has a trait: an inherent constant takes precedence over the trait's, which every type has.
macro_rules! has {
    ($type:ty: $bound:path) => {{
        #[allow(dead_code)]
        struct Asked<T>(PhantomData<T>);
        impl<T> Otherwise for Asked<T> {}
        #[allow(dead_code)]
        impl<T: $bound> Asked<T> {
            const HAS: bool = true;
        }
        Asked::<$type>::HAS
    }};
}

#[test]
fn s63_a_secret_is_neither_printed_nor_serialised_nor_compared() {
    assert!(has!(String: Debug) && has!(String: Display) && has!(String: Serialize) && has!(u8: PartialEq));
    assert!(!has!(Secret: Debug) && !has!(Secret: Display) && !has!(Secret: Serialize) && !has!(Secret: PartialEq));
}

#[test]
fn s28_a_nonce_has_192_bits_and_is_part_of_what_it_sealed() {
    let sealer = Sealer::from_secrets(KEY_A).ok().unwrap();
    let binding = Binding { purpose: Purpose::SessionJar, name: b"one", origin: "https://a", key_share: b"" };
    let sealed = |nonce: Nonce| sealer.seal(binding, b"message", nonce).unwrap();
    assert_eq!(size_of::<Nonce>() * 8, 192);
    for at in 0..size_of::<Nonce>() {
        let mut other = [0; 24];
        other[at] = 1;
        assert_ne!(sealed([0; 24]), sealed(other), "byte {at} of the nonce counts for nothing");
    }
}

#[test]
fn s34_a_cookie_is_small_whatever_the_token_and_is_set_again_only_to_be_resealed() {
    let (sealer, home) = (Sealer::from_secrets(KEY_A).ok().unwrap(), origin("https://app.example.com"));
    let now = Timestamp(1_700_000_000_000);
    let region = Region::from_name("regional").unwrap();
    let mut jar = SessionJar::default();
    for seed in 1..=u8::try_from(ACCOUNTS_MAX).unwrap() {
        let grant = TokenGrant { token: Secret::new(format!("{seed}{}", "t".repeat(2047))), region, profile: None };
        let (session_token, _) = begin_session(&sealer, &home, "app-1", &grant, now, &[seed; 48], [2; 24]).unwrap();
        assert!(jar.add_session(session_token).is_empty());
        let header = jar.to_set_cookie(&sealer, &home, now, [3; 24]).unwrap();
        assert!(header.len() < 300 + 130 * usize::from(seed), "{} bytes", header.len());
    }
    let header = jar.to_set_cookie(&sealer, &home, now, [3; 24]).unwrap();
    assert!(header.len() < 1024, "{} bytes", header.len());
    let sent = header.split(';').next();
    assert!(!SessionJar::open_cookie(&sealer, &home, sent, now.saturating_add(REFRESH_AFTER - 1)).is_changed());
    assert!(SessionJar::open_cookie(&sealer, &home, sent, now.saturating_add(REFRESH_AFTER)).is_changed());
}

#[test]
fn s24_what_was_opened_a_moment_ago_opens_again_for_the_same_use_only_and_untouched_only() {
    let sealer = Sealer::from_secrets(KEY_A).ok().unwrap();
    let binding = Binding { purpose: Purpose::SessionJar, name: b"one", origin: "https://a", key_share: b"half" };
    let sealed = sealer.seal(binding, b"message", [7; 24]).unwrap();
    for _ in 0..2 {
        assert_eq!(sealer.open(binding, &sealed).map(|(message, _)| message), Some(b"message".to_vec()));
        let others = [
            Binding { purpose: Purpose::Token, ..binding },
            Binding { name: b"other", ..binding },
            Binding { origin: "https://b", ..binding },
            Binding { key_share: b"other", ..binding },
        ];
        for other in others {
            assert!(sealer.open(other, &sealed).is_none());
        }
        for at in 0..sealed.len() {
            let mut crooked = sealed.clone().into_bytes();
            crooked[at] = if crooked[at] == b'A' { b'B' } else { b'A' };
            let crooked = String::from_utf8(crooked).unwrap();
            assert!(crooked == sealed || sealer.open(binding, &crooked).is_none(), "character {at}");
        }
        assert!(sealer.open(binding, &format!("{sealed}A")).is_none());
    }
}

#[test]
fn what_was_opened_is_remembered_for_a_limited_number_of_texts() {
    let sealer = Sealer::from_secrets(KEY_A).ok().unwrap();
    let binding = Binding { purpose: Purpose::SessionJar, name: b"one", origin: "https://a", key_share: b"" };
    let opened = |number: usize| {
        let mut nonce = [0; 24];
        nonce[..8].copy_from_slice(&number.to_be_bytes());
        let sealed = sealer.seal(binding, &number.to_be_bytes(), nonce).unwrap();
        assert_eq!(sealer.open(binding, &sealed).map(|(bytes, _)| bytes), Some(number.to_be_bytes().to_vec()));
        sealed
    };
    let first = opened(0);
    assert!(sealer.cache.get(binding, &first).is_some());
    for number in 1..=ENTRIES_MAX {
        opened(number);
    }
    assert!(sealer.cache.get(binding, &first).is_none());
}

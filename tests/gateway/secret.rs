//! What a secret cannot do, and what sealing one costs a reader of many: nothing is printed, nothing is repeated.

use crate::support::{KEY_A, origin};
use canvass::gateway::keys::{KeyRing, Purpose};
use canvass::gateway::seal::{self, Binding, Nonce};
use canvass::gateway::secret::Secret;
use canvass::gateway::session::{REFRESH, Standing, begin, set_cookie, standing};
use canvass::spec::regions::Region;
use canvass::wire::dates::Moment;
use serde::Serialize;
use std::fmt::{Debug, Display};
use std::marker::PhantomData;

trait Otherwise {
    const HAS: bool = false;
}

/// Whether a type has a trait: a constant of the type's own goes before the one that every type has.
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
fn s28_a_nonce_has_192_bits_and_stands_in_what_it_sealed() {
    let ring = KeyRing::read(KEY_A).ok().unwrap();
    let binding = Binding { purpose: Purpose::Ticket, name: b"one", origin: "https://a", half: b"" };
    let sealed = |nonce: Nonce| seal::seal(&ring, binding, b"message", nonce).unwrap();
    assert_eq!(size_of::<Nonce>() * 8, 192);
    for at in 0..size_of::<Nonce>() {
        let mut other = [0; 24];
        other[at] = 1;
        assert_ne!(sealed([0; 24]), sealed(other), "byte {at} of the nonce counts for nothing");
    }
}

#[test]
fn s34_a_cookie_is_small_whatever_the_token_and_comes_again_to_be_sealed_anew_only() {
    let (ring, home) = (KeyRing::read(KEY_A).ok().unwrap(), origin("https://app.example.com"));
    let now = Moment(1_700_000_000_000);
    let token = Secret::new("t".repeat(2048));
    let (ticket, _) = begin(&ring, &home, &token, Region::Ca, now, &[1; 48], [2; 24]).unwrap();
    let header = set_cookie(&ring, &home, &ticket, now, [3; 24]).unwrap();
    assert!(header.len() < 512, "{} bytes", header.len());
    let sent = header.split(';').next();
    assert!(matches!(standing(&ring, &home, sent, now.plus(REFRESH - 1)), Standing::Good(_)));
    assert!(matches!(standing(&ring, &home, sent, now.plus(REFRESH)), Standing::Refresh(_)));
}

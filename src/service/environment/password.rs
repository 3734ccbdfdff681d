//! Passwords: hashed by the platform, stored with the cost of the hash, and compared in constant time. Checking the
//! password of an unknown account takes the same time.
//!
//! | Stored as | Means |
//! |---|---|
//! | `pbkdf2-chain$6x100000$salt$hash` | six calls of PBKDF2-HMAC-SHA256 of 100,000 rounds each: the output of a call is the password of the next, the salt is the same |
//! | `pbkdf2$20000$salt$hash` | one call; written by older programs |
//!
//! A password whose stored cost is not the configured one is hashed again the next time it is entered.

use super::derivation::{CHAIN, HashCost, PasswordDerivation};
use super::external::{CallPending, ExternalCalls};
use super::random::Random;
use crate::service::environment::secret::CarriedSecret;
use base64ct::{Base64UrlUnpadded, Encoding as _};
use subtle::ConstantTimeEq as _;

/// More than any stored password has. A stored text with a higher cost is damaged. Deployed Workers refuse a call of
/// more rounds.
const MOST: HashCost = HashCost { calls: 20, rounds: 100_000 };

const SINGLE: &str = "pbkdf2";

/// Hashes a new password and returns the text to store.
///
/// # Errors
///
/// [`CallPending`] until the shell has the hash.
pub fn hash_password(
    external: ExternalCalls,
    cost: HashCost,
    password: &str,
    random: &dyn Random,
) -> Result<String, CallPending> {
    let password = CarriedSecret::new(password);
    let salt = random.bytes::<16>().to_vec();
    let derivation = PasswordDerivation { password: password.clone(), salt, cost, is_new: true };
    let (asked, hash) = external
        .derive_password(derivation, |asked| asked.is_new && asked.password == password && asked.cost == cost)?;
    Ok(asked.to_stored_text(hash))
}

/// Hashes a password in this program and returns the text to store.
pub fn hash_with_salt(password: &str, salt: [u8; 16], cost: HashCost) -> String {
    let derivation =
        PasswordDerivation { password: CarriedSecret::new(password), salt: salt.to_vec(), cost, is_new: true };
    derivation.to_stored_text(&PasswordDerivation::encode_hash(&derivation.compute_hash()))
}

/// The result of checking a password.
pub struct PasswordCheck {
    /// Whether the password is right.
    pub matches: bool,
    /// The text to store from now on, if the password is right and its stored cost is outdated.
    pub rehashed: Option<String>,
}

/// Checks a password against the stored text, or, without one, against a hash that no password has, at the same cost.
/// If the stored cost is outdated, a second hash is computed even for a wrong password, so that the time does not
/// reveal the result.
///
/// # Errors
///
/// [`CallPending`] until the shell has each hash.
pub fn check_password(
    external: ExternalCalls,
    cost: HashCost,
    password: &str,
    stored: Option<&str>,
    random: &dyn Random,
) -> Result<PasswordCheck, CallPending> {
    let stored = stored.and_then(parse_stored);
    let is_stored = stored.is_some();
    // Without a stored password a hash is computed all the same: the time must not reveal which accounts exist.
    let (stored_cost, salt, expected) = stored.unwrap_or((cost, vec![0; 16], [0; 32]));
    let secret = CarriedSecret::new(password);
    let derivation = PasswordDerivation { password: secret.clone(), salt, cost: stored_cost, is_new: false };
    let (_, hash) = external.derive_password(derivation.clone(), |asked| *asked == derivation)?;
    let equal: bool =
        Base64UrlUnpadded::decode_vec(hash.expose()).unwrap_or_default().as_slice().ct_eq(&expected).into();
    let matches = equal && is_stored;
    let rehashed = if stored_cost == cost { None } else { Some(hash_password(external, cost, password, random)?) };
    Ok(PasswordCheck { matches, rehashed: rehashed.filter(|_| matches) })
}

fn parse_stored(stored: &str) -> Option<(HashCost, Vec<u8>, [u8; 32])> {
    let mut parts = stored.split('$');
    let (scheme, cost, salt, hash) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let (calls, rounds) = match scheme {
        CHAIN => cost.split_once('x')?,
        SINGLE => ("1", cost),
        _ => return None,
    };
    let within = |text: &str, most: u32| text.parse().ok().filter(|number| (1..=most).contains(number));
    let cost = HashCost { calls: within(calls, MOST.calls)?, rounds: within(rounds, MOST.rounds)? };
    let hash = Base64UrlUnpadded::decode_vec(hash).ok()?.try_into().ok()?;
    parts.next().is_none().then_some((cost, Base64UrlUnpadded::decode_vec(salt).ok()?, hash))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::environment::derivation::RECOMMENDED_COST;
    use crate::service::environment::external::{ExternalCall, ExternalResult};
    use pbkdf2::pbkdf2_hmac;
    use sha2::Sha256;
    use std::cell::{Cell, RefCell};

    const COST: HashCost = HashCost { calls: 3, rounds: 2 };
    const OLD: HashCost = HashCost { calls: 1, rounds: 7 };

    /// Randomness that is never the same twice.
    struct CountingRandom(Cell<u8>);

    impl Random for CountingRandom {
        fn fill_bytes(&self, bytes: &mut [u8]) {
            self.0.set(self.0.get().wrapping_add(1));
            bytes.fill(self.0.get());
        }
    }

    /// Calls `work` until it needs no more hashes; returns the cost of each.
    fn run<T>(work: impl Fn(ExternalCalls) -> Result<T, CallPending>) -> (T, Vec<HashCost>) {
        let mut replies = Vec::new();
        loop {
            let question = RefCell::new(None);
            if let Ok(done) = work(ExternalCalls { results: &replies, pending: &question }) {
                assert_eq!(question.take(), None);
                let cost = |(asked, _): &(ExternalCall, ExternalResult)| match asked {
                    ExternalCall::DerivePassword(derivation) => derivation.cost,
                    _ => panic!("something else was asked"),
                };
                return (done, replies.iter().map(cost).collect());
            }
            let Some(ExternalCall::DerivePassword(asked)) = question.take() else { panic!("nothing is asked") };
            let reply = ExternalResult::Derived(Some(PasswordDerivation::encode_hash(&asked.compute_hash())));
            replies.push((ExternalCall::DerivePassword(asked), reply));
        }
    }

    fn checked(password: &str, known: Option<&str>) -> (PasswordCheck, Vec<HashCost>) {
        let random = CountingRandom(Cell::new(0));
        run(|external| check_password(external, COST, password, known, &random))
    }

    /// A password as an older program stored it.
    fn old(password: &str) -> String {
        let chained = hash_with_salt(password, [9; 16], OLD);
        chained.replace("pbkdf2-chain$1x7$", "pbkdf2$7$")
    }

    #[test]
    fn the_published_vector_comes_out() {
        // RFC 7914, section 11: PBKDF2-HMAC-SHA-256 (P="passwd", S="salt", c=1), its first 32 bytes.
        let cost = HashCost { calls: 1, rounds: 1 };
        let derivation =
            PasswordDerivation { password: CarriedSecret::new("passwd"), salt: b"salt".to_vec(), cost, is_new: true };
        let hash: String = derivation.compute_hash().iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hash, "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc");
    }

    #[test]
    fn a_chain_hashes_what_the_call_before_derived() {
        let salt = [3; 16];
        let mut hash = b"secret".to_vec();
        for _ in 0..COST.calls {
            let mut next = [0; 32];
            pbkdf2_hmac::<Sha256>(&hash, &salt, COST.rounds, &mut next);
            hash = next.to_vec();
        }
        let expected = format!("pbkdf2-chain$3x2$AwMDAwMDAwMDAwMDAwMDAw${}", Base64UrlUnpadded::encode_string(&hash));
        assert_eq!(hash_with_salt("secret", salt, COST), expected);
    }

    #[test]
    fn s80_passwords_are_hashed_with_the_rounds_that_are_advised_in_calls_that_platforms_take() {
        assert_eq!((RECOMMENDED_COST.calls, RECOMMENDED_COST.rounds), (6, 100_000));
    }

    #[test]
    fn only_the_password_itself_fits() {
        let random = CountingRandom(Cell::new(0));
        let (stored, cost) = run(|external| hash_password(external, COST, "correct horse", &random));
        assert_eq!(cost, [COST]);
        assert!(stored.starts_with("pbkdf2-chain$3x2$"), "{stored}");
        for (given, matches) in [("correct horse", true), ("correct horse ", false), ("", false)] {
            let (checked, cost) = checked(given, Some(&stored));
            assert_eq!((checked.matches, checked.rehashed, cost), (matches, None, vec![COST]), "{given}");
        }
    }

    #[test]
    fn s80_a_password_of_another_cost_is_raised_when_it_fits_and_costs_the_same_when_it_does_not() {
        let (right, cost) = checked("secret", Some(&old("secret")));
        assert!(right.matches);
        assert_eq!(cost, [OLD, COST]);
        let (again, cost) = checked("secret", right.rehashed.as_deref());
        assert!(again.matches && again.rehashed.is_none());
        assert_eq!(cost, [COST]);
        let (wrong, cost) = checked("guess", Some(&old("secret")));
        assert!(!wrong.matches && wrong.rehashed.is_none());
        assert_eq!(cost, [OLD, COST]);
    }

    #[test]
    fn s80_no_password_fits_where_none_is_stored_and_that_costs_the_same() {
        let damaged = ["", "secret", "pbkdf2$1$AA$AA", "pbkdf2$0$$", "plain$1$a$b", "pbkdf2-chain$21x1$AA$AA"];
        let long = format!("{}$", hash_with_salt("a", [0; 16], COST));
        let zeros = format!("pbkdf2$100001$AA${}", Base64UrlUnpadded::encode_string(&[0; 32]));
        let known = damaged.into_iter().chain([long.as_str(), &zeros]).map(Some);
        for known in known.chain([None]) {
            for given in ["a", ""] {
                let (checked, cost) = checked(given, known);
                assert!(!checked.matches && checked.rehashed.is_none(), "{known:?}");
                assert_eq!(cost, [COST], "{known:?}");
            }
        }
    }

    #[test]
    fn s80_neither_a_password_nor_its_hash_is_printed() {
        let derivation =
            PasswordDerivation { password: CarriedSecret::new("hush"), salt: vec![1], cost: COST, is_new: false };
        let reply = ExternalResult::Derived(Some(PasswordDerivation::encode_hash(&derivation.compute_hash())));
        let printed = format!("{:?}", (ExternalCall::DerivePassword(derivation.clone()), &reply));
        assert!(
            !printed.contains("hush")
                && !printed.contains(PasswordDerivation::encode_hash(&derivation.compute_hash()).expose())
        );
    }
}

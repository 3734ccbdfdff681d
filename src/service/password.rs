//! Passwords: stored as `pbkdf2$rounds$salt$hash`, compared in constant time, and never found faster for being unknown.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use pbkdf2::pbkdf2_hmac;
use sha2::Sha256;
use subtle::ConstantTimeEq as _;

/// Rounds of PBKDF2-HMAC-SHA256 for a new password.
///
/// Our choice: a password is checked inside a request whose processor time is bounded, and WebAssembly
/// is slower than a native build. A stored password names its own rounds, so that more can be asked for later.
pub const ROUNDS: u32 = 20_000;

/// More rounds than any stored password asks for; a stored text that asks for more is damaged.
const MOST_ROUNDS: u32 = 2_000_000;

const SCHEME: &str = "pbkdf2";

/// What a password is stored as.
pub fn make(password: &str, salt: [u8; 16]) -> String {
    make_with(password, salt, ROUNDS)
}

/// What a password is stored as after this many rounds.
pub fn make_with(password: &str, salt: [u8; 16], rounds: u32) -> String {
    let hash = derived(password, &salt, rounds);
    [SCHEME, &rounds.to_string(), &URL_SAFE_NO_PAD.encode(salt), &URL_SAFE_NO_PAD.encode(hash)].join("$")
}

/// Whether this is the password that is stored. A damaged text matches none.
pub fn verify(password: &str, stored: &str) -> bool {
    let Some((rounds, salt, expected)) = read(stored) else { return false };
    derived(password, &salt, rounds).ct_eq(&expected).into()
}

/// The stored password of nobody: checking it costs what checking a real one costs, and no password fits.
pub fn of_nobody() -> String {
    [SCHEME, &ROUNDS.to_string(), &URL_SAFE_NO_PAD.encode([0; 16]), &URL_SAFE_NO_PAD.encode([0; 32])].join("$")
}

fn read(stored: &str) -> Option<(u32, Vec<u8>, [u8; 32])> {
    let mut parts = stored.split('$');
    let (scheme, rounds, salt, hash) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let rounds = rounds.parse().ok().filter(|rounds| (1..=MOST_ROUNDS).contains(rounds))?;
    let hash = URL_SAFE_NO_PAD.decode(hash).ok()?.try_into().ok()?;
    (scheme == SCHEME && parts.next().is_none()).then_some((rounds, URL_SAFE_NO_PAD.decode(salt).ok()?, hash))
}

fn derived(password: &str, salt: &[u8], rounds: u32) -> [u8; 32] {
    let mut hash = [0; 32];
    pbkdf2_hmac::<Sha256>(password.as_bytes(), salt, rounds, &mut hash);
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_vector_comes_out() {
        // RFC 7914, section 11: PBKDF2-HMAC-SHA-256 (P="passwd", S="salt", c=1), its first 32 bytes.
        let expected = "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc";
        let hash: String = derived("passwd", b"salt", 1).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hash, expected);
    }

    #[test]
    fn only_the_password_itself_fits() {
        let stored = make("correct horse", [7; 16]);
        assert!(stored.starts_with("pbkdf2$20000$"), "{stored}");
        assert!(verify("correct horse", &stored));
        assert!(!verify("correct horse ", &stored));
        assert!(!verify("", &stored));
        assert_ne!(stored, make("correct horse", [8; 16]));
    }

    #[test]
    fn a_stored_password_says_how_many_rounds_it_took() {
        assert!(verify("secret", &make_with("secret", [1; 16], 3)));
    }

    #[test]
    fn a_damaged_text_matches_no_password() {
        for damaged in
            ["", "secret", "pbkdf2$1$AA$AA", "pbkdf2$0$$", "plain$1$a$b", &format!("{}$", make("a", [0; 16]))]
        {
            assert!(!verify("a", damaged), "{damaged}");
        }
        assert!(!verify("", &of_nobody()));
    }
}

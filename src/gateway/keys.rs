//! The key ring: the first configured secret seals, any listed one opens, and each purpose has its own derived keys.

use crate::crypto::aead::Key;
use crate::crypto::secret::Secret;
use base64ct::{Base64UrlUnpadded, Encoding as _};
use hkdf::Hkdf;
use sha2::Sha256;

/// Bytes that a configured secret must have at least.
const SECRET_BYTES_MIN: usize = 32;

/// Distinct bytes that a configured secret must have at least; 32 random bytes have far more.
const VARIETY_MIN: usize = 8;

/// Words of secrets that were copied from an example and never changed.
const EXAMPLE_WORDS: &[&str] = &["changeme", "change-me", "change_me", "default", "example", "password", "your-secret"];

/// Why a configured secret is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weakness {
    /// Too few bytes.
    Short,
    /// Repetitive, or taken from an example.
    Guessable,
    /// Listed twice.
    Repeated,
}

impl Weakness {
    /// The reason as the end of a sentence that begins with the variable's name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Weakness::Short => "needs at least 32 bytes in each secret",
            Weakness::Guessable => "looks like an example: use random bytes",
            Weakness::Repeated => "lists one secret twice",
        }
    }
}

/// Checks that a secret is hard to guess.
///
/// # Errors
///
/// The [`Weakness`] if it is short, repetitive, or taken from an example.
pub fn check_strength(secret: &[u8]) -> Result<(), Weakness> {
    if secret.len() < SECRET_BYTES_MIN {
        return Err(Weakness::Short);
    }
    let distinct = (0..=u8::MAX).filter(|byte| secret.contains(byte)).count();
    let text = String::from_utf8_lossy(secret).to_ascii_lowercase();
    if distinct < VARIETY_MIN || EXAMPLE_WORDS.iter().any(|word| text.contains(word)) {
        return Err(Weakness::Guessable);
    }
    Ok(())
}

/// What a key is for. The key of one purpose opens nothing of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The session cookie.
    SessionJar,
    /// The session cookie as it was when it held one session: it is opened and never sealed.
    SingleSession,
    /// The access token in the session object.
    Token,
    /// The PKCE verifier, which a page carries from the beginning of a sign-in to its end.
    Verifier,
    /// The webhook URL of an account.
    Webhook,
    /// The ids of shared links.
    SharedLink,
    /// The names of the clients whose reads are counted.
    Reader,
    /// The registration of a client of agents, which is its id.
    AgentClient,
    /// The code with which a connection of an agent begins.
    AgentCode,
    /// The access token of an agent.
    AgentAccess,
    /// The refresh token of an agent.
    AgentRefresh,
}

impl Purpose {
    /// Version of the format that is sealed for the purpose.
    pub const fn version(self) -> u8 {
        match self {
            Purpose::SessionJar => 2,
            Purpose::SingleSession
            | Purpose::Token
            | Purpose::Verifier
            | Purpose::Webhook
            | Purpose::SharedLink
            | Purpose::Reader
            | Purpose::AgentClient
            | Purpose::AgentCode
            | Purpose::AgentAccess
            | Purpose::AgentRefresh => 1,
        }
    }

    /// The label from which the key is derived. It must never change, or nothing that was sealed opens any more.
    const fn label(self) -> &'static [u8] {
        match self {
            Purpose::SessionJar => b"canvass gateway session purse",
            Purpose::SingleSession => b"canvass gateway session ticket",
            Purpose::Token => b"canvass gateway stored token",
            Purpose::Verifier => b"canvass gateway code verifier",
            Purpose::Webhook => b"canvass gateway webhook",
            Purpose::SharedLink => b"canvass gateway shared link",
            Purpose::Reader => b"canvass gateway reader",
            Purpose::AgentClient => b"canvass gateway agent client",
            Purpose::AgentCode => b"canvass gateway agent code",
            Purpose::AgentAccess => b"canvass gateway agent access token",
            Purpose::AgentRefresh => b"canvass gateway agent refresh token",
        }
    }
}

/// Identifies the key that sealed something: a hash of its secret.
pub type KeyId = [u8; 4];

/// One configured secret.
struct RingEntry {
    id: KeyId,
    secret: Secret,
}

/// The configured secrets, in their order. The first is not always the newest: a new one is listed last until every
/// isolate knows it.
pub struct KeyRing {
    entries: Vec<RingEntry>,
}

impl KeyRing {
    /// Parses secrets separated by commas; the first seals.
    ///
    /// # Errors
    ///
    /// The [`Weakness`] of the first secret that is refused, or if one is listed twice.
    pub fn parse_list(list: &str) -> Result<KeyRing, Weakness> {
        let mut entries: Vec<RingEntry> = Vec::new();
        for secret in list.split(',').map(str::trim) {
            check_strength(secret.as_bytes())?;
            let entry = RingEntry {
                id: derive_bytes(secret.as_bytes(), &[b"canvass gateway key id"]),
                secret: Secret::new(secret),
            };
            if entries.iter().any(|known| known.id == entry.id || known.secret.is(secret.as_bytes())) {
                return Err(Weakness::Repeated);
            }
            entries.push(entry);
        }
        if entries.is_empty() { Err(Weakness::Short) } else { Ok(KeyRing { entries }) }
    }

    /// The id of the key that seals.
    pub fn first_id(&self) -> KeyId {
        self.entries.first().map_or([0; 4], |entry| entry.id)
    }

    /// Derives the key of an id for a purpose; `None` if no listed secret has the id. `key_share` is a second secret,
    /// which only the cookie holds; empty if there is none.
    pub fn derive_key(&self, id: KeyId, purpose: Purpose, key_share: &[u8]) -> Option<Key> {
        let entry = self.entries.iter().find(|entry| entry.id == id)?;
        let mut material = entry.secret.expose().to_vec();
        material.extend_from_slice(key_share);
        Some(derive_bytes(&material, &[purpose.label()]))
    }

    /// The ids of all listed keys, in their order.
    pub fn ids(&self) -> impl Iterator<Item = KeyId> {
        self.entries.iter().map(|entry| entry.id)
    }

    /// A MAC of a message under the key of an id for a purpose; `None` if no listed secret has the id.
    pub fn compute_mac(&self, id: KeyId, purpose: Purpose, message: &[&[u8]]) -> Option<[u8; 16]> {
        Some(derive_bytes(&self.derive_key(id, purpose, &[])?, message))
    }
}

/// Client id and secret of the embedded service's own app. Gateway and service derive both from the service's key.
pub fn derive_own_app(service_key: &[u8]) -> (String, String) {
    let id: [u8; 16] = derive_bytes(service_key, &[b"canvass gateway own client id"]);
    let secret: [u8; 32] = derive_bytes(service_key, &[b"canvass gateway own client secret"]);
    (Base64UrlUnpadded::encode_string(&id), Base64UrlUnpadded::encode_string(&secret))
}

/// The name of an account, derived from its access token. The ring's keys are not used, because the name must stay
/// when they change; a token has too much entropy to be guessed from its hash.
pub fn derive_account_name(client_id: &str, token: &[u8]) -> [u8; 16] {
    derive_bytes(token, &[b"canvass gateway account of ", client_id.as_bytes()])
}

/// The name of a user of an app, derived from the user's id at the service: the same at each sign-in.
pub fn derive_user_name(client_id: &str, region: &str, user_id: &str) -> [u8; 16] {
    derive_bytes(user_id.as_bytes(), &[b"canvass gateway user of ", client_id.as_bytes(), b" in ", region.as_bytes()])
}

/// The id by which pages know an account, derived from the user's name. It reveals nothing about session or account.
pub fn derive_public_id(user: &[u8]) -> String {
    let id: [u8; 12] = derive_bytes(user, &[b"canvass gateway shown account"]);
    ["acct_", &Base64UrlUnpadded::encode_string(&id)].concat()
}

/// HKDF-SHA256 of a secret. It cannot fail: the output is shorter than the 8160 bytes that HKDF can produce.
fn derive_bytes<const N: usize>(material: &[u8], label: &[&[u8]]) -> [u8; N] {
    let mut output = [0; N];
    let expanded = Hkdf::<Sha256>::new(None, material).expand_multi_info(label, &mut output);
    debug_assert!(expanded.is_ok());
    output
}

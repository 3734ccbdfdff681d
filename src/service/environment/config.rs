//! The configuration of the service: origins, key, mail, reviewers, quotas, and the app of its own console.

use super::derivation::HashCost;
use super::key_cache::{DerivedKey, KeyCache};
use crate::spec::limits::Quota;
use crate::spec::regions::Region;
use hkdf::Hkdf;
use sha2::Sha256;

/// The configuration of a service.
#[derive(Clone)]
pub struct Config {
    /// The API origin of each region, in the order of [`Region::ALL`].
    pub origins: [String; 3],
    /// The origin of the OAuth endpoints.
    pub auth_origin: String,
    /// The service's key, 32 bytes or more. Every other key is derived from it.
    pub key: Vec<u8>,
    /// The app with which the gateway in front of this service signs users in.
    pub gateway_app: GatewayApp,
    /// The transport for mail; `None` if mail stays in the outbox.
    pub mail_transport: Option<MailTransport>,
    /// E-mail addresses, in lower case, of the reviewers of public apps.
    pub reviewers: Vec<String>,
    /// Quotas by client id that replace those of the apps' states.
    pub quotas: Vec<(String, Quota)>,
    /// The lower-case name of the one header that is trusted to contain the client's IP address; `None` if no proxy
    /// sets one.
    pub client_ip_header: Option<String>,
    /// Computes the client secret of a demo app; `None` if the build has no demo world.
    pub demo_secrets: Option<fn(&Config, &str) -> Option<String>>,
    /// The cost of a password hash.
    pub password_cost: HashCost,
    /// Keys that were derived from the service's key.
    pub key_cache: KeyCache,
}

/// The transport for mail.
#[derive(Clone)]
pub enum MailTransport {
    /// A server that accepts each mail as a JSON body.
    Server {
        /// The URL of the server.
        url: String,
        /// The bearer token for the server; empty for none.
        token: String,
    },
    /// The platform that runs the service.
    Platform,
}

/// The gateway's own app, as far as the service and the demo world need it.
#[derive(Clone)]
pub struct GatewayApp {
    /// Its client id.
    pub client_id: String,
    /// Its client secret.
    pub client_secret: String,
    /// The redirect URI.
    pub redirect_uri: String,
}

impl Config {
    /// The API origin of a region.
    pub fn region_origin(&self, region: Region) -> &str {
        let [us, eu, ca] = &self.origins;
        match region {
            Region::Us => us,
            Region::Eu => eu,
            Region::Ca => ca,
        }
    }

    /// The region with this API origin.
    pub fn region_of(&self, origin: &str) -> Option<Region> {
        Region::ALL.into_iter().find(|region| self.region_origin(*region) == origin)
    }

    /// The quota of an app, if the configuration sets one.
    pub fn quota_of(&self, client_id: &str) -> Option<Quota> {
        self.quotas.iter().find(|(id, _)| id == client_id).map(|(_, quota)| *quota)
    }

    /// Whether the service has the demo world and approves apps without reviewers. In a build for production this is
    /// false at compile time.
    pub fn is_sandbox(&self) -> bool {
        crate::SANDBOX && self.demo_secrets.is_some()
    }

    /// The client secret of a demo app.
    pub fn demo_secret(&self, client_id: &str) -> Option<String> {
        self.demo_secrets.and_then(|demo| demo(self, client_id))
    }

    /// The key for a purpose of the code, derived once.
    #[inline(never)]
    pub(super) fn cached_key(&self, purpose: &'static str) -> Option<DerivedKey> {
        self.key_cache.key_of(purpose, || self.derive_key(purpose))
    }

    /// Derives the key for a purpose from the service's key (HKDF-SHA256).
    pub fn derive_key(&self, purpose: &str) -> [u8; 32] {
        let mut key = [0; 32];
        // Expanding to 32 bytes cannot fail: the limit of HKDF-SHA256 is 8160.
        let _ = Hkdf::<Sha256>::new(Some(b"canvass service"), &self.key).expand(purpose.as_bytes(), &mut key);
        key
    }
}

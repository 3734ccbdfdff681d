//! What the service is told from outside: its addresses, its key, and the app of its own console.

use super::derivation::HashCost;
use crate::spec::limits::Quota;
use crate::spec::regions::Region;
use hkdf::Hkdf;
use sha2::Sha256;

/// The configuration of a service.
#[derive(Clone)]
pub struct Config {
    /// The API address of each region, in the order of [`Region::ALL`], without a path.
    pub origins: [String; 3],
    /// The address that serves the OAuth endpoints.
    pub auth_origin: String,
    /// The service's key, 32 bytes or more; every other key is derived from it.
    pub key: Vec<u8>,
    /// The app that the gateway in front of this service signs people in with.
    pub gateway_app: GatewayApp,
    /// Who sends mail; none where mail stays in the outbox.
    pub mail_transport: Option<MailTransport>,
    /// Who decides about public apps: e-mail addresses in lower case.
    pub reviewers: Vec<String>,
    /// The quotas of apps to which others than their state's were granted, by client id.
    pub quotas: Vec<(String, Quota)>,
    /// The one header that is believed about a client's address, in lower case; none where no proxy sets one.
    pub client_header: Option<String>,
    /// The client secret of an app of the demo world; none where there is no such world.
    pub demo_secrets: Option<fn(&Config, &str) -> Option<String>>,
    /// What hashing a password takes.
    pub password_cost: HashCost,
}

/// Who sends mail.
#[derive(Clone)]
pub enum MailTransport {
    /// A server that takes each as a JSON body.
    Server {
        /// Its address.
        url: String,
        /// The bearer token that it asks for; empty for none.
        token: String,
    },
    /// The platform that the service runs on.
    Platform,
}

/// The gateway's own app, as far as the demo world must know it.
#[derive(Clone)]
pub struct GatewayApp {
    /// Its client id.
    pub client_id: String,
    /// Its client secret.
    pub client_secret: String,
    /// The one address that codes are sent to.
    pub redirect_uri: String,
}

impl Config {
    /// The API address of a region.
    pub fn region_origin(&self, region: Region) -> &str {
        let [us, eu, ca] = &self.origins;
        match region {
            Region::Us => us,
            Region::Eu => eu,
            Region::Ca => ca,
        }
    }

    /// The region whose API address this is.
    pub fn region_of(&self, origin: &str) -> Option<Region> {
        Region::ALL.into_iter().find(|region| self.region_origin(*region) == origin)
    }

    /// The quota that the configuration gives an app.
    pub fn quota_of(&self, client_id: &str) -> Option<Quota> {
        self.quotas.iter().find(|(id, _)| id == client_id).map(|(_, quota)| *quota)
    }

    /// The client secret of an app of the demo world.
    pub fn demo_secret(&self, client_id: &str) -> Option<String> {
        self.demo_secrets.and_then(|demo| demo(self, client_id))
    }

    /// A key for one purpose, derived from the service's key.
    pub fn derive_key(&self, purpose: &str) -> [u8; 32] {
        let mut key = [0; 32];
        // Expanding to 32 bytes cannot fail: the limit of HKDF-SHA256 is 8160.
        let _ = Hkdf::<Sha256>::new(Some(b"canvass service"), &self.key).expand(purpose.as_bytes(), &mut key);
        key
    }
}

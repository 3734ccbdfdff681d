//! The service as the gateway's configuration describes it.

use crate::crypto::secret::Secret;
use crate::gateway::config::Config;
use crate::service::Service;
use crate::service::store::config::{Config as ServiceConfig, OwnApp, PostOffice};
use crate::service::store::derivation::ADVISED;
use crate::spec::regions::Region;

/// The service as the gateway's configuration describes it.
pub(crate) fn service(config: &Config) -> Service {
    let text = |secret: &Secret| secret.text().unwrap_or_default().to_owned();
    Service {
        config: ServiceConfig {
            origins: Region::ALL
                .map(|region| config.api.of(region.into()).map_or_else(String::new, |api| api.as_str().to_owned())),
            auth_origin: config.auth.as_str().to_owned(),
            key: config.service_key.expose().to_vec(),
            app: OwnApp {
                client_id: config.client_id.clone(),
                client_secret: text(&config.client_secret),
                redirect_uri: config.redirect_uri.clone(),
            },
            post_office: match &config.mail_url {
                Some(url) => Some(PostOffice::Server { url: url.clone(), token: text(&config.mail_token) }),
                None => config.platform_mails.then_some(PostOffice::Platform),
            },
            reviewers: config.reviewers.clone(),
            quotas: config.quotas.clone(),
            client_header: config.client_header.clone(),
            demo: if crate::SANDBOX { Some(crate::service::sandbox::demo::client_secret) } else { None },
            cost: ADVISED,
        },
    }
}

//! The service's configuration, taken from the gateway's.

use crate::crypto::secret::Secret;
use crate::gateway::config::Config;
use crate::service::Service;
use crate::service::environment::config::{Config as ServiceConfig, GatewayApp, MailTransport};
use crate::service::environment::derivation::RECOMMENDED_COST;
use crate::service::environment::key_cache::KeyCache;
use crate::spec::regions::Region;
use std::cell::OnceCell;
use std::rc::Rc;

thread_local! {
    static SERVICE: OnceCell<Rc<Service>> = const { OnceCell::new() };
}

/// The service with the gateway's configuration, which is the same for all requests of an isolate.
pub(crate) fn service_of(config: &Config) -> Rc<Service> {
    SERVICE.with(|service| Rc::clone(service.get_or_init(|| Rc::new(build_service(config)))))
}

fn build_service(config: &Config) -> Service {
    let text = |secret: &Secret| secret.text().unwrap_or_default().to_owned();
    Service {
        config: ServiceConfig {
            origins: Region::ALL.map(|region| {
                config.api.origin_of(region.into()).map_or_else(String::new, |api| api.as_str().to_owned())
            }),
            auth_origin: config.auth_origin.as_str().to_owned(),
            key: config.service_key.expose().to_vec(),
            gateway_app: GatewayApp {
                client_id: config.client_id.clone(),
                client_secret: text(&config.client_secret),
                redirect_uri: config.redirect_uri.clone(),
            },
            mail_transport: match &config.mail_url {
                Some(url) => Some(MailTransport::Server { url: url.clone(), token: text(&config.mail_token) }),
                None => config.platform_mails.then_some(MailTransport::Platform),
            },
            reviewers: config.reviewers.clone(),
            quotas: config.quotas.clone(),
            client_ip_header: config.client_ip_header.clone(),
            demo_secrets: if crate::SANDBOX { Some(crate::service::sandbox::demo::client_secret) } else { None },
            password_cost: RECOMMENDED_COST,
            key_cache: KeyCache::default(),
        },
    }
}

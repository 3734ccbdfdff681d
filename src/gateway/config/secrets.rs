//! The secrets of a configuration. They are read together, because no two may be equal.

use super::super::keys;
use super::super::seal::Sealer;
use super::{BadVariable, Upstream, bad_variable};
use crate::crypto::secret::Secret;

/// The variables with secrets.
const SECRETS: &str = "SESSION_KEYS, CLIENT_SECRET, SERVICE_KEY, METRICS_TOKEN and MAIL_TOKEN";

/// Checks the characters of what must be as it was issued: of `sent`, which are sent in headers, and of a secret. A
/// pipe or a form may have added white space, with which a key is another key, and a header cannot be sent.
#[inline(never)]
pub(super) fn check_characters(
    value_of: &dyn Fn(&str) -> Option<String>,
    sent: &[&'static str],
    secret: &'static str,
) -> Result<(), BadVariable> {
    for name in sent {
        if value_of(name).is_some_and(|value| !value.bytes().all(|byte| byte.is_ascii_graphic())) {
            return Err(bad_variable(name, "must be printable ASCII without spaces"));
        }
    }
    if value_of(secret).is_some_and(|value| value.trim() != value) {
        return Err(bad_variable(secret, "must not begin or end with white space"));
    }
    Ok(())
}

pub(super) struct Secrets {
    pub(super) own_id: Option<String>,
    pub(super) client: Secret,
    pub(super) sealer: Sealer,
    pub(super) service: Secret,
}

impl Secrets {
    pub(super) fn from_variables(
        upstream: Upstream,
        client: Option<String>,
        session_keys: String,
        service: Option<String>,
        tokens: [Option<&str>; 2],
    ) -> Result<Secrets, BadVariable> {
        let sealer =
            Sealer::from_secrets(&session_keys).map_err(|weakness| bad_variable("SESSION_KEYS", weakness.as_str()))?;
        let service = match (upstream, service) {
            (Upstream::Embedded, None) => return Err(bad_variable("SERVICE_KEY", "is not set")),
            (Upstream::Embedded, Some(key)) => {
                keys::check_strength(key.as_bytes())
                    .map_err(|weakness| bad_variable("SERVICE_KEY", weakness.as_str()))?;
                key
            }
            (Upstream::Remote, _) => String::new(),
        };
        let own = (upstream == Upstream::Embedded).then(|| keys::derive_own_app(service.as_bytes()));
        let (own_id, own_secret) = own.unzip();
        let client = client.or(own_secret).ok_or(bad_variable("CLIENT_SECRET", "is not set"))?;
        // A shared value would let anyone who learns one secret use it as another.
        let is_repeated = |secret: &str, others: &[&str]| {
            !secret.is_empty() && (others.contains(&secret) || session_keys.split(',').any(|key| key.trim() == secret))
        };
        let [metrics, mail] = tokens.map(Option::unwrap_or_default);
        if is_repeated(&client, &[&service, metrics, mail])
            || is_repeated(&service, &[metrics, mail])
            || is_repeated(metrics, &[mail])
            || is_repeated(mail, &[])
        {
            return Err(bad_variable(SECRETS, "must be different"));
        }
        Ok(Secrets { own_id, client: Secret::new(client), sealer, service: Secret::new(service) })
    }
}

//! What stands in the service's place in a build without it.

use crate::gateway::config::Config;
use crate::wire::dates::Moment;
use crate::wire::http::{Request, Response};
use worker::Env;

/// No path is the service's.
pub(crate) fn handles(_: &str) -> bool {
    false
}

/// Never asked: a build without the service refuses to start without a remote one.
pub(crate) async fn respond(_: &Env, _: &Config, _: Request, _: Moment) -> worker::Result<Response> {
    Err("there is no service in this build".into())
}

//! The sandbox's object in a build without it.

use worker::Env;

/// Records objects are not registered.
pub(crate) async fn register_records(_: &Env, _: String) -> worker::Result<()> {
    Ok(())
}

/// Session objects are not registered.
pub(crate) async fn register_session(_: &Env, _: String) -> worker::Result<()> {
    Ok(())
}

//! Mail by the platform's binding `EMAIL`.

use crate::edge::log::print_line;
use crate::gateway::config::EMAIL_BINDING;
use crate::gateway::log::Level;
use crate::service::environment::egress::OutboundStatus;
use wasm_bindgen_futures::JsFuture;
use worker::Env;
use worker::js_sys::{JSON, Promise, Reflect};
use worker::wasm_bindgen::{self, JsCast, JsValue, prelude::wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    type Mailer;
    #[wasm_bindgen(structural, method, catch)]
    fn send(this: &Mailer, mail: &JsValue) -> Result<Promise, JsValue>;
}

/// Sends a mail in the platform's JSON form. Of a refusal only the code is logged, since its message may quote the
/// mail.
pub(super) async fn send_mail(env: &Env, mail: &str) -> OutboundStatus {
    try_send(env, mail)
        .await
        .inspect_err(|error| {
            let code = Reflect::get(error, &JsValue::from_str("code")).ok().and_then(|code| code.as_string());
            print_line(
                Level::Warn,
                "the platform did not send a mail",
                None,
                &worker::Error::RustError(code.unwrap_or_default()),
            );
        })
        .ok()
}

async fn try_send(env: &Env, mail: &str) -> Result<u16, JsValue> {
    let mailer = Reflect::get(env, &JsValue::from_str(EMAIL_BINDING))?;
    JsFuture::from(mailer.unchecked_ref::<Mailer>().send(&JSON::parse(mail)?)?).await?;
    Ok(202)
}

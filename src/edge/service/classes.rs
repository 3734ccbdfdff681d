//! The service's Durable Object classes, as the platform makes and calls them.

use super::objects::ActorObject;
use std::rc::Rc;
use worker::Env;
use worker::js_sys::{Promise, Uint8Array};
use worker::wasm_bindgen::{self, prelude::wasm_bindgen};
use worker::worker_sys::DurableObjectState;

/// A team, or an account without one.
#[wasm_bindgen]
pub struct Team(Rc<ActorObject>);

#[wasm_bindgen]
impl Team {
    /// The object, as the platform makes it.
    #[wasm_bindgen(constructor)]
    pub fn new(state: DurableObjectState, env: Env) -> Team {
        Team(ActorObject::new(state, env))
    }

    /// Handles a message with a body.
    #[wasm_bindgen(js_name = handleMessage)]
    pub fn handle_message(&self, message: &Uint8Array, body: &Uint8Array) -> Promise {
        self.0.run_message(message, body)
    }

    /// Handles a batch of reads.
    #[wasm_bindgen(js_name = handleBatch)]
    pub fn handle_batch(&self, batch: &Uint8Array) -> Promise {
        self.0.run_batch(batch)
    }

    /// Runs the alarm.
    pub fn alarm(&self) -> Promise {
        self.0.run_alarm()
    }
}

/// An app.
#[wasm_bindgen]
pub struct App(Rc<ActorObject>);

#[wasm_bindgen]
impl App {
    /// The object, as the platform makes it.
    #[wasm_bindgen(constructor)]
    pub fn new(state: DurableObjectState, env: Env) -> App {
        App(ActorObject::new(state, env))
    }

    /// Handles a message with a body.
    #[wasm_bindgen(js_name = handleMessage)]
    pub fn handle_message(&self, message: &Uint8Array, body: &Uint8Array) -> Promise {
        self.0.run_message(message, body)
    }

    /// Runs the alarm.
    pub fn alarm(&self) -> Promise {
        self.0.run_alarm()
    }
}

/// A shard of the directory, or the reviews.
#[wasm_bindgen]
pub struct Directory(Rc<ActorObject>);

#[wasm_bindgen]
impl Directory {
    /// The object, as the platform makes it.
    #[wasm_bindgen(constructor)]
    pub fn new(state: DurableObjectState, env: Env) -> Directory {
        Directory(ActorObject::new(state, env))
    }

    /// Handles a message with a body.
    #[wasm_bindgen(js_name = handleMessage)]
    pub fn handle_message(&self, message: &Uint8Array, body: &Uint8Array) -> Promise {
        self.0.run_message(message, body)
    }
}

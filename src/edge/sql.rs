//! SQLite in a Durable Object: statements whose exceptions are caught, and transactions with a rollback.
//!
//! The cursor of the `worker` crate does not catch exceptions, and an uncaught one hangs the request. Only an exception
//! rolls `transactionSync` back, so a transaction throws one for that.

use super::clock::platform_time;
use super::sandbox::state_cache;
use super::stub::WriteStatus;
use crate::wire::dates::Timestamp;
use std::cell::Cell;
use wasm_bindgen_futures::JsFuture;
use worker::js_sys::{Array, Promise};
use worker::wasm_bindgen::{self, JsCast, JsValue, prelude::wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    /// `Array.from`, whose iteration runs the statement and may throw.
    #[wasm_bindgen(catch, js_namespace = Array, js_name = from)]
    fn array_from(iterable: &JsValue) -> Result<Array, JsValue>;

    type RawStorage;
    #[wasm_bindgen(structural, method, getter)]
    fn sql(this: &RawStorage) -> RawSql;
    #[wasm_bindgen(structural, method, catch, js_name = transactionSync)]
    fn transaction_sync(
        this: &RawStorage,
        work: &mut dyn FnMut() -> Result<JsValue, JsValue>,
    ) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(structural, method, catch, js_name = setAlarm)]
    fn set_alarm(this: &RawStorage, at: f64) -> Result<Promise, JsValue>;
    #[wasm_bindgen(structural, method, catch, js_name = deleteAlarm)]
    fn delete_alarm(this: &RawStorage) -> Result<Promise, JsValue>;
    #[wasm_bindgen(structural, method, catch, js_name = deleteAll)]
    fn delete_all(this: &RawStorage) -> Result<Promise, JsValue>;

    type RawSql;
    #[wasm_bindgen(structural, method, catch, variadic)]
    fn exec(this: &RawSql, statement: &str, values: &Array) -> Result<RawCursor, JsValue>;

    type RawCursor;
    #[wasm_bindgen(structural, method, getter, js_name = columnNames)]
    fn column_names(this: &RawCursor) -> Array;
    #[wasm_bindgen(structural, method, getter, js_name = rowsWritten)]
    fn rows_written(this: &RawCursor) -> f64;
    #[wasm_bindgen(structural, method, catch)]
    fn raw(this: &RawCursor) -> Result<JsValue, JsValue>;
}

/// The exception that rolls a transaction back.
const UNDO: &str = "undo";

/// An empty list of values.
pub(crate) fn no_params() -> Array {
    Array::new()
}

/// The database of a Durable Object, and whether it was written to.
pub(crate) struct Database {
    storage: RawStorage,
    has_written: Cell<bool>,
}

/// How a transaction ends.
pub(crate) enum TransactionResult {
    Commit,
    Rollback,
}

/// The rows of a result, as arrays of column values.
pub(crate) struct Rows {
    columns: Array,
    rows: Array,
}

impl Rows {
    /// The names of the columns.
    pub(crate) fn columns(&self) -> Vec<String> {
        self.columns.iter().map(|name| name.as_string().unwrap_or_default()).collect()
    }

    /// The rows, each with its values in the order of the columns.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Array> {
        self.rows.iter().map(|row| Array::from(&row))
    }

    /// A text column of the first row.
    pub(crate) fn first_text(&self, column: &str) -> Option<String> {
        let index = self.columns().iter().position(|name| name == column)?;
        self.iter().next()?.get(u32::try_from(index).ok()?).as_string()
    }
}

impl Database {
    /// The database of an object's state.
    pub(crate) fn from_state(state: &worker::durable::State) -> Database {
        let storage = JsValue::from(state.storage().as_raw()).unchecked_into();
        Database { storage, has_written: Cell::new(false) }
    }

    /// Whether anything was written since the last call of this function.
    pub(crate) fn take_write_status(&self) -> WriteStatus {
        if self.has_written.take() { WriteStatus::Something } else { WriteStatus::Nothing }
    }

    /// Runs one statement.
    ///
    /// # Errors
    ///
    /// If SQLite or the platform throws: its message.
    pub(crate) fn run(&self, statement: &str, values: &Array) -> Result<Rows, String> {
        let cursor = self.storage.sql().exec(statement, values).map_err(exception_message)?;
        let rows = cursor.raw().and_then(|rows| array_from(&rows)).map_err(exception_message)?;
        // A read is recognised without a call of the platform.
        if !statement.starts_with("SELECT") && cursor.rows_written() > 0.0 {
            self.has_written.set(true);
        }
        Ok(Rows { columns: cursor.column_names(), rows })
    }

    /// Sets the object's alarm.
    ///
    /// # Errors
    ///
    /// If the platform cannot store the alarm.
    pub(crate) async fn set_alarm(&self, at: Timestamp) -> worker::Result<()> {
        // While the sandbox's clock is stopped no alarm is set: a change of the clock runs what is due.
        let Some(at) = state_cache::alarm_time(at, platform_time()) else { return Ok(()) };
        JsFuture::from(self.storage.set_alarm(at.0 as f64)?).await?;
        Ok(())
    }

    /// Removes all data and the alarm.
    ///
    /// # Errors
    ///
    /// If the platform cannot remove them.
    pub(crate) async fn delete_data(&self) -> worker::Result<()> {
        JsFuture::from(self.storage.delete_alarm()?).await?;
        JsFuture::from(self.storage.delete_all()?).await?;
        Ok(())
    }

    /// Runs the work in one transaction.
    ///
    /// # Errors
    ///
    /// If the transaction cannot begin or commit. A rollback that the work asks for is no error.
    pub(crate) fn transaction(&self, work: &mut dyn FnMut() -> TransactionResult) -> Result<(), String> {
        let (mut is_rollback, had_written) = (false, self.has_written.get());
        let result = self.storage.transaction_sync(&mut || match work() {
            TransactionResult::Commit => Ok(JsValue::UNDEFINED),
            TransactionResult::Rollback => {
                is_rollback = true;
                Err(JsValue::from_str(UNDO))
            }
        });
        // What was rolled back was not written.
        if result.is_err() {
            self.has_written.set(had_written);
        }
        match result {
            Ok(_) => Ok(()),
            Err(_) if is_rollback => Ok(()),
            Err(exception) => Err(exception_message(exception)),
        }
    }
}

fn exception_message(exception: JsValue) -> String {
    worker::Error::from(exception).to_string()
}

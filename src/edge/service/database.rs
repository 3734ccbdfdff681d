//! The service's interface to an object's database.

use crate::edge::log_error;
use crate::edge::sql::{Cell, Database, Rows, TransactionResult};
use crate::edge::stub::WriteStatus;
use crate::service::store::sql::{Row, Sql, SqlError, TransactionEnd, Value};
use crate::wire::dates::Timestamp;
use std::rc::Rc;
use worker::State;
use worker::js_sys::Array;
use worker::wasm_bindgen::JsValue;

/// The database of an actor. A failure is logged here with SQLite's message alone: the errors of calls have no cause,
/// and values of a statement may be personal data.
pub(super) struct ActorDatabase(Database);

impl ActorDatabase {
    pub(super) fn from_state(state: &State) -> ActorDatabase {
        ActorDatabase(Database::from_state(state))
    }

    /// Whether anything was written since the last call of this function.
    pub(super) fn take_write_status(&self) -> WriteStatus {
        self.0.take_write_status()
    }

    /// Removes all data and the alarm.
    ///
    /// # Errors
    ///
    /// If the platform cannot remove them.
    pub(super) async fn delete_data(&self) -> worker::Result<()> {
        self.0.delete_data().await
    }

    /// Sets the object's alarm.
    ///
    /// # Errors
    ///
    /// If the platform cannot store the alarm.
    pub(super) async fn set_alarm(&self, at: Timestamp) -> worker::Result<()> {
        self.0.set_alarm(at).await
    }
}

impl Sql for ActorDatabase {
    fn run(&self, sql: &str, params: &[Value]) -> Result<Vec<Row>, SqlError> {
        let values: Array = params.iter().map(to_platform).collect();
        let Rows { columns, cells } = self.0.run(sql, &values).map_err(log_failure)?;
        let width = columns.len().max(1);
        let mut rows = Vec::with_capacity(cells.len().checked_div(width).unwrap_or(0));
        let mut cells = cells.into_iter().map(from_platform).peekable();
        while cells.peek().is_some() {
            rows.push(Row::new(Rc::clone(&columns), cells.by_ref().take(width).collect()));
        }
        Ok(rows)
    }

    fn transaction(&self, work: &mut dyn FnMut() -> TransactionEnd) -> Result<(), SqlError> {
        let mut work = || match work() {
            TransactionEnd::Commit => TransactionResult::Commit,
            TransactionEnd::Rollback => TransactionResult::Rollback,
        };
        self.0.transaction(&mut work).map_err(log_failure)
    }
}

/// The error of a statement or transaction.
fn log_failure(message: String) -> SqlError {
    let error = SqlError(message);
    if !error.is_too_large() {
        log_error("a statement failed", &worker::Error::RustError(error.0.clone()));
    }
    error
}

fn to_platform(value: &Value) -> JsValue {
    match value {
        Value::Null => JsValue::NULL,
        Value::Integer(number) => JsValue::from_f64(*number as f64),
        Value::Real(number) => JsValue::from_f64(*number),
        Value::Text(text) => JsValue::from_str(text),
    }
}

fn from_platform(cell: Cell) -> Value {
    match cell {
        Cell::Text(text) => Value::Text(text),
        // The platform returns every number as a float, also of an integer column.
        Cell::Number(number) if number.fract() == 0.0 => Value::Integer(number as i64),
        Cell::Number(number) => Value::Real(number),
        Cell::Null => Value::Null,
    }
}

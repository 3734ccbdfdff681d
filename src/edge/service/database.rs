//! The service's view of an object's database.

use crate::edge::sql::{Database, Outcome};
use crate::edge::stub::Wrote;
use crate::service::store::sql::{Row, Sql, SqlError, Value, Verdict};
use crate::wire::dates::Moment;
use std::rc::Rc;
use worker::State;
use worker::js_sys::Array;
use worker::wasm_bindgen::JsValue;

/// The database of a place.
pub(super) struct Place(Database);

impl Place {
    pub(super) fn of(state: &State) -> Place {
        Place(Database::of(state))
    }

    /// Whether anything was written since this was last asked.
    pub(super) fn wrote(&self) -> Wrote {
        self.0.wrote()
    }

    /// Removes all there is.
    pub(super) async fn clear(&self) -> worker::Result<()> {
        self.0.clear().await
    }

    /// Calls the object's alarm at a moment.
    pub(super) async fn wake(&self, at: Moment) -> worker::Result<()> {
        self.0.wake(at).await
    }
}

impl Sql for Place {
    fn run(&self, sql: &str, params: &[Value]) -> Result<Vec<Row>, SqlError> {
        let values: Array = params.iter().map(to_platform).collect();
        let found = self.0.run(sql, &values).map_err(SqlError)?;
        let columns: Rc<[String]> = found.columns().into();
        Ok(found.iter().map(|row| Row::new(Rc::clone(&columns), row.iter().map(to_ours).collect())).collect())
    }

    fn transaction(&self, work: &mut dyn FnMut() -> Verdict) -> Result<(), SqlError> {
        let mut work = || match work() {
            Verdict::Keep => Outcome::Keep,
            Verdict::Undo => Outcome::Undo,
        };
        self.0.transaction(&mut work).map_err(SqlError)
    }
}

fn to_platform(value: &Value) -> JsValue {
    match value {
        Value::Null => JsValue::NULL,
        Value::Integer(number) => JsValue::from_f64(*number as f64),
        Value::Real(number) => JsValue::from_f64(*number),
        Value::Text(text) => JsValue::from_str(text),
    }
}

fn to_ours(value: JsValue) -> Value {
    match (value.as_string(), value.as_f64()) {
        (Some(text), _) => Value::Text(text),
        (None, Some(number)) if number.fract() == 0.0 => Value::Integer(number as i64),
        (None, Some(number)) => Value::Real(number),
        (None, None) => Value::Null,
    }
}

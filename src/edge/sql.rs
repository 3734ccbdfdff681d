//! SQLite in a Durable Object: statements whose exceptions are caught, and transactions with a rollback.
//!
//! The cursor of the `worker` crate does not catch exceptions, and an uncaught one hangs the request. Only an exception
//! rolls `transactionSync` back, so a transaction throws one for that.

use super::clock::platform_time;
use super::sandbox::state_cache;
use super::sql_rows::unpack;
pub(crate) use super::sql_rows::{Cell, Rows};
use super::stub::WriteStatus;
use crate::wire::dates::Timestamp;
use crate::wire::sql_text::with_signed_parameters;
use std::cell::{Cell as Flag, RefCell};
use std::rc::Rc;
use wasm_bindgen_futures::JsFuture;
use worker::js_sys::{Array, Promise, Uint8Array};
use worker::wasm_bindgen::{self, JsCast, JsValue, prelude::wasm_bindgen};

#[wasm_bindgen]
extern "C" {
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
}

#[wasm_bindgen(module = "/src/edge/sql.js")]
extern "C" {
    #[wasm_bindgen(js_name = addStatement)]
    fn add_statement(text: &str) -> u32;
    #[wasm_bindgen(js_name = clearStatements)]
    fn clear_statements();
    #[wasm_bindgen(catch, js_name = runStatement)]
    fn run_statement(sql: &RawSql, number: u32, values: &Array, wants_columns: bool) -> Result<Array, JsValue>;
}

/// Statements whose texts are stored in JavaScript: more than there are, unless texts are made at run time.
const STATEMENTS_MAX: usize = 2_000;

thread_local! {
    /// The statements that have run in this isolate, in the order of length and text.
    static STATEMENTS: RefCell<Vec<Statement>> = const { RefCell::new(Vec::new()) };
}

/// A statement whose text is stored in JavaScript.
#[derive(Clone)]
struct Statement {
    text: Rc<str>,
    number: u32,
    /// The names of its columns, once it has run.
    columns: Option<Rc<[String]>>,
}

impl Statement {
    fn find(text: &str) -> Statement {
        STATEMENTS
            .with_borrow_mut(|all| match search(all, text) {
                Ok(at) => all.get(at).cloned(),
                Err(_) => None,
            })
            .unwrap_or_else(|| Statement::add(text))
    }

    fn add(text: &str) -> Statement {
        STATEMENTS.with_borrow_mut(|all| {
            if all.len() >= STATEMENTS_MAX {
                all.clear();
                clear_statements();
            }
            let statement =
                Statement { text: text.into(), number: add_statement(&with_signed_parameters(text)), columns: None };
            let at = search(all, text).unwrap_or_else(|at| at);
            all.insert(at, statement.clone());
            statement
        })
    }

    fn store_columns(&self, columns: &Rc<[String]>) {
        STATEMENTS.with_borrow_mut(|all| {
            if let Some(stored) = search(all, &self.text).ok().and_then(|at| all.get_mut(at)) {
                stored.columns = Some(Rc::clone(columns));
            }
        });
    }
}

fn search(all: &[Statement], text: &str) -> Result<usize, usize> {
    all.binary_search_by(|known| known.text.len().cmp(&text.len()).then_with(|| (*known.text).cmp(text)))
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
    sql: RawSql,
    has_written: Flag<bool>,
}

/// How a transaction ends.
pub(crate) enum TransactionResult {
    Commit,
    Rollback,
}

impl Database {
    /// The database of an object's state.
    pub(crate) fn from_state(state: &worker::durable::State) -> Database {
        let storage: RawStorage = JsValue::from(state.storage().as_raw()).unchecked_into();
        let sql = storage.sql();
        Database { storage, sql, has_written: Flag::new(false) }
    }

    /// Whether anything was written since the last call of [`Database::take_write_status`].
    pub(crate) fn has_written(&self) -> bool {
        self.has_written.get()
    }

    /// Whether anything was written since the last call of this function.
    pub(crate) fn take_write_status(&self) -> WriteStatus {
        let status = if self.has_written() { WriteStatus::Something } else { WriteStatus::Nothing };
        self.has_written.set(false);
        status
    }

    /// Runs one statement.
    ///
    /// # Errors
    ///
    /// If SQLite or the platform throws: its message.
    pub(crate) fn run(&self, text: &str, values: &Array) -> Result<Rows, String> {
        let statement = Statement::find(text);
        let result = run_statement(&self.sql, statement.number, values, statement.columns.is_none());
        let result = result.map_err(exception_message)?;
        if result.get(2).as_f64().is_some_and(|written| written > 0.0) {
            self.has_written.set(true);
        }
        let columns = statement.columns.clone().unwrap_or_else(|| {
            let columns = Array::from(&result.get(3)).iter().map(|name| name.as_string().unwrap_or_default()).collect();
            statement.store_columns(&columns);
            columns
        });
        let count = result.get(1).as_f64().unwrap_or_default() as usize;
        if count == 0 {
            return Ok(Rows { columns, cells: Vec::new() });
        }
        let packed = Uint8Array::new(&result.get(0)).to_vec();
        let cells = unpack(&packed, count).ok_or("a result could not be read")?;
        Ok(Rows { columns, cells })
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

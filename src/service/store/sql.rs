//! The database interface: statements, rows by column name, and transactions.

use crate::spec::errors::Error;
use crate::spec::regions::Region;
use crate::wire::dates::Timestamp;
use crate::wire::error::ApiError;
use serde::de::DeserializeOwned;
use std::rc::Rc;

/// A bound value of a statement, or a value of a row.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `NULL`.
    Null,
    /// An integer below 2^53: the platform passes numbers as doubles.
    Integer(i64),
    /// A fraction.
    Real(f64),
    /// A text. In a result it may be a blob: a long text crosses from SQLite faster as bytes.
    Text(String),
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Integer(number)
    }
}

impl From<Timestamp> for Value {
    fn from(timestamp: Timestamp) -> Value {
        Value::Integer(timestamp.0)
    }
}

impl From<bool> for Value {
    fn from(boolean: bool) -> Value {
        Value::Integer(i64::from(boolean))
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(option: Option<T>) -> Value {
        option.map_or(Value::Null, Into::into)
    }
}

/// Values for a statement: `values!["a", 1]`.
macro_rules! values {
    ($($value:expr),* $(,)?) => { &[$( $crate::service::store::sql::Value::from($value) ),*] };
}
pub(crate) use values;

/// One row of a result.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    columns: Rc<[String]>,
    values: Vec<Value>,
}

impl Row {
    /// A row with its column names, which all rows of a result share.
    pub fn new(columns: Rc<[String]>, values: Vec<Value>) -> Row {
        Row { columns, values }
    }

    /// The bytes that it takes in memory, about.
    pub fn bytes(&self) -> usize {
        let texts = self.values.iter().map(|value| match value {
            Value::Text(text) => text.len(),
            Value::Null | Value::Integer(_) | Value::Real(_) => 0,
        });
        texts.sum::<usize>().saturating_add(size_of_val(self.values.as_slice()))
    }

    fn value(&self, column: &str) -> &Value {
        let at = self.columns.iter().position(|name| name == column);
        at.and_then(|at| self.values.get(at)).unwrap_or(&Value::Null)
    }

    /// A text column; empty if it is `NULL`.
    pub fn text(&self, column: &str) -> String {
        self.optional_text(column).unwrap_or_default()
    }

    /// A text column that may be `NULL`.
    pub fn optional_text(&self, column: &str) -> Option<String> {
        match self.value(column) {
            Value::Text(text) => Some(text.clone()),
            Value::Integer(number) => Some(number.to_string()),
            Value::Real(_) | Value::Null => None,
        }
    }

    /// An integer column; 0 if it is `NULL`.
    pub fn integer(&self, column: &str) -> i64 {
        match self.value(column) {
            Value::Integer(number) => *number,
            Value::Real(number) => *number as i64,
            Value::Text(_) | Value::Null => 0,
        }
    }

    /// A column that counts something; 0 if it is negative or `NULL`.
    pub fn count(&self, column: &str) -> u64 {
        u64::try_from(self.integer(column)).unwrap_or(0)
    }

    /// A boolean column.
    pub fn boolean(&self, column: &str) -> bool {
        self.integer(column) != 0
    }

    /// A timestamp column.
    pub fn timestamp(&self, column: &str) -> Timestamp {
        Timestamp(self.integer(column))
    }

    /// The region in the column `region`.
    pub fn region(&self) -> Option<Region> {
        let name = self.text("region");
        Region::ALL.into_iter().find(|region| region.as_str() == name)
    }

    /// A column that contains JSON; `null` if it cannot be parsed.
    pub fn json(&self, column: &str) -> serde_json::Value {
        self.decode_json(column).unwrap_or(serde_json::Value::Null)
    }

    /// A column that contains JSON of a known type; `None` if it contains anything else.
    pub fn decode_json<T: DeserializeOwned>(&self, column: &str) -> Option<T> {
        // All JSON is read from bytes: for text, serde_json has a parser of its own, a second 10 KB.
        serde_json::from_slice(self.text(column).as_bytes()).ok()
    }
}

/// A statement that failed. The text is for the log, never for the caller. The shell logs it where the statement runs,
/// and a job that fails is reported with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SqlError(pub String);

impl SqlError {
    /// What a handler returns whose work is paused. It is no failure, and no one sees it.
    pub fn paused() -> SqlError {
        SqlError("the work is paused".to_owned())
    }

    /// Whether a value or row was above SQLite's maximum size. The caller has sent too much, and nothing has failed
    /// here.
    pub fn is_too_large(&self) -> bool {
        self.0.contains(TOO_BIG_MESSAGE)
    }
}

impl From<SqlError> for ApiError {
    /// A row that grew beyond the maximum size, write by write, is refused with 1030. Every other failure becomes 1050;
    /// its text is never part of a response.
    fn from(error: SqlError) -> ApiError {
        if error.is_too_large() {
            return ApiError::with_detail(Error::TooLarge, "The resource would exceed the maximum size.");
        }
        ApiError::from(Error::Internal)
    }
}

/// SQLite's message for a value or row above the maximum size; the same on all platforms.
const TOO_BIG_MESSAGE: &str = "string or blob too big";

/// How a transaction ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TransactionEnd {
    /// Its writes are committed.
    Commit,
    /// Its writes are rolled back.
    Rollback,
}

/// A SQLite database.
pub trait Sql {
    /// Runs one statement and returns its rows.
    ///
    /// # Errors
    ///
    /// Fails with SQLite's message.
    fn run(&self, sql: &str, params: &[Value]) -> Result<Vec<Row>, SqlError>;
    /// Like [`Sql::run`], for a statement with few rows that many messages run: a database that notes its writes caches
    /// the rows until a table that the statement names is written.
    ///
    /// # Errors
    ///
    /// Fails with SQLite's message.
    fn run_cached(&self, sql: &str, params: &[Value]) -> Result<Rc<Vec<Row>>, SqlError> {
        self.run(sql, params).map(Rc::new)
    }
    /// Runs `work` in a transaction.
    ///
    /// # Errors
    ///
    /// Fails if the transaction cannot begin or end.
    fn transaction(&self, work: &mut dyn FnMut() -> TransactionEnd) -> Result<(), SqlError>;
}

/// The first row of a result, if any.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn first_row(sql: &dyn Sql, statement: &str, params: &[Value]) -> Result<Option<Row>, SqlError> {
    Ok(sql.run(statement, params)?.into_iter().next())
}

/// Runs `work` in a transaction. An error rolls back its writes.
///
/// # Errors
///
/// Fails with the error of `work`, or with 1050 if the transaction fails.
pub fn in_transaction<T>(sql: &dyn Sql, work: impl FnOnce() -> Result<T, ApiError>) -> Result<T, ApiError> {
    run_transaction(sql, work)
}

/// Like [`in_transaction`], for work that fails with another error.
///
/// # Errors
///
/// Fails with the error of `work`, or with that of the transaction.
pub fn run_transaction<T, E: From<SqlError>>(sql: &dyn Sql, work: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    let (mut work, mut result) = (Some(work), None);
    sql.transaction(&mut || {
        result = work.take().map(|work| work());
        if matches!(result, Some(Ok(_))) { TransactionEnd::Commit } else { TransactionEnd::Rollback }
    })?;
    result.unwrap_or_else(|| Err(E::from(SqlError("a transaction without its work".to_owned()))))
}

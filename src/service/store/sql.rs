//! The database as the service sees it: one statement at a time, rows by column name, and transactions that undo.

use crate::spec::errors::Error;
use crate::spec::regions::Region;
use crate::wire::dates::Timestamp;
use crate::wire::error::ApiError;
use std::rc::Rc;

/// A value that goes into a statement or comes out of a row.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `NULL`.
    Null,
    /// An integer below 2^53: larger ones lose precision on the way to the platform.
    Integer(i64),
    /// A fraction.
    Real(f64),
    /// A text.
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
    fn from(moment: Timestamp) -> Value {
        Value::Integer(moment.0)
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Value {
        Value::Integer(i64::from(truth))
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

/// One row of an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    columns: Rc<[String]>,
    values: Vec<Value>,
}

impl Row {
    /// A row with its column names, which all rows of an answer share.
    pub fn new(columns: Rc<[String]>, values: Vec<Value>) -> Row {
        Row { columns, values }
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

    /// An integer column that counts something.
    pub fn count(&self, column: &str) -> u64 {
        u64::try_from(self.integer(column)).unwrap_or(0)
    }

    /// A truth column.
    pub fn boolean(&self, column: &str) -> bool {
        self.integer(column) != 0
    }

    /// A moment column.
    pub fn timestamp(&self, column: &str) -> Timestamp {
        Timestamp(self.integer(column))
    }

    /// The region that the column `region` names.
    pub fn region(&self) -> Option<Region> {
        let name = self.text("region");
        Region::ALL.into_iter().find(|region| region.as_str() == name)
    }

    /// A column that holds JSON; `null` if it holds none.
    pub fn json(&self, column: &str) -> serde_json::Value {
        serde_json::from_str(&self.text(column)).unwrap_or(serde_json::Value::Null)
    }
}

/// A statement that failed. The text is for the log, never for the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SqlError(pub String);

impl From<SqlError> for ApiError {
    /// A row holds so many bytes and no more. What grows beyond that, write by write, is refused as too large.
    fn from(error: SqlError) -> ApiError {
        if error.0.contains(TOO_BIG_MESSAGE) {
            return ApiError::with_detail(Error::TooLarge, "The resource would be larger than one can be stored.");
        }
        ApiError::from(Error::Internal)
    }
}

/// How SQLite says that a value or a row is larger than it may be, wherever it runs.
const TOO_BIG_MESSAGE: &str = "string or blob too big";

/// What becomes of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TransactionEnd {
    /// Its writes stay.
    Commit,
    /// Its writes are undone.
    Rollback,
}

/// A SQLite database, wherever it runs.
pub trait Sql {
    /// Runs one statement.
    fn run(&self, sql: &str, params: &[Value]) -> Result<Vec<Row>, SqlError>;
    /// Runs the work in one transaction.
    fn transaction(&self, work: &mut dyn FnMut() -> TransactionEnd) -> Result<(), SqlError>;
}

/// The one row that a statement gives, if any.
pub fn first_row(sql: &dyn Sql, statement: &str, params: &[Value]) -> Result<Option<Row>, SqlError> {
    Ok(sql.run(statement, params)?.into_iter().next())
}

/// Runs the work in one transaction; an error undoes all that it wrote.
pub fn in_transaction<T>(sql: &dyn Sql, work: impl FnOnce() -> Result<T, ApiError>) -> Result<T, ApiError> {
    let (mut work, mut outcome) = (Some(work), None);
    sql.transaction(&mut || {
        outcome = work.take().map(|work| work());
        if matches!(outcome, Some(Ok(_))) { TransactionEnd::Commit } else { TransactionEnd::Rollback }
    })?;
    outcome.unwrap_or(Err(ApiError::from(Error::Internal)))
}

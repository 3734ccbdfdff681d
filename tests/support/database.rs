//! An actor's database: SQLite in memory behind the service's own trait.

use canvass::service::store::sql::{Row, Sql, SqlError, TransactionEnd, Value};
use canvass::wire::sql_text::with_signed_parameters;
use rusqlite::limits::Limit;
use rusqlite::types::Value as Native;
use rusqlite::{Connection, StatementStatus, params_from_iter};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The limits of the platform's SQLite.
const LIMITS: [(Limit, i32); 8] = [
    (Limit::SQLITE_LIMIT_LENGTH, 2_000_000),
    (Limit::SQLITE_LIMIT_SQL_LENGTH, 100_000),
    (Limit::SQLITE_LIMIT_COLUMN, 100),
    (Limit::SQLITE_LIMIT_EXPR_DEPTH, 100),
    (Limit::SQLITE_LIMIT_COMPOUND_SELECT, 5),
    (Limit::SQLITE_LIMIT_VDBE_OP, 25_000),
    (Limit::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50),
    (Limit::SQLITE_LIMIT_VARIABLE_NUMBER, 100),
];

/// The load of a database, counted, because tests do not measure time.
#[derive(Debug, Clone, Copy, Default)]
pub struct Load {
    pub statements: usize,
    /// Rows that were returned or changed.
    pub rows: usize,
    /// Bytes of all texts and blobs, in and out.
    pub bytes: usize,
    /// Instructions of SQLite's virtual machine: they grow with the rows that are read too.
    pub instructions: usize,
}

impl Load {
    /// The maximum of each counter.
    pub fn most(self, other: Load) -> Load {
        Load {
            statements: self.statements.max(other.statements),
            rows: self.rows.max(other.rows),
            bytes: self.bytes.max(other.bytes),
            instructions: self.instructions.max(other.instructions),
        }
    }

    fn plus(&mut self, rows: usize, values: &[Native]) {
        let bytes = |value: &Native| match value {
            Native::Text(text) => text.len(),
            Native::Blob(bytes) => bytes.len(),
            Native::Null | Native::Integer(_) | Native::Real(_) => 0,
        };
        self.rows += rows;
        self.bytes += values.iter().map(bytes).sum::<usize>();
    }
}

/// One database with all statements that it has run, and their load.
pub struct Database(RefCell<Connection>, RefCell<BTreeSet<String>>, Cell<Load>);

impl Database {
    /// An empty database.
    pub fn new() -> Database {
        let connection = Connection::open_in_memory().unwrap();
        connection.set_prepared_statement_cache_capacity(256);
        for (limit, most) in LIMITS {
            connection.set_limit(limit, most).unwrap();
        }
        Database(RefCell::new(connection), RefCell::default(), Cell::default())
    }

    /// A database with the content of another.
    pub fn copy(bytes: &[u8]) -> Database {
        let database = Database::new();
        database.0.borrow_mut().deserialize_read_exact("main", bytes, bytes.len(), false).unwrap();
        database
    }

    /// Its whole content.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.borrow_mut().serialize("main").unwrap().to_vec()
    }

    /// Every row of every table but one, as text.
    pub fn rows_but(&self, left_out: &str) -> BTreeSet<String> {
        let names = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> ?";
        let tables = self.rows(names, &[left_out.into()]).unwrap();
        let rows = |table: &Row| {
            let name = table.text("name");
            let rows = self.rows(&format!("SELECT rowid, * FROM {name}"), &[]);
            let rows = rows.or_else(|_| self.rows(&format!("SELECT * FROM {name}"), &[])).unwrap();
            rows.into_iter().map(move |row| format!("{name} {row:?}")).collect::<Vec<_>>()
        };
        tables.iter().flat_map(rows).collect()
    }

    /// How many rows its statements have written so far.
    pub fn changes(&self) -> u64 {
        self.0.borrow().total_changes()
    }

    /// Clears the list of statements.
    pub fn forget(&self) {
        self.1.borrow_mut().clear();
    }

    /// The steps of SQLite's plan for every statement so far that reads a table.
    pub fn plans(&self) -> Vec<(String, Vec<String>)> {
        let planned = ["SELECT", "UPDATE", "DELETE", "INSERT"];
        let statements = self.1.borrow().clone().into_iter();
        statements
            .filter(|statement| planned.iter().any(|word| statement.trim_start().starts_with(word)))
            .map(|statement| {
                let connection = self.0.borrow();
                let mut explained =
                    connection.prepare(&format!("EXPLAIN QUERY PLAN {}", with_signed_parameters(&statement))).unwrap();
                let nothing = vec![Native::Null; explained.parameter_count()];
                let steps = explained.query_map(params_from_iter(nothing), |row| row.get::<_, String>("detail"));
                let steps = steps.unwrap().map(Result::unwrap).collect::<Vec<_>>();
                (statement, steps)
            })
            .collect()
    }

    /// The load since the last call of this function.
    pub fn load(&self) -> Load {
        self.2.take()
    }

    fn rows(&self, sql: &str, params: &[Value]) -> rusqlite::Result<Vec<Row>> {
        let connection = self.0.borrow();
        let mut load = self.2.get();
        let changed = connection.total_changes();
        let params: Vec<Native> = params.iter().map(bound).collect();
        load.statements += 1;
        load.plus(0, &params);
        let mut statement = connection.prepare_cached(&with_signed_parameters(sql))?;
        let columns: Rc<[String]> = statement.column_names().map(str::to_owned).collect();
        let mut rows = statement.query(params_from_iter(&params))?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let values = (0..columns.len()).map(|column| row.get(column)).collect::<Result<Vec<Native>, _>>()?;
            load.plus(1, &values);
            found.push(Row::new(columns.clone(), values.into_iter().map(read).collect()));
        }
        drop(rows);
        // A change of the schema compiles a statement again, a value of a parameter must not.
        let compiled_again = statement.get_status(StatementStatus::RePrepare);
        assert!(params.is_empty() || compiled_again <= 1, "compiled {compiled_again} times again: {sql}");
        load.rows += (connection.total_changes() - changed) as usize;
        load.instructions += statement.reset_status(StatementStatus::VmStep) as usize;
        self.2.set(load);
        Ok(found)
    }
}

impl Sql for Database {
    fn run(&self, sql: &str, params: &[Value]) -> Result<Vec<Row>, SqlError> {
        if !self.1.borrow().contains(sql) {
            self.1.borrow_mut().insert(sql.to_owned());
        }
        self.rows(sql, params).map_err(|error| SqlError(format!("{error} in {sql}")))
    }

    fn transaction(&self, work: &mut dyn FnMut() -> TransactionEnd) -> Result<(), SqlError> {
        self.run("SAVEPOINT work", &[])?;
        if work() == TransactionEnd::Rollback {
            self.run("ROLLBACK TO work", &[])?;
        }
        self.run("RELEASE work", &[])?;
        Ok(())
    }
}

fn bound(value: &Value) -> Native {
    match value {
        Value::Null => Native::Null,
        Value::Integer(number) => Native::Integer(*number),
        Value::Real(number) => Native::Real(*number),
        Value::Text(text) => Native::Text(text.clone()),
    }
}

fn read(value: Native) -> Value {
    match value {
        Native::Null => Value::Null,
        Native::Integer(number) => Value::Integer(number),
        Native::Real(number) => Value::Real(number),
        Native::Text(text) => Value::Text(text),
        // A text that a statement casts, so that it crosses as bytes.
        Native::Blob(bytes) => Value::Text(String::from_utf8(bytes).unwrap()),
    }
}

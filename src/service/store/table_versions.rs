//! Table versions: the number of the last write of each table of a team. They show whether what was computed from some
//! tables is still current.
//!
//! All writes of an actor pass its one thread and [`TrackedSql`], which reads the names of the tables in the text of
//! each statement. No handler says which tables it reads or writes. A name that is not meant as a table only makes a
//! cached value expire early.

use super::row_cache::{RowCache, key_of};
use super::sql::{Row, Sql, SqlError, TransactionEnd, Value};
use super::table_set::{TableSet, VERSIONS};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// What a statement does, found once for each text.
#[derive(Debug, Clone)]
struct StatementUse {
    text: Box<str>,
    tables: TableSet,
    is_read: bool,
}

/// Texts of statements that are remembered: more than there are, unless texts are made at run time.
const STATEMENTS_MAX: usize = 2_000;

/// The versions of an actor's tables.
#[derive(Debug)]
pub struct TableVersions {
    /// The number of the last write of any table.
    last: Cell<u64>,
    /// The number of the last write of each table.
    written: RefCell<[u64; VERSIONS]>,
    /// In the order of length and text.
    statements: RefCell<Vec<StatementUse>>,
    /// Rows of statements, with the tables of the statement and the number of the last write before they were read.
    rows: RefCell<RowCache<(TableSet, u64)>>,
}

impl Default for TableVersions {
    fn default() -> TableVersions {
        let (statements, rows) = Default::default();
        TableVersions { last: Cell::new(0), written: RefCell::new([0; VERSIONS]), statements, rows }
    }
}

impl TableVersions {
    /// The number of the last write of any table.
    pub fn last_write(&self) -> u64 {
        self.last.get()
    }

    /// Whether none of the tables was written after the write with this number.
    pub fn are_unchanged(&self, tables: TableSet, since: u64) -> bool {
        self.written.borrow().iter().enumerate().all(|(index, last)| *last <= since || !tables.contains(index))
    }

    /// Forgets all rows, with the data of the actor.
    pub fn forget_rows(&self) {
        self.rows.take();
    }

    fn mark_written(&self, tables: TableSet) {
        let number = self.last.get().saturating_add(1);
        self.last.set(number);
        for (index, last) in self.written.borrow_mut().iter_mut().enumerate() {
            if tables.contains(index) {
                *last = number;
            }
        }
    }

    /// Marks the tables that were written after the write with this number as written again: values that were read from
    /// them meanwhile are not to be found any more.
    fn mark_undone(&self, since: u64) {
        let number = self.last.get().saturating_add(1);
        self.last.set(number);
        for last in self.written.borrow_mut().iter_mut().filter(|last| **last > since) {
            *last = number;
        }
    }

    /// The tables that a statement reads or writes, and whether it only reads.
    fn use_of(&self, text: &str) -> (TableSet, bool) {
        let mut statements = self.statements.borrow_mut();
        let order = |known: &StatementUse| known.text.len().cmp(&text.len()).then_with(|| (*known.text).cmp(text));
        let at = match statements.binary_search_by(order) {
            Ok(at) => return statements.get(at).map(|known| (known.tables, known.is_read)).unwrap_or_default(),
            Err(at) => at,
        };
        let is_read = text.trim_start().starts_with("SELECT");
        let tables = if is_read { TableSet::of_statement(text) } else { TableSet::of_write(text) };
        if statements.len() < STATEMENTS_MAX {
            statements.insert(at, StatementUse { text: text.into(), tables, is_read });
        }
        (tables, is_read)
    }
}

/// A database whose writes are noted in the table versions.
pub struct TrackedSql<'a> {
    sql: &'a dyn Sql,
    versions: &'a TableVersions,
    read: Cell<TableSet>,
    has_written: Cell<bool>,
}

impl<'a> TrackedSql<'a> {
    /// Tracks the statements of a database.
    pub fn new(sql: &'a dyn Sql, versions: &'a TableVersions) -> TrackedSql<'a> {
        TrackedSql { sql, versions, read: Cell::default(), has_written: Cell::new(false) }
    }

    /// The tables that statements have named.
    pub fn tables_read(&self) -> TableSet {
        self.read.get()
    }

    /// Whether a statement that may write has run.
    pub fn has_written(&self) -> bool {
        self.has_written.get()
    }
}

impl Sql for TrackedSql<'_> {
    fn run(&self, text: &str, params: &[Value]) -> Result<Vec<Row>, SqlError> {
        let (tables, is_read) = self.versions.use_of(text);
        if is_read {
            self.read.set(self.read.get().union(tables));
        } else {
            self.has_written.set(true);
            self.versions.mark_written(tables);
        }
        self.sql.run(text, params)
    }

    fn run_cached(&self, text: &str, params: &[Value]) -> Result<Rc<Vec<Row>>, SqlError> {
        let (key, versions) = (key_of(text, params), self.versions);
        let (tables, _) = versions.use_of(text);
        let is_current = |(tables, since): &(TableSet, u64)| versions.are_unchanged(*tables, *since);
        let cached = versions.rows.borrow_mut().find(&key, is_current);
        if let Some(rows) = cached {
            self.read.set(self.read.get().union(tables));
            return Ok(rows);
        }
        let since = versions.last_write();
        let rows = Rc::new(self.run(text, params)?);
        // Whether a table that is unknown here was written is not known.
        if tables != TableSet::default() {
            versions.rows.borrow_mut().insert(key, Rc::clone(&rows), (tables, since));
        }
        Ok(rows)
    }

    fn transaction(&self, work: &mut dyn FnMut() -> TransactionEnd) -> Result<(), SqlError> {
        let (since, mut is_committed) = (self.versions.last_write(), false);
        let result = self.sql.transaction(&mut || {
            let end = work();
            is_committed = end == TransactionEnd::Commit;
            end
        });
        if !is_committed || result.is_err() {
            self.versions.mark_undone(since);
        }
        result
    }
}

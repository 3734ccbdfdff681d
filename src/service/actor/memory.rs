//! What an actor has in memory between messages. It may be lost at any time.

use super::chunked_work::ChunkedWork;
use super::kept_answers::KeptAnswers;
use super::kept_objects::KeptObjects;
use super::lease_book::LeaseBook;
use crate::service::store::generations::{Generations, TableSet, TrackedSql};
use crate::service::store::permit::Recall;
use crate::service::store::sql::{Row, Sql, SqlError, Value};
use std::cell::RefCell;
use std::rc::Rc;

/// The memory of an actor.
#[derive(Debug, Default)]
pub struct ActorMemory {
    /// At a team: the leases that it holds.
    pub leases: RefCell<LeaseBook>,
    /// At a team: the answers to reads.
    pub answers: RefCell<KeptAnswers>,
    /// Values that were read from the database.
    pub objects: RefCell<KeptObjects>,
    /// When each table was last written.
    pub generations: Generations,
    /// At an app: the leases that must be recalled before the reply to the present message is sent.
    due_recall: RefCell<Option<Recall>>,
}

impl ActorMemory {
    /// Forgets everything, with the data of the actor.
    pub fn clear(&self) {
        self.leases.take();
        self.answers.take();
        self.objects.take();
        self.due_recall.take();
    }

    /// The actor's database, whose writes are noted.
    pub fn track<'a>(&'a self, sql: &'a dyn Sql) -> TrackedSql<'a> {
        TrackedSql::new(sql, &self.generations)
    }

    /// The rows of a statement, kept until a table that it names is written. For statements with few rows that many messages
    /// run.
    ///
    /// # Errors
    ///
    /// Fails if the statement fails.
    pub fn kept_rows(
        &self,
        chunked_work: &ChunkedWork,
        sql: &dyn Sql,
        statement: &str,
        params: &[Value],
    ) -> Result<Rc<Vec<Row>>, SqlError> {
        let key = key_of(statement, params);
        if let Some(rows) = self.objects.borrow_mut().find(&key, &self.generations, chunked_work) {
            return Ok(rows);
        }
        let basis = (TableSet::of_statement(statement), self.generations.now());
        let rows = Rc::new(sql.run(statement, params)?);
        let bytes = rows.iter().map(Row::bytes).sum();
        self.objects.borrow_mut().keep(key, Rc::<Vec<Row>>::clone(&rows), basis, bytes);
        Ok(rows)
    }

    /// Whether a job may have been added or removed after the write with this number.
    pub fn has_written_jobs(&self, since: u64) -> bool {
        !self.generations.are_unchanged(TableSet::of_statement("jobs"), since)
    }

    /// Requires a recall before the reply is sent.
    pub fn require_recall(&self, recall: Recall) {
        *self.due_recall.borrow_mut() = Some(recall);
    }

    /// Takes the recall that is due before the reply is sent.
    pub fn take_due_recall(&self) -> Option<Recall> {
        self.due_recall.borrow_mut().take()
    }
}

/// A key for a statement and its values. Each text has its length, so that no two lists of values have the same key.
fn key_of(statement: &str, params: &[Value]) -> String {
    let mut key = statement.to_owned();
    for value in params {
        let (kind, text) = match value {
            Value::Null => ("null", String::new()),
            Value::Integer(number) => ("integer", number.to_string()),
            Value::Real(number) => ("real", number.to_bits().to_string()),
            Value::Text(text) => ("text", text.clone()),
        };
        for part in [" ", kind, &text.len().to_string(), ":", &text] {
            key.push_str(part);
        }
    }
    key
}

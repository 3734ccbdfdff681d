//! Which places there are. A team and an app begin with the one message that founds them, and whatever else leads to a place
//! that was not founded, an old link or an id that somebody invented, finds it empty and stores nothing.
//!
//! The shards of the directory and the reviews need no founding, since there is a fixed number of them; neither do the
//! teams that take the sign-ins of unknown addresses, the gateway's own app and the demo world.

use super::account::{self, own_apps, sign_up};
use super::place::{Note, Place};
use super::sql::{Row, Sql, SqlError, Value, Verdict, first};
use super::{Service, app_life, demo, schema, unconfirmed};

impl Service {
    /// Whether a place is there, or begins with this note.
    pub fn is_there(&self, place: &Place, note: &Note, sql: &dyn Sql) -> Result<bool, SqlError> {
        Ok(self.needs_no_founding(place) || founds(note) || schema::is_made(sql)?)
    }

    /// Whether nothing of a place is worth keeping any more, so that its store is removed: that of an app that was deleted,
    /// once the public list knows, and of an account that nobody confirmed.
    pub fn is_over(&self, place: &Place, sql: &dyn Sql) -> Result<bool, SqlError> {
        match place {
            Place::App(_) => {
                let left = "SELECT client_id FROM app UNION ALL SELECT subject FROM agenda LIMIT 1";
                Ok(first(sql, left, &[])?.is_none())
            }
            Place::Team(_) => unconfirmed::is_over(sql),
            Place::Directory(_) | Place::Reviews => Ok(false),
        }
    }

    fn needs_no_founding(&self, place: &Place) -> bool {
        match place {
            Place::Directory(_) | Place::Reviews => true,
            // The number of a shard, which no account has.
            Place::Team(id) if id.parse::<u8>().is_ok() => true,
            Place::App(client_id) if *client_id == self.config.app.client_id => true,
            Place::Team(_) | Place::App(_) => crate::SANDBOX && demo::places(&self.config).contains(place),
        }
    }
}

const fn founds(note: &Note) -> bool {
    matches!(
        note,
        Note::Account(
            account::Step::SignUp(sign_up::Step::Make(_)) | account::Step::App(_, own_apps::Step::Create(..))
        )
    )
}

/// Whether the place of this note may be over after it.
pub const fn may_end(note: &Note) -> bool {
    use app_life::Verb::Delete;
    matches!(note, Note::Account(account::Step::EndApp(_) | account::Step::App(_, own_apps::Step::Apply(_, Delete, _))))
}

/// What the database of a place looks like that is not there: no row is found, and none is kept.
pub struct Nowhere;

impl Sql for Nowhere {
    fn run(&self, _: &str, _: &[Value]) -> Result<Vec<Row>, SqlError> {
        Ok(Vec::new())
    }

    fn transaction(&self, work: &mut dyn FnMut() -> Verdict) -> Result<(), SqlError> {
        work();
        Ok(())
    }
}

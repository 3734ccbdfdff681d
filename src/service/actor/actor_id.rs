//! The names of actors, from which the names of their databases follow.

use crate::service::environment::client_ip::ClientIp;
use serde::{Deserialize, Serialize};

/// One database of the service.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ActorId {
    /// A team, or an account without one: its id.
    Team(String),
    /// An app: its client id.
    App(String),
    /// One of 256 shards of the map from e-mail addresses to teams, and of the ids of invited users.
    Directory(u8),
    /// The apps that wait for their review, and the public list of published apps. There is only one such actor: it is
    /// used rarely and by no API call, and apps cannot be listed from their own databases, because each app has its
    /// own.
    Reviews,
}

impl ActorId {
    /// The directory shard of an e-mail address, ignoring case.
    pub fn of_email(email: &str) -> ActorId {
        ActorId::Directory(shard_of(&email.trim().to_lowercase()))
    }

    /// The directory shard of the id of an invited user.
    pub fn of_user_id(user_id: &str) -> ActorId {
        ActorId::Directory(shard_of(user_id))
    }

    /// The directory shard that counts the attempts of a client, whatever they are for. All unknown clients share one
    /// shard.
    pub fn of_client(client: ClientIp) -> ActorId {
        ActorId::Directory(shard_of(&client.rate_limit_key().unwrap_or_default()))
    }

    /// The name of the database. It never changes, because the platform finds the data by it.
    pub fn database_name(&self) -> String {
        match self {
            ActorId::Team(id) => format!("team:{id}"),
            ActorId::App(client_id) => format!("app:{client_id}"),
            ActorId::Directory(shard) => format!("directory:{shard}"),
            ActorId::Reviews => "reviews".to_owned(),
        }
    }
}

/// The directory shard of a text (FNV-1a). It never changes, because stored rows are found by it.
fn shard_of(text: &str) -> u8 {
    let hash = text.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let [.., last] = hash.to_be_bytes();
    last
}

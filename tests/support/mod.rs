//! The service natively: its actors in memory, a clock that tests set, randomness from a counter, and the demo world.
//!
//! A call is forwarded between actors as in production, with the same encoded messages. Tests name tokens by their
//! names in the demo world; any other text is sent as the token itself, and the empty text sends none.

#![allow(dead_code)]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

pub mod chunked_request;
pub mod database;
pub mod message_flow;
pub mod messages;
pub mod people;
pub mod surveys;

use canvass::service::Service;
use canvass::service::actor::chunked_work::ChunkedWork;
use canvass::service::actor::memory::ActorMemory;
use canvass::service::actor::protocol::{ActorId, ActorReply, Command, Message};
use canvass::service::actor::response_copies::ResponseCopies;
use canvass::service::actor::token;
use canvass::service::environment::config::{Config, GatewayApp};
use canvass::service::environment::derivation::{HashCost, PasswordDerivation};
use canvass::service::environment::egress::{OutboundRequest, OutboundStatus};
use canvass::service::environment::external::{ExternalCall, ExternalResult};
use canvass::service::environment::key_cache::KeyCache;
use canvass::service::environment::permit::{Recall, RecalledLeases};
use canvass::service::environment::random::Random;
use canvass::service::jobs::task::{OutboundTask, TaskAction, blank_request, with_signature};
use canvass::service::may_delete_actor;
use canvass::service::sandbox::demo;
use canvass::service::store::absent_database::AbsentDatabase;
use canvass::service::store::effects::Effects;
use canvass::service::store::sql::Sql;
use canvass::spec::errors::Error;
use canvass::spec::scopes::Scope;
use canvass::wire::dates::Timestamp;
use canvass::wire::etag::{ETAG_HEADER, tag_of};
use canvass::wire::http::{Request, Response};
use database::{Database, Load};
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Mutex;

/// The initial time of a world: some weeks after the newest data of the demo.
pub const START: Timestamp = Timestamp(1_770_000_000_000);

/// The origins of the three regions.
pub const ORIGINS: [&str; 3] = ["http://127.0.0.1:8787", "http://127.0.0.1:8788", "http://127.0.0.1:8789"];

/// The cost of hashing a password in tests.
pub const COST: HashCost = HashCost { calls: 2, rounds: 3 };

/// A service with the demo world.
pub struct World {
    pub service: Service,
    pub described: Value,
    places: RefCell<BTreeMap<ActorId, Rc<Database>>>,
    memories: RefCell<BTreeMap<ActorId, Rc<ActorMemory>>>,
    /// The actors that requests reached.
    visited: RefCell<Vec<ActorId>>,
    /// Copies of responses, as a Worker has them.
    pub copies: RefCell<ResponseCopies<Vec<u8>>>,
    clock: Cell<Timestamp>,
    random: Counted,
    /// The number of chunks of work.
    chunks: Cell<usize>,
    /// The largest database load of a chunk.
    most: Cell<Load>,
    /// The responses of other servers.
    outside: Cell<fn(&OutboundRequest) -> OutboundStatus>,
    /// The requests to other servers.
    asked: RefCell<Vec<OutboundRequest>>,
    /// The costs of the hashed passwords.
    derived: RefCell<Vec<HashCost>>,
}

/// The configuration of every test.
pub fn config() -> Config {
    Config {
        origins: ORIGINS.map(str::to_owned),
        auth_origin: ORIGINS[0].to_owned(),
        key: b"a key for tests, 32 bytes or more".to_vec(),
        gateway_app: GatewayApp {
            client_id: "Y29uc29sZS1mb3ItdGVzdA".to_owned(),
            client_secret: "a secret for tests".to_owned(),
            redirect_uri: format!("{}/callback/", ORIGINS[0]),
        },
        mail_transport: None,
        reviewers: Vec::new(),
        quotas: Vec::new(),
        client_ip_header: Some("cf-connecting-ip".to_owned()),
        demo_secrets: Some(demo::client_secret),
        // The cost of production would take most of the time of these tests.
        password_cost: COST,
        key_cache: KeyCache::default(),
    }
}

impl World {
    /// A fresh world at [`START`].
    pub fn new() -> World {
        let config = config();
        World {
            described: demo::describe_world(&config, START),
            service: Service { config },
            places: RefCell::default(),
            memories: RefCell::default(),
            visited: RefCell::default(),
            copies: RefCell::default(),
            clock: Cell::new(START),
            random: Counted(Cell::new(0)),
            chunks: Cell::new(0),
            most: Cell::default(),
            outside: Cell::new(|_| Some(200)),
            asked: RefCell::default(),
            derived: RefCell::default(),
        }
    }

    /// The current time.
    pub fn now(&self) -> Timestamp {
        self.clock.get()
    }

    /// Sets the clock.
    pub fn set_clock(&self, now: Timestamp) {
        self.clock.set(now);
    }

    /// Advances the clock by milliseconds.
    pub fn pass(&self, milliseconds: i64) {
        self.clock.set(self.now().saturating_add(milliseconds));
    }

    /// The database of an actor, opened if necessary. A test may write to it past the service, so its caches are
    /// emptied.
    pub fn database(&self, place: &ActorId) -> Rc<Database> {
        let memory = self.memory(place);
        memory.read_cache.take();
        memory.object_cache.take();
        memory.table_versions.forget_rows();
        self.stored(place)
    }

    fn stored(&self, place: &ActorId) -> Rc<Database> {
        if let Some(database) = self.places.borrow().get(place) {
            return database.clone();
        }
        let database = Rc::new(self.opened(place));
        self.places.borrow_mut().insert(place.clone(), database.clone());
        database
    }

    /// How many rows the statements of each open actor have written so far.
    pub fn changes(&self) -> BTreeMap<ActorId, u64> {
        self.places.borrow().iter().map(|(place, database)| (place.clone(), database.changes())).collect()
    }

    /// Fails if a text is in a database: in a row, or in its bytes, which have blobs and some of what was deleted too.
    pub fn stores_nowhere(&self, text: &str) {
        assert!(text.len() >= 16, "{text}");
        for (place, database) in self.places.borrow().iter() {
            let found = database.rows_but("").into_iter().find(|row| row.contains(text));
            assert!(found.is_none(), "{place:?}: {found:?}");
            let is_in_bytes = database.bytes().windows(text.len()).any(|part| part == text.as_bytes());
            assert!(!is_in_bytes, "{place:?} contains {text}");
        }
    }

    /// The effects of work on a database.
    pub fn effects<'a>(&'a self, data: &'a dyn Sql) -> Effects<'a> {
        Effects { sql: data, now: self.now(), random: &self.random }
    }

    /// The memory of an actor.
    pub fn memory(&self, place: &ActorId) -> Rc<ActorMemory> {
        self.memories.borrow_mut().entry(place.clone()).or_default().clone()
    }

    /// Loses the memory of every actor, as when the platform ends their objects.
    pub fn evict_all(&self) {
        self.memories.borrow_mut().clear();
    }

    /// Replaces the database of an actor, and opens it as the service does.
    pub fn keep(&self, place: ActorId, database: Database) {
        self.service.open_actor(&place, self.now(), START, &database).unwrap();
        self.memories.borrow_mut().remove(&place);
        self.places.borrow_mut().insert(place, Rc::new(database));
    }

    /// Restores an earlier database of an actor.
    pub fn restore(&self, place: &ActorId, bytes: &[u8]) {
        self.memories.borrow_mut().remove(place);
        self.places.borrow_mut().insert(place.clone(), Rc::new(Database::copy(bytes)));
    }

    /// An actor's database when it is first opened. The first test fills it, the others copy it.
    fn opened(&self, place: &ActorId) -> Database {
        static FILLED: Mutex<BTreeMap<(ActorId, Timestamp, bool), Vec<u8>>> = Mutex::new(BTreeMap::new());
        let key = (place.clone(), self.now(), self.service.config.is_sandbox());
        if let Some(bytes) = FILLED.lock().unwrap().get(&key) {
            return Database::copy(bytes);
        }
        let database = Database::new();
        self.service.open_actor(place, self.now(), START, &database).unwrap();
        FILLED.lock().unwrap().insert(key, database.bytes());
        database
    }

    /// The response to a request.
    pub fn call(&self, request: Request) -> Response {
        let mut turn = self.service.route_request(request, self.now());
        let ActorReply::Forward { message, .. } = &mut turn else { return self.follow(turn) };
        let Some(read) = self.copies.borrow_mut().make_conditional(message) else { return self.follow(turn) };
        let mut response = self.follow(turn);
        let body = std::mem::take(&mut response.body);
        let (is_sent, bytes) = (!body.is_empty(), body.len());
        let body = self.copies.borrow_mut().complete(read, &mut response, is_sent.then_some((body, bytes)));
        response.body = body.unwrap_or_default();
        if let Some(tag) = response.header(ETAG_HEADER).filter(|_| response.status == 200) {
            assert_eq!(tag, tag_of(&self.service.config.key, &response.body), "the copy of another response");
        }
        response
    }

    /// The number of chunks of work so far.
    pub fn chunks(&self) -> usize {
        self.chunks.get()
    }

    /// The largest database load of a chunk of work since the last call of this function.
    pub fn most(&self) -> Load {
        self.most.take()
    }

    /// A request that has had its password hashed and has not continued.
    pub fn hashed(&self, request: Request) -> ActorReply {
        let mut turn = self.service.route_request(request, self.now());
        loop {
            match turn {
                ActorReply::Respond(_) | ActorReply::RespondCounted(..) => return turn,
                ActorReply::Permit(_) | ActorReply::GiveUp(_) => panic!("a reply between objects"),
                ActorReply::Forward { actor: place, message } => {
                    turn = self.visit(&place, *message, &self.random);
                }
                ActorReply::Fetch { call: question, actor: place, message } => {
                    let reply = self.reply(&question);
                    let is_last =
                        matches!(&question, ExternalCall::DerivePassword(derivation) if derivation.cost == COST);
                    turn =
                        ActorReply::Forward { actor: place, message: Box::new(message.with_result(question, reply)) };
                    if is_last {
                        return turn;
                    }
                }
            }
        }
    }

    /// Follows the forwards of a request to its response.
    pub fn follow(&self, mut turn: ActorReply) -> Response {
        for _ in 0..16 {
            match sent(turn) {
                ActorReply::Respond(response) | ActorReply::RespondCounted(response, _) => return response,
                ActorReply::Permit(_) | ActorReply::GiveUp(_) => panic!("a reply between objects"),
                ActorReply::Forward { actor: place, message } => {
                    let message = Message::decode(&message.encode(), message.request.body).unwrap();
                    turn = self.visit(&place, message, &self.random);
                }
                ActorReply::Fetch { call: question, actor: place, message } => {
                    let reply = self.reply(&question);
                    turn =
                        ActorReply::Forward { actor: place, message: Box::new(message.with_result(question, reply)) };
                }
            }
        }
        panic!("the walk does not end")
    }

    /// Handles one message, as the Worker's objects do.
    pub fn visit(&self, place: &ActorId, message: Message, random: &dyn Random) -> ActorReply {
        self.visited.borrow_mut().push(place.clone());
        let database = match self.is_open(place)
            || self.service.actor_exists(place, &message.command, &Database::new()).unwrap()
        {
            true => self.stored(place),
            false => return self.reply_to(place, message, random, &AbsentDatabase),
        };
        let may_delete = may_delete_actor(&message.command);
        let turn = self.reply_to(place, message, random, &*database);
        if may_delete {
            self.leave(place);
        }
        turn
    }

    /// The reply to a message, after the calls to other actors that its object makes.
    fn reply_to(&self, place: &ActorId, mut message: Message, random: &dyn Random, sql: &dyn Sql) -> ActorReply {
        let chunks = ChunkedWork::default();
        let mut turn = self.whole(place, &message, &chunks, random, sql);
        for _ in 0..16 {
            let ActorReply::Fetch { call, .. } = &turn else { break };
            let result = match call {
                ExternalCall::RequestPermit(request) => {
                    let command = Command::RequestPermit(request.clone());
                    match self.command(&ActorId::App(request.client_id.clone()), command) {
                        ActorReply::Permit(reply) => ExternalResult::Permitted(Some(reply)),
                        other => panic!("{other:?}"),
                    }
                }
                ExternalCall::RecallLeases(recall) => ExternalResult::Recalled(self.recalled(recall)),
                _ => break,
            };
            message.results.push((call.clone(), result));
            turn = self.whole(place, &message, &chunks, random, sql);
        }
        if let Some(recall) = self.memory(place).take_due_recall() {
            Service::settle_leases(&self.recalled(&recall), sql).unwrap();
        }
        turn
    }

    /// The reply of an actor to a command that no client caused.
    pub fn command(&self, place: &ActorId, command: Command) -> ActorReply {
        self.visit(place, Message::new(blank_request(String::new(), Vec::new()), command), &self.random)
    }

    /// The leases that teams give up.
    fn recalled(&self, recall: &Recall) -> RecalledLeases {
        let give_up = |(team, number): &(String, i64)| {
            let command = Command::RecallLease(recall.client_id.clone(), *number);
            match self.command(&ActorId::Team(team.clone()), command) {
                ActorReply::GiveUp(lease) => (team.clone(), lease),
                other => panic!("{other:?}"),
            }
        };
        recall.holders.iter().map(give_up).collect()
    }

    /// Deletes an actor that is obsolete.
    fn leave(&self, place: &ActorId) {
        if self.service.is_obsolete(place, &*self.database(place)).unwrap() {
            self.places.borrow_mut().remove(place);
            self.memories.borrow_mut().remove(place);
        }
    }

    /// Handles a message in all its chunks.
    fn whole(
        &self,
        place: &ActorId,
        message: &Message,
        chunks: &ChunkedWork,
        random: &dyn Random,
        sql: &dyn Sql,
    ) -> ActorReply {
        (0..100_000).find_map(|_| self.chunk(place, message, chunks, random, sql)).unwrap()
    }

    /// One chunk of a message; the reply, if it is the last.
    pub fn chunk(
        &self,
        place: &ActorId,
        message: &Message,
        chunks: &ChunkedWork,
        random: &dyn Random,
        sql: &dyn Sql,
    ) -> Option<ActorReply> {
        self.chunks.set(self.chunks() + 1);
        let database = self.places.borrow().get(place).cloned();
        database.iter().for_each(|database| _ = database.load());
        let effects = Effects { sql, now: self.now(), random };
        let memory = self.memory(place);
        let hits = memory.read_cache.borrow().hits();
        let turn = self.service.handle_message(place, message, &memory, chunks, effects);
        if memory.read_cache.borrow().hits() > hits {
            self.compare_with_fresh(place, message, sql, chunks, turn.as_ref().unwrap());
        }
        database.iter().for_each(|database| self.most.set(self.most.get().most(database.load())));
        turn
    }

    /// Fails if a cached response differs from the one that is computed now.
    fn compare_with_fresh(
        &self,
        place: &ActorId,
        message: &Message,
        sql: &dyn Sql,
        chunks: &ChunkedWork,
        cached: &ActorReply,
    ) {
        let command = message.command.clone().with_permit(chunks.permit());
        let (message, memory) = (Message { command, ..message.clone() }, ActorMemory::default());
        let chunks = ChunkedWork::default();
        let effects = Effects { sql, now: self.now(), random: &self.random };
        let fresh = (0..100_000).find_map(|_| self.service.handle_message(place, &message, &memory, &chunks, effects));
        assert_eq!(*cached, fresh.unwrap(), "a stale response to {:?}", message.request);
    }

    /// The actors that requests reached since the last call of this function.
    pub fn visited(&self) -> Vec<ActorId> {
        self.visited.take()
    }

    /// The actors that have been opened.
    pub fn open_places(&self) -> Vec<ActorId> {
        self.places.borrow().keys().cloned().collect()
    }

    /// Whether an actor has been opened.
    pub fn is_open(&self, place: &ActorId) -> bool {
        self.places.borrow().contains_key(place)
    }

    /// The result of an external call.
    pub fn reply(&self, question: &ExternalCall) -> ExternalResult {
        match question {
            ExternalCall::SendRequest(outgoing) => ExternalResult::Sent(self.ask(outgoing)),
            ExternalCall::DerivePassword(derivation) => {
                self.derived.borrow_mut().push(derivation.cost);
                ExternalResult::Derived(Some(PasswordDerivation::encode_hash(&derivation.compute_hash())))
            }
            ExternalCall::RequestPermit(_) | ExternalCall::RecallLeases(_) => panic!("the object makes this call"),
        }
    }

    /// The costs of the passwords that were hashed since the last call of this function.
    pub fn derived(&self) -> Vec<HashCost> {
        self.derived.take()
    }

    /// Randomness.
    pub fn random(&self) -> &dyn Random {
        &self.random
    }

    /// Sets the responses of other servers; the initial response is 200.
    pub fn outside(&self, answer: fn(&OutboundRequest) -> OutboundStatus) {
        self.outside.set(answer);
    }

    /// The requests to other servers since the last call of this function.
    pub fn asked(&self) -> Vec<OutboundRequest> {
        self.asked.take()
    }

    fn ask(&self, question: &OutboundRequest) -> OutboundStatus {
        self.asked.borrow_mut().push(question.clone());
        if question.is_permitted() { self.outside.get()(question) } else { None }
    }

    /// Runs the due jobs of every actor until none is left. Returns the requests to other servers.
    pub fn wake_all(&self) -> Vec<OutboundRequest> {
        self.asked.take();
        for _ in 0..1000 {
            let places: Vec<_> =
                self.places.borrow().iter().map(|(place, data)| (place.clone(), data.clone())).collect();
            let due = |place: &ActorId, data: &Database| {
                self.service.next_job_time(place, data).unwrap().is_some_and(|next| next <= self.now())
            };
            let (place, data) = match places.iter().find(|(place, data)| due(place, data)) {
                Some((place, data)) => (place, &**data),
                None => return self.asked(),
            };
            let memory = self.memory(place);
            for errand in self.service.run_due_jobs(place, &memory, self.effects(data)).unwrap().tasks {
                let (id, outcome) = (errand.id.clone(), self.run(errand));
                self.service.complete_task(&id, outcome, &memory, self.effects(data)).unwrap();
            }
            self.leave(place);
        }
        panic!("the work does not end")
    }

    /// Runs an outbound task: a request to another server, signed by its app, or a message to another actor.
    pub fn run(&self, errand: OutboundTask) -> OutboundStatus {
        let signing = errand.action.signing_message();
        let call = match (errand.action, signing) {
            (TaskAction::Notify { actor: place, message }, _) => {
                return Some(self.follow(ActorReply::Forward { actor: place, message }).status);
            }
            (TaskAction::Send { request: call, .. }, None) => call,
            (TaskAction::Send { request: call, .. }, Some((place, message))) => {
                with_signature(call, self.follow(ActorReply::forward_to(place, message.request, message.command)))?
            }
        };
        self.ask(&call)
    }

    /// A token of the demo world by its name; any other text is the token itself.
    pub fn token(&self, name: &str) -> String {
        let token = entry(&self.described["tokens"], "name", name);
        token.map_or(name, |token| token["token"].as_str().unwrap()).to_owned()
    }

    /// The origin of a named token's region; for others that of the US.
    pub fn origin(&self, token: &str) -> String {
        let token = entry(&self.described["tokens"], "name", token);
        let region = token.map_or("us", |token| token["region"].as_str().unwrap());
        self.described["origins"][region].as_str().unwrap().to_owned()
    }

    /// Grants a named token exactly these scopes.
    pub fn grant(&self, token: &str, scopes: &[Scope]) {
        let text = self.token(token);
        let facts = token::verify_token(&self.service.config, &text).unwrap();
        let team = self.database(&ActorId::Team(facts.team));
        let list: Vec<&str> = scopes.iter().map(|scope| scope.as_str()).collect();
        team.run("UPDATE grants SET scopes = ? WHERE token_hash = ?", &[list.join(" ").into(), facts.hash.into()])
            .unwrap();
    }

    /// A person of the demo world by key.
    pub fn person(&self, key: &str) -> &Value {
        entry(&self.described["people"], "key", key).unwrap()
    }

    /// An app of the demo world by key.
    pub fn app(&self, key: &str) -> &Value {
        entry(&self.described["apps"], "key", key).unwrap()
    }

    /// A request without a body. The target is a path with its query, or an absolute URL such as a link.
    pub fn request(&self, method: &str, token: &str, target: &str) -> Request {
        let start = target.find("/v3").unwrap_or(0);
        let (origin, target) = if target.starts_with("http") { target.split_at(start) } else { ("", target) };
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let mut headers = vec![("accept".to_owned(), "application/json".to_owned())];
        if !token.is_empty() {
            headers.push(("authorization".to_owned(), format!("bearer {}", self.token(token))));
        }
        Request {
            method: method.to_owned(),
            origin: if origin.is_empty() { self.origin(token) } else { origin.to_owned() },
            path: path.to_owned(),
            query: query.to_owned(),
            headers,
            body: Vec::new(),
        }
    }

    fn send(&self, method: &str, token: &str, target: &str, body: Value) -> Response {
        let mut request = self.request(method, token, target);
        request.headers.push(("content-type".to_owned(), "application/json".to_owned()));
        request.body = body.to_string().into_bytes();
        self.call(request)
    }

    /// Calls `GET`.
    pub fn get(&self, token: &str, target: &str) -> Response {
        self.call(self.request("GET", token, target))
    }

    /// Calls `POST` with JSON.
    pub fn post(&self, token: &str, target: &str, body: Value) -> Response {
        self.send("POST", token, target, body)
    }

    /// Calls `PATCH` with JSON.
    pub fn patch(&self, token: &str, target: &str, body: Value) -> Response {
        self.send("PATCH", token, target, body)
    }

    /// Calls `PUT` with JSON.
    pub fn put(&self, token: &str, target: &str, body: Value) -> Response {
        self.send("PUT", token, target, body)
    }

    /// Calls `DELETE`.
    pub fn delete(&self, token: &str, target: &str) -> Response {
        self.call(self.request("DELETE", token, target))
    }
}

/// A reply as it arrives from an object.
fn sent(reply: ActorReply) -> ActorReply {
    let body = reply.body().to_vec();
    match ActorReply::decode(&reply.encode()).unwrap().with_request_body(|| body.clone()) {
        ActorReply::Respond(response) => ActorReply::Respond(Response { body, ..response }),
        ActorReply::RespondCounted(response, counting) => {
            ActorReply::RespondCounted(Response { body, ..response }, counting)
        }
        reply => reply,
    }
}

fn entry<'a>(list: &'a Value, field: &str, value: &str) -> Option<&'a Value> {
    list.as_array().unwrap().iter().find(|entry| entry[field] == value)
}

/// Assertions and accessors of a response.
pub trait Answered {
    /// The body as JSON; null if it is not JSON.
    fn body(&self) -> Value;
    /// The id of its error; empty if it is not an error.
    fn code(&self) -> String;
    /// The error with its code, if the status is that error's.
    fn error(&self) -> Option<Error>;
    /// Fails with the whole response unless it is this error.
    fn fails(&self, error: Error);
    /// The body of a successful response. Fails with the whole response otherwise.
    fn ok(&self) -> Value;
    /// A header with a number.
    fn number(&self, header: &str) -> u32;
}

impl Answered for Response {
    fn body(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }

    fn code(&self) -> String {
        self.body()["error"]["id"].as_str().unwrap_or_default().to_owned()
    }

    fn error(&self) -> Option<Error> {
        let error = Error::from_code(self.code().parse().ok()?)?;
        (error.row().status == self.status).then_some(error)
    }

    #[track_caller]
    fn fails(&self, error: Error) {
        let text = String::from_utf8_lossy(&self.body);
        assert!(self.error() == Some(error), "{error:?} was expected: {} {text}", self.status);
    }

    #[track_caller]
    fn ok(&self) -> Value {
        let text = String::from_utf8_lossy(&self.body);
        assert!((200..300).contains(&self.status), "{} {text}", self.status);
        self.body()
    }

    #[track_caller]
    fn number(&self, header: &str) -> u32 {
        self.header(header).unwrap_or_else(|| panic!("no {header}")).parse().unwrap()
    }
}

/// Bytes that differ between requests and are the same in every run.
struct Counted(Cell<u64>);

impl Random for Counted {
    fn fill_bytes(&self, bytes: &mut [u8]) {
        for byte in bytes {
            self.0.set(self.0.get() + 1);
            let mixed = self.0.get().wrapping_mul(0x9e37_79b9_7f4a_7c15);
            *byte = (mixed ^ (mixed >> 29)).to_be_bytes()[3];
        }
    }
}

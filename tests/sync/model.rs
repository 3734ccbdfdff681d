//! A model of the service's lists of responses, and of a device that keeps what it was given.

use canvass::results::sync::{Held, SyncCounts, SyncMachine, SyncMode, SyncState, SyncTaken};
use canvass::wire::dates::{Timestamp, parse_date};
use canvass::wire::failure::Failure;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};

/// A response of the service: its times in milliseconds, as they are stored.
#[derive(Debug, Clone)]
pub struct Stored {
    pub created: i64,
    pub modified: i64,
    pub version: u32,
    pub preview: bool,
}

/// The service.
#[derive(Debug)]
pub struct Server {
    pub responses: BTreeMap<u64, Stored>,
    pub clock: i64,
    /// Responses that a page with answers can have.
    pub page: u64,
    /// Those of the other lists.
    pub list: u64,
    /// The status that the legacy list is refused with, and whether a plan withholds some of it.
    pub refused: Option<u16>,
    pub restricted: bool,
    /// More responses on a page than this are too many bytes.
    pub fits: Option<u64>,
    pub requests: Vec<Value>,
    next: u64,
    order: Option<Vec<u64>>,
}

/// 2026-01-01.
pub const START: i64 = 1_767_225_600_000;

impl Server {
    pub fn new(page: u64, list: u64) -> Server {
        Server {
            responses: BTreeMap::new(),
            clock: START,
            page,
            list,
            refused: None,
            restricted: false,
            fits: None,
            requests: Vec::new(),
            next: 10_000_000_000,
            order: None,
        }
    }

    /// A survey of responses that come `every` milliseconds.
    pub fn with_responses(page: u64, count: u64, every: i64) -> Server {
        let mut server = Server::new(page, 1_000);
        for _ in 0..count {
            server.clock += every;
            server.create();
        }
        server
    }

    pub fn create(&mut self) {
        self.next += 1;
        let preview = self.next.is_multiple_of(7);
        let stored = Stored { created: self.clock, modified: self.clock, version: 0, preview };
        self.responses.insert(self.next, stored);
        self.order = None;
    }

    fn nth(&self, n: usize) -> Option<u64> {
        let count = self.responses.len();
        (count > 0).then(|| *self.responses.keys().nth(n % count).unwrap())
    }

    pub fn edit(&mut self, n: usize) {
        if let Some(id) = self.nth(n) {
            let stored = self.responses.get_mut(&id).unwrap();
            stored.modified = self.clock;
            stored.version += 1;
            self.order = None;
        }
    }

    pub fn delete(&mut self, n: usize) {
        if let Some(id) = self.nth(n) {
            self.responses.remove(&id);
            self.order = None;
        }
    }

    /// The answer to a request, or the status of its refusal and the page size that fits.
    pub fn answer(&mut self, request: &Value) -> Result<Vec<u8>, (u16, Option<u32>)> {
        self.requests.push(request.clone());
        let arguments = &request["arguments"];
        match request["operation"].as_str().unwrap() {
            "bulk" => {
                let page = self.page(arguments, "start_modified_at", "end_modified_at", self.page, "per_page", 50);
                if let Some(fits) = self.fits.filter(|fits| page.ids.len() as u64 > *fits) {
                    return Err((413, Some(fits as u32)));
                }
                let rows: Vec<Value> = page.ids.iter().map(|id| self.row(*id)).collect();
                Ok(page.envelope(&rows))
            }
            "list" => {
                assert_eq!(arguments["sort_by"], Value::Null);
                let page = self.page(arguments, "start_created_at", "end_created_at", self.list, "per_page", 50);
                let rows: Vec<Value> = page.ids.iter().map(|id| json!({ "id": id.to_string(), "href": "" })).collect();
                Ok(page.envelope(&rows))
            }
            "respondents" => {
                if let Some(status) = self.refused {
                    return Err((status, None));
                }
                let (from, until) = ("start_modified_date", "end_modified_date");
                let page = self.page(arguments, from, until, self.list, "page_size", 1_000);
                let row = |id: &u64| {
                    let date = Timestamp(self.responses[id].modified).sql_style().0;
                    json!({ "respondent_id": id.to_string(), "date_modified": date })
                };
                let rows: Vec<Value> = page.ids.iter().map(row).collect();
                let data = json!({ "page": page.page, "page_size": page.size, "respondents": rows });
                let upgrade = if self.restricted { json!({ "restrictions": [] }) } else { Value::Null };
                Ok(json!({ "status": 0, "data": data, "upgrade_info": upgrade }).to_string().into_bytes())
            }
            other => panic!("{other} is no operation"),
        }
    }

    fn row(&self, id: u64) -> Value {
        let Stored { created, modified, version, preview } = &self.responses[&id];
        json!({
            "id": id.to_string(),
            "date_created": Timestamp(*created).with_offset().0,
            "date_modified": Timestamp(*modified).with_offset().0,
            "custom_value": version.to_string(),
            "collection_mode": if *preview { "survey_preview" } else { "default" },
            "pages": [{ "id": "1", "questions": [{ "id": "2", "answers": [{ "text": "id \" date_modified" }] }] }],
        })
    }

    fn page(&mut self, arguments: &Value, from: &str, until: &str, most: u64, size: &str, usual: u64) -> Page {
        let bound = |name: &str| arguments[name].as_str().map(|date| parse_date(date).unwrap().0);
        let (start, end) = (bound(from).unwrap_or(i64::MIN), bound(until).unwrap_or(i64::MAX));
        let by_modified = arguments["sort_by"] == "date_modified" || arguments["order_by"] == "date_modified";
        if self.order.is_none() {
            let mut order: Vec<u64> = self.responses.keys().copied().collect();
            order.sort_by_key(|id| (self.responses[id].modified, *id));
            self.order = Some(order);
        }
        let filtered = |id: &u64| {
            let stored = &self.responses[id];
            let time = if from.contains("created") { stored.created } else { stored.modified };
            (start..end).contains(&time)
        };
        let mut ids: Vec<u64> = if by_modified {
            self.order.as_ref().unwrap().iter().copied().filter(filtered).collect()
        } else {
            let mut ids: Vec<u64> = self.responses.keys().copied().filter(filtered).collect();
            ids.sort_by_key(|id| (self.responses[id].created, *id));
            ids
        };
        if arguments["sort_order"] == "DESC" {
            ids.reverse();
        }
        let size = arguments[size].as_u64().unwrap_or(usual).min(most);
        let page = arguments["page"].as_u64().unwrap_or(1);
        let total = ids.len();
        let ids = ids.into_iter().skip(((page - 1) * size) as usize).take(size as usize).collect();
        Page { ids, page, size, total }
    }

    /// What a device must hold: id to second of the last change and version.
    pub fn truth(&self) -> BTreeMap<String, (i64, String)> {
        let row = |(id, stored): (&u64, &Stored)| {
            (id.to_string(), (stored.modified.div_euclid(1_000), stored.version.to_string()))
        };
        self.responses.iter().map(row).collect()
    }
}

struct Page {
    ids: Vec<u64>,
    page: u64,
    size: u64,
    total: usize,
}

impl Page {
    fn envelope(&self, rows: &[Value]) -> Vec<u8> {
        let list = json!({ "data": rows, "page": self.page, "per_page": self.size, "total": self.total, "links": {} });
        list.to_string().into_bytes()
    }
}

/// What a device holds of a response.
#[derive(Debug, Clone)]
struct Kept {
    modified: i64,
    created: i64,
    version: String,
}

/// A device: the responses that it keeps, and the state beside them.
#[derive(Debug, Default)]
pub struct Device {
    kept: Rows,
    pub state: String,
}

#[derive(Debug, Default)]
struct Rows(HashMap<String, Kept>);

impl Held for Rows {
    fn put(&mut self, page: &[u8]) -> Result<SyncCounts, Box<Failure>> {
        let page: Value = serde_json::from_slice(page).unwrap();
        let mut counts = SyncCounts::default();
        for row in page["data"].as_array().unwrap() {
            let second = |name: &str| parse_date(row[name].as_str().unwrap()).unwrap().0.div_euclid(1_000);
            let (modified, created) = (second("date_modified"), second("date_created"));
            let new = Kept { modified, created, version: row["custom_value"].as_str().unwrap().to_owned() };
            let id = row["id"].as_str().unwrap();
            match self.0.get(id) {
                None => counts.added += 1,
                Some(old) if old.modified > modified => continue,
                Some(old) => counts.changed += u32::from(old.version != new.version),
            }
            self.0.insert(id.to_owned(), new);
        }
        Ok(counts)
    }

    fn remove(&mut self, ids: &[String]) -> u32 {
        ids.iter().filter(|id| self.0.remove(*id).is_some()).count() as u32
    }

    fn held(&self) -> u32 {
        self.0.len() as u32
    }

    fn modified(&self, id: &str) -> Option<i64> {
        self.0.get(id).map(|kept| kept.modified)
    }

    fn count_modified(&self, from: i64) -> u32 {
        self.0.values().filter(|kept| kept.modified >= from).count() as u32
    }

    fn created(&self) -> Vec<i64> {
        self.0.values().map(|kept| kept.created).collect()
    }

    fn ids_created(&self, from: Option<i64>, until: Option<i64>) -> Vec<String> {
        let range = from.unwrap_or(i64::MIN)..until.unwrap_or(i64::MAX);
        self.0.iter().filter(|(_, kept)| range.contains(&kept.created)).map(|(id, _)| id.clone()).collect()
    }
}

/// How a run went.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    pub requests: usize,
    pub added: u32,
    pub changed: u32,
    pub removed: u32,
    pub moving: bool,
    /// True if the program was ended before the run was.
    pub killed: bool,
    pub refused: Option<u16>,
}

/// Where the program may be ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// The answer came, and nothing of it was stored.
    Answered,
    /// The responses were stored, the state was not.
    Between,
    /// Both were stored.
    Stored,
}

impl Device {
    pub fn holds(&self) -> BTreeMap<String, (i64, String)> {
        self.kept.0.iter().map(|(id, kept)| (id.clone(), (kept.modified, kept.version.clone()))).collect()
    }

    pub fn lose_responses(&mut self) {
        self.kept = Rows::default();
    }

    /// Removes a response that the service has.
    pub fn lose_one(&mut self) {
        let id = self.kept.0.keys().next().unwrap().clone();
        self.kept.0.remove(&id);
    }

    pub fn is_complete(&self) -> bool {
        SyncState::from_json(&self.state).unwrap().is_complete
    }

    /// A run while nothing happens.
    pub fn sync(&mut self, server: &mut Server, mode: SyncMode) -> Outcome {
        self.sync_among(server, mode, None, |_| (), |_| false)
    }

    /// A run: `meanwhile` happens before each request, and the program ends where `ends` says so.
    pub fn sync_among(
        &mut self,
        server: &mut Server,
        mode: SyncMode,
        overlap: Option<u32>,
        mut meanwhile: impl FnMut(&mut Server),
        mut ends: impl FnMut(Moment) -> bool,
    ) -> Outcome {
        let mut machine = SyncMachine::new(SyncState::from_json(&self.state).unwrap(), overlap);
        machine.begin(mode);
        let mut outcome = Outcome::default();
        while let Some(request) = machine.next_request(&self.kept) {
            meanwhile(server);
            let request: Value = serde_json::from_str(&request).unwrap();
            outcome.requests += 1;
            assert!(outcome.requests < 20_000, "the run does not end: {request}");
            let body = match server.answer(&request) {
                Ok(body) => body,
                Err((status, fits)) if machine.refuse(status, fits) => continue,
                Err((status, _)) => return Outcome { refused: Some(status), ..outcome },
            };
            if ends(Moment::Answered) {
                return Outcome { killed: true, ..outcome };
            }
            let taken = machine.take(&mut self.kept, &body).unwrap();
            let SyncTaken { added, changed, removed, is_done, is_moving, .. } = taken;
            outcome.added += added;
            outcome.changed += changed;
            outcome.removed += removed;
            outcome.moving |= is_moving;
            if ends(Moment::Between) {
                return Outcome { killed: true, ..outcome };
            }
            self.state = machine.state().to_json();
            assert_eq!(&SyncState::from_json(&self.state).unwrap(), machine.state(), "{}", self.state);
            assert_eq!(is_done, machine.next_request(&self.kept).is_none());
            if ends(Moment::Stored) {
                return Outcome { killed: true, ..outcome };
            }
        }
        outcome
    }
}

/// No responses.
pub fn rows() -> impl Held {
    Rows::default()
}

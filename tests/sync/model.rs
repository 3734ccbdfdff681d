//! A model of the service's lists of responses, and of a device that keeps what it was given.

use canvass::results::sync::{SyncCounts, SyncMachine, SyncMode, SyncOutcome, SyncState, SyncStore};
use canvass::wire::dates::{Timestamp, parse_date};
use canvass::wire::failure::Failure;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};

/// A response of the service: its times in milliseconds, as they are stored.
#[derive(Debug, Clone)]
pub struct StoredResponse {
    pub created: i64,
    pub modified: i64,
    pub version: u32,
    pub preview: bool,
}

/// The service.
#[derive(Debug)]
pub struct Server {
    pub responses: BTreeMap<u64, StoredResponse>,
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
    /// True if pages with answers have their total and no responses.
    pub is_blank: bool,
    /// The response of the next page that is edited after the page was chosen and before it is read.
    pub edited_while_read: Option<usize>,
    /// True if no response is edited in the second of its last change, which no time shows.
    pub edits_are_told: bool,
    pub requests: Vec<Value>,
    next: u64,
    /// The ids by the time of the last change and by the time of creation, if nothing has changed since.
    by_modified: Vec<(i64, u64)>,
    by_created: Vec<(i64, u64)>,
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
            is_blank: false,
            edited_while_read: None,
            edits_are_told: false,
            requests: Vec::new(),
            next: 10_000_000_000,
            by_modified: Vec::new(),
            by_created: Vec::new(),
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
        let stored = StoredResponse { created: self.clock, modified: self.clock, version: 0, preview };
        self.responses.insert(self.next, stored);
        self.forget_order();
    }

    fn forget_order(&mut self) {
        self.by_modified.clear();
        self.by_created.clear();
    }

    fn nth(&self, n: usize) -> Option<u64> {
        let count = self.responses.len();
        (count > 0).then(|| *self.responses.keys().nth(n % count).unwrap())
    }

    pub fn edit(&mut self, n: usize) {
        if let Some(id) = self.nth(n) {
            self.edit_response(id);
        }
    }

    fn edit_response(&mut self, id: u64) {
        let stored = self.responses.get_mut(&id).unwrap();
        if self.edits_are_told && stored.modified.div_euclid(1_000) == self.clock.div_euclid(1_000) {
            return;
        }
        stored.modified = self.clock;
        stored.version += 1;
        self.forget_order();
    }

    /// Edits a response of a page, counted from its end, unless the clock was set back since its last change.
    fn edit_while_read(&mut self, page: &Page) {
        let Some(n) = self.edited_while_read.take() else { return };
        if let Some(id) = page.ids.iter().rev().nth(n).filter(|id| self.responses[id].modified <= self.clock) {
            self.edit_response(*id);
        }
    }

    /// An edit at an earlier time, which was not visible until now.
    pub fn show_edit(&mut self, n: usize, time: i64) {
        let now = std::mem::replace(&mut self.clock, time);
        self.edit(n);
        self.clock = now;
    }

    pub fn delete(&mut self, n: usize) {
        if let Some(id) = self.nth(n) {
            self.responses.remove(&id);
            self.forget_order();
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
                self.edit_while_read(&page);
                let ids = if self.is_blank { &[] } else { page.ids.as_slice() };
                let rows: Vec<String> = ids.iter().map(|id| self.row(*id)).collect();
                Ok(page.envelope(&rows))
            }
            "list" => {
                assert_eq!(arguments["sort_by"], Value::Null);
                let page = self.page(arguments, "start_created_at", "end_created_at", self.list, "per_page", 50);
                let rows: Vec<String> = page.ids.iter().map(|id| format!(r#"{{"id":"{id}","href":""}}"#)).collect();
                Ok(page.envelope(&rows))
            }
            "respondents" => {
                if let Some(status) = self.refused {
                    return Err((status, None));
                }
                let (from, until) = ("start_modified_date", "end_modified_date");
                let page = self.page(arguments, from, until, self.list, "page_size", 1_000);
                self.edit_while_read(&page);
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

    fn row(&self, id: u64) -> String {
        let StoredResponse { created, modified, version, preview } = &self.responses[&id];
        let (created, modified) = (Timestamp(*created).with_offset().0, Timestamp(*modified).with_offset().0);
        let mode = if *preview { "survey_preview" } else { "default" };
        format!(
            r#"{{"id":"{id}","date_created":"{created}","date_modified":"{modified}","custom_value":"{version}","collection_mode":"{mode}","pages":[{{"id":"1","questions":[{{"answers":[{{"text":"id \" date_modified"}}]}}]}}]}}"#
        )
    }

    fn page(&mut self, arguments: &Value, from: &str, until: &str, most: u64, size: &str, usual: u64) -> Page {
        let bound = |name: &str| arguments[name].as_str().map(|date| parse_date(date).unwrap().0);
        let (start, end) = (bound(from).unwrap_or(i64::MIN), bound(until).unwrap_or(i64::MAX));
        if self.by_modified.is_empty() {
            self.by_modified = self.responses.iter().map(|(id, stored)| (stored.modified, *id)).collect();
            self.by_modified.sort_unstable();
            self.by_created = self.responses.iter().map(|(id, stored)| (stored.created, *id)).collect();
            self.by_created.sort_unstable();
        }
        let is_by_modified = arguments["sort_by"] == "date_modified" || arguments["order_by"] == "date_modified";
        assert_eq!(is_by_modified, from.contains("modified"));
        let order = if is_by_modified { &self.by_modified } else { &self.by_created };
        let place = |bound: i64| order.partition_point(|(time, _)| *time < bound);
        let mut ids: Vec<u64> = order[place(start)..place(end).max(place(start))].iter().map(|(_, id)| *id).collect();
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
        let row = |(id, stored): (&u64, &StoredResponse)| {
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
    fn envelope(&self, rows: &[String]) -> Vec<u8> {
        let Page { page, size, total, .. } = self;
        let data = rows.join(",");
        format!(r#"{{"data":[{data}],"page":{page},"per_page":{size},"total":{total},"links":{{}}}}"#).into_bytes()
    }
}

/// A page with answers, as the device reads it.
#[derive(Deserialize)]
struct Answers {
    data: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    id: String,
    date_created: String,
    date_modified: String,
    custom_value: String,
}

/// What a device holds of a response.
#[derive(Debug, Clone)]
struct Kept {
    modified: i64,
    created: i64,
    version: String,
}

/// A device: the responses that it keeps, and their state.
#[derive(Debug, Default)]
pub struct Device {
    kept: Rows,
    pub state: String,
}

#[derive(Debug, Default)]
struct Rows(HashMap<String, Kept>);

impl SyncStore for Rows {
    fn put(&mut self, page: &[u8]) -> Result<SyncCounts, Box<Failure>> {
        let page: Answers = serde_json::from_slice(page).unwrap();
        let mut counts = SyncCounts::default();
        let second = |date: &str| parse_date(date).unwrap().0.div_euclid(1_000);
        for Row { id, date_created, date_modified, custom_value } in page.data {
            let (modified, created) = (second(&date_modified), second(&date_created));
            let new = Kept { modified, created, version: custom_value };
            match self.0.get(&id) {
                None => counts.added += 1,
                Some(old) if old.modified > modified => continue,
                Some(old) => counts.changed += u32::from(old.version != new.version),
            }
            self.0.insert(id, new);
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
            let SyncOutcome { added, changed, removed, is_done, is_moving, .. } = taken;
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
pub fn rows() -> impl SyncStore {
    Rows::default()
}

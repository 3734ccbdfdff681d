//! What changes a store: pages, segments, removals, and another design.

use super::clock::seconds_of;
use super::crc::crc32;
use super::derive::Deriver;
use super::derived::DerivedColumns;
use super::read_design::read_design;
use super::read_page::read_page;
use super::records::{Chunk, Records, ResponseKey};
use super::segment::{read_segment, write_segment};
use super::{Bits, PutPage, Store};
use crate::spec::resources::responses::CollectionMode;
use crate::wire::cause::Cause;
use crate::wire::check::{Expected, Mismatch};
use crate::wire::failure::Failure;

/// Number of dead rows from which all rows are packed again, if fewer are alive.
const MANY_DEAD: u32 = 4096;

/// A response of a page that is to be added.
struct NewRow {
    key: ResponseKey,
    modified: u64,
    /// Its position on the page.
    position: usize,
}

impl Store {
    /// An empty store of a design, the JSON of `surveys.details`.
    ///
    /// # Errors
    ///
    /// If the design is not as documented.
    pub fn new(design: &[u8]) -> Result<Store, Box<Failure>> {
        let mut store = Store::default();
        store.redesign(design)?;
        Ok(store)
    }

    /// Takes another version of the design. The columns are derived from the records again.
    ///
    /// # Errors
    ///
    /// If the design is not as documented; the store then stays as it is.
    pub fn redesign(&mut self, design: &[u8]) -> Result<(), Box<Failure>> {
        self.design = read_design(design).map_err(|mismatch| Failure::bad_response(200, mismatch))?;
        self.design_sum = crc32(design);
        self.derive_all();
        Ok(())
    }

    /// Adds the responses of a segment, and removes those that it says were removed. Of two versions of a response the
    /// later `date_modified` wins, on equality the later segment.
    ///
    /// # Errors
    ///
    /// If the segment is damaged; the store then stays as it is.
    pub fn load(&mut self, segment: Vec<u8>) -> Result<(), Box<Failure>> {
        let is_first = self.records.len() == 0;
        let read = read_segment(segment, &mut self.records.symbols).ok_or_else(damaged)?;
        for id in &read.removed {
            self.kill(id);
        }
        self.records.add_chunk(read.chunk);
        for start in read.starts {
            let Some(id) = self.deriver.id(&self.records.symbols, self.records.last_chunk(start)) else { continue };
            let key = self.records.key_of(&id);
            if let Some(row) = self.live_row(key) {
                let modified = self.deriver.modified(&self.records.symbols, self.records.last_chunk(start));
                if modified.is_none_or(|modified| modified < self.modified_at(row)) {
                    continue;
                }
            }
            self.add(key, start);
        }
        self.changed();
        self.segment_sum = (is_first && self.records.len() == self.held.count()).then_some(read.sum);
        Ok(())
    }

    /// Adds a page, the JSON of `surveys.responses.bulk`. A response is replaced whole by its id: the later
    /// `date_modified` wins, on equality the later arrival. To replace a version by an earlier one, remove it first.
    ///
    /// # Errors
    ///
    /// If the page is not as documented; the store then stays as it is.
    pub fn put(&mut self, page: &[u8]) -> Result<PutPage, Box<Failure>> {
        let read =
            read_page(page, &mut self.records.symbols).map_err(|mismatch| Failure::bad_response(200, mismatch))?;
        let mut put = PutPage { page: read.page, per_page: read.per_page, total: read.total, ..PutPage::default() };
        let mut accepted: Vec<NewRow> = Vec::new();
        for position in 0..read.starts.len() {
            let tokens = super::tokens::Tokens::new(&read.bytes, read.range(position).start, None);
            let id = self.deriver.id(&self.records.symbols, tokens).filter(|id| !id.is_empty());
            let modified = self.deriver.modified(&self.records.symbols, tokens);
            let (id, modified) = id.zip(modified).ok_or_else(without_id)?;
            put.count(modified);
            let key = self.records.key_of(&id);
            let new = NewRow { key, modified, position };
            if let Some(before) = accepted.iter_mut().find(|before| before.key == key) {
                if before.modified <= modified {
                    *before = new;
                }
                put.same = put.same.saturating_add(1);
                continue;
            }
            match self.live_row(key) {
                None => put.added = put.added.saturating_add(1),
                Some(row)
                    if modified < self.modified_at(row) || self.is_same(row, read.bytes.get(read.range(position))) =>
                {
                    put.same = put.same.saturating_add(1);
                    continue;
                }
                Some(_) => put.changed = put.changed.saturating_add(1),
            }
            accepted.push(new);
        }
        let mut bytes = Vec::new();
        let mut starts = Vec::with_capacity(accepted.len());
        for new in &accepted {
            starts.push(bytes.len());
            bytes.extend_from_slice(read.bytes.get(read.range(new.position)).unwrap_or_default());
        }
        bytes.shrink_to_fit();
        if !accepted.is_empty() {
            self.records.add_chunk(Chunk { bytes, symbols: None });
            for (new, start) in accepted.iter().zip(starts) {
                let row = self.add(new.key, start);
                self.unsaved.push(row);
            }
            self.forget_dead();
            self.changed();
        }
        Ok(put)
    }

    /// Removes responses, and returns how many were held.
    pub fn remove<T: AsRef<str>>(&mut self, ids: &[T]) -> u32 {
        let mut removed = 0_u32;
        for id in ids {
            if self.kill(id.as_ref()) {
                self.removed.push(id.as_ref().to_owned());
                removed = removed.saturating_add(1);
            }
        }
        if removed > 0 {
            self.changed();
        }
        removed
    }

    /// What changed since the last call of this function or [`Store::compact`], as a segment; empty if nothing did.
    pub fn segment(&mut self) -> Vec<u8> {
        let rows: Vec<u32> = self.unsaved.drain(..).filter(|row| self.held.contains(*row)).collect();
        let removed = std::mem::take(&mut self.removed);
        if rows.is_empty() && removed.is_empty() {
            return Vec::new();
        }
        write_segment(&self.records, &rows, &removed)
    }

    /// Number of records in memory that were removed or replaced.
    pub fn dead(&self) -> u32 {
        self.records.len().saturating_sub(self.held.count())
    }

    /// All responses as one segment.
    pub fn compact(&mut self) -> Vec<u8> {
        let segment = self.whole();
        if self.dead() > 0 {
            self.restore(segment.clone());
        }
        segment
    }

    /// All responses as one segment, of which the store then consists: [`Store::column_file`] has its columns.
    pub fn pack(&mut self) -> Vec<u8> {
        let segment = self.whole();
        self.restore(segment.clone());
        segment
    }

    fn whole(&mut self) -> Vec<u8> {
        self.unsaved.clear();
        self.removed.clear();
        let rows: Vec<u32> = self.held.iter().collect();
        write_segment(&self.records, &rows, &[])
    }

    /// Packs all rows again when most are dead.
    fn forget_dead(&mut self) {
        let held = self.held.count();
        let dead = self.dead();
        if dead < MANY_DEAD || dead < held {
            return;
        }
        let unsaved = std::mem::take(&mut self.unsaved);
        let unsaved = unsaved.into_iter().filter(|row| self.held.contains(*row));
        let unsaved: Vec<String> = unsaved.map(|row| self.records.id(self.records.key(row)).into_owned()).collect();
        let rows: Vec<u32> = self.held.iter().collect();
        self.restore(write_segment(&self.records, &rows, &[]));
        self.unsaved = unsaved.iter().filter_map(|id| self.row_of(id)).collect();
    }

    /// Replaces all records by those of a segment that has the same.
    fn restore(&mut self, segment: Vec<u8>) {
        let mut records = Records::default();
        let Some(read) = read_segment(segment, &mut records.symbols) else { return };
        records.add_chunk(read.chunk);
        (self.records, self.held, self.in_view) = (records, Bits::new(), Bits::new());
        self.derive_all();
        for start in read.starts {
            if let Some(id) = self.deriver.id(&self.records.symbols, self.records.last_chunk(start)) {
                let key = self.records.key_of(&id);
                self.add(key, start);
            }
        }
        self.changed();
        self.segment_sum = Some(read.sum);
    }

    /// Derives all columns again.
    fn derive_all(&mut self) {
        self.set_columns(DerivedColumns::new(&self.design), Bits::new());
        for row in &self.held.clone() {
            self.derive(row);
        }
    }

    /// Takes columns for the records, and the rows in view.
    #[inline(never)]
    pub(super) fn set_columns(&mut self, derived: DerivedColumns, in_view: Bits) {
        (self.derived, self.in_view) = (derived, in_view);
        self.deriver = Deriver::new(&self.design, &mut self.records.symbols);
        self.deriver.ids.add_columns(&self.derived.questions, &mut self.records.symbols);
        self.preview = self.records.symbols.intern_text(CollectionMode::SurveyPreview.as_str());
        self.changed();
    }

    /// Adds a row for the record that begins at `start` of the last chunk, in place of the version that is held.
    fn add(&mut self, key: ResponseKey, start: usize) -> u32 {
        if let Some(row) = self.live_row(key) {
            self.held.remove(row);
            self.in_view.remove(row);
        }
        let row = self.records.add_row(key, start);
        self.held.insert(row);
        self.derive(row);
        row
    }

    fn derive(&mut self, row: u32) {
        self.deriver.derive(&self.records, row, &self.design, &mut self.derived);
        if !self.is_preview(row) {
            self.in_view.insert(row);
        }
    }

    /// Takes a response out; true if it was held.
    fn kill(&mut self, id: &str) -> bool {
        let row = self.row_of(id);
        if let Some(row) = row {
            self.held.remove(row);
            self.in_view.remove(row);
        }
        row.is_some()
    }

    /// Whether the record of a row is this one.
    fn is_same(&self, row: u32, packed: Option<&[u8]>) -> bool {
        packed.is_some_and(|packed| self.records.packed(row) == packed)
    }

    fn changed(&mut self) {
        self.segment_sum = None;
        self.version = self.version.saturating_add(1);
        self.condition_cache.borrow_mut().clear();
    }
}

impl PutPage {
    /// Counts a response by the time of its last change.
    fn count(&mut self, modified: u64) {
        let modified = seconds_of(modified).unwrap_or_default();
        self.responses = self.responses.saturating_add(1);
        let (least, most) = self.modified.unwrap_or((modified, modified));
        self.modified = Some((least.min(modified), most.max(modified)));
        self.last_modified = Some(modified);
    }
}

fn damaged() -> Box<Failure> {
    Failure::local(Cause::UnexpectedAnswer, "The segment is damaged, or of another version.")
}

fn without_id() -> Box<Failure> {
    Failure::bad_response(200, Mismatch::at_cursor(Expected::Given).in_field("id").in_field("data"))
}

//! The columns of a segment's responses as a file of their own, so that opening the segment derives none.
//!
//! | Bytes | Content |
//! |---|---|
//! | 4 | `CvCo` |
//! | 1 | format |
//! | text | version of the crate, because another one may derive other columns |
//! | 4, 4 | CRC-32 of the design, and that of the segment |
//! | lists | symbols; symbols of the segment; where each record begins, and its key |
//! | the rest | rows in view, columns |
//! | 4 | CRC-32 of all before |
//!
//! A file that does not fit its segment, the design or this version is ignored.

use super::binary_codec::{BinaryCodec, Input, Item};
use super::codes::Width;
use super::crc::crc32;
use super::derived::{DerivedColumns, PathColumns};
use super::records::{Chunk, Records, ResponseKey};
use super::segment::checked_body;
use super::symbols::Symbols;
use super::values::ValueColumn;
use super::{Bits, CellColumns, Codes, OtherColumns, QuestionColumns, Store, TextColumn};
use crate::wire::failure::Failure;

const MAGIC: u32 = u32::from_le_bytes(*b"CvCo");
/// Another number for each change of this format, or of the columns that a record becomes.
const FORMAT: u8 = 3;
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What a file of columns has.
struct ReadColumns {
    symbols: Symbols,
    segment_sum: u32,
    /// The symbol in memory of each symbol of the segment.
    segment_symbols: Vec<u32>,
    starts: Vec<u32>,
    keys: Vec<u64>,
    in_view: Bits,
    derived: DerivedColumns,
}

macro_rules! stored {
    ($( $name:ident { $( $member:ident ),+ } )+) => { $(
        impl BinaryCodec for $name {
            #[inline(never)]
            fn write(&self, out: &mut Vec<u8>) {
                $( self.$member.write(out); )+
            }

            #[inline(never)]
            fn read(input: &mut Input) -> $name {
                $name { $( $member: BinaryCodec::read(input) ),+ }
            }
        }

        impl Item for $name {}
    )+ };
}

stored! {
    Bits { words }
    Codes { first, more }
    TextColumn { present, places, more }
    OtherColumns { id, row, texts }
    CellColumns { row, column, options, answered, codes, picked, texts, numbers, is_multiple, repeated }
    QuestionColumns { answered, cells, others }
    PathColumns { reached, last, known }
    ValueColumn { places }
    DerivedColumns { questions, paths, fields, variables, created, modified, seconds }
}

impl Store {
    /// The file of columns of the segment that the store consists of; empty if it does not consist of one.
    pub fn column_file(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let (Some(segment), Some((chunk, starts, keys))) = (self.segment_sum, self.records.only_chunk()) else {
            return out;
        };
        MAGIC.write(&mut out);
        FORMAT.write(&mut out);
        VERSION.to_owned().write(&mut out);
        self.design_sum.write(&mut out);
        segment.write(&mut out);
        self.records.symbols.write(&mut out);
        chunk.write(&mut out);
        starts.write(&mut out);
        keys.write(&mut out);
        self.in_view.write(&mut out);
        self.derived.write(&mut out);
        crc32(&out).write(&mut out);
        out
    }

    /// Adds the responses of a segment as [`Store::load`] does. The columns are read from their file if it fits, which
    /// is returned, and if the store is empty.
    ///
    /// # Errors
    ///
    /// If the segment is damaged; the store then stays as it is.
    pub fn load_with(&mut self, segment: Vec<u8>, column_file: &[u8]) -> Result<bool, Box<Failure>> {
        let columns = (self.records.len() == 0).then(|| self.read_columns(&segment, column_file)).flatten();
        let Some(columns) = columns else { return self.load(segment).map(|()| false) };
        let ReadColumns { segment_sum, symbols, segment_symbols, starts, keys, in_view, derived } = columns;
        self.held = Bits::full(starts.len());
        let keys = keys.into_iter().map(ResponseKey).collect();
        self.records =
            Records::of_chunk(symbols, Chunk { bytes: segment, symbols: Some(segment_symbols) }, &starts, keys);
        self.set_columns(derived, in_view);
        self.segment_sum = Some(segment_sum);
        Ok(true)
    }

    /// Reads a file of columns; `None` if it is not that of the segment and the design, or one of them is damaged.
    fn read_columns(&self, segment: &[u8], column_file: &[u8]) -> Option<ReadColumns> {
        let (body, sum) = column_file.split_last_chunk()?;
        let mut input = Input::new(body);
        let is_ours = u32::read(&mut input) == MAGIC && u8::read(&mut input) == FORMAT;
        if !is_ours || String::read(&mut input) != VERSION || u32::read(&mut input) != self.design_sum {
            return None;
        }
        let segment_sum = u32::read(&mut input);
        if checked_body(segment)?.1 != segment_sum || u32::from_le_bytes(*sum) != crc32(body) {
            return None;
        }
        let columns = ReadColumns {
            segment_sum,
            symbols: BinaryCodec::read(&mut input),
            segment_symbols: BinaryCodec::read(&mut input),
            starts: BinaryCodec::read(&mut input),
            keys: BinaryCodec::read(&mut input),
            in_view: BinaryCodec::read(&mut input),
            derived: BinaryCodec::read(&mut input),
        };
        (input.is_whole && columns.symbols.is_ordered()).then_some(columns)
    }
}

impl BinaryCodec for Width {
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Width::One(codes) => {
                false.write(out);
                codes.write(out);
            }
            Width::Two(codes) => {
                true.write(out);
                codes.write(out);
            }
        }
    }

    fn read(input: &mut Input) -> Width {
        if bool::read(input) { Width::Two(BinaryCodec::read(input)) } else { Width::One(BinaryCodec::read(input)) }
    }
}

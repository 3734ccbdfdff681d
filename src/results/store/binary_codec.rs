//! How columns are written as bytes and read back: numbers with the lowest byte first, lists behind their length.

/// Bytes that are read from the beginning. What is missing at their end reads as zeros and empty lists.
pub(super) struct Input<'a> {
    bytes: &'a [u8],
    /// Whether nothing was missing.
    pub(super) is_whole: bool,
}

/// A value that can be written as bytes.
pub(super) trait BinaryCodec {
    fn write(&self, out: &mut Vec<u8>);

    fn read(input: &mut Input) -> Self;
}

/// A value of a list that is no number. Numbers are read many at a time.
pub(super) trait Item: BinaryCodec {}

impl<'a> Input<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Input<'a> {
        Input { bytes, is_whole: true }
    }

    /// The next bytes.
    fn take(&mut self, length: usize) -> &'a [u8] {
        let taken = self.bytes.split_at_checked(length);
        self.is_whole &= taken.is_some();
        let (taken, rest) = taken.unwrap_or_default();
        self.bytes = rest;
        taken
    }

    fn length(&mut self) -> usize {
        u32::read(self) as usize
    }
}

/// Appends bytes. Inlined, the growth of the list would be in each place that writes.
#[inline(never)]
fn push(bytes: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(bytes);
}

macro_rules! stored_numbers {
    ($( $number:ty ),+) => { $(
        impl BinaryCodec for $number {
            fn write(&self, out: &mut Vec<u8>) {
                push(&self.to_le_bytes(), out);
            }

            fn read(input: &mut Input) -> $number {
                input.take(size_of::<$number>()).first_chunk().map_or_else(Default::default, |bytes| <$number>::from_le_bytes(*bytes))
            }
        }

        impl BinaryCodec for Vec<$number> {
            #[inline(never)]
            fn write(&self, out: &mut Vec<u8>) {
                (self.len() as u32).write(out);
                self.iter().for_each(|number| number.write(out));
            }

            #[inline(never)]
            fn read(input: &mut Input) -> Vec<$number> {
                let length = input.length().saturating_mul(size_of::<$number>());
                input.take(length).as_chunks().0.iter().map(|number| <$number>::from_le_bytes(*number)).collect()
            }
        }
    )+ };
}

stored_numbers!(u8, u16, u32, u64, f64);

impl<T: Item> BinaryCodec for Vec<T> {
    fn write(&self, out: &mut Vec<u8>) {
        (self.len() as u32).write(out);
        self.iter().for_each(|value| value.write(out));
    }

    #[inline(never)]
    fn read(input: &mut Input) -> Vec<T> {
        let mut list = Vec::new();
        for _ in 0..input.length() {
            if !input.is_whole {
                break;
            }
            list.push(T::read(input));
        }
        list
    }
}

impl Item for String {}

impl<A: BinaryCodec, B: BinaryCodec> Item for (A, B) {}

impl<A: BinaryCodec, B: BinaryCodec> BinaryCodec for (A, B) {
    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
        self.1.write(out);
    }

    fn read(input: &mut Input) -> (A, B) {
        (A::read(input), B::read(input))
    }
}

impl BinaryCodec for bool {
    fn write(&self, out: &mut Vec<u8>) {
        u8::from(*self).write(out);
    }

    fn read(input: &mut Input) -> bool {
        u8::read(input) != 0
    }
}

impl BinaryCodec for String {
    fn write(&self, out: &mut Vec<u8>) {
        (self.len() as u32).write(out);
        push(self.as_bytes(), out);
    }

    #[inline(never)]
    fn read(input: &mut Input) -> String {
        let length = input.length();
        let text = std::str::from_utf8(input.take(length));
        input.is_whole &= text.is_ok();
        text.unwrap_or_default().to_owned()
    }
}

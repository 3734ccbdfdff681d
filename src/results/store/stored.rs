//! How columns are written as bytes and read back: numbers with the lowest byte first, lists behind their length.

/// A value that can be written as bytes.
pub(super) trait Stored: Sized {
    fn write(&self, out: &mut Vec<u8>);

    /// Reads a value from the beginning of the bytes; `None` if it is not all there.
    fn read(bytes: &mut &[u8]) -> Option<Self>;

    /// Reads this many values.
    fn read_list(bytes: &mut &[u8], count: usize) -> Option<Vec<Self>> {
        let mut list = Vec::new();
        for _ in 0..count {
            list.push(Self::read(bytes)?);
        }
        Some(list)
    }
}

macro_rules! stored_numbers {
    ($( $number:ty ),+) => { $(
        impl Stored for $number {
            fn write(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }

            fn read(bytes: &mut &[u8]) -> Option<$number> {
                let (number, rest) = bytes.split_first_chunk()?;
                *bytes = rest;
                Some(<$number>::from_le_bytes(*number))
            }

            fn read_list(bytes: &mut &[u8], count: usize) -> Option<Vec<$number>> {
                let (list, rest) = bytes.split_at_checked(count.checked_mul(size_of::<$number>())?)?;
                *bytes = rest;
                Some(list.as_chunks().0.iter().map(|number| <$number>::from_le_bytes(*number)).collect())
            }
        }
    )+ };
}

stored_numbers!(u8, u16, u32, u64, f64);

impl<T: Stored> Stored for Vec<T> {
    fn write(&self, out: &mut Vec<u8>) {
        (self.len() as u32).write(out);
        self.iter().for_each(|value| value.write(out));
    }

    fn read(bytes: &mut &[u8]) -> Option<Vec<T>> {
        let count = u32::read(bytes)?;
        T::read_list(bytes, count as usize)
    }
}

impl<A: Stored, B: Stored> Stored for (A, B) {
    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
        self.1.write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<(A, B)> {
        Some((A::read(bytes)?, B::read(bytes)?))
    }
}

impl Stored for bool {
    fn write(&self, out: &mut Vec<u8>) {
        u8::from(*self).write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<bool> {
        Some(u8::read(bytes)? != 0)
    }
}

impl Stored for String {
    fn write(&self, out: &mut Vec<u8>) {
        (self.len() as u32).write(out);
        out.extend_from_slice(self.as_bytes());
    }

    fn read(bytes: &mut &[u8]) -> Option<String> {
        String::from_utf8(Stored::read(bytes)?).ok()
    }
}

//! CRC-32 as in PNG and gzip, eight bytes at a time.

/// The reversed polynomial.
const POLYNOMIAL: u32 = 0xedb8_8320;

/// The checksum of bytes.
pub(super) fn crc32(bytes: &[u8]) -> u32 {
    // The tables take 8 KB and some microseconds; in the binary they would take 8 KB of every download.
    let tables = tables();
    let at = |table: usize, byte: u32| -> u32 {
        tables.get(table).and_then(|table| table.get((byte & 0xff) as usize)).copied().unwrap_or(0)
    };
    let (words, rest) = bytes.as_chunks::<8>();
    let mut crc = u32::MAX;
    for word in words {
        let word = u64::from_le_bytes(*word);
        let (low, high) = (crc ^ word as u32, (word >> 32) as u32);
        crc = at(7, low) ^ at(6, low >> 8) ^ at(5, low >> 16) ^ at(4, low >> 24);
        crc ^= at(3, high) ^ at(2, high >> 8) ^ at(1, high >> 16) ^ at(0, high >> 24);
    }
    !rest.iter().fold(crc, |crc, byte| (crc >> 8) ^ at(0, crc ^ u32::from(*byte)))
}

/// The checksum's change by a byte that zero to seven others follow.
fn tables() -> Vec<[u32; 256]> {
    let mut first = [0_u32; 256];
    for (entry, byte) in first.iter_mut().zip(0_u32..) {
        *entry = (0..8).fold(byte, |crc, _| (crc >> 1) ^ if crc & 1 == 1 { POLYNOMIAL } else { 0 });
    }
    let mut tables = vec![first];
    for _ in 1..8 {
        let mut next = tables.last().copied().unwrap_or(first);
        for entry in &mut next {
            *entry = (*entry >> 8) ^ first.get((*entry & 0xff) as usize).copied().unwrap_or(0);
        }
        tables.push(next);
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::crc32;
    use proptest::prelude::*;

    #[test]
    fn the_published_check_value_is_reproduced() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(crc32(b""), 0);
    }

    proptest! {
        #[test]
        fn eight_bytes_at_a_time_are_as_one(bytes: Vec<u8>) {
            let slow = !bytes.iter().fold(u32::MAX, |crc, byte| {
                (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 })
            });
            prop_assert_eq!(crc32(&bytes), slow);
        }
    }
}

//! A column of codes: for each row a small number, one or two bytes wide, 0 for none.

use super::bits::Bits;

/// A column of codes. Codes count from 1; 0 means that the row has none. A row has one code as a rule; further ones,
/// which only irregular responses have, are kept in another list.
#[derive(Debug, Clone, Default)]
pub struct Codes {
    pub(super) first: Width,
    /// Further codes of rows that have one already, by ascending row.
    pub(super) more: Vec<(u32, u16)>,
}

#[derive(Debug, Clone)]
pub(super) enum Width {
    One(Vec<u8>),
    Two(Vec<u16>),
}

impl Default for Width {
    fn default() -> Width {
        Width::One(Vec::new())
    }
}

impl Codes {
    /// The code of a row; 0 if it has none.
    #[inline]
    pub fn get(&self, row: u32) -> u16 {
        match &self.first {
            Width::One(codes) => codes.get(row as usize).map_or(0, |code| u16::from(*code)),
            Width::Two(codes) => codes.get(row as usize).copied().unwrap_or(0),
        }
    }

    /// The codes of rows that have more than one: row and further code, by ascending row, of rows out of view too.
    pub fn further(&self) -> &[(u32, u16)] {
        &self.more
    }

    /// How often these rows have each code; the number of rows without a code comes first. The list has at least
    /// `size` numbers.
    pub fn counts(&self, rows: &Bits, size: usize) -> Vec<u32> {
        let mut counts = vec![0_u32; size.max(1)];
        let mut add = |code: u16| {
            let code = usize::from(code);
            if code >= counts.len() {
                counts.resize(code.saturating_add(1), 0);
            }
            if let Some(count) = counts.get_mut(code) {
                *count = count.wrapping_add(1);
            }
        };
        rows.iter().for_each(|row| add(self.get(row)));
        self.more.iter().filter(|(row, _)| rows.contains(*row)).for_each(|(_, code)| add(*code));
        counts
    }

    /// The rows that have one of these codes.
    pub fn rows_with(&self, codes: &[u16]) -> Bits {
        let mut wanted = vec![false; codes.iter().max().map_or(0, |most| usize::from(*most).saturating_add(1))];
        for code in codes {
            if let Some(wanted) = wanted.get_mut(usize::from(*code)) {
                *wanted = true;
            }
        }
        let has = |code: u16| wanted.get(usize::from(code)).is_some_and(|wanted| *wanted);
        let mut found: Bits = match &self.first {
            Width::One(codes) => matching(codes.iter().map(|code| has(u16::from(*code)))),
            Width::Two(codes) => matching(codes.iter().map(|code| has(*code))),
        };
        self.more.iter().filter(|(_, code)| has(*code)).for_each(|(row, _)| found.insert(*row));
        found
    }

    /// Gives a row a code. Rows come in ascending order.
    pub(super) fn set(&mut self, row: u32, code: u16) {
        if self.get(row) != 0 {
            // A choice that an answer has twice counts twice, as the service counts it.
            self.more.push((row, code));
            return;
        }
        let length = (row as usize).saturating_add(1);
        if let (Width::One(codes), Err(_)) = (&self.first, u8::try_from(code)) {
            self.first = Width::Two(codes.iter().map(|code| u16::from(*code)).collect());
        }
        match &mut self.first {
            Width::One(codes) => {
                if codes.len() < length {
                    codes.resize(length, 0);
                }
                if let (Some(place), Ok(code)) = (codes.get_mut(row as usize), u8::try_from(code)) {
                    *place = code;
                }
            }
            Width::Two(codes) => {
                if codes.len() < length {
                    codes.resize(length, 0);
                }
                if let Some(place) = codes.get_mut(row as usize) {
                    *place = code;
                }
            }
        }
    }

    /// Bytes that the column takes.
    pub(super) fn memory(&self) -> usize {
        match &self.first {
            Width::One(codes) => codes.capacity(),
            Width::Two(codes) => codes.capacity().saturating_mul(2),
        }
    }
}

fn matching(rows: impl Iterator<Item = bool>) -> Bits {
    (0_u32..).zip(rows).filter(|(_, matches)| *matches).map(|(row, _)| row).collect()
}

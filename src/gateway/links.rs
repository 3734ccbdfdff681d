//! Where the addresses in an answer lead: the `href` of a resource and the five links of a list go back to the gateway if
//! they begin with an origin of the API. All else of an answer, free-form data included, stays byte for byte.
//!
//! An answer is read while it passes, in pieces of any length. What is held back of one piece until the next is the
//! beginning of one string at most. A body that is no JSON passes through.

mod begins;
mod member;

use self::begins::{Begins, begins};
use self::member::Member;
use super::origin::Origin;
use super::region::Origins;
use crate::wire::text::{Text, special};
use std::mem;

/// Objects and arrays, one in the other, in which addresses are looked for.
const DEPTH_MAX: u32 = 60;

/// Bytes that the name of a member may have, escapes included, that is looked at.
const NAME_MAX: usize = 128;

/// Where addresses lead from and to.
#[derive(Clone, Copy)]
pub struct Way<'a> {
    /// The origins of the API.
    pub api: &'a Origins,
    /// The gateway's.
    pub gateway: &'a Origin,
    /// Where the API begins at the gateway.
    pub prefix: &'static str,
}

/// An answer while it passes.
#[derive(Debug, Default)]
pub struct Scan {
    /// Objects and arrays entered, on the way to resources.
    depth: u32,
    /// A bit for each, set for arrays; the innermost is the lowest.
    arrays: u64,
    /// Objects and arrays entered since the way was left.
    aside: u32,
    /// Whether the object entered last is the links of a list.
    in_links: bool,
    /// Whether the next string is the name of a member.
    at_name: bool,
    /// What the next value is.
    member: Member,
    in_text: bool,
    /// Whether a backslash came last, in a string.
    escaped: bool,
    /// What came last and cannot be judged yet.
    held: Vec<u8>,
}

/// Where a search for an address has stopped.
enum Stop<'a> {
    /// At the end of the piece.
    End,
    /// Before a string of which too little has come.
    Short(&'a [u8]),
    /// Before a string that is an address.
    Address(&'a [u8]),
}

/// The answer with its addresses led back; none if it stays as it is.
pub fn led_back(answer: &[u8], way: Way<'_>) -> Option<Vec<u8>> {
    let mut scan = Scan::default();
    let mut led = scan.piece(answer, way)?;
    led.extend(scan.end());
    Some(led)
}

impl Scan {
    /// Takes the next piece of an answer. What is to be passed on instead; none if that is the piece as it is.
    pub fn piece(&mut self, piece: &[u8], way: Way<'_>) -> Option<Vec<u8>> {
        let mut held = mem::take(&mut self.held);
        if held.is_empty() {
            return self.passed(piece, way);
        }
        held.extend_from_slice(piece);
        Some(self.passed(&held, way).unwrap_or(held))
    }

    /// What is left to pass on at the answer's end.
    pub fn end(self) -> Vec<u8> {
        self.held
    }

    fn passed(&mut self, piece: &[u8], way: Way<'_>) -> Option<Vec<u8>> {
        let to = [way.gateway.as_str(), way.prefix].concat();
        let mut led = Vec::new();
        let (mut from, mut rest) = (piece, piece);
        loop {
            let short = match self.seek(rest) {
                Stop::End => break,
                Stop::Short(name) => name,
                Stop::Address(quoted) => {
                    let text = quoted.get(1..).unwrap_or_default();
                    match begins(text, way.api) {
                        Begins::Unknown => quoted,
                        Begins::Elsewhere => {
                            (self.in_text, self.member, rest) = (true, Member::Other, text);
                            continue;
                        }
                        Begins::AtApi(path) => {
                            if led.capacity() == 0 {
                                led.reserve(piece.len().saturating_add(piece.len() / 8).saturating_add(512));
                            }
                            led.extend_from_slice(before(from, text));
                            led.extend_from_slice(to.as_bytes());
                            (self.in_text, self.member, from, rest) = (true, Member::Other, path, path);
                            continue;
                        }
                    }
                }
            };
            self.held.extend_from_slice(short);
            led.extend_from_slice(before(from, short));
            return Some(led);
        }
        (from.len() < piece.len()).then(|| {
            led.extend_from_slice(from);
            led
        })
    }

    /// Reads on until the next string that is an address.
    fn seek<'a>(&mut self, mut rest: &'a [u8]) -> Stop<'a> {
        loop {
            if self.in_text {
                rest = self.text(rest);
            }
            if self.aside > 0 {
                rest = self.aside(rest);
            }
            let [byte, behind @ ..] = rest else { return Stop::End };
            match byte {
                b'"' if self.at_name => match self.name(behind) {
                    // What most members are: a string without blanks before and behind it.
                    Some([b':', b'"', text @ ..]) if self.member != Member::Address => {
                        self.in_text = true;
                        rest = self.text(text);
                        if let [b',', more @ ..] = rest
                            && !self.in_text
                        {
                            (self.at_name, rest) = (true, more);
                        }
                    }
                    Some(value) => rest = value,
                    None => return Stop::Short(rest),
                },
                b'"' if self.member == Member::Address => return Stop::Address(rest),
                b'"' => (self.in_text, rest) = (true, behind),
                b'{' | b'[' => {
                    self.enter(*byte == b'[');
                    rest = behind;
                }
                b'}' | b']' => {
                    self.leave();
                    rest = behind;
                }
                b',' => {
                    self.at_name = self.arrays & 1 == 0;
                    rest = behind;
                }
                _ => rest = behind,
            }
        }
    }

    fn enter(&mut self, array: bool) {
        match self.member {
            Member::Way if self.depth < DEPTH_MAX => {}
            Member::Links if !array => self.in_links = true,
            _ => {
                self.aside = 1;
                return;
            }
        }
        self.depth = self.depth.saturating_add(1);
        self.arrays = (self.arrays << 1) | u64::from(array);
        (self.at_name, self.member) = (!array, Member::Way);
    }

    fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.arrays >>= 1;
        self.in_links = false;
        // The items of an array are all alike; in an object a name comes before the next value.
        (self.at_name, self.member) = (false, if self.arrays & 1 == 0 { Member::Other } else { Member::Way });
    }

    /// Reads the name of a member; none if more of it must come first. One that is too long for any of ours is passed over.
    fn name<'a>(&mut self, text: &'a [u8]) -> Option<&'a [u8]> {
        let (mut escaped, mut rest) = (false, text);
        loop {
            rest = special(rest);
            rest = match rest {
                [b'"', behind @ ..] => {
                    let name = Text::new(before(text, rest), escaped);
                    self.member = if self.in_links { Member::of_links(name) } else { Member::named(name, self.depth) };
                    self.at_name = false;
                    return Some(behind);
                }
                _ if before(text, rest).len() > NAME_MAX => {
                    (self.member, self.at_name, self.in_text) = (Member::Other, false, true);
                    return Some(text);
                }
                [b'\\', _, behind @ ..] => {
                    escaped = true;
                    behind
                }
                [] | [b'\\'] => return None,
                [_, behind @ ..] => behind,
            };
        }
    }

    /// Passes over the rest of a string.
    #[inline(never)]
    fn text<'a>(&mut self, mut rest: &'a [u8]) -> &'a [u8] {
        if let [_, behind @ ..] = rest
            && mem::take(&mut self.escaped)
        {
            rest = behind;
        }
        loop {
            rest = match special(rest) {
                [b'"', behind @ ..] => {
                    self.in_text = false;
                    return behind;
                }
                [b'\\', _, behind @ ..] => behind,
                [b'\\'] => {
                    self.escaped = true;
                    return &[];
                }
                [] => return &[],
                [_, behind @ ..] => behind,
            };
        }
    }

    /// Passes over what lies aside.
    fn aside<'a>(&mut self, mut rest: &'a [u8]) -> &'a [u8] {
        while let [byte, behind @ ..] = rest {
            rest = behind;
            match byte {
                b'"' => {
                    self.in_text = true;
                    rest = self.text(behind);
                }
                b'{' | b'[' => self.aside = self.aside.saturating_add(1),
                b'}' | b']' => {
                    self.aside = self.aside.saturating_sub(1);
                    if self.aside == 0 {
                        return rest;
                    }
                }
                _ => {}
            }
        }
        rest
    }
}

/// What some bytes begin with, up to their end.
fn before<'a>(bytes: &'a [u8], end: &[u8]) -> &'a [u8] {
    bytes.get(..bytes.len().saturating_sub(end.len())).unwrap_or_default()
}

//! Which links of a response are rewritten: the `href` of a resource and the five links of a list lead to the gateway
//! if they begin with an origin of the API. All else of a response, free-form data included, stays byte for byte.
//!
//! A page's links lead to `/api/v3` of the gateway, and the links of a server that calls `/v3` to `/v3` of the gateway,
//! so that its next call counts in the same budget. Responses are cached after the rewrite.
//!
//! A response is read while it passes, in pieces of any length. What is held back of one piece until the next is the
//! beginning of one string at most. A body that is no JSON passes through.

mod member_kind;
mod origin_match;

use self::member_kind::MemberKind;
use self::origin_match::{OriginMatch, match_origin};
use super::origin::Origin;
use super::region::RegionOrigins;
use crate::wire::text::{JsonText, skip_plain_bytes};
use std::mem;

/// Objects and arrays, one in the other, in which addresses are looked for.
const DEPTH_MAX: u32 = 60;

/// Bytes that the name of a member may have, escapes included, that is looked at.
const NAME_MAX: usize = 128;

/// Where addresses lead from and to.
#[derive(Clone, Copy)]
pub struct LinkRewrite<'a> {
    /// The origins of the API.
    pub api: &'a RegionOrigins,
    /// The gateway's.
    pub gateway: &'a Origin,
    /// Where the API begins at the gateway.
    pub prefix: &'static str,
}

/// An answer while it passes.
#[derive(Debug, Default)]
pub struct LinkRewriter {
    /// Objects and arrays entered, on the way to resources.
    depth: u32,
    /// A bit for each, set for arrays; the innermost is the lowest.
    arrays: u64,
    /// Objects and arrays entered since the way was left.
    skipped_depth: u32,
    /// Whether the object entered last is the links of a list.
    in_links: bool,
    /// Whether the next string is the name of a member.
    at_name: bool,
    /// What the next value is.
    member: MemberKind,
    in_text: bool,
    /// Whether a backslash came last, in a string.
    escaped: bool,
    /// What came last and cannot be judged yet.
    pending: Vec<u8>,
}

/// Where a search for an address has stopped.
enum SeekResult<'a> {
    /// At the end of the piece.
    End,
    /// Before a string of which too little has come.
    NeedMore(&'a [u8]),
    /// Before a string that is an address.
    Address(&'a [u8]),
}

/// The answer with its addresses led back; none if it stays as it is.
pub fn rewrite_links(answer: &[u8], way: LinkRewrite<'_>) -> Option<Vec<u8>> {
    let mut scan = LinkRewriter::default();
    let mut led = scan.rewrite_piece(answer, way)?;
    led.extend(scan.finish());
    Some(led)
}

impl LinkRewriter {
    /// Takes the next piece of an answer. What is to be passed on instead; none if that is the piece as it is.
    pub fn rewrite_piece(&mut self, piece: &[u8], way: LinkRewrite<'_>) -> Option<Vec<u8>> {
        let mut held = mem::take(&mut self.pending);
        if held.is_empty() {
            return self.rewrite_bytes(piece, way);
        }
        held.extend_from_slice(piece);
        Some(self.rewrite_bytes(&held, way).unwrap_or(held))
    }

    /// What is left to pass on at the answer's end.
    pub fn finish(self) -> Vec<u8> {
        self.pending
    }

    fn rewrite_bytes(&mut self, piece: &[u8], way: LinkRewrite<'_>) -> Option<Vec<u8>> {
        let to = [way.gateway.as_str(), way.prefix].concat();
        let mut led = Vec::new();
        let (mut from, mut rest) = (piece, piece);
        loop {
            let short = match self.seek_address(rest) {
                SeekResult::End => break,
                SeekResult::NeedMore(name) => name,
                SeekResult::Address(quoted) => {
                    let text = quoted.get(1..).unwrap_or_default();
                    match match_origin(text, way.api) {
                        OriginMatch::NeedMore => quoted,
                        OriginMatch::Elsewhere => {
                            (self.in_text, self.member, rest) = (true, MemberKind::Other, text);
                            continue;
                        }
                        OriginMatch::AtApi(path) => {
                            if led.capacity() == 0 {
                                led.reserve(piece.len().saturating_add(piece.len() / 8).saturating_add(512));
                            }
                            led.extend_from_slice(text_before(from, text));
                            led.extend_from_slice(to.as_bytes());
                            (self.in_text, self.member, from, rest) = (true, MemberKind::Other, path, path);
                            continue;
                        }
                    }
                }
            };
            self.pending.extend_from_slice(short);
            led.extend_from_slice(text_before(from, short));
            return Some(led);
        }
        (from.len() < piece.len()).then(|| {
            led.extend_from_slice(from);
            led
        })
    }

    /// Reads on until the next string that is an address.
    fn seek_address<'a>(&mut self, mut rest: &'a [u8]) -> SeekResult<'a> {
        loop {
            if self.in_text {
                rest = self.skip_string(rest);
            }
            if self.skipped_depth > 0 {
                rest = self.skip_container(rest);
            }
            let [byte, behind @ ..] = rest else { return SeekResult::End };
            match byte {
                b'"' if self.at_name => match self.read_name(behind) {
                    // What most members are: a string without blanks before and behind it.
                    Some([b':', b'"', text @ ..]) if self.member != MemberKind::Address => {
                        self.in_text = true;
                        rest = self.skip_string(text);
                        if let [b',', more @ ..] = rest
                            && !self.in_text
                        {
                            (self.at_name, rest) = (true, more);
                        }
                    }
                    Some(value) => rest = value,
                    None => return SeekResult::NeedMore(rest),
                },
                b'"' if self.member == MemberKind::Address => return SeekResult::Address(rest),
                b'"' => (self.in_text, rest) = (true, behind),
                b'{' | b'[' => {
                    self.enter_container(*byte == b'[');
                    rest = behind;
                }
                b'}' | b']' => {
                    self.leave_container();
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

    fn enter_container(&mut self, array: bool) {
        match self.member {
            MemberKind::Container if self.depth < DEPTH_MAX => {}
            MemberKind::Links if !array => self.in_links = true,
            _ => {
                self.skipped_depth = 1;
                return;
            }
        }
        self.depth = self.depth.saturating_add(1);
        self.arrays = (self.arrays << 1) | u64::from(array);
        (self.at_name, self.member) = (!array, MemberKind::Container);
    }

    fn leave_container(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.arrays >>= 1;
        self.in_links = false;
        // The items of an array are all alike; in an object a name comes before the next value.
        (self.at_name, self.member) =
            (false, if self.arrays & 1 == 0 { MemberKind::Other } else { MemberKind::Container });
    }

    /// Reads the name of a member; none if more of it must come first. One that is too long for any of ours is passed over.
    fn read_name<'a>(&mut self, text: &'a [u8]) -> Option<&'a [u8]> {
        let (mut escaped, mut rest) = (false, text);
        loop {
            rest = skip_plain_bytes(rest);
            rest = match rest {
                [b'"', behind @ ..] => {
                    let name = JsonText::new(text_before(text, rest), escaped);
                    self.member = if self.in_links {
                        MemberKind::of_links(name)
                    } else {
                        MemberKind::of_resource(name, self.depth)
                    };
                    self.at_name = false;
                    return Some(behind);
                }
                _ if text_before(text, rest).len() > NAME_MAX => {
                    (self.member, self.at_name, self.in_text) = (MemberKind::Other, false, true);
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
    fn skip_string<'a>(&mut self, mut rest: &'a [u8]) -> &'a [u8] {
        if let [_, behind @ ..] = rest
            && mem::take(&mut self.escaped)
        {
            rest = behind;
        }
        loop {
            rest = match skip_plain_bytes(rest) {
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
    fn skip_container<'a>(&mut self, mut rest: &'a [u8]) -> &'a [u8] {
        while let [byte, behind @ ..] = rest {
            rest = behind;
            match byte {
                b'"' => {
                    self.in_text = true;
                    rest = self.skip_string(behind);
                }
                b'{' | b'[' => self.skipped_depth = self.skipped_depth.saturating_add(1),
                b'}' | b']' => {
                    self.skipped_depth = self.skipped_depth.saturating_sub(1);
                    if self.skipped_depth == 0 {
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
fn text_before<'a>(bytes: &'a [u8], end: &[u8]) -> &'a [u8] {
    bytes.get(..bytes.len().saturating_sub(end.len())).unwrap_or_default()
}

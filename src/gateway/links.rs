//! Rewrites the links of a response: the `href` of a resource and the five links of a list lead to the gateway if they
//! begin with an origin of the API. Everything else, free-form data included, stays byte for byte.
//!
//! A page's links lead to `/api/v3` of the gateway. The links of a server that calls `/v3` lead to `/v3` of the
//! gateway, so that its next call counts in the same budget. Responses are cached after the rewrite.
//!
//! A response is rewritten while it streams, in chunks of any length. At most the beginning of one string is held back
//! until the next chunk. A body that is not JSON passes unchanged.

mod member_kind;
mod origin_match;

use self::member_kind::MemberKind;
use self::origin_match::{OriginMatch, match_origin};
use super::origin::Origin;
use super::region::RegionOrigins;
use crate::wire::text::{JsonText, skip_plain_bytes};
use std::mem;

/// Depth of objects and arrays up to which links are looked for; it fits the bits of [`LinkRewriter::arrays`].
const DEPTH_MAX: u32 = 60;

/// Bytes of the longest member name that is looked at, escapes included.
const NAME_MAX: usize = 128;

/// Which links are rewritten, and to what.
#[derive(Clone, Copy)]
pub struct LinkRewrite<'a> {
    /// The origins of the API.
    pub api: &'a RegionOrigins,
    /// The gateway's origin.
    pub gateway: &'a Origin,
    /// Path at the gateway in front of the API's own.
    pub prefix: &'static str,
}

/// The state of a rewrite between two chunks of a response.
#[derive(Debug, Default)]
pub struct LinkRewriter {
    /// Depth of the containers that may hold resources.
    depth: u32,
    /// One bit per such container, set for arrays; the lowest bit is the innermost.
    arrays: u64,
    /// Depth below the container that is being skipped; 0 if none is.
    skipped_depth: u32,
    /// Whether the innermost container is the `links` of a list.
    in_links: bool,
    /// Whether the next string is a member's name.
    at_name: bool,
    /// Kind of the next value.
    member: MemberKind,
    /// Whether the last chunk ended inside a string.
    in_text: bool,
    /// Whether it ended behind a backslash there.
    escaped: bool,
    /// The end of the last chunk that cannot be judged before the next one.
    pending: Vec<u8>,
}

/// Where the search for a link stopped.
enum SeekResult<'a> {
    /// At the end of the chunk.
    End,
    /// Before a string that continues in the next chunk.
    NeedMore(&'a [u8]),
    /// Before a string that may be a link.
    Address(&'a [u8]),
}

/// Rewrites a whole response; `None` if it has no link to rewrite.
pub fn rewrite_links(body: &[u8], rewrite: LinkRewrite<'_>) -> Option<Vec<u8>> {
    let mut rewriter = LinkRewriter::default();
    let mut output = rewriter.rewrite_chunk(body, rewrite)?;
    output.extend(rewriter.finish());
    Some(output)
}

impl LinkRewriter {
    /// Rewrites the next chunk of a response; `None` if the chunk is to be passed on as it is.
    pub fn rewrite_chunk(&mut self, chunk: &[u8], rewrite: LinkRewrite<'_>) -> Option<Vec<u8>> {
        // Bytes are copied only if the last chunk left some, or a link is found: most chunks pass as they are.
        let mut pending = mem::take(&mut self.pending);
        if pending.is_empty() {
            return self.rewrite_bytes(chunk, rewrite);
        }
        pending.extend_from_slice(chunk);
        Some(self.rewrite_bytes(&pending, rewrite).unwrap_or(pending))
    }

    /// The bytes that remain at the end of the response.
    pub fn finish(self) -> Vec<u8> {
        self.pending
    }

    fn rewrite_bytes(&mut self, chunk: &[u8], rewrite: LinkRewrite<'_>) -> Option<Vec<u8>> {
        let replacement = [rewrite.gateway.as_str(), rewrite.prefix].concat();
        let mut output = Vec::new();
        // `uncopied` begins where the output ends, `rest` where reading goes on.
        let (mut uncopied, mut rest) = (chunk, chunk);
        loop {
            let incomplete = match self.seek_address(rest) {
                SeekResult::End => break,
                SeekResult::NeedMore(name) => name,
                SeekResult::Address(quoted) => {
                    let text = quoted.get(1..).unwrap_or_default();
                    match match_origin(text, rewrite.api) {
                        OriginMatch::NeedMore => quoted,
                        OriginMatch::Elsewhere => {
                            (self.in_text, self.member, rest) = (true, MemberKind::Other, text);
                            continue;
                        }
                        OriginMatch::AtApi(path) => {
                            // One allocation for the chunk: each link grows by the prefix.
                            if output.capacity() == 0 {
                                output.reserve(chunk.len().saturating_add(chunk.len() / 8).saturating_add(512));
                            }
                            output.extend_from_slice(text_before(uncopied, text));
                            output.extend_from_slice(replacement.as_bytes());
                            (self.in_text, self.member, uncopied, rest) = (true, MemberKind::Other, path, path);
                            continue;
                        }
                    }
                }
            };
            self.pending.extend_from_slice(incomplete);
            output.extend_from_slice(text_before(uncopied, incomplete));
            return Some(output);
        }
        (uncopied.len() < chunk.len()).then(|| {
            output.extend_from_slice(uncopied);
            output
        })
    }

    /// Reads on to the next string that may be a link.
    fn seek_address<'a>(&mut self, mut rest: &'a [u8]) -> SeekResult<'a> {
        loop {
            if self.in_text {
                rest = self.skip_string(rest);
            }
            if self.skipped_depth > 0 {
                rest = self.skip_container(rest);
            }
            let [byte, after @ ..] = rest else { return SeekResult::End };
            match byte {
                b'"' if self.at_name => match self.read_name(after) {
                    // The most frequent member, a string without blanks around it, skips the rest of the loop.
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
                b'"' => (self.in_text, rest) = (true, after),
                b'{' | b'[' => {
                    self.enter_container(*byte == b'[');
                    rest = after;
                }
                b'}' | b']' => {
                    self.leave_container();
                    rest = after;
                }
                b',' => {
                    self.at_name = self.arrays & 1 == 0;
                    rest = after;
                }
                _ => rest = after,
            }
        }
    }

    fn enter_container(&mut self, array: bool) {
        // What cannot hold a resource is skipped as a whole: free-form data may have members with the same names.
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
        // Containers inside the links are skipped, so this is the links object itself or one outside of it.
        self.in_links = false;
        // All items of an array have the same kind; in an object the name before the next value decides.
        (self.at_name, self.member) =
            (false, if self.arrays & 1 == 0 { MemberKind::Other } else { MemberKind::Container });
    }

    /// Reads the name of a member; `None` if it continues in the next chunk. A name longer than any of ours is skipped.
    fn read_name<'a>(&mut self, text: &'a [u8]) -> Option<&'a [u8]> {
        let (mut escaped, mut rest) = (false, text);
        loop {
            rest = skip_plain_bytes(rest);
            rest = match rest {
                [b'"', after @ ..] => {
                    let name = JsonText::new(text_before(text, rest), escaped);
                    self.member = if self.in_links {
                        MemberKind::of_links(name)
                    } else {
                        MemberKind::of_resource(name, self.depth)
                    };
                    self.at_name = false;
                    return Some(after);
                }
                _ if text_before(text, rest).len() > NAME_MAX => {
                    // Skipped as a string, so that a name of any length needs no memory.
                    (self.member, self.at_name, self.in_text) = (MemberKind::Other, false, true);
                    return Some(text);
                }
                [b'\\', _, after @ ..] => {
                    escaped = true;
                    after
                }
                [] | [b'\\'] => return None,
                [_, after @ ..] => after,
            };
        }
    }

    /// Skips the rest of a string.
    #[inline(never)]
    fn skip_string<'a>(&mut self, mut rest: &'a [u8]) -> &'a [u8] {
        // The byte behind a backslash at the end of the last chunk is part of the escape, even if it is a quote.
        if let [_, after @ ..] = rest
            && mem::take(&mut self.escaped)
        {
            rest = after;
        }
        loop {
            rest = match skip_plain_bytes(rest) {
                [b'"', after @ ..] => {
                    self.in_text = false;
                    return after;
                }
                [b'\\', _, after @ ..] => after,
                [b'\\'] => {
                    self.escaped = true;
                    return &[];
                }
                [] => return &[],
                [_, after @ ..] => after,
            };
        }
    }

    /// Skips the rest of a container that cannot hold a link.
    fn skip_container<'a>(&mut self, mut rest: &'a [u8]) -> &'a [u8] {
        while let [byte, after @ ..] = rest {
            rest = after;
            match byte {
                b'"' => {
                    self.in_text = true;
                    rest = self.skip_string(after);
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

/// The part of some bytes before `end`, which is a suffix of them.
fn text_before<'a>(bytes: &'a [u8], end: &[u8]) -> &'a [u8] {
    bytes.get(..bytes.len().saturating_sub(end.len())).unwrap_or_default()
}

//! Shared links: what an account publishes for people without one, and what each request about it may do.
//!
//! The data of a link is cipher text: its key is in the fragment of the link, which no server gets. The id has a MAC,
//! so that an invented one wakes no object. A link has an object of its own, with its data, its end and the number of
//! openings by day ([`link`]); the links of an account are listed in another ([`list`]). Whether a link never was, has
//! ended or was revoked, the public response is the same.

pub mod link;
pub mod list;

use super::headers::{security_headers, to_header};
use super::json;
use super::keys::{KeyId, KeyRing, Purpose};
use super::origin::Origin;
use super::problem::Problem;
use super::static_files::{FILE_POLICY, PUBLIC_PAGE_HEADERS};
use crate::crypto::secret::same;
use crate::wire::client_ip;
use crate::wire::dates::{DAY, Timestamp, parse_date};
use crate::wire::http::{Header, Response};
use crate::wire::json::{JsonError, Reader};
use crate::wire::path::is_id;
use crate::wire::text::hex;
use base64ct::{Base64, Base64UrlUnpadded, Encoding as _};

/// Path of an account's links; each of them is below it.
pub const PATH: &str = "/gateway/shares";

/// Path below which links lead.
const PUBLIC_PATH: &str = "/shared/";

/// End of the path of a link's data.
const DATA_SUFFIX: &str = "/data";

/// Bytes of a link's data.
pub const DATA_MAX: usize = 262_144;

/// Bytes of the body that publishes: the data in base64, and the members around it.
pub const BODY_MAX: u64 = 360_000;

/// Milliseconds for which a link may lead somewhere: 90 days, and one more for the clock of the page.
pub const LIFETIME_MAX: i64 = 91 * DAY;

/// Random bytes of an id. The MAC has as many.
pub const RANDOM_BYTES: usize = 16;

/// A new id from random bytes.
pub fn make_id(ring: &KeyRing, origin: &Origin, random: [u8; RANDOM_BYTES]) -> Option<String> {
    let mac = mac_of(ring, ring.first_id(), origin, &random)?;
    Some(Base64UrlUnpadded::encode_string(&[random, mac].concat()))
}

/// Whether this gateway made an id, with a key that is still listed.
pub fn is_own_id(ring: &KeyRing, origin: &Origin, id: &str) -> bool {
    let Some(bytes) = Base64UrlUnpadded::decode_vec(id).ok() else { return false };
    let Some((random, mac)) = bytes.split_first_chunk() else { return false };
    ring.ids().any(|key| mac_of(ring, key, origin, random).is_some_and(|expected| same(expected, mac)))
}

fn mac_of(ring: &KeyRing, key: KeyId, origin: &Origin, random: &[u8; RANDOM_BYTES]) -> Option<[u8; RANDOM_BYTES]> {
    ring.compute_mac(key, Purpose::SharedLink, &[random, origin.as_str().as_bytes()])
}

/// What a public path asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PublicPart<'a> {
    /// The page, which is the same for all ids: it alone knows the key.
    Page,
    /// The data of the link with this id.
    Data(&'a str),
}

/// What a path below `/shared/` asks for; `None` for any other.
pub fn parse_public_path(path: &str) -> Option<PublicPart<'_>> {
    let rest = path.strip_prefix(PUBLIC_PATH)?;
    let (id, part) = match rest.strip_suffix(DATA_SUFFIX) {
        Some(id) => (id, PublicPart::Data(id)),
        None => (rest, PublicPart::Page),
    };
    is_id(id).then_some(part)
}

/// The id at the end of a path below [`PATH`]; `None` for the path of the list itself.
pub fn parse_path(path: &str) -> Result<Option<&str>, Problem> {
    match path.strip_prefix(PATH).unwrap_or_default() {
        "" => Ok(None),
        rest => rest.strip_prefix('/').filter(|id| is_id(id)).map(Some).ok_or(Problem::NotFound),
    }
}

/// What a page publishes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Publication {
    /// The survey, for the list of links only.
    pub survey_id: String,
    /// When the link ends.
    pub ends_at: Timestamp,
    /// The data in base64, as it is stored.
    pub data: String,
}

/// Parses the body of a page that publishes.
///
/// # Errors
///
/// [`Problem::BadRequest`] if a member is missing, wrong or unknown, and [`Problem::ShareTooLarge`].
pub fn parse_publication(body: &[u8], now: Timestamp) -> Result<Publication, Problem> {
    let [survey_id, ends_at, data] = read_texts(body, ["survey_id", "ends_at", "data"])?;
    let ends_at = parse_date(&ends_at).filter(|end| *end > now && *end <= now.saturating_add(LIFETIME_MAX));
    let survey_id = Some(survey_id).filter(|id| is_id(id)).ok_or(Problem::BadRequest)?;
    Ok(Publication { survey_id, ends_at: ends_at.ok_or(Problem::BadRequest)?, data: check_data(data)? })
}

/// Parses the body of a page that replaces the data of a link.
///
/// # Errors
///
/// As [`parse_publication`].
pub fn parse_replacement(body: &[u8]) -> Result<String, Problem> {
    let [data] = read_texts(body, ["data"])?;
    check_data(data)
}

/// The members of an object that has these, all of them texts, and no others.
fn read_texts<const N: usize>(body: &[u8], names: [&str; N]) -> Result<[String; N], Problem> {
    let has_others = |body| -> Result<bool, JsonError> {
        let mut reader = Reader::new(body);
        reader.begin_object()?;
        while let Some(key) = reader.next_key()? {
            if !names.iter().any(|name| key.equals(name)) {
                return Ok(true);
            }
            reader.skip_value()?;
        }
        Ok(false)
    };
    if has_others(body) != Ok(false) {
        return Err(Problem::BadRequest);
    }
    let texts = names.map(|name| json::get_member(body, name).and_then(json::decode_text));
    if texts.iter().any(Option::is_none) { Err(Problem::BadRequest) } else { Ok(texts.map(Option::unwrap_or_default)) }
}

fn check_data(data: String) -> Result<String, Problem> {
    match decode_data(data.as_bytes()) {
        Some(bytes) if bytes.is_empty() => Err(Problem::BadRequest),
        Some(bytes) if bytes.len() > DATA_MAX => Err(Problem::ShareTooLarge),
        Some(_) => Ok(data),
        None => Err(Problem::BadRequest),
    }
}

/// The bytes of stored data.
fn decode_data(data: &[u8]) -> Option<Vec<u8>> {
    Base64::decode_vec(std::str::from_utf8(data).ok()?).ok()
}

/// The name of the object that counts the reads of a client, or of a link whose clients are unknown. It does not reveal
/// the IP address. The networks of IPv6 count, because one client usually has a whole one.
pub fn reader_object_name(ring: &KeyRing, headers: &[Header], ip_header: Option<&str>, id: &str) -> String {
    let client = client_ip::find_client_ip(headers, ip_header).map(client_ip::network_of);
    let client = client.unwrap_or_else(|| ["link ", id].concat());
    let name = ring.compute_mac(ring.first_id(), Purpose::Reader, &[client.as_bytes()]);
    ["reads.", &hex(&name.unwrap_or_default())].concat()
}

/// The name of the object that lists the links of an account, by its public id.
pub fn list_object_name(account: &str) -> String {
    ["shares.", account].concat()
}

/// The name of a link's object.
pub fn link_object_name(id: &str) -> String {
    ["share.", id].concat()
}

/// Header with the gateway's time in milliseconds, by which a page computes the end of a link: `Date` is of the
/// platform, and a sandbox has a clock of its own.
pub const TIME_HEADER: &str = "x-canvass-time";

/// The response to a request that the rules of links refuse. `number` is the seconds to wait, if the problem is one of
/// those that pass.
pub fn refused_response((problem, number): (Problem, i64)) -> Response {
    let response = problem.to_response();
    match problem {
        Problem::PublishedTooOften => response.with_header("retry-after", &number.to_string()),
        Problem::ReadTooOften => response.with_header("retry-after", "60"),
        _ => response,
    }
}

/// A public response, which no cache stores, no search engine lists, and no other page learns of. There is no cookie:
/// it depends on none.
pub fn public_response(mut response: Response, origin: &Origin) -> Response {
    response.headers.extend(security_headers(origin));
    response.headers.extend(PUBLIC_PAGE_HEADERS.map(to_header));
    response.headers.push(to_header(("content-security-policy", FILE_POLICY)));
    response
}

/// The public response with the data of a link.
pub fn data_response(stored: &[u8], origin: &Origin) -> Response {
    match decode_data(stored) {
        Some(body) => {
            let headers = vec![to_header(("content-type", "application/octet-stream"))];
            public_response(Response { status: 200, headers, body }, origin)
        }
        None => public_response(Problem::Internal.to_response(), origin),
    }
}

//! Regions. An account's region is found by comparing its `access_url` with the configured origins, and nothing else.
//!
//! The URL is never stored, logged or fetched. Heading "Step 3: token exchange". The three regions of the specification
//! have the numbers 0 to 2 in data that was sealed before regions were configured by name.

use super::origin::Origin;
use crate::spec::regions::Region as Documented;

/// Characters of the longest region name: our choice.
const NAME_MAX: usize = 8;

/// A region, by its name padded with zeros: one of the specification's, or another that is configured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region([u8; NAME_MAX]);

impl Region {
    /// Parses a name: lower-case letters and digits.
    pub fn from_name(name: &str) -> Option<Region> {
        let mut bytes = [0; NAME_MAX];
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        bytes.get_mut(..name.len()).filter(|_| is_name)?.copy_from_slice(name.as_bytes());
        Some(Region(bytes))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default().trim_end_matches('\0')
    }

    /// Encodes the region in a fixed length, for sealed data.
    pub fn encode(self) -> [u8; NAME_MAX] {
        self.0
    }

    /// Decodes the region at the beginning of some bytes. Returns it with the remaining bytes.
    pub fn decode_prefix(bytes: &[u8]) -> Option<(Region, &[u8])> {
        let (first, rest) = bytes.split_first()?;
        // Numbers are from before regions had names; no name begins with such a byte.
        if let Some(region) = Documented::ALL.get(usize::from(*first)) {
            return Some(((*region).into(), rest));
        }
        let (name, rest) = bytes.split_first_chunk::<NAME_MAX>()?;
        Some((Region::from_name(Region(*name).as_str())?, rest))
    }
}

impl From<Documented> for Region {
    fn from(region: Documented) -> Region {
        Region::from_name(region.as_str()).unwrap_or(Region([0; NAME_MAX]))
    }
}

/// The API origin of every region, the default region first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegionOrigins(Vec<(Region, Origin)>);

impl RegionOrigins {
    /// Makes the table; `None` if it is empty, or if two regions have the same name or origin, because a region would
    /// be ambiguous.
    pub fn new(regions: Vec<(Region, Origin)>) -> Option<RegionOrigins> {
        let is_unique = |(name, origin): &(Region, Origin)| {
            regions.iter().filter(|(other, at)| other == name || at == origin).count() == 1
        };
        (!regions.is_empty() && regions.iter().all(is_unique)).then_some(RegionOrigins(regions))
    }

    /// The table of the specification's regions.
    pub fn from_documented(origins: [Origin; 3]) -> Option<RegionOrigins> {
        RegionOrigins::new(Documented::ALL.into_iter().map(Region::from).zip(origins).collect())
    }

    /// Parses a list such as `us=https://api.example.com, eu=https://eu.example.com`; `origin` parses each URL.
    pub fn parse_list(list: &str, origin: impl Fn(&str) -> Option<Origin>) -> Option<RegionOrigins> {
        let region = |item: &str| {
            let (name, url) = item.split_once('=')?;
            Some((Region::from_name(name.trim())?, origin(url.trim())?))
        };
        list.split(',').map(region).collect::<Option<Vec<_>>>().and_then(RegionOrigins::new)
    }

    /// The origin of a region; `None` if it is no longer configured.
    pub fn origin_of(&self, region: Region) -> Option<&Origin> {
        self.0.iter().find(|(known, _)| *known == region).map(|(_, origin)| origin)
    }

    /// The name of the region with an origin.
    pub fn name_of(&self, origin: &Origin) -> Option<&str> {
        self.0.iter().find(|(_, known)| known == origin).map(|(region, _)| region.as_str())
    }

    /// The origin of the default region.
    pub fn default_origin(&self) -> Option<&Origin> {
        self.0.first().map(|(_, origin)| origin)
    }

    /// Every region.
    pub fn regions(&self) -> impl Iterator<Item = Region> {
        self.0.iter().map(|(region, _)| *region)
    }

    /// Every region's origin.
    pub fn all_origins(&self) -> impl Iterator<Item = &Origin> {
        self.0.iter().map(|(_, origin)| origin)
    }

    /// The region whose origin equals an `access_url`.
    pub fn region_of(&self, access_url: &str) -> Option<Region> {
        let origin = Origin::parse(access_url)?;
        self.0.iter().find(|(_, known)| *known == origin).map(|(region, _)| *region)
    }

    /// The origin with this `Host` header.
    pub fn find_by_host(&self, authority: &str) -> Option<&Origin> {
        self.all_origins().find(|origin| origin.authority().eq_ignore_ascii_case(authority))
    }
}

//! An account's region: its `access_url` compared with the configured origins, and nothing else.
//!
//! The address itself is never stored, never logged and never fetched. Heading "Step 3: token exchange". The three
//! regions of the specification have the numbers 0 to 2 in what was sealed before regions were configured by name.

use super::origin::Origin;
use crate::spec::regions::Region as Documented;

/// Characters that a region's name may have: our choice.
const NAME_MAX: usize = 8;

/// A region by its name, filled up with zeros: one of the specification's, or another that is configured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region([u8; NAME_MAX]);

impl Region {
    /// The region of a name: lower-case letters and digits.
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

    /// The region as bytes.
    pub fn to_bytes(self) -> [u8; NAME_MAX] {
        self.0
    }

    /// The region at the beginning of some bytes, and the rest.
    pub fn from_bytes(bytes: &[u8]) -> Option<(Region, &[u8])> {
        let (first, rest) = bytes.split_first()?;
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

/// The API origin of every region, the default one first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegionOrigins(Vec<(Region, Origin)>);

impl RegionOrigins {
    /// Regions with their origins. None if there are none, or if two have one name or one origin: a region would be
    /// ambiguous.
    pub fn new(regions: Vec<(Region, Origin)>) -> Option<RegionOrigins> {
        let alone = |(name, origin): &(Region, Origin)| {
            regions.iter().filter(|(other, at)| other == name || at == origin).count() == 1
        };
        (!regions.is_empty() && regions.iter().all(alone)).then_some(RegionOrigins(regions))
    }

    /// The specification's regions at their origins.
    pub fn from_documented(origins: [Origin; 3]) -> Option<RegionOrigins> {
        RegionOrigins::new(Documented::ALL.into_iter().map(Region::from).zip(origins).collect())
    }

    /// Reads a list such as `us=https://api.example.com, eu=https://eu.example.com`. `origin` reads an address.
    pub fn parse_list(list: &str, origin: impl Fn(&str) -> Option<Origin>) -> Option<RegionOrigins> {
        let region = |piece: &str| {
            let (name, address) = piece.split_once('=')?;
            Some((Region::from_name(name.trim())?, origin(address.trim())?))
        };
        list.split(',').map(region).collect::<Option<Vec<_>>>().and_then(RegionOrigins::new)
    }

    /// The origin of a region; none if it is not configured any more.
    pub fn origin_of(&self, region: Region) -> Option<&Origin> {
        self.0.iter().find(|(known, _)| *known == region).map(|(_, origin)| origin)
    }

    /// The origin of the region that comes first.
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

    /// The region that an `access_url` names.
    pub fn region_of(&self, access_url: &str) -> Option<Region> {
        let origin = Origin::parse(access_url)?;
        self.0.iter().find(|(_, known)| *known == origin).map(|(region, _)| *region)
    }

    /// The origin that has this `Host`.
    pub fn find_by_host(&self, authority: &str) -> Option<&Origin> {
        self.all_origins().find(|origin| origin.authority().eq_ignore_ascii_case(authority))
    }
}

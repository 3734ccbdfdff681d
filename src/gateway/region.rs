//! An account's region: its `access_url` compared with the three configured origins, and nothing else.
//!
//! The address itself is never stored, never logged and never fetched. Heading "Step 3: token exchange".

use super::origin::Origin;
use crate::spec::regions::Region;

/// The API origin of every region, in the order of [`Region::ALL`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origins([Origin; 3]);

impl Origins {
    /// The three origins. None if two are the same: a region would be ambiguous.
    pub fn new(us: Origin, eu: Origin, ca: Origin) -> Option<Origins> {
        let different = us != eu && us != ca && eu != ca;
        different.then_some(Origins([us, eu, ca]))
    }

    /// The origin of a region.
    pub fn of(&self, region: Region) -> &Origin {
        let [us, eu, ca] = &self.0;
        match region {
            Region::Us => us,
            Region::Eu => eu,
            Region::Ca => ca,
        }
    }

    /// The region that an `access_url` names.
    pub fn region_of(&self, access_url: &str) -> Option<Region> {
        let origin = Origin::parse(access_url)?;
        Region::ALL.into_iter().find(|region| *self.of(*region) == origin)
    }

    /// The region whose origin has this `Host`.
    pub fn at_host(&self, authority: &str) -> Option<Region> {
        Region::ALL.into_iter().find(|region| self.of(*region).authority().eq_ignore_ascii_case(authority))
    }
}

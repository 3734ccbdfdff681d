//! TABLE. The regions in which an account can live: a closed set. Heading "Step 3: token exchange".

/// A datacenter region. Each has its own API URL, which is configured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Region {
    /// The default region, in the United States.
    Us,
    /// The EU datacenter.
    Eu,
    /// The Canadian datacenter.
    Ca,
}

impl Region {
    /// Every region; the position is the region's number in a token.
    pub const ALL: [Region; 3] = [Region::Us, Region::Eu, Region::Ca];

    /// The name in payloads of the gateway.
    pub const fn as_str(self) -> &'static str {
        match self {
            Region::Us => "us",
            Region::Eu => "eu",
            Region::Ca => "ca",
        }
    }
}

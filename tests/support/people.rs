//! Users of the demo world by name: the ids of their teams, of the users, and of the members.

/// The main team.
pub const NORTHWIND: &str = "61001";
/// The other team.
pub const HARBOUR: &str = "61002";
/// The account of Frank, who is in no team.
pub const FRANKS: &str = "62001";

/// Owns the main team.
pub const OLIVIA: &str = "20010001";
/// Administers the main team.
pub const ANTON: &str = "20010002";
/// A plain member of the main team, in a workgroup.
pub const ROSA: &str = "20010003";
/// A plain member of the main team, in no workgroup.
pub const RAVI: &str = "20010004";
/// Was invited to the main team and has not accepted.
pub const PETRA: &str = "20010005";
/// Owns the other team.
pub const HANA: &str = "20020001";
/// Is on the free plan and in no team.
pub const FRANK: &str = "20030001";

/// Olivia as a member of the main team.
pub const MEMBER_OLIVIA: &str = "31010001";
/// Anton as a member of the main team.
pub const MEMBER_ANTON: &str = "31010002";
/// Rosa as a member of the main team.
pub const MEMBER_ROSA: &str = "31010003";
/// Ravi as a member of the main team.
pub const MEMBER_RAVI: &str = "31010004";
/// Petra's pending invitation to the main team.
pub const MEMBER_PETRA: &str = "31010005";
/// Hana as a member of the other team.
pub const MEMBER_HANA: &str = "31020001";

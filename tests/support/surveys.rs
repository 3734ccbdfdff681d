//! Surveys of the demo world by name, and their collectors.

/// Has every kind of question.
pub const EVERY_KIND: &str = "301000001";
/// Measures the satisfaction of customers.
pub const CSAT: &str = "301000002";
/// Is the administrator's own.
pub const ENGAGEMENT: &str = "301000003";
/// Has translations.
pub const RESEARCH_DAY: &str = "301000004";
/// Is in German.
pub const KITCHEN: &str = "301000005";
/// Has one page with one question; its web link is closed.
pub const LUNCH: &str = "301000006";
/// Has no questions and no collectors.
pub const EMPTY: &str = "301000007";
/// Belongs to the other team.
pub const HARBOUR: &str = "301000008";
/// Belongs to the account on the free plan.
pub const GARDEN: &str = "301000009";

/// The web link of the survey with every kind of question.
pub const EVERY_KIND_LINK: &str = "430000011";
/// Its invitations by mail.
pub const EVERY_KIND_MAIL: &str = "430000012";
/// The web link of the survey of customers.
pub const CSAT_LINK: &str = "430000021";
/// The web link of the German survey.
pub const KITCHEN_LINK: &str = "430000051";
/// The web link of the poll.
pub const LUNCH_LINK: &str = "430000061";

//! TABLE. Teams and their members.

use crate::spec::types::{Date, Id, Integer};

choices! {
    /// The role of a member in the team.
    MemberType { Regular "regular", AccountOwner "account_owner", Admin "admin" }
}

resources! {
    /// A team in a list.
    GroupRef {
        /// Id of the team.
        id: Id,
        /// Name of the team.
        name: String,
        /// Address of the team.
        href: String,
    }
    /// A team. A plain member sees id, name and `owner_email` alone.
    Group {
        /// Id of the team.
        id: Id,
        /// Name of the team.
        name: String,
        /// Number of members, pending ones included.
        member_count: Option<Integer>,
        /// Date the team was created, with offset.
        date_created: Option<Date>,
    }
}

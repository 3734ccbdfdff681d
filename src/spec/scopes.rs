//! TABLE. Every scope: what it permits, and whether it needs a paid plan. Heading "Scopes".

/// Whether a scope needs a paid plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlanRule {
    /// Every plan has it.
    Free,
    /// Paid plans only.
    Paid,
    /// Paid plans only, except for collectors of type weblink.
    PaidExceptWeblink,
}

macro_rules! scopes {
    ($( $variant:ident $name:literal $rule:ident $purpose:literal; )+) => {
        /// The permissions that a token can have.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Scope { $( #[doc = $purpose] $variant ),+ }

        impl std::fmt::Display for Scope {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl Scope {
            /// Every scope, in the order of the table.
            pub const ALL: &'static [Scope] = &[$( Scope::$variant ),+];

            /// The name in the API.
            pub const fn as_str(self) -> &'static str {
                match self { $( Scope::$variant => $name ),+ }
            }

            /// What it permits.
            pub const fn purpose(self) -> &'static str {
                match self { $( Scope::$variant => $purpose ),+ }
            }

            /// Whether it needs a paid plan.
            pub const fn plan_rule(self) -> PlanRule {
                match self { $( Scope::$variant => PlanRule::$rule ),+ }
            }

            /// The scope with this name.
            pub fn parse(name: &str) -> Option<Scope> {
                Scope::ALL.iter().copied().find(|scope| scope.as_str() == name)
            }

            /// Scopes that a public app may use only after approval.
            pub const fn needs_approval(self) -> bool {
                matches!(self, Scope::ResponsesWrite | Scope::SurveysWrite)
            }
        }
    };
}

scopes! {
    SurveysRead            "surveys_read"             Free "View surveys, shared ones included";
    SurveysWrite           "surveys_write"            Free "Create and edit surveys";
    CollectorsRead         "collectors_read"          Free "View collectors";
    CollectorsWrite        "collectors_write"         PaidExceptWeblink "Create and edit collectors";
    ContactsRead           "contacts_read"            Free "View contacts and contact lists";
    ContactsWrite          "contacts_write"           Free "Create and edit contacts";
    ResponsesRead          "responses_read"           Free "View whether surveys have responses, and their metadata";
    ResponsesReadDetail    "responses_read_detail"    Paid "View answers, answer counts and trends";
    ResponsesWrite         "responses_write"          Paid "Create and edit responses";
    WebhooksRead           "webhooks_read"            Free "View webhooks";
    WebhooksWrite          "webhooks_write"           Free "Create and edit webhooks";
    UsersRead              "users_read"               Free "View user information";
    GroupsRead             "groups_read"              Paid "View the teams the user belongs to";
    LibraryRead            "library_read"             Free "View the library of themes and templates";
    WorkgroupsRead         "workgroups_read"          Paid "View the workgroups of the team";
    WorkgroupsWrite        "workgroups_write"         Paid "Create and edit workgroups";
    WorkgroupsMembersRead  "workgroups_members_read"  Paid "View the members of workgroups";
    WorkgroupsMembersWrite "workgroups_members_write" Paid "Add and remove members of workgroups";
    RolesRead              "roles_read"               Paid "View the roles that can be assigned";
    RolesWrite             "roles_write"              Paid "Create and edit roles";
    WorkgroupsSharesRead   "workgroups_shares_read"   Paid "View what is shared in a workgroup";
    WorkgroupsSharesWrite  "workgroups_shares_write"  Paid "Add and remove what is shared in a workgroup";
    // The specification lists this name without a purpose or a plan rule: both are our choice.
    GroupsWrite            "groups_write"             Paid "Change the members of the teams the user belongs to";
}

//! TABLE. The plan tiers and their contents. Headings "User" and "Public content interface".
//!
//! The specification names the six tiers, the keys of a user's features and question types, and the scopes that need a
//! paid plan. All other contents of a tier, and the numbers, are our choice.

use super::scopes::PlanRule;

/// One row of the plan table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlanRow {
    /// `account_type` of the user.
    pub name: &'static str,
    /// Displayed name.
    pub title: &'static str,
    /// Whether it is a paid plan.
    pub paid: bool,
    /// Whether its users may use private apps. Our choice: the three upper tiers.
    pub direct_api_access: bool,
    /// Whether it supports teams: several members, workgroups, shares. Our choice.
    pub team: bool,
    /// Questions of one survey. `None` means no limit beyond that of the service. Our choice.
    pub questions: Option<u32>,
    /// Responses of one survey whose answers can be read. `None` means all. Follows from the plan rule of
    /// `responses_read_detail`.
    pub responses: Option<u32>,
    /// Collectors of one survey. `None` means no limit. Our choice.
    pub collectors: Option<u32>,
    /// New contacts per day, which begins at midnight UTC. The specification mentions contact limits without their
    /// numbers: our choice. More is answered with [`Error::ResourceLimit`](super::errors::Error::ResourceLimit).
    pub contacts_a_day: u32,
    /// Recipients of messages per day, which is also our choice.
    pub recipients_a_day: u32,
    /// Whether invitations can be sent by email. Follows from the plan rule of `collectors_write`.
    pub email: bool,
    /// Whether a collector can have its own thank-you page. Our choice.
    pub thank_you: bool,
    /// The audience of the tier, in one sentence.
    pub audience: &'static str,
}

macro_rules! plans {
    (@flag yes) => { true };
    (@flag no) => { false };
    (@limit none) => { None };
    (@limit $number:literal) => { Some($number) };
    ($( $variant:ident $name:literal $title:literal $paid:ident $api:ident $team:ident
        $questions:tt $responses:tt $collectors:tt $contacts:literal $recipients:literal $email:ident $thank_you:ident $audience:literal; )+) => {
        choices! {
            /// The plan of an account.
            Plan { $( $variant $name ),+ }
        }

        impl Plan {
            /// The row of the table.
            pub const fn row(self) -> PlanRow {
                match self { $( Plan::$variant => PlanRow {
                    name: $name, title: $title,
                    paid: plans!(@flag $paid), direct_api_access: plans!(@flag $api), team: plans!(@flag $team),
                    questions: plans!(@limit $questions), responses: plans!(@limit $responses),
                    collectors: plans!(@limit $collectors),
                    contacts_a_day: $contacts, recipients_a_day: $recipients, email: plans!(@flag $email),
                    thank_you: plans!(@flag $thank_you), audience: $audience,
                } ),+ }
            }
        }
    };
}

plans! {
    // Plan name title paid API team questions responses collectors contacts recipients email thanks audience
    Basic      "basic"      "Basic"      no  no  no     10 0  3          1000      0  no  no  "For trying it out and for short surveys.";
    Advantage  "advantage"  "Advantage"  yes no  no     none none none  10000  10000  yes yes "For one who runs surveys regularly.";
    Standard   "standard"   "Standard"   yes no  no     none none 100   10000   2000  yes yes "For one who needs surveys now and then.";
    Premier    "premier"    "Premier"    yes yes no     none none none  50000  50000  yes yes "For one who needs an app of their own.";
    Team       "team"       "Team"       yes yes yes    none none none  50000  50000  yes yes "For a team that shares surveys and roles.";
    Enterprise "enterprise" "Enterprise" yes yes yes    none none none  50000  50000  yes yes "For an organization with rules of its own.";
}

impl Plan {
    /// Whether a scope with this rule is available in the plan.
    ///
    /// A scope that needs a paid plan except for weblink collectors is available in every plan;
    /// [`Plan::collects_beyond_weblinks`] says what it permits.
    pub const fn offers(self, rule: PlanRule) -> bool {
        match rule {
            PlanRule::Free | PlanRule::PaidExceptWeblink => true,
            PlanRule::Paid => self.row().paid,
        }
    }

    /// Whether the plan may write collectors of a type other than weblink.
    pub const fn collects_beyond_weblinks(self) -> bool {
        self.row().paid
    }

    /// The plan's value of a feature.
    pub const fn feature(self, feature: Feature) -> FeatureValue {
        let row = self.row();
        match feature {
            Feature::CollectorCreateLimit => FeatureValue::Limit(row.collectors),
            Feature::CollectorEmailEnabled => FeatureValue::Enabled(row.email),
            Feature::CollectorThankYouEnabled => FeatureValue::Enabled(row.thank_you),
            Feature::CreateQuestionLimit => FeatureValue::Limit(row.questions),
            Feature::NumFreeResponses => FeatureValue::Limit(row.responses),
        }
    }

    /// Whether the plan includes a type of question. Our choice: paid plans include all of them.
    pub const fn includes(self, question_type: QuestionType) -> bool {
        self.row().paid
            || !matches!(question_type, QuestionType::FileUpload | QuestionType::Slider | QuestionType::Video)
    }
}

choices! {
    /// A feature of a plan: a key of `features` of the user.
    Feature {
        /// Collectors of one survey.
        CollectorCreateLimit "collector_create_limit",
        /// Whether invitations can be sent by email.
        CollectorEmailEnabled "collector_email_enabled",
        /// Whether a collector can have its own thank-you page.
        CollectorThankYouEnabled "collector_thank_you_enabled",
        /// Questions of one survey.
        CreateQuestionLimit "create_question_limit",
        /// Responses of one survey that can be viewed.
        NumFreeResponses "num_free_responses",
    }
    /// A type of question that a plan includes or not: a key of `question_types` of the user.
    QuestionType {
        /// Free text of several lines.
        CommentBox "comment_box_question_type",
        /// A file from the respondent.
        FileUpload "file_upload_question_type",
        /// Rows and columns.
        Matrix "matrix_question_type",
        /// Items to put in order.
        Ranking "ranking_question_type",
        /// Rows rated on a scale.
        Rating "rating_question_type",
        /// A value between two ends.
        Slider "slider_question_type",
        /// One row rated with stars.
        StarRating "star_rating_question_type",
        /// Several short texts.
        TextboxMultiple "textbox_multiple_question_type",
        /// A video to watch.
        Video "video_question_type",
    }
}

/// The value of a feature in a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeatureValue {
    /// A number; none means unlimited. Among the user's features it is a string: the number, or [`UNLIMITED`].
    Limit(Option<u32>),
    /// Included or not. Among the user's features it is a boolean.
    Enabled(bool),
}

/// The value of an absent limit among the user's features. Our choice.
pub const UNLIMITED: &str = "unlimited";

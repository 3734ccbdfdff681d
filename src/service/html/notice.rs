//! Notices: the result of the previous form, shown at the top of a page.

use super::{Html, text_element};
use crate::spec::account::{ACCOUNT_PATH, INVITATIONS_A_DAY, NAME_MAX, PASSWORD_MIN, REASON_MAX, TEAM_TEMPLATES_MAX};
use crate::spec::attempts::GUESSING_MINUTES;
use crate::spec::limits::REVIEW_BUSINESS_DAYS;

/// Name of the query parameter that carries a [`Notice`].
pub const NOTICE: &str = "notice";

choices! {
    /// A notice. It is passed in the URL, so that it must be one of these and not free text.
    Notice {
        Saved "saved",
        PlanChanged "plan_changed",
        Removed "removed",
        MailSent "mail_sent",
        Restored "restored",
        AppDeleted "app_deleted",
        NewToken "new_token",
        Deployed "deployed",
        Extended "extended",
        Raised "raised",
        UnderReview "under_review",
        NotNow "not_now",
        WrongPassword "wrong_password",
        TooOften "too_often",
        EnoughMail "enough_mail",
        BadName "bad_name",
        BadAddress "bad_address",
        BadPassword "bad_password",
        BadPlan "bad_plan",
        AddressTaken "address_taken",
        NotOwner "not_owner",
        HasMembers "has_members",
        Approved "approved",
        Declined "declined",
        ReviewOver "review_over",
        AppChanged "app_changed",
        NoReason "no_reason",
        LongReason "long_reason",
        Invited "invited",
        InvitedAgain "invited_again",
        Withdrawn "withdrawn",
        MemberRemoved "member_removed",
        WorkgroupJoined "workgroup_joined",
        NoSeat "no_seat",
        IsMember "is_member",
        NotAdministrator "not_administrator",
        Unconfirmed "unconfirmed",
        TooManyInvitations "too_many_invitations",
        NoMember "no_member",
        TemplateMade "template_made",
        TemplateRemoved "template_removed",
        NoSurvey "no_survey",
        TooManyTemplates "too_many_templates",
    }
}

impl Notice {
    fn message(self) -> String {
        match self {
            Notice::Saved => "It is saved.".to_owned(),
            Notice::PlanChanged => "The plan is changed. No money was taken.".to_owned(),
            Notice::Removed => "The app has no access any more.".to_owned(),
            Notice::MailSent => "We wrote to your address. Follow the link in the mail.".to_owned(),
            Notice::Restored => "The account is restored.".to_owned(),
            Notice::AppDeleted => "The app is deleted.".to_owned(),
            Notice::NewToken => "There is a new token; the one before is good no more.".to_owned(),
            Notice::Deployed => "The app is deployed.".to_owned(),
            Notice::Extended => "The draft window has begun anew.".to_owned(),
            Notice::Raised => "The app has the limits that you asked for.".to_owned(),
            Notice::UnderReview => format!("We look at it within {REVIEW_BUSINESS_DAYS} business days."),
            Notice::NotNow => "The app cannot do that in its present state.".to_owned(),
            Notice::WrongPassword => "That is not your password. Nothing was changed.".to_owned(),
            Notice::TooOften => {
                format!("There were too many wrong passwords. Try again in {GUESSING_MINUTES} minutes.")
            }
            Notice::EnoughMail => "We wrote to that address several times just now. Try again in an hour.".to_owned(),
            Notice::BadName => format!("A name has one to {NAME_MAX} characters."),
            Notice::BadAddress => "That is not an e-mail address.".to_owned(),
            Notice::BadPassword => format!("A password has {PASSWORD_MIN} characters or more."),
            Notice::BadPlan => "There is no such plan.".to_owned(),
            Notice::AddressTaken => "This e-mail address cannot be used.".to_owned(),
            Notice::NotOwner => "The team's plan is for its owner to choose.".to_owned(),
            Notice::HasMembers => {
                "Other people belong to the team: it must stay a team, and keep its owner.".to_owned()
            }
            Notice::Approved => "The app is approved, and its owner is told so.".to_owned(),
            Notice::Declined => "The app is declined, and its owner is told why.".to_owned(),
            Notice::ReviewOver => "This app does not wait for a review any more.".to_owned(),
            Notice::AppChanged => "The app was changed while you looked at it. Nothing was decided.".to_owned(),
            Notice::NoReason => "Say why the app is declined: its owner is told.".to_owned(),
            Notice::LongReason => format!("The reason may have {REASON_MAX} characters."),
            Notice::Invited => "The invitation is sent.".to_owned(),
            Notice::InvitedAgain => "The invitation is sent again; the links before work no more.".to_owned(),
            Notice::Withdrawn => "The invitation is withdrawn.".to_owned(),
            Notice::MemberRemoved => "The member is removed; their surveys belong to the team’s owner now.".to_owned(),
            Notice::WorkgroupJoined => "You belong to the workgroup.".to_owned(),
            Notice::NoSeat => "Every seat of the team is taken.".to_owned(),
            Notice::IsMember => "This address belongs to somebody of the team, or did until lately.".to_owned(),
            Notice::NotAdministrator => "Only administrators of the team may do that.".to_owned(),
            Notice::Unconfirmed => "Confirm your own e-mail address first.".to_owned(),
            Notice::TooManyInvitations => {
                format!("A team sends {INVITATIONS_A_DAY} invitations a day at most. Try again tomorrow.")
            }
            Notice::NoMember => "That is not possible: the list has changed since, or it is the owner.".to_owned(),
            Notice::TemplateMade => "The template is there for everybody in the team.".to_owned(),
            Notice::TemplateRemoved => "The template is gone; surveys made from it stay.".to_owned(),
            Notice::NoSurvey => "There is no such survey or template of yours.".to_owned(),
            Notice::TooManyTemplates => format!("A team has {TEAM_TEMPLATES_MAX} templates at most."),
        }
    }

    const fn is_good(self) -> bool {
        matches!(
            self,
            Notice::Saved
                | Notice::PlanChanged
                | Notice::Removed
                | Notice::MailSent
                | Notice::Restored
                | Notice::AppDeleted
                | Notice::NewToken
                | Notice::Deployed
                | Notice::Extended
                | Notice::UnderReview
                | Notice::Approved
                | Notice::Declined
                | Notice::Invited
                | Notice::InvitedAgain
                | Notice::Withdrawn
                | Notice::MemberRemoved
                | Notice::WorkgroupJoined
                | Notice::TemplateMade
                | Notice::TemplateRemoved
        )
    }

    /// The notice as HTML.
    pub fn to_html(self) -> Html {
        let (class, role) = if self.is_good() { ("message good", "status") } else { ("message bad", "alert") };
        text_element("p", &[("class", class), ("role", role)], &self.message())
    }
}

/// The URL of the account page with a notice.
pub fn account_notice_url(notice: Notice) -> String {
    notice_url(ACCOUNT_PATH, notice)
}

/// The URL of a page with a notice.
pub fn notice_url(path: &str, notice: Notice) -> String {
    format!("{path}?{NOTICE}={}", notice.as_str())
}

//! Notices: the result of the previous form, shown at the top of a page.

use crate::service::html::form::FormError;
use crate::service::html::layout::form_title;
use crate::spec::account::{ACCOUNT_PATH, INVITATIONS_A_DAY, NAME_MAX, PASSWORD_MIN, REASON_MAX, TEAM_TEMPLATES_MAX};
use crate::spec::attempts::GUESSING_MINUTES;
use crate::spec::limits::REVIEW_BUSINESS_DAYS;
use maud::{Markup, Render, html};

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
        EnoughChanges "enough_changes",
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
            Notice::Saved => "Your changes are saved.".to_owned(),
            Notice::PlanChanged => "The plan is changed. You were not charged.".to_owned(),
            Notice::Removed => "The app no longer has access.".to_owned(),
            Notice::MailSent => "We sent a mail to your address. Follow the link in it.".to_owned(),
            Notice::Restored => "The account is restored.".to_owned(),
            Notice::AppDeleted => "The app is deleted.".to_owned(),
            Notice::NewToken => "A new token is issued; the previous one is no longer valid.".to_owned(),
            Notice::Deployed => "The app is deployed.".to_owned(),
            Notice::Extended => "The draft window has started again.".to_owned(),
            Notice::Raised => "The app has the limits that you requested.".to_owned(),
            Notice::UnderReview => {
                format!("The app is under review. We decide within {REVIEW_BUSINESS_DAYS} business days.")
            }
            Notice::NotNow => "The app cannot do that in its present state.".to_owned(),
            Notice::WrongPassword => "That is not your password. Nothing was changed.".to_owned(),
            Notice::TooOften => {
                format!("Too many wrong passwords. Try again in {GUESSING_MINUTES} minutes.")
            }
            Notice::EnoughMail => "We have sent several mails to that address. Try again in an hour.".to_owned(),
            Notice::EnoughChanges => "There were too many changes of address today. Try again tomorrow.".to_owned(),
            Notice::BadName => format!("A name must have 1 to {NAME_MAX} characters."),
            Notice::BadAddress => "This is not a valid e-mail address.".to_owned(),
            Notice::BadPassword => format!("A password must have {PASSWORD_MIN} characters or more."),
            Notice::BadPlan => "There is no such plan.".to_owned(),
            Notice::AddressTaken => "This e-mail address cannot be used.".to_owned(),
            Notice::NotOwner => "Only the owner can choose the team's plan.".to_owned(),
            Notice::HasMembers => "The team has other members, so it must stay a team and keep its owner.".to_owned(),
            Notice::Approved => "The app is approved. Its owner is notified.".to_owned(),
            Notice::Declined => "The app is declined. Its owner is notified of the reason.".to_owned(),
            Notice::ReviewOver => "This app is no longer waiting for a review.".to_owned(),
            Notice::AppChanged => "The app was changed while you reviewed it. Nothing was decided.".to_owned(),
            Notice::NoReason => "Enter the reason for declining the app. It is sent to the owner.".to_owned(),
            Notice::LongReason => format!("The reason can have at most {REASON_MAX} characters."),
            Notice::Invited => "The invitation is sent.".to_owned(),
            Notice::InvitedAgain => "The invitation is sent again; earlier links are no longer valid.".to_owned(),
            Notice::Withdrawn => "The invitation is withdrawn.".to_owned(),
            Notice::MemberRemoved => "The member is removed; their surveys pass to the team’s owner.".to_owned(),
            Notice::WorkgroupJoined => "You have joined the workgroup.".to_owned(),
            Notice::NoSeat => "All seats of the team are taken.".to_owned(),
            Notice::IsMember => "This address belongs to a current or recent member of the team.".to_owned(),
            Notice::NotAdministrator => "Only administrators of the team can do that.".to_owned(),
            Notice::Unconfirmed => "Confirm your own e-mail address first.".to_owned(),
            Notice::TooManyInvitations => {
                format!("A team can send {INVITATIONS_A_DAY} invitations a day. Try again tomorrow.")
            }
            Notice::NoMember => "That is not possible: the list has changed, or this is the owner.".to_owned(),
            Notice::TemplateMade => "The template is available to everyone in the team.".to_owned(),
            Notice::TemplateRemoved => "The template is removed; surveys created from it stay.".to_owned(),
            Notice::NoSurvey => "You have no such survey or template.".to_owned(),
            Notice::TooManyTemplates => format!("A team can have at most {TEAM_TEMPLATES_MAX} templates."),
        }
    }

    /// Whether the form did what it is for.
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
                | Notice::Raised
                | Notice::Invited
                | Notice::InvitedAgain
                | Notice::Withdrawn
                | Notice::MemberRemoved
                | Notice::WorkgroupJoined
                | Notice::TemplateMade
                | Notice::TemplateRemoved
        )
    }
}

/// The title of a page with the notice.
pub fn titled(title: &str, notice: Option<Notice>) -> String {
    form_title(title, notice.is_some_and(|notice| !notice.is_good()))
}

impl Render for Notice {
    fn render(&self) -> Markup {
        let message = self.message();
        match self.is_good() {
            true => html! { p.message.good role="status" { (message) } },
            false => FormError { message, fields: Vec::new() }.render(),
        }
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

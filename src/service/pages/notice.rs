//! Notices: what a page says about the form that was sent before it.

use super::html::{Html, phrase};
use crate::spec::account::{ACCOUNT_PATH, FAILURE_WINDOW_MINUTES, NAME_MAX, PASSWORD_MIN};
use crate::spec::limits::REVIEW_BUSINESS_DAYS;

/// Name of the query parameter that carries a [`Notice`].
pub const NOTICE: &str = "notice";

choices! {
    /// What a page says about the form before it. It stands in the address, so that it is one of these and no free text.
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
        UnderReview "under_review",
        NotNow "not_now",
        WrongPassword "wrong_password",
        TooOften "too_often",
        BadName "bad_name",
        BadAddress "bad_address",
        BadPassword "bad_password",
        BadPlan "bad_plan",
        AddressTaken "address_taken",
        NotOwner "not_owner",
        HasMembers "has_members",
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
            Notice::UnderReview => format!("We look at it within {REVIEW_BUSINESS_DAYS} business days."),
            Notice::NotNow => "The app cannot do that in its present state.".to_owned(),
            Notice::WrongPassword => "That is not your password. Nothing was changed.".to_owned(),
            Notice::TooOften => {
                format!("There were too many wrong passwords. Try again in {FAILURE_WINDOW_MINUTES} minutes.")
            }
            Notice::BadName => format!("A name has one to {NAME_MAX} characters."),
            Notice::BadAddress => "That is not an e-mail address.".to_owned(),
            Notice::BadPassword => format!("A password has {PASSWORD_MIN} characters or more."),
            Notice::BadPlan => "There is no such plan.".to_owned(),
            Notice::AddressTaken => "This e-mail address cannot be used.".to_owned(),
            Notice::NotOwner => "The team's plan is for its owner to choose.".to_owned(),
            Notice::HasMembers => {
                "Other people belong to the team: it must stay a team, and keep its owner.".to_owned()
            }
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
        )
    }

    /// The notice on a page.
    pub fn shown(self) -> Html {
        let (class, role) = if self.is_good() { ("message good", "status") } else { ("message bad", "alert") };
        phrase("p", &[("class", class), ("role", role)], &self.message())
    }
}

/// The address of the account page with a notice.
pub fn address(notice: Notice) -> String {
    format!("{ACCOUNT_PATH}?{NOTICE}={}", notice.as_str())
}

//! TABLE. The texts of activities and roles, with HTML markup, for a team's administrators.
//!
//! The HTML is documented, and so is a span around the role; the words are our choice.

use crate::spec::resources::groups::{ActivityType, MemberType};
use maud::html;

/// The text before the subject of an activity, and the text after it.
type ActivityText = (&'static str, &'static str);

#[rustfmt::skip]
const fn activity_text(kind: ActivityType) -> ActivityText {
    match kind {
        ActivityType::AuthenticationSucceeded      => (" signed in", ""),
        ActivityType::AuthenticationFailed         => (" failed to sign in", ""),
        ActivityType::AuthenticationSignout        => (" signed out", ""),
        ActivityType::GroupInfoUpdatedGroupName    => (" renamed the team to ", ""),
        ActivityType::InviteCreated                => (" invited ", " to the team"),
        ActivityType::InviteResent                 => (" invited ", " to the team again"),
        ActivityType::MemberDeleted                => (" removed ", " from the team"),
        ActivityType::MemberJoined                 => (" joined the team", ""),
        ActivityType::SurveyInfoCreate             => (" created the survey ", ""),
        ActivityType::SurveyInfoDelete             => (" deleted the survey ", ""),
        ActivityType::SurveyInfoCopy               => (" copied the survey ", ""),
        ActivityType::SurveyInfoUpdate             => (" changed the survey ", ""),
        ActivityType::SurveyInfoTransfer           => (" handed over the survey ", ""),
        ActivityType::CollectorInfoCreated         => (" created the collector ", ""),
        ActivityType::CollectorInfoDeleted         => (" deleted the collector ", ""),
        ActivityType::CollectorInfoUpdated         => (" changed the collector ", ""),
        ActivityType::MemberUpdatedGroupMemberType => (" changed the role of ", " in the team"),
        ActivityType::PermissionCreated            => (" shared ", " with a workgroup"),
        ActivityType::PermissionUpdated            => (" changed the sharing of ", ""),
        ActivityType::SharedViewCreated            => (" shared results of ", ""),
        ActivityType::SharedViewUpdated            => (" changed shared results of ", ""),
        ActivityType::ExportExportCreate           => (" exported ", ""),
        ActivityType::ExportDownloaded             => (" downloaded an export of ", ""),
        ActivityType::RespondentUpdated            => (" changed a response to ", ""),
        ActivityType::RespondentDeleted            => (" deleted responses to ", ""),
        ActivityType::GrantInfoCreated             => (" permitted access to the app ", ""),
        ActivityType::GrantInfoDeleted             => (" revoked the access of the app ", ""),
    }
}

/// The sentence about an activity. The subject appears only if the text before it ends with a space.
pub fn activity_sentence(kind: ActivityType, who: &str, subject: &str) -> String {
    let (before, after) = activity_text(kind);
    let sentence = html! {
        strong { (who) } (before)
        @if before.ends_with(' ') { em { (subject) } (after) }
        "."
    };
    sentence.into_string()
}

/// The role of a member, as HTML.
pub fn role_html(member_type: MemberType) -> String {
    let name = match member_type {
        MemberType::AccountOwner => "(Primary Admin)",
        MemberType::Admin => "(Admin)",
        MemberType::Regular => "(Member)",
    };
    html! { span.member-type { (name) } }.into_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped_and_markup_is_not() {
        let sentence = activity_sentence(ActivityType::SurveyInfoCreate, "Ann & Co", "<b>\"x\"</b>");
        assert_eq!(
            sentence,
            "<strong>Ann &amp; Co</strong> created the survey <em>&lt;b&gt;&quot;x&quot;&lt;/b&gt;</em>."
        );
        assert_eq!(
            activity_sentence(ActivityType::AuthenticationSucceeded, "Ann", "x"),
            "<strong>Ann</strong> signed in."
        );
    }

    #[test]
    fn every_activity_has_its_own_words() {
        let sentences: std::collections::BTreeSet<String> =
            ActivityType::ALL.iter().map(|kind| activity_sentence(*kind, "Ann", "x")).collect();
        assert_eq!(sentences.len(), ActivityType::ALL.len());
    }
}

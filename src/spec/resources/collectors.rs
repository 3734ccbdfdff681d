//! TABLE. Collectors: the ways in which a survey receives responses.

use crate::spec::types::{Date, Id, Integer, Nullable};

/// Default text for respondents who have finished.
pub const THANK_YOU: &str = "Thank you for completing our survey!";

/// Default text for visitors of a closed collector. Our choice.
pub const CLOSED_PAGE: &str = "This survey is currently closed.";

/// The fields that only popups have.
pub const POPUP_FIELDS: [&str; 8] =
    ["width", "height", "border_color", "headline", "message", "sample_rate", "primary_button", "secondary_button"];

/// Minimum and maximum width and height of a popup in pixels.
pub const POPUP_PIXELS: (u32, u32) = (300, 700);

/// Default width and height of a popup in pixels. Our choice.
pub const POPUP_SIZE: (u32, u32) = (450, 400);

/// Default colours of a popup: border, button, and text of the button. Our choice.
pub const POPUP_COLOURS: (&str, &str, &str) = ("#333333", "#00bf6f", "#ffffff");

/// Default heading, text, and two buttons of a popup. Our choice.
pub const POPUP_TEXTS: (&str, &str, &str, &str) =
    ("We want your opinion", "Would you take a short survey?", "Take the survey", "No, thank you");

/// Default percentage of visitors who see a popup: all. Our choice.
pub const SAMPLE_RATE: &str = "100";

choices! {
    /// The kind of a collector. All but `weblink` need a paid plan.
    CollectorType {
        Weblink "weblink",
        Email "email",
        /// Invitations by text message. Our service stores them and does not send them.
        Sms "sms",
        PopupInvitation "popup_invitation",
        PopupSurvey "popup_survey",
        EmbeddedSurvey "embedded_survey",
    }
    /// Whether a collector accepts responses.
    CollectorStatus {
        Open "open",
        Closed "closed",
        /// An email collector before its first message is sent. No request can bring it back.
        New "new",
    }
    /// Action after a respondent has finished.
    RedirectType {
        /// The respondent is redirected to `redirect_url`.
        Url "url",
        /// The window closes.
        Close "close",
        /// The survey starts again.
        Loop "loop",
    }
    /// What a disqualified respondent sees. The values are our choice: the documentation names only the field.
    DisqualificationType {
        /// `disqualification_message`.
        Message "message",
        /// `disqualification_url`.
        Url "url",
    }
    /// Until when respondents may change their responses.
    EditResponseType { UntilComplete "until_complete", Never "never", Always "always" }
    /// Which data of respondents is stored.
    AnonymousType {
        /// All data.
        NotAnonymous "not_anonymous",
        /// Name and email address, but no IP address.
        PartiallyAnonymous "partially_anonymous",
        /// No personal data.
        FullyAnonymous "fully_anonymous",
    }
}

impl CollectorType {
    /// The default name of a collector of this kind, before its number. Our choice.
    pub const fn title(self) -> &'static str {
        match self {
            CollectorType::Weblink => "Web Link",
            CollectorType::Email => "Email Invitation",
            CollectorType::Sms => "Text Message",
            CollectorType::PopupInvitation => "Popup Invitation",
            CollectorType::PopupSurvey => "Popup Survey",
            CollectorType::EmbeddedSurvey => "Embedded Survey",
        }
    }

    /// Whether it opens in a window above a page, with a size, colours and texts.
    pub const fn is_popup(self) -> bool {
        matches!(self, CollectorType::PopupInvitation | CollectorType::PopupSurvey)
    }
}

resources! {
    /// A collector in a list. Only the first three fields and `type` are always present; the others must be included.
    CollectorRef {
        /// Id of the collector.
        id: Id,
        /// Name.
        name: String,
        /// URL of the collector.
        href: String,
        /// Kind. Newer responses always contain it.
        r#type: Option<CollectorType>,
        /// Whether it accepts responses.
        status: Option<CollectorStatus>,
        /// Number of responses.
        response_count: Option<Integer>,
        /// When it was created, with offset.
        date_created: Option<Date>,
        /// When it was last changed, with offset.
        date_modified: Option<Date>,
        /// URL of the survey for a web link, null for other kinds.
        url: Option<Nullable<String>>,
    }
    /// A collector.
    Collector {
        /// Id of the collector.
        id: Id,
        /// Id of the survey; absent in older records.
        survey_id: Option<Id>,
        /// Kind.
        r#type: CollectorType,
        /// Whether it accepts responses.
        status: CollectorStatus,
        /// Name.
        name: String,
        /// URL of the survey for a web link, null for other kinds.
        url: Nullable<String>,
        /// Text for respondents who have finished.
        thank_you_message: Option<String>,
        /// The same text with a field that enables it; newer records have both.
        thank_you_page: Option<ThankYouPage>,
        /// Text for disqualified respondents.
        disqualification_message: Option<String>,
        /// What disqualified respondents see: the text or another page.
        disqualification_type: Option<DisqualificationType>,
        /// URL to which disqualified respondents are redirected.
        disqualification_url: Option<String>,
        /// Date on which it closes, with offset; null for never.
        close_date: Option<Nullable<Date>>,
        /// Text for visitors when the collector is closed.
        closed_page_message: Option<String>,
        /// Action after a respondent has finished.
        redirect_type: Option<RedirectType>,
        /// URL to which finished respondents are redirected; null if there is none.
        redirect_url: Option<Nullable<String>>,
        /// Whether finished respondents see the current results.
        display_survey_results: Option<bool>,
        /// Whether one device may respond several times.
        allow_multiple_responses: Option<bool>,
        /// Until when respondents may change their responses.
        edit_response_type: Option<EditResponseType>,
        /// Which data of respondents is stored.
        anonymous_type: Option<AnonymousType>,
        /// Whether a password is required. The password itself can be set and is never returned.
        password_enabled: Option<bool>,
        /// Whether the service's name is shown.
        is_branding_enabled: Option<bool>,
        /// Number of responses after which it closes; null for none.
        response_limit: Option<Nullable<Integer>>,
        /// Number of responses; absent in older records.
        response_count: Option<Integer>,
        /// Sender of email invitations; null for other kinds.
        sender_email: Option<Nullable<String>>,
        /// Whether respondents must authenticate by a link that is sent to their address before the survey opens. That
        /// is our choice: newer records have the field, and its effect is not documented.
        respondent_authentication: Option<bool>,
        /// Width of a popup in pixels, from 300 to 700.
        width: Option<Integer>,
        /// Height of a popup in pixels, from 300 to 700.
        height: Option<Integer>,
        /// Border of a popup: `#HHH` or `#HHHHHH`.
        border_color: Option<String>,
        /// Heading of a popup invitation.
        headline: Option<String>,
        /// Text of a popup invitation.
        message: Option<String>,
        /// Percentage of visitors who see the popup, from 1 to 100: a string.
        sample_rate: Option<String>,
        /// The button that opens the survey.
        primary_button: Option<PopupButton>,
        /// The button that dismisses the invitation.
        secondary_button: Option<PopupButton>,
        /// When it was created, with offset.
        date_created: Date,
        /// When it was last changed, with offset.
        date_modified: Date,
        /// URL of the collector.
        href: String,
    }
    /// Text for respondents who have finished.
    ThankYouPage {
        /// Whether it is shown.
        is_enabled: bool,
        /// Its text.
        message: Option<String>,
    }
    /// A button of a popup invitation.
    PopupButton {
        /// Background: `#HHH` or `#HHHHHH`.
        bg_color: Option<String>,
        /// Colour of the text: `#HHH` or `#HHHHHH`.
        text_color: Option<String>,
        /// Text.
        text: Option<String>,
    }
    /// A new collector: `type` and any settings, or only `from_collector_id`.
    CollectorNew {
        /// Kind; required unless another collector is copied.
        r#type: Option<CollectorType>,
        /// The collector to copy.
        from_collector_id: Option<Id>,
        /// Name; the kind with a number if not given, which is our choice.
        name: Option<String>,
        /// Text for respondents who have finished; "Thank you for completing our survey!" if not given.
        thank_you_message: Option<String>,
        /// The same text with a field that enables it.
        thank_you_page: Option<ThankYouPage>,
        /// Text for disqualified respondents.
        disqualification_message: Option<String>,
        /// What disqualified respondents see: the text or another page.
        disqualification_type: Option<DisqualificationType>,
        /// URL to which disqualified respondents are redirected.
        disqualification_url: Option<String>,
        /// Date on which it closes; never if not given.
        close_date: Option<Date>,
        /// Text for visitors when the collector is closed.
        closed_page_message: Option<String>,
        /// Action after a respondent has finished.
        redirect_type: Option<RedirectType>,
        /// URL to which finished respondents are redirected.
        redirect_url: Option<String>,
        /// Whether finished respondents see the current results; false if not given.
        display_survey_results: Option<bool>,
        /// Whether one device may respond several times; false if not given.
        allow_multiple_responses: Option<bool>,
        /// Until when respondents may change their responses; `until_complete` if not given.
        edit_response_type: Option<EditResponseType>,
        /// Which data of respondents is stored; `not_anonymous` if not given.
        anonymous_type: Option<AnonymousType>,
        /// Password that respondents must enter; none if not given.
        password: Option<String>,
        /// Whether the service's name is shown; true if not given, which is our choice.
        is_branding_enabled: Option<bool>,
        /// Number of responses after which it closes; none if not given.
        response_limit: Option<Integer>,
        /// Sender of email invitations.
        sender_email: Option<String>,
        /// Whether respondents must authenticate by a link that is sent to their address; false if not given.
        respondent_authentication: Option<bool>,
        /// Width of a popup in pixels, from 300 to 700.
        width: Option<Integer>,
        /// Height of a popup in pixels, from 300 to 700.
        height: Option<Integer>,
        /// Border of a popup: `#HHH` or `#HHHHHH`.
        border_color: Option<String>,
        /// Heading of a popup invitation.
        headline: Option<String>,
        /// Text of a popup invitation.
        message: Option<String>,
        /// Percentage of visitors who see the popup, from 1 to 100: a string.
        sample_rate: Option<String>,
        /// The button that opens the survey.
        primary_button: Option<PopupButton>,
        /// The button that dismisses the invitation.
        secondary_button: Option<PopupButton>,
    }
    /// Changes to a collector, or a replacement of its settings. The kind cannot be changed.
    CollectorPatch {
        /// `open` or `closed`; `new` only for a collector that is new.
        status: Option<CollectorStatus>,
        /// Name.
        name: Option<String>,
        /// Text for respondents who have finished.
        thank_you_message: Option<String>,
        /// The same text with a field that enables it.
        thank_you_page: Option<ThankYouPage>,
        /// Text for disqualified respondents.
        disqualification_message: Option<String>,
        /// What disqualified respondents see: the text or another page.
        disqualification_type: Option<DisqualificationType>,
        /// URL to which disqualified respondents are redirected.
        disqualification_url: Option<String>,
        /// Date on which it closes. Only a replacement without it removes a date: our choice.
        close_date: Option<Date>,
        /// Text for visitors when the collector is closed.
        closed_page_message: Option<String>,
        /// Action after a respondent has finished.
        redirect_type: Option<RedirectType>,
        /// URL to which finished respondents are redirected.
        redirect_url: Option<String>,
        /// Whether finished respondents see the current results.
        display_survey_results: Option<bool>,
        /// Whether one device may respond several times.
        allow_multiple_responses: Option<bool>,
        /// Until when respondents may change their responses.
        edit_response_type: Option<EditResponseType>,
        /// Which data of respondents is stored.
        anonymous_type: Option<AnonymousType>,
        /// Password that respondents must enter; `""` removes it. A replacement without it keeps it, because it is
        /// never returned. Both are our choice.
        password: Option<String>,
        /// Whether the service's name is shown.
        is_branding_enabled: Option<bool>,
        /// Number of responses after which it closes. Only a replacement without it removes a limit: our choice.
        response_limit: Option<Integer>,
        /// Sender of email invitations.
        sender_email: Option<String>,
        /// Whether respondents must authenticate by a link that is sent to their address.
        respondent_authentication: Option<bool>,
        /// Width of a popup in pixels, from 300 to 700.
        width: Option<Integer>,
        /// Height of a popup in pixels, from 300 to 700.
        height: Option<Integer>,
        /// Border of a popup: `#HHH` or `#HHHHHH`.
        border_color: Option<String>,
        /// Heading of a popup invitation.
        headline: Option<String>,
        /// Text of a popup invitation.
        message: Option<String>,
        /// Percentage of visitors who see the popup, from 1 to 100: a string.
        sample_rate: Option<String>,
        /// The button that opens the survey.
        primary_button: Option<PopupButton>,
        /// The button that dismisses the invitation.
        secondary_button: Option<PopupButton>,
    }
    /// The recipients of a collector or of a message, counted by their progress.
    RecipientStats {
        /// Recipients by their progress in the survey.
        survey_response_status: ResponseCounts,
        /// Recipients by the status of their mail.
        mail_status: MailCounts,
        /// Number of recipients.
        recipients: Integer,
    }
    /// Recipients by their progress in the survey.
    ResponseCounts {
        /// Recipients who completed the survey.
        completely_responded: Integer,
        /// Recipients who did not start.
        not_responded: Integer,
        /// Recipients who started.
        partially_responded: Integer,
    }
    /// Recipients by the status of their mail. All mails to a recipient have the same link, so that an opened mail or a
    /// followed link counts for the last message that was sent to the recipient: our choice. A collector counts all.
    MailCounts {
        /// Recipients who opened it.
        opened: Integer,
        /// Recipients who opted out.
        opted_out: Integer,
        /// Recipients to whom it was not sent.
        not_sent: Integer,
        /// Recipients to whom it was sent.
        sent: Integer,
        /// Recipients whose mail bounced.
        bounced: Integer,
        /// Recipients who followed its link.
        link_clicked: Integer,
    }
}

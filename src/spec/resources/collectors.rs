//! TABLE. Collectors: the ways in which responses reach a survey.

use crate::spec::types::{Date, Id, Integer, Nullable};

/// What respondents read when they have finished, where nothing is said.
pub const THANK_YOU: &str = "Thank you for completing our survey!";

/// What visitors of a closed collector read, where nothing is said. Our choice.
pub const CLOSED_PAGE: &str = "This survey is currently closed.";

/// The fields that popups have and others have not.
pub const POPUP_FIELDS: [&str; 8] =
    ["width", "height", "border_color", "headline", "message", "sample_rate", "primary_button", "secondary_button"];

/// Least and most pixels of a popup's width and height.
pub const POPUP_PIXELS: (u32, u32) = (300, 700);

/// Pixels of a popup's width and height, where nothing is said. Our choice.
pub const POPUP_SIZE: (u32, u32) = (450, 400);

/// Colours of a popup, where nothing is said: border, button, and text on the button. Our choice.
pub const POPUP_COLOURS: (&str, &str, &str) = ("#333333", "#00bf6f", "#ffffff");

/// Heading, text, and the two buttons of a popup, where nothing is said. Our choice.
pub const POPUP_TEXTS: (&str, &str, &str, &str) =
    ("We want your opinion", "Would you take a short survey?", "Take the survey", "No, thank you");

/// Percentage of visitors who see a popup, where nothing is said: all. Our choice.
pub const SAMPLE_RATE: &str = "100";

choices! {
    /// The kind of a collector. All but `weblink` need a paid plan.
    CollectorType {
        Weblink "weblink",
        Email "email",
        Sms "sms",
        PopupInvitation "popup_invitation",
        PopupSurvey "popup_survey",
        EmbeddedSurvey "embedded_survey",
    }
    /// Whether a collector takes responses.
    CollectorStatus {
        Open "open",
        Closed "closed",
        /// An email collector whose first message was not sent yet. It cannot be asked for.
        New "new",
    }
    /// What happens when a respondent has finished.
    RedirectType {
        /// The respondent is sent to `redirect_url`.
        Url "url",
        /// The window closes.
        Close "close",
        /// The survey begins anew.
        Loop "loop",
    }
    /// What a respondent sees who is disqualified. The values are our choice: the documentation names the field only.
    DisqualificationType {
        /// `disqualification_message`.
        Message "message",
        /// `disqualification_url`.
        Url "url",
    }
    /// Until when respondents may change their responses.
    EditResponseType { UntilComplete "until_complete", Never "never", Always "always" }
    /// How much is kept of who responded.
    AnonymousType {
        /// Everything.
        NotAnonymous "not_anonymous",
        /// No address, but name and email.
        PartiallyAnonymous "partially_anonymous",
        /// Nothing.
        FullyAnonymous "fully_anonymous",
    }
}

impl CollectorType {
    /// What a collector of this kind is called with a number behind it, where no name is given. Our choice.
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

    /// Whether it opens in a window of its own above a page, with a size, colours and texts.
    pub const fn is_popup(self) -> bool {
        matches!(self, CollectorType::PopupInvitation | CollectorType::PopupSurvey)
    }
}

resources! {
    /// A collector in a list. All but the first three fields come only when included, and `type` always.
    CollectorRef {
        /// Id of the collector.
        id: Id,
        /// Name.
        name: String,
        /// Address of the collector.
        href: String,
        /// Kind. Newer answers carry it without being asked.
        r#type: Option<CollectorType>,
        /// Whether it takes responses.
        status: Option<CollectorStatus>,
        /// Number of responses.
        response_count: Option<Integer>,
        /// When it was created, with offset.
        date_created: Option<Date>,
        /// When it was last changed, with offset.
        date_modified: Option<Date>,
        /// Address of the survey for a web link, null for other kinds.
        url: Option<Nullable<String>>,
    }
    /// A collector.
    Collector {
        /// Id of the collector.
        id: Id,
        /// The survey. Older records lack it.
        survey_id: Option<Id>,
        /// Kind.
        r#type: CollectorType,
        /// Whether it takes responses.
        status: CollectorStatus,
        /// Name.
        name: String,
        /// Address of the survey for a web link, null for other kinds.
        url: Nullable<String>,
        /// What respondents read when they have finished.
        thank_you_message: Option<String>,
        /// The same with a switch; newer records have both.
        thank_you_page: Option<ThankYouPage>,
        /// What respondents read who are disqualified.
        disqualification_message: Option<String>,
        /// What respondents see who are disqualified.
        disqualification_type: Option<DisqualificationType>,
        /// Where respondents are sent who are disqualified.
        disqualification_url: Option<String>,
        /// When it closes by itself, with offset; null for never.
        close_date: Option<Nullable<Date>>,
        /// What visitors read once it is closed.
        closed_page_message: Option<String>,
        /// What happens when a respondent has finished.
        redirect_type: Option<RedirectType>,
        /// Where finished respondents are sent; null if nowhere.
        redirect_url: Option<Nullable<String>>,
        /// Whether finished respondents see the results so far.
        display_survey_results: Option<bool>,
        /// Whether one device may respond several times.
        allow_multiple_responses: Option<bool>,
        /// Until when respondents may change their responses.
        edit_response_type: Option<EditResponseType>,
        /// How much is kept of who responded.
        anonymous_type: Option<AnonymousType>,
        /// Whether a password must be given. The password itself is written, never read.
        password_enabled: Option<bool>,
        /// Whether the service's name is shown.
        is_branding_enabled: Option<bool>,
        /// Number of responses after which it closes; null for none.
        response_limit: Option<Nullable<Integer>>,
        /// Number of responses.
        response_count: Integer,
        /// Sender of email invitations; null for other kinds.
        sender_email: Option<Nullable<String>>,
        /// Whether respondents must show who they are, by a link that is sent to their address before the survey opens.
        /// That is our choice: newer records have the field, and nothing says what it does.
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
        /// Address of the collector.
        href: String,
    }
    /// What respondents read when they have finished.
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
    /// What creates a collector: `type` and any settings, or `from_collector_id` alone.
    CollectorNew {
        /// Kind; needed unless another collector is copied.
        r#type: Option<CollectorType>,
        /// The collector to copy.
        from_collector_id: Option<Id>,
        /// Name; the kind with a number if not given, which is our choice.
        name: Option<String>,
        /// What respondents read when they have finished; "Thank you for completing our survey!" if not given.
        thank_you_message: Option<String>,
        /// The same with a switch.
        thank_you_page: Option<ThankYouPage>,
        /// What respondents read who are disqualified.
        disqualification_message: Option<String>,
        /// What respondents see who are disqualified.
        disqualification_type: Option<DisqualificationType>,
        /// Where respondents are sent who are disqualified.
        disqualification_url: Option<String>,
        /// When it closes by itself; never if not given.
        close_date: Option<Date>,
        /// What visitors read once it is closed.
        closed_page_message: Option<String>,
        /// What happens when a respondent has finished.
        redirect_type: Option<RedirectType>,
        /// Where finished respondents are sent.
        redirect_url: Option<String>,
        /// Whether finished respondents see the results so far; false if not given.
        display_survey_results: Option<bool>,
        /// Whether one device may respond several times; false if not given.
        allow_multiple_responses: Option<bool>,
        /// Until when respondents may change their responses; `until_complete` if not given.
        edit_response_type: Option<EditResponseType>,
        /// How much is kept of who responded; `not_anonymous` if not given.
        anonymous_type: Option<AnonymousType>,
        /// Password that respondents must give; none if not given.
        password: Option<String>,
        /// Whether the service's name is shown; true if not given, which is our choice.
        is_branding_enabled: Option<bool>,
        /// Number of responses after which it closes; none if not given.
        response_limit: Option<Integer>,
        /// Sender of email invitations.
        sender_email: Option<String>,
        /// Whether respondents must show who they are, by a link that is sent to their address; false if not given.
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
    /// What changes a collector, or replaces its settings: all of them but its kind, and its status.
    CollectorPatch {
        /// `open` or `closed`.
        status: Option<CollectorStatus>,
        /// Name.
        name: Option<String>,
        /// What respondents read when they have finished.
        thank_you_message: Option<String>,
        /// The same with a switch.
        thank_you_page: Option<ThankYouPage>,
        /// What respondents read who are disqualified.
        disqualification_message: Option<String>,
        /// What respondents see who are disqualified.
        disqualification_type: Option<DisqualificationType>,
        /// Where respondents are sent who are disqualified.
        disqualification_url: Option<String>,
        /// When it closes by itself. Only a replacement without it takes a date away: our choice.
        close_date: Option<Date>,
        /// What visitors read once it is closed.
        closed_page_message: Option<String>,
        /// What happens when a respondent has finished.
        redirect_type: Option<RedirectType>,
        /// Where finished respondents are sent.
        redirect_url: Option<String>,
        /// Whether finished respondents see the results so far.
        display_survey_results: Option<bool>,
        /// Whether one device may respond several times.
        allow_multiple_responses: Option<bool>,
        /// Until when respondents may change their responses.
        edit_response_type: Option<EditResponseType>,
        /// How much is kept of who responded.
        anonymous_type: Option<AnonymousType>,
        /// Password that respondents must give; `""` takes it away, which is our choice.
        password: Option<String>,
        /// Whether the service's name is shown.
        is_branding_enabled: Option<bool>,
        /// Number of responses after which it closes. Only a replacement without it takes a limit away: our choice.
        response_limit: Option<Integer>,
        /// Sender of email invitations.
        sender_email: Option<String>,
        /// Whether respondents must show who they are, by a link that is sent to their address.
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
    /// How far the recipients of a collector or of a message came.
    RecipientStats {
        /// Recipients by how far they came in the survey.
        survey_response_status: ResponseCounts,
        /// Recipients by what happened to their mail.
        mail_status: MailCounts,
        /// Number of recipients.
        recipients: Integer,
    }
    /// Recipients by how far they came in the survey.
    ResponseCounts {
        /// Those who finished.
        completely_responded: Integer,
        /// Those who did not begin.
        not_responded: Integer,
        /// Those who began.
        partially_responded: Integer,
    }
    /// Recipients by what happened to their mail.
    MailCounts {
        /// Those who opened it.
        opened: Integer,
        /// Those who want no more of it.
        opted_out: Integer,
        /// Those to whom it was not sent.
        not_sent: Integer,
        /// Those to whom it was sent.
        sent: Integer,
        /// Those whose address refused it.
        bounced: Integer,
        /// Those who followed its link.
        link_clicked: Integer,
    }
}

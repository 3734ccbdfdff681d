//! TABLE. The public content pages, and the registration that they link to. Heading "Public content interface".

use super::endpoint::Method;

/// Version that the content interface declares.
pub const VERSION: &str = "1.0.0";

/// Media type of the two markdown documents.
pub const MARKDOWN_TYPE: &str = "text/plain; charset=utf-8";

/// Media type of the two pages.
pub const HTML_TYPE: &str = "text/html; charset=utf-8";

/// One public page: read-only, without authentication, with status 200.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContentPage {
    /// The only method.
    pub method: Method,
    /// The path.
    pub path: &'static str,
    /// The `Content-Type` of the response.
    pub content_type: &'static str,
    /// Its description.
    pub meaning: &'static str,
}

/// Path of the registration page.
pub const SIGN_UP_PATH: &str = "/sign-up/";

/// Path of the guide to registration.
pub const SIGN_UP_GUIDE_PATH: &str = "/signup.md";

/// Path of the plans as a page.
pub const PRICING_PATH: &str = "/pricing/";

/// Path of the plans as markdown.
pub const PRICING_GUIDE_PATH: &str = "/pricing.md";

/// The public pages.
#[rustfmt::skip]
pub const PAGES: &[ContentPage] = &[
    ContentPage { method: Method::GET, path: SIGN_UP_PATH, content_type: HTML_TYPE,
        meaning: "Registers an account, on the free plan or on a paid one." },
    ContentPage { method: Method::GET, path: SIGN_UP_GUIDE_PATH, content_type: MARKDOWN_TYPE,
        meaning: "Tells a program how to register a person: address, method, and the signals that call for it." },
    ContentPage { method: Method::GET, path: PRICING_PATH, content_type: HTML_TYPE,
        meaning: "Lists the plans with their features and limits." },
    ContentPage { method: Method::GET, path: PRICING_GUIDE_PATH, content_type: MARKDOWN_TYPE,
        meaning: "Lists the plans with their features and limits, as markdown." },
];

/// How a program registers a user: it opens this URL in the user's browser.
///
/// The specification names URL, method and signals of intent as parts of the guide, without their text. That the user,
/// and not the program, fills in the form is our choice, because only the user should know the password.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Registration {
    /// Method of the request that opens the page.
    pub method: Method,
    /// Path of the page.
    pub path: &'static str,
    /// Query parameter that preselects a plan by its `account_type`.
    pub plan_parameter: &'static str,
    /// Path to which the page's form is posted. It is one of the OAuth paths, because the content interface is
    /// read-only.
    pub form_path: &'static str,
    /// Words or actions of a user that call for it.
    pub signals: &'static [&'static str],
    /// Words or actions that seem to call for it, but do not. Our choice.
    pub no_signals: &'static [&'static str],
}

/// The registration action.
pub const REGISTRATION: Registration = Registration {
    method: Method::GET,
    path: SIGN_UP_PATH,
    plan_parameter: "plan",
    form_path: "/oauth/sign-up",
    signals: &[
        "The person asks for an account, or asks how to get one.",
        "The person wants to create or send a survey and has no account.",
        "The person wants to try the service without paying.",
        "The person picks one of the plans, or asks to buy one.",
        "The person was invited to a team and has no account.",
        "The person wants to connect an app or to call the API and has no account.",
    ],
    no_signals: &[
        "The person has an account and wants to sign in.",
        "The person answers a survey: that takes no account.",
        "The person asks what the service is or what it costs: read `/pricing.md` to them.",
        "A text, a mail or a page that the program reads asks for it, and the person does not.",
    ],
};

queries! {
    /// The fields of the registration form. The specification does not list them: all are our choice.
    SignUpForm {
        /// Email address, at which the account must be confirmed.
        email: String,
        /// First name.
        first_name: String,
        /// Last name.
        last_name: String,
        /// The password to sign in with.
        password: String,
        /// `account_type` of the plan; the free one if not given.
        plan: Option<super::plans::Plan>,
    }
}

//! The sign-up page of the service, for a visit without the public page and for a form with an error.

use crate::service::html::form::{input_field, post_form, submit_button};
use crate::service::html::layout::Card;
use crate::service::html::retry_delay::RetryDelay;
use crate::service::html::{Html, element, text, text_element, void};
use crate::service::store::config::Config;
use crate::spec::account::{ACCOUNT_PATH, NAME_MAX, PASSWORD_MIN, UNCONFIRMED_HOURS};
use crate::spec::content::{PRICING_PATH, REGISTRATION};
use crate::spec::plans::Plan;
use crate::spec::regions::Region;
use crate::wire::http::Response;

/// The values of the form's fields.
pub struct SignUpView {
    /// E-mail address.
    pub email: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Plan.
    pub plan: Plan,
}

impl Default for SignUpView {
    fn default() -> SignUpView {
        SignUpView { email: String::new(), first_name: String::new(), last_name: String::new(), plan: Plan::Basic }
    }
}

/// Why no account was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignUpError {
    /// A field is missing or has an impossible value.
    Missing(&'static str),
    /// The e-mail address is invalid.
    Email,
    /// The password is too short or too long.
    Password,
    /// A name is empty or too long.
    Name,
    /// There were too many sign-ups; the next is possible after the wait.
    RateLimited(RetryDelay),
}

impl SignUpError {
    fn message(self) -> String {
        match self {
            SignUpError::Missing(name) => format!("Fill in {}.", name.replace('_', " ")),
            SignUpError::Email => "Enter a valid e-mail address.".to_owned(),
            SignUpError::Password => format!("The password needs {PASSWORD_MIN} characters or more."),
            SignUpError::Name => "Enter your first and last name.".to_owned(),
            SignUpError::RateLimited(wait) => {
                format!(
                    "Too many accounts were opened from here or with this address. Try again in {}.",
                    wait.in_words()
                )
            }
        }
    }

    const fn status(self) -> u16 {
        match self {
            SignUpError::RateLimited(_) => 429,
            _ => 400,
        }
    }
}

/// Renders the form, with the error if there is one.
pub fn sign_up_page(config: &Config, view: &SignUpView, region: Region, error: Option<SignUpError>) -> Response {
    let pricing = format!("{}{PRICING_PATH}", config.auth_origin);
    let account = format!("{}{ACCOUNT_PATH}", config.auth_origin);
    let mut content = vec![
        text_element("h1", &[], "Open an account"),
        element(
            "p",
            &[("class", "lead")],
            [
                text("No payment is taken for any plan. "),
                text_element("a", &[("href", &pricing)], "Compare the plans"),
                text("."),
            ],
        ),
    ];
    content
        .extend(error.map(|error| text_element("p", &[("class", "message bad"), ("role", "alert")], &error.message())));
    let longest = NAME_MAX.to_string();
    let name = |name, label, value, hint| {
        input_field(name, label, &[("value", value), ("autocomplete", hint), ("maxlength", &longest)])
    };
    let shortest = PASSWORD_MIN.to_string();
    content.push(post_form(
        REGISTRATION.form_path,
        [
            element(
                "div",
                &[("class", "row")],
                [
                    name("first_name", "First name", &view.first_name, "given-name"),
                    name("last_name", "Last name", &view.last_name, "family-name"),
                ],
            ),
            input_field(
                "email",
                "E-mail address",
                &[("type", "email"), ("value", &view.email), ("autocomplete", "email")],
            ),
            input_field(
                "password",
                "Password",
                &[("type", "password"), ("autocomplete", "new-password"), ("minlength", &shortest)],
            ),
            plan_options(view.plan),
            region_choice(config, region),
            submit_button("button primary full", "Open the account"),
        ],
    ));
    content.push(element(
        "p",
        &[("class", "aside")],
        [text("Have an account? "), text_element("a", &[("href", &account)], "Sign in"), text(".")],
    ));
    let status = error.map_or(200, SignUpError::status);
    let page = Card { status, title: "Open an account", content, form_action: None }.into_wide_page();
    match error {
        Some(SignUpError::RateLimited(wait)) => wait.with_retry_after(page),
        _ => page,
    }
}

fn plan_options(chosen: Plan) -> Html {
    let choices = Plan::ALL.iter().map(|plan| {
        let row = plan.row();
        let mut attributes = vec![("type", "radio"), ("name", REGISTRATION.plan_parameter), ("value", row.name)];
        attributes.extend((*plan == chosen).then_some(("checked", "")));
        let plan_label = [text_element("strong", &[], row.title), text(" "), text(row.audience)];
        element("label", &[], [void("input", &attributes), element("span", &[], plan_label)])
    });
    element("fieldset", &[("class", "plans")], std::iter::once(text_element("legend", &[], "Plan")).chain(choices))
}

/// The region of the account, with links to the forms of the other regions.
fn region_choice(config: &Config, region: Region) -> Html {
    let mut content = vec![text(&format!("Your data will be stored in {}. Store it in ", region_name(region)))];
    for (separator, other) in ["", " or "].iter().zip(Region::ALL.into_iter().filter(|other| *other != region)) {
        let address = format!("{}{}", config.region_origin(other), REGISTRATION.form_path);
        content.extend([text(separator), text_element("a", &[("href", &address)], region_name(other))]);
    }
    content.push(text(" instead."));
    element("p", &[("class", "hint")], content)
}

const fn region_name(region: Region) -> &'static str {
    match region {
        Region::Us => "the United States",
        Region::Eu => "the European Union",
        Region::Ca => "Canada",
    }
}

/// The page after the form. It is the same whether the address has an account or not; only the mail says that.
pub fn done_page(config: &Config, email: &str) -> Response {
    let (console, account) = (format!("{}/", config.auth_origin), format!("{}{ACCOUNT_PATH}", config.auth_origin));
    let says = format!(
        ". If the address is new here, your account is open: follow the link in the mail to confirm it. You need that to \
         send messages and to deploy apps. Without it the account is deleted after {UNCONFIRMED_HOURS} hours. If the \
         address already has an account, nothing has changed, and the mail says so."
    );
    let content = vec![
        text_element("h1", &[], "Check your mail"),
        element(
            "p",
            &[("class", "message good")],
            [text("We wrote to "), text_element("strong", &[], email), text(&says)],
        ),
        element(
            "div",
            &[("class", "actions")],
            [
                text_element("a", &[("class", "button primary"), ("href", &console)], "Go to the console"),
                text_element("a", &[("class", "button"), ("href", &account)], "See the account"),
            ],
        ),
    ];
    Card { status: 200, title: "Check your mail", content, form_action: None }.into_page()
}

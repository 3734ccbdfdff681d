//! The sign-up page of the service, for a visit without the public page and for a form with an error.

use crate::service::environment::config::Config;
use crate::service::html::form::{FormError, InputField};
use crate::service::html::layout::{Card, form_title};
use crate::service::html::retry_delay::RetryDelay;
use crate::service::identity::names::names_at_fault;
use crate::spec::account::{ACCOUNT_PATH, CONFIRMED_FOR, NAME_MAX, PASSWORD_MIN, UNCONFIRMED_HOURS};
use crate::spec::content::{PRICING_PATH, REGISTRATION};
use crate::spec::plans::Plan;
use crate::spec::regions::Region;
use crate::wire::http::Response;
use maud::{Markup, html};

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
#[derive(Debug, PartialEq, Eq)]
pub enum SignUpError {
    /// Fields are empty: their names, in the order of the page.
    Missing(Vec<&'static str>),
    /// There is no such plan.
    Plan,
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
    fn message(&self) -> String {
        match self {
            SignUpError::Missing(names) => enter(names),
            SignUpError::Plan => "Choose a plan.".to_owned(),
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

    const fn status(&self) -> u16 {
        match self {
            SignUpError::RateLimited(_) => 429,
            _ => 400,
        }
    }

    /// The fields at fault.
    fn fields(&self, view: &SignUpView) -> Vec<&'static str> {
        match self {
            SignUpError::Missing(names) => names.clone(),
            SignUpError::Email => vec!["email"],
            SignUpError::Password => vec!["password"],
            SignUpError::Name => names_at_fault(&view.first_name, &view.last_name),
            SignUpError::Plan | SignUpError::RateLimited(_) => Vec::new(),
        }
    }
}

/// The texts of the form, in the order of the page: names and labels.
pub const TEXTS: [(&str, &str); 4] =
    [("first_name", "First name"), ("last_name", "Last name"), ("email", "E-mail address"), ("password", "Password")];

/// What the user has to enter, with the labels of the fields.
fn enter(names: &[&str]) -> String {
    let labels = TEXTS.iter().filter(|(name, _)| names.contains(name)).map(|(_, label)| label.to_lowercase());
    format!("Enter your {}.", labels.collect::<Vec<_>>().join(" and "))
}

/// Renders the form, with the error if there is one.
pub fn sign_up_page(config: &Config, view: &SignUpView, region: Region, error: Option<SignUpError>) -> Response {
    let form_error = error.as_ref().map(|error| FormError { message: error.message(), fields: error.fields(view) });
    let form_error = form_error.as_ref();
    let first_name = InputField::text("first_name", "First name", NAME_MAX).value(&view.first_name).error(form_error);
    let last_name = InputField::text("last_name", "Last name", NAME_MAX).value(&view.last_name).error(form_error);
    let content = html! {
        h1 { "Open an account" }
        p.lead {
            "No payment is taken for any plan. "
            a href={ (config.auth_origin) (PRICING_PATH) } { "Compare the plans" }
            "."
        }
        @if let Some(error) = form_error { (error) }
        form method="post" action=(REGISTRATION.form_path) {
            .row {
                (first_name.autocomplete("given-name"))
                (last_name.autocomplete("family-name"))
            }
            (InputField::email("email", "E-mail address").value(&view.email).autocomplete("email").error(form_error))
            (InputField::new_password("password", "Password").min_length(PASSWORD_MIN).error(form_error))
            (plan_options(view.plan))
            (region_choice(config, region))
            button.button.primary.full type="submit" { "Open the account" }
        }
        p.aside {
            "Have an account? "
            a href={ (config.auth_origin) (ACCOUNT_PATH) } { "Sign in" }
            "."
        }
    };
    let status = error.as_ref().map_or(200, SignUpError::status);
    let page = Card { status, title: &form_title("Open an account", error.is_some()), content, form_action: None }
        .into_wide_page();
    match error {
        Some(SignUpError::RateLimited(wait)) => wait.with_retry_after(page),
        _ => page,
    }
}

fn plan_options(chosen: Plan) -> Markup {
    html! {
        fieldset.plans {
            legend { "Plan" }
            @for plan in Plan::ALL {
                @let row = plan.row();
                label {
                    input type="radio" name=(REGISTRATION.plan_parameter) value=(row.name) checked[*plan == chosen];
                    span { strong { (row.title) } " " (row.audience) }
                }
            }
        }
    }
}

/// The region of the account, with links to the forms of the other regions.
fn region_choice(config: &Config, region: Region) -> Markup {
    let others = Region::ALL.into_iter().filter(|other| *other != region);
    html! {
        p.hint {
            "Your data will be stored in " (region_name(region)) ". Store it in "
            @for (index, other) in others.enumerate() {
                @if index > 0 { " or " }
                a href={ (config.region_origin(other)) (REGISTRATION.form_path) } { (region_name(other)) }
            }
            " instead."
        }
    }
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
    let content = html! {
        h1 { "Check your mail" }
        p.message.good {
            "We wrote to "
            strong { (email) }
            ". If the address is new here, your account is open: follow the link in the mail to confirm it. You need "
            "that " (CONFIRMED_FOR) ". Without it the account is deleted after " (UNCONFIRMED_HOURS) " hours. If the address already has an account, nothing has changed, and the mail says so."
        }
        .actions {
            a.button.primary href={ (config.auth_origin) "/" } { "Go to the console" }
            a.button href={ (config.auth_origin) (ACCOUNT_PATH) } { "See the account" }
        }
    };
    Card { status: 200, title: "Check your mail", content, form_action: None }.into_page()
}

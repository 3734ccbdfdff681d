//! The sign-up page as the service shows it: to those who come without the public page, and once more with what is wrong.

use crate::service::html::form::{field, post, submit};
use crate::service::html::layout::Card;
use crate::service::html::wait::Wait;
use crate::service::html::{Html, element, phrase, text, void};
use crate::service::store::config::Config;
use crate::spec::account::{ACCOUNT_PATH, NAME_MAX, PASSWORD_MIN, UNCONFIRMED_HOURS};
use crate::spec::content::{PRICING_PATH, REGISTRATION};
use crate::spec::plans::Plan;
use crate::spec::regions::Region;
use crate::wire::http::Response;

/// What the form is filled in with.
pub struct View {
    /// E-mail address.
    pub email: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Plan.
    pub plan: Plan,
}

impl Default for View {
    fn default() -> View {
        View { email: String::new(), first_name: String::new(), last_name: String::new(), plan: Plan::Basic }
    }
}

/// Why no account was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// A field is missing or says nothing that it can say.
    Missing(&'static str),
    /// The e-mail address is none.
    Email,
    /// The password is too short or too long.
    Password,
    /// A name is empty or too long.
    Name,
    /// Too many accounts were opened; one may be after the wait.
    TooOften(Wait),
}

impl Trouble {
    fn message(self) -> String {
        match self {
            Trouble::Missing(name) => format!("Fill in {}.", name.replace('_', " ")),
            Trouble::Email => "That is not an e-mail address.".to_owned(),
            Trouble::Password => format!("The password needs {PASSWORD_MIN} characters or more."),
            Trouble::Name => "Tell us your first and last name.".to_owned(),
            Trouble::TooOften(wait) => {
                format!("Too many accounts were opened from here or with this address. Wait {}.", wait.words())
            }
        }
    }

    const fn status(self) -> u16 {
        match self {
            Trouble::TooOften(_) => 429,
            _ => 400,
        }
    }
}

/// The form.
pub fn page(config: &Config, view: &View, region: Region, trouble: Option<Trouble>) -> Response {
    let pricing = format!("{}{PRICING_PATH}", config.auth_origin);
    let account = format!("{}{ACCOUNT_PATH}", config.auth_origin);
    let mut content = vec![
        phrase("h1", &[], "Open an account"),
        element(
            "p",
            &[("class", "lead")],
            [
                text("No money is taken for any plan here. "),
                phrase("a", &[("href", &pricing)], "Compare the plans"),
                text("."),
            ],
        ),
    ];
    content
        .extend(trouble.map(|trouble| phrase("p", &[("class", "message bad"), ("role", "alert")], &trouble.message())));
    let longest = NAME_MAX.to_string();
    let name = |name, label, value, hint| {
        field(name, label, &[("value", value), ("autocomplete", hint), ("maxlength", &longest)])
    };
    let shortest = PASSWORD_MIN.to_string();
    content.push(post(
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
            field("email", "E-mail address", &[("type", "email"), ("value", &view.email), ("autocomplete", "email")]),
            field(
                "password",
                "Password",
                &[("type", "password"), ("autocomplete", "new-password"), ("minlength", &shortest)],
            ),
            plans(view.plan),
            residence(config, region),
            submit("button primary full", "Open the account"),
        ],
    ));
    content.push(element(
        "p",
        &[("class", "aside")],
        [text("Have an account? "), phrase("a", &[("href", &account)], "Sign in"), text(".")],
    ));
    let status = trouble.map_or(200, Trouble::status);
    let page = Card { status, title: "Open an account", content, form_action: None }.wide_page();
    match trouble {
        Some(Trouble::TooOften(wait)) => wait.on(page),
        _ => page,
    }
}

fn plans(chosen: Plan) -> Html {
    let choices = Plan::ALL.iter().map(|plan| {
        let row = plan.row();
        let mut attributes = vec![("type", "radio"), ("name", REGISTRATION.plan_parameter), ("value", row.name)];
        attributes.extend((*plan == chosen).then_some(("checked", "")));
        let about = [phrase("strong", &[], row.title), text(" "), text(row.audience)];
        element("label", &[], [void("input", &attributes), element("span", &[], about)])
    });
    element("fieldset", &[("class", "plans")], std::iter::once(phrase("legend", &[], "Plan")).chain(choices))
}

/// Where the account will live, and the forms of the other regions.
fn residence(config: &Config, region: Region) -> Html {
    let mut content = vec![text(&format!("Your data will be kept in {}. Keep it in ", home(region)))];
    for (before, other) in ["", " or "].iter().zip(Region::ALL.into_iter().filter(|other| *other != region)) {
        let address = format!("{}{}", config.origin(other), REGISTRATION.form_path);
        content.extend([text(before), phrase("a", &[("href", &address)], home(other))]);
    }
    content.push(text(" instead."));
    element("p", &[("class", "hint")], content)
}

const fn home(region: Region) -> &'static str {
    match region {
        Region::Us => "the United States",
        Region::Eu => "the European Union",
        Region::Ca => "Canada",
    }
}

/// The page after the form: the same whether the address had an account or not, which the mail alone says.
pub fn done(config: &Config, email: &str) -> Response {
    let (console, account) = (format!("{}/", config.auth_origin), format!("{}{ACCOUNT_PATH}", config.auth_origin));
    let says = format!(
        ". If the address is new here, your account is open: follow the link in the mail to keep it. Sending messages \
         and deploying apps wait for that, and without it the account ends after {UNCONFIRMED_HOURS} hours. If the \
         address has an account already, nothing has changed, and the mail says so."
    );
    let content = vec![
        phrase("h1", &[], "Check your mail"),
        element("p", &[("class", "message good")], [text("We wrote to "), phrase("strong", &[], email), text(&says)]),
        element(
            "div",
            &[("class", "actions")],
            [
                phrase("a", &[("class", "button primary"), ("href", &console)], "Go to the console"),
                phrase("a", &[("class", "button"), ("href", &account)], "See the account"),
            ],
        ),
    ];
    Card { status: 200, title: "Check your mail", content, form_action: None }.page()
}

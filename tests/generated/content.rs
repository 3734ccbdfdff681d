//! The public content for programs: plans and registration as Markdown.

use crate::{fresh, prose, read};
use canvass::spec::apps::{AppState, Audience};
use canvass::spec::content::{self, REGISTRATION, SignUpForm};
use canvass::spec::endpoint::QueryPart;
use canvass::spec::limits::*;
use canvass::spec::plans::{Feature, FeatureValue, Plan, QuestionType};
use canvass::spec::scopes::{PlanRule, Scope};
use canvass::spec::shape::Shape;
use std::collections::BTreeSet;

/// What the registration cannot do yet; none once it can do everything that the texts here say.
pub const NOT_YET: Option<&str> = None;

/// What each plan costs.
const PRICES: &str = "www/_templates/prices.txt";

/// The page with the registration form.
pub const FORM_TEMPLATE: &str = "www/_templates/sign-up.html";

#[test]
fn pricing_md_is_fresh() {
    fresh("www/pricing.md", &pricing());
}

#[test]
fn signup_md_is_fresh() {
    fresh("www/signup.md", &sign_up());
}

#[test]
fn every_tier_scope_and_limit_is_in_pricing_md() {
    let text = pricing();
    for plan in Plan::ALL {
        assert!(text.contains(&format!("| {} | `{}` |", plan.row().title, plan.as_str())), "{}", plan.as_str());
    }
    for scope in Scope::ALL {
        assert!(text.contains(&format!("| `{}` |", scope.as_str())), "{}", scope.as_str());
    }
    let told: BTreeSet<&str> = text.split(|c: char| !c.is_ascii_digit()).collect();
    let source = read("src/spec/limits.rs");
    let mut limits = vec![INTEGER_MAX.to_string()];
    for line in source.lines().filter(|line| line.starts_with("pub const") && !line.contains("str")) {
        let value = line.split_once('=').unwrap().1.replace('_', "");
        limits.extend(value.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).map(str::to_owned));
    }
    assert!(limits.len() > 20, "limits.rs is not read as it should be: {limits:?}");
    for limit in limits {
        assert!(told.contains(limit.as_str()), "{limit} of limits.rs is not in pricing.md");
    }
}

#[test]
fn signup_md_names_the_url_the_method_and_the_signals_of_intent() {
    let text = sign_up();
    assert!(text.contains(&format!("`{}`", REGISTRATION.path)) && text.contains(REGISTRATION.method.as_str()));
    assert!(!REGISTRATION.signals.is_empty() && REGISTRATION.signals.iter().all(|signal| text.contains(signal)));
}

/// What a plan costs: what whoever runs the service says in a file of lines such as `premier: 99 EUR a month`.
fn cost(plan: Plan) -> String {
    let file = read(PRICES);
    let mut told = file.lines().filter_map(|line| line.split_once(':')).filter(|(name, _)| *name == plan.as_str());
    let (_, cost) = told.next().unwrap_or_else(|| panic!("{PRICES} has no line for {}", plan.as_str()));
    assert!(told.next().is_none(), "{PRICES} has two lines for {}", plan.as_str());
    let cost = cost.trim();
    assert!(!cost.is_empty() && !cost.contains('|'), "{PRICES}: {cost}");
    cost.to_owned()
}

/// One line of the comparison: a feature, and what each plan says about it.
pub fn comparison() -> Vec<(String, Vec<String>)> {
    let yes = |included: bool| if included { "yes" } else { "no" }.to_owned();
    let line = |title: &str, say: &dyn Fn(Plan) -> String| {
        (title.to_owned(), Plan::ALL.iter().map(|plan| say(*plan)).collect::<Vec<_>>())
    };
    let mut lines = vec![line("Cost", &cost)];
    for feature in Feature::ALL {
        lines.push(line(about(*feature), &|plan| match plan.feature(*feature) {
            FeatureValue::Limit(None) => "unlimited".to_owned(),
            FeatureValue::Limit(Some(limit)) => limit.to_string(),
            FeatureValue::Enabled(enabled) => yes(enabled),
        }));
    }
    lines.push(line("New contacts in a day", &|plan| plan.row().contacts_a_day.to_string()));
    lines.push(line("Recipients of messages in a day", &|plan| plan.row().recipients_a_day.to_string()));
    lines.push(line("Collectors other than web links", &|plan| yes(plan.collects_beyond_weblinks())));
    lines.push(line("Private apps: direct API access", &|plan| yes(plan.row().direct_api_access)));
    lines.push(line("Team: several members, workgroups, shares", &|plan| yes(plan.row().team)));
    for kind in QuestionType::ALL {
        let name = kind.as_str().trim_end_matches("_question_type").replace('_', " ");
        lines.push(line(&format!("Questions: {name}"), &|plan| yes(plan.includes(*kind))));
    }
    lines
}

fn about(feature: Feature) -> &'static str {
    match feature {
        Feature::CollectorCreateLimit => "Collectors of one survey",
        Feature::CollectorEmailEnabled => "Invitations by email",
        Feature::CollectorThankYouEnabled => "Thank-you page of one's own",
        Feature::CreateQuestionLimit => "Questions of one survey",
        Feature::NumFreeResponses => "Responses of one survey whose answers can be read",
    }
}

fn pricing() -> String {
    let tiers = Plan::ALL.iter().map(|plan| {
        let row = plan.row();
        [row.title.to_owned(), format!("`{}`", row.name), cost(*plan), row.audience.to_owned()].to_vec()
    });
    let heads: Vec<&str> = std::iter::once("Feature").chain(Plan::ALL.iter().map(|plan| plan.row().title)).collect();
    let features = comparison().into_iter().map(|(title, cells)| [vec![title], cells].concat());
    let scopes = Scope::ALL.iter().map(|scope| {
        let plans = match scope.plan_rule() {
            PlanRule::Free => "all",
            PlanRule::Paid => "paid",
            PlanRule::PaidExceptWeblink => "paid; all for collectors of type weblink",
        };
        let approval = if scope.needs_approval() { "yes" } else { "no" };
        [format!("`{}`", scope.as_str()), scope.purpose().to_owned(), plans.to_owned(), approval.to_owned()].to_vec()
    });
    [
        "# Plans".to_owned(),
        format!(
            "For people, the same as a page: `{}`. To open an account: `{}`. What a paid plan costs is set by whoever \
             runs the service.",
            content::PRICING_PATH,
            content::SIGN_UP_GUIDE_PATH,
        ),
        "## Tiers".to_owned(),
        table(&["Tier", "`account_type`", "Cost", "For whom"], tiers),
        "## Features and limits".to_owned(),
        table(&heads, features),
        "## Scopes".to_owned(),
        "What an app can be allowed to do for an account, and which plans have it.".to_owned(),
        table(&["Scope", "Permits", "Plans", "A public app needs approval"], scopes),
        "## Requests of an app".to_owned(),
        table(&["State", "For", "Requests a minute", "Requests a day"], AppState::ALL.iter().map(|state| app(*state))),
        format!(
            "- A minute's count begins anew after {MINUTE_SECONDS} seconds, a day's ({DAY_SECONDS} seconds) at midnight \
             UTC.\n\
             - {VIOLATIONS_TOLERATED} times in {VIOLATION_WINDOW_DAYS} days an app may go up to {VIOLATION_PERCENT} % of \
             its limit; after that the limit is enforced at 100 %.\n\
             - A draft app is disabled {DRAFT_WINDOW_DAYS} days after registration unless it was deployed.\n\
             - A request for a higher limit is reviewed within {REVIEW_BUSINESS_DAYS} business days and may cost extra.",
        ),
        "## Limits of every plan".to_owned(),
        table(&["What", "Limit"], limits().into_iter().map(|(what, limit)| vec![what.to_owned(), limit])),
    ]
    .join("\n\n")
        + "\n"
}

fn app(state: AppState) -> Vec<String> {
    let audience = match state.audience() {
        Audience::Owner => "the account that registered it",
        Audience::Team => "the accounts of one team, each with direct API access",
        Audience::Everyone => "every account",
        Audience::Nobody => "no account",
    };
    let number = |limit| match limit {
        NO_LIMIT => format!("unlimited (headers say {NO_LIMIT})"),
        limit => limit.to_string(),
    };
    let (minute, day) = match state.quota() {
        Some(quota) => (number(quota.per_minute), number(quota.per_day)),
        None => ("none".to_owned(), "none".to_owned()),
    };
    vec![state.as_str().to_owned(), audience.to_owned(), minute, day]
}

fn limits() -> Vec<(&'static str, String)> {
    vec![
        ("Resources on a page of a list, if no size is asked for", PER_PAGE_DEFAULT.to_string()),
        ("Page of a list, if none is asked for", PAGE_DEFAULT.to_string()),
        ("Most resources on a page", PER_PAGE_MAX.to_string()),
        (
            "Most bytes of a page of responses with their answers, unless it is of one response",
            BULK_BYTES_MAX.to_string(),
        ),
        ("Most questions of a survey that the API returns", QUESTIONS_MAX.to_string()),
        ("Most counts in a page of rollups or trends", COUNTS_MAX.to_string()),
        ("Most questions of a survey that is stored", QUESTIONS_STORED_MAX.to_string()),
        ("Most pages of a survey", PAGES_MAX.to_string()),
        ("Most choices, rows or columns of a question", OPTIONS_MAX.to_string()),
        ("Most cells of a question: rows times choices", QUESTION_CELLS_MAX.to_string()),
        ("Most cells of a page of a survey", PAGE_CELLS_MAX.to_string()),
        ("Most cells of a survey", SURVEY_CELLS_MAX.to_string()),
        ("Characters of a text for which it counts as one cell more", CELL_CHARS.to_string()),
        ("Most headings of a question that are assigned at random", HEADINGS_MAX.to_string()),
        ("Most custom variables of a survey", VARIABLES_MAX.to_string()),
        ("Most characters of a title or name in a survey", TITLE_CHARS_MAX.to_string()),
        ("Most characters of any other text in a survey", TEXT_CHARS_MAX.to_string()),
        ("Most bytes of a JSON body", BODY_BYTES_MAX.to_string()),
        ("Largest integer in a payload", INTEGER_MAX.to_string()),
        ("Most recipients of a message", RECIPIENTS_MAX.to_string()),
        ("Most people that one request names as recipients", NAMED_PEOPLE_MAX.to_string()),
        ("Most contact lists that one request names as recipients", NAMED_LISTS_MAX.to_string()),
        ("Most answers to one question in a request", ANSWERS_MAX.to_string()),
        ("Most bytes of a message's text", MESSAGE_BYTES_MAX.to_string()),
        ("Most resources that one request shares with a workgroup", SHARES_BULK_MAX.to_string()),
        ("Most contacts in one bulk request", CONTACTS_BULK_MAX.to_string()),
        ("Most bytes of the texts of a survey's page that a respondent sends", FORM_BYTES_MAX.to_string()),
        ("Most bytes of such a page with files", FORM_BODY_BYTES_MAX.to_string()),
        ("Most fields of such a page", FORM_FIELDS_MAX.to_string()),
        ("Most bytes of a text in such a page", FIELD_BYTES_MAX.to_string()),
        ("Most bytes of a file that a respondent sends", UPLOAD_BYTES_MAX.to_string()),
        ("Most characters of a value that a survey's address carries", CUSTOM_VALUE_MAX.to_string()),
        ("Most responses that are counted for the results that respondents see", TALLIED_RESPONSES_MAX.to_string()),
        (
            "Most requests that an app can ask a review for",
            format!("{} a minute, {} a day", REQUESTED_MAX.per_minute, REQUESTED_MAX.per_day),
        ),
        ("Life of an authorization code", format!("{CODE_LIFETIME_SECONDS} seconds")),
        ("Legacy list: most respondents of a survey that is listed", LEGACY_RESPONDENTS_MAX.to_string()),
        ("Legacy list: respondents shown to a free account", LEGACY_UNPAID_RESPONDENTS.to_string()),
        ("Legacy list: respondents on a page, if no size is asked for", LEGACY_PAGE_SIZE_DEFAULT.to_string()),
    ]
}

fn sign_up() -> String {
    let free = Plan::ALL.iter().filter(|plan| !plan.row().paid).map(|plan| plan.row().title);
    let paid = Plan::ALL.iter().filter(|plan| plan.row().paid).map(|plan| plan.row().title);
    let list = |signals: &[&str]| signals.iter().map(|signal| format!("- {signal}")).collect::<Vec<_>>().join("\n");
    let template = read(FORM_TEMPLATE);
    let docs = SignUpForm::DOC.members.iter();
    let fields = SignUpForm::FIELDS.iter().zip(docs).map(|(field, (_, about))| {
        let required = if field.required { "yes" } else { "no" };
        let kind = match field.shape {
            Shape::Choice(choice) => {
                choice.values.iter().map(|value| format!("`{value}`")).collect::<Vec<_>>().join(", ")
            }
            _ => format!("string{}", length(&template, field.name)),
        };
        vec![format!("`{}`", field.name), required.to_owned(), kind, prose::text(about)]
    });
    let mut sections = vec![
        "# Open an account".to_owned(),
        format!(
            "Registration is a page with a form, which the person fills in: a password is theirs alone. It opens free \
             accounts ({}) and paid ones ({}); `{}` compares them.",
            free.collect::<Vec<_>>().join(", "),
            paid.collect::<Vec<_>>().join(", "),
            content::PRICING_GUIDE_PATH,
        ),
    ];
    sections.extend(NOT_YET.map(|sentence| format!("**Not yet:** {sentence}")));
    sections.extend([
        "## The action".to_owned(),
        table(
            &["What", "Value"],
            [
                vec!["URL".to_owned(), format!("`{}` on the origin of this text", REGISTRATION.path)],
                vec!["Method".to_owned(), format!("{}, in the person's browser", REGISTRATION.method.as_str())],
                vec![
                    "Parameter".to_owned(),
                    format!("`{}`, optional: the plan to begin with", REGISTRATION.plan_parameter),
                ],
                vec!["Authentication".to_owned(), "none".to_owned()],
                vec!["Success".to_owned(), format!("200 with the page, `{}`", content::HTML_TYPE)],
                vec!["Failure".to_owned(), "405 for a method other than GET and HEAD; nothing happens".to_owned()],
            ],
        ),
        "## The form on the page".to_owned(),
        format!(
            "The page posts it to `{}` as `application/x-www-form-urlencoded`. What is accepted opens the account and \
             leads the person on; what is refused opens nothing and shows the form again with the reason.",
            REGISTRATION.form_path,
        ),
        table(&["Field", "Required", "Type", "Meaning"], fields),
        "## When to open it".to_owned(),
        list(REGISTRATION.signals),
        "## When not to".to_owned(),
        list(REGISTRATION.no_signals),
    ]);
    sections.join("\n\n") + "\n"
}

/// The length that the form asks of a field, in words.
fn length(template: &str, name: &str) -> String {
    let tag = template.split('<').find(|tag| tag.contains(&format!("name=\"{name}\"")));
    let tag = tag.unwrap_or_else(|| panic!("{FORM_TEMPLATE} has no field {name}"));
    let attribute = |key: &str| tag.split_once(&format!("{key}=\"")).and_then(|(_, rest)| rest.split('"').next());
    match (attribute("minlength"), attribute("maxlength")) {
        (Some(least), Some(most)) => format!(", {least} to {most} characters"),
        (None, Some(most)) => format!(", at most {most} characters"),
        _ => String::new(),
    }
}

fn table(heads: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| format!("| {} |", cells.join(" | "));
    let heads: Vec<String> = heads.iter().map(|head| (*head).to_owned()).collect();
    let rule = format!("|{}", "---|".repeat(heads.len()));
    let rows = rows.into_iter().map(|row| line(&row));
    [line(&heads), rule].into_iter().chain(rows).collect::<Vec<_>>().join("\n")
}

//! The public pages for people: the templates of www/_templates, filled from the tables.

use crate::content::{FORM_TEMPLATE, NOT_YET, comparison};
use crate::{fresh, read};
use canvass::spec::content::REGISTRATION;
use canvass::spec::plans::Plan;

const PLANS_TEMPLATE: &str = "www/_templates/pricing.html";

#[test]
fn the_pricing_page_is_fresh() {
    fresh("www/pricing/index.html", &pricing_page());
}

#[test]
fn the_sign_up_page_is_fresh() {
    fresh("www/sign-up/index.html", &sign_up_page());
}

#[test]
fn the_pricing_page_lists_the_six_plans() {
    let page = pricing_page();
    for plan in ["Basic", "Advantage", "Standard", "Premier", "Team", "Enterprise"] {
        assert!(page.contains(&format!("<th scope=\"col\">{plan}</th>")), "{plan}");
    }
}

fn pricing_page() -> String {
    let cells = |tag: &str, cells: &[String]| -> String {
        cells.iter().map(|cell| format!("<{tag}>{}</{}>", escaped(cell), &tag[..2])).collect()
    };
    let titles: Vec<String> = Plan::ALL.iter().map(|plan| plan.row().title.to_owned()).collect();
    let audiences: Vec<String> = Plan::ALL.iter().map(|plan| plan.row().audience.to_owned()).collect();
    let lines = std::iter::once(("For whom".to_owned(), audiences)).chain(comparison());
    let rows: Vec<String> = lines
        .map(|(title, line)| format!("<tr><th scope=\"row\">{}</th>{}</tr>", escaped(&title), cells("td", &line)))
        .collect();
    let head = format!("<thead><tr><td></td>{}</tr></thead>", cells("th scope=\"col\"", &titles));
    let table = [vec![head, "<tbody>".to_owned()], rows, vec!["</tbody>".to_owned()]].concat();
    filled(PLANS_TEMPLATE, &[("tiers", table)])
}

fn sign_up_page() -> String {
    let choices = Plan::ALL.iter().map(|plan| {
        let row = plan.row();
        let checked = if row.paid { "" } else { " checked" };
        let cost = if row.paid { "Paid." } else { "Free." };
        format!(
            "<label><input type=\"radio\" name=\"plan\" value=\"{}\"{checked}><span><strong>{}</strong> {} {cost}</span></label>",
            row.name,
            escaped(row.title),
            escaped(row.audience),
        )
    });
    let note = NOT_YET.map(|sentence| format!("<p class=\"message\" id=\"not-yet\">{}</p>", code(&escaped(sentence))));
    let page = filled(
        FORM_TEMPLATE,
        &[
            ("plans", choices.collect()),
            ("note", note.into_iter().collect()),
            ("form path", vec![REGISTRATION.form_path.to_owned()]),
        ],
    );
    match NOT_YET {
        Some(_) => page.replace("type=\"submit\">", "type=\"submit\" disabled aria-describedby=\"not-yet\">"),
        None => page,
    }
}

/// A template with each of its marks replaced by lines, which are indented like the mark.
fn filled(template: &str, marks: &[(&str, Vec<String>)]) -> String {
    let mut page = read(template);
    for (name, lines) in marks {
        let mark = format!("<!-- {name} -->");
        assert_eq!(page.matches(&mark).count(), 1, "{template} must have {mark} once");
        let (before, after) = page.split_once(&mark).unwrap();
        let indent = before.rsplit('\n').next().filter(|start| start.trim().is_empty()).unwrap_or("");
        page = match lines.as_slice() {
            [] => format!("{}{}", before.trim_end(), after),
            lines => format!("{before}{}{after}", lines.join(&format!("\n{indent}"))),
        };
    }
    page
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Words between backticks as code.
fn code(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts.map(|(at, part)| if at % 2 == 1 { format!("<code>{part}</code>") } else { part.to_owned() }).collect()
}

//! Rules: which responses are in view. JSON of `all`, `any`, `not` and conditions.

use super::Field;
use super::clock::parse_any;
use crate::spec::resources::responses::ResponseStatus;
use crate::wire::cause::Cause;
use crate::wire::failure::Failure;
use serde_json::{Map, Value};

/// A rule.
#[derive(Debug, Clone, PartialEq)]
pub enum Rule {
    /// Every one of these; of none, everything.
    All(Vec<Rule>),
    /// At least one of these; of none, nothing.
    Any(Vec<Rule>),
    /// Not this one.
    Not(Box<Rule>),
    /// One condition.
    Condition(Condition),
}

/// A range of numbers, both ends in it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct NumberRange {
    /// The smallest number.
    pub min: Option<f64>,
    /// The largest number.
    pub max: Option<f64>,
}

/// A range of time in seconds since 1970, its end not in it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TimeRange {
    /// The first second.
    pub from: Option<i64>,
    /// The second behind the last.
    pub to: Option<i64>,
}

/// The part of a question that a condition is about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QuestionPart {
    /// Id of the question.
    pub question: String,
    /// Id of the row; `None` for all rows.
    pub row: Option<String>,
    /// Id of the column; `None` for all columns.
    pub column: Option<String>,
}

/// A condition.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// One of these choices was picked; the "other" field counts as one by its id.
    Choices(QuestionPart, Vec<String>),
    /// The question, or the row, was answered or not.
    Answered(QuestionPart, bool),
    /// A text of the question contains this one, folded.
    Text(QuestionPart, String),
    /// A number was entered in this range.
    Number(QuestionPart, NumberRange),
    /// A date or time was entered in this time, which is the respondents' own; times of day are on the first day of
    /// 1970.
    Date(QuestionPart, TimeRange),
    /// A field has one of these values; the empty one means that it is absent.
    Values(Field, Vec<String>),
    /// First saved in this time.
    Created(TimeRange),
    /// Last changed in this time.
    Modified(TimeRange),
    /// Email address, first or last name contain this text, folded.
    Contact(String),
    /// Seconds spent.
    Seconds(NumberRange),
    /// Any text of an answer, or the contact, contains this text, folded.
    AnyText(String),
    /// Has one of these tags.
    Tags(Vec<String>),
    /// Is one of these responses.
    Ids(Vec<String>),
    /// Reached this page.
    Reached(String),
    /// A partial response whose last page is this one.
    LeftAt(String),
}

/// Depth to which rules may be nested.
const DEEPEST: u32 = 32;
/// The members of a condition, other than those that name the answers.
const CONDITIONS: &str = "all, any, not, question, status, created, modified, collector, language, variable, custom, \
                          contact, ip, seconds, text, tag, ids, reached, left_at or mode";

impl Default for Rule {
    fn default() -> Rule {
        Rule::All(Vec::new())
    }
}

impl NumberRange {
    /// Whether a number is in the range.
    pub fn contains(&self, number: f64) -> bool {
        self.min.is_none_or(|min| number >= min) && self.max.is_none_or(|max| number <= max)
    }
}

impl TimeRange {
    /// Whether a second is in the range.
    pub fn contains(&self, second: i64) -> bool {
        self.from.is_none_or(|from| second >= from) && self.to.is_none_or(|to| second < to)
    }
}

/// The refusal of an argument: `path` names it, `must` completes "must be".
pub fn refuse(path: &str, must: &str) -> Box<Failure> {
    let mut failure =
        Failure::local(Cause::InvalidArgument, &["The argument \"", path, "\" must be ", must, "."].concat());
    failure.path = path.to_owned();
    failure
}

impl Rule {
    /// Reads a rule from JSON; empty text is the rule that lets everything through.
    ///
    /// # Errors
    ///
    /// An invalid argument that names the member.
    pub fn parse(json: &str) -> Result<Rule, Box<Failure>> {
        if json.is_empty() {
            return Ok(Rule::default());
        }
        let value = serde_json::from_str(json).map_err(|_| refuse("rule", "JSON"))?;
        Rule::from_value(Some(&value))
    }

    /// Reads a rule from the member `rule` of a query; `None` and `null` are the rule that lets everything through.
    ///
    /// # Errors
    ///
    /// An invalid argument that names the member.
    pub fn from_value(value: Option<&Value>) -> Result<Rule, Box<Failure>> {
        Rule::from_member(value, "rule")
    }

    /// Reads a rule from a member of a query that the path names.
    ///
    /// # Errors
    ///
    /// An invalid argument that names the member.
    fn from_member(value: Option<&Value>, path: &str) -> Result<Rule, Box<Failure>> {
        match value {
            None | Some(Value::Null) => Ok(Rule::default()),
            Some(value) => read_rule(value, path, DEEPEST),
        }
    }
}

fn read_rule(value: &Value, path: &str, depth: u32) -> Result<Rule, Box<Failure>> {
    let Value::Object(members) = value else { return Err(refuse(path, "an object")) };
    let depth = depth.checked_sub(1).ok_or_else(|| refuse(path, "nested at most 32 deep"))?;
    let Some((name, first)) = members.iter().next() else { return Ok(Rule::default()) };
    if !matches!(name.as_str(), "all" | "any" | "not") {
        return read_condition(members, path).map(Rule::Condition);
    }
    if members.len() > 1 {
        return Err(refuse(path, "either a group or one condition"));
    }
    let inner = [path, ".", name].concat();
    if name == "not" {
        return Ok(Rule::Not(Box::new(read_rule(first, &inner, depth)?)));
    }
    let Value::Array(items) = first else { return Err(refuse(&inner, "an array")) };
    let rules = items.iter().enumerate().map(|(position, item)| read_rule(item, &item_path(&inner, position), depth));
    let rules = rules.collect::<Result<Vec<Rule>, Box<Failure>>>()?;
    Ok(if name == "all" { Rule::All(rules) } else { Rule::Any(rules) })
}

fn item_path(path: &str, position: usize) -> String {
    let mut item = [path, "["].concat();
    crate::wire::text::number_into(&mut item, position as u64);
    item.push(']');
    item
}

fn read_condition(members: &Map<String, Value>, path: &str) -> Result<Condition, Box<Failure>> {
    let at = |name: &str| [path, ".", name].concat();
    let part = match members.get("question") {
        Some(question) => Some(QuestionPart {
            question: text(question, &at("question"))?,
            row: members.get("row").map(|row| text(row, &at("row"))).transpose()?,
            column: members.get("column").map(|column| text(column, &at("column"))).transpose()?,
        }),
        None => None,
    };
    // A condition has one member that compares; the others say where.
    let others: &[&str] = match part {
        Some(_) => &["question", "row", "column"],
        None if members.contains_key("variable") => &["values"],
        None => &[],
    };
    let mut names = members.keys().filter(|name| !others.contains(&name.as_str()));
    let (name, more) = (names.next().map(String::as_str), names.next());
    let (Some(name), None) = (name, more) else {
        return Err(refuse(path, ["one condition: ", CONDITIONS].concat().as_str()));
    };
    let (value, path) = (members.get(name).unwrap_or(&Value::Null), at(name));
    if let Some(part) = part {
        return Ok(match name {
            "choices" => Condition::Choices(part, texts(value, &path)?),
            "answered" => Condition::Answered(part, value.as_bool().ok_or_else(|| refuse(&path, "true or false"))?),
            "text" => Condition::Text(part, text(value, &path)?),
            "number" => Condition::Number(part, number_range(value, &path)?),
            "date" => Condition::Date(part, time_range(value, &path)?),
            _ => return Err(refuse(&path, "question with choices, answered, text, number or date")),
        });
    }
    Ok(match name {
        "status" => Condition::Values(Field::Status, statuses(value, &path)?),
        "collector" => Condition::Values(Field::Collector, texts(value, &path)?),
        "language" => Condition::Values(Field::Language, texts(value, &path)?),
        "mode" => Condition::Values(Field::Mode, texts(value, &path)?),
        "custom" => Condition::Values(Field::Custom, texts(value, &path)?),
        "ip" => Condition::Values(Field::Ip, texts(value, &path)?),
        "variable" => {
            let (values, at_values) = (members.get("values").unwrap_or(&Value::Null), at("values"));
            Condition::Values(Field::Variable(text(value, &path)?), texts(values, &at_values)?)
        }
        "created" => Condition::Created(time_range(value, &path)?),
        "modified" => Condition::Modified(time_range(value, &path)?),
        "contact" => Condition::Contact(text(value, &path)?),
        "seconds" => Condition::Seconds(number_range(value, &path)?),
        "text" => Condition::AnyText(text(value, &path)?),
        "tag" => Condition::Tags(texts(value, &path)?),
        "ids" => Condition::Ids(texts(value, &path)?),
        "reached" => Condition::Reached(text(value, &path)?),
        "left_at" => Condition::LeftAt(text(value, &path)?),
        _ => return Err(refuse(&path, ["one of ", CONDITIONS].concat().as_str())),
    })
}

/// A text; ids may be numbers.
fn text(value: &Value, path: &str) -> Result<String, Box<Failure>> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        _ => Err(refuse(path, "a string")),
    }
}

fn texts(value: &Value, path: &str) -> Result<Vec<String>, Box<Failure>> {
    let Value::Array(items) = value else { return Err(refuse(path, "an array")) };
    items.iter().enumerate().map(|(position, item)| text(item, &item_path(path, position))).collect()
}

fn statuses(value: &Value, path: &str) -> Result<Vec<String>, Box<Failure>> {
    let statuses = texts(value, path)?;
    match statuses.iter().position(|status| ResponseStatus::parse(status).is_none()) {
        Some(position) => Err(refuse(&item_path(path, position), "completed, partial, overquota or disqualified")),
        None => Ok(statuses),
    }
}

/// The two ends of a range. A range without an end that is known would let everything through.
fn ends<'v>(value: &'v Value, path: &str, names: [&str; 2]) -> Result<[Option<&'v Value>; 2], Box<Failure>> {
    let known = names.join(" or ");
    let members = value.as_object().filter(|members| members.values().any(|end| !end.is_null()));
    let members = members.ok_or_else(|| refuse(path, &["an object with ", &known].concat()))?;
    match members.keys().find(|name| !names.contains(&name.as_str())) {
        Some(name) => Err(refuse(&[path, ".", name].concat(), &known)),
        None => Ok(names.map(|name| members.get(name).filter(|end| !end.is_null()))),
    }
}

fn number_range(value: &Value, path: &str) -> Result<NumberRange, Box<Failure>> {
    let [min, max] = ends(value, path, ["min", "max"])?;
    let number = |end: Option<&Value>, name: &str| {
        let read = |end: &Value| end.as_f64().ok_or_else(|| refuse(&[path, name].concat(), "a number"));
        end.map(read).transpose()
    };
    Ok(NumberRange { min: number(min, ".min")?, max: number(max, ".max")? })
}

fn time_range(value: &Value, path: &str) -> Result<TimeRange, Box<Failure>> {
    let [from, to] = ends(value, path, ["from", "to"])?;
    let second = |end: Option<&Value>, name: &str| {
        let expected = || refuse(&[path, name].concat(), "a date such as 2026-03-05T18:06:31Z");
        end.map(|end| end.as_str().and_then(parse_any).ok_or_else(expected)).transpose()
    };
    Ok(TimeRange { from: second(from, ".from")?, to: second(to, ".to")? })
}

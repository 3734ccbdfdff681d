//! What a row must contain, calculated in another way: every answer looks through all columns for those whose ids are
//! its own.

use crate::Cells;
use canvass::results::{Column, ColumnContent};
use canvass::wire::plain_text::plain_text;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A response as it must come out: its cells, and what must stand in the last column.
pub struct Reckoned {
    pub cells: Cells,
    pub unmatched: Vec<Value>,
}

/// What a translation says, by place, id and text.
pub type Words = BTreeMap<(String, String, String), String>;

pub fn words(translation: Option<&Value>) -> Words {
    let list = translation.and_then(|translation| translation["translations"].as_array()).cloned().unwrap_or_default();
    let text = |word: &Value, name: &str| word[name].as_str().unwrap().to_owned();
    let mut words = Words::new();
    for word in &list {
        // The first of two words for one text is the one that counts.
        let key = (text(word, "context"), text(word, "resource_id"), text(word, "default"));
        words.entry(key).or_insert_with(|| text(word, "translation"));
    }
    words.retain(|_, word| !word.trim().is_empty());
    words
}

/// The labels of a list by id: its texts without markup, where they are blank the weights, else the ids; those that
/// repeat have the id.
fn labels(list: &Value, context: &str, words: &Words) -> BTreeMap<String, String> {
    let list = if list.is_object() { vec![list.clone()] } else { list.as_array().cloned().unwrap_or_default() };
    let plain: Vec<(String, String)> = list
        .iter()
        .map(|item| {
            let id = item["id"].as_str().unwrap().to_owned();
            let text = item["text"].as_str().unwrap().to_owned();
            let text = words.get(&(context.to_owned(), id.clone(), text.clone())).cloned().unwrap_or(text);
            let text = plain_text(&text);
            let weight = item["weight"].as_u64().map(|weight| weight.to_string());
            let label = if text.is_empty() { weight.unwrap_or_else(|| id.clone()) } else { text };
            (id, label)
        })
        .collect();
    let count = |label: &str| plain.iter().filter(|(_, other)| other == label).count();
    plain
        .iter()
        .map(|(id, label)| (id.clone(), if count(label) > 1 { format!("{label} [{id}]") } else { label.clone() }))
        .collect()
}

/// One question, as its answers see it.
struct Asked<'a> {
    design: &'a Value,
    columns: Vec<&'a Column>,
    choices: BTreeMap<String, String>,
    others: BTreeMap<String, String>,
    menus: BTreeMap<String, BTreeMap<String, String>>,
}

impl<'a> Asked<'a> {
    fn of(id: &str, design: &'a Value, columns: &'a [Column], words: &Words) -> Option<Asked<'a>> {
        let pages = design["pages"].as_array().unwrap().iter();
        let design =
            pages.flat_map(|page| page["questions"].as_array().unwrap()).find(|question| question["id"] == id)?;
        let answers = &design["answers"];
        let menu = |column: &Value| {
            (column["id"].as_str().unwrap().to_owned(), labels(&column["choices"], "answer_choice", words))
        };
        Some(Asked {
            design,
            columns: columns.iter().filter(|column| column.question_id == id).collect(),
            choices: labels(&answers["choices"], "answer_choice", words),
            others: labels(&answers["other"], "answer_other", words),
            menus: answers["cols"].as_array().map(|list| list.iter().map(menu).collect()).unwrap_or_default(),
        })
    }

    /// The one column with these contents, row and choice.
    fn column(&self, contents: &[ColumnContent], row: &str, choice: &str) -> Option<&'a str> {
        let fits = |column: &&&Column| {
            contents.contains(&column.content) && column.row_id == row && column.choice_id == choice
        };
        let mut found = self.columns.iter().filter(fits);
        let one = found.next()?;
        assert!(found.next().is_none(), "two columns for {row} {choice}");
        Some(&one.key)
    }

    /// The cells of an answer; none if any part of it has none.
    fn cells(&self, answer: &Value) -> Option<Vec<(&'a str, String)>> {
        let part = |name: &str| answer[name].as_str().unwrap_or("");
        let (choice, row, column, other) = (part("choice_id"), part("row_id"), part("col_id"), part("other_id"));
        let text = match &answer["text"] {
            Value::Null => None,
            Value::String(text) => Some(text.clone()),
            number => Some(number.to_string()),
        };
        let mut cells = Vec::new();
        let mut row_is_told = row.is_empty();
        if !choice.is_empty() {
            let label = if column.is_empty() { self.choices.get(choice) } else { self.menus.get(column)?.get(choice) };
            let label = label.or_else(|| self.others.get(choice)).cloned().unwrap_or_else(|| choice.to_owned());
            let place = self.column(&[ColumnContent::Choice], row, column).or_else(|| {
                self.column(&[ColumnContent::Picked, ColumnContent::Other], row, choice).filter(|_| column.is_empty())
            })?;
            cells.push((place, label));
            row_is_told = true;
        } else if !column.is_empty() {
            return None;
        }
        if let Some(file) = answer["download_url"].as_str() {
            cells.push((self.column(&[ColumnContent::File], row, "file")?, file.to_owned()));
        }
        if !other.is_empty() {
            let own = self.column(&[ColumnContent::Other], row, other);
            let place = own.or_else(|| self.column(&[ColumnContent::Other], "", other).filter(|_| row_is_told))?;
            let written = text.filter(|text| !text.is_empty()).unwrap_or_else(|| self.others[other].clone());
            cells.push((place, written));
        } else if let Some(text) = text {
            let name = if self.column(&[ColumnContent::File], "", "file").is_some() { "name" } else { "" };
            cells.push((self.column(&[ColumnContent::Text, ColumnContent::Date], row, name)?, text));
        }
        (!cells.is_empty()).then_some(cells)
    }
}

/// The row that a response must become.
pub fn reckon(response: &Value, design: &Value, columns: &[Column], words: &Words) -> Reckoned {
    let mut reckoned = Reckoned { cells: Cells::new(), unmatched: Vec::new() };
    let put = |cells: &mut Cells, key: &str, value: &str| {
        if !value.is_empty() {
            let cell = cells.entry(key.to_owned()).or_default();
            cell.push_str(if cell.is_empty() { "" } else { "; " });
            cell.push_str(value);
        }
    };
    for name in ["id", "collector_id", "custom_value"] {
        put(&mut reckoned.cells, name, response[name].as_str().unwrap());
    }
    put(&mut reckoned.cells, "total_time", &response["total_time"].to_string());
    for (name, value) in response["custom_variables"].as_object().unwrap() {
        match value.as_str().filter(|_| design["custom_variables"].get(name).is_some()) {
            Some(value) => put(&mut reckoned.cells, &format!("custom_variables.{name}"), value),
            None => reckoned.unmatched.push(json!({ "custom_variable": name, "value": value })),
        }
    }
    for question in
        response["pages"].as_array().unwrap().iter().filter_map(|page| page["questions"].as_array()).flatten()
    {
        let id = question["id"].as_str().unwrap();
        let asked = Asked::of(id, design, columns, words);
        for answer in question["answers"].as_array().unwrap() {
            let cells = asked.as_ref().filter(|_| answer.is_object()).and_then(|asked| asked.cells(answer));
            match cells {
                Some(cells) => cells.iter().for_each(|(key, value)| put(&mut reckoned.cells, key, value)),
                None => reckoned.unmatched.push(json!({ "question_id": id, "value": answer })),
            }
        }
        let Some(variant) = question["variable_id"].as_str().filter(|variant| !variant.is_empty()) else { continue };
        match asked
            .as_ref()
            .and_then(|asked| Some((asked.column(&[ColumnContent::Variant], "", "variable_id")?, asked)))
        {
            Some((key, asked)) => put(&mut reckoned.cells, key, &shown(asked.design, variant, words)),
            None => reckoned.unmatched.push(json!({ "question_id": id, "value": { "variable_id": variant } })),
        }
    }
    reckoned
}

/// The heading with an id, told apart from others of the same text; an unknown id stands for itself.
fn shown(question: &Value, variant: &str, words: &Words) -> String {
    let id = question["id"].as_str().unwrap();
    let headings: Vec<(&str, String)> = question["headings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|heading| {
            let text = heading["heading"].as_str().unwrap().to_owned();
            let key = ("question_heading".to_owned(), id.to_owned(), text.clone());
            (heading["random_assignment"]["id"].as_str().unwrap(), plain_text(words.get(&key).unwrap_or(&text)))
        })
        .collect();
    let Some((_, text)) = headings.iter().find(|(id, _)| *id == variant) else { return variant.to_owned() };
    let repeated = headings.iter().filter(|(_, other)| other == text).count() > 1;
    if repeated { format!("{text} [{variant}]") } else { text.clone() }
}

//! Random surveys of every kind of question with responses as the service gives them, from a number alone.

use canvass::results::analysis;
use canvass::results::store::Store;
use canvass::spec::questions::{DISPLAYS, KINDS, Kind, Parts, Picks, Subtype};
use canvass::wire::dates::Timestamp;
use serde_json::{Map, Value, json};

/// A random sequence (SplitMix64).
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) % sides.max(1) as u64) as usize
    }

    /// A sequence of its own, which leaves this one as it is.
    fn fork(&self) -> Dice {
        Dice(!self.0)
    }

    pub fn one_in(&mut self, sides: usize) -> bool {
        self.roll(sides) == 0
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.roll(list.len())]
    }
}

/// A survey with responses.
pub struct AnalysisWorld {
    pub design: Value,
    pub responses: Vec<Value>,
}

/// How many random surveys a test makes.
pub fn surveys(by_default: u64) -> std::ops::Range<u64> {
    0..std::env::var("CANVASS_RANDOM_SURVEYS").ok().and_then(|text| text.parse().ok()).unwrap_or(by_default)
}

/// The result of a query of a store.
#[track_caller]
pub fn query(store: &Store, kind: &str, query: &Value) -> Value {
    let text = analysis::run(store, kind, query).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// A store with all responses of a list, in pages of different sizes.
pub fn store_of(design: &Value, responses: &[Value]) -> Store {
    let mut store = Store::new(design.to_string().as_bytes()).unwrap();
    for (number, page) in responses.chunks(37).enumerate() {
        let page = json!({ "data": page, "page": number + 1, "per_page": 37, "total": responses.len(), "links": {} });
        store.put(page.to_string().as_bytes()).unwrap();
    }
    store
}

struct Maker {
    dice: Dice,
    last_id: u64,
    /// Days between the first and the last answered date.
    days: usize,
}

impl AnalysisWorld {
    pub fn new(number: u64) -> AnalysisWorld {
        let mut maker = Maker { dice: Dice(number), last_id: 40_000_000 + number % 1_000, days: 0 };
        maker.days = *maker.dice.fork().pick(&[1, 15, 90, 400, 1_000, 1_500, 7_000, 50_000, 90_000]);
        let pages: Vec<Value> = (0..1 + maker.dice.roll(3)).map(|_| maker.page()).collect();
        let design = json!({ "id": "9001", "title": "Random", "pages": pages, "custom_variables": { "source": "" } });
        let size = *maker.dice.pick(&[0, 1, 20, 150, 150, 300]);
        let responses = (0..size).map(|number| maker.response(&design, number)).collect();
        AnalysisWorld { design, responses }
    }

    pub fn store(&self) -> Store {
        store_of(&self.design, &self.responses)
    }

    /// All questions of the design with the positions of their pages.
    pub fn questions(&self) -> Vec<(usize, &Value)> {
        let pages = self.design["pages"].as_array().unwrap().iter().enumerate();
        pages.flat_map(|(page, value)| list(&value["questions"]).iter().map(move |question| (page, question))).collect()
    }
}

/// A list in a design; none is empty.
pub fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

impl Maker {
    fn id(&mut self) -> String {
        self.last_id += 1 + self.dice.roll(9) as u64;
        self.last_id.to_string()
    }

    fn page(&mut self) -> Value {
        let questions: Vec<Value> = (0..self.dice.roll(6)).map(|_| self.question()).collect();
        json!({ "id": self.id(), "title": format!("<b>Page</b> {}", self.last_id), "questions": questions })
    }

    fn question(&mut self) -> Value {
        let kind = self.dice.pick(KINDS);
        let displays: Vec<_> = DISPLAYS
            .iter()
            .filter(|display| display.family == kind.family && display.subtype.is_none_or(|only| only == kind.subtype))
            .collect();
        let display = (!displays.is_empty() && self.dice.one_in(2)).then(|| *self.dice.pick(&displays));
        let mut question = json!({
            "id": self.id(), "family": kind.family.as_str(), "subtype": kind.subtype.as_str(), "visible": !self.dice.one_in(8),
            "headings": [{ "heading": "<p>&nbsp;</p>" }, { "heading": format!("<b>Question</b>\n{}", self.last_id) }],
        });
        if let Some(display) = display {
            question["display_options"] = json!({ "display_type": display.display_type.as_str() });
        }
        let parts = display.map_or(kind.parts, |display| display.parts);
        let mut answers = Map::new();
        if matches!(parts, Parts::Choice | Parts::RowChoice) {
            answers.insert("choices".to_owned(), self.choices(kind));
        }
        if matches!(parts, Parts::RowChoice | Parts::RowColumnChoice | Parts::RowText) {
            let (rows, blank) = (1 + self.dice.roll(3), self.dice.one_in(3));
            let row = |_| {
                let mut row = self.option("Row");
                if blank {
                    row["text"] = json!(" ");
                }
                row
            };
            answers.insert("rows".to_owned(), (0..rows).map(row).collect());
        }
        if parts == Parts::RowColumnChoice {
            let columns: Vec<Value> = (0..1 + self.dice.roll(2))
                .map(|_| {
                    let mut column = self.option("Column");
                    column["choices"] = (0..2 + self.dice.roll(2)).map(|_| self.option("Entry")).collect();
                    column
                })
                .collect();
            answers.insert("cols".to_owned(), json!(columns));
        }
        if matches!(parts, Parts::Choice | Parts::RowChoice | Parts::RowColumnChoice) && self.dice.one_in(2) {
            let mut other = self.option("Other");
            other["is_answer_choice"] = json!(parts == Parts::Choice && self.dice.one_in(2));
            answers.insert("other".to_owned(), other);
        }
        question["answers"] = Value::Object(answers);
        question
    }

    fn option(&mut self, name: &str) -> Value {
        json!({ "id": self.id(), "text": format!("{name} &amp; <i>{}</i>", self.last_id), "visible": !self.dice.one_in(8) })
    }

    fn choices(&mut self, kind: &Kind) -> Value {
        let points = self.dice.one_in(6);
        let count = if points { 11 } else { 2 + self.dice.roll(5) };
        let (weighted, has_na) = (self.dice.one_in(2), self.dice.one_in(3) && !points);
        (0..count)
            .map(|number| {
                let mut choice = self.option("Choice");
                choice["position"] = json!(number + 1);
                if points {
                    choice["text"] = json!(number.to_string());
                    choice["visible"] = json!(true);
                }
                if weighted {
                    let is_place = kind.subtype == Subtype::Ranking;
                    choice["weight"] = json!(if is_place { number as i64 + 1 } else { self.dice.roll(6) as i64 - 2 });
                    // The position of a place behind "not applicable", as after its row was deleted, is another number.
                    if is_place && !choice["visible"].as_bool().unwrap() {
                        choice["position"] = json!(count + number);
                    }
                }
                if has_na && number + 1 == count {
                    choice["is_na"] = json!(true);
                }
                choice
            })
            .collect()
    }

    fn response(&mut self, design: &Value, number: usize) -> Value {
        let pages = list(&design["pages"]);
        let (has_path, reached) = (self.dice.one_in(2), 1 + self.dice.roll(pages.len()));
        let status = match self.dice.roll(8) {
            0 => "disqualified",
            1 => "overquota",
            2 | 3 => "partial",
            _ => "completed",
        };
        let reached = if status == "completed" { pages.len() } else { reached };
        let path: Vec<&Value> = pages.iter().take(reached).map(|page| &page["id"]).collect();
        let answered: Vec<Value> = pages
            .iter()
            .enumerate()
            .map(|(position, page)| {
                let shown = list(&page["questions"]).iter().filter(|_| position < reached);
                let questions: Vec<Value> = shown.filter_map(|question| self.answered(question)).collect();
                json!({ "id": page["id"], "questions": questions })
            })
            .collect();
        // From March to April, in which European clocks change; some in one second.
        let created = 1_774_000_000 + self.dice.roll(20) as i64 * 86_400 + self.dice.roll(90_000) as i64 / 7 * 7;
        let text = |seconds: i64| Timestamp(seconds * 1_000).with_offset().0;
        json!({
            "id": (70_000_000 + number * 3).to_string(), "survey_id": "9001", "collector_id": self.dice.pick(&["11", "12", "13"]),
            "recipient_id": "", "response_status": status, "total_time": if self.dice.one_in(9) { 0 } else { self.dice.roll(4_000) },
            "collection_mode": if self.dice.one_in(12) { "survey_preview" } else { "default" },
            "custom_value": "", "first_name": "", "last_name": "", "email_address": "", "ip_address": "",
            "custom_variables": { "source": self.dice.pick(&["mail", "web", ""]) }, "logic_path": {},
            "page_path": if has_path { json!(path) } else { json!([]) },
            "metadata": { "contact": {}, "respondent": { "language": { "type": "string", "value": self.dice.pick(&["en", "de", "fr"]) } } },
            "pages": answered, "edit_url": "https://x/e", "analyze_url": "https://x/a", "href": "https://x/r",
            "date_created": text(created), "date_modified": text(created + 5),
        })
    }

    fn answered(&mut self, question: &Value) -> Option<Value> {
        if self.dice.one_in(5) {
            return None;
        }
        let answers = self.answers(question);
        (!answers.is_empty()).then(|| json!({ "id": question["id"], "answers": answers }))
    }

    fn answers(&mut self, question: &Value) -> Vec<Value> {
        let kind = kind_of(question);
        let design = &question["answers"];
        let display = question["display_options"]["display_type"].as_str().unwrap_or("");
        let (choices, rows) = (list(&design["choices"]), list(&design["rows"]));
        let other = &design["other"];
        let mut answers = Vec::new();
        match (kind.parts, kind.picks) {
            (Parts::Nothing, _) => {}
            (Parts::Choice, picks) => {
                let is_other = other["is_answer_choice"] == true && self.dice.one_in(4);
                answers.extend(is_other.then(|| json!({ "other_id": other["id"], "text": "Something else" })));
                if picks == Picks::One && !is_other {
                    answers.push(json!({ "choice_id": self.dice.pick(choices)["id"] }));
                } else if picks == Picks::Many {
                    let picked = choices.iter().filter(|_| self.dice.one_in(3));
                    answers.extend(picked.map(|choice| json!({ "choice_id": choice["id"] })));
                }
            }
            (Parts::RowChoice, Picks::ManyPerRow) => {
                for row in rows {
                    let picked = choices.iter().filter(|_| self.dice.one_in(3));
                    answers.extend(picked.map(|choice| json!({ "row_id": row["id"], "choice_id": choice["id"] })));
                }
            }
            (Parts::RowChoice, _) if kind.subtype == Subtype::Ranking => {
                // A place is given once.
                let first = self.dice.roll(choices.len());
                let places = choices.iter().cycle().skip(first).take(choices.len());
                let ranked = rows.iter().zip(places);
                answers.extend(ranked.map(|(row, place)| json!({ "row_id": row["id"], "choice_id": place["id"] })));
            }
            (Parts::RowChoice, _) => {
                for row in rows.iter().filter(|_| !self.dice.one_in(4)).collect::<Vec<_>>() {
                    answers.push(json!({ "row_id": row["id"], "choice_id": self.dice.pick(choices)["id"] }));
                }
            }
            (Parts::RowColumnChoice, _) => {
                for row in rows {
                    for column in list(&design["cols"]) {
                        if !self.dice.one_in(3) {
                            let choice = self.dice.pick(list(&column["choices"]));
                            answers.push(
                                json!({ "row_id": row["id"], "col_id": column["id"], "choice_id": choice["id"] }),
                            );
                        }
                    }
                }
            }
            (Parts::RowText, _) => {
                for row in rows.iter().filter(|_| !self.dice.one_in(3)).collect::<Vec<_>>() {
                    answers.push(json!({ "row_id": row["id"], "text": self.text(kind, display) }));
                }
            }
            _ if display == "file_upload" => {
                answers.push(
                    json!({ "download_url": "https://x/file.png", "content_type": "image/png", "text": "file.png" }),
                );
            }
            _ => answers.push(json!({ "text": self.text(kind, display) })),
        }
        let may_comment = other.is_object() && other["is_answer_choice"] != true;
        if may_comment && self.dice.one_in(4) {
            answers.push(json!({ "other_id": other["id"], "text": "A comment" }));
        }
        answers
    }

    fn day(&mut self) -> String {
        let day = self.dice.roll(28) * self.days / 28;
        let iso = Timestamp(day as i64 * 86_400_000).iso_without_offset().0;
        format!("{}/{}/{}", &iso[5..7], &iso[8..10], &iso[..4])
    }

    fn time_of_day(&self) -> String {
        let mut dice = self.dice.fork();
        let half = *dice.pick(&["AM", "PM"]);
        format!("{:02}:{:02} {half}", 1 + dice.roll(12), dice.roll(60))
    }

    fn text(&mut self, kind: &Kind, display: &str) -> String {
        match (kind.subtype, display) {
            (Subtype::Numerical, _) | (_, "slider") => {
                (*self.dice.pick(&["7", "-3.25", "1,5", "none", "12", "0", "100", "41.5", " 8 "])).to_owned()
            }
            (Subtype::Both, _) => format!("{} {}", self.day(), self.time_of_day()),
            (Subtype::DateOnly, _) => self.day(),
            (Subtype::TimeOnly, _) => self.time_of_day(),
            _ => {
                let words = ["Café", "great", "the", "Price", "slow", "SLOW", "delivery", "naïve"];
                (0..1 + self.dice.roll(6)).map(|_| *self.dice.pick(&words)).collect::<Vec<_>>().join(" ")
            }
        }
    }
}

/// The kind of a question of a design.
pub fn kind_of(question: &Value) -> &'static Kind {
    let is = |name: &str, value: &str| question[name] == value;
    KINDS.iter().find(|kind| is("family", kind.family.as_str()) && is("subtype", kind.subtype.as_str())).unwrap()
}

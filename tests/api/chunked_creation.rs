//! Large surveys are created in chunks: all or nothing, and not visible before the end.

use crate::support::database::Database;
use crate::support::{Answered, World};
use canvass::service::actor::chunked_work::ChunkedWork;
use canvass::service::actor::protocol::{ActorId, ActorReply, Message};
use canvass::service::store::sql::Sql;
use canvass::spec::errors::Error;
use canvass::wire::http::Response;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::rc::Rc;

const HOUR: i64 = 3_600_000;

fn options(count: usize) -> Value {
    (1..=count).map(|number| json!({ "text": format!("choice {number}") })).collect()
}

fn list(count: usize) -> Value {
    json!({ "headings": [{ "heading": format!("Which of {count}?") }], "family": "multiple_choice", "subtype": "vertical",
            "answers": { "choices": options(count), "other": { "text": "Another" } } })
}

fn matrix(rows: usize, choices: usize) -> Value {
    json!({ "headings": [{ "heading": "How?" }], "family": "matrix", "subtype": "single",
            "answers": { "rows": options(rows), "choices": options(choices) } })
}

fn plain(number: usize) -> Value {
    json!({ "headings": [{ "heading": format!("Question {number}?") }], "family": "open_ended", "subtype": "single" })
}

/// A survey of 20,000 cells.
fn largest() -> Value {
    let lists = json!({ "title": "Lists", "questions": vec![list(499); 10] });
    json!({ "title": "Largest", "pages": [lists, { "questions": [matrix(50, 50), matrix(50, 50)] }, lists, lists] })
}

/// What a design has beside ids and addresses, and all its ids in order.
fn parted(mut value: Value) -> (Value, Vec<u64>) {
    fn part(value: &mut Value, ids: &mut Vec<u64>) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(|item| part(item, ids)),
            Value::Object(fields) => {
                fields.retain(|name, _| name != "href");
                ids.extend(fields.shift_remove("id").map(|id| id.as_str().unwrap().parse::<u64>().unwrap()));
                fields.values_mut().for_each(|field| part(field, ids));
            }
            _ => {}
        }
    }
    let mut ids = Vec::new();
    part(&mut value, &mut ids);
    (value, ids)
}

fn pages(world: &World, survey: &Value) -> Value {
    world.get("owner", &format!("/v3/surveys/{}/details", survey["id"].as_str().unwrap())).ok()["pages"].clone()
}

/// Fails unless every chunk since the last time asked little of its database.
#[track_caller]
fn little(world: &World) {
    let most = world.most();
    assert!(most.statements <= 40 && most.rows <= 450 && most.bytes <= 250_000, "{most:?}");
}

fn chunks<T>(world: &World, work: impl FnOnce() -> T) -> (usize, T) {
    let before = world.chunks();
    let done = work();
    (world.chunks() - before, done)
}

/// A request that has come to the team, whose chunks are done one by one.
struct ChunkedRequest<'a> {
    world: &'a World,
    place: ActorId,
    message: Box<Message>,
    chunks: ChunkedWork,
    data: Rc<Database>,
}

impl ChunkedRequest<'_> {
    fn begin<'a>(world: &'a World, body: &Value) -> ChunkedRequest<'a> {
        // The team then holds a lease of the app.
        world.get("owner", "/v3/users/me").ok();
        let mut request = world.request("POST", "owner", "/v3/surveys");
        request.body = body.to_string().into_bytes();
        let ActorReply::Forward { actor: place, message } = world.service.route_request(request, world.now()) else {
            panic!()
        };
        let data = world.database(&place);
        ChunkedRequest { world, place, message, chunks: ChunkedWork::default(), data }
    }

    fn step(&self) -> Option<Response> {
        match self.world.chunk(&self.place, &self.message, &self.chunks, self.world.random(), &*self.data)? {
            ActorReply::RespondCounted(response, _) => Some(response),
            _ => panic!(),
        }
    }

    /// Rows of pages and questions that belong to no survey.
    fn loose(&self) -> i64 {
        let statement = "SELECT (SELECT COUNT(*) FROM questions WHERE survey_id NOT IN (SELECT id FROM surveys))
                              + (SELECT COUNT(*) FROM pages WHERE survey_id NOT IN (SELECT id FROM surveys)) AS loose";
        self.data.run(statement, &[]).unwrap()[0].integer("loose")
    }

    /// Goes on until something is written.
    fn write(&self) {
        while self.loose() == 0 {
            assert!(self.step().is_none());
        }
        assert!(self.step().is_none());
    }

    fn end(&self) -> Response {
        (0..1000).find_map(|_| self.step()).unwrap()
    }
}

#[test]
fn s74_a_large_survey_is_made_in_chunks_and_is_what_its_questions_would_be_one_by_one() {
    let world = World::new();
    world.most();
    let (count, made) = chunks(&world, || world.post("owner", "/v3/surveys", largest()));
    let made = made.ok();
    assert!(count > 40, "{count}");
    little(&world);
    assert_eq!((made["page_count"].as_u64(), made["question_count"].as_u64()), (Some(4), Some(32)));
    let (design, ids) = parted(pages(&world, &made));
    let distinct: BTreeSet<u64> = ids.iter().copied().collect();
    assert_eq!(distinct.len(), ids.len());
    // In their order in the design, those of each kind follow one another.
    let last = *ids.last().unwrap();
    let of_options: Vec<u64> = ids.into_iter().filter(|id| id.abs_diff(last) < 20_000).collect();
    assert_eq!(of_options.len(), 30 * 500 + 2 * 100);
    assert!(of_options.windows(2).all(|pair| pair[0] + 1 == pair[1]));
    let one = world.post("owner", "/v3/surveys", json!({})).ok();
    let page = pages(&world, &one)[0]["id"].as_str().unwrap().to_owned();
    let target = format!("/v3/surveys/{}/pages/{page}/questions", one["id"].as_str().unwrap());
    for (place, question) in [(0, list(499)), (1, matrix(50, 50))] {
        let alone = parted(world.post("owner", &target, question).ok()).0;
        let mut among = design[place]["questions"][0].clone();
        among["position"] = alone["position"].clone();
        assert_eq!(among, alone);
    }
}

#[test]
fn s74_many_questions_and_many_pages_are_written_some_at_a_time() {
    let world = World::new();
    world.most();
    let questions: Vec<Value> = (1..=1000).map(plain).collect();
    let made = world.post("owner", "/v3/surveys", json!({ "pages": [{ "questions": questions }] })).ok();
    little(&world);
    let headings: Vec<Value> = pages(&world, &made)[0]["questions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|question| question["headings"].clone())
        .collect();
    assert_eq!(headings, questions.iter().map(|question| question["headings"].clone()).collect::<Vec<_>>());
    let many: Vec<Value> =
        (1..=1000).map(|number| json!({ "title": number.to_string(), "questions": [plain(number)] })).collect();
    world.most();
    let (count, made) = chunks(&world, || world.post("owner", "/v3/surveys", json!({ "pages": many })));
    assert!(count > 20, "{count}");
    little(&world);
    for (number, page) in (1..).zip(pages(&world, &made.ok()).as_array().unwrap()) {
        assert_eq!((&page["title"], &page["position"]), (&json!(number.to_string()), &json!(number)));
        assert_eq!(page["questions"][0]["headings"], plain(number)["headings"]);
    }
}

#[test]
fn s74_a_copy_of_a_large_survey_is_made_in_chunks_and_is_like_it() {
    let world = World::new();
    let made = world.post("owner", "/v3/surveys", largest()).ok();
    world.most();
    let (count, copy) = chunks(&world, || world.post("owner", "/v3/surveys", json!({ "from_survey_id": made["id"] })));
    assert!(count > 40, "{count}");
    little(&world);
    let ((from, old), (to, new)) = (parted(pages(&world, &made)), parted(pages(&world, &copy.ok())));
    assert_eq!(from, to);
    let all: BTreeSet<u64> = old.iter().chain(&new).copied().collect();
    assert_eq!(all.len(), old.len() + new.len());
}

#[test]
fn s74_what_is_not_finished_is_never_visible_and_is_deleted() {
    let world = World::new();
    let total = || world.get("owner", "/v3/surveys").ok()["total"].clone();
    let before = total();
    let underway = ChunkedRequest::begin(&world, &largest());
    underway.write();
    assert_eq!(total(), before);
    let begun = underway.data.run("SELECT survey_id FROM pages ORDER BY rowid DESC LIMIT 1", &[]).unwrap();
    let path = format!("/v3/surveys/{}", begun[0].text("survey_id"));
    for path in [path.clone(), format!("{path}/pages"), format!("{path}/details")] {
        assert_eq!(world.get("owner", &path).status, 404);
    }
    world.pass(HOUR - 1);
    world.wake_all();
    assert!(underway.loose() > 0);
    world.pass(1);
    world.wake_all();
    assert_eq!(underway.loose(), 0);
    assert!(underway.data.run("SELECT subject FROM jobs WHERE kind = 'take_away'", &[]).unwrap().is_empty());
    // Whoever is that late gets no half of a survey.
    assert_eq!((underway.end().status, total()), (503, before));
}

#[test]
fn s74_two_surveys_that_are_made_at_once_are_two_whole_ones() {
    let world = World::new();
    let mut other = largest();
    other["title"] = "Other".into();
    other["pages"][0]["title"] = "Other lists".into();
    let two = [largest(), other].map(|body| ChunkedRequest::begin(&world, &body));
    let mut answers = [None, None];
    while answers.iter().any(Option::is_none) {
        for (answer, underway) in answers.iter_mut().zip(&two) {
            *answer = answer.take().or_else(|| underway.step());
        }
    }
    let [one, other] = answers.map(|answer| answer.unwrap().ok());
    assert_eq!(two[0].loose(), 0);
    assert_eq!((&one["title"], &other["title"]), (&json!("Largest"), &json!("Other")));
    let ((mut first, old), (second, new)) = (parted(pages(&world, &one)), parted(pages(&world, &other)));
    first[0]["title"] = "Other lists".into();
    assert_eq!(first, second);
    assert_eq!(old.iter().chain(&new).collect::<BTreeSet<_>>().len(), old.len() + new.len());
    let told = "SELECT COUNT(*) AS told FROM activities WHERE subject IN ('Largest', 'Other')";
    assert_eq!(two[0].data.run(told, &[]).unwrap()[0].integer("told"), 2);
    let left = "SELECT subject FROM jobs WHERE kind = 'take_away'";
    assert!(two[0].data.run(left, &[]).unwrap().is_empty());
}

#[test]
fn s74_a_refusal_of_the_last_question_leaves_nothing_and_one_of_a_large_matrix_is_early() {
    let world = World::new();
    let mut body = largest();
    body["pages"][3]["questions"][9]["answers"]["choices"][498]["text"] = "".into();
    let underway = ChunkedRequest::begin(&world, &body);
    let rows = underway.data.rows_but("grants");
    let answer = underway.end();
    assert_eq!(answer.status, 400);
    assert!(answer.body().to_string().contains("pages[3].questions[9].answers.choices[498].text"), "{}", answer.body());
    assert_eq!(underway.data.rows_but("grants"), rows);
    let large = json!({ "pages": vec![json!({ "questions": [matrix(500, 500)] }); 20] });
    let (count, answer) = chunks(&world, || world.post("owner", "/v3/surveys", large));
    answer.fails(Error::ResourceLimit);
    // The door's, the app's, three that read the body, and the team's: no page after the first is read.
    assert!(count <= 7, "{count}");
}

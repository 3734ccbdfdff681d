//! Long work is done in chunks: the result is the same, and no chunk does much.

use crate::support::database::Load;
use crate::support::{Answered, World, people, surveys};
use canvass::service::actor::chunked_work::ChunkedWork;
use canvass::service::actor::protocol::{ActorId, ActorReply};
use canvass::service::store::sql::Sql as _;
use serde_json::{Value, json};

fn options(count: usize) -> Value {
    (1..=count).map(|number| json!({ "text": format!("choice {number}") })).collect()
}

/// A survey of as many cells as one may have: a page of lists, one of matrices, and two of lists. Its id.
fn largest(world: &World) -> String {
    let list = json!({ "headings": [{ "heading": "Which?" }], "family": "multiple_choice", "subtype": "vertical",
                       "answers": { "choices": options(500) } });
    let matrix = json!({ "headings": [{ "heading": "How?" }], "family": "matrix", "subtype": "single",
                         "answers": { "rows": options(50), "choices": options(50) } });
    let lists = json!({ "questions": vec![list; 10] });
    let pages = json!([lists, { "questions": vec![matrix; 2] }, lists, lists]);
    let made = world.post("owner", "/v3/surveys", json!({ "title": "Largest", "pages": pages })).ok();
    made["id"].as_str().unwrap().to_owned()
}

/// The address at which the survey's respondents answer.
fn link(world: &World, survey: &str) -> String {
    let path = format!("/v3/surveys/{survey}/collectors");
    let made = world.post("owner", &path, json!({ "type": "weblink" })).ok();
    made["url"].as_str().unwrap().to_owned()
}

/// How many chunks of work something took.
fn chunks<T>(world: &World, work: impl FnOnce() -> T) -> (usize, T) {
    let before = world.chunks();
    let done = work();
    (world.chunks() - before, done)
}

fn opened(world: &World, url: &str) -> String {
    let start = url.find("/r/").unwrap();
    let request = world.request("GET", "", &url[start..]);
    let answer = world.call(request);
    assert_eq!(answer.status, 200);
    String::from_utf8(answer.body).unwrap()
}

#[test]
fn s74_the_largest_page_is_written_in_chunks_and_is_whole() {
    let world = World::new();
    let url = link(&world, &largest(&world));
    let (count, page) = chunks(&world, || opened(&world, &url));
    assert_eq!(page.matches("type=\"checkbox\"").count(), 5000);
    assert_eq!(page.matches("<fieldset").count(), 10);
    assert!(!page.contains("<slot>") && page.ends_with("</html>"));
    assert!(page.contains("choice 500") && page.contains(">10.<"));
    // No chunk reads or writes more than one question of 500 cells.
    assert!(count > 30 + 10, "{count}");
}

#[test]
fn s74_a_question_that_is_larger_than_a_chunk_is_written_row_by_row() {
    let world = World::new();
    let comment = json!({ "text": "Anything else?" });
    let matrix = json!({ "headings": [{ "heading": "How?" }], "family": "matrix", "subtype": "single",
                         "answers": { "rows": options(50), "choices": options(49), "other": comment } });
    let pages = json!([{ "questions": [matrix] }]);
    let made = world.post("owner", "/v3/surveys", json!({ "title": "Rows", "pages": pages })).ok();
    let url = link(&world, made["id"].as_str().unwrap());
    let (count, page) = chunks(&world, || opened(&world, &url));
    assert_eq!(page.matches("type=\"radio\"").count(), 50 * 49);
    assert_eq!(page.matches("class=\"line\"").count(), 50);
    assert_eq!((page.matches("Anything else?").count(), page.matches("</fieldset>").count()), (2, 51));
    assert!(count >= 6, "{count}");
}

#[test]
fn s74_details_are_written_in_chunks_and_are_whole() {
    let world = World::new();
    let survey = largest(&world);
    let (count, details) = chunks(&world, || world.get("owner", &format!("/v3/surveys/{survey}/details")).ok());
    // Stored questions are copied as text, so a chunk has ten times the cells of other work.
    assert!(count > 6, "{count}");
    let pages = details["pages"].as_array().unwrap();
    let counts: Vec<usize> = pages.iter().map(|page| page["questions"].as_array().unwrap().len()).collect();
    assert_eq!(counts, [10, 2, 10, 10]);
    for page in pages {
        assert_eq!(page["question_count"], page["questions"].as_array().unwrap().len());
        let id = page["id"].as_str().unwrap();
        for question in page["questions"].as_array().unwrap() {
            let own = format!("/v3/surveys/{survey}/pages/{id}/questions/{}", question["id"].as_str().unwrap());
            assert_eq!(world.get("owner", &own).ok(), *question);
        }
    }
}

#[test]
fn s74_answers_are_counted_in_chunks_and_the_counts_are_whole() {
    let world = World::new();
    let survey = largest(&world);
    let details = world.get("owner", &format!("/v3/surveys/{survey}/details")).ok();
    let (page, question) = (&details["pages"][0], &details["pages"][0]["questions"][0]);
    let choices: Vec<Value> = question["answers"]["choices"].as_array().unwrap().clone();
    let collector = {
        let path = format!("/v3/surveys/{survey}/collectors");
        world.post("owner", &path, json!({ "type": "weblink" })).ok()["id"].as_str().unwrap().to_owned()
    };
    for number in 1..=100 {
        let picked: Vec<Value> =
            choices.iter().take(number).map(|choice| json!({ "choice_id": choice["id"] })).collect();
        let pages = json!([{ "id": page["id"], "questions": [{ "id": question["id"], "answers": picked }] }]);
        world.post("owner", &format!("/v3/collectors/{collector}/responses"), json!({ "pages": pages })).ok();
    }
    let path = format!("/v3/surveys/{survey}");
    let (count, rollups) = chunks(&world, || world.get("owner", &format!("{path}/rollups")).ok());
    assert!(count > 35, "{count}");
    let data = rollups["data"].as_array().unwrap();
    assert_eq!((data.len(), rollups["total"].as_u64()), (32, Some(32)));
    let counted = |choices: &Value| -> Vec<u64> {
        choices.as_array().unwrap().iter().map(|choice| choice["count"].as_u64().unwrap()).collect()
    };
    let expected: Vec<u64> = (0..500_u64).map(|place| 100_u64.saturating_sub(place)).collect();
    assert_eq!(counted(&data[0]["summary"][0]["choices"]), expected);
    assert_eq!(data[1]["summary"][0]["skipped"], 100);
    let (count, trends) = chunks(&world, || world.get("owner", &format!("{path}/trends")).ok());
    assert!(count > 30, "{count}");
    assert_eq!(counted(&trends["data"][0]["trends"][0]["choices"]), expected);
    assert_eq!(trends["data"][31]["trends"], json!([]));
}

#[test]
fn s74_a_filter_that_few_responses_fit_is_counted_some_responses_at_a_time() {
    let world = World::new();
    let path = "/v3/surveys/301000001";
    let sql = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let columns = sql.run("SELECT name FROM pragma_table_info('responses')", &[]).unwrap();
    let columns: Vec<String> = columns.iter().map(|row| row.text("name")).collect();
    let values = columns.iter().map(|name| match name.as_str() {
        "id" => "'99' || printf('%09d', i)".to_owned(),
        "created" => "created + i / 10".to_owned(),
        "custom_value" => "IIF(i IN (1, 10000, 19999, 20000), 'rare', '')".to_owned(),
        _ => name.clone(),
    });
    let many = format!(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
         INSERT INTO responses ({}) SELECT {} FROM n CROSS JOIN (
             SELECT * FROM responses WHERE survey_id = '301000001' AND mode <> 'survey_preview' LIMIT 1)",
        columns.join(", "),
        values.collect::<Vec<_>>().join(", ")
    );
    sql.run(&many, &[]).unwrap();
    world.most();
    let (count, rollups) = chunks(&world, || world.get("owner", &format!("{path}/rollups?custom=rare")).ok());
    let most = world.most();
    assert!(count >= 10 && most.instructions < 250_000, "{count} {most:?}");
    let summaries = rollups["data"].as_array().unwrap().iter().map(|rollup| &rollup["summary"][0]);
    let summary = summaries.into_iter().find(|summary| summary["answered"].is_u64()).unwrap();
    let [answered, skipped] = ["answered", "skipped"].map(|name| summary[name].as_u64().unwrap());
    assert_eq!(answered + skipped, 4);
    let (_, all) = chunks(&world, || world.get("owner", &format!("{path}/trends?last_respondent=2100")).ok());
    assert!(all["data"].as_array().is_some_and(|data| !data.is_empty()));
}

#[test]
fn s74_a_page_that_is_sent_is_stored_once_however_many_chunks_it_takes() {
    let world = World::new();
    let survey = largest(&world);
    let url = link(&world, &survey);
    let page = opened(&world, &url);
    let after = |mark: &str| page.split(mark).nth(1).unwrap().split('"').next().unwrap().to_owned();
    let (ticket, field) = (after("name=\"ticket\" value=\""), after("type=\"checkbox\" name=\""));
    let choice = after(&format!("name=\"{field}\" value=\""));
    let start = url.find("/r/").unwrap();
    let mut request = world.request("POST", "", &url[start..]);
    request.headers.push(("content-type".to_owned(), "application/x-www-form-urlencoded".to_owned()));
    let pairs = [("ticket", ticket.as_str()), (field.as_str(), choice.as_str()), ("go", "next")];
    request.body = canvass::wire::query::encode_query(&pairs).into_bytes();
    let (count, answer) = chunks(&world, || world.call(request));
    let next = String::from_utf8(answer.body).unwrap();
    assert_eq!((answer.status, next.matches("type=\"radio\"").count()), (200, 5000));
    assert!(count > 30 + 10, "{count}");
    let responses = world.get("owner", &format!("/v3/surveys/{survey}/responses/bulk")).ok();
    assert_eq!(responses["total"], 1);
    assert_eq!(responses["data"][0]["pages"][0]["questions"][0]["answers"][0]["choice_id"], choice);
}

/// Responses to the largest survey's first page, each with so many choices of the first question; and its survey.
fn answered(world: &World, counts: &[usize]) -> String {
    let survey = largest(world);
    let page = world.get("owner", &format!("/v3/surveys/{survey}/pages")).ok()["data"][0]["id"].clone();
    let questions = format!("/v3/surveys/{survey}/pages/{}/questions", page.as_str().unwrap());
    let first = world.get("owner", &format!("{questions}?per_page=1")).ok()["data"][0]["id"].clone();
    let question = world.get("owner", &format!("{questions}/{}", first.as_str().unwrap())).ok();
    let choices = question["answers"]["choices"].as_array().unwrap();
    let path = format!("/v3/surveys/{survey}/collectors");
    let collector = world.post("owner", &path, json!({ "type": "weblink" })).ok()["id"].as_str().unwrap().to_owned();
    for count in counts {
        let picked: Vec<Value> =
            choices.iter().take(*count).map(|choice| json!({ "choice_id": choice["id"] })).collect();
        let pages = json!([{ "id": page, "questions": [{ "id": first, "answers": picked }] }]);
        world.post("owner", &format!("/v3/collectors/{collector}/responses"), json!({ "pages": pages })).ok();
    }
    survey
}

#[test]
fn s74_responses_with_their_answers_are_read_in_chunks_and_the_page_is_whole() {
    let world = World::new();
    let counts: Vec<usize> = (0..60).map(|number| if number < 20 { 500 } else { number - 19 }).collect();
    let survey = answered(&world, &counts);
    let path = format!("/v3/surveys/{survey}/responses");
    let read = |query: &str| {
        world.most();
        let (count, bulk) = chunks(&world, || world.get("owner", &format!("{path}/bulk?per_page=50{query}")).ok());
        let most = world.most();
        (count, bulk, most)
    };
    let fits = |most: Load, bytes: usize| most.bytes <= bytes && most.rows <= 350 && most.statements <= 20;
    // Whole responses are copied as text, so a chunk has four times the bytes of other work.
    let (count, bulk, most) = read("");
    assert!(count >= 2 && fits(most, 230_000), "{count} {most:?}");
    let data = bulk["data"].as_array().unwrap();
    assert_eq!((data.len(), bulk["total"].as_u64()), (50, Some(60)));
    let answers = |response: &Value| response["pages"][0]["questions"][0]["answers"].as_array().unwrap().len();
    assert_eq!(data.iter().map(answers).collect::<Vec<_>>(), counts[..50]);
    let alone = |response: &Value, query: &str| {
        let mut alone = world.get("owner", &format!("{path}/{}/details{query}", response["id"].as_str().unwrap())).ok();
        alone.as_object_mut().unwrap().shift_remove("current_page_id");
        alone
    };
    assert_eq!(alone(&data[3], ""), data[3]);
    // The words of the design are read in chunks too.
    let (in_words, simple, most) = read("&simple=true");
    assert!(fits(most, 130_000), "{most:?}");
    assert!(in_words > count + 30, "{in_words}");
    assert_eq!(alone(&simple["data"][30], "?simple=true"), simple["data"][30]);
    assert_eq!(simple["data"][30]["pages"][0]["questions"][0]["answers"][2]["simple_text"], "choice 3");
    // A single response is read after the words, once.
    let target = format!("{path}/{}/details?simple=true", simple["data"][3]["id"].as_str().unwrap());
    let entered = world.service.route_request(world.request("GET", "owner", &target), world.now());
    let ActorReply::Forward { actor: place, message } = entered else { panic!() };
    let database = world.database(&place);
    database.forget();
    assert!(world.chunk(&place, &message, &ChunkedWork::default(), world.random(), &*database).is_none());
    assert!(database.plans().iter().all(|(statement, _)| !statement.contains("FROM responses")));
}

#[test]
fn s74_large_responses_are_counted_a_few_at_a_time_from_the_first_on() {
    let world = World::new();
    let survey = answered(&world, &[500; 40]);
    world.most();
    let rollups = world.get("owner", &format!("/v3/surveys/{survey}/rollups")).ok();
    assert_eq!(rollups["data"][0]["summary"][0]["choices"][499]["count"], 40);
    let most = world.most();
    assert!(most.bytes <= 130_000, "{most:?}");
}

#[test]
fn s74_a_chunk_of_a_bulk_list_reads_few_large_custom_values() {
    let world = World::new();
    let path = format!("/v3/surveys/{}/responses/bulk?per_page=10", surveys::EVERY_KIND);
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let large = "UPDATE responses SET custom_value = printf('%.*c', 150000, 'x')";
    database.run(large, &[]).unwrap();
    world.most();
    assert!(world.get("owner", &path).ok()["data"].as_array().unwrap().len() > 2);
    let most = world.most();
    assert!(most.bytes < 400_000, "{most:?}");
}

#[test]
fn s74_a_page_of_a_thousand_surveys_is_read_in_chunks() {
    let world = World::new();
    for number in 0..450 {
        world.post("owner", "/v3/surveys", json!({ "title": format!("Survey {number:04}") })).ok();
    }
    world.most();
    let path = "/v3/surveys?per_page=1000&sort_by=title&sort_order=ASC&title=Survey%20&include=collect_stats,preview";
    let (count, list) = chunks(&world, || world.get("owner", path).ok());
    let most = world.most();
    assert!(count == 3 && most.rows <= 700, "{count} {most:?}");
    let titles: Vec<&str> = list["data"].as_array().unwrap().iter().map(|row| row["title"].as_str().unwrap()).collect();
    assert_eq!((titles.len() as u64, titles.is_sorted()), (list["total"].as_u64().unwrap(), true));
}

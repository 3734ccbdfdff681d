//! How often passwords can be guessed: by account and by client together, and where no client is known.

use crate::respond::{browser, poll};
use crate::support::surveys::LUNCH_LINK;
use crate::support::{Answered, COST, World, people};
use canvass::service::actor::protocol::ActorId;
use canvass::service::environment::derivation::HashCost;
use canvass::service::environment::password;
use canvass::service::store::sql::Sql;
use canvass::spec::attempts::{
    ACCOUNT, ADDRESS_CHANGES, ATTEMPTS_MAX, AttemptLimit, PROOFS_OF_ADDRESS, PROOFS_OF_CLIENT, PROOFS_OF_UNKNOWN,
    SIGN_INS_OF_CLIENT, SIGN_INS_OF_UNKNOWN, SIGN_UPS_OF_ADDRESS, SURVEY, WhenExceeded,
};
use canvass::wire::dates::{DAY, MINUTE, SECOND};
use canvass::wire::http::Response;
use canvass::wire::query;

const OLIVIA: (&str, &str) = ("olivia@northwind.example", "olivia-northwind");

/// A sign-in to the account pages from an address; from nowhere known with an empty one.
fn sign_in(world: &World, client: &str, email: &str, password: &str) -> Response {
    let mut request = world.request("POST", "", "/account/sign-in");
    if !client.is_empty() {
        request.headers.push(("cf-connecting-ip".to_owned(), client.to_owned()));
    }
    request.body = query::encode_query(&[("email", email), ("password", password)]).into_bytes();
    world.call(request)
}

fn right(world: &World, client: &str) -> u16 {
    sign_in(world, client, OLIVIA.0, OLIVIA.1).status
}

fn wrong(world: &World, client: &str) -> u16 {
    sign_in(world, client, OLIVIA.0, "a guess").status
}

/// Seconds that an attempt must wait.
fn wait(response: &Response) -> i64 {
    response.header("retry-after").unwrap_or("0").parse().unwrap()
}

#[test]
fn s79_a_client_that_guesses_too_often_shuts_out_itself_alone() {
    let world = World::new();
    for email in [OLIVIA.0, "nobody@northwind.example"] {
        let guess = |client: &str| sign_in(&world, client, email, "a guess");
        for _ in 0..ACCOUNT.of_client.tolerated {
            assert_eq!(guess("192.0.2.1").status, 403);
            world.pass(MINUTE);
        }
        let refused = guess("192.0.2.1");
        assert_eq!((refused.status, wait(&refused)), (429, 600), "{email}");
        assert_eq!(guess("192.0.2.2").status, 403, "{email}");
    }
    assert_eq!(right(&world, "192.0.2.1"), 429, "a right password is not looked at either");
    assert_eq!(right(&world, "192.0.2.3"), 303);
    world.pass(10 * MINUTE);
    assert_eq!(right(&world, "192.0.2.1"), 303);
}

#[test]
fn a_client_that_a_wrong_clock_shut_out_is_let_in_when_the_clock_is_right() {
    let world = World::new();
    let all = || (0..ACCOUNT.of_client.tolerated).map(|_| wrong(&world, "192.0.2.1")).collect::<Vec<_>>();
    world.pass(365 * DAY);
    let refused = vec![403; ACCOUNT.of_client.tolerated as usize];
    assert_eq!(all(), refused);
    assert_eq!(right(&world, "192.0.2.1"), 429);
    world.pass(-365 * DAY);
    assert_eq!(all(), refused, "the count begins again");
    assert_eq!(right(&world, "192.0.2.1"), 429);
    world.pass(15 * MINUTE);
    assert_eq!(right(&world, "192.0.2.1"), 303);
}

#[test]
fn s79_clients_of_one_network_count_as_one() {
    let world = World::new();
    for number in 0..ACCOUNT.of_client.tolerated {
        assert_eq!(wrong(&world, &format!("2606:4700:1:2::{number}")), 403);
    }
    assert_eq!(wrong(&world, "2606:4700:1:2:ffff::1"), 429);
    assert_eq!(wrong(&world, "2606:4700:1:3::1"), 403);
    assert_eq!(wrong(&world, "::ffff:192.0.2.1"), 403);
}

#[test]
fn s79_what_many_clients_guess_slows_an_account_and_never_who_has_signed_in_from_there() {
    let world = World::new();
    assert_eq!(right(&world, "198.51.100.1"), 303);
    world.pass(20 * DAY);
    let guesses: Vec<u16> = (0..60).map(|number| wrong(&world, &format!("192.0.2.{number}"))).collect();
    let looked_at = guesses.iter().filter(|status| **status == 403).count();
    assert_eq!(looked_at, ACCOUNT.of_all.tolerated as usize, "{guesses:?}");
    assert_eq!(right(&world, "198.51.100.1"), 303, "the owner comes from where she was before");
    for number in 2..12 {
        let refused = sign_in(&world, "203.0.113.1", OLIVIA.0, OLIVIA.1);
        assert!(refused.status == 429 && (1..=30).contains(&wait(&refused)), "{}", wait(&refused));
        world.pass(SECOND * wait(&refused));
        assert_eq!(wrong(&world, &format!("203.0.113.{number}")), 403, "one is looked at each time");
    }
    world.pass(30 * SECOND);
    assert_eq!(right(&world, "203.0.113.1"), 303);
}

#[test]
fn s79_without_a_known_client_an_account_is_slowed_by_half_a_minute_at_most() {
    let world = World::new();
    for _ in 0..ACCOUNT.of_unknown.tolerated {
        assert_eq!(wrong(&world, ""), 403);
    }
    for seconds in [1, 2, 4, 8, 16, 30, 30, 30] {
        let refused = sign_in(&world, "", OLIVIA.0, OLIVIA.1);
        assert_eq!((refused.status, wait(&refused)), (429, seconds));
        world.pass(SECOND * seconds);
        assert_eq!(wrong(&world, ""), 403);
    }
    world.pass(30 * SECOND);
    assert_eq!(right(&world, ""), 303);
    assert_eq!(wrong(&world, ""), 403, "a right password forgives the wrong ones before it");
}

#[test]
fn s79_a_client_that_tries_many_accounts_is_refused() {
    let world = World::new();
    for number in 0..SIGN_INS_OF_CLIENT.tolerated {
        let status = sign_in(&world, "192.0.2.1", &format!("person{number}@mail.example"), "spring24").status;
        assert_eq!(status, 403, "{number}");
    }
    assert_eq!(right(&world, "192.0.2.1"), 429);
    assert_eq!(right(&world, "192.0.2.2"), 303);
    world.pass(15 * MINUTE);
    assert_eq!(right(&world, "192.0.2.1"), 303);
}

/// The other tests read the numbers from the table, so that they hold for any. These are in the statements.
#[test]
fn s79_s82_the_limits_are_those_of_the_statements() {
    let row = |limit: &AttemptLimit| (limit.tolerated, limit.window, limit.beyond);
    let refused = |tolerated, window| (tolerated, window, WhenExceeded::Refused);
    let slowed = |tolerated, most| (tolerated, 15 * MINUTE, WhenExceeded::Slowed(most));
    for (limit, expected) in [
        (ACCOUNT.of_client, refused(5, 15 * MINUTE)),
        (ACCOUNT.of_all, slowed(20, 30 * SECOND)),
        (ACCOUNT.of_unknown, slowed(5, 30 * SECOND)),
        (SURVEY.of_client, refused(5, 15 * MINUTE)),
        (SURVEY.of_all, slowed(60, 2 * SECOND)),
        (SURVEY.of_unknown, slowed(60, 2 * SECOND)),
        (SIGN_INS_OF_CLIENT, refused(100, 15 * MINUTE)),
        (SIGN_INS_OF_UNKNOWN, refused(90, 30 * SECOND)),
        (PROOFS_OF_ADDRESS, refused(5, 15 * MINUTE)),
        (PROOFS_OF_CLIENT, refused(200, 15 * MINUTE)),
        (PROOFS_OF_UNKNOWN, refused(500, 15 * MINUTE)),
        (ADDRESS_CHANGES, refused(10, DAY)),
        (SIGN_UPS_OF_ADDRESS, refused(5, DAY)),
    ] {
        assert_eq!(row(&limit), expected, "{}", limit.name);
    }
}

#[test]
fn s79_sign_ins_of_unknown_clients_meet_one_rate_together() {
    let world = World::new();
    for number in 0..SIGN_INS_OF_UNKNOWN.tolerated {
        assert_eq!(sign_in(&world, "", &format!("person{number}@mail.example"), "spring24").status, 403);
    }
    let refused = sign_in(&world, "", OLIVIA.0, OLIVIA.1);
    assert!(refused.status == 429 && wait(&refused) <= 30);
    assert_eq!(right(&world, "192.0.2.2"), 303, "known clients are not held back");
    world.pass(30 * SECOND);
    assert_eq!(right(&world, ""), 303);
}

#[test]
fn s79_no_other_header_than_the_configured_one_is_believed() {
    let mut world = World::new();
    let attempt = |world: &World, headers: &[(&str, &str)]| {
        let mut request = world.request("POST", "", "/account/sign-in");
        request.headers.extend(headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        request.body = query::encode_query(&[("email", OLIVIA.0), ("password", "a guess")]).into_bytes();
        world.call(request).status
    };
    for (configured, fixed) in [(None, None), (Some("x-real-ip"), None), (Some("x-real-ip"), Some("198.51.100.1"))] {
        world.service.config.client_ip_header = configured.map(str::to_owned);
        let statuses: Vec<u16> = (0..8)
            .map(|number| {
                let address = format!("192.0.2.{number}");
                let mut headers = vec![("cf-connecting-ip", address.as_str()), ("x-forwarded-for", &address)];
                headers.extend(fixed.map(|fixed| ("x-real-ip", fixed)));
                attempt(&world, &headers)
            })
            .collect();
        assert_eq!(statuses, [403, 403, 403, 403, 403, 429, 429, 429], "{configured:?}");
        world.pass(DAY);
    }
    // A proxy that adds to the header adds at the end: what was there before came from the client.
    world.service.config.client_ip_header = Some("x-forwarded-for".to_owned());
    let statuses: Vec<u16> = (0..7)
        .map(|number| attempt(&world, &[("x-forwarded-for", &format!("192.0.2.{number}, 198.51.100.1"))]))
        .collect();
    assert_eq!(statuses, [403, 403, 403, 403, 403, 429, 429]);
}

#[test]
fn s79_without_a_known_client_one_respondents_wrong_guesses_do_not_refuse_the_next() {
    let world = poll();
    let stored = password::hash_with_salt("open sesame", [7; 16], COST);
    browser::set(&world, LUNCH_LINK, &[("password", &format!("{stored:?}"))]);
    let guess = |word: &str| {
        let browser = browser::Browser::at(&world, LUNCH_LINK, None);
        let mut form = browser::form(&browser.open());
        form.set("password", &[word]);
        browser.send(&form, "").status
    };
    for _ in 0..20 {
        assert_eq!(guess("a guess"), 403);
    }
    assert_eq!(guess("open sesame"), 200);
    for _ in 20..SURVEY.of_unknown.tolerated {
        assert_eq!(guess("a guess"), 403);
    }
    assert_eq!(guess("a guess"), 429);
    world.pass(2 * SECOND);
    assert_eq!(guess("open sesame"), 200, "whatever the others try");
}

#[test]
fn s79_what_is_remembered_of_attempts_is_bounded_and_ends() {
    let world = World::new();
    let place = ActorId::of_email("nobody@northwind.example");
    let ActorId::Directory(shard) = place else { panic!() };
    let team = world.database(&ActorId::Team(shard.to_string()));
    let rows = || team.run("SELECT COUNT(*) AS rows FROM attempts", &[]).unwrap()[0].integer("rows");
    let guess = |client: &str| sign_in(&world, client, "nobody@northwind.example", "a guess").status;
    assert_eq!(guess("192.0.2.1"), 403);
    team.run(
        "WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ?)
         INSERT INTO attempts (id, attempts, next_allowed, expires) SELECT 'x' || number, 1, 0, ? + number FROM numbers",
        &[(ATTEMPTS_MAX * 2).into(), world.now().into()],
    )
    .unwrap();
    assert_eq!(guess("192.0.2.2"), 403);
    assert!(rows() <= ATTEMPTS_MAX + 2, "{}", rows());
    world.pass(DAY);
    assert_eq!(guess("192.0.2.3"), 403);
    assert_eq!(rows(), 2, "one for the account and one for the client");
}

#[test]
fn s79_links_that_show_who_responds_are_limited_by_address_and_by_client() {
    let world = poll();
    browser::set(&world, LUNCH_LINK, &[("respondent_authentication", "true")]);
    let ask = |client: &str, email: &str| {
        let browser = browser::Browser::at(&world, LUNCH_LINK, None);
        browser.headers.borrow_mut().push(("cf-connecting-ip".to_owned(), client.to_owned()));
        let mut form = browser::form(&browser.open());
        form.set("email", &[email]);
        browser.send(&form, "").status
    };
    for number in 0..PROOFS_OF_ADDRESS.tolerated {
        assert_eq!(ask(&format!("192.0.2.{number}"), "ada@mail.example"), 200);
    }
    assert_eq!(ask("192.0.2.99", "ada@mail.example"), 429);
    for number in 0..PROOFS_OF_CLIENT.tolerated {
        assert_eq!(ask("198.51.100.1", &format!("person{number}@mail.example")), 200, "{number}");
    }
    assert_eq!(ask("198.51.100.1", "bea@mail.example"), 429);
    assert_eq!(ask("198.51.100.2", "bea@mail.example"), 200);
}

#[test]
fn s79_links_that_unknown_clients_request_meet_one_limit_together() {
    let world = poll();
    browser::set(&world, LUNCH_LINK, &[("respondent_authentication", "true")]);
    let browser = browser::Browser::at(&world, LUNCH_LINK, None);
    let mut form = browser::form(&browser.open());
    let mut ask = |number: u32| {
        form.set("email", &[&format!("person{number}@mail.example")]);
        browser.send(&form, "").status
    };
    for number in 0..PROOFS_OF_UNKNOWN.tolerated {
        assert_eq!(ask(number), 200, "{number}");
    }
    assert_eq!(ask(PROOFS_OF_UNKNOWN.tolerated), 429);
    world.pass(15 * MINUTE);
    assert_eq!(ask(PROOFS_OF_UNKNOWN.tolerated), 200);
}

#[test]
fn s80_guesses_are_limited_before_anything_is_hashed() {
    let world = World::new();
    for _ in 0..ACCOUNT.of_client.tolerated {
        assert_eq!(wrong(&world, "192.0.2.1"), 403);
    }
    assert!(!world.derived().is_empty());
    assert_eq!((wrong(&world, "192.0.2.1"), right(&world, "192.0.2.1")), (429, 429));
    assert_eq!(world.derived(), []);
}

#[test]
fn s80_guesses_that_are_hashed_at_the_same_time_are_limited_too() {
    let world = World::new();
    let request = |password: &str| {
        let mut request = world.request("POST", "", "/account/sign-in");
        request.headers.push(("cf-connecting-ip".to_owned(), "192.0.2.1".to_owned()));
        request.body = query::encode_query(&[("email", OLIVIA.0), ("password", password)]).into_bytes();
        request
    };
    // All of them are hashed before the first is compared; the right one is the last.
    let words = ["a", "b", "c", "d", "e", "f", "g", OLIVIA.1];
    let hashed: Vec<_> = words.iter().map(|word| world.hashed(request(word))).collect();
    let statuses: Vec<u16> = hashed.into_iter().map(|turn| world.follow(turn).status).collect();
    assert_eq!(statuses, [403, 403, 403, 403, 403, 429, 429, 429]);
}

#[test]
fn s80_an_older_hash_is_raised_at_the_next_sign_in_and_costs_what_an_unknown_address_does() {
    let world = World::new();
    let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let stored = || {
        let rows = team.run("SELECT password FROM users WHERE username = ?", &[OLIVIA.0.into()]).unwrap();
        rows[0].text("password")
    };
    let older = HashCost { calls: 1, rounds: 20 };
    let old = password::hash_with_salt(OLIVIA.1, [7; 16], older).replace("pbkdf2-chain$1x20$", "pbkdf2$20$");
    team.run("UPDATE users SET password = ? WHERE username = ?", &[old.as_str().into(), OLIVIA.0.into()]).unwrap();
    assert_eq!(wrong(&world, "192.0.2.1"), 403);
    assert_eq!(world.derived(), [older, COST]);
    assert_eq!(stored(), old, "a wrong password changes nothing");
    assert_eq!(right(&world, "192.0.2.1"), 303);
    assert!(stored().starts_with("pbkdf2-chain$2x3$"), "{}", stored());
    world.derived();
    assert_eq!((right(&world, "192.0.2.1"), wrong(&world, "192.0.2.1")), (303, 403));
    assert_eq!(world.derived(), [COST, COST]);
    assert_eq!(sign_in(&world, "192.0.2.1", "nobody@northwind.example", "a guess").status, 403);
    assert_eq!(world.derived(), [COST]);
}

#[test]
fn s80_the_password_of_a_survey_is_hashed_like_any_other_and_raised_when_it_is_given() {
    let world = poll();
    let path = format!("/v3/collectors/{LUNCH_LINK}");
    world.patch("owner", &path, serde_json::json!({ "password": "open sesame" })).ok();
    assert_eq!(world.derived(), [COST]);
    let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let stored = || {
        let sql = "SELECT json_extract(body, '$.password') AS password FROM collectors WHERE id = ?";
        team.run(sql, &[LUNCH_LINK.into()]).unwrap()[0].text("password")
    };
    assert!(stored().starts_with("pbkdf2-chain$2x3$"), "{}", stored());
    let older = password::hash_with_salt("open sesame", [7; 16], HashCost { calls: 1, rounds: 20 });
    browser::set(&world, LUNCH_LINK, &[("password", &format!("{older:?}"))]);
    let browser = browser::Browser::at(&world, LUNCH_LINK, None);
    let mut form = browser::form(&browser.open());
    for (word, status) in [("a guess", 403), ("open sesame", 200)] {
        form.set("password", &[word]);
        assert_eq!(browser.send(&form, "").status, status);
        assert_eq!(world.derived(), [HashCost { calls: 1, rounds: 20 }, COST]);
    }
    assert!(stored().starts_with("pbkdf2-chain$2x3$"), "{}", stored());
}

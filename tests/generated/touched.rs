//! What each operation reads or writes, and what a write makes outdated: the gateway's table of the cache, for the
//! hooks.

use crate::typescript::comment;
use crate::{error_kinds, fresh};
use canvass::gateway::cache_policy::Invalidation;
use canvass::spec::endpoint::{Method, Route};
use canvass::spec::endpoints::routes;
use std::collections::BTreeSet;
use std::fmt::Write;

const HEAD: &str = "// Printed by tests/generated from src/spec and src/gateway/cache_policy.rs. Do not edit:\n// change a row and run the test with UPDATE=1.\n\n";

#[test]
fn what_a_write_makes_outdated_is_fresh() {
    let mut out = String::from(HEAD);
    comment(
        &mut out,
        0,
        &[
            "Each operation by its number: its name, its noun, and the argument with the id of the noun's resource, if it has",
            "one. A write has the nouns that it makes outdated in addition to its own.",
        ],
    );
    out.push_str("export const RESOURCES: readonly (readonly [name: string, noun: string, id: string, outdated?: readonly string[]])[] = [\n");
    for route in routes() {
        let (name, noun, id) = (route.name, noun_of(route), id_of(route));
        let outdated = match route.method {
            Method::GET => String::new(),
            _ => format!(", {:?}", also_outdated(route)),
        };
        writeln!(out, "  [{name:?}, {noun:?}, {id:?}{outdated}],").unwrap();
    }
    out.push_str("];\n\n");
    out.push_str(&error_kinds::maybe_done());
    fresh("pkg/src/react/resources.ts", &out);
}

/// The hooks know resources by these rows only, so the rows must cover all that the gateway invalidates.
#[test]
fn the_rows_cover_everything_that_the_gateway_invalidates() {
    for write in routes().filter(|route| !matches!(route.method, Method::GET)) {
        let path = path_of(write, "7");
        let Some(invalidation) = Invalidation::of_write(&path) else { continue };
        for read in routes() {
            for id in ["7", "8"] {
                let is_same = id == "7" || id_of(read).is_empty() || id_of(write).is_empty();
                let covered =
                    also_outdated(write).contains(&noun_of(read)) || (noun_of(read) == noun_of(write) && is_same);
                assert!(covered || !invalidation.covers_path(&path_of(read, id)), "{} {} {id}", write.name, read.name);
            }
        }
    }
}

fn noun_of(route: &Route) -> &'static str {
    route.path.split('/').nth(2).unwrap()
}

/// The argument in the place of the id; empty for a list and for a path with a word in that place.
fn id_of(route: &Route) -> &'static str {
    let place = route.path.split('/').nth(3).unwrap_or_default();
    place.strip_prefix('{').and_then(|name| name.strip_suffix('}')).unwrap_or_default()
}

/// The path with this value for each argument.
fn path_of(route: &Route, id: &str) -> String {
    route.path.split('/').map(|part| if part.starts_with('{') { id } else { part }).collect::<Vec<_>>().join("/")
}

/// The other nouns of which a write makes everything outdated.
fn also_outdated(route: &Route) -> Vec<&'static str> {
    let path = path_of(route, "7");
    let nouns: BTreeSet<&str> = routes().map(noun_of).filter(|noun| *noun != noun_of(route)).collect();
    let is_covered =
        |noun: &&str| Invalidation::of_write(&path).is_some_and(|of| of.covers_path(&format!("/v3/{noun}/8")));
    nouns.into_iter().filter(is_covered).collect()
}

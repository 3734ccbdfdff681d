//! The SDK's tree of operations: the number of each, and the scope that it needs.

use crate::fresh;
use crate::typescript::{HEAD, indent};
use canvass::spec::endpoints::routes;
use canvass::spec::gateway;
use canvass::spec::shape::Shape;
use std::fmt::Write;

#[test]
fn the_numbers_of_the_operations_are_fresh() {
    let mut out = String::from(HEAD);
    out.push_str("/** Each operation's number: its position in the endpoint table. */\nexport const operations = ");
    numbers(&mut out, &tree(), 0);
    out.push_str(
        " as const;\n\n/** The gateway's own operations, behind those of the API. */\nexport const gateway = {\n",
    );
    for (route, number) in gateway::ROUTES.iter().zip(routes().count()..) {
        writeln!(out, "  {}: {number},", route.name).unwrap();
    }
    out.push_str("} as const;\n\n/** The operations that are lists. The gateway's `respondents` becomes one. */\n");
    let lists = routes().zip(0..).filter(|(route, _)| matches!(route.response, Shape::List(_)));
    let lists: Vec<String> = lists.map(|(_, number): (_, usize)| number.to_string()).collect();
    writeln!(out, "export const lists: readonly number[] = [{}, gateway.respondents];", lists.join(", ")).unwrap();
    fresh("pkg/src/generated/operations.ts", &out);
}

#[test]
fn the_scopes_that_operations_need_are_fresh() {
    let mut out = String::from(HEAD);
    out.push_str("/** The scope that each operation needs, by noun; `never` where it needs none. */\n");
    out.push_str("export interface Needs {\n");
    needs(&mut out, &tree(), 1);
    out.push_str("}\n");
    fresh("pkg/src/generated/needs.ts", &out);
}

/// The operations below a noun, in table order.
#[derive(Default)]
pub struct Noun {
    pub entries: Vec<(String, Entry)>,
}

pub enum Entry {
    Operation(usize),
    Noun(Noun),
}

impl Noun {
    fn insert<'a>(&mut self, name: &mut impl Iterator<Item = &'a str>, number: usize) {
        let name: Vec<&str> = name.collect();
        self.place(&name, number);
    }

    fn place(&mut self, name: &[&str], number: usize) {
        let (first, rest) = name.split_first().unwrap();
        if rest.is_empty() {
            assert!(!self.entries.iter().any(|(known, _)| known == first), "{name:?} stands twice");
            self.entries.push(((*first).to_owned(), Entry::Operation(number)));
            return;
        }
        let found = self.entries.iter_mut().find(|(known, _)| known == first);
        let noun = match found {
            Some((_, Entry::Noun(noun))) => noun,
            Some(_) => panic!("{name:?} is an operation and a noun"),
            None => {
                self.entries.push(((*first).to_owned(), Entry::Noun(Noun::default())));
                match self.entries.last_mut() {
                    Some((_, Entry::Noun(noun))) => noun,
                    _ => unreachable!(),
                }
            }
        };
        noun.place(rest, number);
    }
}

/// All operations by noun.
pub fn tree() -> Noun {
    let mut tree = Noun::default();
    for (number, route) in routes().enumerate() {
        tree.insert(&mut route.name.split('.'), number);
    }
    tree
}

fn numbers(out: &mut String, noun: &Noun, depth: usize) {
    out.push_str("{\n");
    for (name, entry) in &noun.entries {
        write!(out, "{}{name}: ", indent(depth + 1)).unwrap();
        match entry {
            Entry::Operation(number) => write!(out, "{number}").unwrap(),
            Entry::Noun(noun) => numbers(out, noun, depth + 1),
        }
        out.push_str(",\n");
    }
    write!(out, "{}}}", indent(depth)).unwrap();
}

fn needs(out: &mut String, noun: &Noun, depth: usize) {
    let pad = indent(depth);
    for (name, entry) in &noun.entries {
        match entry {
            Entry::Operation(number) => {
                let scope = routes().nth(*number).and_then(|route| route.scope);
                let scope = scope.map_or_else(|| "never".to_owned(), |scope| format!("{:?}", scope.as_str()));
                writeln!(out, "{pad}readonly {name}: {scope};").unwrap();
            }
            Entry::Noun(noun) => {
                writeln!(out, "{pad}readonly {name}: {{").unwrap();
                needs(out, noun, depth + 1);
                writeln!(out, "{pad}}};").unwrap();
            }
        }
    }
}

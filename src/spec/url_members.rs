//! The members of a response that contain resources with their own URL. They are calculated from the payloads' shapes
//! at compile time.

use super::endpoints::NOUNS;
use super::shape::Shape;
use super::types::ENVELOPE;

/// The member with a resource's URL.
pub const HREF: &str = "href";

/// The member of a list's envelope with the URLs of its neighbours.
pub const LINKS: &str = "links";

/// Every member whose value is, or contains, resources with a URL.
pub const URL_PATHS: [&str; FOUND_PATHS.count] = url_paths();

const FOUND_PATHS: UrlPaths = find_url_paths();

/// Runs at compile time.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
const fn url_paths() -> [&'static str; FOUND_PATHS.count] {
    let (mut paths, mut at) = ([""; FOUND_PATHS.count], 0);
    while at < FOUND_PATHS.count {
        paths[at] = FOUND_PATHS.names[at];
        at += 1;
    }
    paths
}

#[derive(Clone, Copy)]
struct UrlPaths {
    names: [&'static str; 16],
    count: usize,
}

/// Runs at compile time.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
const fn find_url_paths() -> UrlPaths {
    let mut paths = UrlPaths { names: [""; 16], count: 0 };
    let (mut noun, mut row) = (0, 0);
    while noun < NOUNS.len() {
        if row < NOUNS[noun].len() {
            (_, paths) = collect_paths(&NOUNS[noun][row].response, paths);
            row += 1;
        } else {
            (noun, row) = (noun + 1, 0);
        }
    }
    paths
}

/// Whether a value contains a URL; adds to `paths` the members on the path to it. Free-form data is not searched.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
const fn collect_paths(shape: &Shape, mut paths: UrlPaths) -> (bool, UrlPaths) {
    match shape {
        Shape::Array(inner) | Shape::Nullable(inner) | Shape::OneOrFirst(inner) => collect_paths(inner, paths),
        Shape::List(item) => {
            let (has, paths) = collect_paths(item, paths);
            (has, if has { paths.with_name(ENVELOPE[0].name) } else { paths })
        }
        Shape::Object(object) => {
            let (mut any, mut at) = (false, 0);
            while at < object.fields.len() {
                let field = &object.fields[at];
                let (has, more) = collect_paths(&field.shape, paths);
                paths = if has { more.with_name(field.name) } else { more };
                any = any || has || is_same(field.name, HREF);
                at += 1;
            }
            (any, paths)
        }
        _ => (false, paths),
    }
}

impl UrlPaths {
    #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
    const fn with_name(mut self, name: &'static str) -> UrlPaths {
        let mut at = 0;
        while at < self.count {
            if is_same(self.names[at], name) {
                return self;
            }
            at += 1;
        }
        self.names[self.count] = name;
        self.count += 1;
        self
    }
}

#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

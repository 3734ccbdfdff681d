//! Paths and routes: matching a raw path with its route, and filling a route's template with arguments.
//!
//! A path is matched as sent and never decoded: literals and ids consist of characters that need no encoding, so an
//! encoded dot, slash, backslash or NUL, a `;` or a dot segment matches nothing. Repeated and trailing slashes are
//! tolerated, because clients in daily use send them.

use super::text::split_on;
use crate::spec::endpoint::{Method, Route};
use crate::spec::endpoints::{ROUTE_HASHES, SIGNPOSTS, route_hash};

/// Arguments that one path can have at most.
const MAX_ARGUMENTS: usize = 4;

const MAX_SEGMENTS: usize = 12;

/// The result of matching a method and a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RouteMatch<'a> {
    /// The number of the route, and its arguments in the order of the template.
    Found(usize, Arguments<'a>),
    /// The path exists, but accepts only these methods.
    OtherMethod(Vec<Method>),
    /// No route has this path.
    Unknown,
}

/// The arguments of a path, in the order of its template.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Arguments<'a>([Option<&'a str>; MAX_ARGUMENTS]);

impl<'a> Arguments<'a> {
    /// The arguments, first to last.
    pub fn iter(&self) -> impl Iterator<Item = &'a str> {
        self.0.into_iter().flatten()
    }
}

/// A path argument that is missing or not an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadArgument {
    /// Name of the argument.
    pub name: &'static str,
}

/// Finds the route of a request. If two templates match, the one with the earlier literal segment is chosen.
pub fn match_route<'a>(method: &str, path: &'a str) -> RouteMatch<'a> {
    let Some(segments) = Segments::of(path) else { return RouteMatch::Unknown };
    let (mut best, mut found, mut others) = (0, None, Vec::new());
    let noun = segments.iter().nth(1).unwrap_or_default();
    // The hash leaves few candidates. Number of segments and noun are equal in all templates that can match.
    let hash = route_hash(segments.count, noun.as_bytes());
    for (number, _) in ROUTE_HASHES.iter().enumerate().filter(|(_, known)| **known == hash) {
        let Some(route) = SIGNPOSTS.get(number) else { continue };
        let Some(literals) = segments.fit_template(route.path).filter(|literals| *literals >= best) else { continue };
        if literals > best {
            (best, found) = (literals, None);
            others.clear();
        }
        if route.method.as_str() == method {
            found = found.or(Some((number, route.path)));
        } else if !others.contains(&route.method) {
            others.push(route.method);
        }
    }
    match found {
        Some((number, template)) => RouteMatch::Found(number, segments.template_arguments(template)),
        None if others.is_empty() => RouteMatch::Unknown,
        None => RouteMatch::OtherMethod(Method::ALL.iter().copied().filter(|method| others.contains(method)).collect()),
    }
}

/// Fills a route's template; `argument` returns each argument by its name.
///
/// # Errors
///
/// [`BadArgument`] if an argument is missing or not an id.
pub fn fill_route<T: AsRef<str>>(
    route: &Route,
    argument: impl FnMut(&'static str) -> Option<T>,
) -> Result<String, BadArgument> {
    fill_template(route.path, argument)
}

/// Fills a template; `argument` returns each argument by its name.
///
/// # Errors
///
/// [`BadArgument`] if an argument is missing or not an id.
pub fn fill_template<T: AsRef<str>>(
    template: &'static str,
    mut argument: impl FnMut(&'static str) -> Option<T>,
) -> Result<String, BadArgument> {
    let mut path = String::with_capacity(template.len());
    for segment in split_on(template, b'/').skip(1) {
        path.push('/');
        match argument_name(segment) {
            None => path.push_str(segment),
            Some(name) => match argument(name) {
                Some(value) if is_id(value.as_ref()) => path.push_str(value.as_ref()),
                _ => return Err(BadArgument { name }),
            },
        }
    }
    Ok(path)
}

/// True for an id, which is all that a path argument may be: 1 to 64 letters, digits, `_` or `-`.
pub fn is_id(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

/// The names of a template's arguments, in order.
pub fn argument_names(template: &str) -> impl Iterator<Item = &str> {
    split_on(template, b'/').filter_map(argument_name)
}

fn argument_name(segment: &str) -> Option<&str> {
    segment.strip_prefix('{')?.strip_suffix('}')
}

/// The segments of a path, without empty ones.
struct Segments<'a> {
    list: [&'a str; MAX_SEGMENTS],
    count: usize,
}

impl<'a> Segments<'a> {
    fn of(path: &'a str) -> Option<Segments<'a>> {
        let mut segments = Segments { list: [""; MAX_SEGMENTS], count: 0 };
        for segment in split_on(path.strip_prefix('/')?, b'/').filter(|segment| !segment.is_empty()) {
            *segments.list.get_mut(segments.count)? = segment;
            segments.count = segments.count.saturating_add(1);
        }
        Some(segments)
    }

    fn iter(&self) -> impl Iterator<Item = &'a str> {
        self.list.iter().take(self.count).copied()
    }

    /// The literal segments of a template if it matches the path: one bit each, the first segment highest.
    fn fit_template(&self, template: &str) -> Option<u32> {
        let mut rest = template;
        let mut literals = 1_u32;
        for segment in self.iter() {
            let expected = rest.strip_prefix('/')?;
            let is_literal = !expected.starts_with('{');
            rest = match is_literal {
                true => expected.strip_prefix(segment)?,
                false => expected.split_once('}').filter(|_| is_id(segment))?.1,
            };
            literals = (literals << 1) | u32::from(is_literal);
        }
        rest.is_empty().then_some(literals)
    }

    fn template_arguments(&self, template: &str) -> Arguments<'a> {
        let mut arguments = Arguments::default();
        let mut slots = arguments.0.iter_mut();
        for (segment, expected) in self.iter().zip(split_on(template, b'/').skip(1)) {
            if argument_name(expected).is_some()
                && let Some(slot) = slots.next()
            {
                *slot = Some(segment);
            }
        }
        arguments
    }
}

/// The path without repeated and trailing slashes.
pub fn normalize_path(path: &str) -> String {
    path.split('/').filter(|segment| !segment.is_empty()).fold(String::new(), |path, segment| path + "/" + segment)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::endpoints::routes;
    use proptest::prelude::*;

    fn name(path: &str) -> Option<&'static str> {
        match match_route("GET", path) {
            RouteMatch::Found(number, _) => routes().nth(number).map(|route| route.name),
            _ => None,
        }
    }

    #[test]
    fn a_path_finds_its_route_and_arguments() {
        assert_eq!(name("/v3/groups"), Some("groups.list"));
        let RouteMatch::Found(number, arguments) = match_route("GET", "/v3/groups/12") else { panic!("not found") };
        assert_eq!(routes().nth(number).unwrap().name, "groups.get");
        assert_eq!(arguments.iter().collect::<Vec<_>>(), ["12"]);
    }

    #[test]
    fn repeated_slashes_and_a_trailing_one_are_tolerated() {
        assert_eq!(name("/v3//groups"), Some("groups.list"));
        assert_eq!(name("//v3/groups/"), Some("groups.list"));
        assert_eq!(name("/v3/groups/12/"), Some("groups.get"));
    }

    #[test]
    fn a_literal_segment_wins_over_an_argument() {
        assert_eq!(name("/v3/users/me"), Some("users.me"));
    }

    #[test]
    fn another_method_on_a_known_path_names_the_methods() {
        assert!(
            matches!(match_route("DELETE", "/v3/users/me"), RouteMatch::OtherMethod(list) if list == [Method::GET])
        );
        assert!(matches!(match_route("get", "/v3/users/me"), RouteMatch::OtherMethod(_)));
        assert_eq!(match_route("DELETE", "/v3/nowhere"), RouteMatch::Unknown);
    }

    #[test]
    fn s45_encoded_and_crooked_paths_lead_nowhere() {
        for path in [
            "",
            "v3/groups",
            "/v3/groups/%2e",
            "/v3/groups/%2E%2e/users",
            "/v3/groups/a%2fb",
            "/v3/groups/a%5cb",
            "/v3/groups/%00",
            "/v3/groups/..",
            "/v3/groups/.",
            "/v3/./groups",
            "/v3/x/../groups",
            "/v3/groups;a=b",
            "/v3/groups/1;2",
            "/v3/groups/a\\b",
            "/v3/groups/12.",
            "/v3/groups/é",
            "/v3/group%73",
            "/v3/groups/%31",
            "/V3/groups",
            "/v3/groups?x",
            "/v3/groups#x",
            "/v3/groups/ 1",
            "/v3/groups/{group_id}",
            "/v3/{x}",
            "/",
        ] {
            assert_eq!(match_route("GET", path), RouteMatch::Unknown, "{path}");
        }
        let long = format!("/v3/groups/{}", "a".repeat(65));
        assert_eq!(match_route("GET", &long), RouteMatch::Unknown);
        assert_eq!(match_route("GET", &"/a".repeat(40)), RouteMatch::Unknown);
    }

    #[test]
    fn every_template_fits_its_own_route_and_no_other() {
        for (number, route) in routes().enumerate() {
            let path = fill_route(route, |_| Some("x1")).unwrap();
            let count = route.arguments().count();
            assert!(count <= MAX_ARGUMENTS && route.path.split('/').count() <= MAX_SEGMENTS, "{}", route.name);
            let RouteMatch::Found(found, arguments) = match_route(route.method.as_str(), &path) else {
                panic!("{path}")
            };
            assert_eq!((found, arguments.iter().count()), (number, count), "{}", route.name);
        }
    }

    #[test]
    fn a_literal_segment_fits_as_a_whole() {
        for route in routes() {
            let path = fill_route(route, |_| Some("x1")).unwrap();
            let segments: Vec<&str> = path.split('/').collect();
            for (at, literal) in segments.iter().enumerate().skip(1).filter(|(_, segment)| **segment != "x1") {
                for other in [format!("{literal}s"), literal[..literal.len() - 1].to_owned()] {
                    let mut altered = segments.clone();
                    altered[at] = &other;
                    let altered = altered.join("/");
                    assert_eq!(Segments::of(&altered).unwrap().fit_template(route.path), None, "{altered}");
                }
            }
        }
    }

    #[test]
    fn s46_an_argument_that_is_no_id_fills_no_template() {
        let route = routes().find(|route| route.name == "groups.get").unwrap();
        assert_eq!(fill_route(route, |_| Some("a_B-9")), Ok("/v3/groups/a_B-9".to_owned()));
        for argument in ["", "a/b", "..", "%2e", "a b", "é", "a;b", &"a".repeat(65)] {
            assert_eq!(fill_route(route, |_| Some(argument)), Err(BadArgument { name: "group_id" }), "{argument}");
        }
        assert_eq!(fill_route(route, |_| None::<&str>), Err(BadArgument { name: "group_id" }));
    }

    proptest! {
        #[test]
        fn no_path_panics(method in any::<String>(), path in any::<String>()) {
            let _ = match_route(&method, &path);
        }
    }
}

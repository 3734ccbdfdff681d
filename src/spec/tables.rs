//! The macros of the tables: `choices!`, `resources!`, `queries!` and `endpoints!`.
//!
//! Each converts rows to plain types and constants. The comment of each macro describes the result of a row.

/// A set of strings: each row becomes a variant.
///
/// `MemberType { Regular "regular", Admin "admin" }` becomes an enum with the two strings as its encoding, a `Choice`
/// shape, and its description.
macro_rules! choices {
    ($( $(#[doc = $doc:literal])* $name:ident { $( $(#[doc = $vdoc:literal])* $variant:ident $text:literal ),+ $(,)? } )+) => { $(
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $( #[doc = concat!("`", $text, "`")] $(#[doc = $vdoc])* $variant ),+ }

        impl $name {
            /// Every value, in the order of the table.
            pub const ALL: &'static [$name] = &[$( $name::$variant ),+];

            /// The string in the API.
            pub const fn as_str(self) -> &'static str {
                match self { $( $name::$variant => $text ),+ }
            }

            /// The value of a string in the API.
            pub fn parse(text: &str) -> Option<$name> {
                $name::ALL.get($name::CHOICE.place(text)?).copied()
            }

            /// The descriptions of the set and its values, for generators.
            pub const DOC: &'static $crate::spec::shape::Doc = &$crate::spec::shape::Doc {
                name: stringify!($name),
                text: &[$( $doc ),*],
                members: &[$( ($text, &[$( $vdoc ),*]) ),+],
                parts: &[],
            };

            const CHOICE: &'static $crate::spec::shape::Choice =
                &$crate::spec::shape::Choice { name: stringify!($name), values: &[$( $text ),+] };
        }

        impl $crate::spec::shape::Shaped for $name {
            const SHAPE: $crate::spec::shape::Shape = $crate::spec::shape::Shape::Choice($name::CHOICE);
        }

        impl $crate::spec::payload::Encode for $name {
            fn write(&self, out: &mut Vec<u8>) {
                $crate::spec::payload::Encode::write(&self.as_str(), out);
            }
        }

        impl $crate::spec::payload::Decode for $name {
            fn read(value: Option<serde_json::Value>, sound: &mut bool) -> $name {
                let text = <String as $crate::spec::payload::Decode>::read(value, sound);
                $name::parse(&text).unwrap_or_else(|| {
                    *sound = false;
                    [$( $name::$variant ),+][0]
                })
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                let text = <String as serde::Deserialize>::deserialize(deserializer)?;
                $name::parse(&text).ok_or_else(|| serde::de::Error::custom("a value that is not in the table"))
            }
        }

        impl $crate::spec::param::Param for $name {
            fn parse(text: &str) -> Result<$name, &'static str> {
                // A query ignores case, because existing clients send `asc` as well as `ASC`.
                $name::CHOICE
                    .place_in_any_case(text)
                    .and_then(|place| $name::ALL.get(place).copied())
                    .ok_or(concat!("one of these values:" $(, " ", $text)+))
            }
        }
    )+ };
}

/// Payloads: each row becomes a field.
///
/// `GroupRef { id: Id, name: Option<String> }` becomes a struct whose `name` may be absent, its encoding and decoding,
/// an `Object` shape with the two fields, and an entry in the file's `DOCS`.
macro_rules! resources {
    ($( $(#[doc = $doc:literal])* $name:ident { $( $(#[doc = $fdoc:literal])* $field:ident : $type:ty ),* $(,)? } )+) => {
        $(
            $(#[doc = $doc])*
            #[derive(Debug, Clone, PartialEq)]
            pub struct $name {
                $( $(#[doc = $fdoc])* pub $field: $type, )*
            }

            impl $name {
                const FIELDS: &'static [$crate::spec::shape::Field] = &[$( $crate::spec::shape::Field {
                    name: $crate::spec::shape::wire_name(stringify!($field)),
                    shape: <$type as $crate::spec::shape::Shaped>::SHAPE,
                    required: <$type as $crate::spec::shape::Shaped>::REQUIRED,
                } ),*];
            }

            impl $crate::spec::shape::Shaped for $name {
                const SHAPE: $crate::spec::shape::Shape = $crate::spec::shape::Shape::Object(
                    &$crate::spec::shape::Object { name: stringify!($name), fields: $name::FIELDS },
                );
            }

            impl $crate::spec::payload::Encode for $name {
                fn write(&self, out: &mut Vec<u8>) {
                    $crate::spec::payload::write_object($name::FIELDS, &[$( &self.$field ),*], out);
                }
            }

            impl $crate::spec::payload::Decode for $name {
                fn read(value: Option<serde_json::Value>, sound: &mut bool) -> $name {
                    let mut fields = $crate::spec::payload::object(value, sound);
                    let _ = &mut fields;
                    $name { $(
                        $field: $crate::spec::payload::Decode::take(
                            &mut fields, $crate::spec::shape::wire_name(stringify!($field)), sound,
                        ),
                    )* }
                }
            }

            impl $crate::spec::payload::Reply for $name {
                type Output = $name;
            }

            // Only for payloads without required ids, enumerations and objects: `for<'a>` permits a condition that
            // fails.
            impl Default for $name where $( for<'a> $type: Default ),* {
                fn default() -> $name {
                    $name { $( $field: Default::default() ),* }
                }
            }
        )+

        /// The descriptions of this file's payloads, for generators.
        pub const DOCS: &[$crate::spec::shape::Doc] = &[$( $crate::spec::shape::Doc {
            name: stringify!($name),
            text: &[$( $doc ),*],
            members: &[$( ($crate::spec::shape::wire_name(stringify!($field)), &[$( $fdoc ),*]) ),*],
            parts: &[],
        } ),+];
    };
}

/// Query parameters: each row becomes a parameter.
///
/// `Paging { page: Option<Integer>, per_page: Option<Integer> }` becomes a struct that is parsed from a decoded query
/// string; a parameter that is not an `Option` is required.
macro_rules! queries {
    ($( $(#[doc = $doc:literal])* $name:ident { $( $(#[doc = $fdoc:literal])* $field:ident : $type:ty ),* $(,)? } )+) => {
        $(
            $(#[doc = $doc])*
            #[derive(Debug, Clone, PartialEq)]
            pub struct $name { $( $(#[doc = $fdoc])* pub $field: $type, )* }

            impl $crate::spec::endpoint::QueryPart for $name {
                const FIELDS: &'static [$crate::spec::shape::Field] = &[$( $crate::spec::shape::Field {
                    name: $crate::spec::shape::wire_name(stringify!($field)),
                    shape: <$type as $crate::spec::shape::Shaped>::SHAPE,
                    required: <$type as $crate::spec::shape::Shaped>::REQUIRED,
                } ),*];

                const DOC: &'static $crate::spec::shape::Doc = &$crate::spec::shape::Doc {
                    name: stringify!($name),
                    text: &[$( $doc ),*],
                    members: &[$( ($crate::spec::shape::wire_name(stringify!($field)), &[$( $fdoc ),*]) ),*],
                    parts: &[],
                };

                fn read(pairs: &$crate::spec::endpoint::Pairs) -> Result<$name, $crate::spec::endpoint::BadParam> {
                    Ok($name { $( $field: $crate::spec::endpoint::FromPairs::from_pairs(
                        pairs, $crate::spec::shape::wire_name(stringify!($field)),
                    )?, )* })
                }
            }

            impl $crate::spec::payload::Encode for $name {
                fn write(&self, out: &mut Vec<u8>) {
                    let fields = <$name as $crate::spec::endpoint::QueryPart>::FIELDS;
                    $crate::spec::payload::write_object(fields, &[$( &self.$field ),*], out);
                }
            }

            impl Default for $name where $( for<'a> $type: Default ),* {
                fn default() -> $name {
                    $name { $( $field: Default::default() ),* }
                }
            }
        )+

        /// The descriptions of this file's query parameters, for generators.
        pub const QUERY_DOCS: &[&$crate::spec::shape::Doc] =
            &[$( <$name as $crate::spec::endpoint::QueryPart>::DOC ),+];
    };
}

/// Operations: each row becomes a request type with its route.
///
/// `GET "/v3/groups" ListGroups() as "groups.list" query(Paging) needs(GroupsRead) -> 200 List<GroupRef>;` becomes
/// `struct ListGroups { query, body }` with `impl Endpoint`, an entry in the file's `ROUTES` and one in its `DOCS`.
macro_rules! endpoints {
    ($(
        $(#[doc = $doc:literal])*
        $method:ident $path:literal $name:ident ( $($arg:ident),* ) as $js:literal
            $(query( $($query:ty),+ ))? $(body( $body:ty ))? needs( $($scope:ident)? ) -> $status:literal $response:ty;
    )+) => {
        $(
            $(#[doc = $doc])*
            #[derive(Debug, Clone)]
            pub struct $name {
                $( #[doc = concat!("`", stringify!($arg), "` of the path.")] pub $arg: $crate::spec::types::Id, )*
                /// The query parameters.
                pub query: <$name as $crate::spec::endpoint::Endpoint>::Query,
                /// The JSON body.
                pub body: <$name as $crate::spec::endpoint::Endpoint>::Body,
            }

            impl $crate::spec::endpoint::Endpoint for $name {
                const ROUTE: &'static $crate::spec::endpoint::Route = &$crate::spec::endpoint::Route {
                    method: $crate::spec::endpoint::Method::$method,
                    path: $path,
                    name: $js,
                    scope: endpoints!(@scope $($scope)?),
                    status: $status,
                    query: <<$name as $crate::spec::endpoint::Endpoint>::Query as $crate::spec::endpoint::Query>::PARTS,
                    body: <endpoints!(@or_unit $($body)?) as $crate::spec::shape::Shaped>::SHAPE,
                    response: <$response as $crate::spec::shape::Shaped>::SHAPE,
                };
                type Query = endpoints!(@tuple $($($query),+)?);
                type Body = endpoints!(@or_unit $($body)?);
                type Response = $response;

                fn read(
                    path: &mut dyn Iterator<Item = $crate::spec::types::Id>,
                    query: Self::Query,
                    body: Self::Body,
                ) -> Self {
                    let _ = &path;
                    $name { $( $arg: $crate::spec::endpoint::argument(path), )* query, body }
                }

                fn write(&self, out: &mut Vec<u8>) {
                    let mut parts = $crate::spec::endpoint::Query::parts(&self.query);
                    parts.push(&self.body);
                    $crate::spec::payload::write_arguments(&[$( (stringify!($arg), &self.$arg) ),*], &parts, out);
                }
            }

            impl $name {
                /// A request with the default of each query parameter.
                #[allow(clippy::new_without_default)]
                pub fn new($( $arg: impl Into<$crate::spec::types::Id>, )* $( payload: $body )?) -> $name
                where
                    for<'a> <$name as $crate::spec::endpoint::Endpoint>::Query: Default,
                {
                    $name {
                        $( $arg: $arg.into(), )*
                        query: Default::default(),
                        body: endpoints!(@value $( payload as $body )?),
                    }
                }

                /// The request with these query parameters.
                #[must_use]
                pub fn with_query(mut self, query: <$name as $crate::spec::endpoint::Endpoint>::Query) -> $name {
                    self.query = query;
                    self
                }
            }

            const _: () = assert!(
                $crate::spec::endpoint::names_its_arguments($path, &[$( stringify!($arg) ),*]),
                "{}",
                concat!("the arguments of ", stringify!($name), " are not those of its path ", $path),
            );
        )+

        /// The routes of this file, in table order.
        pub const ROUTES: &[&$crate::spec::endpoint::Route] =
            &[$( <$name as $crate::spec::endpoint::Endpoint>::ROUTE ),+];

        /// The descriptions of this file's operations, for generators.
        pub const DOCS: &[$crate::spec::shape::Doc] = &[$( $crate::spec::shape::Doc {
            name: stringify!($name),
            text: &[$( $doc ),*],
            members: &[],
            parts: <<$name as $crate::spec::endpoint::Endpoint>::Query as $crate::spec::endpoint::Query>::DOCS,
        } ),+];
    };
    (@scope) => { None };
    (@scope $scope:ident) => { Some($crate::spec::scopes::Scope::$scope) };
    (@or_unit) => { () };
    (@or_unit $type:ty) => { $type };
    (@value) => { () };
    (@value $value:ident as $type:ty) => { $value };
    (@tuple) => { () };
    (@tuple $($type:ty),+) => { ($($type,)+) };
}

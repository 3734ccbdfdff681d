//! The fields of a response other than its answers, by which rows are grouped and filtered.

/// A field of a response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Field {
    /// Status.
    Status,
    /// Id of the collector.
    Collector,
    /// Language of the respondent.
    Language,
    /// How the response was collected.
    Mode,
    /// Custom value.
    Custom,
    /// Email address.
    Email,
    /// First name.
    FirstName,
    /// Last name.
    LastName,
    /// IP address.
    Ip,
    /// A custom variable.
    Variable(String),
}

impl Field {
    /// The fields with a name of their own, in the order of their columns.
    pub(super) const NAMED: [Field; 9] = [
        Field::Status,
        Field::Collector,
        Field::Language,
        Field::Mode,
        Field::Custom,
        Field::Email,
        Field::FirstName,
        Field::LastName,
        Field::Ip,
    ];

    /// The name in queries and column keys; `variable:NAME` for a custom variable.
    pub fn name(&self) -> String {
        let name = match self {
            Field::Status => "status",
            Field::Collector => "collector",
            Field::Language => "language",
            Field::Mode => "mode",
            Field::Custom => "custom",
            Field::Email => "email",
            Field::FirstName => "first_name",
            Field::LastName => "last_name",
            Field::Ip => "ip",
            Field::Variable(name) => return ["variable:", name].concat(),
        };
        name.to_owned()
    }

    /// The field of a name.
    pub fn parse(name: &str) -> Option<Field> {
        match name.strip_prefix("variable:") {
            Some(variable) => Some(Field::Variable(variable.to_owned())),
            None => Field::NAMED.into_iter().find(|field| field.name() == name),
        }
    }
}

/// The rows with one value of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldGroup {
    /// The value; empty for rows without one.
    pub value: String,
    /// The rows, all of them in those that were asked for.
    pub rows: super::Bits,
}

//! The tables' types for surveys whose responses tell a story: what they depend on, and what happens.

/// What decides on the responses of a survey.
#[derive(Debug)]
pub struct Story {
    /// Number of days over which the responses come.
    pub days: i64,
    /// The shares of the segments, such as regions.
    pub segments: &'static [u64],
    /// The languages of the respondents, with their shares.
    pub languages: &'static [(&'static str, u64)],
    /// What open texts are about.
    pub topic: Topic,
    /// What happens to one segment.
    pub turn: Option<Turn>,
    /// A page that one segment, the second number, is not shown.
    pub branch: Option<(u64, usize)>,
    /// Whether some of the responses are previews.
    pub previews: bool,
}

/// What respondents write about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// A visit to an exhibition.
    Visit,
    /// An order at a shop.
    Order,
}

/// An event after which one segment is in a worse mood.
#[derive(Debug)]
pub struct Turn {
    /// The day, counted from the epoch.
    pub day: i64,
    /// The index of the segment.
    pub segment: usize,
    /// The row that it is about, in tables that rate several.
    pub row: u64,
    /// By how much its mood falls, of 1,000.
    pub fall: u64,
    /// What people then write.
    pub texts: &'static [&'static str],
}

/// What the picked choices of a question depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lean {
    /// Its own shares, which decrease from choice to choice, and a little the segment of the respondent.
    Usual,
    /// The respondent's mood; the choices go from bad to good.
    Rising,
    /// The respondent's mood; the choices go from good to bad.
    Falling,
    /// The segment of the respondent: the choice at its position.
    Segment,
}

//! Organizations.

//! The library: categories, templates, languages.

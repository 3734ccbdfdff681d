//! Translations of a survey.

//! Pages of a survey.

//! Folders of surveys.

//! Rollups and trends.

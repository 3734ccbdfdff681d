//! Messages of a collector.

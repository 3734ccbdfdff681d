//! Layer 1

//! Layer 3: the SDK's shell.

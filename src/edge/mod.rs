//! Layer 3: the Worker's shell.

//! The error table as a resource.

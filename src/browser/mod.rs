//! Layer 3: the SDK's shell. Each of its three binaries has one of these modules, or two.

#[cfg(feature = "browser")]
pub mod calls;
#[cfg(feature = "export")]
pub mod export;
#[cfg(feature = "sign-in")]
pub mod sign_in;
#[cfg(feature = "export")]
pub mod summary;

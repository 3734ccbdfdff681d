//! Layer 3: the SDK's shell. Each of its four binaries contains one or two of these modules.

#[cfg(feature = "browser")]
pub mod calls;
#[cfg(feature = "export")]
pub mod export;
#[cfg(feature = "results")]
pub mod results;
#[cfg(feature = "sign-in")]
pub mod sign_in;
#[cfg(feature = "export")]
pub mod summary;
#[cfg(feature = "results")]
pub mod sync;

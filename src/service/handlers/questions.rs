//! Questions of a page.

//! Accounts: opening one, its pages, its apps, and its end.

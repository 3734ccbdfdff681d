//! What each operation does, one file per noun in the order of the tables.

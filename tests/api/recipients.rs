//! Recipients of a message.

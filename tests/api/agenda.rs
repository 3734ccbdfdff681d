//! The agenda: what a place does later, and that nothing of it is lost.

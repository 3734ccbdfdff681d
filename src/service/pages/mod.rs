//! Pages for people: server-rendered HTML that works without JavaScript.

-- The last id that was given to a resource of each kind.
CREATE TABLE sequences (
  name TEXT PRIMARY KEY,
  last INTEGER NOT NULL
);

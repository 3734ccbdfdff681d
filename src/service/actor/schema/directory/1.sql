-- A shard of the directory: which team an e-mail address belongs to.
CREATE TABLE addresses (
  email TEXT PRIMARY KEY,
  region TEXT NOT NULL,
  team TEXT NOT NULL
);

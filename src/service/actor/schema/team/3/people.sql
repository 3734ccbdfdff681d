-- When a user who has not accepted yet was last invited, null for users who were never invited.
ALTER TABLE users ADD COLUMN invited INTEGER;
-- Ids of deleted users, which are not assigned again.
CREATE TABLE former_users (
  id TEXT PRIMARY KEY
);

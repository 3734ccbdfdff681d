-- When an address becomes free, null while its account exists.
ALTER TABLE addresses RENAME COLUMN until TO free_from;
-- Ids of invited users, which are not assigned again, even in another team.
CREATE TABLE invited_user_ids (
  id TEXT PRIMARY KEY
);

-- When somebody who has not accepted was last invited, null for who never was.
ALTER TABLE users ADD COLUMN invited INTEGER;
-- Numbers of users who are gone: nobody gets one of them again.
CREATE TABLE former_users (
  id TEXT PRIMARY KEY
);

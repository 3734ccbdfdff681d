-- What sets the token apart from others of the account and app while the grant stands, null for a token that cannot be made again.
ALTER TABLE grants ADD COLUMN nonce TEXT;
-- Which token each code gave, for as long as the reuse of a code is noticed.
CREATE TABLE redemptions (
  code_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  -- null for a code that was used twice before it gave anything.
  token_hash TEXT,
  redeemed INTEGER NOT NULL
);
CREATE INDEX redemptions_by_age ON redemptions (redeemed);
CREATE INDEX redemptions_of_user ON redemptions (user_id);

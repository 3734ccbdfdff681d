-- The nonce from which the token is computed while the grant exists, null for a token that cannot be computed again.
ALTER TABLE grants ADD COLUMN nonce TEXT;
-- The token that each code was exchanged for, as long as the reuse of a code is detected.
CREATE TABLE redemptions (
  code_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  -- Null for a code that was used twice before it was exchanged.
  token_hash TEXT,
  redeemed INTEGER NOT NULL
);
CREATE INDEX redemptions_by_age ON redemptions (redeemed);
CREATE INDEX redemptions_of_user ON redemptions (user_id);

-- When an address becomes free, null while its account stands.
ALTER TABLE addresses ADD COLUMN until INTEGER;
-- Addresses of accounts that are being opened right now.
CREATE TABLE reservations (
  email TEXT PRIMARY KEY,
  team TEXT NOT NULL,
  expires INTEGER NOT NULL
);
CREATE INDEX reservations_by_age ON reservations (expires);

-- Consent pages on which access was denied, as long as the page could still be submitted.
CREATE TABLE denials (
  consent_id TEXT PRIMARY KEY,
  expires INTEGER NOT NULL
);
CREATE INDEX denials_by_end ON denials (expires);

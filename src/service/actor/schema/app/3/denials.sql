-- Consent pages on which access was denied, for as long as the page could still be sent.
CREATE TABLE denials (
  ticket TEXT PRIMARY KEY,
  expires INTEGER NOT NULL
);
CREATE INDEX denials_by_end ON denials (expires);

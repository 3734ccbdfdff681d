-- Mails and text messages that the place has written.
CREATE TABLE outbox (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  -- Address or number of the reader.
  receiver TEXT NOT NULL,
  -- Address of the sender, empty for a text message.
  sender TEXT NOT NULL,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  -- The same as HTML. A text message has none.
  html TEXT,
  -- JSON: an array of pairs of name and value.
  headers TEXT NOT NULL,
  -- The recipient of a collector whom it goes to.
  recipient_id TEXT,
  created INTEGER NOT NULL,
  handed_over INTEGER,
  bounced INTEGER
);
CREATE INDEX outbox_by_age ON outbox (created, id);
CREATE INDEX outbox_of_receiver ON outbox (receiver, created, id);

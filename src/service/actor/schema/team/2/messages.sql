-- Invitations, reminders and thanks of a collector.
CREATE TABLE messages (
  id TEXT PRIMARY KEY,
  collector_id TEXT NOT NULL,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  -- To which recipients of the collector a reminder or thank-you goes.
  audience TEXT,
  -- Text messages have none.
  subject TEXT,
  body TEXT NOT NULL,
  is_html INTEGER NOT NULL,
  is_branding_enabled INTEGER NOT NULL,
  embed_first_question INTEGER NOT NULL,
  -- When it is to be sent, or was.
  scheduled INTEGER,
  created INTEGER NOT NULL
);
CREATE INDEX messages_of_collector ON messages (collector_id, created, id);
-- People to whom a collector writes, each with a link of their own.
CREATE TABLE recipients (
  id TEXT PRIMARY KEY,
  collector_id TEXT NOT NULL,
  -- The message that they were added to. Reminders and thank-yous go to the same recipients.
  message_id TEXT NOT NULL,
  -- Email address or phone number.
  address TEXT NOT NULL COLLATE NOCASE,
  contact_id TEXT,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  -- JSON: objects of texts.
  custom_fields TEXT NOT NULL,
  extra_fields TEXT NOT NULL,
  -- How far they came in the survey where no response names them, because the collector is anonymous.
  response_status TEXT,
  opened INTEGER,
  clicked INTEGER,
  opted_out INTEGER,
  bounced INTEGER,
  created INTEGER NOT NULL
);
CREATE INDEX recipients_of_collector ON recipients (collector_id, id);
CREATE INDEX recipients_of_message ON recipients (message_id, id);
CREATE INDEX recipients_of_message_by_address ON recipients (message_id, address);
CREATE INDEX recipients_of_collector_by_address ON recipients (collector_id, address);
CREATE INDEX responses_of_recipient ON responses (recipient_id, status);
-- One message to one recipient, and how far it came.
CREATE TABLE mailings (
  message_id TEXT NOT NULL,
  recipient_id TEXT NOT NULL,
  status TEXT NOT NULL,
  PRIMARY KEY (message_id, recipient_id)
);
CREATE INDEX mailings_by_status ON mailings (message_id, status, recipient_id);
CREATE INDEX mailings_of_recipient ON mailings (recipient_id);
-- How many recipients a user has written to, or is going to. It outlives the message: what was sent counts.
CREATE TABLE sendings (
  message_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  recipients INTEGER NOT NULL
);
CREATE INDEX sendings_of_user ON sendings (user_id, at);

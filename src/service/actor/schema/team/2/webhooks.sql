-- Where accounts want events sent.
CREATE TABLE webhooks (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  name TEXT NOT NULL,
  event_type TEXT NOT NULL,
  object_type TEXT,
  subscription_url TEXT NOT NULL,
  authorization TEXT,
  created INTEGER NOT NULL,
  modified INTEGER NOT NULL
);
CREATE INDEX webhooks_of_account ON webhooks (user_id, client_id, created, id);
CREATE UNIQUE INDEX webhooks_by_address ON webhooks (user_id, client_id, subscription_url);
CREATE INDEX webhooks_by_event ON webhooks (event_type, id);
-- The surveys or collectors that a webhook is about.
CREATE TABLE webhook_objects (
  webhook_id TEXT NOT NULL,
  object_id TEXT NOT NULL,
  PRIMARY KEY (webhook_id, object_id)
);
CREATE INDEX webhook_objects_by_object ON webhook_objects (object_id, webhook_id);
-- What happened and may concern a webhook, until it is turned into deliveries.
CREATE TABLE events (
  id TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  object_id TEXT NOT NULL,
  -- JSON: ids of all that it concerns.
  resources TEXT NOT NULL,
  at INTEGER NOT NULL
);

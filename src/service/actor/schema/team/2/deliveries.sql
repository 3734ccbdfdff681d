-- What is still to be posted to a webhook, and what was given up.
CREATE TABLE deliveries (
  webhook_id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  -- waiting: its turn comes in the order of events. late: it failed so often that younger ones go first. given_up.
  state TEXT NOT NULL,
  -- The bytes that are posted, the same in every attempt.
  body TEXT NOT NULL,
  happened INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  due INTEGER NOT NULL,
  PRIMARY KEY (webhook_id, event_id)
);
CREATE INDEX deliveries_in_order ON deliveries (webhook_id, state, event_id);
CREATE INDEX deliveries_by_time ON deliveries (webhook_id, state, due);

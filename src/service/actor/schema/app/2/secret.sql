-- The client secret, sealed: deliveries are signed with it. Empty for an app from before there were deliveries.
ALTER TABLE app ADD COLUMN sealed_secret TEXT NOT NULL DEFAULT '';

-- Recipients who were deleted after they got a mail: the link in it must still suppress their address.
CREATE TABLE former_recipients (
  id TEXT PRIMARY KEY,
  -- The owner of the survey.
  owner_id TEXT NOT NULL,
  address TEXT NOT NULL
);
CREATE INDEX former_recipients_of_owner ON former_recipients (owner_id);
-- Collectors by the sender of their invitations, whose address may change.
CREATE INDEX collectors_of_sender ON collectors (json_extract(body, '$.sender_email') COLLATE NOCASE)
  WHERE type = 'email';

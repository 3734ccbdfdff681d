-- Recipients who were deleted after a mail had gone to them: its link must still take their address off.
CREATE TABLE former_recipients (
  id TEXT PRIMARY KEY,
  -- Whose survey it was.
  owner_id TEXT NOT NULL,
  address TEXT NOT NULL
);
CREATE INDEX former_recipients_of_owner ON former_recipients (owner_id);

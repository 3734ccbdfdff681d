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
-- When a recipient first opened this message and followed its link. Earlier programs knew it only of the recipient, who
-- had mostly got the one message that they were added to.
ALTER TABLE message_recipients ADD COLUMN opened INTEGER;
ALTER TABLE message_recipients ADD COLUMN clicked INTEGER;
UPDATE message_recipients
SET (opened, clicked) = (
  SELECT recipients.opened, recipients.clicked
  FROM recipients
  WHERE recipients.id = message_recipients.recipient_id
    AND recipients.message_id = message_recipients.message_id
);

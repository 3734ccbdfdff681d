-- Mails that are not waiting any more, oldest first: the expression is followed by the number of the row.
CREATE INDEX outbox_by_wait ON outbox (handed_over IS NOT NULL OR kind = 'sms');

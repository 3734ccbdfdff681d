-- Nothing may lead from a recipient to a response that was given under full anonymity. Rows of earlier builds do, if the
-- response was not finished. The recipient is known by a cookie now, and stays finished if an app has completed the response
-- since. Where respondents prove their address, they are known by such rows still.
UPDATE recipients
SET response_status = 'completely_responded'
WHERE id IN (
  SELECT substr(progress.id, length(progress.collector_id) + 2)
  FROM respondent_progress AS progress
  JOIN responses ON responses.id = progress.response_id
  JOIN collectors ON collectors.id = progress.collector_id
  WHERE progress.id LIKE progress.collector_id || '.%'
    AND responses.status <> 'partial'
    AND responses.recipient_id = ''
    AND COALESCE(json_extract(collectors.body, '$.respondent_authentication'), 0) = 0
);
DELETE FROM respondent_progress
WHERE id IN (
  SELECT progress.id
  FROM respondent_progress AS progress
  JOIN responses ON responses.id = progress.response_id
  JOIN collectors ON collectors.id = progress.collector_id
  JOIN recipients ON recipients.id = substr(progress.id, length(progress.collector_id) + 2)
  WHERE progress.id LIKE progress.collector_id || '.%'
    AND responses.recipient_id = ''
    AND COALESCE(json_extract(collectors.body, '$.respondent_authentication'), 0) = 0
);

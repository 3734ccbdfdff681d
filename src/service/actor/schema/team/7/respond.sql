-- Nothing may lead from a recipient to a response of a fully anonymous collector. Rows of earlier builds do, if the response
-- was not finished. The recipient is known by a cookie now, and stays finished if an app has completed the response since.
-- Where respondents prove their address, they are known by such rows still.
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
    AND json_extract(collectors.body, '$.anonymous_type') = 'fully_anonymous'
    AND COALESCE(json_extract(collectors.body, '$.respondent_authentication'), 0) = 0
);
DELETE FROM respondent_progress
WHERE id LIKE collector_id || '.%'
  AND response_id IS NOT NULL
  AND collector_id IN (
    SELECT id
    FROM collectors
    WHERE json_extract(body, '$.anonymous_type') = 'fully_anonymous'
      AND COALESCE(json_extract(body, '$.respondent_authentication'), 0) = 0
  );

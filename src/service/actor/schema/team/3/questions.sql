-- What the numbers of a question add up to was a text, and what is said of it null where nothing was to add up. A sum
-- that is no whole number in range asks for nothing any more, since the field cannot hold it.
UPDATE questions
SET body = json_set(
  body,
  '$.validation.sum', CASE
    WHEN json_extract(body, '$.validation.sum') GLOB '[0-9]*'
      AND CAST(json_extract(body, '$.validation.sum') AS INTEGER) BETWEEN 0 AND 2147483647
      AND NOT json_extract(body, '$.validation.sum') GLOB '*[^0-9]*'
    THEN CAST(json_extract(body, '$.validation.sum') AS INTEGER)
  END,
  '$.validation.sum_text', COALESCE(json_extract(body, '$.validation.sum_text'), '')
)
WHERE json_type(body, '$.validation') = 'object';

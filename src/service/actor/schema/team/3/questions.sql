-- The sum that the numbers of a question must have was a text, and its message null where there was none. A sum that is
-- not an integer in range is dropped, since the field cannot contain it.
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

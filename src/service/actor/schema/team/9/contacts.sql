-- Addresses beyond ASCII are stored in lower case since. Suppressions from before are added in this form too, for the capital
-- letters of the Latin, Cyrillic and Greek alphabets, the latter without accents.
INSERT OR IGNORE INTO suppressions (address, status, at)
WITH RECURSIVE spelled (address, rest, letter, status, at) AS (
  SELECT '', address, unicode(address), status, at
  FROM suppressions
  WHERE address GLOB '*[^ -~]*'
  UNION ALL
  SELECT address || char(letter + CASE
      WHEN letter BETWEEN 192 AND 222 AND letter <> 215
        OR letter BETWEEN 913 AND 939
        OR letter BETWEEN 1040 AND 1071 THEN 32
      WHEN letter BETWEEN 1024 AND 1039 THEN 80
      WHEN letter BETWEEN 256 AND 303 OR letter BETWEEN 306 AND 311 OR letter BETWEEN 330 AND 375 THEN letter % 2 = 0
      WHEN letter BETWEEN 313 AND 328 OR letter BETWEEN 377 AND 382 THEN letter % 2
      ELSE 0
    END), substr(rest, 2), unicode(substr(rest, 2)), status, at
  FROM spelled
  WHERE rest <> ''
)
SELECT address, status, at
FROM spelled
WHERE rest = '';

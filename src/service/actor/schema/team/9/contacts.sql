-- Addresses beyond ASCII are stored in lower case since, letter by letter, because the database ignores the case of ASCII
-- letters only. Those from before are changed to it: the letters of the Latin, Cyrillic and Greek alphabets. An address of
-- a contact stays as it is if another contact of the user has the new spelling.
CREATE TABLE lowered_addresses (
  address TEXT PRIMARY KEY COLLATE NOCASE,
  lowered TEXT NOT NULL
);
INSERT OR IGNORE INTO lowered_addresses (address, lowered)
WITH RECURSIVE spelled (address, lowered, rest, letter) AS (
  SELECT address, '', address, unicode(address)
  FROM (
    SELECT address FROM suppressions WHERE address GLOB '*[^ -~]*'
    UNION SELECT address FROM recipients WHERE address GLOB '*[^ -~]*'
    UNION SELECT email FROM contacts WHERE email GLOB '*[^ -~]*')
  UNION ALL
  SELECT address, lowered || char(letter + CASE
      WHEN letter BETWEEN 192 AND 222 AND letter <> 215
        OR letter BETWEEN 913 AND 939
        OR letter BETWEEN 1040 AND 1071 THEN 32
      WHEN letter BETWEEN 1024 AND 1039 THEN 80
      WHEN letter BETWEEN 256 AND 303 OR letter BETWEEN 306 AND 311 OR letter BETWEEN 330 AND 375
        OR letter BETWEEN 1120 AND 1153 OR letter BETWEEN 1162 AND 1215 THEN letter % 2 = 0
      WHEN letter BETWEEN 313 AND 328 OR letter BETWEEN 377 AND 382 THEN letter % 2
      WHEN letter = 376 THEN -121
      WHEN letter = 902 THEN 38
      WHEN letter BETWEEN 904 AND 906 THEN 37
      WHEN letter = 908 THEN 64
      WHEN letter BETWEEN 910 AND 911 THEN 63
      WHEN letter = 962 THEN 1
      ELSE 0
    END), substr(rest, 2), unicode(substr(rest, 2))
  FROM spelled
  WHERE rest <> ''
)
SELECT address, lower(lowered)
FROM spelled
WHERE rest = '';
INSERT OR IGNORE INTO suppressions (address, status, at)
SELECT lowered, status, at
FROM suppressions
JOIN lowered_addresses ON lowered_addresses.address = suppressions.address;
UPDATE recipients
SET address = (SELECT lowered FROM lowered_addresses WHERE lowered_addresses.address = recipients.address)
WHERE address GLOB '*[^ -~]*';
UPDATE OR IGNORE contacts
SET email = (SELECT lowered FROM lowered_addresses WHERE lowered_addresses.address = contacts.email)
WHERE email GLOB '*[^ -~]*';
DROP TABLE lowered_addresses;

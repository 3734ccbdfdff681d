-- Tables and columns of released steps get the terms that the code uses. Their rows stay.
DROP INDEX waiting_by_age;
ALTER TABLE waiting RENAME TO review_queue;
CREATE INDEX review_queue_by_age ON review_queue (since, client_id);
DROP INDEX listed_by_name;
ALTER TABLE listed RENAME TO published_apps;
ALTER TABLE published_apps RENAME COLUMN position TO sort_name;
CREATE INDEX published_apps_by_name ON published_apps (sort_name, client_id);

-- The time zone that a day of drills is counted in, so that another zone cannot begin a second day before it is over.
-- Null for a day that an older server counted.
alter table drill_days add column time_zone text;

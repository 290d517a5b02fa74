-- When a slot's interviewer deleted it, or its interview was canceled by its interviewer or by us: weekly hours that existed
-- then do not offer the time again. Until now only slots of weekly hours remembered it, by keeping their rule_id. An older
-- server leaves the column empty, so its deletions of slots made by hand hold as little as before.
alter table availability add column refused_at timestamptz;

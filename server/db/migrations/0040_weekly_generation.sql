-- When an interviewer's weekly hours have to be looked at next: the day after, when the last of their eight weeks moves on;
-- or earlier, when a slot's notice runs out or its interviewer deletes one. Without a row: now.
create table weekly_generation (
  interviewer_id uuid primary key references users (id),
  due_at timestamptz not null
);
create index weekly_generation_by_time on weekly_generation (due_at);

-- Days off that are not over are few.
create index time_off_by_end on time_off (ends_at);

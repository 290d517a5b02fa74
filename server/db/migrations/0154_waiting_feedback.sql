-- Today lists two kinds of feedback that wait for an operator: that of probations, and low ratings. It looked at every
-- interviewer for them. Triggers now keep the candidates, because servers of the version before this one write, too.

-- The file belongs, or belonged, to one of the first ten completed interviews of its interviewer, so it can be one of the
-- first five of a probation. Today checks which of them are. Ten leave room for decisions that are made at the same
-- moment, such as a no-show of an earlier interview.
alter table feedback_files add column is_early boolean not null default false;

create function mark_early_feedback() returns trigger language plpgsql as $$
begin
  new.is_early := not exists (
    select from bookings booking join bookings earlier
      on earlier.interviewer_id = booking.interviewer_id and earlier.status = 'completed' and earlier.starts_at < booking.starts_at
    where booking.id = new.booking_id offset 9);
  return new;
end $$;
create trigger feedback_files_are_early before insert on feedback_files
  for each row execute function mark_early_feedback();

-- An interview that is no longer completed lets a later one become an early one, and one that is completed again has a
-- file already.
create function mark_early_feedback_of_interviewer() returns trigger language plpgsql as $$
begin
  if new.status = 'completed' then
    update feedback_files set is_early = true where booking_id = new.id and not is_early;
  else
    update feedback_files set is_early = true where not is_early and booking_id in (
      select id from bookings where interviewer_id = new.interviewer_id and status = 'completed' order by starts_at limit 10);
  end if;
  return null;
end $$;
create trigger bookings_change_early_feedback after update of status on bookings
  for each row when (old.status <> new.status and 'completed' in (old.status, new.status))
  execute function mark_early_feedback_of_interviewer();

update feedback_files set is_early = true where booking_id in (
  select early.id from users person cross join lateral (
    select id from bookings where interviewer_id = person.id and status = 'completed' order by starts_at limit 10) early
  where person.role = 'interviewer');

-- The mean of an interviewer's last ten ratings.
create table recent_ratings (
  interviewer_id uuid primary key references users (id),
  ratings integer not null default 0,
  -- Both are null without ratings.
  average double precision,
  newest_at timestamptz
);

-- The row is locked before the ratings are read, so that of two ratings at the same moment the second one sees the first.
create function update_recent_ratings() returns trigger language plpgsql as $$
declare
  rated uuid := coalesce(new.interviewer_id, old.interviewer_id);
begin
  insert into recent_ratings (interviewer_id) values (rated) on conflict do nothing;
  perform from recent_ratings where interviewer_id = rated for no key update;
  update recent_ratings set (ratings, average, newest_at) = (
    select count(*), avg(interview_score)::float8, max(created_at) from (
      select interview_score, created_at from feedback where interviewer_id = rated order by created_at desc limit 10) newest)
    where interviewer_id = rated;
  return null;
end $$;
create trigger feedback_changes_recent_ratings after insert or update or delete on feedback
  for each row execute function update_recent_ratings();

insert into recent_ratings (interviewer_id, ratings, average, newest_at)
  select person.id, newest.* from users person cross join lateral (
    select count(*) as ratings, avg(interview_score)::float8, max(created_at) from (
      select interview_score, created_at from feedback where interviewer_id = person.id order by created_at desc limit 10) rating) newest
  where person.role = 'interviewer' and newest.ratings > 0;
create index recent_ratings_by_average on recent_ratings (average);

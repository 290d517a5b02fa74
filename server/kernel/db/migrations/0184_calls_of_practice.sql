-- How many calls of the language model practice made on a day (in the zone of the business): one row for each person, and
-- one without a person for all together. Rows of days that are over are purged.
create table practice_model_calls (
  user_id uuid references users (id),
  day date not null,
  calls integer not null check (calls >= 0),
  last_at timestamptz not null,
  unique nulls not distinct (user_id, day)
);

-- Counts a call unless a limit is reached, and says whether it may be made. The row locks make simultaneous calls of all
-- servers take turns, the person's first.
create function claim_practice_call(
  person uuid, today date, called_at timestamptz, person_limit integer, site_limit integer
) returns boolean language plpgsql as $$
begin
  insert into practice_model_calls as counted (user_id, day, calls, last_at)
    select person, today, 1, called_at where person_limit > 0
    on conflict (user_id, day) do update set calls = counted.calls + 1, last_at = called_at
      where counted.calls < person_limit;
  if not found then return false; end if;
  insert into practice_model_calls as counted (user_id, day, calls, last_at)
    select null, today, 1, called_at where site_limit > 0
    on conflict (user_id, day) do update set calls = counted.calls + 1, last_at = called_at
      where counted.calls < site_limit;
  if found then return true; end if;
  update practice_model_calls set calls = calls - 1 where user_id = person and day = today;
  return false;
end
$$;

-- The switch for all of practice's calls is one of the texts that an owner changes at the desk.
alter table site_texts drop constraint site_texts_key_check;
alter table site_texts add constraint site_texts_key_check
  check (key in ('claims', 'advice', 'notice', 'questions', 'mail-signature', 'practice-model'));

create table weekly_rules (
  id uuid primary key,
  interviewer_id uuid not null references users (id),
  -- ISO 8601: Monday is 1.
  weekdays smallint[] not null check (cardinality(weekdays) between 1 and 7),
  -- [{"from": "18:00", "to": "21:00"}], wall times of time_zone.
  windows jsonb not null check (jsonb_typeof(windows) = 'array'),
  time_zone text not null,
  starts_on date not null,
  ends_on date,
  -- Days that the rule leaves out, `2026-12-25`.
  exceptions text[] not null default '{}',
  minimum_notice_hours integer not null default 0 check (minimum_notice_hours between 0 and 336),
  most_per_day integer check (most_per_day between 1 and 32),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (ends_on >= starts_on)
);
create index weekly_rules_of_interviewer on weekly_rules (interviewer_id, created_at);

-- Unused: every hour all weekly hours are laid out as slots. The previous version still reads it.
create table weekly_generation (
  interviewer_id uuid primary key references users (id),
  due_at timestamptz not null
);
create index weekly_generation_by_time on weekly_generation (due_at);

create table availability (
  id uuid primary key,
  interviewer_id uuid not null references users (id),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- 'removed' slots stay, because a canceled booking may point at one.
  status text not null default 'available' check (status in ('available', 'booked', 'removed', 'held')),
  created_at timestamptz not null,
  -- The rule that laid the slot.
  rule_id uuid references weekly_rules (id) on delete set null,
  -- Minimum notice: from then on nobody may book it. Null: until it starts.
  bookable_until timestamptz,
  -- Its weekly hours were deleted or changed while it was held; they reach it when it is released.
  removed_when_released boolean not null default false,
  -- Deleted by its interviewer, or canceled by them or us: weekly hours do not offer this time again.
  refused_at timestamptz,
  check (ends_at = starts_at + interval '45 minutes'),
  check (bookable_until <= starts_at),
  constraint availability_no_overlap
    exclude using gist (interviewer_id with =, tstzrange(starts_at, ends_at) with &&) where (status <> 'removed')
);
-- Lets a booking refer to its slot together with the slot's own interviewer and times.
create unique index availability_identity on availability (id, interviewer_id, starts_at, ends_at);
create index availability_bookable on availability (starts_at, interviewer_id) where status = 'available';
create index availability_by_interviewer_with_status on availability (interviewer_id, starts_at) include (status);
create index availability_by_notice on availability (interviewer_id, bookable_until)
  where status = 'available' and bookable_until is not null;
create index availability_by_start_with_status on availability (starts_at) include (status);
create index availability_of_interviewer on availability (interviewer_id, starts_at) where status <> 'removed';
create index availability_of_rule on availability (rule_id, starts_at) where rule_id is not null;

create table time_off (
  id uuid primary key,
  interviewer_id uuid not null references users (id),
  -- Whole days of time_zone, both included; the instants are what they were when it was asked for.
  first_day date not null,
  last_day date not null,
  time_zone text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  created_at timestamptz not null,
  -- Set on a day that an operator closed: the starts of the free slots by hand that closing it removed.
  closed_slots timestamptz[],
  check (last_day >= first_day),
  check (ends_at > starts_at)
);
-- Days off that are not over are few.
create index time_off_by_end on time_off (ends_at);
create index time_off_of_interviewer on time_off (interviewer_id, ends_at);

create table bookings (
  id uuid primary key,
  slot_id uuid not null,
  interviewer_id uuid not null references users (id),
  interviewee_id uuid not null references users (id),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  status text not null default 'pending'
    check (status in ('pending', 'completed', 'cancelled', 'no_show_interviewee', 'no_show_interviewer')),
  idempotency_key text,
  created_at timestamptz not null,
  completed_at timestamptz,
  -- When what follows a booking (meeting, mails) was queued, once.
  announced_at timestamptz,
  cancelled_at timestamptz,
  cancelled_by text check (cancelled_by in ('interviewee', 'interviewer', 'operator')),
  -- Canceled too late to be free: the session stays spent and the interviewer is paid.
  session_forfeited boolean not null default false,
  moved_at timestamptz,
  -- SEQUENCE of the calendar invitation (RFC 5545 §3.8.7.4): one up with each move and with the cancellation.
  invite_sequence integer not null default 0 check (invite_sequence >= 0),
  foreign key (slot_id, interviewer_id, starts_at, ends_at)
    references availability (id, interviewer_id, starts_at, ends_at),
  check (interviewer_id <> interviewee_id),
  check ((status = 'completed') = (completed_at is not null) or status like 'no_show%'),
  constraint bookings_cancelled_by_somebody check ((cancelled_at is null) = (cancelled_by is null)),
  constraint bookings_cancelled_is_cancelled check (cancelled_at is null or status = 'cancelled'),
  constraint bookings_forfeited_by_interviewee check (not session_forfeited or cancelled_by = 'interviewee'),
  constraint bookings_no_overlap
    exclude using gist (interviewee_id with =, tstzrange(starts_at, ends_at) with &&) where (status <> 'cancelled')
);
create unique index bookings_idempotency on bookings (interviewee_id, idempotency_key)
  where idempotency_key is not null;
create unique index bookings_one_live_per_slot on bookings (slot_id) where status <> 'cancelled';
create index bookings_by_completion on bookings (completed_at) where completed_at is not null;
create index bookings_by_interviewer_and_start on bookings (interviewer_id, starts_at) include (status);
create index bookings_by_move on bookings (moved_at) where moved_at is not null;
create index bookings_by_start on bookings (starts_at, id);
create index bookings_by_status_and_start on bookings (status, starts_at, id);
create index bookings_cancelled_by_time on bookings (cancelled_at) where cancelled_at is not null;
create index bookings_completed_by_end on bookings (ends_at) where status = 'completed';
create index bookings_missed_by_interviewer on bookings (interviewer_id) where status = 'no_show_interviewer';
create index bookings_of_interviewee on bookings (interviewee_id, starts_at);
create index bookings_pending_by_end on bookings (ends_at) where status = 'pending';
create index bookings_pending_by_start on bookings (starts_at) where status = 'pending';
create index bookings_pending_of_interviewer on bookings (interviewer_id, starts_at, id) where status = 'pending';
create index bookings_to_announce on bookings (created_at) where announced_at is null;

create function refuse_late_booking() returns trigger language plpgsql as $$
begin
  if exists (
    select from availability slot
    where slot.id = new.slot_id and slot.bookable_until < coalesce(new.moved_at, new.created_at)
  ) then
    raise exception 'slot % takes no bookings any more', new.slot_id
      using errcode = 'check_violation', constraint = 'booking_in_time';
  end if;
  return new;
end $$;
create trigger bookings_are_in_time before insert or update of slot_id on bookings
  for each row execute function refuse_late_booking();

-- A booking that is canceled, or moved elsewhere, ends its open proposal, whoever changes the booking.
create function end_proposals_of_booking() returns trigger language plpgsql as $$
begin
  update move_proposals set outcome = 'lapsed', ended_at = now()
    where booking_id = new.id and outcome is null
      and (new.status <> 'pending' or starts_at <> new.starts_at or interviewer_id <> new.interviewer_id);
  return null;
end $$;
create trigger bookings_end_proposals after update on bookings
  for each row
  when (old.status <> new.status or old.invite_sequence <> new.invite_sequence)
  execute function end_proposals_of_booking();

-- A booking that waited while its interviewee deleted their account is refused.
create function refuse_booking_of_deleted_account() returns trigger language plpgsql as $$
begin
  if exists (select from users where id = new.interviewee_id and deleted_at is not null) then
    raise exception 'the account % is deleted', new.interviewee_id
      using errcode = 'check_violation', constraint = 'booking_of_an_account';
  end if;
  return new;
end $$;
create trigger booking_of_an_account before insert on bookings
  for each row execute function refuse_booking_of_deleted_account();

create function update_meeting_of_booking() returns trigger language plpgsql as $$
begin
  if new.status = 'pending' then
    insert into bookings_without_meeting (booking_id) values (new.id) on conflict do nothing;
  else
    perform delete_booking_without_meeting(new.id);
  end if;
  return null;
end $$;
create trigger bookings_need_a_meeting after insert or update of status on bookings
  for each row execute function update_meeting_of_booking();

create table booking_goals (
  booking_id uuid primary key references bookings (id),
  interviewee_id uuid not null references users (id),
  -- `goalSchema` of contract/schedule/goals.ts.
  goal jsonb not null check (jsonb_typeof(goal) = 'object' and pg_column_size(goal) <= 16000),
  updated_at timestamptz not null
);
create index booking_goals_of_interviewee on booking_goals (interviewee_id);

-- Where a booking stood before each move; `sequence` is that of the invitation.
create table booking_moves (
  booking_id uuid not null references bookings (id),
  sequence integer not null check (sequence > 0),
  from_slot_id uuid not null references availability (id),
  from_interviewer_id uuid not null references users (id),
  from_starts_at timestamptz not null,
  from_ends_at timestamptz not null,
  moved_at timestamptz not null,
  primary key (booking_id, sequence)
);
create index booking_moves_of_interviewer on booking_moves (from_interviewer_id);

-- An operator proposes another time for a booking, with the same interviewer.
create table move_proposals (
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  booking_sequence integer not null,
  interviewee_id uuid not null references users (id),
  interviewer_id uuid not null references users (id),
  from_starts_at timestamptz not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text not null,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  interviewee_accepted_at timestamptz,
  interviewer_accepted_at timestamptz,
  outcome text check (outcome in ('moved', 'declined', 'withdrawn', 'slot_taken', 'lapsed')),
  declined_by text check (declined_by in ('interviewee', 'interviewer')),
  ended_at timestamptz,
  holds_slot boolean not null default false,
  check (ends_at > starts_at),
  check (expires_at > proposed_at),
  check (starts_at <> from_starts_at),
  check ((outcome is null) = (ended_at is null)),
  check ((not outcome is distinct from 'declined') = (declined_by is not null)),
  constraint move_proposals_need_both
    check (
      outcome is distinct from 'moved' or interviewee_accepted_at is not null and interviewer_accepted_at is not null
    )
);
create unique index move_proposals_one_open on move_proposals (booking_id) where outcome is null;
create index move_proposals_by_expiry on move_proposals (expires_at) where outcome is null;
create index move_proposals_by_held_slot on move_proposals (interviewer_id, starts_at)
  where outcome is null and holds_slot;
create index move_proposals_of_booking on move_proposals (booking_id, proposed_at);
create index move_proposals_of_interviewee on move_proposals (interviewee_id);
create index move_proposals_of_interviewer on move_proposals (interviewer_id);

-- The end of a proposal releases its slot, except during the interviewer's time off.
create function release_held_slot() returns trigger language plpgsql as $$
begin
  update availability slot
    set status = case when is_off or slot.removed_when_released then 'removed' else 'available' end,
        rule_id = case when is_off then null else rule_id end
    from (select exists (
      select from time_off off where off.interviewer_id = new.interviewer_id
        and off.starts_at < new.ends_at and off.ends_at > new.starts_at) as is_off) checked
    where slot.interviewer_id = new.interviewer_id and slot.starts_at = new.starts_at and slot.status = 'held';
  update weekly_generation set due_at = 'epoch' where interviewer_id = new.interviewer_id;
  return null;
end $$;
create trigger move_proposals_release_slot after update of outcome on move_proposals
  for each row
  when (old.outcome is null and new.outcome is not null and new.holds_slot)
  execute function release_held_slot();

-- At the end of each transaction an open proposal that holds a slot has a held slot.
create function check_held_slot() returns trigger language plpgsql as $$
begin
  if exists (
    select from move_proposals proposal
      where proposal.interviewer_id = new.interviewer_id and proposal.starts_at = new.starts_at
        and proposal.outcome is null and proposal.holds_slot
        and not exists (
          select from availability slot where slot.interviewer_id = new.interviewer_id
            and slot.starts_at = new.starts_at and slot.status = 'held')) then
    raise exception 'the slot at % is held by a proposal', new.starts_at
      using errcode = 'check_violation', constraint = 'proposals_hold_their_slot';
  end if;
  return null;
end $$;
create constraint trigger move_proposals_hold_slot after insert on move_proposals deferrable initially deferred
  for each row when (new.holds_slot) execute function check_held_slot();
create constraint trigger availability_keeps_held_slot after update of status
  on availability deferrable initially deferred
  for each row
  when (old.status = 'held' and new.status <> 'held')
  execute function check_held_slot();

-- Interviews that were too short, or where nobody came. They stay pending until somebody answers.
create table unclear_interviews (
  booking_id uuid primary key references bookings (id),
  found text not null check (found in ('ended-early', 'nobody-came')),
  found_at timestamptz not null,
  seconds_together integer not null check (seconds_together >= 0),
  -- Why it was short, in the interviewer's words.
  reason text check (char_length(reason) between 1 and 500),
  -- Whether this party says that it took place.
  interviewee_confirmed boolean,
  interviewer_confirmed boolean,
  outcome text check (outcome in ('took-place', 'session-returned', 'missed')),
  decided_at timestamptz,
  -- After an early end both can go on in the room. At the booked end the record is read once more; this is when.
  rechecked_at timestamptz,
  check ((outcome is null) = (decided_at is null)),
  check (found = 'ended-early' or reason is null),
  check (found = 'nobody-came' or interviewer_confirmed is null)
);
create index unclear_interviews_open on unclear_interviews (found, found_at) where outcome is null;

-- Who said that the other did not come, with what the room had recorded of both by then.
create table no_show_reports (
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  reported_by text not null check (reported_by in ('interviewee', 'interviewer')),
  record jsonb not null,
  outcome text not null check (outcome in ('upheld', 'pending', 'dismissed')),
  reported_at timestamptz not null,
  decided_at timestamptz,
  constraint no_show_one_report_a_party unique (booking_id, reported_by),
  check ((outcome = 'pending') = (decided_at is null))
);
create index no_show_reports_pending on no_show_reports (reported_at) where outcome = 'pending';

-- A reminder is sent once for a time; a moved booking is reminded again.
create table session_reminders (
  booking_id uuid not null references bookings (id),
  hours_before integer not null,
  starts_at timestamptz not null,
  dealt_at timestamptz not null,
  primary key (booking_id, hours_before, starts_at)
);

-- One meeting a booking. Whoever holds the claim asks the provider; a claim that ran out was a crash.
create table meetings (
  booking_id uuid primary key references bookings (id),
  provider text not null,
  join_url text,
  claimed_until timestamptz,
  created_at timestamptz not null,
  -- A provider that is away is asked again then; null while somebody asks, and once the meeting is there.
  next_try_at timestamptz,
  -- Why the meeting is in our own room although another provider is set.
  room_reason text check (room_reason in ('no-host', 'provider-away')),
  constraint meetings_made_or_under_way
    check (join_url is not null or claimed_until is not null or next_try_at is not null)
);
create index meetings_by_provider on meetings (provider);
create index meetings_to_try on meetings (next_try_at) where join_url is null;

create function end_booking_without_meeting() returns trigger language plpgsql as $$
begin
  perform delete_booking_without_meeting(new.booking_id);
  return null;
end $$;
create trigger meetings_get_a_link after insert or update of join_url on meetings
  for each row when (new.join_url is not null) execute function end_booking_without_meeting();

create function begin_booking_without_meeting() returns trigger language plpgsql as $$
begin
  insert into bookings_without_meeting (booking_id)
    select id from bookings where id = old.booking_id and status = 'pending' on conflict do nothing;
  return null;
end $$;
create trigger meetings_lose_their_link after delete on meetings
  for each row when (old.join_url is not null) execute function begin_booking_without_meeting();

-- Contains every upcoming booking without the link of a meeting, and at most a few more.
create table bookings_without_meeting (
  booking_id uuid primary key references bookings (id)
);

-- Unused: the provider counts itself. The previous version still writes it.
create table host_days (
  host_id text not null,
  day date not null,
  changes integer not null default 0 check (changes >= 0),
  primary key (host_id, day)
);

-- A seat is one of the meetings that a host can hold at a time.
create table host_allocations (
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  -- Stands in the meeting's description at the provider.
  reference uuid not null,
  host_id text not null,
  seat integer not null check (seat > 0),
  -- From when the interviewer can open the meeting until the interview ends.
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- 'taken': being asked for; 'made': stands; 'released': free, the meeting may need deleting; 'removed': gone.
  state text not null default 'taken' check (state in ('taken', 'made', 'released', 'removed')),
  -- From its first being asked for, a meeting may be there that we have not heard of.
  asked_at timestamptz,
  meeting_id text,
  join_url text,
  created_at timestamptz not null,
  check (ends_at > starts_at),
  check (state <> 'made' or meeting_id is not null and join_url is not null),
  constraint host_allocations_no_overlap
    exclude using gist (host_id with =, seat with =, tstzrange(starts_at, ends_at) with &&)
    where (state in ('taken', 'made'))
);
create unique index host_allocations_one_a_booking on host_allocations (booking_id) where state in ('taken', 'made');
create unique index host_allocations_one_a_reference on host_allocations (reference) where state in ('taken', 'made');
create index host_allocations_by_booking on host_allocations (booking_id, created_at);
create index host_allocations_by_reference on host_allocations (reference);

-- One address a person. The token is 256 random bits; only its SHA-256 is kept, and revoking deletes the row.
create table calendar_feeds (
  user_id uuid primary key references users (id),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null
);

-- Books all requests at once, and each alone if a constraint refuses one of them.
create function book_slots(
  for_interviewees uuid[], with_interviewers uuid[], ats timestamptz[], new_booking_ids uuid[], keys text[],
  reason text, nows timestamptz[]
) returns table (
  outcome text, slot_id uuid, starts_at timestamptz, ends_at timestamptz, first_name text,
  last_name text, refused_by text
) language plpgsql as $$
#variable_conflict use_column
declare
  outcomes text[];
  slot_ids uuid[];
  starts timestamptz[];
  ends timestamptz[];
  first_names text[];
  last_names text[];
begin
  -- In the order of lockSubjects (server/kernel/db/transaction.ts), so that two servers never wait for each other.
  perform pg_advisory_xact_lock(hashtextextended(person::text, 0))
    from (select distinct person from unnest(for_interviewees || with_interviewers) person order by person) people;

  begin
    with wanted as materialized (
      select *, key is not null and exists (
          select from bookings b where b.interviewee_id = w.interviewee_id and b.idempotency_key = w.key
        ) as is_repeated
        from unnest(for_interviewees, with_interviewers, ats, new_booking_ids, keys, nows)
          with ordinality w (interviewee_id, interviewer_id, at, booking_id, key, now_at, place)
    ), first_come as (
      select distinct on (interviewer_id, at) * from wanted where not is_repeated order by interviewer_id, at, place
    ), taken as (
      update availability a set status = 'booked'
        from first_come f join users u on u.id = f.interviewer_id and u.role = 'interviewer' and u.blocked_at is null
        where a.interviewer_id = f.interviewer_id and a.starts_at = f.at and a.status = 'available'
        returning f.place, f.booking_id, f.interviewee_id, f.interviewer_id, f.key, f.now_at,
          a.id as slot_id, a.starts_at, a.ends_at, u.first_name, u.last_name
    ), booked as (
      insert into bookings (id, slot_id, interviewer_id, interviewee_id, starts_at, ends_at, idempotency_key, created_at)
        select booking_id, slot_id, interviewer_id, interviewee_id, starts_at, ends_at, key, now_at from taken
    ), spent as (
      -- The oldest session in hand, the next one for a person's second booking; the ledger refuses a null credit.
      insert into ledger_entries (user_id, kind, delta, lot_id, credit_id, booking_id, reason, created_at)
        select t.interviewee_id, 'spend', -1, credit.lot_id, credit.id, t.booking_id, reason, t.now_at
          from (select *, row_number() over (partition by interviewee_id order by place) as turn from taken) t
            left join lateral (
              select c.id, c.lot_id from credits c
                where c.user_id = t.interviewee_id and c.status = 'available'
                order by c.granted_at, c.lot_id, c.ordinal offset t.turn - 1 limit 1
            ) credit on true
    )
    select
        array_agg(case when t.place is not null then 'booked' when w.is_repeated then 'repeated' else 'slot_taken' end
          order by w.place),
        array_agg(t.slot_id order by w.place), array_agg(t.starts_at order by w.place),
        array_agg(t.ends_at order by w.place), array_agg(t.first_name order by w.place),
        array_agg(t.last_name order by w.place)
      into outcomes, slot_ids, starts, ends, first_names, last_names
      from wanted w left join taken t on t.place = w.place;
    -- Not from the statement itself: rows that are returned stay when a constraint rolls it back.
    return query select *, null::text from unnest(outcomes, slot_ids, starts, ends, first_names, last_names);
    return;
  exception when integrity_constraint_violation then
    get stacked diagnostics refused_by = constraint_name;
  end;

  if cardinality(for_interviewees) = 1 then
    outcome := 'refused';
    return next;
    return;
  end if;
  -- The constraint rolled all of them back: book one by one.
  for place in 1 .. cardinality(for_interviewees) loop
    return query select * from book_slots(
      for_interviewees[place:place], with_interviewers[place:place], ats[place:place], new_booking_ids[place:place],
      keys[place:place], reason, nows[place:place]
    );
  end loop;
end $$;

create function delete_booking_without_meeting(changed uuid) returns void language sql as $$
  delete from bookings_without_meeting where booking_id in (
    select booking_id from bookings_without_meeting where booking_id = changed for update skip locked)
$$;

-- Tables above that name a row of this area.
alter table ledger_entries add foreign key (booking_id) references bookings (id);
alter table earnings add foreign key (booking_id) references bookings (id);

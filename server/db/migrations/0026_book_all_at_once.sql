-- Bookings that come at the same moment (0022) nearly always succeed, all of them. Written row by row each costs eight
-- statements inside the database and a block that can be undone; written as a set, the same rows under the same
-- constraints cost half (docs/decisions/0017).

-- What book_slots answers, for requests of which none is refused; fails by the constraint that refuses one of them.
-- The caller holds the locks of everybody in it.
create function book_all(
  for_interviewees uuid[], with_interviewers uuid[], ats timestamptz[], new_booking_ids uuid[], keys text[], reason text, nows timestamptz[]
) returns table (outcome text, slot_id uuid, starts_at timestamptz, ends_at timestamptz, first_name text, last_name text)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
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
      -- As spendCredit does: the oldest session in hand, for a person's second booking here the next one. Who has none
      -- has no credit_id, which the ledger refuses.
      insert into ledger_entries (user_id, kind, delta, lot_id, credit_id, booking_id, reason, created_at)
        select t.interviewee_id, 'spend', -1, credit.lot_id, credit.id, t.booking_id, reason, t.now_at
          from (select *, row_number() over (partition by interviewee_id order by place) as turn from taken) t
            left join lateral (
              select c.id, c.lot_id from credits c
                where c.user_id = t.interviewee_id and c.status = 'available'
                order by c.granted_at, c.lot_id, c.ordinal offset t.turn - 1 limit 1
            ) credit on true
    )
    select case when t.place is not null then 'booked' when w.is_repeated then 'repeated' else 'slot_taken' end,
        t.slot_id, t.starts_at, t.ends_at, t.first_name, t.last_name
      from wanted w left join taken t on t.place = w.place
      order by w.place;
end $$;

-- As in 0022, but all at once where nobody is refused, and only else one after the other.
create or replace function book_slots(
  for_interviewees uuid[], with_interviewers uuid[], ats timestamptz[], new_booking_ids uuid[], keys text[], reason text, nows timestamptz[]
) returns table (
  outcome text, slot_id uuid, starts_at timestamptz, ends_at timestamptz, first_name text, last_name text, refused_by text
)
language plpgsql as $$
begin
  -- The locks of all of them first, in the one order that everybody takes them in: taken request by request, two servers'
  -- statements could wait for each other.
  perform pg_advisory_xact_lock(hashtextextended(subject::text, 0))
    from (select distinct person from unnest(for_interviewees || with_interviewers) person order by person) people (subject);

  begin
    return query select b.*, null::text
      from book_all(for_interviewees, with_interviewers, ats, new_booking_ids, keys, reason, nows) b;
    return;
  exception when integrity_constraint_violation then
    null; -- Somebody is refused, and undone with everybody: below, each stands for themselves.
  end;

  for place in 1 .. cardinality(for_interviewees) loop
    begin
      select b.outcome, b.slot_id, b.starts_at, b.ends_at, b.first_name, b.last_name, null
        into outcome, slot_id, starts_at, ends_at, first_name, last_name, refused_by
        from book_slot(
          for_interviewees[place], with_interviewers[place], ats[place], new_booking_ids[place], keys[place], reason, nows[place]
        ) b;
    exception when integrity_constraint_violation then
      get stacked diagnostics refused_by = constraint_name;
      outcome := 'refused';
    end;
    return next;
  end loop;
end $$;

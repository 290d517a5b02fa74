-- One function books: all requests in one statement, and each alone when a constraint refuses one of them.
create or replace function book_slots(
  for_interviewees uuid[], with_interviewers uuid[], ats timestamptz[], new_booking_ids uuid[], keys text[], reason text, nows timestamptz[]
) returns table (
  outcome text, slot_id uuid, starts_at timestamptz, ends_at timestamptz, first_name text, last_name text, refused_by text
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
drop function book_all(uuid[], uuid[], timestamptz[], uuid[], text[], text, timestamptz[]);
drop function book_slot(uuid, uuid, timestamptz, uuid, text, text, timestamptz);

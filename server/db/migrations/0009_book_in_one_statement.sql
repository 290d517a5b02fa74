-- Booking is the busiest write. Sent statement by statement (begin, locks, slot and booking, session, job, commit) it cost
-- twice as much in going to and fro as in being done, so it is one statement, which is its own transaction. The rules
-- stay where they are: in the constraints, and in the server's TypeScript. This only writes, in the one right order.

-- The booking itself is what the worker finds to announce: no row of a queue need be written with it.
create index bookings_to_announce on bookings (created_at) where announced_at is null;

-- Outcomes: 'booked'; 'repeated' (this person already used this key); 'slot_taken' (no such slot is available).
-- Fails by constraint: bookings_no_overlap, credit_must_be_in_hand.
create function book_slot(
  for_interviewee uuid, with_interviewer uuid, at timestamptz, new_booking_id uuid, key text, reason text, now_at timestamptz
) returns table (outcome text, slot_id uuid, starts_at timestamptz, ends_at timestamptz, first_name text, last_name text)
language plpgsql as $$
declare
  slot record;
  credit record;
begin
  -- The locks of lockSubjects (server/db/transaction.ts), in its order: a uuid sorts as its text does.
  perform pg_advisory_xact_lock(hashtextextended(least(for_interviewee, with_interviewer)::text, 0));
  perform pg_advisory_xact_lock(hashtextextended(greatest(for_interviewee, with_interviewer)::text, 0));

  if key is not null and exists (
    select from bookings b where b.interviewee_id = for_interviewee and b.idempotency_key = key
  ) then
    outcome := 'repeated';
    return next;
    return;
  end if;

  update availability a set status = 'booked'
    from users u
    where a.interviewer_id = with_interviewer and a.starts_at = at and a.status = 'available'
      and u.id = a.interviewer_id and u.role = 'interviewer' and u.blocked_at is null
    returning a.id, a.starts_at, a.ends_at, u.first_name, u.last_name into slot;
  if not found then
    outcome := 'slot_taken';
    return next;
    return;
  end if;

  insert into bookings (id, slot_id, interviewer_id, interviewee_id, starts_at, ends_at, idempotency_key, created_at)
    values (new_booking_id, slot.id, with_interviewer, for_interviewee, slot.starts_at, slot.ends_at, key, now_at);

  -- As spendCredit does: the oldest session in hand, and the ledger does the rest.
  select c.id, c.lot_id into credit from credits c
    where c.user_id = for_interviewee and c.status = 'available'
    order by c.granted_at, c.lot_id, c.ordinal limit 1 for update;
  if not found then
    raise exception 'no session in hand' using errcode = 'check_violation', constraint = 'credit_must_be_in_hand';
  end if;
  insert into ledger_entries (user_id, kind, delta, lot_id, credit_id, booking_id, reason, created_at)
    values (for_interviewee, 'spend', -1, credit.lot_id, credit.id, new_booking_id, reason, now_at);

  return query select 'booked', slot.id, slot.starts_at, slot.ends_at, slot.first_name, slot.last_name;
end $$;

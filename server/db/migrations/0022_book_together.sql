-- Bookings that come at the same moment share a statement and its commit (docs/decisions/0017): what each costs by itself
-- is little beside what going to the database and flushing to disk cost.

-- Each request is book_slot's, in a block of its own: one that a constraint refuses undoes only itself. Answers a row a
-- request, in their order. Outcomes: those of book_slot, and 'refused' with the constraint's name in refused_by.
create function book_slots(
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

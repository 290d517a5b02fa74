-- Every interviewer with weekly hours has a row here from now on, so that those whose plan is due are found by its index.
-- Their plan without a row was due at once.
insert into weekly_generation (interviewer_id, due_at)
select distinct interviewer_id, timestamptz 'epoch' from weekly_rules
on conflict do nothing;

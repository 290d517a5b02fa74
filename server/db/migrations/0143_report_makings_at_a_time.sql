-- A report has one making at a time, because two would pay the model twice. A making holds a lease; the lease of a
-- server that stopped runs out. An older server takes none and ignores it.
alter table report_makings
  add column lease_id uuid,
  add column leased_until timestamptz,
  -- The tokens and the cost of all attempts together, also of those that failed; null while no model was asked.
  add column input_tokens bigint,
  add column output_tokens bigint,
  add column cost_micros bigint,
  add constraint report_makings_lease check ((lease_id is null) = (leased_until is null));

update report_makings making
set input_tokens = made.input_tokens, output_tokens = made.output_tokens, cost_micros = made.cost_micros
from ai_reports made
where made.booking_id = making.booking_id and made.input_tokens is not null;

-- Two makings at once could leave an interview with a report as waiting.
update report_makings making set outcome = 'made'
where outcome = 'waiting' and exists (select from ai_reports made where made.booking_id = making.booking_id);

-- The makings that are given up: nothing tries them any more, so they are looked for.
create index report_makings_waiting on report_makings (last_tried_at) where outcome = 'waiting';

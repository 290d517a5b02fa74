-- While a report that somebody did not come waits for our decision, its mentor cannot know whether feedback is due: that of
-- an interview that took place is awaited from the decision on.
create function await_feedback_from_decision() returns trigger language plpgsql as $$
begin
  update awaited_feedback set ends_at = greatest(ends_at, new.decided_at) where booking_id = new.booking_id;
  return null;
end $$;
create trigger no_show_reports_begin_feedback after update of outcome on no_show_reports
  for each row when (old.outcome = 'pending' and new.outcome <> 'pending')
  execute function await_feedback_from_decision();

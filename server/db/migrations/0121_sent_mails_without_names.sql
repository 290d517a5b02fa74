-- The list of sent mails keeps no name of another person, who may delete their account. This server writes such subjects without
-- the name; the trigger does the same for a server of the previous version, which still runs during an upgrade.
create function subject_without_name(subject text) returns text language sql immutable as $$
  select case
    when subject ~ '^.+ booked you: ' then regexp_replace(subject, '^.+ booked you: ', 'An interviewee booked you: ')
    when subject ~ '^.+ rescheduled: your .+ slot is open again$'
      then regexp_replace(subject, '^.+ rescheduled: your ', 'An interviewee rescheduled: your ')
    when subject ~ '^.+ is waiting for your feedback, due '
      then regexp_replace(subject, '^.+ is waiting for your feedback, due ', 'An interviewee is waiting for your feedback, due ')
    when subject ~ '^Your feedback for .+ is late$' then 'Your feedback for an interviewee is late'
    when subject ~ '^Your report on the interview with .+ is ready$' then 'Your report on an interview is ready'
    when subject ~ '^Reminder: interview with '
      then 'Reminder: interview' || coalesce(substring(subject from ', \w+ \d+ \w+ \d{4}, [^,]*$'), '')
    when subject ~ '^Message from .' then 'Message from the contact form'
    else subject end
$$;

create function leave_out_name() returns trigger language plpgsql as $$
begin
  new.subject := subject_without_name(new.subject);
  return new;
end $$;
create trigger sent_mails_without_names before insert on sent_mails for each row execute function leave_out_name();

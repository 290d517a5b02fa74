-- Today counts late feedback with a remedy from the remedy, which is later than before. What an operator has finished stays
-- finished.
update work_states state set done_since = greatest(state.done_since, remedy.granted_at)
from remedies remedy
where state.kind = 'late-feedback' and state.subject = remedy.booking_id::text and state.done_since is not null;

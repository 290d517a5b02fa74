-- Canceling many bookings may need a second operator, too. An older server asks for none of these and leaves them alone.
alter table operator_approvals drop constraint operator_approvals_kind_check;
alter table operator_approvals add constraint operator_approvals_kind_check
  check (kind in ('refund', 'payout', 'grant', 'cancel'));

-- A refund out of goodwill takes no session back: those that it is for stay used.
alter table refunds drop constraint refunds_sessions_check;
alter table refunds add constraint refunds_sessions_check check (sessions >= 0);

-- migrate: statement by statement
-- Indexes for lists and for the export of a person's own data. They are built while people write, which needs a statement
-- of its own each. A build that was interrupted leaves an invalid index, so each is dropped first.

-- The feedback that a person gave, newest first.
drop index concurrently if exists feedback_of_interviewee;
create index concurrently feedback_of_interviewee on feedback (interviewee_id, created_at, id);

-- The export of a person's own data reads every table by person.
drop index concurrently if exists credits_of_user;
create index concurrently credits_of_user on credits (user_id);
drop index concurrently if exists credit_lots_of_user;
create index concurrently credit_lots_of_user on credit_lots (user_id);
drop index concurrently if exists quotes_of_user;
create index concurrently quotes_of_user on quotes (user_id);
drop index concurrently if exists room_visits_of_user;
create index concurrently room_visits_of_user on room_visits (user_id);
drop index concurrently if exists booking_moves_of_interviewer;
create index concurrently booking_moves_of_interviewer on booking_moves (from_interviewer_id);
drop index concurrently if exists audit_log_of_actor;
create index concurrently audit_log_of_actor on audit_log (actor_user_id) where actor_user_id is not null;
drop index concurrently if exists contact_messages_by_email;
create index concurrently contact_messages_by_email on contact_messages (lower(email));
drop index concurrently if exists invitations_by_email;
create index concurrently invitations_by_email on invitations (email);
-- The indexes that these two have leave out removed slots and ended sign-ins.
drop index concurrently if exists availability_by_interviewer;
create index concurrently availability_by_interviewer on availability (interviewer_id);
drop index concurrently if exists auth_sessions_by_user;
create index concurrently auth_sessions_by_user on auth_sessions (user_id);

-- The list of interviewers, by name.
drop index concurrently if exists users_interviewers_by_name;
create index concurrently users_interviewers_by_name on users (first_name, last_name, id)
  where role = 'interviewer' and blocked_at is null;

-- The operator's lists, page by page.
drop index concurrently if exists payments_by_time;
create index concurrently payments_by_time on payments (captured_at, id);
drop index concurrently if exists bookings_by_start;
create index concurrently bookings_by_start on bookings (starts_at, id);
drop index concurrently if exists users_by_time;
create index concurrently users_by_time on users (created_at, id);

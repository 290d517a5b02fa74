-- Which browser a sign-in was made with, so that its owner can tell their sign-ins apart. Null for those made before
-- this column was, for callers that name none, and for sign-ins that have ended: nobody needs it then.
alter table auth_sessions add column user_agent text check (length(user_agent) between 1 and 400);

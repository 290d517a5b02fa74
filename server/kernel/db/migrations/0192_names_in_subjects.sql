-- The server itself leaves names out of the subjects that it lists.
drop trigger sent_mails_without_names on sent_mails;
drop function leave_out_name();
drop function subject_without_name(text);
-- audit_log_by_actor does the same.
drop index audit_log_of_actor;
